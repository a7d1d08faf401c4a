#!/usr/bin/env python3
"""From a keystroke to new hints: a blank is typed in a body, or a further member in a struct, and
at another place taken away again, in models of about 1,000 and 8,000 lines, of which nearly all build
or call layers, and in a file of 8,000 lines of which 1,000 are a model and the others functions and
comments that have nothing to do with it. The hints of the 60 lines around it are asked for, as an
editor does.

    python3 tests/perf/lsp.py [PROGRAM] [KEYSTROKES]

Prints, of each, median and 95th percentile of the time on the wall, which a busy machine makes longer,
and the processor's time of server and worker for one keystroke.
"""

import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lsp"))
from client import Client, edit  # noqa: E402

BLOCK = """struct block{0} {{
    nn_module base;
    nn_module *fc1, *act, *fc2, *norm;
    nn_module *gate, *proj;
}};

// Block {0}: two projections with a residual.
static nn_tensor *block{0}_forward(nn_module *self, nn_tensor *x)
{{
    struct block{0} *net = (struct block{0} *)self;
    nn_tensor *h = nn_call(net->fc1, x);
    h = nn_call(net->act, h);
    h = nn_call(net->fc2, h);
    nn_tensor *g = nn_call(net->gate, x);
    g = nn_call(net->proj, g);
    return nn_call(net->norm, nn_add(nn_add(x, h), g));
}}

static nn_module *block{0}(int width)
{{
    struct block{0} *net = nn_new(struct block{0}, block{0}_forward);
    nn_member(net, fc1, nn_linear(width, 4 * width));
    nn_member(net, act, nn_gelu());
    nn_member(net, fc2, nn_linear(4 * width, width));
    nn_member(net, gate, nn_linear(width, width));
    nn_member(net, proj, nn_linear(width, width));
    nn_member(net, norm, nn_layer_norm(width));
    return &net->base;
}}
"""


def model(n_lines):
    """A chain of residual blocks, written out: nearly every line builds or calls a layer."""
    n = max(1, n_lines // (BLOCK.count("\n") + 4))
    numbers = range(n)
    members = "\n".join(f"    nn_module *b{i};" for i in numbers)
    calls = "\n".join(f"    x = nn_call(net->b{i}, x);" for i in numbers)
    made = "\n".join(f"    nn_member(net, b{i}, block{i}(64));" for i in numbers)
    return "\n".join([
        "#include <shapeprof/nn.h>", "", *(BLOCK.format(i) for i in numbers),
        f"struct model {{\n    nn_module base;\n{members}\n}};", "",
        "static nn_tensor *model_forward(nn_module *self, nn_tensor *x)", "{",
        "    struct model *net = (struct model *)self;", calls, "    return x;", "}", "",
        "nn_module *model(void)", "{", "    struct model *net = nn_new(struct model, model_forward);",
        made, "    return &net->base;", "}", ""])


HELPER = """
// Line {0} of a log is parsed by hand: a name, a colon, and a number that may be missing.
static int helper{0}(const char *line, char *name, int room)
{{
    int n = 0, value = 0;
    while (line[n] && line[n] != ':' && n + 1 < room) {{
        name[n] = line[n];
        n++;
    }}
    name[n] = 0;
    if (line[n] != ':') return -1;
    for (n++; line[n] >= '0' && line[n] <= '9'; n++) value = value * 10 + line[n] - '0';
    return value;
}}
"""


def mostly_other(n_lines, n_model):
    """A model at the end of a file about something else."""
    head, _, rest = model(n_model).partition("\n")
    n = (n_lines - n_model) // HELPER.count("\n")
    return head + "\n" + "".join(HELPER.format(i) for i in range(n)) + rest


def processor_ms(pid):
    """Of a process and its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return (int(fields[11]) + int(fields[12])) * 10 + sum(processor_ms(int(c)) for c in children)


# In the body of a function, which alone is parsed again, and outside of all.
INSIDE, OUTSIDE = "fc1, nn_linear(width, ", "    nn_module *gate, "


def measure(program, name, text, keystrokes, where=INSIDE):
    lines = text.split("\n")
    places = [i for i, line in enumerate(lines) if where in line]
    column = lines[places[0]].index(where) + len(where)
    with tempfile.TemporaryDirectory() as folder:
        client = Client(program, cwd=folder)
        client.start(folder)
        uri = (Path(folder) / "model.c").as_uri()
        client.open(uri, text)
        assert client.diagnostics(uri) == []
        before, took, hints = processor_ms(client.process.pid), [], 0
        for i in range(keystrokes):
            line = places[i // 2 * 7 % len(places)]
            begun = time.perf_counter()
            typed = " " if where == INSIDE else "*added, "
            client.change(uri, i + 2, edit((line, column), (line, column + i % 2 * len(typed)),
                                           "" if i % 2 else typed))
            # Findings come when the text was analysed; the hints follow.
            client.diagnostics(uri, i + 2)
            around = {"start": {"line": max(0, line - 30), "character": 0},
                      "end": {"line": line + 30, "character": 0}}
            hints += len(client.about("inlayHint", uri, range=around))
            took.append((time.perf_counter() - begun) * 1000)
        processor = (processor_ms(client.process.pid) - before) / keystrokes
        client.stop()
    took.sort()
    assert hints, "no hints came"
    print(f"{len(lines):6d} lines {name:23s} median {took[len(took) // 2]:6.1f} ms  "
          f"95 % {took[int(len(took) * 0.95)]:6.1f} ms  processor {processor:6.1f} ms")


if __name__ == "__main__":
    root = Path(__file__).resolve().parents[2]
    wanted = sys.argv[1] if len(sys.argv) > 1 else str(root / "build/shapeprof")
    for kind, source in (("of a model", model(1000)), ("1,000 of them", mostly_other(8000, 1000)),
                         ("of a model", model(8000))):
        for where in (INSIDE, OUTSIDE):
            measure(str(Path(wanted).resolve()), kind + (", outside" if where == OUTSIDE else ""),
                    source, int(sys.argv[2]) if len(sys.argv) > 2 else 60, where)
