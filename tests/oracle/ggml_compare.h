#ifndef TESTS_ORACLE_GGML_COMPARE_H
#define TESTS_ORACLE_GGML_COMPARE_H

// Graphs that were read from source against those that the real ggml dumped: each field of each
// node and leaf.

#include "ir/ggml_graph.h"
#include "ir/graph.h"

#include <jansson.h>

struct ggml_tally {
    int n_passed, n_failed;
};

// Counts; prints `FAIL id: reason` where it does not hold.
void ggml_check(struct ggml_tally *, bool holds, const char *id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void ggml_compare_graph(struct arena *, struct ggml_tally *, const char *id, const struct program *,
                        const json_t *graph);
void ggml_compare_contexts(struct ggml_tally *, const char *id, const struct program *,
                           const json_t *contexts);

#endif
