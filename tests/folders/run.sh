#!/bin/sh
# Folders and several programs in one call: each is analysed as it is by itself,
# however many at once, and one that crashes or hangs takes nothing along.
#
#   sh tests/folders/run.sh [BUILD-FOLDER]
cd "$(dirname "$0")" || exit 2
export SHAPEPROF_CACHE_DIR= # but where the cache is what is tested
build=$(cd "../../${1:-build}" && pwd) || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

check() { # NAME COMMAND...
    name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $name"
    fi
}

shapeprof() { # NAME ARGUMENT...
    name=$1
    shift
    "$build/shapeprof" "$@" >"$work/$name" 2>"$work/$name.err" </dev/null
    echo "status $?" >>"$work/$name.err"
}

says() { # NAME TEXT
    grep -qF -- "$2" "$work/$1" "$work/$1.err"
}

models() { # NAME: the entries of its models, in order
    python3 -c 'import json, sys; print(*[m["entry"] for m in json.load(sys.stdin)["models"]])' <"$work/$1"
}

# ---- each program as by itself

shapeprof all project --format json
shapeprof train project/train.c project/lib/blocks.c --format json
shapeprof predict project/predict.c project/lib/blocks.c --format json
shapeprof net project/sub/net.c project/lib/blocks.c --format json
same_as_alone() {
    python3 - "$work" <<'PY'
import json
import sys

folder = sys.argv[1]
whole = json.load(open(folder + "/all"))
models, diagnostics = [], []
for name in ("predict", "train", "net"):
    one = json.load(open(f"{folder}/{name}"))
    models += one["models"]
    diagnostics += one["diagnostics"]
assert len(models) == 3, models
assert whole["models"] == models
assert whole["diagnostics"] == diagnostics
assert sorted(whole["files"]) == [
    f"project/{f}" for f in ("lib/blocks.c", "predict.c", "sub/net.c", "sub/part.c", "train.c")]
PY
}
check "a folder's programs are what they are by themselves" same_as_alone
check "its error is the status" says all "status 1"
shapeprof mains project/train.c project/predict.c project/lib/blocks.c --format json
check "several files with a main are several programs" \
    [ "$(models mains)" = "project/train.c:main project/predict.c:main" ]
shapeprof again project project/train.c ./project/ --format json
check "what is named again is read once" cmp -s "$work/all" "$work/again"

# ---- however many at once

for format in text json csv; do
    shapeprof one project --format $format -j 1
    for jobs in 2 7; do
        shapeprof many project --format $format -j $jobs
        check "$format with -j $jobs" cmp -s "$work/one" "$work/many"
        check "$format with -j $jobs: complaints" cmp -s "$work/one.err" "$work/many.err"
    done
done

# ---- options are about all programs

shapeprof entry project --entry net --format json
check "an entry of one program" [ "$(models entry)" = "project/sub/net.c:net" ]
shapeprof no_entry project --entry nett
check "an entry of none" says no_entry 'did you mean `net`?'
shapeprof strict "$work/../$(basename "$work")" --strict
check "a folder without a source" says strict "no C source is in the folder"
check "and its status" says strict "status 2"

# ---- which files

cp -r project "$work/tree"
mkdir -p "$work/tree/.hidden" "$work/tree/out"
echo 'int main(void) { return 0; }' >"$work/tree/.hidden/hidden.c"
echo 'int main(void) { return 0; }' >"$work/tree/out/made.c"
touch "$work/tree/out/CMakeCache.txt"
ln -s .. "$work/tree/sub/up"
shapeprof copied "$work/tree" --format json
check "hidden folders, build folders and links are left out" [ "$(models copied | wc -w)" = 3 ]
cat >"$work/compile_commands.json" <<JSON
[{"directory": "$work/tree", "command": "cc -DX=1 -c train.c", "file": "train.c"},
 {"directory": "$work", "command": "cc -c tree/lib/blocks.c", "file": "tree/lib/blocks.c"},
 {"directory": "$work", "command": "cc -c gone.c", "file": "tree/gone.c"}]
