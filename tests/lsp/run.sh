#!/bin/sh
# The language server in scripted exchanges.
#
#   sh tests/lsp/run.sh [BUILD-FOLDER]
cd "$(dirname "$0")/../.." || exit 2
build=${1:-build}
passed=0 failed=0
for script in tests/lsp/test_*.py; do
    if result=$(python3 "$script" "$build/shapeprof"); then :; else status=$?; fi
    echo "$result" | grep '^FAIL' || true
    counts=$(echo "$result" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' | tail -n 1)
    if [ -n "$counts" ]; then
        passed=$((passed + ${counts% *}))
        failed=$((failed + ${counts#* }))
    else
        echo "FAIL $script ended early, status ${status:-0}"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
