#ifndef ANALYZER_SESSION_ASSUMPTIONS_H
#define ANALYZER_SESSION_ASSUMPTIONS_H

// What the figures of a model are for: sizes that were found for its inputs, conditions of its
// calls, what the program and the shape rules took for granted.

#include "analyzer/session.h"
#include "analyzer/shapes.h"

// What the entry was run with, then what its shapes need and take beyond that; each text once.
struct front_assumption *session_assumptions_gather(struct arena *, const struct front_model *,
                                                    const struct shapes *, int *n);
// For writers that print no more than the sentences.
const char *const *session_assumptions_texts(struct arena *, int n,
                                             const struct front_assumption *);
// Those that a reader must keep to, into the model.
void session_assumptions_conditions(struct arena *, int n, const struct front_assumption *,
                                    struct report_model *);
// What the program took for granted of symbols; `--at` refuses values that break it.
struct claims session_assumptions_taken(struct arena *, int n, const struct front_assumption *);
// The same of shape rules: at values that break it the model is analysed anew.
struct claims session_assumptions_layouts(struct arena *, const struct shapes *);

#endif
