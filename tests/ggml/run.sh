#!/bin/sh
# What belongs to ggml as a whole.
cd "$(dirname "$0")" || exit 2
status=0
sh headers.sh || status=1
sh backward.sh "$@" || status=1
exit "$status"
