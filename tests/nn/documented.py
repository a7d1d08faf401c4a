"""Every function and macro that a user calls stands under a comment that says what it does: its own,
or that of the lines it is listed with. nn_inplace.h documents its functions, which are all alike, at
its top.

    python3 tests/nn/documented.py
"""
import glob
import re
import sys

DECLARATION = re.compile(r"[A-Za-z_][\w \*]*?\b(nn_\w+)\(|#define (nn_\w+)\(")


def undocumented(lines):
    under_comment = False
    for number, line in enumerate(lines, 1):
        if not line.strip():
            under_comment = False
        elif line.lstrip().startswith("//") or line.rstrip().endswith("*/"):
            under_comment = True
        declared = DECLARATION.match(line)
        if declared and not line.startswith(("typedef", "static")):
            yield number, declared[1] or declared[2], under_comment


def main():
    passed = failed = 0
    for path in sorted(glob.glob("frontends/nn/include/shapeprof/*.h")):
        if path.endswith("nn_inplace.h"):
            continue
        for number, name, documented in undocumented(open(path).read().split("\n")):
            passed, failed = passed + documented, failed + (not documented)
            if not documented:
                print(f"FAIL {path}:{number}: {name} has no comment")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed != 0 or passed == 0)


main()
