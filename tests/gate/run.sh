#!/bin/sh
# What pre-commit, CI servers and code hosts are given: the formats of findings.
#
#   sh tests/gate/run.sh [BUILD-FOLDER]
cd "$(dirname "$0")/../.." || exit 2
export SHAPEPROF_CACHE_DIR= # each answer is to be a new one
build=$(cd "${1:-build}" && pwd) || exit 2
python3=python3
# Debian's own, which sees Debian's modules.
[ -x /usr/bin/python3 ] && python3=/usr/bin/python3
exec "$python3" -B tests/gate/gate.py "$build/shapeprof"
