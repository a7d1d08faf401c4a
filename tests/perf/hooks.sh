#!/bin/sh
# What forward hooks on every leaf cost: instructions of a ResNet-18 forward
# pass under callgrind, with and without them.
#
#   sh tests/perf/hooks.sh [BUILD-FOLDER]
cd "$(dirname "$0")/../.." || exit 2
build=$(cd "${1:-build}" && pwd) || exit 2
command -v valgrind >/dev/null || {
    echo "valgrind is not installed"
    exit 2
}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cc -O1 tests/perf/hooks.c examples/nn/resnet18.c -Ifrontends/nn/include -L"$build" \
    -Wl,-rpath,"$build" -lshapeprof -o "$work/hooks" || exit 2
export OPENBLAS_NUM_THREADS=1

instructions() { # ARGUMENTS...
    valgrind --tool=callgrind --callgrind-out-file="$work/out" "$work/hooks" "$@" 2>&1 >/dev/null |
        sed -n 's/.*Collected : \([0-9]*\)$/\1/p'
}
without=$(instructions)
with=$(instructions hooks)
echo "$without instructions without hooks, $with with them"
awk -v a="$without" -v b="$with" 'BEGIN { printf "hooks cost %.3f %%\n", 100 * (b - a) / a }'
