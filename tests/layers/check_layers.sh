#!/bin/sh
# Refuses an include that goes the wrong way through the layers, libclang
# outside frontends/c, and a top-level folder that the design does not name.
cd "$(dirname "$0")/../.." || exit 2

#   who may include what
allowed() {
    case $1 in
    ir/base/*) echo 'ir/base/' ;;
    ir/sym/*) echo 'ir/(base|sym)/' ;;
    ir/*) echo 'ir/' ;;
    frontends/c/parse/* | frontends/c/lower/*)
        echo 'ir/|frontends/c/(parse/|lower/|unit\.h|dialect\.h|ast\.|ctype\.h|crew\.h)' ;;
    frontends/c/*) echo 'ir/|frontends/c/' ;;
    frontends/ggml/include/*) echo 'gg(ml|uf)' ;;
    frontends/nnom/include/*) echo 'nnom' ;;
    frontends/kann/include/*) echo 'kautodiff' ;;
    frontends/nn/*) echo 'ir/|frontends/nn/' ;;
    frontends/*) echo 'ir/|frontends/' ;;
    analyzer/session.[ch] | analyzer/cli/* | analyzer/lsp/*) echo 'ir/|frontends/|analyzer/' ;;
    analyzer/*) echo 'ir/|analyzer/' ;;
    esac
}

status=0
files=$(git ls-files -- 'ir/*.[ch]' 'frontends/*.[ch]' 'analyzer/*.[ch]')
[ -n "$files" ] || {
    echo "no source file was found"
    exit 1
}
for file in $files; do
    bad=$(grep -nE '^#include "' "$file" | grep -vE "\"($(allowed "$file"))" || true)
    [ -z "$bad" ] || {
        echo "$file: $bad"
        status=1
    }
done
# What libraries have of their own is asked through frontends/c/dialect.h, whose tables dialects fill
# in. Comments may have their functions as examples.
bad=$(git grep -wE '(ggml|gguf|kann|kad|nnom|nn)(_[a-zA-Z_0-9]*)?' -- 'frontends/c/*.[ch]' 'frontends/c/*.def' |
    sed 's,//.*,,' | grep -wE '(ggml|gguf|kann|kad|nnom|nn)(_[a-zA-Z_0-9]*)?' || true)
[ -z "$bad" ] || {
    echo "frontends/c names a library: $bad"
    status=1
}
# Of the C frontend, only these see a cursor.
bad=$(git grep -lw 'CXCursor' -- 'frontends/c/*.[ch]' |
    grep -vE '^frontends/c/(parse/|lower/|unit\.c)' || true)
[ -z "$bad" ] || {
    echo "a cursor outside frontends/c/parse and lower: $bad"
    status=1
}
bad=$(git grep -ln 'clang-c/' -- '*.c' '*.h' | grep -vE '^(frontends/c|tests/(perf|folders))/' || true)
[ -z "$bad" ] || {
    echo "libclang outside frontends/c: $bad"
    status=1
}
bad=$(git ls-files | cut -d/ -f1 | sort -u |
    grep -vE '^(analyzer|ir|frontends|tests|examples|CMakeLists\.txt|CMakePresets\.json|README\.md|LICENSE|\..*)$' || true)
[ -z "$bad" ] || {
    echo "not in the design's top level: $bad"
    status=1
}
exit $status
