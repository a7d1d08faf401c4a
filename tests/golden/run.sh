#!/bin/sh
# What users see, word for word. Each NAME.txt is a session in this folder:
# lines that begin with `$ ` are run, and what they print, with their exit
# status where it is not 0, must be what follows them. Then every JSON report,
# and the JSON of runs, is held against its schema.
#
#   sh tests/golden/run.sh [BUILD-FOLDER] [--update]
cd "$(dirname "$0")" || exit 2
export SHAPEPROF_CACHE_DIR= # each answer is to be a new one
build=$(cd "../../${1:-build}" && pwd) || exit 2
PATH=$build:$PATH
export PATH
actual=$(mktemp) passed=0 failed=0
trap 'rm -f "$actual"' EXIT

replay() { # SESSION
    first=1
    grep '^\$ ' "$1" | while IFS= read -r line; do
        [ "$first" = 1 ] || echo
        first=0
        printf '%s\n' "$line"
        sh -c "${line#\$ }" 2>&1 </dev/null
        status=$?
        [ "$status" = 0 ] || echo "[status $status]"
    done
}

for session in *.txt; do
    replay "$session" >"$actual"
    if [ "${2:-}" = --update ]; then
        cp "$actual" "$session"
    elif ! grep -q '^\$ ' "$session"; then
        failed=$((failed + 1))
        echo "FAIL $session: it runs nothing"
    elif diff -u "$session" "$actual"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $session"
    fi
done

fits() { # SCHEMA ARGUMENTS...
    schema=$1
    shift
    if shapeprof "$@" --format json 2>/dev/null |
        python3 schema.py "../../analyzer/report/$schema"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $*: its JSON does not fit $schema"
    fi
}

for source in *.c ../../examples/*/*.c ../oracle/ggml/models/moe.c ../oracle/kann/models/k03*.c \
    ../oracle/nnom/models/n02*.c ../oracle/rawc/models/r02*.c; do
    fits report.schema.json "$source"
done
fits report.schema.json ../../examples/nn/wide.c --at N=1,64 --budget 'peak<=8KiB'
fits run.schema.json run ../../examples/nn/lenet5.c --input 'f32[2,1,28,28]'
fits run.schema.json run ../../examples/nn/lstm_tagger.c --input 'i64[2,5]' --backward
fits run.schema.json run ../../examples/nn/wide.c --at N=1,2 --repeat 2
fits run.schema.json run ../../examples/nn/lenet5.c --input 'f32[2,1,28,28]' --profile --steps 1
fits run.schema.json run ../../examples/nn/lenet5.c --input 'f32[2,1,28,28]' --compile default
fits run.schema.json run broken.c
fits run.schema.json run blocks.c --checkpoint 1
fits run.schema.json run ../../examples/nn/lenet5.c --input 'f32[2,1,28,28]' --checkpoint auto
fits plan.schema.json plan blocks.c --run
fits plan.schema.json plan ../../examples/nn/resnet18.c --input 'f32[1,3,64,64]'
fits plan.schema.json plan broken.c
fits compare.schema.json compare ../../examples/nn/wide.c ../../examples/nn/narrow.c --at N=1,64
fits compare.schema.json compare ../../examples/nn/wide.c ../../examples/nn/unet.c
fits compare.schema.json compare sides.c:scores sides.c:mlp --set b:width=256
fits compare.schema.json compare ../../examples/nn/wide.c ../../examples/nn/narrow.c --run
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
