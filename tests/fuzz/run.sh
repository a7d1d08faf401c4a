#!/bin/sh
# The targets of libFuzzer on the files of their corpora, and the lowering on
# sources that are broken at random.
#
#   sh tests/fuzz/run.sh [BUILD-FOLDER]
cd "$(dirname "$0")/../.." || exit 2
build=${1:-build}
export FUZZ_INCLUDE=frontends/nn/include
passed=0 failed=0
log=$(mktemp) || exit 2
trap 'rm -f "$log"' EXIT
for corpus in tests/fuzz/corpus/*; do
    target=fuzz_$(basename "$corpus")
    if "$build/tests/$target" "$corpus"/* >"$log" 2>&1; then
        passed=$((passed + $(sed -n 's/^\([0-9]*\) passed, 0 failed$/\1/p' "$log")))
    else
        failed=$((failed + 1))
        echo "FAIL $target"
        tail -n 20 "$log"
    fi
done
if "$build/tests/fuzz_lower" 60 1 tests/fuzz/seed_*.c >"$log" 2>&1; then
    passed=$((passed + 60))
else
    failed=$((failed + 1))
    cat "$log"
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
