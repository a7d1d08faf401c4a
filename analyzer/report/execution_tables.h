#ifndef ANALYZER_REPORT_EXECUTION_TABLES_H
#define ANALYZER_REPORT_EXECUTION_TABLES_H

// Tables of a run that a reader must ask for, each with an empty line behind it.

#include "analyzer/report/writer.h"

// One row a leaf: what a forward hook on it is given.
void execution_hooks_text(struct text *, const struct execution *, const struct view *);
// One row a leaf call, in the order in which backward hooks fire.
void execution_layers_text(struct text *, const struct execution *, const struct view *);
// One row a leaf call or functional op: time beside bytes. Of a run with repeats.
void execution_times_text(struct text *, const struct execution *, const struct view *);
// One row a kernel. Of a run that was profiled.
void execution_profile_text(struct text *, const struct execution *, const struct view *);

// Not tables; of a training step with checkpoints, and of a run that was compiled.
void execution_checkpoints_text(struct text *, const struct execution *);
void execution_compiled_text(struct text *, const struct execution *);

#endif
