#!/bin/sh
# A thousand programs of csmith instead of sixty.
exec sh "$(dirname "$0")/../csmith/run.sh" "${1:-build}" 334
