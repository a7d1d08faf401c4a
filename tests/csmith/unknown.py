"""Programs of csmith in which some global variables get values that nobody tells the interpreter: every
value that it knows all the same at the end must be that of the compiled program.

A program is compared where no branch depended on an unknown: then there is one way through it.
    unknown.py BUILD [PROGRAMS A SET [GLOBALS A PROGRAM]]
"""
import os
import random
import re
import subprocess
import sys
import tempfile

INCLUDE = "-I/usr/include/csmith"
OPTIONS = ["--no-argc", "--quiet"]
SETS = {  # the first seed, and what programs of the set are made of
    1000: ["--no-packed-struct", "--no-bitfields", "--no-volatiles"],
    5000: ["--float"],
    9000: ["--max-funcs", "5", "--max-block-size", "3", "--max-expr-complexity", "6"],
}
TRIES = 12
GLOBAL = re.compile(r"^static (?:volatile )?u?int(?:8|16|32|64)_t (g_\d+) = ", re.M)


def generate(folder, seed, options):
    path = os.path.join(folder, "p.c")
    subprocess.run(["csmith", "--seed", str(seed), *OPTIONS, *options, "-o", path], check=True, cwd=folder)
    with open(path) as source:
        return source.read()


def observed(text):
    """The program prints each global variable by its name instead of a checksum of all."""
    text = re.sub(r'transparent_crc\((.*), ("[^"]*"), print_hash_value\);', r'printf("%s %lld\\n", \2, (long long)(\1));', text)
    text = re.sub(r"platform_main_end\(.*\);", "", text)
    return "#include <stdio.h>\nlong long told(int);\n" + text


def with_unknowns(text, names):
    lines = "".join(f"    {name} = told({i});\n" for i, name in enumerate(names))
    return text.replace("    crc32_gentab();\n", "    crc32_gentab();\n" + lines)


def run(command, seconds, **environment):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=seconds, env={**os.environ, **environment})
    except subprocess.TimeoutExpired:
        return None


def compiled(folder, text, values):
    path, program = os.path.join(folder, "t.c"), os.path.join(folder, "t")
    told = f"long long told(int i) {{ static const int v[] = {{{', '.join(map(str, values))}}}; return v[i]; }}\n"
    with open(path, "w") as out:
        out.write(text + told)
    subprocess.run(["gcc", "-w", "-O0", INCLUDE, path, "-o", program], check=True)
    done = run([program], 2)
    return done.stdout if done and done.returncode == 0 else None


def interpreted(build, folder, text):
    path = os.path.join(folder, "u.c")
    with open(path, "w") as out:
        out.write(text)
    done = run([f"{build}/tests/c_run", path, "-w", INCLUDE], 120, C_RUN_UNKNOWNS="1", C_RUN_SECONDS="15")
    if not done or done.returncode != 0 or "c_run: 0 branches, 0 loops" not in done.stderr:
        return None
    return done.stdout


def compare(said, true):
    """Line by line: (values known, values not known, differences)"""
    said, true = said.splitlines(), true.splitlines()
    known, unknown, wrong = 0, 0, []
    if len(said) != len(true):
        wrong.append(f"{len(said)} lines are printed, not {len(true)}")
    for said_line, true_line in zip(said, true):
        (name, _, value), (true_name, _, true_value) = said_line.partition(" "), true_line.partition(" ")
        if name != true_name:
            wrong.append(f"{name} is printed, not {true_name}")
        elif not re.fullmatch(r"-?\d+", value):
            unknown += 1
        else:
            known += 1
            if value != true_value:
                wrong.append(f"{name} is said to be {value}, is {true_value}")
    return known, unknown, wrong


def attempt(build, folder, seed, options, n_globals):
    """Other variables are made unknown until no branch depends on them; None: none of the choices did."""
    text, rnd = observed(generate(folder, seed, options)), random.Random(seed)
    if compiled(folder, text, [0]) is None:
        return None  # one in eight loops for ever
    names = GLOBAL.findall(text)
    for _ in range(TRIES):
        chosen = rnd.sample(names, min(n_globals, len(names)))
        values = [rnd.randint(0, 3) for _ in chosen]
        changed = with_unknowns(text, chosen)
        true = compiled(folder, changed, values) if chosen else None
        said = interpreted(build, folder, changed) if true is not None else None
        if said is not None:
            return chosen, compare(said, true)
    return None


class Counts:
    def __init__(self):
        self.passed = self.failed = self.over = self.known = self.unknown = 0


def compare_set(build, folder, seed, programs, n_globals, counts):
    options, done, over = SETS[seed], 0, 0
    while done < programs and over < 20 * programs:
        result = attempt(build, folder, seed, options, n_globals)
        seed += 1
        if result is None:
            over += 1
            continue
        done += 1
        chosen, (known, unknown, wrong) = result
        counts.known, counts.unknown = counts.known + known, counts.unknown + unknown
        counts.passed, counts.failed = counts.passed + (not wrong), counts.failed + bool(wrong)
        for line in wrong[:5]:
            print(f"FAIL seed {seed - 1} with {', '.join(chosen)} unknown: {line}", flush=True)
    counts.over += over


def main():
    build, counts = sys.argv[1], Counts()
    programs, n_globals = (int(sys.argv[i]) if len(sys.argv) > i else d for i, d in ((2, 10), (3, 2)))
    with tempfile.TemporaryDirectory() as folder:
        for seed in SETS:
            compare_set(build, folder, seed, programs, n_globals, counts)
    print(f"{counts.known} values known and compared, {counts.unknown} not known; {counts.over} seeds passed over")
    print(f"{counts.passed} passed, {counts.failed} failed")
    sys.exit(bool(counts.failed) or not counts.passed)


if __name__ == "__main__":
    main()
