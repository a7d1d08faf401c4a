#ifndef ANALYZER_REPORT_REPORT_H
#define ANALYZER_REPORT_REPORT_H

// The answer as plain data: what all writers print. Sizes are symbolic; a
// number that is not exact carries a tag. Byte figures come once for each
// asked dtype, in the order of report.dtypes: a model's f32 tensors are its
// "float" and take the asked type, all other tensors keep theirs.

#include "analyzer/models/kind.h"
#include "analyzer/models/runtime.h"
#include "ir/requirement.h"
#include "analyzer/report/report_row.h"

#define MAX_AT_AXES 8

// The worst moment under the allocation model that was asked for.
struct report_live {
    struct quantity bytes;   // inputs and activations; TAG_UNKNOWN if it was not computed
    const struct site *site; // the moment
    const char *moment;      // "while `layer1.0.conv2` runs"
    int n_alive;             // how many tensors' memory is held then
    int n_holders;           // the largest of them, largest first
    const struct report_holder {
        const char *name;
        struct quantity bytes;
    } * holders;
    int n_moments; // more than 1: which moment is worst depends on the symbols
    // Which one is when, in the first asked dtype only; 0 where one moment is always the worst.
    int n_pieces;
    const struct report_live_piece {
        struct quantity bytes;
        const char *condition; // "T <= 256"
        const char *from;      // a shorter one that is enough, or NULL
        const char *moment;    // "while `layer1.0.conv2` runs"
        const struct site *site;
    } * pieces;
    struct quantity total; // with parameters, buffers and gradients
};

// A line of the derivation that --why asks for: "bytes", "256 elements x 4 bytes = 1024".
struct report_reason {
    const char *label, *text;
    const struct site *site; // may be NULL
};

enum report_metric {
#define BUDGET(id, name, doc) METRIC_##id,
#include "analyzer/report/budgets.def"
#undef BUDGET
    N_METRICS
};

// "peak_leaf<=64KiB", held against a model in one of the asked dtypes.
struct report_budget {
    enum report_metric metric;
    bool names_dtype;    // "peak_leaf[f16]<=64KiB"
    enum dtype of_dtype; // that it names
    int dtype;           // of the report's dtypes, the one that it is held in
    const char *text;    // as asked, with the type where it is held in several
    int64_t limit_bytes;
    struct quantity bytes;
    struct proof proof;      // bytes <= limit
    const char *subject;     // who is blamed: "leaf `0`"
    const char *holds_while; // REFUTED: "N <= 4096", proved for all of these; NULL: not known
};

// A condition on the symbols under which the model accepts its inputs.
struct report_condition {
    const char *text;      // "H % 8 == 0"
    const char *needed_by; // "cat in UNet"
    const char *place;     // "unet.c:51"
    const struct site *site;
    const char *assumption;         // the text among the assumptions that says the same
    int input;                      // that it is about; -1: about none
    const char *of_input;           // whose sizes were chosen; NULL: it is a requirement
    struct requirement requirement; // no sides: sizes that were chosen
};

// What --at asked for: values of symbols, each combination a row.
struct report_at_axes {
    int n, n_rows; // n_rows 0: nothing was asked for
    struct report_at_axis {
        const char *name;
        int n;
        const int64_t *values;
    } at[MAX_AT_AXES];
};

struct report_at_figures {
    // The first piece is the peak leaf; more pieces where it depends on symbols without a value,
    // each with its condition. Row -1: not known, or none. n_peaks 0: a condition is broken.
    int n_peaks;
    const struct report_peak *peaks;
    struct quantity peak, live, live_training, parameters; // bytes, the largest piece's
    struct quantity largest, total;
};

// A budget at one combination.
struct report_at_verdict {
    const char *name; // of the figure: "peak_leaf"
    int dtype;        // of the report's dtypes
    struct quantity bytes;
    struct proof proof; // that they keep the limit
};

// Which variant of its entry the values make a model: another one has the row to show then.
enum at_variant { AT_THIS, AT_ANOTHER, AT_NONE };

struct report_at_row {
    const int64_t *values; // of the axes
    const char *broken;    // the condition that the values do not keep; NULL: there are figures
    enum at_variant taken_by;
    const struct report_model *model; // whose rows the figures name: itself, or a run of few rounds
    struct report_at_figures figures[MAX_ASKED_DTYPES];
    int n_budgets;
    const struct report_at_verdict *budgets;
};

#define MAX_LOOP_COUNTS 4

struct report_model;

// A run of so few rounds that the closed forms of the folded report do not hold yet.
struct report_short_run {
    const char *symbol; // that decides how often the loops run
    int64_t count;
    const struct report_model *model;
};

