"""Every function and macro that a user calls stands under a comment that says what it does: its own,
or that of the lines it is listed with. nn_inplace.h documents the functions that write into their
operand, which are all alike, at its top.

Of a function that functions.def lists, this comment and that of its section (the one that follows
`// ---- section` and an empty line) have three things more:

    torch.cat:                     one of the names that functions.def says it mirrors
    [M, K] -> [M], or words        what shape the result has
    Errors: no such axis.          what is refused; `Any shape and dtype.` where nothing is

    python3 tests/nn/documented.py
"""
import glob
import re
import sys

DECLARATION = re.compile(r"[A-Za-z_][\w \*]*?\b(nn_\w+)\(|#define (nn_\w+)\(")
LISTED = re.compile(r'^(?:MODULE|TENSORS?(?:_BY)?)\((\w+), \w+, "([^"]*)"', re.M)
FULL_NAMES = {"nn.": "torch.nn.", "F.": "torch.nn.functional."}
SHAPE = re.compile(r"->|\bshapes?\b|\bsizes?\b|\bbroadcasts?\b|\bscalar\b", re.I)
REFUSED = re.compile(r"\bErrors: |\berrors are those of |\bany shape and dtype\b", re.I)


def full_name(torch):
    prefix = torch.split(".")[0] + "."
    return FULL_NAMES.get(prefix, prefix) + torch[len(prefix):]


def text(comments):
    return " ".join(line.strip().lstrip("/").strip() for line in comments)


def declarations(lines):
    """Line, name, the comment over it and that of its section."""
    comment, section, in_section = [], [], False
    for number, line in enumerate(lines, 1):
        bare = line.strip()
        if bare.startswith("// ----"):
            section, in_section = [], True
        elif not bare:
            if comment and in_section:
                section, in_section = comment, False
            comment = []
        elif bare.startswith(("//", "/*", "*")):
            comment = comment + [line]
        elif in_section and not comment:
            in_section = False
        declared = DECLARATION.match(line)
        if declared and not line.startswith(("typedef", "static")):
            yield number, declared[1] or declared[2], text(comment), text(section)


def lacking(name, comment, section, mirrors):
    """What a comment lacks, in words."""
    if not comment:
        yield "a comment"
    if name not in mirrors or not comment:
        return
    names = [full_name(torch) for torch in mirrors[name].split(", ")]
    if not any(re.search(re.escape(torch) + r"\b", comment) for torch in names):
        yield "the name of " + " or ".join(names)
    if not SHAPE.search(comment + " " + section):
        yield "the shape of its result"
    if not REFUSED.search(comment + " " + section):
        yield "`Errors:`, or `Any shape and dtype.`"


def main():
    listed = LISTED.findall(open("frontends/nn/functions.def").read())
    mirrors = {"nn_" + name: torch for name, torch in listed}
    passed = failed = 0
    seen = set()
    for path in sorted(glob.glob("frontends/nn/include/shapeprof/*.h")):
        for number, name, comment, section in declarations(open(path).read().split("\n")):
            if path.endswith("nn_inplace.h") and name not in mirrors:
                continue
            seen.add(name)
            missing = list(lacking(name, comment, section, mirrors))
            passed, failed = passed + (not missing), failed + bool(missing)
            for what in missing:
                print(f"FAIL {path}:{number}: {name} lacks {what}")
    for name in sorted(set(mirrors) - seen):
        failed += 1
        print(f"FAIL {name} is declared in no header")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed != 0 or passed == 0)


main()
