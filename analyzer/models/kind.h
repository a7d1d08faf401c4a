#ifndef ANALYZER_MODELS_KIND_H
#define ANALYZER_MODELS_KIND_H

// The names of the allocation models (models.def). What a model does is in model.h.

enum model_kind {
#define MODEL(id, symbol, name, doc) MODEL_##id,
#include "analyzer/models/models.def"
#undef MODEL
    N_MODELS
};

// As `--memory-model` and the JSON report have it: "ideal".
const char *model_name(enum model_kind);
// N_MODELS: there is none of that name.
enum model_kind model_find(const char *name);
// One line that says what the model frees and keeps.
const char *model_doc(enum model_kind);

#endif
