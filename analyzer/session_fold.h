#ifndef ANALYZER_SESSION_FOLD_H
#define ANALYZER_SESSION_FOLD_H

// What session.c and session_fold.c share: the first measures one program, the second makes one
// report of the samples of a loop whose count is a symbol.

#include "analyzer/session.h"

// What the passes of one analysis share.
struct session {
    struct arena *arena;
    const struct session_request *request;
    struct session_result *result;
    struct session_settings *settings;
    struct diags own_diags; // of budgets, and of entries without a model
    bool lacks_rounds;      // --at asks for rounds of loops whose samples have no closed form
};

// ---- session.c

// Settles what the shapes of one program left open, collects rows, measures. The report lives as
// long as the session's arena; findings go to the program's own list.
// Of a sample, which is the largest row is not asked.
enum measuring { MEASURE_MODEL, MEASURE_SAMPLE };
void session_measure(struct session *, const struct front_model *, enum measuring,
                     struct report_model *);

// ---- session_fold.c

// All variants of an entry, a report each in place of the models from `from` on that they are
// folded from. False: the entry is no folding, or its rounds have no closed form, and nothing of
// `models` may be read.
bool session_fold(struct session *, const struct front_model *from, struct report_model *models);

#endif
