#ifndef ANALYZER_REPORT_SUMMARY_H
#define ANALYZER_REPORT_SUMMARY_H

// The figures of a model as a few words in the first asked dtype, for formats without room for a
// table of its leaves.

#include "analyzer/report/report.h"

// "examples/nn/wide.c:wide", and under which condition where it is a variant.
const char *summary_name(struct arena *, const struct report_model *);
// How many of the models, from the first one on, are variants of the same entry; 1: it has none.
int summary_variants(int n, const struct report_model *);
// The leaf's name, or of each piece: "fc1 if N <= 4, else conv". "none" where there is none.
const char *summary_peak_leaf(struct arena *, const struct report_model *);
// Its bytes, likewise: "256*N".
const char *summary_peak_bytes(struct arena *, const struct report_model *);
// "1024 (1 KiB)", "unknown".
const char *summary_bytes(struct arena *, struct quantity);

#endif
