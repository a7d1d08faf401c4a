#ifndef ANALYZER_FIT_H
#define ANALYZER_FIT_H

// From the values of a figure at a loop's counts 1, 2, 3, ... to its closed form in the count: a
// line, else a polynomial or a sum of powers (what grows by a term a round, or is doubled in each).
// Only a form that holds at all counts is told, of which there are more than it has parts.

#include "ir/sym/sym.h"

#define MAX_SAMPLES 8
#define SECOND 1 // of the samples: count 2, which shows the loop's rounds
#define THIRD 2

struct fit_counts {
    struct syms *syms;
    const struct sym *count; // the symbol
    int n;
    const int64_t *at; // growing; the second and third are 2 and 3
};

// NULL: there is none. Of the values only the first may be NULL (one round has no such thing) or
// lie elsewhere, which raises `least`, the smallest count that the form is true of, to 2.
const struct sym *fit_closed_form(const struct fit_counts *, const struct sym *const *values,
                                  int64_t *least);

#endif
