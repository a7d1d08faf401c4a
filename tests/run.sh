#!/bin/sh
# Builds shapeprof and runs its tests.
#
#   sh tests/run.sh         the core tests
#   sh tests/run.sh all     also the long runs
#
# Each step prints one line; the log of a step that failed follows it. The
# last line is `N passed, N failed`, and the exit status is 1 if anything
# failed. Safe to run again at any time.
set -u
cd "$(dirname "$0")/.." || exit 2
scope=${1:-core}
case $scope in
core | all) ;;
*)
    echo "usage: sh tests/run.sh [core|all]" >&2
    exit 2
    ;;
esac

passed=0 failed=0 skipped=0
logs=build/test-logs
mkdir -p "$logs"

# The counts that a step printed: lines `N passed, N failed[, N skipped]`, or
# cmocka's own closing lines. A step without counts counts as one; one that
# counted to nothing has tested nothing, which is a failure.
count() { # LOG STATUS
    set -- "$1" "$2" $(awk '
        /^[0-9]+ passed, [0-9]+ failed/ { p += $1; f += $3; if ($6 == "skipped") s += $5; seen = 1 }
        /^\[  PASSED  \] [0-9]+ test/   { p += $4; seen = 1 }
        /^\[  FAILED  \] [0-9]+ test/   { f += $4; seen = 1 }
        END { print p + 0, f + 0, s + 0, seen + 0 }' "$1")
    n_passed=$3 n_failed=$4 n_skipped=$5
    if [ "$6" = 0 ]; then
        if [ "$2" = 0 ]; then n_passed=1; else n_failed=1; fi
    elif [ "$2" != 0 ] && [ "$n_failed" = 0 ]; then
        n_failed=1 # it ended badly after or between its tests
    elif [ $((n_passed + n_failed + n_skipped)) = 0 ]; then
        n_failed=1
    fi
}

step() { # NAME COMMAND...
    name=$1
    shift
    start=$(date +%s)
    "$@" >"$logs/$name.log" 2>&1 </dev/null
    status=$?
    count "$logs/$name.log" $status
    passed=$((passed + n_passed)) failed=$((failed + n_failed)) skipped=$((skipped + n_skipped))
    if [ "$n_failed" = 0 ]; then word=ok; else word=FAILED; fi
    printf '%-6s %-28s %5d passed %3d failed %4d skipped %4ds\n' "$word" "$name" "$n_passed" \
        "$n_failed" "$n_skipped" $(($(date +%s) - start))
    [ "$n_failed" = 0 ] || tail -n 40 "$logs/$name.log" | sed 's/^/    /'
}

finish() {
    [ "$skipped" = 0 ] || echo "skipped by a written rule: $skipped"
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ]
    exit
}

sh tests/setup.sh "$scope" >"$logs/setup.log" 2>&1 || {
    tail -n 20 "$logs/setup.log"
    echo "could not install what the tests need" >&2
    failed=1
    finish
}

jobs=$(nproc)
build() { # PRESET
    generator=
    [ -f "$2/CMakeCache.txt" ] || generator="-G Ninja"
    # shellcheck disable=SC2086
    cmake --preset "$1" $generator && cmake --build --preset "$1" -j "$jobs"
}
step build-gcc build release build
step build-sanitizers build dev build-dev
step build-clang build clang build-clang
[ "$failed" = 0 ] || finish

# Tests are to run the analysis; tests/cache has a folder of its own.
export SHAPEPROF_CACHE_DIR=

# An exit status that no test expects: 1 is what a found error gives as well.
export ASAN_OPTIONS=detect_leaks=1:abort_on_error=0:exitcode=99
export UBSAN_OPTIONS=print_stacktrace=1:exitcode=99

step layers sh tests/layers/check_layers.sh
step diagnostics sh tests/layers/check_diags.sh
step format sh tests/layers/check_format.sh
step readmes python3 tests/layers/check_readmes.py
step documented python3 tests/nn/documented.py
for program in build-dev/tests/test_*; do
    [ -x "$program" ] && [ -f "$program" ] && step "$(basename "$program")" "$program"
done
# Scripts that hold the program against what its users see. They take the
# build directory to test: the one with sanitizers, but for those that are long.
for script in tests/*/run.sh; do
    case $script in
    */csmith/* | */figures/* | */readme/* | */symbols/* | */loops/* | */programs/*) tested=build ;;
    *) tested=build-dev ;;
    esac
    step "$(basename "$(dirname "$script")")" sh "$script" "$tested"
done
step oracle-torch build/tests/oracle_torch tests/oracle/torch/shape_cases.jsonl
step oracle-symbolic build/tests/oracle_symbolic tests/oracle/torch/shape_cases.jsonl
step oracle-more-symbolic build/tests/oracle_symbolic tests/oracle/torch/more_cases.jsonl
step oracle-more build/tests/oracle_torch tests/oracle/torch/more_cases.jsonl
step oracle-more-via-c build/tests/oracle_torch tests/oracle/torch/more_cases.jsonl --via-c
step oracle-torch-via-c build/tests/oracle_torch tests/oracle/torch/shape_cases.jsonl --via-c
step oracle-training build/tests/oracle_training tests/oracle/torch/training.json
step oracle-hooks build/tests/oracle_hooks tests/oracle/torch/training.json
step oracle-more-training build/tests/oracle_training tests/oracle/torch/more_training.json
step oracle-more-numerics build/tests/oracle_training tests/oracle/torch/more_numerics.json
for models in models more_models; do
    step "oracle-$models" build/tests/oracle_models "tests/oracle/torch/$models.json"
    step "oracle-$models-via-c" build/tests/oracle_models "tests/oracle/torch/$models.json" --via-c
done
if [ "$scope" = all ]; then
    for script in tests/long/*.sh; do
        [ -f "$script" ] && step "$(basename "$script" .sh)" sh "$script" build
    done
    sed 's/^/    /' "$logs/speed.log"
fi
finish
