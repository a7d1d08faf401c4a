#!/bin/sh
# Holds ggml's graph allocator and the rules of its functions against what the
# real library did with recorded graphs and calls; programs on NNoM against what
# that library made of them; networks of KANN, read from source, against what
# the real library made of them; and the models of examples/nn
# against what PyTorch measured: each leaf call, the peak, the figures of the
# reference script, for four dtypes; and the pairs in their five keys.
#
#   sh tests/oracle/run.sh [BUILD-FOLDER]
cd "$(dirname "$0")/../.." || exit 2
export SHAPEPROF_CACHE_DIR= # each answer is to be a new one
build=${1:-build} status=0
"$build/tests/oracle_ggml_gallocr" tests/oracle/ggml/unit/gallocr_cases.jsonl \
    tests/oracle/ggml/golden/*.[0-9].json || status=1
for calls in opcases.release more_calls; do
    "$build/tests/oracle_ggml_ops" tests/oracle/ggml/unit/$calls.jsonl || status=1
    "$build/tests/oracle_ggml_symbolic" tests/oracle/ggml/unit/$calls.jsonl || status=1
done
"$build/tests/oracle_ggml_ops" tests/oracle/ggml/unit/computes.jsonl || status=1
for golden in tests/oracle/ggml/golden/*.json; do
    "$build/tests/oracle_ggml" "$golden" -- "-I$PWD/frontends/ggml/include" || status=1
done
for golden in tests/oracle/rawc/golden/*.json tests/oracle/rawc/golden_broken/*.json; do
    "$build/tests/oracle_rawc" "$golden" || status=1
done
for golden in tests/oracle/nnom/golden/*.json tests/oracle/nnom/golden_broken/*.json \
    tests/oracle/nnom/len_table.csv; do
    "$build/tests/oracle_nnom" "$golden" || status=1
done
for golden in tests/oracle/kann/golden/*.json tests/oracle/kann/golden_broken/*.json \
    tests/oracle/kann/pad_table.csv; do
    "$build/tests/oracle_kann" "$golden" -- "-I$PWD/frontends/kann/include" || status=1
done
python3 tests/oracle/rawc_real.py "$build/shapeprof" || status=1
python3 tests/oracle/models.py "$build/shapeprof" tests/oracle/torch/models.json || status=1
exit $status
