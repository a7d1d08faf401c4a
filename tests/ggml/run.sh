#!/bin/sh
# What belongs to ggml as a whole.
cd "$(dirname "$0")" || exit 2
sh headers.sh
