#ifndef TESTS_ORACLE_TORCH_PROMOTE_H
#define TESTS_ORACLE_TORCH_PROMOTE_H

// torch.promote_types and torch.result_type: functions of nn.h that give a dtype
// and no tensor, so they are not in its table.

#include "ir/base/text.h"
#include "tests/oracle/torch_answer.h"

bool torch_promote_is(const struct torch_case *);
void torch_promote_direct(struct torch_answer *, struct arena *, const struct torch_case *);
// The call as an expression of C; the inputs are x0 and x1.
void torch_promote_write(struct text *, const struct torch_case *);

#endif
