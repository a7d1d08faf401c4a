"""Edits inside of functions, which alone are parsed again: after each of them the answers are those
of a server that has seen no other text."""

import os
import random

from client import Client, edit, shown
from harness import PROGRAM, run, write

MODEL = """#include <shapeprof/nn.h>
#include <stdlib.h>

#define WIDTH 64
enum { HIDDEN = 32 };

typedef struct { int in, out; } sizes;
struct { int a, b; } nameless = {8, 16};

static sizes sizes_of(int in, int out)
{
    sizes s = {in, out};
    return s;
}

typedef struct shape { int rank, last; } shape;
struct width { int first, n; };
static struct width widths = {2, 64};

static shape *shape_of(shape *s, int last)
{
    s->rank = 2;
    s->last = last;
    return s;
}

struct net {
    nn_module base;
    nn_module *fc1, *act, *fc2;
    nn_module *norm;
};

static int counted(void)
{
    static int calls = 3;
    struct local { int first, second; } pair = {calls, 5};
    return pair.second * 0 + 64;
}

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    nn_tensor *h = nn_call(net->fc1, x);
    h = nn_call(net->act, h);
    if (nn_size(x, 1) > 4096) exit(1);
    h = nn_call(net->fc2, h);
    return nn_call(net->norm, h);
}

struct after { int width; } behind = {64};
static struct { int n; } *unnamed;

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    sizes s = sizes_of(WIDTH, HIDDEN);
    nn_member(net, fc1, nn_linear(s.in, 4 * s.out));
    nn_member(net, act,
              nn_relu());
    nn_member(net, fc2, nn_linear(4 * HIDDEN, counted()));
    shape made = {0};
    nn_member(net, norm, nn_layer_norm(shape_of(&made, behind.width)->last + widths.n - 64));
    return &net->base;
}

static int helper(int n) { return n + 1; }

nn_module *pair(void)
{
#define HALF (WIDTH / 2)
    nn_module *a = nn_linear(WIDTH, HALF);
    return nn_sequential(a, nn_gelu(), nn_linear(HALF, nameless.a * helper(0)));
}

nn_module *third(void)
{
    for (int i = 0; i < 2; i++) {
        // not a brace: }
        helper(i);
    }
    return nn_sequential(nn_linear(HALF, 16), nn_tanh());
}
"""

# What may be put in the place of what, and where a user would type.
CHANGES = [
    ("s.in, 4 * s.out", "s.in, 8 * s.out"), ("= {calls, 5}", "= {calls, 7}"),
    ("int first, second;", "int second, first;"), ("int first, second;", "int first, x, second;"),
    ("+ 64;", "+ 63;"), ("+ 64;", "+ 64;\n\n"), ("+ 64;", "+ ;"), ("+ 64;", "+ undeclared;"),
    ("struct net *net = (", "\n    struct net *net = ("), ("> 4096", "> 40"),
    ("h = nn_call(net->act, h);", "h = nn_call(net->act, x);"),
    ("h = nn_call(net->act, h);", "h = nn_call(net->lost, h);"),
    ("h = nn_call(net->act, h);", "if (1) {\n    h = nn_call(net->act, h);"),
    ("h = nn_call(net->act, h);", "/* h = nn_call(net->act, h);"),
    ("h = nn_call(net->act, h);", "}\n h = nn_call(net->act, h);"),
    ("nn_gelu()", "nn_gelu( )"), ("WIDTH / 2", "WIDTH / 4"), ("HALF, 16", "HALF, 24"),
    ("static int calls = 3;", "static int calls = 4, more[2];"),
    ("static int calls = 3;", "extern int calls;"),
    ("nn_relu()", "nn_relu(\n    )"), ("behind.width)->", "nameless.a * 8)->"),
    ("behind.width)->", "unnamed ? 64 : 64)->"), ("n + 1; }", "n + 2; }"), ("n + 1; }", "n +\n 1; }"),
    ("brace: }", "brace: {"), ("helper(i);", "helper(i); struct after a = {1};"),
    ("helper(i);", 'puts("}");'), ("return s;", "return (sizes){.in = in, .out = out / 2};"),
    ("counted()));", "counted() + abs(-0)));"), ("enum { HIDDEN = 32 };", "enum { HIDDEN = 16 };"),
    ("#define WIDTH 64", "#define WIDTH 65"), ("sizes s = {in, out};", "sizes s = {in, out, 3};"),
    # Outside of functions: blanks and comments,
    ("static int counted(", "// counts\nstatic int counted("), ("static int counted(", "/* counts */ static int counted("),
    ("static int counted(", "\n\n  static int counted("), ("static int counted(void)\n", "static int counted(void) // counts\n"),
    ("static int counted(", "/* counts\nstatic int counted("), ("static int counted(", "// counts \\\nstatic int counted("),
    ("enum { HIDDEN = 32 };", "enum { HIDDEN = /* 16 */ 32 };"), ("enum { HIDDEN = 32 };", "// enum { HIDDEN = 32 };"),
    ("behind = {64};", "behind =\n    {64};"), ("typedef struct { int in, out; } sizes;", "typedef struct { int in,  out; } sizes;"),
    ("#define WIDTH 64", "#define WIDTH 64 // wide"), ("#define WIDTH 64\n", "\n#define WIDTH 64\n\n"),
    ("struct { int a, b; } nameless", "struct { int a,\n b; } nameless"), ("nn_module *third(void)\n{", "nn_module *third(void)\n\n{"),
    # in a struct, whose functions are read again,
    ("*fc1, *act, *fc2;", "*fc1, *act,  *fc2;"), ("*fc1, *act, *fc2;", "*fc2, *act, *fc1;"), ("*fc1, *act, *fc2;", "*fc1, *act;"),
    ("*fc1, *act, *fc2;", "*fc1, *act, *fc2, *fc3;"), ("*fc1, *act, *fc2;", "*fc1,\n        *act, *fc2;\n    int depth;"),
    ("    nn_module *norm;\n", "    nn_module *norms;\n"), ("    nn_module *norm;\n", "    nn_tensor *norm;\n"),
    ("    nn_module *norm;\n", "    // the last one\n    nn_module *norm;\n"), ("    nn_module *norm;\n", ""),
    ("    nn_module *norm;\n", "    nn_module *norm[2];\n"), ("    nn_module *norm;\n", "    struct { nn_module *norm; };\n"),
    ("    nn_module *norm;\n", "    nn_module *norm;\n};\nstruct other { int norm;\n"), ("    nn_module *norm;\n", "    nn_module *norm\n"),
    ("    nn_module base;\n", "    int before;\n    nn_module base;\n"), ("    nn_module base;\n", "    nn_module base; long all[4];\n"),
    ("typedef struct shape { int rank, last; } shape;", "typedef struct shape { int last, rank; } shape;"),
    ("typedef struct shape { int rank, last; } shape;", "typedef struct shape { long rank; int last; } shape;"),
    ("typedef struct shape { int rank, last; } shape;", "typedef struct shape { int rank; } shape;"),
    ("struct width { int first, n; };", "struct width { int n, first; };"), ("struct width { int first, n; };", "struct width { short first; int n; };"),
    # and in what else knows a struct, or is none.
    ("struct after { int width; }", "struct after { int more, width; }"), ("static struct { int n; } *unnamed;", "static struct { long n; } *unnamed;"),
    ("static int helper(int n)", "static int helper(long n)"), ("nameless = {8, 16};", "nameless = {4, 16};"),
    ("static int helper(int n)", "static int more = 3;\nstatic int helper(int n)"),
]


