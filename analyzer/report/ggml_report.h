#ifndef ANALYZER_REPORT_GGML_REPORT_H
#define ANALYZER_REPORT_GGML_REPORT_H

// What a report has beyond others where the model is a graph of ggml: the compute buffer of its
// allocator, and the contexts that the program makes.

#include "analyzer/models/ggml_gallocr.h"
#include "analyzer/report/report.h"

struct report_ggml {
    struct ggml_plan plan;
    bool *shown;      // by number of a context: a tensor of the graph lies in it
    bool in_contexts; // no tensor is left for the allocator: all lie in their contexts
};

// NULL for a model of another library.
const struct report_ggml *ggml_collect(struct arena *, const struct program *);

#endif
