"""Random programs (generate.py), each analysed with its sizes unknown and, twice, with numbers given: what was
said of symbols, with the numbers in their place, must be what is said of the numbers. A figure without a tag
must be equal, a bound must hold; what is refused with numbers must have been foretold by a condition.

    programs.py SHAPEPROF FILES [FIRST SEED [PROGRAMS A FILE]]
"""
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

import generate

NAMES = {"__builtins__": {}, "min": min, "max": max}


class Unreadable(Exception):
    """A text that is no expression."""


class Unbound(Exception):
    """It speaks of an integer that no run is given: the size of a tensor that is not known."""


def value(text, at):
    """A number, or a text over the symbols; None where it is not known."""
    if not isinstance(text, str):
        return text
    python = re.sub(r"`[^`]*`", "not_given", text)
    python = python.replace("/", "//").replace("^", "**").replace("&&", " and ").replace("||", " or ")
    python = re.sub(r"!(?!=)", " not ", python)
    python = re.sub(r"(\d+) < (\w+) <= (\d+)", r"(\1 < \2) and (\2 <= \3)", python)
    try:
        return eval(python, dict(NAMES), at)
    except NameError as error:
        raise Unbound(f"{text}: {error}")
    except (SyntaxError, ZeroDivisionError) as error:
        raise Unreadable(f"{text}: {error}")


class Tally:
    """What was compared: figures without a tag, bounds, and those that are not known."""

    def __init__(self):
        self.exact = self.bounds = self.unknown = 0
        self.inexact = {}  # of figures, how often
        self.complaints = []

    def count(self, where, tag):
        key = where.split(" ")[0] if where.startswith(("leaf", "tensor")) else where
        self.inexact[f"{key} {tag}"] = self.inexact.get(f"{key} {tag}", 0) + 1

    def figure(self, where, said, tag, truth, at):
        if said is None or tag == "unknown":
            self.unknown += 1
            self.count(where, "not known")
            return
        try:
            number = value(said, at)
        except Unreadable as error:
            self.complaints.append(f"{where}: cannot read {error}")
            return
        self.exact, self.bounds = self.exact + (tag is None), self.bounds + (tag is not None)
        if tag:
            self.count(where, tag)
        if truth is None:
            self.complaints.append(f"{where}: {said}, not known with numbers")
        elif tag == "lower" and number > truth or tag == "upper" and number < truth or tag is None and number != truth:
            self.complaints.append(f"{where}: {said} [{tag or 'exact'}] is {number}, with numbers {truth}")


def tag_of(figure, key):
    tag = figure.get(f"{key}_tag")
    return None if tag in (None, "exact") else tag


def bytes_of(figure, key="bytes"):
    size = figure[key]
    return size["f32"] if isinstance(size, dict) else size


def piece_at(figure, at):
    for piece in figure.get("pieces", []):
        if piece["condition"] is None or value(piece["condition"], at):
            return piece
    return figure


def compare_peaks(tally, said, true, at):
    for key in ("peak_leaf", "largest", "peak_live", "peak_live_training"):
        if not true.get(key) or not said.get(key):
            if bool(true.get(key)) != bool(said.get(key)):
                tally.complaints.append(f"{key}: {said.get(key)}, with numbers {true.get(key)}")
            continue
        piece, whole = piece_at(said[key], at), piece_at(true[key], {})
        tally.figure(key, bytes_of(piece), tag_of(piece, "bytes"), bytes_of(whole), at)
        if key == "largest" and tag_of(piece, "bytes"):  # one figure has no pieces to be exact by
            tally.bounds -= 1
            tally.inexact.pop("largest lower")
        if "total" in piece and "total" in whole:
            tally.figure(key + ".total", bytes_of(piece, "total"), tag_of(piece, "total"), bytes_of(whole, "total"), at)
    tally.figure("total", said["total"]["f32"], tag_of(said, "total"), true["total"]["f32"], at)
    for key in ("count", "bytes"):
        a, b = said["parameters"][key], true["parameters"][key]
        tally.figure("parameters", a if key == "count" else a["f32"], tag_of(said["parameters"], key),
                     b if key == "count" else b["f32"], at)
    tally.figure("flops", said["flops"], tag_of(said, "flops"), true["flops"], at)


