#ifndef TESTS_ORACLE_NNOM_COMPARE_H
#define TESTS_ORACLE_NNOM_COMPARE_H

// A compiled model of NNoM, as it was read from source, against what the library made of it.

#include "ir/nnom_graph.h"

#include <jansson.h>

struct nnom_tally {
    int passed, failed, skipped;
};

void nnom_check(struct nnom_tally *, bool holds, const char *id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
// One of `lp64`: layers with all that is printed of them, blocks, sums.
void nnom_compare_model(struct arena *, struct nnom_tally *, const char *id, const struct program *,
                        const json_t *golden);
// One of `ilp32` or `lp64_chw`, which have less.
void nnom_compare_short(struct arena *, struct nnom_tally *, const char *id, const struct program *,
                        const json_t *golden);

// `static_objects` of one target: totals and, where they are there, objects by their names. The
// library's own tables, which its headers bring, are not the program's.
void nnom_compare_statics(struct arena *, struct nnom_tally *, const char *id,
                          const struct program *, const json_t *golden);

#endif
