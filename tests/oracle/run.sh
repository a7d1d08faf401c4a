#!/bin/sh
# Holds the models of examples/nn against what PyTorch measured: each leaf
# call, the peak, the figures of the reference script, for four dtypes; and the
# pairs in their five keys.
#
#   sh tests/oracle/run.sh [BUILD-FOLDER]
cd "$(dirname "$0")/../.." || exit 2
export SHAPEPROF_CACHE_DIR= # each answer is to be a new one
exec python3 tests/oracle/models.py "${1:-build}/shapeprof" tests/oracle/torch/models.json
