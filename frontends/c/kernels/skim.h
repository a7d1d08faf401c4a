#ifndef FRONTENDS_C_SKIM_H
#define FRONTENDS_C_SKIM_H

// Kernels at the place where they are called: what nest.h says of a body, with the call's numbers.
// Each pointer's range is held against the memory that it leads to and noted in the record of the
// call; and where a kernel would take many steps, or nobody knows how many, and writes nothing but
// floats, it is not run: what it writes becomes unknown, all else stays. Integers never change by
// that. Never done in a concrete run. Private to the interpreter, as interp.h.

#include "frontends/c/kernels/nest.h"
#include "frontends/c/kernels/raw.h"

// What is known of a function's body, in all runs of the unit.
struct kernel_kind {
    bool kernel_known, calls_known, calls_kernels;
    enum raw_kernel kernel;
};
struct kernel_kind *skim_function_kind(struct eval *, struct function *);
// What a body, or a loop, is: looked at once each.
const struct nest *skim_function_nest(struct eval *, struct function *);
const struct nest *skim_loop_nest(struct eval *, const struct ast *loop);

// Looks at the call, whose record is `record` (NULL: it has none). True: the call is done.
bool skim_call(struct eval *, const struct ast *call, struct function *, int n,
               const struct cvalue *arguments, struct raw_call *record);
// A loop that is about to begin. True: it is done.
bool skim_loop(struct eval *, const struct ast *loop);

#endif
