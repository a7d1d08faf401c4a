#!/bin/sh
# The time of a whole run of shapeprof against that of a process that only
# parses the same file with libclang, for each example: the best of N runs each.
# A run may take 1.5 times as long, or 20 ms more, whichever is more.
#
#     sh tests/perf/speed.sh [BUILD_DIR] [FILE.c...]
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${1:-build}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- examples/nn/*.c examples/*/*.c
runs=${RUNS:-7}

# best COMMAND...: milliseconds of the fastest of the runs, in tenths
best() {
    least=999999
    i=0
    while [ $i -lt "$runs" ]; do
        from=$(date +%s%N)
        "$@" > /dev/null 2>&1
        to=$(date +%s%N)
        took=$(((to - from) / 100000))
        [ $took -lt $least ] && least=$took
        i=$((i + 1))
    done
    echo $least
}

passed=0 failed=0 seen=
printf '%-36s %10s %10s %7s\n' file 'parse ms' 'whole ms' ratio
for file; do
    case " $seen " in *" $file "*) continue ;; esac
    seen="$seen $file"
    parse=$(best "$build/tests/parse_only" "$file" -Ifrontends/nn/include)
    whole=$(best "$build/shapeprof" --no-cache "$file")
    limit=$((parse * 3 / 2))
    [ $((parse + 200)) -gt $limit ] && limit=$((parse + 200))
    verdict=
    if [ "$whole" -le "$limit" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        verdict=' too slow'
    fi
    printf '%-36s %8d.%d %8d.%d %4d.%02d%s\n' "$file" $((parse / 10)) $((parse % 10)) \
        $((whole / 10)) $((whole % 10)) $((whole / parse)) $((whole * 100 / parse % 100)) "$verdict"
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
