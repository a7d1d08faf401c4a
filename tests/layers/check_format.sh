#!/bin/sh
# Every C file is as clang-format 14 (Debian 12) writes it. Left out: the
# programs of tests/cases and tests/fuzz, which are inputs: some do not parse,
# and an expectation must stay on its line, however long that gets. Nor the programs of
# tests/oracle/ggml, rawc, nnom and kann: what was recorded of them names their lines and columns.
cd "$(dirname "$0")/../.." || exit 2
version=$(clang-format --version 2>/dev/null | sed -n 's/.*version \([0-9]*\).*/\1/p')
if [ "$version" != 14 ]; then
    echo "clang-format 14 is not installed: the format was not looked at"
    echo '0 passed, 0 failed, 1 skipped'
    exit 0
fi
files=$(git ls-files -- '*.[ch]' ':!tests/cases' ':!tests/fuzz/seed_*' \
    ':!tests/oracle/ggml/models' ':!tests/oracle/ggml/broken' ':!tests/oracle/ggml/fixed' \
    ':!tests/oracle/rawc/models' ':!tests/oracle/rawc/broken' \
    ':!tests/oracle/nnom/models' ':!tests/oracle/nnom/broken' \
    ':!tests/oracle/kann/models' ':!tests/oracle/kann/broken' |
    while read -r file; do [ ! -f "$file" ] || echo "$file"; done)
n=$(printf '%s\n' "$files" | grep -c .)
[ "$n" -gt 0 ] || {
    echo 'FAIL no C file was found'
    exit 1
}
# shellcheck disable=SC2086
report=$(clang-format --dry-run -Werror $files 2>&1)
status=$?
wrong=$(printf '%s\n' "$report" | sed -n 's/^\([^ :]*\):[0-9]*:[0-9]*: error.*/\1/p' | sort -u)
for file in $wrong; do echo "FAIL $file: not as clang-format writes it"; done
failed=$(printf '%s\n' "$wrong" | grep -c .)
if [ "$status" != 0 ] && [ "$failed" = 0 ]; then
    printf 'FAIL clang-format: %s\n' "$report"
    failed=1
fi
echo "$((n - failed)) passed, $failed failed"
[ "$failed" = 0 ]
