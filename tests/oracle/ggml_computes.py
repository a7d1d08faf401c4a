#!/usr/bin/env python3
"""Records which calls of ggml's functions a real library computes on the processor:

    ggml_computes.py VERSION INCLUDE_FOLDER LIBRARY.a... >> tests/oracle/ggml/unit/computes.jsonl

VERSION is that of the rules: 15, 21 or 25. CALLS in the environment says how many are recorded of
each function: those of opcases.release.jsonl with other types and strides. Each is computed in a
process of its own, on zeros. Calls that are refused when the graph is built are left out. A line is
one of ggml_calls.py without what was made, and "computes": is the process still alive then?
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import ggml_calls

CALLS = int(os.environ.get("CALLS", "8"))
TRIES = 12 * CALLS
BLOCKS = {"f32": (1, 4), "f16": (1, 2), "bf16": (1, 2), "i32": (1, 4), "i64": (1, 8), "i8": (1, 1),
          "i16": (1, 2), "f64": (1, 8), "q4_0": (32, 18), "q8_0": (32, 34), "q4_K": (256, 144),
          "q8_1": (32, 36), "iq4_nl": (32, 18), "iq2_xs": (256, 74), "q8_K": (256, 292)}
# Their pointers to the program's own functions are not recorded.
LEFT_OUT = re.compile("ggml_(map_)?custom")

PROGRAM = r"""
#include <ggml.h>
#include <ggml-cpu.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MARGIN 65536 // strides may lead behind the end

static struct ggml_context *ctx;
static struct ggml_tensor *in[16], *result;
static int n_in;
static jmp_buf back;
static int64_t I[32];
static float F[32];

static void failed(const char *message) { (void)message; longjmp(back, 1); }
static void died(int number) { (void)number; siglongjmp(back, 1); }
static void ended(const char *message) { (void)message; _exit(3); }

static void input(int type, const int64_t *ne, const size_t *nb, int flags) {
    struct ggml_tensor *t = ggml_new_tensor_4d(ctx, type, 1, 1, 1, 1);
    memcpy(t->ne, ne, sizeof t->ne);
    memcpy(t->nb, nb, sizeof t->nb);
    t->flags = flags;
    in[n_in++] = t;
}

static void begin(void) {
    ctx = ggml_init((struct ggml_init_params){1 << 20, NULL, true});
    n_in = 0;
    memset(in, 0, sizeof in);
    result = NULL;
}

static void place(void) {
    for (struct ggml_tensor *t = ggml_get_first_tensor(ctx); t; t = ggml_get_next_tensor(ctx, t))
        if (!t->view_src) t->data = calloc(1, ggml_nbytes(t) + MARGIN);
    for (struct ggml_tensor *t = ggml_get_first_tensor(ctx); t; t = ggml_get_next_tensor(ctx, t))
        if (t->view_src) t->data = (char *)t->view_src->data + t->view_offs;
}

static int computes(void) {
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child) return waitpid(child, &status, 0) == child && WIFEXITED(status) && !WEXITSTATUS(status);
    signal(SIGFPE, SIG_DFL);
    ggml_set_abort_callback(ended);
    alarm(20);
    place();
    struct ggml_context *own = ggml_init((struct ggml_init_params){8 << 20, NULL, true});
    struct ggml_cgraph *graph = ggml_new_graph(own);
    ggml_build_forward_expand(graph, result);
    struct ggml_cplan plan = ggml_graph_plan(graph, 1, NULL);
    plan.work_data = calloc(1, plan.work_size + MARGIN);
    _exit(ggml_graph_compute(graph, &plan) == GGML_STATUS_SUCCESS ? 0 : 1);
}

static void end(const char *line) {
    if (result) printf("%s,\"computes\":%s}\n", line, computes() ? "true" : "false");
    ggml_free(ctx);
}

