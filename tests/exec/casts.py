"""Random chains of views, copies and casts, each run as another type than f32: where its results lie, and what is
alive with each call, must be what is measured, and what the report of the sources says of that type.

    python3 tests/exec/casts.py build/shapeprof PROGRAMS FIRST-SEED"""
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

shapeprof, programs, first = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
passed = failed = 0

HEAD = """#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *fc;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    nn_tensor *t0 = nn_call(((struct net *)self)->fc, x);
"""
TAIL = """}

nn_module *made(void)
{
    struct net *net = nn_new(struct net, forward);
    nn_member(net, fc, nn_linear(8, 24));
    return &net->base;
}
"""


def axes_list(values):
    return ", ".join(map(str, values))


def factors(n):
    """n as sizes of one to three axes."""
    sizes = []
    for divisor in random.sample([2, 3, 4, 6, 8], 2):
        if n % divisor == 0 and random.random() < 0.7:
            sizes.append(divisor)
            n //= divisor
    return sizes + [n]


def permuted(x, sizes):
    order = random.sample(range(len(sizes)), len(sizes))
    return f"nn_permute({x}, {axes_list(order)})", [sizes[axis] for axis in order]


def narrowed(x, sizes):
    axis = random.randrange(len(sizes))
    if sizes[axis] < 4:
        return None
    left = sizes[axis] - random.choice([1, 2, sizes[axis] // 2])
    start = random.randint(0, sizes[axis] - left)
    return f"nn_narrow({x}, {axis}, {start}, {left})", sizes[:axis] + [left] + sizes[axis + 1:]


def selected(x, sizes):
    if len(sizes) < 2:
        return None
    axis = random.randrange(len(sizes))
    at = random.randrange(sizes[axis])
    return f"nn_select({x}, nn_at({axis}), {at})", sizes[:axis] + sizes[axis + 1:]


def reshaped(x, sizes):
    n = 1
    for size in sizes:
        n *= size
    to = factors(n)
    return f"nn_reshape({x}, {axes_list(to)})", to


def expanded(x, sizes):
    if len(sizes) > 3:
        return None
    axis = random.randint(0, len(sizes))
    to = sizes[:axis] + [2] + sizes[axis:]
    return f"nn_expand(nn_unsqueeze({x}, {axis}), {axes_list(to)})", to


def split(x, sizes):
    axis = random.randrange(len(sizes))
    if sizes[axis] % 2:
        return None
    part = sizes[axis] // 2
    return (f"nn_split({x}, {part}, .dim = nn_at({axis})).at[{random.randrange(2)}]",
            sizes[:axis] + [part] + sizes[axis + 1:])


def same(text):
    return lambda x, sizes: (text.replace("#", x), sizes)


CHANGES = [permuted, permuted, narrowed, narrowed, selected, reshaped, reshaped, expanded, split,
           same("nn_contiguous(#)"), same("nn_clone(#)"), same("nn_exp(#)"), same("nn_f_softmax(#, -1)"),
           same("nn_to(#, NN_F32)"), same("nn_to(#, NN_F32)"), same("nn_to(#, NN_F16)"), same("nn_to(#, NN_F64)"),
           same("nn_sqrt(nn_argsort(#, .dim = -1))"), same("nn_add(#, nn_to(#, NN_F16))"),
           same("nn_mul(#, nn_number(2))"), same("nn_add(#, nn_sqrt(nn_argmax(#, -1, .keepdim = true)))"),
           same("nn_flip(#, 0)"), same("nn_cumsum(#, 0)"), same("nn_zeros_like(#)")]


def program():
    lines, tensors = [], [("t0", [48, 24])]
    for _ in range(random.randint(4, 10)):
        name, sizes = random.choice(tensors[-2:])
        made = random.choice(CHANGES)(name, sizes)
        if made:
            lines.append(f"    nn_tensor *t{len(tensors)} = {made[0]};")
            tensors.append((f"t{len(tensors)}", made[1]))
    lines.append(f"    return nn_sum(nn_exp({tensors[-1][0]}));")
    return HEAD + "\n".join(lines) + "\n" + TAIL


def asked(*arguments):
    done = subprocess.run([shapeprof, *arguments, "--no-cache", "--format", "json"], capture_output=True, text=True)
    try:
        return json.loads(done.stdout)["models"][0]
    except (ValueError, IndexError):
        return {"failure": done.stdout + done.stderr, "difference": None, "memory": []}


def wrong(path, dtype, report, training):
    run = asked("run", path, "--input", "f32[48,8]", "--dtype", dtype, *["--train"] * training)
    if run["failure"]:
        return None if "is refused" in run["failure"] else run["failure"]
    if run["difference"]:
        return run["difference"]
    name = "peak_live_training" if training else "peak_live"
    measured = next(f["measured"] for f in run["figures"] if f["name"].startswith("peak_live"))
    said = report[name]["bytes"][dtype]
    return None if said == measured else f"{name}: the report says {said}, measured {measured}"


with tempfile.TemporaryDirectory() as folder:
    path = str(Path(folder) / "casts.c")
    for seed in range(first, first + programs):
        random.seed(seed)
        text = program()
        Path(path).write_text(text)
        report = asked(path, "--input", "f32[48,8]", "--dtype", "f16,bf16,f64")
        for dtype in ["f16", "bf16", "f64"]:
            fault = report.get("failure") or wrong(path, dtype, report, seed % 2)
            passed, failed = passed + (not fault), failed + bool(fault)
            if fault:
                print(f"FAIL casts, seed {seed}, {dtype}: {fault}\n{text}")
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0 or passed == 0)
