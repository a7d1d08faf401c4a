// How fast graphs are built and measured, and what a node costs in memory:
//
//     bench_passes [NODES...]      default 10000 100000 1000000
//
// One line a size: nodes per second of building (with shape rules), of settling
// what shape rules left open, of liveness and of the memory pass in both modes,
// and bytes per node of the whole program. Then the time per node at the largest size against the
// smallest: 1.0 is linear, and small ones are faster only where they fit into
// the caches. Time is the processor's, so that other work on the machine does
// not count. Exits with 1 where the largest size misses the goal for speed, or any
// size that for memory.

#include "analyzer/memory.h"
#include "analyzer/shapes.h"
#include "ir/build.h"
#include "ir/graph_text.h"
#include "ir/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GOAL_NODES_PER_SECOND 1e6
#define GOAL_BYTES_PER_NODE 500.0
#define MAX_SIZES 16

enum pass {
    PASS_BUILD,
    PASS_SHAPES,
    PASS_LIVENESS,
    PASS_INFERENCE,
    PASS_TRAINING,
    PASS_HASH,
    PASS_VERIFY,
    N_PASSES
};

static const char *const pass_names[N_PASSES] = {"build",    "shapes", "liveness", "inference",
                                                 "training", "hash",   "verify"};

struct figures {
    int nodes;
    double seconds[N_PASSES];
    double bytes_per_node;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

struct layers {
    struct builder *builder;
    value_id input, norm_weight, norm_bias, up, down;
    struct attr norm[MAX_ATTRS], softmax[MAX_ATTRS], in_place[MAX_ATTRS];
};

static value_id tensor(struct builder *b, enum storage_kind kind, const char *type)
{
    struct tensor_type parsed;
    const char *error = NULL;
    if (!tensor_parse(builder_program(b)->syms, type, &parsed, &error)) abort();
    return build_tensor(b, kind, &parsed, NULL);
}

static void set(struct attr *attrs, enum op_kind op, const char *name, struct attr value)
{
    attrs[op_attr_index(op_get(op), name)] = value;
}

static void open_layers(struct layers *l, struct arena *arena)
{
    struct syms *syms = builder_program(l->builder)->syms;
    const struct sym **sizes = arena_array(arena, const struct sym *, 1);
    sizes[0] = sym_const(syms, 64);
    l->norm_weight = tensor(l->builder, STORAGE_PARAMETER, "f32[64]");
    l->norm_bias = tensor(l->builder, STORAGE_PARAMETER, "f32[64]");
    l->up = tensor(l->builder, STORAGE_PARAMETER, "f32[256, 64]");
    l->down = tensor(l->builder, STORAGE_PARAMETER, "f32[64, 256]");
    set(l->norm, OP_LAYER_NORM, "normalized_shape",
        (struct attr){.kind = ATTR_INTS, .n = 1, .ints = sizes});
    set(l->softmax, OP_SOFTMAX, "dim", (struct attr){.kind = ATTR_INT, .i = sym_const(syms, -1)});
    set(l->in_place, OP_RELU, "inplace", (struct attr){.kind = ATTR_BOOL, .b = true});
}

// Eight nodes: norm, up, in-place relu, softmax, down, gelu, the input added, norm.
static value_id block(const struct layers *l, value_id x)
{
    struct builder *b = l->builder;
    value_id h = build_op(b, OP_LAYER_NORM, l->norm, x, l->norm_weight, l->norm_bias);
    h = build_op(b, OP_LINEAR, NULL, h, l->up, 0);
    h = build_op(b, OP_RELU, l->in_place, h, 0, 0);
    h = build_op(b, OP_SOFTMAX, l->softmax, h, 0, 0);
    h = build_op(b, OP_LINEAR, NULL, h, l->down, 0);
    h = build_op(b, OP_GELU, NULL, h, 0, 0);
    h = build_op(b, OP_ADD, NULL, h, l->input, 0);
    return build_op(b, OP_LAYER_NORM, l->norm, h, l->norm_weight, l->norm_bias);
}

static struct program *build(struct arena *arena, const char *input, int nodes)
{
    struct layers l = {.builder = builder_open(arena, syms_open(arena), "bench")};
    builder_mode(l.builder, BUILD_TRAINING);
    open_layers(&l, arena);
    value_id x = l.input = tensor(l.builder, STORAGE_INPUT, input);
    for (int i = 0; i < nodes / 8; i++) x = block(&l, x);
    build_graph_output(l.builder, build_graph(l.builder, "forward"), x);
    return builder_program(l.builder);
}

static void run_pass(struct program *program, enum pass pass)
{
    struct arena *arena = arena_open();
    struct memory_request request = {program, MODEL_IDEAL, MEMORY_INFERENCE, 1,
                                     &(enum dtype){DTYPE_F32}};
    struct memory memory;
    struct liveness live;
    struct shapes shapes;
    if (pass == PASS_TRAINING) request.mode = MEMORY_TRAINING;
    switch (pass) {
    case PASS_SHAPES: shapes_settle(arena, program, &shapes); break;
    case PASS_LIVENESS: liveness_find(arena, program, &live); break;
    case PASS_INFERENCE:
    case PASS_TRAINING: memory_measure(arena, &request, &memory); break;
    case PASS_HASH: program_hash(program); break;
    case PASS_VERIFY:
        if (program_verify(arena, program)) abort();
        break;
    default: break;
    }
    arena_close(arena);
}

// The best of some runs: other work on the machine only adds time.
static struct figures measure(const char *input, int nodes)
{
    struct figures figures = {.nodes = nodes};
    int runs = nodes < 300000 ? 7 : 3;
    for (int run = 0; run < runs; run++) {
        struct arena *arena = arena_open();
        double start = now();
        struct program *program = build(arena, input, nodes);
        for (enum pass pass = 0; pass < N_PASSES; pass++) {
            if (pass != PASS_BUILD) start = now();
            run_pass(program, pass);
            double seconds = now() - start;
            if (run == 0 || seconds < figures.seconds[pass]) figures.seconds[pass] = seconds;
        }
        if (program->diags.n_errors > 0) abort();
        figures.bytes_per_node = (double)arena_bytes(arena) / (program->nodes.n - 1);
        arena_close(arena);
    }
    return figures;
}

static bool print_sizes(const char *input, int n, const int *nodes)
{
    struct figures all[MAX_SIZES];
    bool reached = true;
    printf("input %s\n%9s", input, "nodes");
    for (int pass = 0; pass < N_PASSES; pass++) printf(" %10s", pass_names[pass]);
    printf("  bytes/node   (nodes per second)\n");
    for (int i = 0; i < n; i++) {
        all[i] = measure(input, nodes[i]);
        printf("%9d", nodes[i]);
        for (int pass = 0; pass < N_PASSES; pass++) {
            double rate = nodes[i] / all[i].seconds[pass];
            printf(" %9.2fM", rate / 1e6);
            if (i == n - 1) reached &= rate >= GOAL_NODES_PER_SECOND;
        }
        printf("  %.0f\n", all[i].bytes_per_node);
        reached &= all[i].bytes_per_node < GOAL_BYTES_PER_NODE;
    }
    printf("%9s", "ratio");
    for (int pass = 0; pass < N_PASSES; pass++) {
        double first = all[0].seconds[pass] / nodes[0],
               last = all[n - 1].seconds[pass] / nodes[n - 1];
        printf(" %10.2f", last / first);
    }
    printf("\n\n");
    return reached;
}

int main(int argc, char **argv)
{
    int nodes[MAX_SIZES] = {10000, 100000, 1000000}, n = 3;
    for (int i = 1; i < argc && i <= MAX_SIZES; i++) nodes[i - 1] = atoi(argv[i]);
    if (argc > 1) n = argc - 1 < MAX_SIZES ? argc - 1 : MAX_SIZES;
    bool reached = print_sizes("f32[4, 128, 64]", n, nodes);
    reached &= print_sizes("f32[N, T, 64]", n, nodes);
    // Every block asks again whether the input can be added.
    reached &= print_sizes("f32[N, T, C]", n, nodes);
    printf(reached ? "goals reached\n" : "a goal is missed: 1M nodes/s, 500 bytes/node\n");
    return !reached;
}
