#!/bin/sh
# Findings, each expected on the line that it is about:
#
#   y = nn_call(fc, x);   // expect SP101: 512 against 768
#
# What stands behind the code must be in the message; a line without an
# expectation must have no finding. Several expectations on one line are parted
# by `// expect`. In the file's head:
#
#   // options: --input 'f32[4,8]'     further arguments
#   // status: 2                       the exit status; without it, 1 if an error is found
#   // says: text                      words that must be in the output, on either stream
#
#   sh tests/cases/run.sh [BUILD-FOLDER]
cd "$(dirname "$0")" || exit 2
export SHAPEPROF_CACHE_DIR= # each answer is to be a new one
exec python3 cases.py "../../${1:-build}/shapeprof"
