#!/bin/sh
# Answers that were kept: the same bytes as new ones, found without libclang,
# and never found where something has changed that they depend on. What is in
# the folder may be broken, missing or too much at any time.
#
#   sh tests/cache/run.sh [BUILD-FOLDER]
cd "$(dirname "$0")/../.." || exit 2
top=$PWD
build=$(cd "${1:-build}" && pwd) || exit 2
work=$(mktemp -d) || exit 2
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
store=$work/store
export SHAPEPROF_CACHE_DIR="$store"
unset SHAPEPROF_CACHE_SIZE
passed=0 failed=0

check() { # NAME TEST...
    name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $name"
    fi
}

answer() { # NAME ARGUMENT...: all that a user gets, in one file
    file=$work/$1
    shift
    "$build/shapeprof" "$@" >"$file.out" 2>"$file.err" </dev/null
    status=$?
    { cat "$file.out"; echo; cat "$file.err"; echo "status $status"; } >"$file"
}

# Was the source parsed for this answer, or was it known?
how() { # ARGUMENT...
    if LD_DEBUG=files LD_DEBUG_OUTPUT="$work/loaded" "$build/shapeprof" "$@" >/dev/null 2>&1; then :; fi
    if cat "$work"/loaded.* | grep -q 'file=libclang'; then word=parsed; else word=known; fi
    rm -f "$work"/loaded.*
    echo $word
}
is_parsed() { [ "$(how "$@")" = parsed ]; }
is_known() { [ "$(how "$@")" = known ]; }
n_kept() { find "$store" -type f 2>/dev/null | wc -l; }

# ---- the same bytes

