#ifndef ANALYZER_REPORT_REPORT_H
#define ANALYZER_REPORT_REPORT_H

// The answer as plain data: what all writers print. Sizes are symbolic; a
// number that is not exact carries a tag.

#include "ir/graph.h"
#include <stdio.h>

enum tag { TAG_EXACT, TAG_UPPER, TAG_LOWER, TAG_UNKNOWN };

struct quantity {
    const struct sym *value;
    enum tag tag;
    const char *reason;        // TAG_UNKNOWN
};

struct report_output {
    enum dtype dtype;
    struct shape shape;
};

// One call of a leaf, or a functional op outside of any leaf.
struct report_row {
    const char *name;          // dotted name; of a functional op: "cat (unet.c:41)"
    const char *op;            // "Conv2d", "cat"
    const char *args;
    const struct site *site;
    int call;                  // which call of this leaf, from 1
    bool visible_to_hooks;
    bool poisoned;
    const char *reason;
    int n_outputs;
    const struct report_output *outputs;
    struct quantity bytes[4];  // per asked dtype, same order as report.dtypes; all outputs summed
    struct quantity parameters, flops;
    int depth;
    node_id first_node, last_node;
};

struct report_peak {
    int row;                   // -1: none
    struct quantity bytes;
    const char *condition;     // piecewise: "T <= 256"; NULL: always
};

struct report_live {
    struct quantity bytes;     // inputs and activations
    const struct site *site;   // the moment
    const char *moment;        // "while layer1.0.conv2 runs"
    int n_holders;
    const struct report_holder {
        const char *name;
        struct quantity bytes;
    } *holders;
};

struct report_model {
    const char *name, *entry, *library;
    const struct site *site;
    const char *condition, *incomplete;
    int n_assumptions;
    const char *const *assumptions;
    int n_inputs;
    const struct report_input {
        const char *name;
        struct tensor_type type;
    } *inputs;
    int n_symbols;
    const char *const *symbols;
    int n_rows;
    const struct report_row *rows;
    // Per asked dtype. The first piece is the peak; more pieces where it
    // depends on the symbols, each with its condition.
    int n_peaks[4];
    const struct report_peak *peaks[4];
    struct report_peak largest[4];     // over all rows, functional ops too
    struct report_peak reference[4];   // the last call in the slot of the first
    struct report_live live[4];
    struct quantity total[4];          // sum over leaf calls
    struct quantity parameters, parameter_bytes[4], buffer_bytes[4];
    const struct program *program;
};

struct report {
    int n_files;
    const char *const *files;
    int n_dtypes;
    enum dtype dtypes[4];
    int n_models;
    const struct report_model *models;
    int n_diags;
    const struct diag *const *diags;   // sorted by file, line, column, code
};

#endif
