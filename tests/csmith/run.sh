#!/bin/sh
# Random programs of csmith: the interpreter must print the checksum that the
# compiled program prints. Fixed seeds of three sets of options.
#
#   sh tests/csmith/run.sh [BUILD_DIR [PROGRAMS_A_SET]]       default build, 20
#
# One program in eight loops for ever by construction, so it has no checksum: a
# seed whose program runs longer than 2 seconds when compiled is passed over,
# and the next one is taken instead.
build=${1:-build}
programs=${2:-20}
cd "$(dirname "$0")/../.." || exit 2
command -v csmith >/dev/null || { echo "csmith is not installed"; exit 2; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 over=0
: >"$work/why"

complain() { # WORDS...
    failed=$((failed + 1))
    echo "FAIL $*"
}

# 1: the program has no checksum.
one() { # SEED OPTIONS...
    seed=$1
    shift
    # It leaves a platform.info where it runs.
    if ! (cd "$work" && csmith --seed "$seed" --no-argc --quiet "$@" -o p.c) ||
        ! gcc -w -O0 -I/usr/include/csmith "$work/p.c" -o "$work/p" 2>"$work/why"; then
        complain "seed $seed $*: csmith or gcc makes no program of it: $(head -n 1 "$work/why")"
        return 0
    fi
    timeout 2 "$work/p" >"$work/expected" || return 1
    timeout 120 "$build/tests/c_run" "$work/p.c" -w -I/usr/include/csmith >"$work/got" 2>"$work/why"
    if cmp -s "$work/expected" "$work/got"; then
        passed=$((passed + 1))
    else
        complain "seed $seed $*: $(cat "$work/got") instead of $(cat "$work/expected") $(head -n 1 "$work/why")"
    fi
}

set_of() { # FIRST_SEED OPTIONS...
    next=$1 done=0
    shift
    while [ "$done" -lt "$programs" ]; do
        if one "$next" "$@"; then done=$((done + 1)); else over=$((over + 1)); fi
        next=$((next + 1))
    done
}

set_of 1000 --no-packed-struct --no-bitfields --no-volatiles
set_of 5000 --float
set_of 9000 --max-funcs 5 --max-block-size 3 --max-expr-complexity 6
echo "seeds passed over, as their programs do not end: $over"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
