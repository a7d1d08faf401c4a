#!/bin/sh
# The language server in real editors: Neovim and Emacs with the setups of
# examples/editors, VS Code's own protocol library in Node, and the extension in
# code-server, which is VS Code in a browser.
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
install_in() { # FOLDER ARGUMENT...
    (cd "$1" && shift && npm install --ignore-scripts --no-audit --no-fund --silent "$@") \
        >>"$work/npm" 2>&1 || tail -n 5 "$work/npm"
}
if [ ! -d "$modules/node_modules/playwright-core" ]; then
    echo '{"private": true}' >"$modules/package.json"
    install_in "$modules" vscode-languageserver-protocol@3.17.5 vscode-languageclient@9.0.1 \
        esbuild@0.25.12 code-server@4.100.3 playwright-core@1.65.1
fi
NODE_PATH=$modules/node_modules timeout 120 node tests/lsp/editors/client.cjs >"$work/node" 2>&1
count node "$work/node"

# What code-server's own install script does of what is needed here.
server=$modules/node_modules/code-server/lib/vscode
if [ ! -e "$server/node_modules.asar" ]; then
    install_in "$server" --omit=dev
    install_in "$server/extensions" --omit=dev
    argon2=$(find "$modules/node_modules" -type d -name argon2 -path '*node_modules/argon2' | head -n 1)
    (cd "$argon2" && node "$(npm root -g)/npm/node_modules/node-gyp/bin/node-gyp.js" rebuild \
        --nodedir=/usr --module_name=argon2 --module_path="$argon2/lib/binding/napi-v3") \
        >>"$work/npm" 2>&1 || tail -n 5 "$work/npm"
    ln -s node_modules "$server/node_modules.asar"
fi
extension=$work/extensions/shapeprof.shapeprof-0.1.0
mkdir -p "$extension" "$work/folder/.vscode"
cp examples/editors/vscode/package.json "$extension"
NODE_PATH=$modules/node_modules "$modules/node_modules/.bin/esbuild" \
    examples/editors/vscode/src/extension.js --bundle --platform=node --format=cjs \
    --external:vscode --outfile="$extension/out/extension.js" >"$work/esbuild" 2>&1 || cat "$work/esbuild"
sed 's/nn_linear(64, 8)/nn_linear(32, 8)/' "$work/mlp.c" >"$work/folder/broken.c"
echo "{\"shapeprof.path\": \"$build/shapeprof\"}" >"$work/folder/.vscode/settings.json"
FOLDER=$modules WORKSPACE=$work/folder EXTENSIONS=$work/extensions \
    NODE_PATH=$modules/node_modules timeout 180 node tests/lsp/editors/vscode.cjs >"$work/vscode" 2>&1
count vscode "$work/vscode"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
