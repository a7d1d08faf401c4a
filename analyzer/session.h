#ifndef ANALYZER_SESSION_H
#define ANALYZER_SESSION_H

// One analysis from files to report. session.c calls every pass in order; read
// it first.

#include "analyzer/report/report.h"
#include "frontends/front.h"

struct session_request {
    struct front_request front;
    int n_dtypes;
    enum dtype dtypes[MAX_ASKED_DTYPES];
    bool dtypes_given; // by the user, so that a budget which names no type is for each of them
    int n_budgets;
    const struct report_budget *budgets;
    struct report_at_axes at;
    enum model_kind memory_model;
    bool any_values; // figures are held against others, at all sizes
    // Lists of checks, as in "-name,name"; what the project says of its files comes before them.
    int n_checks;
    const char *const *checks;
    const char *why; // a leaf whose numbers are to be derived; NULL: none
};

struct session_result {
    struct report report;
    struct front_result front; // what was read, and names to choose from
    bool why_found;
};

// Everything lives in the arena and the table of symbols, so that two results
// can be compared. Runs on a thread with a large stack.
void session_analyse(struct arena *, const struct session_request *, struct session_result *);

#endif
