"""Programs with loops whose count is a symbol: each figure that is printed without a tag must be
that of a run with the count given, each lower bound at most that, each upper bound at least.
Of a program's head:
   // options: --input f32[4,8]     further arguments
   // counts: n m                   the symbols that are given numbers
   // exact: total.f32 buffer       figures that must have no tag, of each model
   // tagged: count                 figures that must have one: of some counts there is no model
   // edges: 12,13 7                counts, of each symbol in turn: the report's conditions must say
                                    no where a run with them has an error, and nowhere else
Of programs with one such symbol, rows of --at at random counts are held against --set.
Programs of ggml/ and kann/ have a model for each graph: the first with the count not known is held
against the first with a number, and so on.
"""
import glob
import itertools
import json
import random
import re
import shlex
import subprocess
import sys

COUNTS = {1: (1, 2, 3, 7, 40), 2: (1, 2, 3, 7)}
LIBRARIES = ("ggml", "kann")
GRAPH_COUNTS = {1: (1, 2, 3, 4, 5, 6, 13, 30), 2: (1, 2, 5)}


def head(text, word):
    return [part for line in re.findall(rf"^// {word}: *(.*)$", text, re.M) for part in shlex.split(line)]


def analyse(path, options):
    done = subprocess.run([sys.argv[1], path, "--format", "json"] + options, capture_output=True, text=True)
    if not done.stdout:
        sys.exit(f"{path} {options}: status {done.returncode}, {done.stderr}")
    return json.loads(done.stdout)


def value(figure, at):
    """A number, or a text in which the counts have their values; None where it is not known."""
    if not isinstance(figure, str):
        return figure
    text = figure
    for name, number in at.items():
        text = re.sub(rf"(?<![\w.]){re.escape(name)}(?![\w.])", str(number), text)
    text = text.replace("/", "//").replace("^", "**")
    try:
        return eval(text, {"__builtins__": {}, "max": max, "min": min})
    except (NameError, SyntaxError):
        return None


def piece_at(figure, at):
    """Of pieces that hold under conditions on the counts, the one that holds here."""
    for piece in figure.get("pieces", []) if at else []:
        condition = piece["condition"].replace("/", "//").replace("^", "**")
        for name, number in at.items():
            condition = re.sub(rf"(?<![\w.]){re.escape(name)}(?![\w.])", str(number), condition)
        try:
            if eval(condition, {"__builtins__": {}}):
                return piece
        except NameError:  # it is about another symbol, so no number is told
            return dict(figure, bytes={dtype: "?" for dtype in figure["bytes"]})
    return figure


def figures(model, at):
    """(name, value, tag) of each figure of the report."""
    for name, of in (("peak_leaf", "peak_leaf"), ("largest", "largest"), ("live", "peak_live"),
                     ("live_training", "peak_live_training"), ("parameters", "parameters")):
        if model.get(of) and "bytes" in model[of]:
            piece = piece_at(model[of], at)
            if not isinstance(piece["bytes"], dict):  # of moments: in the first dtype only
                yield f"{name}.{next(iter(model[of]['bytes']))}", value(piece["bytes"], at), "exact"
                piece = model[of]
            for dtype, figure in piece["bytes"].items():
                yield f"{name}.{dtype}", value(figure, at), piece.get("bytes_tag", "exact")
    for dtype, figure in model["total"].items():
        yield f"total.{dtype}", value(figure, at), model.get("total_tag", "exact")
    yield "count", value(model["parameters"]["count"], at), model["parameters"].get("count_tag", "exact")
    if model["library"] not in LIBRARIES:  # whose operations are not counted
        yield "flops", value(model["flops"], at), model.get("flops_tag", "exact")
    for memory in model["memory"]:
        if memory["model"] == "ggml_gallocr":
            yield "buffer", value(memory["bytes"], at), memory.get("bytes_tag", "exact")
            yield "alive", value(memory["alive"], at), memory.get("alive_tag", "exact")
        if memory["model"] in ("malloc", "kann"):
            yield memory["model"], value(memory["bytes"], at), memory.get("bytes_tag", "exact")
    for i, context in enumerate(model.get("contexts", [])):
        for name in ("mem_size", "used", "tensors", "backend_buffer"):
            if context[name] is not None or f"{name}_tag" in context:
                yield f"context{i}.{name}", value(context[name], at), context.get(f"{name}_tag", "exact")


