#!/bin/sh
# The HTML report in a real browser: its numbers are those of the JSON report.
#
#   sh tests/long/html.sh BUILD
set -u
cd "$(dirname "$0")/../.." || exit 2
exec python3 tests/long/html.py "$1"