def everything(client, uri):
    """All that a user sees of a document, without what only a server's own numbers tell."""
    text = {"textDocument": {"uri": uri}}
    return {
        "hints": shown(client.hints(uri)),
        "symbols": client.request("textDocument/documentSymbol", text)["result"],
        "lenses": client.request("textDocument/codeLens", text)["result"],
    }


def fresh(folder, uri, text):
    client = Client(PROGRAM, cwd=folder)
    try:
        client.start(folder)
        client.open(uri, text)
        found = client.diagnostics(uri, 1)
        return found, everything(client, uri)
    finally:
        client.process.kill()
        client.process.wait()
        client.process.stdin.close()


def place(text, index):
    return text.count("\n", 0, index), index - text.rfind("\n", 0, index) - 1


class Typing:
    """A document that is edited; findings of the newest text."""

    def __init__(self, client, folder, text):
        self.client, self.folder, self.text, self.version = client, folder, text, 1
        self.uri, _ = write(folder, "typed.c", text)
        client.start(folder)
        client.open(self.uri, text)
        self.found = client.diagnostics(self.uri, 1)

    def replace(self, old, new, start=None):
        """Where it begins."""
        assert start is not None or old in self.text, old
        start = self.text.index(old) if start is None else start
        assert self.text.startswith(old, start)
        self.version += 1
        self.client.change(self.uri, self.version,
                           edit(place(self.text, start), place(self.text, start + len(old)), new))
        self.text = self.text[:start] + new + self.text[start + len(old):]
        self.found = self.client.diagnostics(self.uri, self.version)
        return start

    def check(self):
        found, shown_fresh = fresh(self.folder, self.uri, self.text)
        key = lambda d: (d["range"]["start"]["line"], d["range"]["start"]["character"], d["message"])
        assert sorted(self.found, key=key) == sorted(found, key=key), (self.text, self.found, found)
        # Of a text with new errors the last good hints stay.
        if not any("does not compile" in d["message"] for d in found):
            mine = everything(self.client, self.uri)
            for name in mine:
                assert mine[name] == shown_fresh[name], (name, mine[name], shown_fresh[name])


def test_each_edit(client, folder):
    typing = Typing(client, folder, MODEL)
    hints = shown(client.hints(typing.uri))
    assert typing.found == [] and len(hints) == 9, (typing.found, hints)
    for old, new in CHANGES:
        start = typing.replace(old, new)
        typing.check()
        typing.replace(new, old, start)
    assert typing.text == MODEL
    typing.check()


def test_edits_that_stay(client, folder):
    chance = random.Random(int(os.environ.get("LSP_TEST_SEED", "1")))
    typing = Typing(client, folder, MODEL)
    done = []
    for _ in range(40):
        back = [(new, old) for old, new in done if typing.text.count(new) == 1 and new]
        if back and chance.random() < 0.4:
            change = chance.choice(back)
            done.remove((change[1], change[0]))
        else:
            change = chance.choice([c for c in CHANGES if c[0] in typing.text])
            done.append(change)
        typing.replace(*change)
        typing.check()


if __name__ == "__main__":
    run(globals())
