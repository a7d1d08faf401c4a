#ifndef ANALYZER_REPORT_ORIGIN_H
#define ANALYZER_REPORT_ORIGIN_H

// Which line of the program gave a tensor one of its sizes: where the layer was
// made whose weight has it, where the input came in, or the call that computed
// it.

#include "ir/graph.h"

// What was found before: sizes are handed on from call to call, so that nearly every question is
// answered by an earlier one. Of one program.
struct origins {
    struct arena *arena;
    const struct program *program;
    struct map *known; // by value and axis
};

void origins_open(struct origins *, struct arena *, const struct program *);
// NULL where the program does not tell.
const struct site *origin_of_size(struct origins *, value_id, int axis);

#endif