def compare_shapes(tally, where, said, true, at):
    if said["shape"] is None:
        tally.unknown += 1
        return
    if len(said["shape"]) != len(true["shape"] or []) or said["dtype"] != true["dtype"]:
        tally.complaints.append(f"{where}: {said['dtype']}{said['shape']}, with numbers {true['dtype']}{true['shape']}")
        return
    for axis, (a, b) in enumerate(zip(said["shape"], true["shape"])):
        tally.figure(f"{where}, axis {axis}", a, None, b, at)


def compare_tensors(tally, said, true, at):
    if len(said) != len(true):
        tally.complaints.append(f"{len(said)} tensors, with numbers {len(true)}")
        return
    for a, b in zip(said, true):
        where = f"tensor {a['index']} ({a['name'] or a['op']}, line {a['line']})"
        # What is transposed over an axis of size 1 is still in order, so its reshape is a view.
        same = a["view_of"] == b["view_of"] or 1 in (b["shape"] or [])
        if not same or any(a[key] != b[key] for key in ("name", "op", "kind", "line")):
            tally.complaints.append(f"{where}: with numbers {b['name'] or b['op']}, {b['kind']}, line {b['line']}")
            return
        compare_shapes(tally, where, a, b, at)
        if a.get("strides") and b.get("strides"):
            for s, t, extent in zip(a["strides"], b["strides"], b["shape"]):
                if extent != 1:  # the stride of an axis of size 1 is never used
                    tally.figure(where + ", stride", s, None, t, at)
        tally.figure(where + ", bytes", a["bytes"], tag_of(a, "bytes"), b["bytes"], at)


def calls(leaves):
    return [(leaf, call) for leaf in leaves for call in leaf["calls"]]


def compare_leaves(tally, said, true, at):
    left, right = (sorted(calls(model["leaves"]), key=lambda c: c[1]["index"]) for model in (said, true))
    if len(left) != len(right):
        tally.complaints.append(f"{len(left)} calls of leaves, with numbers {len(right)}")
        return
    for (leaf, call), (real, real_call) in zip(left, right):
        where = f"leaf {leaf['name']}"
        if (leaf["name"], leaf["op"], leaf["line"]) != (real["name"], real["op"], real["line"]):
            tally.complaints.append(f"{where} ({leaf['op']}): with numbers {real['name']} ({real['op']})")
            return
        tally.figure(where + ", parameters", leaf["parameters"], tag_of(leaf, "parameters"), real["parameters"], at)
        tally.figure(where + ", flops", call["flops"], tag_of(call, "flops"), real_call["flops"], at)
        for a, b in zip(call["outputs"], real_call["outputs"]):
            compare_shapes(tally, where, a, b, at)
            tally.figure(where + ", bytes", a["bytes"]["f32"], tag_of(a, "bytes"), b["bytes"]["f32"], at)


def is_whole(model):
    """Without repeated parts, one leaf and tensor stands for each of the run with numbers."""
    return not any("times" in call for _, call in calls(model["leaves"])) and not model["incomplete"] \
        and all(leaf["op"] != "unknown" for leaf in model["leaves"])


ASSUMED = re.compile(r"^([\w.]+(?: [-+*/%] [\w.]+)*) (>=|>|==|<=|<|!=) (\d+)")


def assumed_away(model, at):
    for text in model["assumptions"]:
        found = ASSUMED.match(text)
        if found and not value(found.group(0), at):
            return True
    return False


def holding(models, at):
    """Those of the variants whose condition these values meet, and how many conditions they cannot decide."""
    held, undecided = [], 0
    for model in models:
        try:
            if model["condition"] is None or value(model["condition"], at):
                held.append(model)
        except Unbound:
            undecided += 1
    return held, undecided


def analyse(shapeprof, path, options):
    done = subprocess.run([shapeprof, path, "--format", "json", "--dtype", "f32", "--max-seconds", "600"] + options, capture_output=True, text=True)
    try:
        return json.loads(done.stdout)
    except ValueError:
        raise SystemExit(f"FAIL {path} {options}: {done.stderr[-600:]}")


def errors_of(report, lines):
    return [d for d in report["diagnostics"] if d["severity"] == "error" and
            any(line in lines for line in [d["line"]] + [n.get("line") for n in d.get("notes", []) if isinstance(n, dict)])]


def foretold(models, report, lines, at):
    """Did the run on symbols say that these values are refused?"""
    if errors_of(report, lines) or not models:
        return True
    kept = [m for m in models if all(value(c["condition"], at) for c in m["conditions"])]
    return not kept or all(assumed_away(m, at) for m in kept)