JSON
shapeprof listed "$work/tree" -p "$work" --format json
check "with a database those that it lists" [ "$(models listed)" = "$work/tree/train.c:main" ]
cp -r "$work/tree/lib" "$work/tree/sub/lib"
shapeprof near "$work/tree" --format json --entry net
check "of two definitions the nearer one is taken" says near "sub/lib/blocks.c"
mv "$work/tree/sub/lib" "$work/tree/lib2"
shapeprof near "$work/tree" --format json --entry net
check "of two that are as near none is" says near '`block` has no body here'
rm -r "$work/tree/lib2"

# ---- the cache knows folders

export SHAPEPROF_CACHE_DIR="$work/cache"
shapeprof before "$work/tree" --format json
shapeprof warm "$work/tree" --format json
check "an answer that is kept" cmp -s "$work/before" "$work/warm"
cp "$work/tree/train.c" "$work/tree/later.c"
shapeprof later "$work/tree" --format json
check "a file that came later is seen" [ "$(models later | wc -w)" = 4 ]
rm "$work/tree/later.c"
export SHAPEPROF_CACHE_DIR=

# ---- one that crashes or hangs

export SHAPEPROF_LIBCLANG="$build/tests/libbad_clang.so"
shapeprof whole "$work/tree" --format json
check "a parser that is well" [ "$(models whole | wc -w)" = 3 ]
cp "$work/tree/train.c" "$work/tree/killed.c"
cp "$work/tree/train.c" "$work/tree/slow.c"
for jobs in 1 3; do
    shapeprof bad "$work/tree" --format json --max-seconds 6 -j $jobs
    check "the others are analysed, -j $jobs" [ "$(models bad)" = "$(models whole)" ]
    check "a crash is a finding, -j $jobs" says bad "killed.c ended early: Killed"
    check "of its own code, -j $jobs" says bad '"SP613"'
    check "so is what takes too long, -j $jobs" says bad "slow.c did not end within 6 seconds"
    check "and the status, -j $jobs" says bad "status 2"
done
shapeprof alone "$work/tree/killed.c"
check "a crash of the only program" says alone "killed.c ended early: Killed"
unset SHAPEPROF_LIBCLANG
rm "$work/tree/killed.c" "$work/tree/slow.c"
env --ignore-signal=CHLD "$build/shapeprof" "$work/tree" --format json >"$work/orphan" 2>"$work/orphan.err"
echo "status $?" >>"$work/orphan.err"
check "a parent that ignores the ends of its children" [ "$(models orphan)" = "$(models whole)" ]
check "gets the same status" says orphan "$(tail -n 1 "$work/whole.err")"

# ---- progress on a terminal

on_terminal() { # NAME ARGUMENT...: standard error is a terminal
    name=$1
    shift
    python3 - "$work/$name" "$build/shapeprof" "$@" <<'PY'
import os
import pty
import subprocess
import sys

out, *command = sys.argv[1:]
master, slave = pty.openpty()
with open(out, "wb") as file:
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=slave)
    os.close(slave)
    seen = b""
    while True:
        try:
            part = os.read(master, 4096)
        except OSError:
            part = b""
        if not part:
            break
        seen += part
    process.wait()
open(out + ".err", "wb").write(seen)
PY
}
unset CI
export TERM=xterm
on_terminal shown project --format json -j 1
check "progress is shown" says shown "[1/3] project/predict.c"
check "the answer is the same" cmp -s "$work/all" "$work/shown"
check "nothing of it stays" [ "$(tail -c 4 "$work/shown.err" | od -An -c | tr -d ' \n')" = '\r033[K' ]
CI=true on_terminal ci project --format json
check "but not in CI" [ ! -s "$work/ci.err" ]
on_terminal single project/train.c project/lib/blocks.c
check "nor for one program" [ ! -s "$work/single.err" ]

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
