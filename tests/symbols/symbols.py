"""Rows of --at, borders of regimes and conditions on inputs against runs with numbers."""
import csv
import io
import itertools
import json
import re
import subprocess
import sys
import tempfile

import chains

SHAPEPROF = sys.argv[1]
EXAMPLES = "../../examples/nn/"
FIGURES = ("peak_leaf_bytes", "peak_live_bytes", "peak_live_training_bytes", "parameter_bytes")
# Where the answer changes, and beside it: borders of regimes, sizes that are too small, tables' ends.
TABLES = [
    ("wide", [], {"N": [1, 7]}),
    ("unet", [], {"N": [1, 2], "H": [8, 12, 16], "W": [8, 40]}),
    ("resnet18", [], {"N": [1, 2], "H": [1, 33, 224], "W": [1, 64]}),
    ("bert_base", [], {"N": [1, 2], "T": [1, 2, 255, 256, 512, 513]}),
    ("../../tests/golden/ones", ["--entry", "turned", "--input", "x=f32[N,M]"], {"N": [1, 2], "M": [1, 3]}),
    ("../../tests/golden/ones", ["--entry", "halves", "--input", "x=f32[N,4,W]"],
     {"N": [1, 2], "W": [1, 2, 3, 4]}),
    ("../../tests/cases/option_zero_at", ["--entry", "shorter", "--input", "x=f32[N,3,8,W]"],
     {"d": [1, 2, 5], "N": [1, 3], "W": [4, 32]}),
    ("../../tests/cases/option_zero_at", ["--entry", "conv"],
     {"d": [0, 1, 2, 4], "N": [2], "H": [5, 8], "W": [9]}),
    ("../../tests/cases/option_zero_at", ["--entry", "pool", "--input", "x=f32[2,3,8,W]"],
     {"d": [0, 1, 2, 4], "W": [4, 32]}),
    ("../../tests/golden/ones", ["--entry", "repeated"], {"n_rows": [0, 1, 2], "N": [1, 3]}),
    ("../../tests/golden/ones", ["--entry", "in_a_loop", "--input", "x=f32[N,M]"],
     {"n_rows": [1, 2, 5], "N": [1, 2], "M": [1, 2]}),
    ("attention_block", ["--input", "x=f32[N,T,64]"], {"N": [3], "T": [1, 63, 64, 255, 256, 767, 768]}),
    ("tiny_cnn", [], {"N": [1, 2], "H": [1, 2, 5], "W": [1, 2]}),
    ("alexnet", [], {"N": [2], "H": [62, 63, 100], "W": [63, 64]}),
    ("mobilenet_v2", [], {"N": [1], "H": [1, 33, 64], "W": [32, 33]}),
    ("lstm_tagger", [], {"N": [1, 4], "T": [1, 9]}),
    ("lenet5", [], {"N": [1, 9]}),
    ("gru_cell_loop", [], {"C": [2], "N": [1, 2, 5]}),
    ("../../tests/cases/regimes", [], {"N": [1, 2], "hidden": [1, 127, 128]}),
]
passed = failed = 0


def check(good, words):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print("FAIL", words)


def run(name, options):
    done = subprocess.run([SHAPEPROF, EXAMPLES + name + ".c"] + options, capture_output=True, text=True)
    return done


def report(name, options):
    done = run(name, options + ["--format", "json"])
    return json.loads(done.stdout), done


# ---- rows

def peak_of(model, dtype):
    """The earliest of the largest calls."""
    calls = [(call["index"], leaf["name"], call) for leaf in model["leaves"] for call in leaf["calls"]
             if call["visible_to_hooks"]]
    best = None
    for index, name, call in sorted(calls, key=lambda c: c[0]):
        size = sum(output["bytes"][dtype] for output in call["outputs"])
        if best is None or size > best[1]:
            best = name, size
    return best


def agrees(told, real):
    """A figure that is told as a bound must be one; every other must be the run's own."""
    bound = re.fullmatch(r">= (\d+)", told)
    return int(bound[1]) <= real if bound else told == str(real)


