// How long the simulation of ggml's graph allocator takes:
//
//     bench_ggml_gallocr [NODES]      default 10000
//
// Once for a deep model whose weights are elsewhere, and once for one whose tensors are all to be
// placed and are given back in disorder, so that many ranges are free at once. Time is the
// processor's, the best of some runs. Exits with 1 where the default size misses its goal.

#include "analyzer/models/ggml_gallocr.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define GOAL_MILLISECONDS 20.0
#define GOAL_NODES 10000
#define RUNS 9

struct model {
    struct arena *arena;
    struct syms *syms;
    struct ggml_state state;
    struct ggml_graph graph;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static struct ggml_tensor *tensor(struct model *m, enum ggml_op op, int64_t columns, int64_t rows)
{
    struct ggml_tensor *t = arena_new(m->arena, struct ggml_tensor);
    int64_t ne[GGML_DIMS] = {columns, rows, 1, 1}, stride = 4;
    t->op = op;
    t->type = DTYPE_F32;
    t->name = "";
    t->number = (uint32_t)m->state.tensors.n;
    for (int i = 0; i < GGML_DIMS; i++) {
        t->ne[i] = sym_const(m->syms, ne[i]);
        t->nb[i] = sym_const(m->syms, stride);
        stride *= ne[i];
    }
    *vec_push(m->arena, &m->state.tensors) = t;
    return t;
}

static struct ggml_tensor *leaf(struct model *m, int64_t columns, int64_t rows)
{
    struct ggml_tensor *t = tensor(m, GGML_OP_NONE, columns, rows);
    *vec_push(m->arena, &m->graph.leafs) = t;
    return t;
}

static struct ggml_tensor *node(struct model *m, enum ggml_op op, int64_t columns, int64_t rows,
                                struct ggml_tensor *a, struct ggml_tensor *b)
{
    struct ggml_tensor *t = tensor(m, op, columns, rows);
    t->src[0] = a;
    t->src[1] = b;
    *vec_push(m->arena, &m->graph.nodes) = t;
    return t;
}

static struct ggml_tensor *weight(struct model *m, int64_t columns, int64_t rows)
{
    struct ggml_tensor *t = leaf(m, columns, rows);
    t->has_data = t->has_buffer = true;
    return t;
}

// Norm, product, activation, product, sum: five nodes a block.
static void build_deep(struct model *m, int nodes)
{
    struct ggml_tensor *x = leaf(m, 256, 64);
    for (int i = 0; i < nodes / 5; i++) {
        struct ggml_tensor *h = node(m, GGML_OP_RMS_NORM, 256, 64, x, NULL);
        h = node(m, GGML_OP_MUL_MAT, 1024, 64, weight(m, 256, 1024), h);
        h = node(m, GGML_OP_UNARY, 1024, 64, h, NULL);
        h = node(m, GGML_OP_MUL_MAT, 256, 64, weight(m, 1024, 256), h);
        x = node(m, GGML_OP_ADD, 256, 64, x, h);
    }
}

// Tensors of many sizes, each read once, some of them long after they were made.
static void build_disorderly(struct model *m, int nodes)
{
    struct ggml_tensor *kept[200];
    unsigned random = 1;
    for (int i = 0; i < 200; i++) kept[i] = leaf(m, 8 + i % 17, 8);
    for (int i = 0; i < nodes; i++) {
        random = random * 1103515245u + 12345u;
        struct ggml_tensor **a = &kept[(random >> 16) % 200];
        *a = node(m, GGML_OP_CONT, 8 + (random >> 8) % 61, 8, *a, NULL);
    }
}

static double measure(const char *name, void (*build)(struct model *, int), int nodes)
{
    struct arena *arena = arena_open();
    struct model m = {.arena = arena, .syms = syms_open(arena), .state.version = 21};
    struct ggml_plan plan;
    double best = 1e9;
    build(&m, nodes);
    for (int run = 0; run < RUNS; run++) {
        struct arena *scratch = arena_open();
        double start = now();
        ggml_gallocr_plan(scratch, m.syms, &m.state, &m.graph, &plan);
        double milliseconds = (now() - start) * 1e3;
        if (milliseconds < best) best = milliseconds;
        if (plan.end != GGML_PLACED) abort();
        if (run == RUNS - 1)
            printf("%-12s %6d nodes %6d leafs %4d free ranges: %.2f ms, %s bytes\n", name,
                   m.graph.nodes.n, m.graph.leafs.n, plan.most_ranges, best,
                   quantity_string(scratch, plan.buffer));
        arena_close(scratch);
    }
    arena_close(arena);
    return best;
}

int main(int argc, char **argv)
{
    int nodes = argc > 1 ? atoi(argv[1]) : GOAL_NODES;
    double deep = measure("deep", build_deep, nodes);
    double disorderly = measure("disorderly", build_disorderly, nodes);
    bool missed = deep > GOAL_MILLISECONDS || disorderly > GOAL_MILLISECONDS;
    return nodes == GOAL_NODES && missed;
}
