#ifndef ANALYZER_REPORT_ASSUMED_H
#define ANALYZER_REPORT_ASSUMED_H

// What a model's numbers hold for, as a reader is told: an assumption that is made of one symbol
// after the other of the same variable (`expert`, `expert#2`, ...) is one line.

#include "analyzer/report/report.h"
#include "ir/base/vec.h"

struct assumed {
    VEC(const char *) lines;
};

// Without those that the model's conditions say anyway.
struct assumed assumed_lines(struct arena *, const struct report_model *);

#endif
