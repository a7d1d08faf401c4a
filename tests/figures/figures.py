"""Holds the numbers of the text report against those of the JSON report; run.sh tells of what."""
import json
import re
import shlex
import subprocess
import sys

DTYPE = "f32"


def report(program, arguments, *options):
    command = [program, *arguments, "--dtype", DTYPE, *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=180)
    if done.returncode:
        raise ValueError(f"exit status {done.returncode}: {done.stderr[-300:]}")
    return done.stdout


def calls_of(model):
    """The rows of the table in order: (call, leaf), functional ops among them."""
    calls = [(call, leaf) for leaf in model["leaves"] for call in leaf["calls"]]
    return sorted(calls, key=lambda pair: pair[0]["index"])


def cells_of(number, call, leaf):
    """What the row of a call shows, in the order of the columns; parameters with the first call."""
    outputs = ["%s[%s]" % (o["dtype"], ", ".join(map(str, o["shape"]))) for o in call["outputs"]]
    return [", ".join(outputs), str(call["bytes"][DTYPE])] + [str(leaf["parameters"])] * (number == 1 and leaf["parameters"] > 0)


def table_of(text):
    """The lines between the head of the table and the empty line behind it."""
    lines = text.split("\n")
    start = next((i for i, line in enumerate(lines) if re.match(r"  leaf +op +output", line)), None)
    if start is None:
        raise ValueError("no table is printed")
    return lines[start + 1:lines.index("", start)]


def numbered(row, step):
    """The row of this repeat: a range is its number, and how often it is there is left out."""
    row = re.sub(r", x \d+(?=  )", "", row, count=1)
    return re.sub(r"(\d+)\.\.(\d+)", lambda m: str(int(m[1]) + step), row)


def unfolded(table):
    """Rows that stand for several, written out: `x 11, the next 2 rows:` and `cell, call 2..12, x 11`."""
    rows = []  # of lines: what is indented further goes on in its row
    for line in table:
        if rows and not re.match(r"  \S", line):
            rows[-1].append(line)
        else:
            rows.append([line])
    at = 0
    while at < len(rows):
        head = re.match(r"  x (\d+), the next (\d+) rows:$", rows[at][0].rstrip())
        alone = re.match(r"  [^ ].*?, x (\d+)(?=  )", rows[at][0])
        times, n = (int(head[1]), int(head[2])) if head else (int(alone[1]), 1) if alone else (1, 1)
        at += head is not None
        for step in range(times):
            for row in rows[at:at + n]:
                yield from row if times == 1 else numbered("\n".join(row), step).split("\n")
        at += n


def labels_of(number, call, leaf):
    """How a row may begin: a functional op with its place or, in a narrow table, a mark."""
    name = leaf["name"] or "(the model)"
    if not call["visible_to_hooks"]:
        return [f"  {name}  ", f"  {name.split(' (')[0]} *  "]
    return [f"  {name}  " if number == 1 else f"  {name}, call {number}  "]


def wrong_rows(text, model):
    """Cells of a row stand in it in order; what follows a row belongs to it until the next label."""
    table, at, numbers = list(unfolded(table_of(text))), 0, {}
    for call, leaf in calls_of(model):
        numbers[leaf["name"]] = number = numbers.get(leaf["name"], 0) + 1
        labels = labels_of(number, call, leaf)
        while at < len(table) and not table[at].startswith(tuple(labels)):
            at += 1
        if at == len(table):
            yield f"no row{labels[0]}where it should stand"
            return
        row, place = re.split(r"  +", table[at].strip()), 0
        for cell in cells_of(number, call, leaf):
            if cell not in row[place:]:
                yield f"{cell} is not in the row {table[at].strip()}"
                break
            place = row.index(cell, place) + 1
        at += 1
    rest = [line for line in table[at:] if re.match(r"  \S", line)]
    if rest:
        yield f"more rows than calls: {rest[0].strip()}"


def line_of(text, label):
    found = re.search(rf"^  {label}  +(.*)$", text, re.M)
    return found[1] if found else ""


def wrong_sums(text, model):
    peak, live = model["peak_leaf"], model["peak_live"]
    training, total = model["peak_live_training"], model["total"]
    wanted = [
        ("peak leaf", f"`{peak['name'] or '(the model)'}`: {peak['bytes'][DTYPE]} bytes"),
        ("peak live", f"{live['bytes'][DTYPE]} bytes"),
        ("in training", f"{training['bytes'][DTYPE]} bytes"),
        ("total", f"{total[DTYPE]} bytes"),
    ]
    parameters = model["parameters"]
    if parameters["count"]:
        wanted.append(("parameters", f"{parameters['count']}, {parameters['bytes'][DTYPE]} bytes"))
    for label, words in wanted:
        if not line_of(text, label).startswith(words):
            yield f"{label}: {words} is not what stands there: {line_of(text, label)}"


def complaints(program, arguments):
    models = json.loads(report(program, arguments, "--format", "json"))["models"]
    text, all_rows = report(program, arguments), report(program, arguments, "--unfold")
    if len(models) != 1:
        yield f"{len(models)} models; one is wanted"
        return
    yield from wrong_rows(text, models[0])
    yield from wrong_rows(all_rows, models[0])
    if re.search(r"^  x \d+, the next|, x \d+  ", all_rows, re.M):
        yield "--unfold folds rows"
    yield from wrong_sums(text, models[0])


def main():
    passed = failed = 0
    seen = set()
    for line in open("tests/exec/examples.txt"):
        arguments = shlex.split(line)
        # The lines with an input, once for each example.
        if not line.startswith("examples/nn/") or "--input" not in arguments:
            continue
        # What only `run` takes says how the model is executed, and nothing of its figures.
        for option in ("--compile", "--checkpoint", "--repeat", "--steps"):
            if option in arguments:
                at = arguments.index(option)
                del arguments[at : at + 2]
        arguments = [argument for argument in arguments if argument not in ("--backward", "--profile")]
        if tuple(arguments) in seen:
            continue
        seen.add(tuple(arguments))
        try:
            wrong = list(complaints(sys.argv[1], arguments))
        except ValueError as error:
            wrong = [str(error)]
        passed, failed = passed + (not wrong), failed + bool(wrong)
        for words in wrong:
            print(f"FAIL {' '.join(arguments)}: {words}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed != 0 or passed == 0)


main()
