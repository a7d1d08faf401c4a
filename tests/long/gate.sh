#!/bin/sh
# The gate against what others made: pre-commit and CMake, and SARIF against the official schema,
# which comes with a package of npm.
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
    "$work/package/lib/schemas/sarif-2.1.0-rtm.5.json" && [ $hooks = 0 ]