class Outcome:
    def __init__(self, kind, tally):
        self.kind, self.tally = kind, tally


def compare(said, true, lines, name, at):
    """Of one program at one set of values."""
    tally = Tally()
    models, undecided = holding([m for m in said["models"] if m["name"] == name], at)
    real = [m for m in true["models"] if m["name"] == name]
    refused = errors_of(true, lines)
    if undecided:
        return Outcome("undecided", tally)
    if refused or not real:
        if not foretold(models, said, lines, at):
            tally.complaints.append(f"refused with numbers, and nothing foretold it: {refused[0]['message'] if refused else 'no model'}")
        return Outcome("refused", tally)
    if errors_of(said, lines):
        tally.complaints.append(f"refused with symbols: {errors_of(said, lines)[0]['message']}")
        return Outcome("refused", tally)
    if not models:
        tally.complaints.append("no variant's condition holds: " + "; ".join(str(m["condition"]) for m in said["models"] if m["name"] == name))
        return Outcome("missing", tally)
    if len(models) > 1:
        tally.complaints.append("several variants hold: " + "; ".join(str(m["condition"]) for m in models))
    model = models[0]
    for c in model["conditions"]:
        if not value(c["condition"], at) and "sufficient" not in c["condition"]:
            tally.complaints.append(f"runs, but this was demanded: {c['condition']}")
    if assumed_away(model, at):
        return Outcome("assumed away", tally)
    compare_peaks(tally, model, real[0], at)
    if is_whole(model):
        compare_leaves(tally, model, real[0], at)
        compare_tensors(tally, model["tensors"], real[0]["tensors"], at)
    else:
        tally.unknown += model["incomplete"] is not None
    return Outcome("exact" if not tally.bounds and not tally.unknown else "partly", tally)


def lines_of(text, program):
    """The lines of one program in its file."""
    body = program.text()
    first = text[:text.index(body)].count("\n") + 1
    return range(first, first + body.count("\n") + 1)


def check(shapeprof, seed, n, folder):
    source = generate.File(seed, n)
    path = os.path.join(folder, f"seed{seed}.c")
    with open(path, "w") as out:
        out.write(source.text)
    said = analyse(shapeprof, path, ["--input", source.input])
    results = []
    for values, input_ in zip(source.values, source.inputs):
        bound = [word for name in values if name not in generate.EXTENTS for word in ("--set", f"{name}={values[name]}")]
        true = analyse(shapeprof, path, ["--input", input_] + bound)
        for program in source.programs:
            try:
                outcome = compare(said, true, lines_of(source.text, program), f"model_{program.index}", values)
            except Unreadable as error:
                outcome = Outcome("unreadable", Tally())
                outcome.tally.complaints.append(f"cannot read {error}")
            results.append((seed, program.index, values, outcome))
    return results


def main():
    shapeprof, files = sys.argv[1], int(sys.argv[2])
    first, n = (int(sys.argv[i]) if len(sys.argv) > i else d for i, d in ((3, 1), (4, 10)))
    failed, kinds, exact, bounds, unknown, programs = set(), {}, 0, 0, 0, set()
    inexact = {}
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = os.environ.get("PROGRAMS_FOLDER", folder)
        for results in pool.map(lambda seed: check(shapeprof, seed, n, folder), range(first, first + files)):
            for seed, index, values, outcome in results:
                programs.add((seed, index))
                kinds[outcome.kind] = kinds.get(outcome.kind, 0) + 1
                exact, bounds, unknown = exact + outcome.tally.exact, bounds + outcome.tally.bounds, unknown + outcome.tally.unknown
                for key, count in outcome.tally.inexact.items():
                    inexact[key] = inexact.get(key, 0) + count
                if outcome.tally.complaints:
                    failed.add((seed, index))
                    print(f"FAIL seed {seed}, model_{index} at {values}:")
                    for line in outcome.tally.complaints[:4]:
                        print("    " + line)
    print(f"comparisons: {', '.join(f'{count} {kind}' for kind, count in sorted(kinds.items()))}")
    print(f"inexact: {', '.join(f'{count} {key}' for key, count in sorted(inexact.items()))}")
    print(f"figures: {exact} exact, {bounds} bounds, {unknown} not known")
    print(f"{len(programs) - len(failed)} passed, {len(failed)} failed")
    sys.exit(bool(failed) or not programs)


if __name__ == "__main__":
    main()
