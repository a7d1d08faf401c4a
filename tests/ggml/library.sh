#!/bin/sh
# Builds a real ggml with its CPU backend from an npm package, as a release
# without the code for special processors:
#
#     sh tests/ggml/library.sh 0.15|0.25 [BUILD-FOLDER]
#
# The last line is the folder made: include/, src/ and libggml.a. What is there
# already is kept.
set -eu
cd "$(dirname "$0")/../.."
version=$1
folder=$PWD/${2:-build}/ggml/$version
case $version in
0.15) package=nodejs-whisper@0.3.1 ;; # ggml 0.15.1
0.25) package=node-llama-cpp@3.22.1 ;; # ggml 0.25.1
*)
    echo "no package is known for ggml $version" >&2
    exit 2
    ;;
esac
if [ -f "$folder/libggml.a" ]; then
    echo "$folder"
    exit 0
fi

# The second package has its tree as a bundle of git.
fetch() {
    archive=$(npm pack --silent "$package")
    tar xzf "$archive"
    rm "$archive"
    case $version in
    0.15) tree=package/cpp/whisper.cpp/ggml ;;
    0.25)
        git -c advice.detachedHead=false clone -q package/llama/gitRelease.bundle tree
        tree=tree/ggml
        ;;
    esac
    rm -rf include src
    mv "$tree/include" "$tree/src" .
    rm -rf package tree
}

compile() { # FILE...
    flags="-O1 -w -DNDEBUG -D_GNU_SOURCE -DGGML_USE_CPU -DGGML_CPU_GENERIC -include ggml-version.h
        -I. -Iinclude -Isrc -Isrc/ggml-cpu"
    flags=$(echo $flags)
    for file in "$@"; do
        [ -f "$file" ] || continue
        case $file in
        *.c) compiler='gcc -std=gnu11' ;;
        *) compiler='g++ -std=c++17' ;;
        esac
        echo "$compiler $flags -c $file -o $(echo "$file" | tr / _).o"
    done | xargs -P "$(nproc)" -I'{}' sh -c '{}'
    ar rcs libggml.a ./*.o
    rm -f ./*.o
}

mkdir -p "$folder"
cd "$folder"
fetch >&2
printf '#define GGML_VERSION "%s"\n#define GGML_COMMIT "npm"\n' "$version" >ggml-version.h
cpu=src/ggml-cpu
# The long ones first.
compile $cpu/ops.cpp src/gguf.cpp src/ggml-backend-meta.cpp $cpu/unary-ops.cpp src/ggml-quants.c \
    $cpu/binary-ops.cpp $cpu/ggml-cpu.c $cpu/ggml-cpu.cpp $cpu/quants.c $cpu/traits.cpp \
    $cpu/vec.cpp $cpu/iqp.cpp src/ggml.c src/ggml.cpp src/ggml-alloc.c src/ggml-backend.cpp \
    src/ggml-backend-reg.cpp src/ggml-backend-dl.cpp src/ggml-opt.cpp src/ggml-threading.cpp >&2
echo "$folder"
