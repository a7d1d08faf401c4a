#ifndef TESTS_GGML_PRINT_GRAPH_H
#define TESTS_GGML_PRINT_GRAPH_H

// Graphs as text, for programs that run compiled and interpreted. With PRINT_GRAPHS a program that
// includes this before its own text prints each graph that it reserves or allocates, the buffer's
// size, and what each context holds when it is freed.

#include "ggml-alloc.h"
#include "ggml.h"

#include <stdio.h>

// Every node: op, name, type, sizes and strides, sources, place in its buffer, flags, parameters.
void print_graph(const char *moment, struct ggml_cgraph *);

#ifdef PRINT_GRAPHS

static inline bool printed_reserve(ggml_gallocr_t allocator, struct ggml_cgraph *graph)
{
    bool done = ggml_gallocr_reserve(allocator, graph);
    print_graph("reserved", graph);
    printf("buffer of %zu bytes\n", ggml_gallocr_get_buffer_size(allocator, 0));
    return done;
}

static inline bool printed_alloc_graph(ggml_gallocr_t allocator, struct ggml_cgraph *graph)
{
    bool done = ggml_gallocr_alloc_graph(allocator, graph);
    print_graph("allocated", graph);
    printf("buffer of %zu bytes\n", ggml_gallocr_get_buffer_size(allocator, 0));
    return done;
}

static inline void printed_free(struct ggml_context *context)
{
    if (context) printf("context holds %zu bytes\n", ggml_used_mem(context));
    ggml_free(context);
}

#define ggml_gallocr_reserve printed_reserve
#define ggml_gallocr_alloc_graph printed_alloc_graph
#define ggml_free printed_free

#endif

#endif
