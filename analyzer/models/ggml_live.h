#ifndef ANALYZER_MODELS_GGML_LIVE_H
#define ANALYZER_MODELS_GGML_LIVE_H

// How many bytes are alive over the steps of ggml's graph allocator, and what follows from that for
// the buffer wherever its tensors lie. Private to ggml_gallocr.c.

#include "analyzer/models/ggml_steps.h"

// Fills at_least, peak and the moments of the plan. Leaves the steps as they are where nothing is
// handed over that need not be.
void ggml_live_measure(struct arena *, struct ggml_steps *, struct ggml_choices *,
                       struct ggml_plan *);
// An upper bound of the buffer that no order of sizes breaks. See ggml_live.c for the proof.
struct quantity ggml_live_bound(struct arena *, const struct ggml_steps *);

#endif
