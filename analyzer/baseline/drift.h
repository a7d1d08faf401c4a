#ifndef ANALYZER_BASELINE_DRIFT_H
#define ANALYZER_BASELINE_DRIFT_H

// What models need now against what they needed: each figure proved to be no larger for all sizes,
// larger (with sizes that show it), or open. A figure that grew is blamed on the output that grew.

#include "analyzer/baseline/baseline.h"
#include "ir/base/text.h"
#include "ir/base/vec.h"

// How much a figure may grow: by a part of what it was, or by bytes.
struct drift_tolerance {
    int64_t millionths, bytes;
};

// CHANGED: no more than what is allowed, and nothing more is proved of it.
enum drift_change { DRIFT_SAME, DRIFT_GREW, DRIFT_WITHIN, DRIFT_SHRANK, DRIFT_CHANGED, DRIFT_OPEN };

// What it is held against: a file that `shapeprof lock` writes, or what a revision has.
enum drift_of { DRIFT_OF_LOCK, DRIFT_OF_REVISION };

// One figure of one model.
struct drift_figure {
    const struct baseline_model *model; // as it is now
    enum baseline_figure figure;
    enum drift_change change;
    const char *before, *now;
    const char *culprit; // "`fc1` (net.c:7)", of one that grew; NULL: none is known
};

struct drift {
    struct arena *arena;
    struct drift_tolerance tolerance;
    const char *against; // "shapeprof.lock", "main"
    enum drift_of of;
    struct diags diags;
    int n_models;                     // that were held against something
    VEC(struct drift_figure) figures; // those that are not the same
};

void drift_open(struct drift *, struct arena *, enum drift_of, const char *against,
                struct drift_tolerance);
void drift_run(struct drift *, const struct baseline_run *before, const struct baseline_run *now);
// "5%" or "64KiB"; false, and why, where it is neither.
bool drift_tolerance_parse(const char *text, struct drift_tolerance *, const char **error);

// What grew, in words; then a line that sums up.
void drift_text(struct text *, const struct drift *);
// A table, for a comment on a pull request.
void drift_markdown(struct text *, const struct drift *);

#endif
