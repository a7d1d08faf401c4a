#include "analyzer/models/model.h"

#include <string.h>

#define MODEL(id, symbol, name, doc) extern const struct allocation_model symbol##_model;
#include "analyzer/models/models.def"
#undef MODEL

static const struct {
    const char *name;
    const struct allocation_model *model;
} models[N_MODELS] = {
#define MODEL(id, symbol, name, doc) [MODEL_##id] = {name, &symbol##_model},
#include "analyzer/models/models.def"
#undef MODEL
};

const struct allocation_model *model_get(enum model_kind kind)
{
    return models[kind].model;
}

const char *model_name(enum model_kind kind)
{
    return models[kind].name;
}

enum model_kind model_find(const char *name)
{
    enum model_kind kind = 0;
    while (kind < N_MODELS && strcmp(models[kind].name, name) != 0) kind++;
    return kind;
}
