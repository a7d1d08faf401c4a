"""Random small chains of convolutions, pools and upsamplings, with a skip now and then: the sizes that
a run accepts must be the sizes that the printed conditions allow, neither more nor fewer."""
import json
import random
import subprocess
import sys

LONGEST = 80


def layer(rnd):
    kernel, stride = rnd.choice([(1, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 2), (5, 1), (5, 3), (7, 4)])
    padding = rnd.randint(0, kernel // 2)
    kind = rnd.choice(["conv", "conv", "pool", "ceil", "up", "transposed", "transposed"])
    if kind == "conv":
        dilation = rnd.choice([1, 1, 2])
        return (f"nn_conv1d(4, 4, {kernel}, .stride = {stride}, .padding = {padding}, "
                f".dilation = {dilation})")
    if kind == "pool":
        return f"nn_max_pool1d({kernel}, .stride = {stride}, .padding = {padding})"
    if kind == "ceil":
        return f"nn_max_pool1d({kernel}, .stride = {stride}, .ceil_mode = true)"
    if kind == "up":
        return f"nn_upsample(.scale_factor = {rnd.choice([2, 2, 3])})"
    return f"nn_conv_transpose1d(4, 4, {kernel}, .stride = {stride}, .padding = {padding})"


def chain(rnd):
    text, kept = [], []
    for i in range(rnd.randint(1, 6)):
        if rnd.random() < 0.4:
            text.append(f"nn_tensor *kept{i} = x;")
            kept.append(f"kept{i}")
        text.append(f"x = nn_call({layer(rnd)}, x);")
        if kept and rnd.random() < 0.3:
            text.append(join(kept.pop()))
    return text


def join(kept):
    return f"x = nn_call(nn_conv1d(8, 4, 1), nn_cat({{{kept}, x}}, .dim = 1));"


def hourglass(rnd):
    """Down and up again, with skips between levels of one size or nearly so."""
    text, strides = [], [rnd.choice([2, 2, 2, 3, 4]) for _ in range(rnd.randint(1, 3))]
    for i, stride in enumerate(strides):
        kernel = stride + rnd.choice([0, 0, 1])
        padding = rnd.choice([0, 0, 1]) if kernel > 1 else 0
        text.append(f"nn_tensor *kept{i} = x;")
        text.append(rnd.choice([f"x = nn_call(nn_max_pool1d({stride}), x);",
                                f"x = nn_call(nn_conv1d(4, 4, {kernel}, .stride = {stride}, .padding = {padding}), x);"]))
    for i, stride in reversed(list(enumerate(strides))):
        kernel = stride + rnd.choice([0, 0, 1])
        text.append(rnd.choice([f"x = nn_call(nn_upsample(.scale_factor = {stride}), x);",
                                f"x = nn_call(nn_conv_transpose1d(4, 4, {kernel}, .stride = {stride}), x);"]))
        if rnd.random() < 0.7:
            text.append(join(f"kept{i}"))
    return text


def function(rnd, index):
    """On one line, so that findings tell which."""
    text = (hourglass if index % 2 else chain)(rnd)
    return f"nn_tensor *chain{index}(nn_tensor *x) {{ {' '.join(text)} return x; }}"


def report(shapeprof, path, options):
    done = subprocess.run([shapeprof, path, "--format", "json", "--dtype", "f32"] + options,
                          capture_output=True, text=True)
    return json.loads(done.stdout)


def wrong_lines(found):
    return {d["line"] for d in found["diagnostics"] if d["severity"] == "error"}


def allowed(model, length):
    shape = model["inputs"][0]["shape"]
    if len(shape) != 3:
        return False  # solved without a batch axis: with one nothing is accepted
    size = shape[-1]
    if isinstance(size, int):
        return size == length
    values = {"L": length, "N": 2}
    return all(eval(c["condition"].replace("/", "//"), {"min": min, "max": max}, values)
               for c in model["conditions"])


def differences(shapeprof, path, n, seed):
    """Of the models that are solved with a length that is free: the lengths on which both disagree."""
    rnd = random.Random(seed)
    lines = ["#include <shapeprof/nn.h>"] + [function(rnd, i) for i in range(n)]
    with open(path, "w") as source:
        source.write("\n".join(lines) + "\n")
    solved = report(shapeprof, path, [])
    refused = wrong_lines(solved)
    accepted = {line: [] for line in range(2, n + 2)}
    for length in range(1, LONGEST + 1):
        wrong = wrong_lines(report(shapeprof, path, ["--input", f"x=f32[2,4,{length}]"]))
        for line in accepted:
            if line not in wrong:
                accepted[line].append(length)
    for model in solved["models"]:
        line = model["line"]
        real = accepted[line]
        said = [] if line in refused else [s for s in range(1, LONGEST + 1) if allowed(model, s)]
        yield lines[line - 1], real, said, model


def agrees(real, said, model):
    """A size that was chosen among others must say so."""
    chosen = any("sufficient" in c["condition"] for c in model["conditions"])
    return set(said) <= set(real) if chosen and said else said == real


def main():
    path, n, seed = sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    wrong = 0
    for text, real, said, model in differences(sys.argv[1], path, n, seed):
        if agrees(real, said, model):
            continue
        wrong += 1
        print("FAIL", text, "\n  shape", model["inputs"][0]["shape"], [c["condition"] for c in model["conditions"]],
              "\n  accepted but not said", sorted(set(real) - set(said))[:20],
              "\n  said but not accepted", sorted(set(said) - set(real))[:20])
    print(f"{n - wrong} passed, {wrong} failed")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