def complaints(symbolic, concrete, at):
    exact = {name: (number, tag) for name, number, tag in figures(concrete, {})}
    for name, number, tag in figures(symbolic, at):
        truth, truth_tag = exact[name]
        if truth_tag != "exact" or truth is None:
            yield f"{name}: not exact with the counts given"
        elif tag == "exact" and number != truth:
            yield f"{name}: {number} without a tag, {truth} with the counts given"
        elif tag == "lower" and number is not None and number > truth:
            yield f"{name}: >= {number}, {truth} with the counts given"
        elif tag == "upper" and number is not None and number < truth:
            yield f"{name}: <= {number}, {truth} with the counts given"


def assumed_away(model, at):
    """Is a condition on the counts printed that these do not keep?"""
    for text in model["assumptions"]:
        for left, relation, right in re.findall(r"^(\S+) (>=|>|==|<=|<) (\d+)\b", text):
            if left in at and not eval(f"{at[left]} {relation} {right}"):
                return True
    return False


def is_broken(condition, at):
    """Does the condition say no to these counts? Those with other symbols do not."""
    text = condition.replace("/", "//").replace("^", "**")
    try:
        return not eval(text, {"__builtins__": {}, "max": max, "min": min}, at)
    except NameError:
        return False


def edges(path, options, names, axes, symbolic):
    """Counts at which conditions and runs do not agree; None for each that is well."""
    for numbers in itertools.product(*([int(n) for n in axis.split(",")] for axis in axes)):
        at = dict(zip(names, numbers))
        bound = [word for name in names for word in ("--set", f"{name}={at[name]}")]
        concrete = analyse(path, bound + options)
        refused = any(d["severity"] == "error" for d in concrete["diagnostics"])
        broken = [c["condition"] for m in symbolic for c in m["conditions"] if is_broken(c["condition"], at)]
        if refused == bool(broken):
            yield None
        else:
            yield f"{path} {at}: {broken[0]} is broken and no error" if broken else f"{path} {at}: an error, no condition"


def row_complaints(row, concrete):
    """A row of --at against the report of a run with its count."""
    live, training = concrete.get("peak_live"), concrete.get("peak_live_training")
    for name, truth, of in (("peak_leaf_bytes", concrete["peak_leaf"], concrete["peak_leaf"]),
                            ("peak_live_bytes", live, live), ("peak_live_training_bytes", training, training)):
        number = truth["bytes"]["f32"] if truth and "bytes" in truth else None
        if f"{name}_tag" in row or not of or "bytes_tag" in of:
            continue
        if row[name] != number:
            yield f"{name} is {row[name]}, {number} with --set"
    if row["parameter_bytes"] != concrete["parameters"]["bytes"]["f32"] and "parameter_bytes_tag" not in row:
        yield f"parameter_bytes is {row['parameter_bytes']}, {concrete['parameters']['bytes']['f32']} with --set"


def rows_of_at(path, options, name):
    """Rows of --at at random counts: the figures of --set, or both refuse. A row may ask for --set."""
    chance = random.Random(path)
    counts = sorted(chance.sample(range(1, 70), 3))
    table = analyse(path, ["--at", f"{name}={','.join(map(str, counts))}", "--dtype", "f32"] + options)
    for count in counts:
        # Combinations that are another variant's have no row in a model.
        rows = [row for model in table["models"] for row in model["at"]
                if row["values"] == {name: count} and row["dtype"] == "f32"]
        concrete = analyse(path, ["--set", f"{name}={count}", "--dtype", "f32"] + options)
        refused = any(d["severity"] == "error" for d in concrete["diagnostics"])
        told = [row for row in rows if row["broken"] is None]
        if refused and told:
            yield f"{path} {name}={count}: --at has figures, --set an error"
        elif not refused and not told and not any("--set" in row["broken"] for row in rows):
            why = rows[0]["broken"] if rows else "no row"
            yield f"{path} {name}={count}: {why}, and no error with --set"
        elif not refused and concrete["models"] and len(told) == 1:
            lines = list(row_complaints(told[0], concrete["models"][0]))
            yield from (f"{path} {name}={count}: {line}" for line in lines)
            if not lines:
                yield None


