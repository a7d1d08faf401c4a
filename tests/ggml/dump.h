#ifndef TESTS_GGML_DUMP_H
#define TESTS_GGML_DUMP_H

// What the real library makes of a graph, as JSON in the form of
// tests/oracle/ggml/unit/gallocr_cases.jsonl. Linked with the library, whose inner header tells the
// leafs of a graph.

#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"
#include "ggml.h"
#include "ggml-impl.h"

#include <stdio.h>

// The number of the context that a tensor's struct lies in.
typedef int dump_context(const struct ggml_tensor *);

// One line: `{"<key>": <number>, ...}`. The graph is fresh: no allocator has seen it. What the
// library does beyond telling nodes is done in processes of their own, so that an abort of it is a
// result: the key is null. context_of: NULL where contexts do not matter.
void dump_graph(FILE *, const char *key, int number, struct ggml_cgraph *,
                dump_context *context_of);

#endif
