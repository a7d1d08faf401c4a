"""Opens HTML reports in Chromium, with sizes given in the address, and holds what the page then shows
against the JSON report of a run with these sizes."""

import json
import os
import re
import subprocess
import sys
import tempfile

BUILD = sys.argv[1]
BROWSER = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
           "--disable-background-networking", "--disable-component-update", "--disable-sync"]
# File, entry, and the sizes of the model's symbols.
CASES = [
    ("examples/nn/unet.c", {"N": 2, "H": 64, "W": 32}),
    ("examples/nn/lenet5.c", {"N": 7}),
    ("examples/nn/transformer_encoder.c", {"N": 3, "T": 300}),
    ("examples/nn/resnet18.c", {"N": 2, "H": 224, "W": 224}),
    ("examples/nn/lstm_tagger.c", {"N": 4, "T": 11}),
    # Another output would be the largest at sizes that the model refuses.
    ("tests/cases/peak_under_condition.c", {"N": 2, "T": 32}),
]
passed = failed = 0


def check(name, got, wanted):
    global passed, failed
    if got == wanted:
        passed += 1
    else:
        failed += 1
        print(f"FAIL {name}: the page has {got}, the report {wanted}")


def report(*arguments):
    done = subprocess.run([f"{BUILD}/shapeprof", "--no-cache", *arguments], capture_output=True, text=True)
    return done.stdout


def page(path, sizes):
    address = "file://" + path + "#" + "&".join(f"{name}={value}" for name, value in sizes.items())
    with tempfile.TemporaryDirectory() as profile:
        done = subprocess.run([*BROWSER, f"--user-data-dir={profile}", "--virtual-time-budget=4000",
                               "--dump-dom", address], capture_output=True, text=True, timeout=120)
    return done.stdout


def figure(dom, identity):
    found = re.search(rf'<div class="card" id="{identity}">.*?data-bytes="(\d*)"', dom, re.S)
    return int(found.group(1)) if found and found.group(1) else None


def leaf_bytes(dom):
    table = dom[dom.index('id="leaves"'):]
    rows = re.findall(r'data-index="(\d+)">.*?data-bytes="(\d*)"', table, re.S)
    return {int(index): int(value) for index, value in rows if value}


def hold(path, sizes):
    """The closed forms at these sizes, as --at prints them, and each leaf's bytes from a run with them."""
    symbolic = json.loads(report("--format", "json", path))
    symbols = set(symbolic["models"][0]["symbols"])
    sizes = {name: value for name, value in sizes.items() if name in symbols}
    inputs = [f"{i['name']}={i['dtype']}[" + ",".join(str(sizes.get(n, n)) for n in i["shape"]) + "]"
              for i in symbolic["models"][0]["inputs"]]
    arguments = [word for text in inputs for word in ("--input", text)]
    model = json.loads(report("--format", "json", *arguments, path))["models"][0]
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "report.html")
        with open(name, "w", encoding="utf-8") as out:
            out.write(report("--format", "html", path))
        dom = page(name, sizes)
    check(f"{path}: symbols", symbols, set(sizes))
    check(f"{path}: peak leaf", figure(dom, "peak-leaf"), model["peak_leaf"]["bytes"]["f32"])
    check(f"{path}: peak live", figure(dom, "peak-live"), model["peak_live"]["bytes"]["f32"])
    check(f"{path}: training", figure(dom, "peak-training"), model["peak_live_training"]["bytes"]["f32"])
    check(f"{path}: total", figure(dom, "total"), model["total"]["f32"])
    check(f"{path}: parameters", figure(dom, "parameters"), model["parameters"]["bytes"]["f32"])
    peak = re.search(r'id="timeline" data-peak="(\d+)"', dom)
    check(f"{path}: peak of the plot", peak and int(peak.group(1)), model["peak_live"]["bytes"]["f32"])
    wanted = {call["index"]: call["bytes"]["f32"] for leaf in model["leaves"] for call in leaf["calls"]}
    check(f"{path}: leaves", leaf_bytes(dom), wanted)


def hostile():
    """Names that could end the script or make elements."""
    source = ('#include <shapeprof/nn.h>\nstruct m { nn_module base; nn_module *a; };\n'
              'nn_module *net(void) { return nn_linear(4, 4); } // </script><script>alert(1)</script>\n')
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "<b>x<!--</script>.c")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(source)
        name = os.path.join(folder, "report.html")
        with open(name, "w", encoding="utf-8") as out:
            out.write(report("--format", "html", path))
        dom = page(name, {})
    check("names with tags: models", dom.count('role="tab"'), 1)
    check("names with tags: elements", dom.count("<b>x"), 0)


def nnom():
    """NNoM's own table: a row for each layer, with the block that its output lies in."""
    arguments = ["examples/nnom/camera.c", "--", "-I", "frontends/nnom/include"]
    layers = json.loads(report("--format", "json", *arguments))["models"][0]["nnom"]["layers"]
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "report.html")
        with open(name, "w", encoding="utf-8") as out:
            out.write(report("--format", "html", *arguments))
        dom = page(name, {})
    table = re.search(r'<table id="nnom">.*?</table>', dom, re.S).group(0)
    rows = re.findall(r'<tr><td class="number">(\d+)</td>.*?<td>(\d+)[^<]*</td><td class="mono">', table)
    check("NNoM's layers", rows, [(str(layer["number"]), str(layer["block"])) for layer in layers])


for case in CASES:
    hold(*case)
hostile()
nnom()
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)
