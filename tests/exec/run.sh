#!/bin/sh
# Predicted against measured: each line of examples.txt is a model that is
# executed, and every figure of its report must be what was measured. Those of
# refused.txt are not executed: the status comes first, and what is said follows
# `=>`. Then planted.txt: with a fault in an op's definition (planted.c), which
# comes first, the status is 1 and the first difference follows `=>`. Then given.py:
# inputs whose numbers come from files. casts.py: random chains of views and casts, as
# other types than f32. Last, profile.py: how often kernels are called, against PyTorch's profiler.
#
#   sh tests/exec/run.sh [BUILD-FOLDER]
here=$(cd "$(dirname "$0")" && pwd) || exit 2
build=$(cd "$here/../../${1:-build}" && pwd) || exit 2
cd "$here/../.." || exit 2
passed=0 failed=0
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
while read -r line; do
    # shellcheck disable=SC2086
    if "$build/shapeprof" run $line >"$answer" 2>&1 && grep -q 'are as predicted$' "$answer"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $line"
        tail -n 5 "$answer"
    fi
done <"$here/examples.txt"
while read -r status line; do
    arguments=${line%% => *}
    # shellcheck disable=SC2086
    "$build/shapeprof" run $arguments >"$answer" 2>&1
    if [ $? = "$status" ] && grep -qF -e "${line#* => }" "$answer"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $line"
        tail -n 5 "$answer"
    fi
done <"$here/refused.txt"
while read -r fault line; do
    arguments=${line%% => *}
    # shellcheck disable=SC2086
    FAULT=$fault "$build/tests/planted" run tests/exec/ends.c $arguments >"$answer" 2>&1
    if [ $? = 1 ] && grep -qF -e "${line#* => }" "$answer"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $fault $line"
        tail -n 5 "$answer"
    fi
done <"$here/planted.txt"
echo "$passed passed, $failed failed"
python3 tests/exec/given.py "$build/shapeprof" || failed=1
python3 tests/exec/casts.py "$build/shapeprof" 40 1 || failed=1
python3 tests/exec/profile.py "$build" && [ "$failed" = 0 ]