#define CALL(expression) if (setjmp(back) == 0) { expression; } else result = NULL
int main(void) {
    ggml_cpu_init();
    ggml_set_abort_callback(failed);
    struct sigaction on_signal = {.sa_handler = died, .sa_flags = SA_NODEFER};
    sigaction(SIGFPE, &on_signal, NULL);
"""


def bytes_of(t):
    block, size = BLOCKS[t["type"]]
    if min(t["ne"]) <= 0:
        return 0
    row = t["ne"][0] * t["nb"][0] // block if block > 1 else size + (t["ne"][0] - 1) * t["nb"][0]
    return row + sum((t["ne"][i] - 1) * t["nb"][i] for i in (1, 2, 3))


def change(tensors):
    """One tensor, or all, of another type; or one of other strides."""
    one_type = random.choice(sorted(BLOCKS))
    way = random.randrange(6)
    chosen = tensors if way == 0 else [random.choice(tensors)]
    for t in chosen:
        if way in (0, 1, 2, 5):
            t["type"] = one_type if way != 5 else random.choice(["f32", "f16", "bf16"])
        if way < 5 and t["ne"][0] % BLOCKS[t["type"]][0]:
            t["ne"][0] = BLOCKS[t["type"]][0]
        t["nb"] = ggml_calls.fresh_strides(t, BLOCKS)
        if way == 3 and BLOCKS[t["type"]][0] == 1:
            a, b = random.sample(range(4), 2)
            t["ne"][a], t["ne"][b] = t["ne"][b], t["ne"][a]
            t["nb"] = ggml_calls.fresh_strides(t, BLOCKS)
            t["ne"][a], t["ne"][b] = t["ne"][b], t["ne"][a]
            t["nb"][a], t["nb"][b] = t["nb"][b], t["nb"][a]
        elif way == 4:
            gap = BLOCKS[t["type"]][1] * random.choice([1, 2, 4])
            t["nb"] = [t["nb"][0]] + [n + gap for n in t["nb"][1:]]
            t["nb"][2] = t["nb"][1] * t["ne"][1]
            t["nb"][3] = t["nb"][2] * t["ne"][2]


def seeds_of(name, known):
    seeds = [s for s in known if "abort" not in s and all(
        t["type"] in BLOCKS and 0 < min(t["ne"]) and max(t["ne"]) <= 512 for t in s["in"])]
    return seeds


def calls(version, include):
    seeds = {}
    for line in open(ggml_calls.SEEDS):
        case = json.loads(line)
        seeds.setdefault(case["fn"], []).append(case)
    for name, letters, makes in ggml_calls.functions(version, include):
        wanted = sum(letters.count(x) for x in "to")
        known = seeds_of(name, seeds.get(ggml_calls.LIKE.get(name, name), []))
        if not makes or not wanted or not known or "v" in letters or LEFT_OUT.match(name):
            continue
        for attempt in range(TRIES):
            seed = json.loads(json.dumps(random.choice(known)))
            tensors = seed["in"][:wanted]
            while len(tensors) < wanted - letters.count("o"):
                tensors.append(json.loads(json.dumps(tensors[-1])))
            for t in tensors:
                t["nb"] = ggml_calls.fresh_strides(t, BLOCKS)
            if attempt:
                change(tensors)
            for t in tensors:
                t.update(nbytes=bytes_of(t), root_nbytes=bytes_of(t), is_view=0, view_offs=0)
            ggml_calls.random.seed(0)
            numbers = ggml_calls.numbers_of(name, letters, seed)
            if "_pool_" in name:
                numbers[0] %= 2  # the enumeration has a maximum and an average
            ggml_calls.random.seed(version * 1000003 + hash_of(name) + attempt)
            yield {"version": version, "fn": name, "in": tensors, "numbers": numbers, "op": "NONE"}


def hash_of(name):
    value = 0
    for letter in name:
        value = (value * 31 + ord(letter)) % 1000000
    return value


def write_program(version, include, out):
    types = {}
    for line in open(ggml_calls.TYPES):
        m = re.match(r"TYPE\((\d+), (\w+)\)", line)
        if m:
            types[m.group(2).lower()] = int(m.group(1))
    table = {n: (letters, makes) for n, letters, makes in ggml_calls.functions(version, include)}
    out.write(PROGRAM)
    for case in calls(version, include):
        letters, makes = table[case["fn"]]
        line = json.dumps(case, separators=(",", ":"))[:-1]
        out.write("    begin();\n")
        for t in case["in"]:
            out.write("    input(%d, (int64_t[]){%s}, (size_t[]){%s}, %d);\n" % (
                types[t["type"].lower()], ", ".join(map(str, t["ne"])),
                ", ".join("%dull" % n for n in t["nb"]), t["flags"]))
        for i, value in enumerate(case["numbers"]):
            out.write("    I[%d] = %dll; F[%d] = %s;\n" % (i, int(value), i, float(value).hex()))
        out.write("    CALL(%s);\n    end(%s);\n" % (
            ggml_calls.call_text(case["fn"], letters, makes), ggml_calls.c_text(line)))
    out.write("    return 0;\n}\n")


def pick(lines):
    """CALLS of each function, as many as there are of both verdicts, each of another kind."""
    by_function = {}
    for line in lines:
        case = json.loads(line)
        kind = (case["computes"], tuple(t["type"] for t in case["in"]),
                tuple(t["nb"][0] == BLOCKS[t["type"]][1] for t in case["in"]))
        by_function.setdefault(case["fn"], {}).setdefault(kind, line)
    for kinds in by_function.values():
        both = [[line for kind, line in kinds.items() if kind[0] == way] for way in (True, False)]
        kept = both[0][:CALLS // 2] + both[1][:CALLS // 2]
        yield from kept + (both[0][CALLS // 2:] + both[1][CALLS // 2:])[:CALLS - len(kept)]


def without_defaults(line):
    case = json.loads(line)
    for t in case["in"]:
        for key in [k for k in t if k not in ("type", "ne", "nb") and (k != "flags" or not t[k])]:
            del t[key]
    return json.dumps(case, separators=(",", ":"))


def main():
    version, include, libraries = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
    random.seed(version)
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "computes.c"), os.path.join(folder, "computes")
        with open(source, "w") as out:
            write_program(version, include, out)
        subprocess.run(["cc", "-O0", "-w", "-I", include, source, "-o", program, *libraries,
                        "-lstdc++", "-lm", "-lpthread", "-ldl"], check=True)
        environment = dict(os.environ, GGML_NO_BACKTRACE="1")
        lines = subprocess.run([program], check=True, env=environment, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True).stdout.splitlines()
        for line in pick(lines):
            print(without_defaults(line))


main()
