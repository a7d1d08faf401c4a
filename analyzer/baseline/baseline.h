#ifndef ANALYZER_BASELINE_BASELINE_H
#define ANALYZER_BASELINE_BASELINE_H

// What models needed at one moment of their history, as texts: so that it can be written down,
// reviewed, and held against what they need later. Formulas keep their symbols.

#include "analyzer/report/report.h"

enum baseline_figure {
#define BASELINE_FIGURE(id, name, words) BASELINE_##id,
#include "analyzer/baseline/baseline_figures.def"
#undef BASELINE_FIGURE
    N_BASELINE_FIGURES
};

// One output of the model, in the order of execution.
struct baseline_row {
    const char *bytes;       // "256*N", ">= 640", "unknown"
    const char *name;        // NULL: it comes from a lock, which keeps no names
    const struct site *site; // where its module was made; NULL likewise
};

struct baseline_model {
    const char *name;   // entry and condition: "net.c:net, if n > 4"
    const char *inputs; // "x=f32[N, 8]"
    const char *
        conditions; // that its sizes must keep, "H % 8 == 0; T <= 32"; NULL: an older lock, or none
    const char *shapes; // hash of all outputs' ops and shapes, whatever the layers are called
    const char *leaf;   // the peak leaf's name
    const char *figures[N_BASELINE_FIGURES]; // NULL: it has none of that, or an older lock
    int n_rows;
    const struct baseline_row *rows;
    const struct report_model *model; // that it was made of; NULL: it comes from a lock
};

// One analysis: what was asked for, and its models, sorted by name.
struct baseline_run {
    int n_arguments;
    const char *const *arguments;
    int n_models;
    const struct baseline_model *models;
};

struct baseline {
    int n_runs;
    const struct baseline_run *runs; // sorted by arguments
};

// The models of a report.
void baseline_take(struct arena *, const struct report *, struct baseline_run *);
const struct baseline_model *baseline_find(const struct baseline_run *, const char *name);
bool baseline_asks_same(const struct baseline_run *, const struct baseline_run *);
// Puts the run into the baseline, in the place of one for the same arguments.
void baseline_put(struct arena *, struct baseline *, const struct baseline_run *);

const char *baseline_figure_name(enum baseline_figure);  // "peak_leaf"
const char *baseline_figure_words(enum baseline_figure); // "peak leaf"

#endif
