#ifndef ANALYZER_REPORT_REPORT_ROW_H
#define ANALYZER_REPORT_REPORT_ROW_H

// The part of a report that is about calls of leaves: rows, modules that fold them, and which of
// them is the largest.

#include "ir/graph.h"
#include "analyzer/report/quantity.h"

#define MAX_ASKED_DTYPES 4

struct report_output {
    enum dtype dtype;
    enum dtype as[MAX_ASKED_DTYPES]; // what that becomes where the model's float is the asked one
    struct shape shape;
    const char *reason;   // why it is poisoned; NULL: it is a tensor
    bool innermost_first; // as its library counts axes: {64, 8}
};

// Of a row that stands for many rounds of a loop: are they all the same? If not, the figures are
// those of the largest, the last of them (they grow) or the first (they fall).
enum report_rounds { ROUNDS_ALIKE, ROUNDS_GROW, ROUNDS_FALL };

// One call of a leaf, or a functional op outside of any leaf.
struct report_row {
    const char *name;        // dotted name; of a functional op: "cat (unet.c:41)"
    const char *op;          // "Conv2d", "cat"
    const char *args;        // "3, 64, kernel_size=7"; "" if there are none
    const struct site *site; // of the call
    const struct site *made; // where the module was made; of a functional op: the call
    scope_id scope;          // the leaf; of a functional op: the module it stands in
    int call;                // which call of this leaf, from 1
    int n_calls;             // how often this leaf is called in all
    bool visible_to_hooks;
    const char *aside;    // why it is no layer, as its scope has it; NULL: it is one
    bool takes_no_memory; // its outputs lie where other tensors do: views, ops in place
    bool poisoned;
    const char *reason; // poisoned: why its outputs are not known
    int n_outputs;
    const struct report_output *outputs;
    const value_id *values;                  // the outputs in the program
    struct quantity bytes[MAX_ASKED_DTYPES]; // all outputs summed
    struct quantity parameters, flops;
    const struct sym *times; // how often it runs, inside a repeat region; NULL: once
    enum report_rounds rounds;
    int depth;                     // parts of its dotted name
    node_id first_node, last_node; // 0, 0 when it computed nothing
};

// One call of a module with children, for folding the table: its outputs, and
// what the rows inside it add up to.
struct report_module {
    struct report_row row; // op, args, outputs, parameters and flops of all inside
    int first_row, n_rows; // the rows that it folds
};

struct report_peak {
    int row; // -1: none
    struct quantity bytes;
    const char *condition; // piecewise: "T <= 256"; NULL: always
    const char *from;      // piecewise: a shorter one that is enough: "H >= 8 and W >= 8"
};

// The dict of the PyTorch snippet behind the comparison: the last call of a
// leaf in the slot of its first.
struct report_reference {
    int n_leaves;
    struct report_peak peak[MAX_ASKED_DTYPES];
    struct quantity total[MAX_ASKED_DTYPES];
    bool differs;      // from the peak leaf
    const char *fails; // why the snippet would raise; NULL: it does not
};

// A leaf that is never called, so that its hook never fires.
struct report_uncalled {
    const char *name, *parent;
    bool is_read; // an op outside of it computes with its parameters
    // There are so many, one in each round of a loop, as the name says; NULL: one.
    const struct sym *times;
};

#endif
