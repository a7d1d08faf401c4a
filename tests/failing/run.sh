#!/bin/sh
# Each allocation of an analysis, and of a program that trains, fails in turn: it must end with a
# message and status 2, or with a finding that tells what was left out, and
# never by a signal, with a leak, or with another answer than usual.
#
#   sh tests/failing/run.sh [BUILD-FOLDER [STEP]]     STEP: of the allocations behind the first 100
cd "$(dirname "$0")/../.." || exit 2
program=${1:-build-dev}/tests/failing
step=${2:-7}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

complain() { # WORDS...
    failed=$((failed + 1))
    echo "FAIL $*"
}

# The answer as usual, or an end that says why there is none.
judge() { # STATUS WHERE
    if grep -q 'Sanitizer\|runtime error' "$work/err"; then
        complain "$2: $(grep -m 1 'Sanitizer\|runtime error' "$work/err")"
    elif [ "$1" -gt 2 ]; then
        complain "$2: status $1: $(head -n 1 "$work/err")"
    elif [ "$1" = "$usual" ] && cmp -s "$work/usual" "$work/out"; then
        passed=$((passed + 1))
    elif grep -q 'out of memory\|gave no memory\|memory' "$work/err" "$work/out"; then
        passed=$((passed + 1))
    else
        complain "$2: status $1 and another answer, without a word: $(head -n 1 "$work/err")"
    fi
}

fail_each() { # OPTIONS...
    FAIL_COUNT=1 "$program" "$@" >"$work/usual" 2>"$work/err"
    usual=$?
    n=$(sed -n 's/^failing: \([0-9]*\) allocations/\1/p' "$work/err" | sort -n | tail -n 1)
    [ -n "$n" ] || { complain "$*: nothing was counted"; return; }
    at=1
    while [ "$at" -le "$n" ]; do
        FAIL_AT=$at "$program" "$@" >"$work/out" 2>"$work/err"
        judge $? "$* with allocation $at of $n"
        if [ "$at" -lt 100 ]; then at=$((at + 1)); else at=$((at + step)); fi
    done
}

fail_each tests/failing/model.c
fail_each tests/failing/model.c --format json --set width=16
program=${1:-build-dev}/tests/failing_run # a program on nn.h that trains
fail_each
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
