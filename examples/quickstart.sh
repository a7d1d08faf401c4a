#!/bin/sh
# Installs what is missing (Debian packages), builds shapeprof, and shows the
# main job on the examples. Safe to run again.
set -eu
cd "$(dirname "$0")/.."
sh tests/setup.sh build

echo 'building (a few minutes on a small machine)'
mkdir -p build
log=build/quickstart.log
generator='-G Ninja'
[ ! -f build/CMakeCache.txt ] || generator=
# shellcheck disable=SC2086
{ cmake --preset release $generator -DSHAPEPROF_TESTS=OFF &&
    cmake --build build -j "$(nproc)" --target shapeprof_program; } >"$log" 2>&1 || {
    tail -n 40 "$log"
    exit 1
}

show() {
    printf '\n$ %s\n' "$*"
    "$@"
}
show build/shapeprof examples/nn/wide.c
show build/shapeprof compare examples/nn/wide.c:wide examples/nn/narrow.c:narrow --input 'f32[4,8]'
show build/shapeprof examples/nn/lenet5.c --input 'f32[8,1,28,28]'
show build/shapeprof run examples/nn/narrow.c --input 'f32[4,8]'
