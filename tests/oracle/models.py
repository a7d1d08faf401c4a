"""Runs shapeprof on the models and pairs of models.json that are written in C."""
import json
import subprocess
import sys

DTYPES = ["f32", "f64", "f16", "bf16"]  # the order of the data's byte lists
EXAMPLES = {
    name: f"examples/nn/{file or name}.c"
    for name, file in [
        ("wide", None), ("narrow", None), ("mlp_mnist", None), ("lenet5", None), ("tiny_cnn", None),
        ("resnet18", None), ("unet", None), ("lstm_tagger", None), ("transformer_encoder", None),
        ("shared_relu", None), ("alexnet", None), ("vgg11", None), ("squeezenet1_1", "squeezenet"),
        ("mobilenet_v2", None), ("autoencoder", None), ("vae", None), ("dcgan_generator", None),
        ("gru_cell_loop", None), ("bert_base", None), ("googlenet", None),
    ]
}
EXAMPLES["batch0"] = "examples/nn/wide.c"
for small in ["root_leaf", "empty_sequential", "never_called", "tie_other_layers"]:
    EXAMPLES[small] = f"tests/oracle/pairs/{small}.c"
ENTRIES = {"batch0": "wide"}
# What the data has as a model without a name, by the pair's id.
INLINE = {"tie_other_layers": {"a": "wide", "b": "tie_other_layers"}}

passed = failed = 0


def check(what, ours, theirs):
    global passed, failed
    if ours == theirs:
        passed += 1
    else:
        failed += 1
        print(f"FAIL {what}: {str(ours)[:300]}, PyTorch has {str(theirs)[:300]}")


def run(program, arguments):
    done = subprocess.run([program] + arguments, capture_output=True, text=True)
    try:
        return done.returncode, json.loads(done.stdout)
    except ValueError:
        return done.returncode, (done.stdout + done.stderr)[-400:]


def dtype_word(dtype):
    return {"float": "f32", "float32": "f32", "int64": "i64"}[dtype]


def input_options(inputs):
    return [f"--input={dtype_word(i['dtype'])}{json.dumps(i['shape'])}" for i in inputs]


def bytes_list(figures):
    return [figures[d] for d in DTYPES]


def leaf_calls(model):
    calls = []
    for leaf in model["leaves"]:
        for call in leaf["calls"]:
            outputs = [[o["dtype"], o["shape"]] for o in call["outputs"]]
            calls.append((call["index"], call["visible_to_hooks"],
                          [leaf["name"], outputs, bytes_list(call["bytes"])]))
    calls.sort(key=lambda c: c[0])
    return calls


def check_reference(name, ours, theirs):
    check(f"{name} reference error", ours["fails"] is not None, "error" in theirs)
    if "error" in theirs:
        return
    check(f"{name} reference n_layers", ours["n_leaves"], theirs["n_layers"])
    check(f"{name} reference peak_layer", ours["peak"]["name"], theirs["peak_layer"])
    check(f"{name} reference peak_bytes", bytes_list(ours["peak"]["bytes"]), theirs["peak_bytes"])
    check(f"{name} reference total_bytes", bytes_list(ours["total"]), theirs["total_bytes"])


def check_shared(name, calls, shared):
    for leaf, expected in shared.items():
        of_leaf = [c[2][2] for c in calls if c[1] and c[2][0] == leaf]
        check(f"{name} {leaf} last call", of_leaf[-1:], [expected["last_bytes"]])
        check(f"{name} {leaf} largest call", max(of_leaf, default=None), expected["max_bytes"])


def check_model(program, expected):
    name = expected["id"]
    status, answer = run(program, [EXAMPLES[name], "--entry", name, "--format=json",
                                   "--dtype=" + ",".join(DTYPES)] + input_options(expected["inputs"]))
    check(f"{name} exit status", status, 0)
    if not isinstance(answer, dict) or len(answer["models"]) != 1:
        check(f"{name} report", answer, "one model")
        return
    model = answer["models"][0]
    calls = leaf_calls(model)
    check(f"{name} calls", [c[2] for c in calls if c[1]],
          [[n, [[dtype_word(d), s] for d, s in outputs], sizes] for n, outputs, sizes in expected["calls"]])
    peak, largest = model["peak_leaf"], expected["all_calls_peak"]
    check(f"{name} peak leaf", [peak["name"], bytes_list(peak["bytes"])], [largest["layer"], largest["bytes"]])
    visible = [c[0] for c in calls if c[1]]
    check(f"{name} peak call", visible.index(peak["index"]), largest["call_index"])
    check(f"{name} total", bytes_list(model["total"]), expected["all_calls_total_bytes"])
    check(f"{name} parameters", model["parameters"]["count"], expected["param_numel"])
    check(f"{name} parameter bytes", bytes_list(model["parameters"]["bytes"]), expected["param_bytes"])
    check(f"{name} buffer bytes", bytes_list(model["parameters"]["buffer_bytes"]), expected["buffer_bytes"])
    check(f"{name} never called", sorted(model["never_called"]), sorted(expected["uncalled_leaves"]))
    check(f"{name} largest step", model["largest"]["bytes"]["f32"], expected["step_peak_float32"]["bytes"])
    check_reference(name, model["reference"], expected["reference"])
    check_shared(name, calls, expected.get("shared") or {})


def side_name(pair, key):
    return pair[key] if isinstance(pair[key], str) else INLINE[pair["id"]][key]


def side(pair, key):
    name = side_name(pair, key)
    return f"{EXAMPLES[name]}:{ENTRIES.get(name, name)}"


def check_pair(program, pair):
    status, answer = run(program, ["compare", side(pair, "a"), side(pair, "b"), "--format=json"] +
                         input_options(pair["inputs"]))
    if "error" in pair:
        check(f"pair {pair['id']} exit status", status, 2)
        return
    check(f"pair {pair['id']} exit status", status, 0)
    if not isinstance(answer, dict):
        check(f"pair {pair['id']}", answer, pair["report"])
        return
    details = answer.pop("details", None)
    check(f"pair {pair['id']}", answer, pair["report"])
    check(f"pair {pair['id']} details", isinstance(details, dict), True)


def main():
    program, data = sys.argv[1], json.load(open(sys.argv[2]))
    for model in data["models"]:
        if model["id"] in EXAMPLES:
            check_model(program, model)
    with_data = {model["id"] for model in data["models"]}
    with_data.update(side_name(pair, key) for pair in data["pairs"] for key in "ab")
    check("examples that the data does not speak of", sorted(set(EXAMPLES) - with_data), [])
    for pair in data["pairs"]:
        check_pair(program, pair)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed != 0)


main()
