#ifndef ANALYZER_FOLDING_H
#define ANALYZER_FOLDING_H

// A folded report in the making, for fold.c and the files beside it only.

#include "analyzer/fit.h"
#include "analyzer/fold.h"

enum fold_list { LIST_ROWS, LIST_MODULES, LIST_PARTS };

struct fold {
    struct arena *arena;
    const struct fold_request *request;
    enum fold_order order;
    struct syms *syms;
    const struct sym *count;
    struct map *groups[MAX_SAMPLES]; // fold_rows.c: rows of the list at hand, by their place
    int n_part_rows[MAX_SAMPLES];    // blocks of memory, or inputs, as rows
    struct report_row *part_rows[MAX_SAMPLES];
    int64_t least;
    bool failed; // a figure of the samples is not known or has no closed form
};

// Symbols of another run, read in this one; NULL if the quantity is not exact.
const struct sym *fold_brought(struct fold *, struct quantity);
// The closed form of the samples' quantities; those that all samples lack are lacking. NULL stands
// for a sample that has no such thing, which only the first may.
struct quantity fold_fit(struct fold *, const struct quantity *const *at);
// The same of what nobody counts: unknown in the last sample, it is unknown for any count.
struct quantity fold_fit_known(struct fold *, const struct quantity *const *at);
// A size that is less with more rounds is less than 0 in some, unless its form shows otherwise.
bool fold_falls_below_0(struct fold *, const struct sym *size);
// A text whose numbers follow the count: "layers.4" of five rounds is "layers.n - 1".
const char *fold_text(struct fold *, const char *const *texts);
// Leaves and modules: one row for what stands outside of the loops, one for the first round, one
// for all later ones.
void fold_rows(struct fold *, struct report_model *folded);
// The same of what is in part_rows: one row for each of the second sample.
void fold_parts(struct fold *, struct report_row *);
// "layers.1..(n - 1).fc" of the names in the second round and in the last one.
const char *fold_range(struct fold *, const char *first, const char *last);
// Leaves that are never called (fold_uncalled.c); those that follow no count are left out.
void fold_uncalled(struct fold *, struct report_model *folded);
// Conditions of the samples that follow the count (fold_needs.c), which hold from then on.
void fold_needs(struct fold *, struct fold_holds *);
// The same of conditions that numbers decide in the samples (fold_decided.c), behind them.
void fold_decided(struct fold *, struct fold_holds *);
// What the model is given (fold_inputs.c).
void fold_inputs(struct fold *, struct report_model *folded);
// What runtimes take (fold_runtime.c).
void fold_runtimes(struct fold *, struct report_model *folded);

#endif
