#!/bin/sh
# Time of five models beside Debian's PyTorch: apt install python3-torch.
#
#   sh tests/perf/beside_torch.sh [BUILD-FOLDER [FACTOR]]    FACTOR: of the number of passes
#   THREADS=1 sh tests/perf/beside_torch.sh                  two without it
cd "$(dirname "$0")/../.." || exit 2
build=$(cd "${1:-build}" && pwd) || exit 2
/usr/bin/python3 -c 'import torch' 2>/dev/null || {
    echo "PyTorch is not installed: apt install python3-torch"
    exit 2
}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cc -O1 tests/perf/beside_torch.c examples/nn/resnet18.c examples/nn/lenet5.c -Ifrontends/nn/include -L"$build" \
    -Wl,-rpath,"$build" -lshapeprof -o "$work/torch" || exit 2
/usr/bin/python3 tests/perf/beside_torch.py "$work/torch" "${2:-1}"
