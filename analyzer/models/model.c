// The table of allocation models, from models.def.

#include "analyzer/models/model.h"

#define MODEL(id, symbol, name, doc) extern const struct allocation_model symbol##_model;
#include "analyzer/models/models.def"
#undef MODEL

static const struct allocation_model *const models[N_MODELS] = {
#define MODEL(id, symbol, name, doc) [MODEL_##id] = &symbol##_model,
#include "analyzer/models/models.def"
#undef MODEL
};

const struct allocation_model *model_get(enum model_kind kind)
{
    return models[kind];
}
