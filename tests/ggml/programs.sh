#!/bin/sh
# Holds what is read from the source of each program in examples/ggml against
# what the real library makes of it when it runs: all nodes and leafs, every
# place in the buffer, the contexts, with the rules of that version.
#
#   sh tests/ggml/programs.sh 0.15|0.25 [BUILD-FOLDER [PROGRAM...]]
cd "$(dirname "$0")/../.." || exit 2
version=$1 build=${2:-build} status=0
[ $# -gt 1 ] && shift
shift
library=$(sh tests/ggml/library.sh "$version" "$build" | tail -n 1)
[ -f "$library/libggml.a" ] || exit 1
work=$library/programs
mkdir -p "$work/golden"
defines=
[ "$version" = 0.15 ] && defines=-DSCAN_BEFORE_0_21
renames=
for name in ggml_init ggml_free ggml_backend_alloc_ctx_tensors ggml_gallocr_reserve \
    ggml_gallocr_alloc_graph ggml_backend_sched_reserve ggml_backend_sched_alloc_graph \
    ggml_backend_sched_graph_compute ggml_backend_graph_compute ggml_graph_compute_with_ctx; do
    renames="$renames --redefine-sym $name=dump_$name"
done
for part in dump dump_program; do
    gcc -std=gnu11 -O1 -w -I"$library/include" -I"$library/src" -c tests/ggml/$part.c \
        -o "$work/$part.o" || exit 1
done
[ $# -gt 0 ] || set -- $(for source in examples/ggml/*.c; do basename "$source" .c; done)
for name in "$@"; do
    source=examples/ggml/$name.c
    # shellcheck disable=SC2086
    gcc -std=c11 -O1 $defines -I"$library/include" -c "$source" -o "$work/$name.o" &&
        objcopy $renames "$work/$name.o" &&
        gcc "$work/$name.o" "$work/dump.o" "$work/dump_program.o" "$library/libggml.a" -lstdc++ \
            -lm -lpthread -ldl -o "$work/$name" && (cd examples/ggml && GGML_NO_BACKTRACE=1 \
        GGML_DUMP="$work/golden/$name.json" "$work/$name" >"$work/$name.log") || {
        echo "FAIL $name does not run"
        status=1
        continue
    }
    # shellcheck disable=SC2086
    timeout 60 "$build/tests/oracle_ggml" --ggml="$version" "$work/golden/$name.json" "$PWD/$source" -- \
        -I"$library/include" $defines || status=1
done
exit $status
