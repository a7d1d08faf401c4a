#ifndef ANALYZER_REPORT_FINDINGS_H
#define ANALYZER_REPORT_FINDINGS_H

// Findings of several passes as one list: sorted by place, at one place as they happened, each
// once.

#include "analyzer/report/report.h"
#include "ir/base/text.h"

enum colour { COLOUR_NEVER, COLOUR_ALWAYS };

// Fills diags, n_errors and n_warnings of the report.
void findings_gather(struct arena *, int n_lists, const struct diags *const *lists,
                     struct report *);
// Leaves out those that are not wanted, and counts again.
void findings_keep(struct report *, bool (*is_wanted)(void *data, const struct diag *), void *data);
// As it counts: one that could not be decided has the severity that diags.def gives such ones.
enum severity findings_severity(const struct diag *);
// "model.c:12:5: error: message [SP101]", then its notes, call chain and fix.
void findings_write(struct text *, const struct diag *, enum colour);

// "2 errors of the compiler, 1 header that was not found"; NULL: all was read.
const char *findings_unread(struct arena *, const struct report *);

#endif
