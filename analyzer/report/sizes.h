#ifndef ANALYZER_REPORT_SIZES_H
#define ANALYZER_REPORT_SIZES_H

// Short names for sizes that divisions made long: "H1" for "(H + 1)/2 - 1". A
// model of convolutions has a few of them and repeats them in every number.

#include "analyzer/report/report.h"
#include "ir/base/vec.h"

struct sizes {
    struct arena *arena;
    struct syms *syms;
    VEC(struct sym_replacement) replacements; // the division, and what it is in the name
    VEC(const struct sym *) names;            // symbols that stand for the sizes
    VEC(const struct sym *) meanings;         // in the model's symbols and in earlier names
};

// Names the sizes of a model's outputs that hold divisions, in the order in which
// they come up, after the symbol that they are made of; "S" where there are several.
void sizes_find(struct arena *, const struct report_model *, struct sizes *);
// With names in place of what they stand for. An expression without them is as it was.
const struct sym *sizes_short(const struct sizes *, const struct sym *);
struct quantity sizes_quantity(const struct sizes *, struct quantity);
// Of comparisons joined by "and". NULL stays NULL.
const char *sizes_condition(const struct sizes *, const char *condition);

#endif
