#!/bin/sh
# ggml's own code as ordinary C: ggml.c and ggml-alloc.c from an npm package, run
# by the interpreter under each recorded program, must build the same graphs at
# the same places as when they are compiled.
#
#   sh tests/ggml/interpreted.sh 0.15|0.25 [BUILD-FOLDER]
cd "$(dirname "$0")/../.." || exit 2
version=$1 build=${2:-build}
library=$(sh tests/ggml/library.sh "$version" "$build" | tail -n 1)
[ -f "$library/src/ggml.c" ] || {
    echo "FAIL ggml $version could not be built"
    exit 1
}
work=$library/interpreted models=tests/oracle/ggml/models
mkdir -p "$work"
passed=0 failed=0
parts="tests/ggml/plain_backend.c $library/src/ggml.c $library/src/ggml-quants.c
    $library/src/ggml-alloc.c"
flags="-D_GNU_SOURCE -include $library/ggml-version.h -I$library -I$library/include -I$library/src
    -Itests/ggml -I$models"
parts=$(echo $parts) flags=$(echo $flags)
objects=
for part in $parts; do
    object=$work/$(basename "$part" .c).o
    # shellcheck disable=SC2086
    gcc -std=gnu11 -w -O1 $flags -c "$part" -o "$object" || exit 1
    objects="$objects $object"
done
for source in "$models"/*.c; do
    name=$(basename "$source" .c)
    program=$work/$name
    printf '#define PRINT_GRAPHS\n#include "print_graph.h"\n#include "%s"\n' "$PWD/$source" \
        >"$program.c"
    # shellcheck disable=SC2086
    gcc -std=gnu11 -w -O1 $flags "$program.c" $objects -lm -lpthread -o "$program" || {
        echo "FAIL $name does not compile with ggml $version"
        failed=$((failed + 1))
        continue
    }
    "$program" >"$program.compiled" 2>"$program.log" </dev/null
    compiled=$?
    # shellcheck disable=SC2086
    "$build/tests/c_run" "$program.c" $parts $flags >"$program.interpreted" 2>"$program.log" </dev/null
    interpreted=$?
    if [ $compiled = $interpreted ] && cmp -s "$program.compiled" "$program.interpreted"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $name: status $compiled compiled, $interpreted interpreted"
        tail -n 2 "$program.log"
        diff "$program.compiled" "$program.interpreted" | head -n 5
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed != 0 ]
