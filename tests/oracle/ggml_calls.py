#!/usr/bin/env python3
"""Records calls of ggml's functions from a real library, every parameter of them:

    ggml_calls.py VERSION INCLUDE_FOLDER LIBRARY.a... >> tests/oracle/ggml/unit/more_calls.jsonl

VERSION is that of the rules: 15, 21 or 25. CALLS in the environment says how many of each function.
The library is built from ggml.c and its neighbours with NDEBUG; tests/ggml/library.sh builds two. A
program in C is written that calls every function of functions.def that the version has, with the
tensors and numbers of opcases.release.jsonl, some of them changed by chance; parameters that were
not recorded there are made up. It prints a line for each call as in that file, and besides:
"version"; "numbers", all parameters that are no tensors, in order; "params", op_params of each
tensor made; and "changed", the first argument of functions that make none.
"""
import json
import os
import random
import re
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "../../frontends/ggml/functions.def")
TYPES = os.path.join(HERE, "../../frontends/ggml/types.def")
SEEDS = os.path.join(HERE, "ggml/unit/opcases.release.jsonl")
CALLS = int(os.environ.get("CALLS", "4"))  # of each function

# Functions that were not recorded, and those whose tensors suit them.
LIKE = {
    "ggml_clamp_inplace": "ggml_clamp", "ggml_swiglu_clamp": "ggml_swiglu_oai",
    "ggml_dsv4_hc_pre_gated": "ggml_cross_entropy_loss", "ggml_set_input": "ggml_dup",
    "ggml_set_output": "ggml_dup", "ggml_mul_mat_set_prec": "ggml_dup",
    "ggml_mul_mat_set_hint": "ggml_dup", "ggml_flash_attn_ext_set_prec": "ggml_dup",
    "ggml_flash_attn_ext_set_n_kv_max": "ggml_dup", "ggml_prec_set_acc": "ggml_dup",
    "ggml_prec_set_src": "ggml_dup", "ggml_rope_set_offset": "ggml_dup",
    "ggml_soft_max_add_sinks": "ggml_add", "ggml_flash_attn_ext_add_sinks": "ggml_add",
}
# Which parameters the recorded arguments are, where they are not the first ones.
PLACES = {"ggml_custom_4d": "12345", "ggml_dsv4_hc_comb": "1", "ggml_flash_attn_ext": "?1"}
for stem, places in (("rope_ext", "?01"), ("rope_multi", "?05"), ("soft_max_ext", "?01")):
    for suffix in ("", "_inplace", "_back"):
        PLACES["ggml_%s%s" % (stem, suffix)] = places
del PLACES["ggml_soft_max_ext_back"]
# The operator that a function asks of its first tensor.
OPERATORS = {"mul_mat": "GGML_OP_MUL_MAT", "flash": "GGML_OP_FLASH_ATTN_EXT",
             "rope": "GGML_OP_ROPE", "soft_max": "GGML_OP_SOFT_MAX"}


def functions(version, include):
    """(name, letters, makes tensors) of every function that the version has."""
    declared = set(re.findall(r"\b(ggml_\w+)\s*\(", open(os.path.join(include, "ggml.h")).read()))
    for line in open(TABLE):
        m = re.match(r'GGML_(\w+)\((\w+), "(\w*)", (.*)\)', line)
        if not m:
            continue
        kind, name, letters, rest = m.groups()
        limits = [int(x) for x in rest.split(",")[-2:]] if kind in ("VERSION", "SETTER") else [0, 0]
        if name in declared and version >= limits[0] and (not limits[1] or version < limits[1]):
            yield name, letters, kind != "SETTER"


def slots(letters):
    """A letter for each number: i, b or f."""
    for letter in letters:
        if letter in "ibf":
            yield letter
        elif letter in "ns":
            yield from "iiii"


