#ifndef ANALYZER_MODELS_GGML_PLACES_H
#define ANALYZER_MODELS_GGML_PLACES_H

// The addresses behind ggml_plan_offset. Private to ggml_gallocr.c.

#include "analyzer/models/ggml_steps.h"

struct ggml_places {
    struct ggml_steps steps;
    const struct sym **at; // by slot; NULL: it was not placed, or where depends on the symbols
    bool *addressed;       // by slot: ggml_gallocr_alloc_graph gives it an address; NULL: not asked
};

#endif
