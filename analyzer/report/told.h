#ifndef ANALYZER_REPORT_TOLD_H
#define ANALYZER_REPORT_TOLD_H

// What a call in a loop does wrong in each round is one finding, which says in which rounds it is
// so: findings of one place, code and chain of callers whose messages differ in numbers alone.
// Inlined headers and replayed runs find the same thing more than once: that is told once.

#include "ir/diag.h"

// A finding and where it stood: in which list, and as which of all.
struct found {
    const struct diag *diag;
    int list, position;
};

// Sorts by place, and at one place as the program ran. Of findings that are one the first is left,
// with a note on the rounds. Returns how many are left.
int told_join(struct arena *, struct found *, int n);

#endif
