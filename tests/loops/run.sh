#!/bin/sh
# Programs with loops of unknown count, held against runs with the count given.
#
#   sh tests/loops/run.sh [BUILD-FOLDER]
cd "$(dirname "$0")" || exit 2
export SHAPEPROF_CACHE_DIR= # each answer is to be a new one
build=$(cd "../../${1:-build}" && pwd) || exit 2
exec python3 loops.py "$build/shapeprof"
