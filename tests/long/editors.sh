#!/bin/sh
# The language server in real editors: Neovim and Emacs with the setups of
# examples/editors, and VS Code's own protocol library in Node.
#
#   sh tests/long/editors.sh BUILD
set -u
cd "$(dirname "$0")/../.." || exit 2
root=$PWD
build=$(cd "${1:-build}" && pwd) || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

python3 -c 'import sys; sys.path.insert(0, "tests/lsp"); import models
open(sys.argv[1], "w").write(models.MLP)' "$work/mlp.c" || exit 2
SHAPEPROF=$build/shapeprof FILE=$work/mlp.c HOME=$work
export SHAPEPROF FILE HOME

count() { # NAME OUTPUT
    grep '^FAIL' "$2"
    counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$2" | tail -n 1)
    if [ -z "$counts" ]; then
        echo "FAIL $1 ended early:"
        tail -n 5 "$2"
        failed=$((failed + 1))
        return
    fi
    echo "$1: $counts"
    passed=$((passed + ${counts% *}))
    failed=$((failed + ${counts#* }))
}

SETUP=$root/examples/editors/nvim timeout 120 nvim --headless -u NONE \
    -c "luafile tests/lsp/editors/nvim.lua" >"$work/nvim" 2>&1
count neovim "$work/nvim"

SETUP=$root/examples/editors/emacs timeout 120 emacs --batch -l tests/lsp/editors/eglot.el \
    >"$work/emacs" 2>/dev/null
count emacs "$work/emacs"

modules=$build/editors
mkdir -p "$modules"
if [ ! -d "$modules/node_modules/vscode-languageserver-protocol" ]; then
    npm install --prefix "$modules" --ignore-scripts --no-audit --no-fund --silent \
        vscode-languageserver-protocol@3.17.5 >"$work/npm" 2>&1 || cat "$work/npm"
fi
NODE_PATH=$modules/node_modules timeout 120 node tests/lsp/editors/client.cjs >"$work/node" 2>&1
count node "$work/node"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
