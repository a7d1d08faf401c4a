// Linked with a program, dumps what it gives to an allocator, a backend or a scheduler: each graph
// when it is first seen, before the real call runs, and at the end the program's contexts, as JSON
// in the form of tests/oracle/ggml/golden into the file that GGML_DUMP names. The linker's --wrap
// leads the program's calls here (see programs.sh); the library itself is as it is.

#include "dump.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MAX_CONTEXTS 256
#define MAX_GRAPHS 1024

struct context {
    struct ggml_context *context; // NULL: it was freed
    char *from, *to;              // its memory
    struct ggml_init_params asked;
    size_t padded, used, buffer;
    bool has_buffer;
};

static struct {
    int n_contexts, n_seen, n_graphs;
    struct context contexts[MAX_CONTEXTS];
    const struct ggml_cgraph *seen[MAX_GRAPHS];
    FILE *graphs;
    char *text;
    size_t size;
} dump;

// ---- contexts

static int context_of(const struct ggml_tensor *t)
{
    const char *at = (const char *)t;
    for (int i = dump.n_contexts - 1; i >= 0; i--)
        if (at >= dump.contexts[i].from && at < dump.contexts[i].to) return i;
    return -1;
}

// NULL: none of the program's.
static struct context *find(const struct ggml_context *context)
{
    for (int i = 0; i < dump.n_contexts; i++)
        if (dump.contexts[i].context == context) return &dump.contexts[i];
    return NULL;
}

static void finish(void)
{
    FILE *out = fopen(getenv("GGML_DUMP") ? getenv("GGML_DUMP") : "/dev/null", "w");
    if (!out) return;
    fprintf(out, "{\"contexts\":[");
    for (int i = 0; i < dump.n_contexts; i++) {
        const struct context *c = &dump.contexts[i];
        fprintf(out, "%s{\"id\":%d,\"mem_size\":%zu,\"mem_size_padded\":%zu,\"no_alloc\":%s,",
                i ? "," : "", i, c->asked.mem_size, c->padded,
                c->asked.no_alloc ? "true" : "false");
        if (c->has_buffer) fprintf(out, "\"backend_buffer_size\":%zu,", c->buffer);
        fprintf(out, "\"used_mem_final\":%zu}", c->context ? ggml_used_mem(c->context) : c->used);
    }
    fflush(dump.graphs);
    fprintf(out, "],\n\"graphs\":[%s]}\n", dump.text ? dump.text : "");
    fclose(out);
}

struct ggml_context *dump_ggml_init(struct ggml_init_params params)
{
    struct ggml_context *made = ggml_init(params);
    if (!made) return made;
    if (dump.n_contexts == MAX_CONTEXTS) exit(2);
    struct context *c = &dump.contexts[dump.n_contexts++];
    *c = (struct context){.context = made, .asked = params, .padded = ggml_get_mem_size(made)};
    c->from = ggml_get_mem_buffer(made);
    c->to = c->from + c->padded;
    return made;
}

// A graph that later lies in the same memory is another one.
void dump_ggml_free(struct ggml_context *context)
{
    struct context *c = context ? find(context) : NULL;
    if (c) {
        c->used = ggml_used_mem(context);
        c->context = NULL;
        for (int i = 0; i < dump.n_seen; i++) {
            const char *at = (const char *)dump.seen[i];
            if (at >= c->from && at < c->to) dump.seen[i] = NULL;
        }
    }
    ggml_free(context);
}

ggml_backend_buffer_t dump_ggml_backend_alloc_ctx_tensors(struct ggml_context *context,
                                                          ggml_backend_t backend)
{
    ggml_backend_buffer_t buffer = ggml_backend_alloc_ctx_tensors(context, backend);
    struct context *c = find(context);
    if (c) c->has_buffer = true;
    if (c) c->buffer = buffer ? ggml_backend_buffer_get_size(buffer) : 0;
    return buffer;
}

// ---- graphs

static void see(struct ggml_cgraph *graph)
{
    for (int i = 0; i < dump.n_seen; i++)
        if (dump.seen[i] == graph) return;
    if (dump.n_seen == MAX_GRAPHS) exit(2);
    dump.seen[dump.n_seen++] = graph;
    if (!dump.graphs) {
        dump.graphs = open_memstream(&dump.text, &dump.size);
        atexit(finish);
    }
    if (dump.n_graphs) fputs(",\n", dump.graphs);
    dump_graph(dump.graphs, "index", dump.n_graphs++, graph, context_of);
}

// A call by the program that hands over a graph as its second argument.
#define WRAP(type, name, first_type)                                                               \
    type dump_##name(first_type first, struct ggml_cgraph *graph)                                  \
    {                                                                                              \
        see(graph);                                                                                \
        return name(first, graph);                                                                 \
    }

WRAP(bool, ggml_gallocr_reserve, ggml_gallocr_t)
WRAP(bool, ggml_gallocr_alloc_graph, ggml_gallocr_t)
WRAP(bool, ggml_backend_sched_reserve, ggml_backend_sched_t)
WRAP(bool, ggml_backend_sched_alloc_graph, ggml_backend_sched_t)
WRAP(enum ggml_status, ggml_backend_sched_graph_compute, ggml_backend_sched_t)
WRAP(enum ggml_status, ggml_backend_graph_compute, ggml_backend_t)

enum ggml_status dump_ggml_graph_compute_with_ctx(struct ggml_context *context,
                                                  struct ggml_cgraph *graph, int threads)
{
    see(graph);
    return ggml_graph_compute_with_ctx(context, graph, threads);
}
