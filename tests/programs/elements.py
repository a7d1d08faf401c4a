"""Random functions that read and write arrays at indices of which some are not known: what is said without them
must be what runs say that have numbers in their place. A figure that stays a symbol claims nothing.

    elements.py SHAPEPROF FILES [FIRST SEED]
"""
import json
import os
import random
import subprocess
import sys
import tempfile

N_FUNCTIONS = 12
HEAD = """#include <shapeprof/nn.h>
#include <string.h>

extern int il, jl;
struct pair {
    int a, b;
};
struct group {
    int k;
    struct {
        int a, v[3];
    } t[3];
};
"""


class Writer:
    """One function: statements, then the sizes that it shows."""

    def __init__(self, rnd):
        self.rnd = rnd

    def index(self, n):
        return self.rnd.choice(["il", "jl", "il", "0", "1", str(n - 1), "il - 1 + 1"])

    def place(self):
        return self.rnd.choice([f"w[{self.index(4)}]", f"s[{self.index(3)}].a", f"s[{self.index(3)}].b", f"g.t[{self.index(3)}].a",
                                f"g.t[{self.index(3)}].v[{self.index(3)}]", f"p[{self.rnd.choice(['il', '0', '1'])}]", "g.k"])

    def value(self):
        return self.place() if self.rnd.random() < 0.4 else str(self.rnd.randint(1, 3))

    def statement(self):
        form, i, k = self.rnd.random(), self.index(3), self.index(3)
        if form < 0.7:
            return f"{self.place()} = {self.value()};"
        return self.rnd.choice([f"s[{i}] = s[{k}];", f"g.t[{i}] = g.t[{k}];", f"memcpy(&s[{i}], &s[{k}], sizeof s[0]);",
                                f"memset(&s[{i}], 0, sizeof s[0]);", "p = w;", "p = w + 1;"])

    def numbers(self, n):
        return ", ".join(str(self.rnd.randint(1, 2)) for _ in range(n))

    def function(self, name):
        body = "\n    ".join(self.statement() for _ in range(self.rnd.randint(3, 9)))
        shown = ", ".join(f"{self.place()} + 1" for _ in range(6))
        return f"""
nn_tensor *{name}(nn_tensor *x)
{{
    int w[4] = {{{self.numbers(4)}}}, *p = w + {self.rnd.randint(0, 1)};
    struct pair s[3] = {{{self.numbers(6)}}};
    struct group g = {{{self.numbers(13)}}};
    {body}
    return nn_zeros(NN_F32, {shown});
}}
"""


def shapes(shapeprof, path, options):
    done = subprocess.run([shapeprof, path, "--format", "json", "--dtype", "f32", "--input", "f32[1]"] + options, capture_output=True, text=True)
    found = {}
    for model in json.loads(done.stdout)["models"]:
        made = [tensor for tensor in model["tensors"] if tensor["op"] == "constant"]
        if made and made[-1]["shape"] and not model["condition"]:
            found[model["name"]] = made[-1]["shape"]
    return found


def check(shapeprof, seed, folder):
    """How many sizes were claimed, and complaints."""
    path, claimed, complaints = os.path.join(folder, f"elements{seed}.c"), 0, []
    with open(path, "w") as out:
        out.write(HEAD + "".join(Writer(random.Random(seed * N_FUNCTIONS + i)).function(f"f{i}") for i in range(N_FUNCTIONS)))
    said = shapes(shapeprof, path, [])
    for at in [{"il": i, "jl": j} for i in range(3) for j in range(3)]:
        true = shapes(shapeprof, path, [word for name in at for word in ("--set", f"{name}={at[name]}")])
        for name, axis in [(name, axis) for name in said if name in true for axis in range(len(said[name]))]:
            if not isinstance(said[name][axis], int):
                continue
            claimed += 1
            if said[name][axis] != true[name][axis]:
                complaints.append(f"seed {seed}, {name}, axis {axis} at {at}: {said[name][axis]}, with numbers {true[name][axis]}")
    return claimed, complaints


def main():
    shapeprof, files = sys.argv[1], int(sys.argv[2])
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    claimed, failed = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + files):
            count, complaints = check(shapeprof, seed, folder)
            claimed, failed = claimed + count, failed + len(complaints)
            for line in complaints[:4]:
                print(f"FAIL {line}")
    print(f"elements of unknown index: {claimed - failed} passed, {failed} failed")
    return failed or not claimed


if __name__ == "__main__":
    sys.exit(bool(main()))
