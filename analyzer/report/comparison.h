#ifndef ANALYZER_REPORT_COMPARISON_H
#define ANALYZER_REPORT_COMPARISON_H

// Two implementations side by side: whose peak leaf is larger. The bottleneck
// is `b` only if b's bytes are strictly greater.

#include "analyzer/report/execution.h"

enum bottleneck { BOTTLENECK_A, BOTTLENECK_B, BOTTLENECK_OPEN };

struct comparison_side {
    const char *name; // as asked: "a.c:wide"
    const struct report *report;
    const struct report_model *model;
    struct quantity peak[MAX_ASKED_DTYPES]; // whichever leaf it is
    const char *peak_layer;                 // in the first dtype; NULL: it depends on the symbols
};

// Whose peak is larger.
struct comparison_verdict {
    enum bottleneck bottleneck;
    bool equal;         // BOTTLENECK_A: both peaks are exact, and equal at all sizes
    const char *reason; // BOTTLENECK_OPEN: why, and a witness
    // BOTTLENECK_OPEN: conditions on the symbols that are enough for a and for b, proved; one of
    // them holds at all sizes if both are known. NULL: not known.
    const char *a_if, *b_if;
};

// Both sides at one combination of the values that --at asked for.
struct comparison_row {
    const struct report_at_row *a, *b;
    struct comparison_verdict verdicts[MAX_ASKED_DTYPES];
};

struct comparison {
    struct comparison_side a, b;
    struct comparison_verdict verdict; // in the first asked dtype
    int n_at;                          // combinations of --at; the axes are those of either report
    const struct comparison_row *at;
    // Of two sides that were executed, with the same sizes; NULL: they were not.
    const struct execution *a_run, *b_run;
    enum bottleneck measured;
    bool confirmed; // nothing differs, and what is measured is the bottleneck that was predicted
    // Findings of both sides.
    struct report findings;
};

// The sides' name, report and model are given. False, and the reason, when a
// side has no leaf call at all.
bool comparison_make(struct arena *, struct comparison *, const char **error);
// From what was measured: both sides were executed.
void comparison_confirm(struct comparison *, const struct execution *a, const struct execution *b);
// How many of the asked dtypes both sides have figures in.
int comparison_dtypes(const struct comparison *);
const char *bottleneck_name(enum bottleneck); // "a", "b"; NULL when open
// What people read beside the name: why it is open, or that a is named of equal peaks. NULL:
// nothing.
const char *comparison_remark(const struct comparison_verdict *);

#endif