for source in examples/nn/*.c tests/golden/*.c; do
    for format in text json; do
        answer cold "$source" --format $format
        answer warm "$source" --format $format
        check "$source --format $format: the same again" cmp -s "$work/cold" "$work/warm"
    done
    answer new "$source" --no-cache
    answer warm "$source"
    check "$source: as without a cache" cmp -s "$work/new" "$work/warm"
done
for options in "compare examples/nn/wide.c examples/nn/narrow.c" "ir examples/nn/unet.c" \
    "tests/golden/broken.c --format csv" "tests/cases/no_model.c" "tests/cases/no_model_strict.c --strict" \
    "tests/golden/block.c --why 1.upp" "tests/cases/nowhere.c" "examples/nn/wide.c --input f32[4,9]"; do
    # shellcheck disable=SC2086
    {
        answer cold $options
        answer warm $options
        answer new $options --no-cache
    }
    check "$options: the same again" cmp -s "$work/cold" "$work/warm"
    check "$options: as without a cache" cmp -s "$work/new" "$work/warm"
done

# ---- what an answer depends on

mkdir -p "$work/project/first" "$work/project/second"
cd "$work/project" || exit 2
cat >model.c <<'EOF'
#include <shapeprof/nn.h>
#include "sizes.h"
nn_module *model(void)
{
    return nn_linear(WIDTH, 4);
}
EOF
echo '#define WIDTH 8' >second/sizes.h
set -- model.c -- -Ifirst -Isecond
check 'a first answer is parsed for' is_parsed "$@"
check 'the second is known' is_known "$@"
touch second/sizes.h model.c
check 'a date is no change' is_known "$@"
echo '#define WIDTH 16' >second/sizes.h
check 'a header has changed' is_parsed "$@"
echo '#define WIDTH 8' >second/sizes.h
check 'a change was undone' is_known "$@"
echo '#define WIDTH 32' >first/sizes.h
check 'a header of the same name comes before' is_parsed "$@"
answer warm "$@"
check 'the header that comes before counts' grep -q 'Linear(32, 4)' "$work/warm"
rm first/sizes.h
echo '#define WIDTH 64' >sizes.h
check 'a header beside the source comes before all' is_parsed "$@"
answer warm "$@"
check 'the header beside the source counts' grep -q 'Linear(64, 4)' "$work/warm"
rm sizes.h second/sizes.h
check 'a header is gone' is_parsed "$@"
check 'that it is gone is known' is_known "$@"
echo '#define WIDTH 8' >first/sizes.h
check 'a missing header appears' is_parsed "$@"
echo '// more' >>model.c
check 'the source has changed' is_parsed "$@"
check 'other flags' is_parsed "$@" -DMORE
check 'other options' is_parsed --depth 1 "$@"
check 'another folder' sh -c "cd '$work' && LD_DEBUG=files '$build/shapeprof' project/model.c -- -Iproject/first 2>&1 | grep -q 'file=libclang'"
CPATH=$work is_parsed "$@"
check 'a variable of the compiler' [ $? = 0 ]
mkdir commands
echo "[{\"directory\": \"$PWD\", \"file\": \"model.c\", \"command\": \"cc -Ifirst -c model.c\"}]" >commands/compile_commands.json
check 'with a database' is_parsed model.c -p commands
check 'with a database, again' is_known model.c -p commands
echo "[{\"directory\": \"$PWD\", \"file\": \"model.c\", \"command\": \"cc -Isecond -c model.c\"}]" >commands/compile_commands.json
check 'the database has changed' is_parsed model.c -p commands
mkdir -p .git deep/far/other
echo '#include "more.h"' >deep/far/found.h
echo '#define WIDTH 4' >deep/far/other/more.h
sed 's/sizes.h/found.h/' model.c >finds.c
check 'a header has to be looked for' is_parsed finds.c
answer warm finds.c
check 'and what it includes' grep -q 'Linear(4, 4)' "$work/warm"
check 'a header that was looked for is known' is_known finds.c
mkdir near
check 'there is one more folder to look into' is_parsed finds.c
echo '#define WIDTH 8' >near/found.h
check 'a nearer header' is_parsed finds.c
answer warm finds.c
check 'the nearer header counts' grep -q 'Linear(8, 4)' "$work/warm"
cat >asks.c <<'EOF'
#include <shapeprof/nn.h>
#if __has_include("there.h")
#define WIDTH 4
#else
#define WIDTH 8
#endif
nn_module *model(void)
{
    return nn_linear(WIDTH, 4);
}
EOF
how asks.c >/dev/null
check 'what asks whether a header exists is not kept' is_parsed asks.c
how model.c --argv sizes.txt >/dev/null
check 'what reads files of its own is not kept' is_parsed model.c --argv sizes.txt
cd "$top" || exit 2

# The width of a terminal is part of the question.
check 'the width of the terminal' python3 - "$build/shapeprof" examples/nn/resnet18.c <<'PY'
import fcntl, os, pty, struct, sys, termios
def seen(width, *more):
    pid, terminal = pty.fork()
    if pid == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
        os.execv(sys.argv[1], sys.argv[1:] + list(more))
    text = b""
    try:
        while chunk := os.read(terminal, 65536):
            text += chunk
    except OSError:
        pass
    os.waitpid(pid, 0)
    return text
wide, narrow = seen(150), seen(80)
sys.exit(not (wide != narrow and seen(150) == wide == seen(150, "--no-cache") and seen(80) == narrow))
PY

# ---- the folder

source=examples/nn/lenet5.c
answer new $source --no-cache
# An entry that says it is as large as it is: 48 bytes of header, and the rest.
terabyte="printf '\\320\\377\\377\\377\\377\\0\\0\\0' | dd of=\"\$0\" bs=1 seek=8 conv=notrunc 2>/dev/null; truncate -s 1T \"\$0\""
for damage in 'echo broken >"$0"' ': >"$0"' 'truncate -s -1 "$0"' 'truncate -s 20 "$0"' 'truncate -s 60 "$0"' \
    'printf x | dd of="$0" bs=1 seek=70 conv=notrunc 2>/dev/null' 'printf x | dd of="$0" bs=1 seek=10 conv=notrunc 2>/dev/null' \
    'echo more >>"$0"' 'rm "$0"; mkdir "$0"' 'rm "$0"; mkfifo "$0"' 'rm "$0"; ln -s /dev/zero "$0"' "$terabyte" 'rm "$0"'; do
    rm -rf "$store"
    answer cold $source
    find "$store" -type f -exec sh -c "$damage" {} \;
    answer warm $source
    check "damage, $damage: the answer is right" cmp -s "$work/new" "$work/warm"
    case $damage in *mkdir*) continue ;; esac
    check "damage, $damage: it is replaced" is_known $source
done
if [ -w /dev/full ]; then
    rm -rf "$store"
    "$build/shapeprof" $source 2>"$work/full" >/dev/full
    check 'a full disk: the status' [ $? = 2 ]
    check 'a full disk: what is said' grep -q 'No space left on device' "$work/full"
fi
rm -rf "$store"
for i in 1 2 3 4 5 6; do
    "$build/shapeprof" $source >"$work/at_once.$i" 2>&1 &
done
wait
"$build/shapeprof" $source --no-cache >"$work/alone" 2>&1
for i in 1 2 3 4 5 6; do
    check "several at once, $i" cmp -s "$work/alone" "$work/at_once.$i"
done
check 'several at once leave nothing behind' [ "$(find "$store" -name '*.*' | wc -l)" = 0 ]
check 'several at once leave one answer' [ "$(n_kept)" = 2 ]
rm -rf "$store"
answer cold $source --no-cache
check '--no-cache keeps nothing' [ "$(n_kept)" = 0 ]
SHAPEPROF_CACHE_DIR='' answer cold $source
check 'no folder, nothing kept' [ "$(n_kept)" = 0 ]
for folder in /proc/nowhere /dev/null "$work/new" relative/../../x/y; do
    SHAPEPROF_CACHE_DIR=$folder answer warm $source
    check "a folder that cannot be: $folder" cmp -s "$work/new" "$work/warm"
done
rm -rf x
unset SHAPEPROF_CACHE_DIR
XDG_CACHE_HOME=$work/xdg answer cold $source
check 'XDG_CACHE_HOME' [ "$(find "$work/xdg/shapeprof" -type f | wc -l)" = 2 ]
HOME=$work/home XDG_CACHE_HOME='' answer cold $source
check 'HOME' [ "$(find "$work/home/.cache/shapeprof" -type f | wc -l)" = 2 ]
export SHAPEPROF_CACHE_DIR="$store"
export SHAPEPROF_CACHE_SIZE=512KiB
for width in $(seq 45); do
    answer cold examples/nn/narrow.c --input "f32[$width,8]"
done
bytes=$(find "$store" -type f -exec cat {} + | wc -c)
check "the folder stays small: $bytes bytes" [ "$bytes" -le 524288 ]
check 'the folder has something in it' [ "$bytes" -gt 100000 ]
check 'the last answer was kept' is_known examples/nn/narrow.c --input "f32[45,8]"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
