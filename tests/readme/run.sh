#!/bin/sh
# Runs every command that README.md shows and compares what it prints with what
# the README says it prints, to the letter.
#
#   sh tests/readme/run.sh [BUILD_DIR] [--update]
#
# Commands stand in ```console blocks behind `$ `, their output follows. The
# program is taken from BUILD_DIR. `sh tests/run.sh` is not run from here: it is
# what runs this. --update writes what was printed into the README.
cd "$(dirname "$0")/../.." || exit 2
export SHAPEPROF_CACHE_DIR= # each answer is to be a new one
exec python3 - "${1:-build}" "${2:-}" <<'PY'
import re
import subprocess
import sys

build, update = sys.argv[1], sys.argv[2] == "--update"
passed = failed = 0


def replay(part):
    """One command and its expected output; returns the same with the real output."""
    global passed, failed
    command, _, expected = part.partition("\n")
    if command.startswith("sh tests/run.sh"):
        return part
    run = re.sub(r"(^|\| )build/", rf"\1{build}/", command)
    done = subprocess.run(run, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    printed = done.stdout.rstrip("\n")
    shown = expected.strip()
    if printed == expected.rstrip("\n") if shown else done.returncode == 0:
        passed += 1
    else:
        failed += 1
        print(f"FAIL $ {command}\n--- README\n{expected}\n--- printed (status {done.returncode})\n{printed}")
    return f"{command}\n{printed}\n" if expected.strip() else part


def block(match):
    parts = re.split(r"^\$ ", match[1], flags=re.M)
    return "```console\n" + "$ ".join([parts[0]] + [replay(part) for part in parts[1:]]) + "```"


text = open("README.md").read()
new = re.sub(r"^```console\n(.*?)^```$", block, text, flags=re.M | re.S)
if update:
    open("README.md", "w").write(new)
print(f"{passed} passed, {failed} failed")
sys.exit((failed != 0 or passed == 0) and not update)
PY
