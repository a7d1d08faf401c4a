#ifndef IR_RESIDUES_H
#define IR_RESIDUES_H

// The values of one symbol for which conditions on it hold, as the fewest
// requirements that say exactly that: H >= 5 and H % 8 == 0. What halving,
// doubling and striding demand of a size repeats from some size on, so the set
// is found by trying a range of values and then proved for all of them.

#include "ir/requirement.h"

// Where they hold from some size on, but for residues that are no interval.
#define RESIDUES_SCATTERED (-1)

// The conditions must have the same single symbol. Returns how many requirements there are, 0
// where the set is not found or not proved.
int residues_find(struct arena *, struct syms *, const struct requirement *conditions, int n,
                  struct requirement *found);

#endif
