#!/bin/sh
# The time of a whole run of shapeprof against that of a process that only
# parses the same file with libclang, for each example: the medians of N runs
# each, in turns, so that both meet the same moods of the machine. A run may
# take 1.5 times as long, or 20 ms more, whichever is more. Both read the same headers.
#
#     sh tests/perf/speed.sh [BUILD_DIR] [FILE.c...]
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${1:-build}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- examples/nn/*.c examples/*/*.c
runs=${RUNS:-15}
headers='-Ifrontends/nn/include -Ifrontends/ggml/include -Ifrontends/kann/include -Ifrontends/nnom/include'
times=$(mktemp -d) || exit 2
trap 'rm -rf "$times"' EXIT

# took COMMAND...: milliseconds of one run, in tenths
took() {
    from=$(date +%s%N)
    "$@" > /dev/null 2>&1
    to=$(date +%s%N)
    echo $(((to - from) / 100000))
}

median() {
    sort -n "$1" | sed -n "$(((runs + 1) / 2))p"
}

passed=0 failed=0 seen=
printf '%-36s %10s %10s %7s\n' file 'parse ms' 'whole ms' ratio
for file; do
    case " $seen " in *" $file "*) continue ;; esac
    seen="$seen $file"
    : > "$times/parse"
    : > "$times/whole"
    i=0
    while [ $i -lt "$runs" ]; do
        # shellcheck disable=SC2086 # several words
        took "$build/tests/parse_only" "$file" $headers >> "$times/parse"
        took "$build/shapeprof" --no-cache "$file" >> "$times/whole"
        i=$((i + 1))
    done
    parse=$(median "$times/parse")
    whole=$(median "$times/whole")
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
