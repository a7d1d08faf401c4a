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

// One line. The graph is fresh: no allocator has seen it. What the library does beyond telling
// nodes is done in processes of their own, so that an abort of it is a result: the key is null.
void dump_graph(FILE *, int seed, struct ggml_cgraph *);

#endif