def check_graphs(symbolic, concrete, at):
    """Of a program whose graphs come in the same order; None: all is well."""
    if len(symbolic) != len(concrete):
        return [f"{len(symbolic)} graphs, {len(concrete)} with the counts given"]
    lines = [f"graph {i}: {line}" for i, model in enumerate(symbolic) if not assumed_away(model, at)
             for line in complaints(model, concrete[i], at)]
    return lines or None


def tagged(path, text, symbolic):
    """Figures that the program's head wants to be exact, or not to be."""
    names, others = head(text, "exact"), head(text, "tagged")
    for i, model in enumerate(symbolic if names or others else []):
        tags = {name: tag for name, _, tag in figures(model, {})}
        for name in names:
            if tags.get(name) != "exact":
                yield f"{path}: graph {i}: {name} is {tags.get(name, 'missing')}"
        yield from (f"{path}: graph {i}: {name} is exact" for name in others if tags.get(name) == "exact")


def unlisted(path, symbolic):
    """Symbols that sums hold and the list of symbols lacks."""
    for i, model in enumerate(symbolic):
        sums = [model["flops"], *model["total"].values(), *model["parameters"]["bytes"].values()]
        texts = " ".join(text for text in sums if isinstance(text, str))
        for name in sorted(model["symbols"], key=len, reverse=True):
            texts = texts.replace(name, "")
        lacking = set(re.findall(r"[A-Za-z_]\w*", texts)) - {"max", "min"}
        if lacking:
            yield f"{path}: graph {i}: {sorted(lacking)} are not among its symbols"


def check(path):
    text = open(path).read()
    options, names = head(text, "options"), head(text, "counts")
    library = path.split("/")[0] if "/" in path else None
    if library:
        options += ["--", f"-I../../frontends/{library}/include"]
    symbolic = [m for m in analyse(path, options)["models"]]
    yield from tagged(path, text, symbolic)
    yield from unlisted(path, symbolic)
    if len(names) == 1 and not library:
        yield from rows_of_at(path, options, names[0])
    if head(text, "edges"):
        yield from edges(path, options, names, head(text, "edges"), symbolic)
    for numbers in itertools.product((GRAPH_COUNTS if library else COUNTS)[len(names)], repeat=len(names)):
        at = dict(zip(names, numbers))
        bound = [word for name in names for word in ("--set", f"{name}={at[name]}")]
        concrete = analyse(path, bound + options)
        if any(d["severity"] == "error" for d in concrete["diagnostics"]) or not concrete["models"]:
            continue
        if library:
            lines = check_graphs(symbolic, concrete["models"], at)
            yield from (f"{path} {at}: {line}" for line in lines or [])
            if not lines:
                yield None
            continue
        # Of several variants, one must be right; each says under which condition it is.
        wrong = [list(complaints(model, concrete["models"][0], at)) for model in symbolic
                 if not assumed_away(model, at)]
        if wrong and all(wrong):
            yield from (f"{path} {at}: {line}" for line in wrong[0])
        elif wrong:
            yield None


def main():
    passed = failed = 0
    for path in sorted(glob.glob("*.c") + [path for library in LIBRARIES for path in glob.glob(f"{library}/*.c")]):
        results = list(check(path))
        failures = [line for line in results if line]
        passed, failed = passed + results.count(None), failed + len(failures)
        if not results:
            failures, failed = [f"{path}: no count was compared"], failed + 1
        for line in failures:
            print(f"FAIL {line}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed != 0 or passed == 0)


main()
