#!/bin/sh
# Random model programs: what is said of unknown sizes against runs with numbers. Before them, random reads and
# writes of arrays at indices that are not known.
#
#   sh tests/programs/run.sh [BUILD-FOLDER [FILES [FIRST-SEED]]]       default build, 50 files of 10 programs
cd "$(dirname "$0")" || exit 2
build=$(cd "../../${1:-build}" && pwd) || exit 2
export SHAPEPROF_CACHE_DIR= # each answer is to be a new one
python3 elements.py "$build/shapeprof" $(((${2:-50} + 4) / 5)) "${3:-1}" || exit 1
exec python3 programs.py "$build/shapeprof" "${2:-50}" "${3:-1}"
