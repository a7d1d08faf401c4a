#!/bin/sh
# The declarations of frontends/ggml/include: each header by itself, and programs
# written for the library, compile without a warning under gcc and clang. Where
# GGML_INCLUDE names the folder of the headers of ggml 0.15.1 (in the npm package
# nodejs-whisper 0.3.1: cpp/whisper.cpp/ggml/include), they are held against those:
# functions' types, values of enumerators and macros, layouts of structs. What may
# differ, because 0.21 has more, stands in headers_0.15.txt.
#
#   sh tests/ggml/headers.sh
cd "$(dirname "$0")/../.." || exit 2
include=frontends/ggml/include
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0

silent() { # NAME COMMAND...
    name=$1
    shift
    if "$@" >"$work/said" 2>&1 && [ ! -s "$work/said" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $name"
        sed 's/^/    /' "$work/said"
    fi
}

flags="-Wall -Wextra -Wpedantic -fsyntax-only -I$include"
for header in "$include"/*.h; do
    printf '#include "%s"\nextern int nothing_else;\n' "$(basename "$header")" >"$work/alone.c"
    # shellcheck disable=SC2086
    for compiler in gcc clang; do
        silent "$compiler $header" $compiler -std=c11 $flags "$work/alone.c"
        silent "$compiler $header as C++" $compiler -x c++ -std=c++17 $flags "$work/alone.c"
    done
done
for source in tests/oracle/ggml/models/*.c tests/oracle/ggml/broken/*.c \
    tests/oracle/ggml/fixed/*.c examples/ggml/*.c; do
    [ -f "$source" ] || continue
    for compiler in gcc clang; do
        # shellcheck disable=SC2086
        silent "$compiler $source" $compiler -std=c11 $flags "$source"
    done
done

says() { # INCLUDE
    gcc -std=gnu11 -w -I"$1" "$work/probe.c" -o "$work/probe" && "$work/probe"
}

if [ -f "${GGML_INCLUDE:-}/ggml.h" ]; then
    python3 tests/ggml/headers.py "$include" "$GGML_INCLUDE" >"$work/probe.c" 2>"$work/only" &&
        says "$include" >"$work/ours" && says "$GGML_INCLUDE" >"$work/theirs"
    [ "$(wc -l <"$work/ours")" -gt 1000 ] || echo 'too little was compared' >>"$work/theirs"
    diff "$work/ours" "$work/theirs" | grep '^[<>]' >"$work/differences"
    silent 'as ggml 0.15.1 declares it' diff tests/ggml/headers_0.15.txt "$work/differences"
    silent 'nothing of ggml 0.15.1 is left out' sh -c "! grep '^only there' '$work/only'"
else
    echo 'GGML_INCLUDE names no folder with ggml.h: the declarations were not compared'
    skipped=1
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
