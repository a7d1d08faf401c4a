#ifndef FRONTENDS_DIALECTS_CALL_EDITS_H
#define FRONTENDS_DIALECTS_CALL_EDITS_H

// Mends of a call as it is written: arguments that change places, or are wrapped into another call.
// Nothing is added where the call came out of a macro, or an argument goes over several lines.

#include "frontends/c/unit.h"
#include "ir/diag.h"

// A call of a function of this name at a place of the sources.
struct written_call {
    const struct unit *unit;
    const struct site *site;
    const char *function;
};

// `f(ctx, x)` as `f(ctx, wrapper(ctx, x))`; arguments are counted from 0, the first is the context.
void call_edit_wrap(struct diags *, struct diag *, struct written_call, int argument,
                    const char *wrapper);
// `f(ctx, x, w)` as `f(ctx, w, x)`.
void call_edit_swap(struct diags *, struct diag *, struct written_call, int first, int second);

#endif
