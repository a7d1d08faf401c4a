#ifndef ANALYZER_MODELS_MODEL_H
#define ANALYZER_MODELS_MODEL_H

// An allocation model says how long a runtime holds each storage, beyond what
// the uses in the program ask for, and what its ops keep besides.

#include "analyzer/liveness.h"
#include "analyzer/models/kind.h"
#include "ir/saving.h"

enum memory_mode {
    MEMORY_INFERENCE, // no gradient is wanted
    MEMORY_TRAINING   // the forward pass of a training step, up to the begin of backward, and that
                      // of each further step where the program makes backward passes itself
};

// Memory of an op's own that lives from its node to the end of the forward pass.
struct held_tensor {
    node_id node;
    const char *what;
    enum dtype dtype;
    const struct sym *elements; // of each
    int copies, rank;
    int until;      // the event that gives it back; events.n: none does
    bool statistic; // of f32 values: not narrower than f32, whatever these are taken as
};

// What a model wants held to the end of the forward pass, or up to the backward pass that the
// program makes. `storages`, by id, comes zeroed.
struct wishes {
    struct arena *arena;
    bool *storages;
    int *until;                      // by storage: the event at which the last call lets go of it
    VEC(struct held_tensor) tensors; // in order of their nodes
    const char *uncounted;           // why more may be held than this; NULL: it is all
    const char *at_most;             // why less may be held than this; NULL: it all is
};

struct allocation_model {
    void (*keep)(const struct liveness *, enum memory_mode, struct wishes *);
};

const struct allocation_model *model_get(enum model_kind);
// The part that models share: what autograd keeps, given what each op does (`saves_of`, which
// may answer NULL where that is not known).
void model_keep_saved(const struct liveness *, struct wishes *,
                      const struct saves *(*saves_of)(enum op_kind));

#endif
