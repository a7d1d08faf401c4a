#ifndef FRONTENDS_SAMPLE_H
#define FRONTENDS_SAMPLE_H

// Models whose loops run as often as a symbol says, with numbers in its place: what a report of
// any number of rounds is worked out from.

#include "frontends/variants.h"

// Runs the entry, of which `unfolded` are the variants with the count not known, with `symbol`
// bound to a few numbers. NULL where one of these runs has an error or is left early, where they
// do not lead to the same variants, or where a condition of the program depends on the count.
const struct front_folding *sample_counts(const struct front *, const struct run_plan *start,
                                          const char *symbol, const struct variants *unfolded);

#endif
