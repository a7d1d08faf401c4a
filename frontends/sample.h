#ifndef FRONTENDS_SAMPLE_H
#define FRONTENDS_SAMPLE_H

// Models whose loops run as often as a symbol says, with numbers in its place: what a report of
// any number of rounds is worked out from.

#include "frontends/variants.h"

// Runs the entry, of which `unfolded` are the variants with the count not known, with the symbol
// that decides how often its loops run bound to a few numbers; where another one decides about
// other loops, each of these runs is sampled in turn. NULL where there is no such symbol, where one
// of these runs has an error or is left early, where they do not lead to the same variants, or
// where a condition of the program depends on the count. Of a ggml program each graph is a variant.
struct front_folding *sample_loops(const struct front *, const struct run_plan *start,
                                   const struct variants *unfolded);

#endif
