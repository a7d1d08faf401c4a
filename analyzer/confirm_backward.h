#ifndef ANALYZER_CONFIRM_BACKWARD_H
#define ANALYZER_CONFIRM_BACKWARD_H

// What was seen of the gradients, as hooks on the layers are given them, and whether they vanish.

#include "analyzer/observe.h"
#include "analyzer/report/execution.h"

void confirm_backward(struct arena *, const struct observe *, const struct exec *,
                      struct execution_backward *);

#endif
