#!/bin/sh
# Random programs of csmith: the interpreter must print the checksum that the
# compiled program prints. Fixed seeds of three sets of options.
#
#   sh tests/csmith/run.sh [BUILD_DIR [SEEDS_A_SET]]       default build, 20
#
# Programs that run longer than 2 seconds when compiled loop for ever by
# construction and are skipped.
build=${1:-build}
seeds=${2:-20}
cd "$(dirname "$0")/../.." || exit 2
command -v csmith >/dev/null || { echo "csmith is not installed"; exit 2; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0
: >"$work/why"

one() { # SEED OPTIONS...
    seed=$1
    shift
    # It leaves a platform.info where it runs.
    if ! (cd "$work" && csmith --seed "$seed" --no-argc --quiet "$@" -o p.c) ||
        ! gcc -w -O0 -I/usr/include/csmith "$work/p.c" -o "$work/p" 2>"$work/why"; then
        failed=$((failed + 1))
        echo "FAIL seed $seed $*: csmith or gcc makes no program of it: $(head -n 1 "$work/why")"
        return
    fi
    if ! timeout 2 "$work/p" >"$work/expected"; then
        skipped=$((skipped + 1))
        return
    fi
    timeout 120 "$build/tests/c_run" "$work/p.c" -w -I/usr/include/csmith >"$work/got" 2>"$work/why"
    if cmp -s "$work/expected" "$work/got"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL seed $seed $*: $(cat "$work/got") instead of $(cat "$work/expected") $(head -n 1 "$work/why")"
    fi
}

for i in $(seq 0 $((seeds - 1))); do
    one $((1000 + i)) --no-packed-struct --no-bitfields --no-volatiles
    one $((5000 + i)) --float
    one $((9000 + i)) --max-funcs 5 --max-block-size 3 --max-expr-complexity 6
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
