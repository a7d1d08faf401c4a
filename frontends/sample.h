#ifndef FRONTENDS_SAMPLE_H
#define FRONTENDS_SAMPLE_H

// Models whose loops run as often as a symbol says, with numbers in its place: what a report of
// any number of rounds is worked out from.

#include "frontends/variants.h"

// Runs the entry with `symbol` bound to a few numbers. 0 where one of these runs has an error, is
// left early or leads to several models; else how many there are.
int sample_counts(const struct front *, const struct run_plan *start, const char *symbol,
                  const struct front_sample **samples);

#endif
