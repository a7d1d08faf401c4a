#!/bin/sh
# Several files that are parsed at once give the same bytes as one after
# another, with files among them that are broken, missing or no C.
#
#   sh tests/jobs/run.sh [BUILD-FOLDER]
cd "$(dirname "$0")/../.." || exit 2
export SHAPEPROF_CACHE_DIR= # each answer is to be a new one
build=${1:-build}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

answer() { # NAME ARGUMENT...
    name=$1
    shift
    "$build/shapeprof" "$@" >"$work/$name" 2>&1 </dev/null
    echo "status $?" >>"$work/$name"
}

same() { # ARGUMENT...
    answer alone "$@" -j 1
    for jobs in 2 7; do
        answer at_once "$@" -j $jobs
        if [ "$(wc -c <"$work/alone")" -gt 100 ] && cmp -s "$work/alone" "$work/at_once"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAIL $* -j $jobs"
        fi
    done
}

same examples/nn/wide.c examples/nn/narrow.c
same examples/nn/*.c --entry wide --format json
same tests/cases/missing_header.c examples/nn/lenet5.c tests/cases/found_header.c tests/cases/not_understood.c
same examples/nn/wide.c tests/cases/nowhere.c examples/nn/lenet5.c tests/cases/files/header.bin examples/nn/vae.c
same tests/cases/nowhere.c tests/layers README.md

for jobs in 0 -1 x 99999999999999; do
    answer refused examples/nn/wide.c -j $jobs
    if grep -q 'error: --jobs' "$work/refused" && grep -q 'status 2' "$work/refused"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL -j $jobs is no number of jobs"
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
