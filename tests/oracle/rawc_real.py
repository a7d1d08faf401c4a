"""Holds the examples of hand-written C against what llm.c and llama2.c themselves allocate.

    python3 rawc_real.py SHAPEPROF

rawc/real/*.json were printed by the sizing functions of the real programs. The examples lay their
memory out in the same way, under the same names, and are read with the recorded sizes in the place
of what stands in the header of a checkpoint.
"""
import json
import os
import subprocess
import sys

shapeprof = os.path.abspath(sys.argv[1])
os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
passed = failed = 0


def check(name, ours, wanted):
    global passed, failed
    if ours == wanted:
        passed += 1
    else:
        failed += 1
        print(f"FAIL {name}: {ours} instead of {wanted}")


def read(example, sizes, *options):
    """The blocks and parts of the example, each by its lvalue, and what is alive at once."""
    sets = [f"--set={name}={value}" for name, value in sizes.items()]
    command = [shapeprof, f"examples/rawc/{example}", "--format", "json", *sets, *options]
    run = subprocess.run(command, capture_output=True, text=True)
    report = json.loads(run.stdout)
    check(f"{example} findings", [d["code"] for d in report["diagnostics"] if d["severity"] != "note"], [])
    memory = next(m for m in report["models"][0]["memory"] if m["model"] == "malloc")
    return {part["name"].strip(): part["bytes"] for part in memory["parts"]}, memory["bytes"]


def load(name):
    with open(f"tests/oracle/rawc/real/{name}.json") as file:
        return json.load(file)


def gpt2_sizes(geometry):
    names = {"C": "channels", "L": "num_layers", "NH": "num_heads", "V": "vocab_size",
             "Vp": "padded_vocab_size", "max_seq_len": "max_seq_len"}
    return {f"model.config.{ours}": geometry.get(theirs, 1024) for theirs, ours in names.items()}


def check_gpt2():
    real = load("gpt2_124M_B4_T64")
    parts, alive = read("gpt2_train.c", gpt2_sizes(real["geometry"]))
    for family, list_of in (("params", "parameters"), ("acts", "activations")):
        for tensor in real[list_of]:
            for owner in (family, {"params": "grads", "acts": "grads_acts"}[family]):
                name = f"model.{owner}.{tensor['name']}"
                check(name, parts.get(name), tensor["bytes"])
    totals = real["training_totals_bytes"]
    for name, key in (("params_memory", "parameters"), ("grads_memory", "gradients"), ("m_memory", "adam_m"),
                      ("v_memory", "adam_v"), ("acts_memory", "activations"),
                      ("grads_acts_memory", "activation_gradients"), ("inputs", "inputs"), ("targets", "targets")):
        check(name, parts.get(f"model.{name}"), totals[key])
    check("GPT-2 124M, all of training", alive - parts["tokens"], totals["sum"])


def check_tiny():
    real = load("gpt2_tiny_trace")
    geometry = real["geometry"]
    parts, alive = read("gpt2_train.c", gpt2_sizes(geometry), f"--argv={geometry['B']} {geometry['T']}")
    blocks = ["params_memory", "acts_memory", "inputs", "targets", "grads_memory", "grads_acts_memory",
              "m_memory", "v_memory"]
    for name, block in zip(blocks, real["real_mallocs"]):
        check(f"tiny {name}", parts.get(f"model.{name}"), block["bytes"])
    check("tiny, alive at once", alive - parts["tokens"], real["peak_live_bytes"])


def check_llama(name):
    real = load(name)
    sizes = {f"d.config.{key}": real["config"][key] for key in
             ("dim", "hidden_dim", "n_layers", "n_heads", "n_kv_heads", "vocab_size", "seq_len")}
    parts, alive = read("llama_decoder.c", sizes)
    for buffer in real["run_state"]:
        check(f"{name} {buffer['field']}", parts.get(f"d.state.{buffer['field']}"), buffer["bytes"])
    check(f"{name}, all", alive, real["run_state_total_bytes"])


check_gpt2()
check_tiny()
for model in ("run_stories260K", "run_stories15M", "run_llama2-7B"):
    check_llama(model)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0 or passed == 0)
