#ifndef ANALYZER_REPORT_GGML_REPORT_H
#define ANALYZER_REPORT_GGML_REPORT_H

// What a report has beyond others where the model is a graph of ggml: the compute buffer of its
// allocator, and the contexts that the program makes.

#include "analyzer/models/ggml_gallocr.h"
#include "analyzer/report/report.h"

struct report_ggml_context {
    struct quantity mem_size, used, n_tensors;
    bool has_buffer; // of a backend, for its tensors' elements
    struct quantity buffer_bytes;
    const struct site *site;
    bool shown; // a tensor of the graph lies in it
};

// Up to where something of a fixed size holds what the program puts into it.
struct report_ggml_limit {
    struct requirement requirement;
    const char *needed_by; // "the graph of 2048 nodes"
    const struct site *site;
};

struct report_ggml {
    struct ggml_plan plan;
    int n_contexts; // by number
    struct report_ggml_context *contexts;
    struct quantity graph_size, n_nodes, n_leafs; // what the graph has room for, and holds
    int n_limits; // of a folded report: where the library would abort with many rounds
    const struct report_ggml_limit *limits;
    bool in_contexts; // no tensor is left for the allocator: all lie in their contexts
};

// NULL for a model of another library.
const struct report_ggml *ggml_collect(struct arena *, const struct program *);

#endif
