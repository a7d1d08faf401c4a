#ifndef ANALYZER_REPORT_COLLECT_H
#define ANALYZER_REPORT_COLLECT_H

// From a program to the rows of the report: one row a leaf call, in order of
// execution, and one a functional op outside of any leaf.

#include "analyzer/report/report.h"

struct collect_request {
    const struct program *program;
    const char *entry;       // "file.c:function"
    const struct site *site; // of the entry
    const char *condition, *incomplete;
    int n_assumptions;
    const char *const *assumptions;
    int n_dtypes;
    const enum dtype *dtypes;
    enum model_kind memory_model;
    bool is_sample; // of the peaks only the total is asked for
};

// Fills everything but `live`, which comes from the memory pass, and of a sample its peaks.
void collect_model(struct arena *, const struct collect_request *, struct report_model *);
// The symbols of inputs, outputs and parameters, by name.
void collect_symbols(struct arena *, struct report_model *);

// Bytes of a value with f32 taken as `asked`; other types keep theirs. A poisoned value is unknown.
struct quantity collect_bytes(const struct program *, value_id, enum dtype asked);
// An earlier asked dtype of the same width, whose byte figures are the same; -1:
// there is none.
int collect_same_width(const enum dtype *dtypes, int dtype, enum report_widths);

#endif
