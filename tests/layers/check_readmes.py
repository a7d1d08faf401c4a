"""Every .c file of ir/, frontends/ and analyzer/ is spoken of in the README of its folder or of a folder
above: by its name, or by that of its group, which its name goes on from (`conv`, or `conv*`, stands for
conv.c and conv_kernel.c).

    python3 tests/layers/check_readmes.py
"""
import os
import re
import subprocess
import sys

NAME = r"[A-Za-z_][\w*]*"
TOP = ("ir", "frontends", "analyzer")


def words(folder, known={}):
    """What a README names in backquotes, or in an indented list."""
    if folder not in known:
        path = os.path.join(folder, "README.md")
        text = open(path).read() if os.path.exists(path) else ""
        named = set(re.findall(NAME, " ".join(re.findall(r"`([^`\n]+)`", text))))
        for block in re.findall(r"```\n(.*?)```", text, re.S):
            for line in block.split("\n"):
                named |= set(re.findall(NAME, line.split("   ")[0]))
        known[folder] = named
    return known[folder]


def is_named(stem, named):
    if stem in named:
        return True
    if any(stem.startswith(word[:-1]) for word in named if len(word) > 3 and word.endswith("*")):
        return True
    parts = stem.split("_")
    return any("_".join(parts[:n]) in named for n in range(1, len(parts)))


def is_spoken_of(path):
    folder, name = os.path.split(path)
    stem = name[:-2]
    while folder:
        if is_named(stem, words(folder)):
            return True
        folder, child = os.path.split(folder)
    return False


def main():
    command = ["git", "ls-files", "-c", "-o", "--exclude-standard", *(top + "/*.c" for top in TOP)]
    listed = subprocess.run(command, capture_output=True, text=True, check=True)
    files = [path for path in listed.stdout.split() if os.path.exists(path)]
    missing = [path for path in files if not is_spoken_of(path)]
    for path in missing:
        print(f"FAIL {path}: no README of its folder or of one above speaks of it")
    print(f"{len(files) - len(missing)} passed, {len(missing)} failed")
    sys.exit(bool(missing) or not files)


main()
