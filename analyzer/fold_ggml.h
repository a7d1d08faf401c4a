#ifndef ANALYZER_FOLD_GGML_H
#define ANALYZER_FOLD_GGML_H

// What a folded report says of a graph of ggml: how much its contexts hold, how many nodes it has,
// and its compute buffer. The allocator's choices have no closed form, but its state may come back:
// where it is asked the same in two passages of a few rounds each, and lays all in the same places,
// it does so in all later passages, and the buffer grows no more. That is looked for in the trace
// of its steps; without it the buffer is only known to be at least what is alive at once.

#include "analyzer/folding.h"

// Sets `folded->ggml` where the samples have one.
void fold_ggml(struct fold *, struct report_model *folded);

#endif
