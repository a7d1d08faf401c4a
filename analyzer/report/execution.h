#ifndef ANALYZER_REPORT_EXECUTION_H
#define ANALYZER_REPORT_EXECUTION_H

// Predicted against measured: what `shapeprof run` prints. The predicted figures
// are those of the report, in the type that f32 is run as; the measured ones were
// read off the running program: extents of tensors that kernels made, bytes that
// the allocator counted.

#include "analyzer/report/report.h"

#define NOT_PREDICTED (-1)

struct execution_output {
    enum dtype dtype; // DTYPE_NONE: there was none
    int rank;
    int64_t dim[MAX_RANK];
};

struct execution_pair {
    int64_t predicted; // NOT_PREDICTED: no number
    int64_t measured;
};

// In seconds, over the repeats.
struct execution_time {
    double min, median;
};

// A leaf call or functional op, as the report has it.
struct execution_row {
    const struct report_row *row;
    int n_outputs;
    const struct execution_output *outputs;
    struct execution_pair bytes; // of all outputs
    struct execution_pair alive; // inputs and activations while it ran; both 0 if nothing ran
    bool same;                   // all of these, with dtype and shape of each output
    int64_t n_numbers;           // in all floating outputs
    double mean, l2;             // of these; 0 where there are none
    struct execution_time forward, backward; // of its kernels; 0 without repeats
};

enum execution_figure_id {
#define EXECUTION_FIGURE(id, name, words) EXECUTION_##id,
#include "analyzer/report/execution_figures.def"
#undef EXECUTION_FIGURE
    N_EXECUTION_FIGURES
};

struct execution_figure {
    enum execution_figure_id id;
    struct execution_pair bytes;
};

// What a full backward hook on a leaf sees, as L2 norms; negative: there is no such gradient.
struct execution_layer {
    int row;
    double output_l2, input_l2;
    double parameters_l2; // of all calls of the leaf
};

// All calls of one kernel, by the name that PyTorch's profiler gives it.
struct execution_kernel {
    const char *name;         // "aten::addmm"
    int64_t calls, predicted; // predicted: as the graph says; 0: there is no graph to ask
    double seconds;           // in all
    int64_t bytes;            // of the results and gradients that it made, without views
};

struct execution_event {
    const char *name;
    const char *leaf; // whose call it is part of, or the functional op; NULL: of none
    bool backward;
    int step;
    double begin, seconds; // from the begin of the first step
};

struct execution_profile {
    int n_steps; // forward and backward; 0: nobody asked
    int n_kernels;
    const struct execution_kernel *kernels; // what took longest first
    int n_events;
    const struct execution_event *events; // in order
};

// The model compiled, beside the model run plainly.
// A variant that max-autotune tried.
struct execution_variant {
    const char *name;
    double seconds; // negative: it was refused
    bool won;
};

struct execution_compiled {
    const char *mode; // NULL: it was not
    int n_nodes, n_steps, n_chains;
    const char *const *chains; // "add, gelu (net.c:12)": what is fused
    int64_t piece;             // elements of a piece of a chain; 0: nothing is fused
    struct execution_pair arena;
    struct execution_pair peak; // inputs and activations alive
    double compile_seconds;     // up to the end of the first call
    double call_seconds, plain_seconds;
    int64_t pays_after;            // calls; -1: never
    double largest_difference;     // of results, relative
    int64_t allocations, bindings; // of a call after the first: of memory, and of kernels
    int n_variants;
    const struct execution_variant *variants;
};

enum gradients_verdict { GRADIENTS_NOT_COMPARED, GRADIENTS_IDENTICAL, GRADIENTS_DIFFERENT };

// The step with checkpoints, beside one without.
struct execution_checkpoints {
    int n;          // 0: there are none
    int n_segments; // of equal length; 0: others
    const char *const *ranges;
    int64_t saved_without, peak_without;
    int64_t recomputed; // flops; negative: not known
    enum gradients_verdict gradients;
};

enum execution_flow { FLOW_UNKNOWN, FLOW_STEADY, FLOW_VANISHING, FLOW_EXPLODING, FLOW_NOT_FINITE };

struct execution_backward {
    int n_losses;  // outputs that need a gradient: 0: nothing was run backward
    int n_passes;  // of these, those that the program itself calls nn_backward on
    bool own_loss; // the only one is a scalar; else the sum of all elements of all of them
    double loss;
    int n_layers;
    const struct execution_layer *layers; // in the order in which hooks fire: the last call first
    // Of the layers with parameters the first and the last to which a gradient came; -1: none.
    int first, last;
    double ratio; // output_l2 of the first to that of the last
    enum execution_flow flow;
};

// A size that was a symbol.
struct execution_size {
    const char *name;
    int64_t value;
    bool chosen; // here; false: by --at
};

struct execution {
    const struct report_model *model;
    int n_sizes;
    const struct execution_size *sizes;
    const char *failure; // why it could not be executed; nothing below is there then. NULL: it was
    bool training;       // ran backward, too
    uint32_t seed;
    enum dtype dtype; // what f32 was run as
    int n_rows;
    const struct execution_row *rows; // in the order of the report's
    int peak_row;                     // of the largest measured output of a leaf; -1: none
    int n_repeats;                    // runs that were timed
    int slowest_row;                  // the leaf or op that took the longest; -1: nothing was timed
    int n_figures;
    struct execution_figure figures[N_EXECUTION_FIGURES];
    int64_t workspace; // of all kernels, most at once, measured; not part of the figures
    struct execution_backward backward; // training only
    struct execution_profile profile;
    struct execution_compiled compiled;
    struct execution_checkpoints checkpoints;
    const char *difference; // the first one; NULL: all is as predicted
};

// What a reader asked to see beside predicted and measured.
enum execution_section {
    EXECUTION_HOOKS = 1, // what forward hooks on the leaves see
    EXECUTION_LAYERS = 2 // what full backward hooks on them see
};

// All models of the sources, executed one after another.
struct executions {
    const struct report *report;
    unsigned sections; // bits
    int n;
    const struct execution *at;
};

const char *execution_figure_name(enum execution_figure_id);  // "peak_leaf"
const char *execution_figure_words(enum execution_figure_id); // "peak leaf"
// The name of a leaf call, "act, call 2"; "(the model)" for one without a name.
const char *execution_row_name(struct arena *, const struct report_row *);
const char *execution_flow_name(enum execution_flow);         // "vanishing"
const char *execution_gradients_name(enum gradients_verdict); // "identical"
bool execution_same(struct execution_pair);
// "f32[4, 64]", or "nothing".
const char *execution_output_string(struct arena *, const struct execution_output *);

#endif
