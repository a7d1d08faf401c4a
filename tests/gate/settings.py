"""What a project says of its files: .shapeprof.json, comments, --checks, and findings that are ignored."""
import json
import os

import jsonschema

from baseline import NET, commit
from check import ROOT, check, run, write

BROKEN = NET.replace("nn_linear(64, 8)", "nn_linear(32, 8)")


def codes(folder, *arguments):
    done = run(*arguments, "--format", "json", cwd=folder)
    told = json.loads(done.stdout)
    return sorted(f["code"] for f in told["diagnostics"]), done.returncode, told


def first_input(told):
    return told["models"][0]["inputs"][0]["shape"]


def comments(folder):
    write(folder, "net.c", "// shapeprof: input x=f32[4,8]\n" + NET)
    found, status, told = codes(folder, "net.c")
    check(found == [] and status == 0 and first_input(told) == [4, 8], "an input in a comment")
    check(first_input(codes(folder, "net.c", "--input", "x=f32[7,8]")[2]) == [7, 8], "the command line wins")
    check(first_input(codes(folder, "net.c", "--input", "f32[7,8]")[2]) == [7, 8], "also without a name")
    write(folder, "net.c", NET + "// shapeprof: input x=f32[4,8]\n// shapeprof: budget peak_leaf<=1KiB\n")
    check(codes(folder, "net.c")[:2] == ([], 0), "a budget that is kept")
    write(folder, "net.c", NET + "// shapeprof: input x=f32[4,8]\n// shapeprof: budget peak_leaf<=512, peak<=1KiB\n")
    check(codes(folder, "net.c")[:2] == (["SP501", "SP501"], 1), "two budgets that are broken")
    check(codes(folder, "net.c", "--budget", "peak<=1MiB")[:2] == ([], 0), "the command line's budget wins")
    wrong = ["inputs x=f32[4,8]", "input", "input x", "input x=f32[4", "set n=many", "budget peek<=1", "budget 7",
             "checks -no-such-finding"]
    for words in wrong:
        write(folder, "net.c", NET + f"// shapeprof: {words}\n")
        found, status, told = codes(folder, "net.c")
        budget = words.startswith("budget")
        check(found == ["SP622" if budget else "SP621"] and status == budget, f"{words}: {found}")
        check(found and told["diagnostics"][0]["line"] == NET.count("\n") + 1, f"the line of {words}")


def of_one_program(folder):
    """What one file says is not said of another."""
    write(folder, "src/a.c", "// shapeprof: input x=f32[4,8]\n" + NET)
    write(folder, "src/b.c", "// shapeprof: budget peak_leaf<=64\n" + NET.replace("*net(", "*other("))
    done = codes(folder, "src")
    inputs = {m["name"]: m["inputs"][0]["shape"] for m in done[2]["models"]}
    check(inputs == {"net": [4, 8], "other": ["N", 8]} and done[0] == ["SP501"], f"{inputs} {done[0]}")


def project(folder):
    schema = json.load(open(os.path.join(ROOT, "analyzer/settings/shapeprof.schema.json")))
    settings = {"budgets": "peak_leaf<=1KiB", "inputs": {"x": "f32[4,8]"},
                "files": [{"pattern": "src/*", "inputs": {"x": "f32[5,8]"}, "checks": ["-budget-*"]},
                          {"pattern": "src/deep/*", "inputs": {"x": "f32[6,8]"}}]}
    jsonschema.validate(settings, schema)
    write(folder, ".shapeprof.json", json.dumps(settings))
    for path, rows, found in [("net.c", 4, []), ("src/net.c", 5, []), ("src/deep/net.c", 6, [])]:
        write(folder, path, NET)
        told = codes(folder, path)
        check(first_input(told[2]) == [rows, 8] and told[0] == found, f"{path}: {told[:2]}")
    inside = os.path.join(folder, "src", "deep")
    check(first_input(codes(inside, "net.c")[2]) == [6, 8], "found upward, whatever the folder")
    write(folder, "src/deep/net.c", "// shapeprof: input x=f32[9,8]\n" + NET)
    check(first_input(codes(inside, "net.c")[2]) == [9, 8], "the source wins")
    write(folder, "net.c", NET.replace("64", "128"))
    check(codes(folder, "net.c")[:2] == (["SP501"], 1), "the project's budget")
    check(codes(folder, "net.c", "--checks", "-SP501")[:2] == ([], 0), "--checks wins")
    loop = "{\n    int k = 0;\n    for (int i = 0; i < 300000; i++) k ^= i;\n    if (k == 7) return 0;\n"
    slow = NET.replace("{\n", loop, 1)
    write(folder, "slow.c", slow)
    write(folder, ".shapeprof.json", json.dumps({"max-steps": 70000}))
    found, status, report = codes(folder, "slow.c")
    check("SP407" in found and "--max-steps" in json.dumps(report), f"the project's steps: {found}")
    check("SP407" not in codes(folder, "slow.c", "--max-steps", "90000000")[0], "--max-steps wins")
    write(folder, ".shapeprof.json", json.dumps({"max-steps": 90000000}))
    check("SP407" not in codes(folder, "slow.c")[0], "more steps")
    check("SP407" in codes(folder, "slow.c", "--max-steps", "70000")[0], "--max-steps wins over more")
    write(folder, ".shapeprof.json", json.dumps(settings))
    # The root of a repository ends the search.
    os.mkdir(os.path.join(folder, "src", ".git"))
    check(first_input(codes(inside, "net.c")[2]) == [9, 8] and first_input(codes(folder, "src/net.c")[2]) == ["N", 8],
          "nothing is found above a repository")
    for text in ["{", "[]", '{"input": {}}', '{"inputs": 7}', '{"inputs": {"x": 1.5}}', '{"files": [{}]}', '{"budgets": [1]}', '{"max-steps": "many"}']:
        write(folder, ".shapeprof.json", text)
        found, status, told = codes(folder, "net.c")
        check("SP620" in found and status == 1, f"{text}: {found}")
        check(told["diagnostics"][0]["file"].endswith(".shapeprof.json"), "the file that is wrong")


