#ifndef TESTS_ORACLE_RAWC_COMPARE_H
#define TESTS_ORACLE_RAWC_COMPARE_H

// What the interpreter recorded of a hand-written program beside the record of a real run.

#include "analyzer/session.h"
#include "ir/raw_graph.h"

#include <jansson.h>
#include <stdio.h>

struct rawc_tally {
    int n_passed, n_failed, n_skipped;
};

void rawc_check(struct rawc_tally *, bool passed, const char *id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// Of a run that crashed only what came before.
void rawc_compare(struct arena *, struct rawc_tally *, const char *source, struct syms *,
                  const struct raw_state *, const json_t *golden);

#endif
