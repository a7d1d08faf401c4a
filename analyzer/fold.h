#ifndef ANALYZER_FOLD_H
#define ANALYZER_FOLD_H

// From reports of a model whose loops run 1, 2, 3, ... times to one of n times: rows of the second
// round stand for those of all later ones, and each figure is the closed form through the samples
// (fit.h). It is told only where all samples lie on it.

#include "analyzer/report/report.h"
#include "ir/requirement.h"

// How rows of one place follow each other where each round has several: all of the first round and
// then all of the second; or, of a loop inside of one with a number of rounds that is known, all
// rounds of its first run, and then those of the next.
enum fold_order { FOLD_BY_ROUNDS, FOLD_BY_RUNS };

struct fold_request {
    const char *symbol; // the count
    int n_samples;
    const int64_t *counts; // growing; the second and third are 2 and 3
    const struct report_model *models;
    int n_needs; // conditions on the count that hold
    const struct requirement *const *needs;
    int n_dtypes;
    const enum dtype *dtypes;
};

// What a folded report is true of.
struct fold_holds {
    int64_t least; // the smallest count
    int n_conditions;
    const struct report_condition *conditions; // that follow the count: "w >= 2*n"
};

// Fills `folded`, in the symbols of the second sample's program. False if a figure of the samples
// is not known, or they have no closed form.
bool fold_models(struct arena *, const struct fold_request *, struct report_model *folded,
                 struct fold_holds *);

#endif
