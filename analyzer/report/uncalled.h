#ifndef ANALYZER_REPORT_UNCALLED_H
#define ANALYZER_REPORT_UNCALLED_H

// What hooks on leaves would miss: parameters outside of them, and leaves that never run.

#include "analyzer/report/report.h"

// Adds to the rows of functional ops the parameters, in elements, that they are the first to read
// and that no row of a leaf has. `n_calls`: of each scope.
void uncalled_count_parameters(struct arena *, const struct program *, const int *n_calls,
                               int n_rows, struct report_row *);
// Fills model->uncalled.
void uncalled_list(struct arena *, const struct program *, const int *n_calls,
                   struct report_model *);
// What the name of a leaf has in common with those of other rounds: "layers.*.norm" of
// "layers.3.norm".
const char *uncalled_pattern(struct arena *, const char *name);

#endif
