#ifndef ANALYZER_REPORT_SARIF_RULES_H
#define ANALYZER_REPORT_SARIF_RULES_H

// The rules of SARIF: of diags.def those that a report has findings of, in its order.

#include "ir/diag.h"

#include <jansson.h>

struct sarif_rules {
    struct arena *arena;
    json_t *list;
    int index[N_DIAGS]; // from 1; 0: not listed yet
};

void sarif_rules_open(struct sarif_rules *, struct arena *);
// The rule's place in the list.
int sarif_rules_index(struct sarif_rules *, enum diag_id);

#endif
