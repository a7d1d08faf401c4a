#!/bin/sh
# The text report and the JSON report are written from one struct by two writers: each figure of
# the one must be in the other. The models are the examples that examples.txt of tests/exec
# executes, with the same inputs, so that every figure is a number.
#
#   sh tests/figures/run.sh [BUILD-FOLDER]
cd "$(dirname "$0")/../.." || exit 2
export SHAPEPROF_CACHE_DIR= # each answer is to be a new one
exec python3 tests/figures/figures.py "${1:-build}/shapeprof"
