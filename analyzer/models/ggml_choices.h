#ifndef ANALYZER_MODELS_GGML_CHOICES_H
#define ANALYZER_MODELS_GGML_CHOICES_H

// What the allocator's decisions depend on where sizes are symbols. A question that the facts or
// earlier answers settle is no choice. Any other is answered "yes" first and later, way by way, in
// every other combination, like the digits of a counter: whoever asks the same questions in the
// same order again sees all ways in which sizes can be ordered. Some of them no values may reach;
// none is left out.

#include "analyzer/models/ggml_gallocr.h"

#define GGML_MAX_WAYS 64

struct ggml_choices;

// What is answered where nothing is settled.
enum ggml_answer { GGML_ALL_WAYS, GGML_YES, GGML_NO };

struct ggml_choices *ggml_choices_open(struct arena *, struct syms *);
// From the first way on. GGML_YES and GGML_NO: always that, and nothing is noted.
void ggml_choices_begin(struct ggml_choices *, enum ggml_answer);
// Is small <= large?
bool ggml_choose(struct ggml_choices *, const struct sym *small, const struct sym *large);
// Have both the same type, sizes and strides?
bool ggml_choose_layout(struct ggml_choices *, const struct ggml_tensor *,
                        const struct ggml_tensor *);
// On to the next way; false when there is none, or there are too many.
bool ggml_choices_next(struct ggml_choices *);
bool ggml_choices_too_many(const struct ggml_choices *);
// The answers of the present way that were choices.
int ggml_choices_made(const struct ggml_choices *, const struct ggml_condition **);

#endif
