#ifndef ANALYZER_REGIMES_H
#define ANALYZER_REGIMES_H

// Which of several sizes is the largest, as a condition on their symbols: "the
// attention scores where T > 256". Of equal sizes the earlier one counts.

#include "ir/sym/sym.h"

// Fills one condition a size; NULL where it never is the largest, or only where symbols are 0, ""
// where it always is. A threshold is given only where it is proved on both of its sides;
// otherwise the condition is the comparison itself.
void regimes_find(struct arena *, struct syms *, int n, const struct sym *const *sizes,
                  const char **conditions);

// Conditions on several symbols at once say little to the eye. This one is enough for one size to
// be the largest, proved: "H >= 8 and W >= 8". It may be the largest elsewhere, too.
struct regime_from {
    int index; // of the size; -1: none is found
    const char *condition;
};

// For what regimes_find said; -1 as well where its conditions are short, or of one symbol only, and
// where all symbols are as large anyway, so that the condition would be none.
struct regime_from regimes_from(struct arena *, struct syms *, int n,
                                const struct sym *const *sizes, const char *const *conditions);

#endif
