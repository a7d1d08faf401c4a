"""Programs of csmith in which some global variables get values that nobody tells the interpreter: every
value that it knows all the same at the end must be that of the compiled program.

A program is compared where no branch depended on an unknown: then there is one way through it.
    unknown.py BUILD [PROGRAMS [GLOBALS A PROGRAM]]
"""
import os
import random
import re
import subprocess
import sys
import tempfile

INCLUDE = "-I/usr/include/csmith"
OPTIONS = ["--no-argc", "--quiet", "--max-funcs", "5", "--max-block-size", "3", "--max-expr-complexity", "6"]
TRIES = 12
GLOBAL = re.compile(r"^static (?:volatile )?u?int(?:8|16|32|64)_t (g_\d+) = ", re.M)


def generate(folder, seed):
    path = os.path.join(folder, "p.c")
    subprocess.run(["csmith", "--seed", str(seed), *OPTIONS, "-o", path], check=True, cwd=folder)
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


def values_of(output):
    return dict(line.rsplit(" ", 1) for line in output.splitlines() if " " in line)


def compare(said, true):
    """(values known, values not known, differences)"""
    known, unknown, wrong = 0, 0, []
    told = {}
    for line in said.splitlines():
        name, _, value = line.partition(" ")
        told[name] = value
    for name, value in values_of(true).items():
        if name not in told:
            wrong.append(f"{name} is not printed")
        elif not re.fullmatch(r"-?\d+", told[name]):
            unknown += 1
        else:
            known += 1
            if told[name] != value:
                wrong.append(f"{name} is said to be {told[name]}, is {value}")
    return known, unknown, wrong


def attempt(build, folder, seed, n_globals):
    """Other variables are made unknown until no branch depends on them; None: none of the choices did."""
    text, rnd = observed(generate(folder, seed)), random.Random(seed)
    names = GLOBAL.findall(text)
    for _ in range(TRIES):
        chosen = rnd.sample(names, min(n_globals, len(names)))
        values = [rnd.randint(0, 3) for _ in chosen]
        changed = with_unknowns(text, chosen)
        said = interpreted(build, folder, changed)
        if not chosen or said is None:
            continue
        true = compiled(folder, changed, values)
        if true is not None:
            return chosen, compare(said, true)
    return None


def main():
    build = sys.argv[1]
    programs, n_globals = (int(sys.argv[i]) if len(sys.argv) > i else d for i, d in ((2, 10), (3, 2)))
    passed = failed = over = all_known = all_unknown = 0
    seed = 9000
    with tempfile.TemporaryDirectory() as folder:
        while passed + failed < programs and over < 20 * programs:
            result = attempt(build, folder, seed, n_globals)
            if result is None:
                over += 1
            else:
                chosen, (known, unknown, wrong) = result
                all_known, all_unknown = all_known + known, all_unknown + unknown
                passed, failed = passed + (not wrong), failed + bool(wrong)
                for line in wrong[:5]:
                    print(f"FAIL seed {seed} with {', '.join(chosen)} unknown: {line}")
            seed += 1
    print(f"{all_known} values known and compared, {all_unknown} not known; {over} seeds passed over")
    print(f"{passed} passed, {failed} failed")
    sys.exit(bool(failed) or not passed)


if __name__ == "__main__":
    main()
