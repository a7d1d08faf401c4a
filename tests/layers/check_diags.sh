#!/bin/sh
# Every diagnostic of ir/diags.def has a place that emits it, a case in
# tests/ that expects its code, a code of its own, and an explanation that is
# more than its summary.
cd "$(dirname "$0")/../.." || exit 2
python3 - <<'PY'
import re
import subprocess
import sys

text = open("ir/diags.def").read()
entry = re.compile(
    r'^DIAG(?:_OFF)?\((\w+),\s*"(SP\d+)",\s*(\w+),\s*(\w+),\s*"([\w-]+)",\s*((?:"(?:[^"\\]|\\.)*"\s*)+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)',
    re.M)
listed = entry.findall(text)
passed = failed = 0


def check(holds, message):
    global passed, failed
    if holds:
        passed += 1
    else:
        failed += 1
        print("FAIL", message)


check(len(listed) == len(re.findall(r"^DIAG(?:_OFF)?\(", text, re.M)), "a line of ir/diags.def is not understood")
check(len({code for _, code, *_ in listed}) == len(listed), "two diagnostics share a code")
check(len({name for _, _, _, _, name, *_ in listed}) == len(listed), "two diagnostics share a name")


def files(*patterns):
    names = subprocess.run(["git", "ls-files", "--", *patterns], capture_output=True, text=True).stdout.split("\n")
    return "\n".join(open(n, errors="replace").read() for n in names if n)


code_text = files("ir/*.c", "frontends/*.c", "analyzer/*.c")
test_text = files("tests/cases/*", "tests/golden/*", "tests/unit/*", "tests/ops/*", "tests/folders/*", "tests/gate/*")
for ident, code, severity, if_open, name, summary, explanation in listed:
    check(re.search(r"\bDIAG_%s\b" % ident, code_text), f"{code} {name}: nothing emits it")
    check(code in test_text or re.search(r"\bDIAG_%s\b" % ident, test_text), f"{code} {name}: no test expects it")
    check(len(explanation) > 40 and explanation.strip() != summary.strip(), f"{code} {name}: no real explanation")
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)
PY
