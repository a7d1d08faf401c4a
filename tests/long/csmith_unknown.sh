#!/bin/sh
# Programs of csmith with some variables unknown: what the interpreter knows all
# the same must be what the compiled program computes, line by line.
#
#   sh tests/long/csmith_unknown.sh [BUILD_DIR [PROGRAMS A SET]]
cd "$(dirname "$0")/../.." || exit 2
exec python3 tests/csmith/unknown.py "${1:-build}" "${2:-20}"