def made_up(letter):
    if letter == "f":
        return random.choice([0.0, 0.5, 1.0, -1.0, 1e-6, 10000.0, 2.75, 21.5])
    return random.choice([0, 0, 1]) if letter == "b" else random.choice([0, 1, 1, 2, 3, 4])


def numbers_of(name, letters, seed):
    numbers = [made_up(letter) for letter in slots(letters)]
    places = PLACES.get(seed["fn"], "".join(chr(48 + i) for i in range(20)))
    for value, place in zip(seed["args"], places):
        number = ord(place) - 48
        if place != "?" and number < len(numbers):
            numbers[number] = value
    for i, letter in enumerate(slots(letters)):
        if letter == "f":
            numbers[i] = struct.unpack("f", struct.pack("f", numbers[i]))[0]
        elif random.random() < 0.03:
            numbers[i] = made_up(letter)
        if letter != "f":
            numbers[i] = int(numbers[i])
    if name in ("ggml_im2col_3d", "ggml_conv_3d"):
        # It is for the compiler to say when the library divides by channels and strides.
        numbers[:4] = [max(n, 1) for n in numbers[:4]]
    return numbers


def fresh_strides(tensor, types):
    block, size = types[tensor["type"]]
    nb = [size, size * (tensor["ne"][0] // block)]
    for i in (1, 2):
        nb.append(nb[i] * tensor["ne"][i])
    return nb


def change(tensors):
    """By chance one tensor has another size or type."""
    if not tensors or random.random() < 0.5:
        return
    t = random.choice(tensors)
    block = {"f32": (1, 4), "f16": (1, 2), "bf16": (1, 2), "i32": (1, 4), "i64": (1, 8)}
    if t["is_view"] or t["type"] not in block:
        return
    if random.random() < 0.3:
        t["type"] = random.choice(sorted(block))
    elif random.random() < 0.5:
        t["ne"][random.randrange(4)] = random.choice([1, 2, 3, 4, 8])
    t["nb"] = fresh_strides(t, block)
    t["root_nbytes"] = 0


def fit(name, tensors):
    """Makes tensors of other functions suit this one."""
    n = random.choice([1, 2, 8])
    if name.endswith("_add_sinks"):  # they are made the source of the first tensor below
        tensors[1].update(type="f32", ne=[n, 1, n, 1], nb=[4, 4 * n, 4 * n, 4 * n * n], is_view=0)
    if name == "ggml_dsv4_hc_pre_gated":
        for t in tensors:
            t.update(type="f32", ne=[n, 2, 3, 1], nb=[4, 4 * n, 8 * n, 24 * n], is_view=0)


def calls(version, include):
    seeds = {}
    for line in open(SEEDS):
        case = json.loads(line)
        seeds.setdefault(case["fn"], []).append(case)
    for name, letters, makes in functions(version, include):
        wanted = sum(letters.count(x) for x in "to")
        known = seeds.get(LIKE.get(name, name)) or seeds["ggml_" + ("new_tensor" if not wanted else "add")]
        for _ in range(CALLS):
            seed = json.loads(json.dumps(random.choice(known)))
            tensors = seed["in"] if "v" in letters else seed["in"][:wanted]
            while len(tensors) < wanted - letters.count("o"):
                tensors.append(json.loads(json.dumps(tensors[-1])))
            fit(name, tensors)
            change(tensors)
            numbers = numbers_of(name, letters, seed)
            if name == "ggml_custom_4d":
                numbers[5] = len(tensors)
            if name == "ggml_custom_inplace":
                numbers[0] = len(tensors) - 1
            if name.startswith("ggml_new_tensor_"):
                numbers = [random.choice([0, 1, 2, 12, 26, 30, 43, 4, -1])] + \
                    [random.choice([1, 2, 3, 256, 512]) for _ in numbers[1:]]
            yield {"version": version, "fn": name, "in": tensors, "numbers": numbers,
                   "op": operator_for(name, makes)}


def operator_for(name, makes):
    """The word of the operator that the first argument has."""
    if makes or name in ("ggml_set_input", "ggml_set_output", "ggml_set_loss"):
        return "NONE"
    for word, op in OPERATORS.items():
        if word in name and random.random() < 0.8:
            return op.replace("GGML_OP_", "")
    return random.choice(["NONE", "MUL_MAT", "FLASH_ATTN_EXT", "ROPE", "SOFT_MAX"])


PROGRAM = r"""
#include <ggml.h>
#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct ggml_context *ctx;
static struct ggml_tensor *in[16], *roots[16], *last, *result;
static int n_in, n_old;
static jmp_buf back;
static char why[1000];
static int64_t I[32];
static float F[32];

static void failed(const char *message) { snprintf(why, sizeof why, "%s", message); longjmp(back, 1); }
static void died(int signal_number) { snprintf(why, sizeof why, "signal %d", signal_number); siglongjmp(back, 1); }

static const char *place(const struct ggml_tensor *t, char *to) {
    int i = 0;
    if (!t) return "-1";
    for (struct ggml_tensor *x = ggml_get_next_tensor(ctx, last); x; x = ggml_get_next_tensor(ctx, x), i++)
        if (x == t) { sprintf(to, "\"c%d\"", i); return to; }
    for (i = 0; i < n_in; i++) {
        if (in[i] == t) { sprintf(to, "\"i%d\"", i); return to; }
        if (roots[i] == t) { sprintf(to, "\"r%d\"", i); return to; }
    }
    return "-1";
}

static void print(const struct ggml_tensor *t) {
    char to[32];
    int n = GGML_MAX_SRC;
    while (n && !t->src[n - 1]) n--;
    printf("{\"type\":\"%s\",\"ne\":[%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 "],\"nb\":[%zu,%zu,%zu,%zu],\"nbytes\":%zu,\"name\":\"%s\",\"op\":\"%s\",\"desc\":\"%s\"",
           ggml_type_name(t->type), t->ne[0], t->ne[1], t->ne[2], t->ne[3], t->nb[0], t->nb[1], t->nb[2], t->nb[3],
           ggml_nbytes(t), t->name, ggml_op_name(t->op), ggml_op_desc(t));
    printf(",\"view_src\":%s,\"src\":[", place(t->view_src, to));
    for (int i = 0; i < n; i++) printf("%s%s", i ? "," : "", place(t->src[i], to));
    printf("],\"view_offs\":%zu,\"flags\":%d,\"params\":[", t->view_offs, (int)t->flags);
    for (int i = 0; i < 16; i++) printf("%s%d", i ? "," : "", (int)t->op_params[i]);
    printf("]}");
}

static struct ggml_tensor *input(int type, const int64_t *ne, const size_t *nb, size_t root_bytes, size_t offset, int flags, const char *name) {
    struct ggml_tensor *root = NULL, *t;
    if (root_bytes) root = ggml_new_tensor_1d(ctx, GGML_TYPE_I8, (int64_t)root_bytes);
    roots[n_in] = root;
    t = ggml_new_tensor_4d(ctx, type, 1, 1, 1, 1);
    memcpy(t->ne, ne, sizeof t->ne);
    memcpy(t->nb, nb, sizeof t->nb);
    t->view_src = root;
    t->view_offs = root ? offset : 0;
    t->flags = flags;
    ggml_set_name(t, name);
    return last = in[n_in++] = t;
}

static void begin(const char *line) {
    ctx = ggml_init((struct ggml_init_params){1 << 20, NULL, true});
    last = ggml_new_tensor_1d(ctx, GGML_TYPE_I8, 1);
    n_in = 0;
    result = NULL;
    memset(in, 0, sizeof in);
    printf("%s", line);
}

static void end(int changes) {
    char to[32];
    if (*why) {
        printf(",\"abort\":\"");
        for (char *c = why; *c; c++) printf(*c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
        printf("\"}\n");
    } else {
        int n = 0;
        printf(",\"created\":[");
        for (struct ggml_tensor *x = ggml_get_next_tensor(ctx, last); x; x = ggml_get_next_tensor(ctx, x)) {
            if (n++) printf(",");
            print(x);
        }
        printf("],\"result\":%s", place(result, to));
        if (changes) { printf(",\"changed\":"); print(in[0]); if (roots[0]) printf(",\"root_flags\":%d", (int)roots[0]->flags); }
        printf("}\n");
    }
    *why = 0;
    ggml_free(ctx);
}

#define CALL(expression, changes) if (setjmp(back) == 0) { expression; } end(changes)
int main(void) {
    ggml_set_abort_callback(failed);
    struct sigaction on_signal = {.sa_handler = died, .sa_flags = SA_NODEFER};
    sigaction(SIGFPE, &on_signal, NULL);
"""


def call_text(name, letters, makes):
    arguments, tensor, number = ["ctx"] if makes else [], 0, 0
    for letter in letters:
        if letter in "to":
            arguments.append("in[%d]" % tensor)
            tensor += 1
        elif letter == "v":
            arguments.append("in + %d" % tensor)
        elif letter == "p":
            arguments.append("NULL")
        elif letter in "ns":
            arguments.append("I + %d" % number if letter == "n" else
                             "(int[]){I[%d], I[%d], I[%d], I[%d]}" % tuple(range(number, number + 4)))
            number += 4
        else:
            arguments.append(("F[%d]" if letter == "f" else "I[%d]") % number)
            number += 1
    call = "%s(%s)" % (name, ", ".join(arguments))
    return "result = " + call if makes else call


def c_text(text):
    return '"%s"' % text.replace("\\", "\\\\").replace('"', '\\"')


def write_program(version, include, out):
    types = {}
    for line in open(TYPES):
        m = re.match(r"TYPE\((\d+), (\w+)\)", line)
        if m:
            types[m.group(2).lower()] = int(m.group(1))
    table = {name: (letters, makes) for name, letters, makes in functions(version, include)}
    out.write(PROGRAM)
    for case in calls(version, include):
        letters, makes = table[case["fn"]]
        line = json.dumps({k: case[k] for k in ("version", "fn", "in", "numbers", "op")},
                          separators=(",", ":"))[:-1]
        out.write("    begin(%s);\n" % c_text(line))
        for t in case["in"]:
            out.write("    input(%d, (int64_t[]){%s}, (size_t[]){%s}, %d, %d, %d, %s);\n" % (
                types[t["type"].lower()], ", ".join(map(str, t["ne"])),
                ", ".join("%dull" % n for n in t["nb"]), t["root_nbytes"] if t["is_view"] else 0,
                t["view_offs"], t["flags"], c_text(t["name"])))
        if case["op"] != "NONE":
            out.write("    in[0]->op = GGML_OP_%s; in[0]->src[0] = in[1] ? in[1] : in[0];\n" % case["op"])
        for i, value in enumerate(case["numbers"]):
            out.write("    I[%d] = %dll; F[%d] = %s;\n" % (i, int(value), i, float(value).hex()))
        out.write("    CALL(%s, %d);\n" % (call_text(case["fn"], letters, makes), not makes))
    out.write("    return 0;\n}\n")


def main():
    version, include, libraries = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
    random.seed(version)
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "calls.c"), os.path.join(folder, "calls")
        with open(source, "w") as out:
            write_program(version, include, out)
        subprocess.run(["cc", "-O0", "-w", "-I", include, source, "-o", program, *libraries,
                        "-lstdc++", "-lm", "-lpthread", "-ldl"], check=True)
        environment = dict(os.environ, GGML_NO_BACKTRACE="1")
        lines = subprocess.run([program], check=True, env=environment, capture_output=True,
                               text=True).stdout
        sys.stdout.write(re.sub(r'"abort":"[^":]*/', '"abort":"', lines))


if __name__ == "__main__":
    main()
