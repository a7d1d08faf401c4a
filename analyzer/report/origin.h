#ifndef ANALYZER_REPORT_ORIGIN_H
#define ANALYZER_REPORT_ORIGIN_H

// Which line of the program gave a tensor one of its sizes: where the layer was
// made whose weight has it, where the input came in, or the call that computed
// it.

#include "ir/graph.h"

// NULL where the program does not tell.
const struct site *origin_of_size(struct arena *, const struct program *, value_id, int axis);

#endif
