#!/bin/sh
# Installs into an empty folder and uses what is there as a user would: the
# program finds nn.h without flags, a model links through pkg-config and
# through find_package, the man page and the completions can be read.
#
#   sh tests/long/install.sh [BUILD_DIR]
cd "$(dirname "$0")/../.." || exit 2
root=$(pwd) build=${1:-build}
place=$(mktemp -d) || exit 2
trap 'rm -rf "$place"' EXIT
passed=0 failed=0

try() { # WHAT COMMAND...
    what=$1
    shift
    if "$@" >"$place/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $what"
        tail -n 15 "$place/log"
    fi
}

prefix=$place/prefix
try install cmake --install "$build" --prefix "$prefix"
library_dir=$(dirname "$(find "$prefix" -name 'libshapeprof.so' | head -n 1)")
cp examples/nn/wide.c "$place/wide.c"
cat >"$place/main.c" <<'C'
#include <shapeprof/nn.h>
#include <stdio.h>
struct nn_module *wide(void);
int main(void)
{
    nn_recording_open("wide");
    nn_tensor *y = nn_call(wide(), nn_zeros(NN_F32, 4, 8));
    printf("%d %d\n", (int)nn_size(y, 0), (int)nn_size(y, 1));
    nn_recording_close();
    return 0;
}
C
mkdir -p "$place/project"
cat >"$place/project/CMakeLists.txt" <<'C'
cmake_minimum_required(VERSION 3.25)
project(user C)
find_package(shapeprof 0.1 REQUIRED)
add_executable(user ../main.c ../wide.c)
target_link_libraries(user PRIVATE shapeprof::shapeprof)
C

try 'program runs' "$prefix/bin/shapeprof" "$place/wide.c"
try 'program finds nn.h' sh -c "! '$prefix/bin/shapeprof' '$place/wide.c' 2>&1 | grep -q 'nn.h'"
flags=$(PKG_CONFIG_PATH=$library_dir/pkgconfig pkg-config --cflags --libs shapeprof)
try 'pkg-config' test -n "$flags"
# shellcheck disable=SC2086
try 'links through pkg-config' cc -std=c17 -Wall -Wextra -Wpedantic -Werror "$place/main.c" \
    "$place/wide.c" $flags -o "$place/user"
try 'linked model runs' sh -c "LD_LIBRARY_PATH='$library_dir' '$place/user' | grep -qx '4 8'"
try 'find_package' cmake -S "$place/project" -B "$place/project/build" -DCMAKE_PREFIX_PATH="$prefix"
try 'builds through find_package' cmake --build "$place/project/build"
try 'runs through find_package' sh -c "'$place/project/build/user' | grep -qx '4 8'"
try 'man page' man -l --warnings=w "$prefix/share/man/man1/shapeprof.1"
try 'bash completion' bash -n "$prefix/share/bash-completion/completions/shapeprof"
try 'zsh completion' zsh -n "$prefix/share/zsh/site-functions/_shapeprof"
try 'fish completion' fish -n "$prefix/share/fish/vendor_completions.d/shapeprof.fish"
try 'schema' test -s "$prefix/share/shapeprof/report.schema.json"
cd "$root" || exit 2
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
