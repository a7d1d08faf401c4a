#ifndef TESTS_ORACLE_KANN_COMPARE_H
#define TESTS_ORACLE_KANN_COMPARE_H

// Networks that were read from source against those that the real KANN dumped: each node as built
// and for batches of 1 and 64 rows, the sums, scratch memory, and changes of the batch size.

#include "ir/graph.h"
#include "ir/kann_batch.h"

#include <jansson.h>

struct kann_tally {
    int n_passed, n_failed, n_skipped;
};

// Counts; prints `FAIL id: reason` where it does not hold. Gives `holds`.
bool kann_check(struct kann_tally *, bool holds, const char *id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void kann_compare_network(struct arena *, struct kann_tally *, const char *id,
                          const struct program *, const json_t *golden);

#endif
