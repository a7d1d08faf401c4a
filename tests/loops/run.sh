#!/bin/sh
# Programs with loops of unknown count, held against runs with the count given.
#
#   sh tests/loops/run.sh [BUILD-FOLDER]
cd "$(dirname "$0")" || exit 2
build=$(cd "../../${1:-build}" && pwd) || exit 2
exec python3 loops.py "$build/shapeprof"