// The entry with numbers in the place of symbols, where closed forms do not hold.
struct report_special {
    bool solved; // of sizes that are another number in the model, or leave something open there
    int n;
    const char *const *names;
    const int64_t *values;
    int n_models; // one of its variants holds
    const struct report_model *models;
};

struct report_ggml;

// Have asked dtypes of one width the same figures? Not where f16 meets the model's float, for
// example: with bf16 that gives f32.
enum report_widths { WIDTHS_SHARED, WIDTHS_APART };

struct report_model {
    const char *name, *entry, *library;
    const struct site *site;
    const char *condition, *incomplete;
    const char *tensors_of; // "L = 2": whose tensors the program has, of a folded loop; NULL: all
    // All claims of one of the ways hold; of the only variant it is one without claims.
    int n_loop_counts; // symbols that decide how often folded loops run
    const char *loop_counts[MAX_LOOP_COUNTS];
    int n_short_runs;
    const struct report_short_run *short_runs;
    int n_ways;
    const struct claims *ways;
    struct claims ranges;     // sizes stay within the C types that they are computed in
    struct claims left_loops; // while one of them holds, not all rounds of a loop are counted
    struct claims taken;      // for granted, those that say something of symbols
    struct claims layouts;    // the same of shape rules: other sizes are asked of the specials
    int n_specials;
    const struct report_special *specials;
    int n_assumptions;
    const char *const *assumptions;
    int n_conditions;
    const struct report_condition *conditions;
    int n_inputs;
    const struct report_input {
        const char *name;
        struct tensor_type type;
        bool innermost_first;    // as its library counts axes
        const struct sym *times; // of how many rounds it is, each with one of its own; NULL: one
    } * inputs;
    int n_symbols;
    const char *const *symbols;
    int n_rows, n_leaf_rows;
    const struct sym *leaf_calls;  // where rows stand for several calls; NULL: n_leaf_rows
    const struct report_row *rows; // in order of execution
    int n_modules;
    const struct report_module *modules; // in order of their ends
    // Leaves whose hook never fires, though they are there.
    int n_uncalled;
    const struct report_uncalled *uncalled;
    // Per asked dtype. The first piece is the peak; more pieces where it
    // depends on the symbols, each with its condition.
    int n_peaks[MAX_ASKED_DTYPES];
    const struct report_peak *peaks[MAX_ASKED_DTYPES];
    struct report_peak largest[MAX_ASKED_DTYPES]; // functional ops too that take memory
    int n_largest[MAX_ASKED_DTYPES]; // the same as pieces, where it depends on the symbols
    const struct report_peak *largest_pieces[MAX_ASKED_DTYPES];
    struct report_reference reference;
    // For some asked dtype, f32 tensors do not all become tensors of it: f16 and f32 meet, or f32
    // comes of integers.
    bool promotes;
    enum report_widths widths;
    enum model_kind memory_model;                       // that `live` and `live_training` are of
    struct report_live live[MAX_ASKED_DTYPES];          // inference
    struct report_live live_training[MAX_ASKED_DTYPES]; // end of a training step's forward pass
    struct quantity total[MAX_ASKED_DTYPES];            // sum over leaf calls
    struct quantity parameters, flops;
    struct quantity parameter_bytes[MAX_ASKED_DTYPES], buffer_bytes[MAX_ASKED_DTYPES];
    int n_why;
    const struct report_reason *why; // of the leaf that --why named; n_why 0: none asked
    int n_budgets;
    const struct report_budget *budgets;
    int n_at;
    struct report_at_row *at; // the last axis fastest
    struct runtime_memories runtimes;
    const struct program *program;
    const struct report_ggml
        *ggml; // analyzer/report/ggml_report.h; NULL: a model of another library
};

// What of the sources could not be read, by findings.
struct report_unread {
    int n_errors;     // of the compiler
    int n_headers;    // that were not found
    int n_undeclared; // calls of functions that nothing declares
};

struct report {
    enum report_widths widths; // of all its models
    int n_files;
    const char *const *files; // that were asked for
    int n_dtypes;
    enum dtype dtypes[MAX_ASKED_DTYPES];
    struct report_at_axes at_axes;
    int n_models;
    const struct report_model *models;
    int n_diags;
    const struct diag *const
        *diags; // sorted by file, line, column, then as they happened; each once
    int n_errors, n_warnings;
    struct report_unread unread;
    int exit_status;   // that the command ends with
    bool is_unrelated; // holds no model, and nobody wants to hear of such files
};

#endif
