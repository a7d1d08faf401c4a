"""The profile of a recorded network: every kernel that shapeprof names is called as often as PyTorch's
profiler counted, by the graph and in the run; and the files for other tools hold the same calls."""

import json
import os
import subprocess
import sys
import tempfile

BUILD = sys.argv[1]
passed = failed = 0


def check(name, got, wanted):
    global passed, failed
    if got == wanted:
        passed += 1
    else:
        failed += 1
        print(f"FAIL profile: {name}: {got}, expected {wanted}")


def profile(folder, *arguments):
    trace, flame = os.path.join(folder, "trace.json"), os.path.join(folder, "flame.json")
    done = subprocess.run([f"{BUILD}/shapeprof", "run", *arguments, "--format", "json", "--trace", trace,
                           "--flame", flame], capture_output=True, text=True)
    check("status", done.returncode, 0)
    with open(trace, encoding="utf-8") as file:
        events = json.load(file)["traceEvents"]
    with open(flame, encoding="utf-8") as file:
        return json.loads(done.stdout)["models"][0]["profile"], events, json.load(file)


def calls_of(names):
    counts = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return counts


def hold_nesting(flame):
    """Frames are closed by whoever opened them, and time only goes forward."""
    stack, last, wrong = [], 0.0, 0
    for event in flame["profiles"][0]["events"]:
        wrong += event["at"] < last
        last = event["at"]
        if event["type"] == "O":
            stack.append(event["frame"])
        else:
            wrong += not stack or stack.pop() != event["frame"]
    return wrong + len(stack)


with open("tests/oracle/torch/training.json", encoding="utf-8") as oracle:
    recorded = json.load(oracle)["profiler"]["forward_backward"]["counts"]
with tempfile.TemporaryDirectory() as temporary:
    result, events, flame = profile(temporary, "tests/exec/profiled.c", "--profile", "--steps", "5", "--input",
                                    "x=f32[32,128]", "--input", "y=i64[32]")
for kernel in result["kernels"]:
    check(f"{kernel['name']}, by the graph", kernel["predicted"], recorded.get(kernel["name"]))
    check(f"{kernel['name']}, in the run", kernel["calls"], recorded.get(kernel["name"]))
for name in ["aten::addmm", "aten::mm", "aten::nll_loss_backward", "aten::_log_softmax"]:
    check(f"{name} is there", name in {kernel["name"] for kernel in result["kernels"]}, True)
check("steps of the trace", calls_of(e["name"] for e in events if e.get("cat") == "step"),
      {f"step {i}": 1 for i in range(1, 6)})
check("kernels of the trace", calls_of(e["name"] for e in events if e.get("cat") == "kernel"),
      {kernel["name"]: kernel["calls"] for kernel in result["kernels"]})
check("frames of the flame graph that do not nest", hold_nesting(flame), 0)
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)
