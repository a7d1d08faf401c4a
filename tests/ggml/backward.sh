#!/bin/sh
# backward.c, which prints the backward pass of every operator that has one, read by the
# interpreter: it must print what it prints with ggml 0.21 (backward.txt).
#
#   sh tests/ggml/backward.sh [BUILD-FOLDER]
cd "$(dirname "$0")/../.." || exit 2
build=${1:-build}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
"$build/tests/c_run" tests/ggml/backward.c -Ifrontends/ggml/include >"$work/printed" 2>"$work/said"
status=$?
if [ "$status" = 0 ] && diff "$work/printed" tests/ggml/backward.txt >"$work/differs"; then
    echo '1 passed, 0 failed'
else
    cat "$work/said"
    head -n 20 "$work/differs"
    echo 'FAIL backward.c: not what the library prints'
    echo '0 passed, 1 failed'
    exit 1
fi
