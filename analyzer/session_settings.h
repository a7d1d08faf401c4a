#ifndef ANALYZER_SESSION_SETTINGS_H
#define ANALYZER_SESSION_SETTINGS_H

// What the project says of the files of one analysis (analyzer/settings), put into what is asked of
// them. What was asked for wins.

#include "analyzer/session.h"

struct session_settings;

struct session_settings *session_settings_open(struct arena *, const struct session_request *,
                                               struct diags *);
// For the frontends: inputs and bindings of each program.
const struct front_project *session_settings_project(struct session_settings *);
// Budgets of the file that a model is from; returns how many.
int session_settings_budgets(struct session_settings *, const struct report_model *,
                             const struct report_budget **);
// Is the finding wanted? `data` is the settings.
bool session_settings_want(void *data, const struct diag *);
// Files that were looked for.
void session_settings_depend(struct session_settings *, struct dependencies *);

#endif
