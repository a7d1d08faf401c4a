#ifndef ANALYZER_REPORT_REPEATS_H
#define ANALYZER_REPORT_REPEATS_H

// Groups of rows that follow each other and say the same but for one number in each name, or the
// number of the call, which goes up by one: the layers of a stack, the steps of an unrolled loop.
// People read one group and how often it is there. A range is written "0..11".

#include "analyzer/report/report_row.h"

#define MIN_REPEATS 3

struct repeats_group {
    int first, n; // rows of one group, by their places in the list; n 0: none begins there
    int times;
};

// In order. `rows` are what is shown of a model; NULL: a row that stands for itself only, as that
// of the peak.
struct repeats_group *repeats_find(struct arena *, int n, const struct report_row *const *rows,
                                   int *n_groups);
// The same op with the same outputs and figures?
bool repeats_same(const struct report_row *, const struct report_row *);
// What two texts have in common, with the range of the number that differs: "layers.0..11.fc".
const char *repeats_range(struct arena *, const char *first, const char *last);

#endif
