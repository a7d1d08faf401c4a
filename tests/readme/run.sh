#!/bin/sh
# Runs every command that README.md shows and compares what it prints with what
# the README says it prints, to the letter.
#
#   sh tests/readme/run.sh [BUILD_DIR]
#
# Commands stand in ```console blocks behind `$ `, their output follows. The
# program is taken from BUILD_DIR. `sh tests/run.sh` is not run from here: it is
# what runs this.
cd "$(dirname "$0")/../.." || exit 2
exec python3 - "${1:-build}" <<'PY'
import re
import subprocess
import sys

build = sys.argv[1]
passed = failed = 0
text = open("README.md").read()
for block in re.findall(r"^```console\n(.*?)^```$", text, re.M | re.S):
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, expected = part.partition("\n")
        if command.startswith("sh tests/run.sh"):
            continue
        run = command.replace("build/", build + "/", 1) if command.startswith("build/") else command
        done = subprocess.run(run, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if not expected.strip() or done.stdout.rstrip() == expected.rstrip():
            passed += 1
            continue
        failed += 1
        print(f"FAIL $ {command}\n--- README\n{expected.rstrip()}\n--- printed (status {done.returncode})\n{done.stdout.rstrip()}")
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)
PY
