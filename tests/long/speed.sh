#!/bin/sh
# Prints the sheet of tests/perf/speed.sh and checks that every example of
# nn.h is in it and was analysed. How long they took is for people to judge:
# a busy machine must fail no test.
#
#   sh tests/long/speed.sh [BUILD_DIR]
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${1:-build}
sheet=$(mktemp) || exit 2
trap 'rm -f "$sheet"' EXIT
passed=0 failed=0

RUNS=${RUNS:-3} sh tests/perf/speed.sh "$build" examples/nn/*.c >"$sheet"
grep -v " passed, " "$sheet"
for file in examples/nn/*.c; do
    if ! grep -q "^$file  *[0-9]" "$sheet"; then
        failed=$((failed + 1))
        echo "FAIL $file is not in the sheet"
    elif ! "$build/shapeprof" --strict "$file" >/dev/null 2>&1; then
        failed=$((failed + 1))
        echo "FAIL $file was not analysed"
    else
        passed=$((passed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
