#ifndef FRONTENDS_C_SKIM_CONTRACT_H
#define FRONTENDS_C_SKIM_CONTRACT_H

// Contracts at calls (frontends/c/kernels/contract.h is their text). Private to the interpreter, as
// interp.h.

#include "frontends/c/kernels/nest.h"
#include "frontends/c/kernels/raw.h"

// A call of a function without a body: held against its contract, and done by it. False: it has
// none that can be read.
bool contract_call(struct eval *, const struct ast *call, struct function *, int n,
                   const struct cvalue *arguments, struct cvalue *result);
// A call of one with a body that is not understood: held against its contract.
void contract_check(struct eval *, const struct ast *call, struct function *, int n,
                    const struct cvalue *arguments, struct raw_call *record);
// Does the body keep what the contract says? Told where it does not.
void contract_check_body(struct eval *, const struct ast *call, const struct function *,
                         const struct nest *);

#endif