def compare_row(name, options, row, axes):
    values = [f"{axis}={row[axis]}" for axis in axes]
    found, done = report(name, options + [o for v in values for o in ("--set", v)])
    where = f"{name} at {' '.join(values)} {row['dtype']}"
    model, dtype = found["models"][0], row["dtype"]
    if row["broken"]:
        # What a loop or a branch compared is no fault of the input.
        if " for " in row["broken"] and "loop" not in row["broken"]:
            check(done.returncode == 1, f"{where}: {row['broken']}, but it runs")
        return
    check(done.returncode == 0, f"{where}: it does not run: {done.stdout[:300]}")
    real = {"peak_leaf_bytes": model["peak_leaf"]["bytes"][dtype],
            "peak_live_bytes": model["peak_live"]["bytes"][dtype],
            "peak_live_training_bytes": model["peak_live_training"]["bytes"][dtype],
            "parameter_bytes": model["parameters"]["bytes"][dtype]}
    for figure in FIGURES:
        check(agrees(row[figure], real[figure]), f"{where}: {figure} {row[figure]}, run: {real[figure]}")
    check(row["peak_leaf"] == model["peak_leaf"]["name"],
          f"{where}: peak leaf {row['peak_leaf']}, run: {model['peak_leaf']['name']}")


def table(name, options, axes):
    asked = [o for axis, values in axes.items() for o in ("--at", f"{axis}={','.join(map(str, values))}")]
    done = run(name, options + asked + ["--format", "csv", "--dtype", "f32,f16"])
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    wanted = [dict(zip(axes, values)) for values in itertools.product(*axes.values())]
    check([{a: int(r[a]) for a in axes} for r in rows[::2]] == wanted, f"{name}: rows {done.stderr}")
    for row in rows:
        compare_row(name, options, row, axes)


# ---- borders

def holds(condition, values):
    text = re.sub(r"(\d+) < (\w+) <= (\d+)", r"(\1 < \2) and (\2 <= \3)", condition)
    return eval(expression(text), {}, values)


def expression(text):
    return text.replace("^", "**").replace("/", "//").replace("//=", "/=")


def bytes_of(piece):
    size = piece["bytes"]
    return size if isinstance(size, (int, str)) else size["f32"]


def borders(name, options, symbols):
    """At each border and beside it, the pieces whose condition holds are the largest, and one is."""
    found, _ = report(name, options)
    for key in ("peak_leaf", "peak_live", "peak_live_training"):
        pieces = found["models"][0][key].get("pieces", [])
        numbers = {int(n) for piece in pieces for n in re.findall(r"\b\d+\b", piece["condition"] or "")}
        for border in sorted(b + d for b in numbers for d in (-1, 0, 1) if b + d > 0):
            for others in (1, 3):
                values = {s: others for s in found["models"][0]["symbols"]}
                values.update({s: border for s in symbols})
                sizes = [eval(expression(str(bytes_of(p))), {}, values) for p in pieces]
                true = [i for i, p in enumerate(pieces) if holds(p["condition"], values)]
                check(len(true) == 1 and sizes[true[0]] == max(sizes),
                      f"{name}: {key} at {values}: {sizes}, {[p['condition'] for p in pieces]}")


# ---- conditions

CNNS = ["unet", "tiny_cnn", "squeezenet", "vgg11", "alexnet", "resnet18", "mobilenet_v2"]
WIDTH = 96  # all of them accept it


def examples():
    """Each height of 1..80: an example is refused exactly where a printed condition says so."""
    names = [EXAMPLES + name + ".c" for name in CNNS]
    models = {}
    for name in names:
        found = json.loads(subprocess.run([SHAPEPROF, name, "--format", "json"], capture_output=True, text=True).stdout)
        models[name] = found["models"][0]["conditions"]
    for height in range(1, 81):
        options = ["--input", f"x=f32[1,3,{height},{WIDTH}]", "--format", "json", "--dtype", "f32"]
        for name in names:
            done = subprocess.run([SHAPEPROF, name] + options, capture_output=True, text=True)
            values = {"N": 1, "H": height, "W": WIDTH}
            said = all(eval(expression(c["condition"]), {}, values) for c in models[name])
            check((done.returncode == 0) == said, f"{name}: height {height}: status {done.returncode}, said {said}")


def random_chains(n, seed):
    with tempfile.NamedTemporaryFile(suffix=".c") as source:
        compared = list(chains.differences(SHAPEPROF, source.name, n, seed))
        check(len(compared) == n, f"{n} chains: {len(compared)} have a model")
        for text, real, said, model in compared:
            check(chains.agrees(real, said, model), f"{text}: accepts {real}, said {said}")


for arguments in TABLES:
    table(*arguments)
borders("attention_block", ["--input", "x=f32[N,T,64]"], ["T"])
borders("bert_base", [], ["T"])
borders("../../tests/cases/regimes", [], ["hidden"])
borders("tiny_cnn", [], ["H", "W"])
borders("resnet18", [], ["H", "W"])
examples()
random_chains(40, 1)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
