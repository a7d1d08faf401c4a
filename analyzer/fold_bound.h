#ifndef ANALYZER_FOLD_BOUND_H
#define ANALYZER_FOLD_BOUND_H

// What is at least alive at the worst moment of a folded loop whose rounds have a loop by another
// symbol in them or beside them. The worst moment of a sample is the largest of forms in that
// symbol; a form that follows the count from sample to sample is alive at some moment of each.

#include "analyzer/folding.h"

// By sample. Unknown where no form of them follows the count.
struct quantity fold_at_least(struct fold *, const struct report_live *const *lives);

#endif
