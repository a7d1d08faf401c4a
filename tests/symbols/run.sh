#!/bin/sh
# What is said of symbols, held against runs with numbers in their place.
#
#   sh tests/symbols/run.sh [BUILD-FOLDER]
cd "$(dirname "$0")" || exit 2
export SHAPEPROF_CACHE_DIR= # each answer is to be a new one
build=$(cd "../../${1:-build}" && pwd) || exit 2
exec python3 symbols.py "$build/shapeprof"
