#!/bin/sh
# shapeprof against real libraries of ggml.
#
#   sh tests/long/ggml.sh [BUILD_DIR]
cd "$(dirname "$0")/../.." || exit 2
exec sh tests/ggml/live.sh "${1:-build}"