def cached(folder):
    """A project's file that comes, changes or goes is seen by answers that were kept."""
    environment = dict(os.environ, SHAPEPROF_CACHE_DIR=os.path.join(folder, "cache"))
    write(folder, "net.c", NET)

    def rows():
        told = json.loads(run("net.c", "--format", "json", cwd=folder, env=environment).stdout)
        return first_input(told)[0]
    check([rows(), rows()] == ["N", "N"], "nothing is said")
    for number in [3, 4]:
        write(folder, ".shapeprof.json", json.dumps({"inputs": {"x": f"f32[{number},8]"}}))
        check([rows(), rows()] == [number, number], f"{number} rows")
    os.remove(os.path.join(folder, ".shapeprof.json"))
    check(rows() == "N", "nothing is said any more")


def checks_and_ignored(folder):
    write(folder, "net.c", BROKEN)
    check(codes(folder, "net.c")[:2] == (["SP101"], 1), "an error to begin with")
    for words, left in [("-matmul-inner", 0), ("-SP101", 0), ("-sp1*", 0), ("-*", 0), ("-*,matmul-inner", 1), ("matmul-inner", 1)]:
        found, status, _ = codes(folder, "net.c", "--checks", words)
        check(len(found) == left and status == left, f"--checks {words}: {found}")
        check(run("net.c", f"--checks={words}", cwd=folder).returncode == left, f"--checks={words}")
    done = run("net.c", "--checks", "-matmul-inne", cwd=folder)
    check(done.returncode == 2 and b"no finding is called `matmul-inne`; is it `matmul-inner`?" in done.stderr,
          f"a name that there is not: {done.stderr}")
    for words in ["// shapeprof: checks -brodcast", "int k; // shapeprof-ignore: brodcast, SP101", "/* shapeprof-ignore: brodcast */"]:
        write(folder, "net.c", BROKEN.replace("#include", words + "\n#include", 1))
        told = [f for f in codes(folder, "net.c")[2]["diagnostics"] if f["code"] == "SP621"]
        check(len(told) == 1 and told[0]["line"] == 1 and "is it `broadcast`?" in told[0]["message"], f"{words}: {told}")
    for words in ["int k; // shapeprof-ignore: SP101 - as the paper has it", "/* shapeprof-ignore */", "int k; // shapeprof-ignore: hook-*"]:
        write(folder, "net.c", BROKEN.replace("#include", words + "\n#include", 1))
        check(codes(folder, "net.c")[0] == ["SP101"], f"{words}: {codes(folder, 'net.c')[0]}")
    write(folder, "net.c", BROKEN)
    write(folder, ".shapeprof.json", json.dumps({"checks": ["-matmul-iner"]}))
    told = codes(folder, "net.c")
    check(told[0] == ["SP101", "SP621"] and "is it `matmul-inner`?" in str(told[2]["diagnostics"]), f"in the project: {told[0]}")
    os.remove(os.path.join(folder, ".shapeprof.json"))
    line = "                         nn_linear(32, 8)"
    for behind, before, left in [("  // shapeprof-ignore: matmul-inner", "", 0), ("  // shapeprof-ignore: SP102, SP101", "", 0),
                                 ("  // shapeprof-ignore", "", 0), ("  // shapeprof-ignore: broadcast", "", 1),
                                 ("", "// shapeprof-ignore: SP101\n", 0), ("", "/* shapeprof-ignore */\n", 0),
                                 ("", "int unused; // shapeprof-ignore: SP101\n", 1)]:
        found = BROKEN.replace(line + ");", f"{line}{behind}\n);")
        place = found.index(line)
        found = found[:place].replace("    return nn_sequential", "    return nn_sequential") + before + found[place:]
        if before.startswith("int"):
            found = BROKEN.replace("    return", "    int unused = 0; // shapeprof-ignore: SP101\n    return")
        write(folder, "net.c", found)
        check(codes(folder, "net.c")[0] == ["SP101"] * left, f"{behind}{before} {codes(folder, 'net.c')[0]}")
    commit(folder)


TESTS = [comments, of_one_program, project, cached, checks_and_ignored]
