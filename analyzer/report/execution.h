#ifndef ANALYZER_REPORT_EXECUTION_H
#define ANALYZER_REPORT_EXECUTION_H

// Predicted against measured: what `shapeprof run` prints. The predicted figures
// are those of the report, in f32 as the program has them; the measured ones were
// read off the running program: extents of tensors that kernels made, bytes that
// the allocator counted.

#include "analyzer/report/writer.h"

struct execution_output {
    enum dtype dtype; // DTYPE_NONE: there was none
    int rank;
    int64_t dim[MAX_RANK];
};

// A leaf call or functional op, as the report has it.
struct execution_row {
    const struct report_row *row;
    int n_outputs;
    const struct execution_output *outputs;
    int64_t bytes;       // of all outputs
    bool same;           // dtype, shape and bytes of each output are those predicted
    double seconds;      // of its kernels
    bool has_statistics; // its first output is floating
    double mean, l2;
};

struct execution_figure {
    const char *what;  // "peak live memory (inference)"
    int64_t predicted; // bytes; -1: no number
    int64_t measured;
};

struct execution {
    const struct report_model *model;
    int n_rows;
    const struct execution_row *rows; // in the order of the report's
    int peak_row;                     // of the largest measured output; -1: none
    int n_figures;
    const struct execution_figure *figures;
    int64_t workspace;      // most at once, measured; not part of the figures
    const char *difference; // the first one; NULL: all is as predicted
};

void execution_text(struct text *, const struct execution *, const struct view *);

#endif
