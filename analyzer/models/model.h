#ifndef ANALYZER_MODELS_MODEL_H
#define ANALYZER_MODELS_MODEL_H

// An allocation model says how long a runtime holds each storage, beyond what
// the uses in the program ask for.

#include "analyzer/liveness.h"

enum memory_mode {
    MEMORY_INFERENCE, // no gradient is wanted
    MEMORY_TRAINING   // the forward pass of a training step, up to the begin of backward
};

enum model_kind {
#define MODEL(id, symbol, name, doc) MODEL_##id,
#include "analyzer/models/models.def"
#undef MODEL
    N_MODELS
};

struct allocation_model {
    // Marks by storage id what is held to the end of the forward pass; `kept` comes zeroed.
    void (*keep)(const struct liveness *, enum memory_mode, bool *kept);
};

const struct allocation_model *model_get(enum model_kind);

#endif
