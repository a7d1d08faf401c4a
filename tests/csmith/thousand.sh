#!/bin/sh
# A thousand programs of csmith instead of sixty; takes about half an hour, so
# no test run calls it.
#
#   sh tests/csmith/thousand.sh [BUILD_DIR]
exec sh "$(dirname "$0")/run.sh" "${1:-build}" 334
