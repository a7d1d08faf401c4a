// The least memory that the order of the calls allows: each activation goes
// right after its last use. In training, what the mathematics of backward reads
// again stays, where a gradient is wanted (`saved` of each op).

#include "analyzer/models/model.h"

static const struct saves *saves_of(enum op_kind kind)
{
    return &op_get(kind)->saved;
}

static void ideal_keep(const struct liveness *live, enum memory_mode mode, struct wishes *wishes)
{
    if (mode == MEMORY_TRAINING) model_keep_saved(live, wishes, saves_of);
}

const struct allocation_model ideal_model = {.keep = ideal_keep};
