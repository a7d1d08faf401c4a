#!/bin/sh
# One program for each construct of C: the interpreter must print what the
# program prints that gcc makes of it, and end with the same status.
#
#   sh tests/constructs/run.sh [BUILD-FOLDER [FILE.c...]]
#
# `// arguments: WORDS` in a program gives it arguments, `// with: FILES` the rest of it.
cd "$(dirname "$0")" || exit 2
build=$(cd "../../${1:-build}" && pwd) || exit 2
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- *.c
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
for file; do
    words=$(sed -n 's|^// arguments: ||p' "$file")
    others=$(sed -n 's|^// with: ||p' "$file")
    # shellcheck disable=SC2086
    if ! gcc -std=gnu17 -w -O0 "$file" $others -o "$work/program" -lm ||
        ! { "$work/program" $words >"$work/expected"; echo "status $?" >>"$work/expected"; }; then
        failed=$((failed + 1))
        echo "FAIL $file: gcc makes no program of it"
        continue
    fi
    # shellcheck disable=SC2086
    "$build/tests/c_run" "$file" $others -std=gnu17 -w -- $words >"$work/got" 2>"$work/why"
    echo "status $?" >>"$work/got"
    if cmp -s "$work/expected" "$work/got"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $file: $(head -n 1 "$work/why")"
        diff "$work/expected" "$work/got" | head -n 6
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
