#ifndef ANALYZER_REPORT_PLANS_H
#define ANALYZER_REPORT_PLANS_H

// Checkpoint plans of models: what `shapeprof plan` prints. Bytes are of the type that f32 is taken
// for.

#include "analyzer/report/execution.h"
#include "analyzer/report/writer.h"

enum plan_row_kind { PLAN_ROW_PLAIN, PLAN_ROW_WRITTEN, PLAN_ROW_EQUAL, PLAN_ROW_BEST };

struct plan_row {
    enum plan_row_kind kind;
    int n_segments;      // of PLAN_ROW_EQUAL
    bool is_root;        // the number of segments next to the square root
    const char *refused; // why it can't be run; no figures then. NULL: it can
    int n;               // checkpoints
    const char *const *ranges;
    struct execution_pair saved, peak; // measured: of those that were run
    int64_t recomputed;                // flops; negative: not known
    bool gains;                        // a smaller peak than without
    enum gradients_verdict gradients;  // held against a step without; of those that were run
};

struct model_plans {
    const struct report_model *model;
    int n_sizes;
    const struct execution_size *sizes;
    enum dtype dtype;
    const char *failure; // why there is no plan; nothing below is there then. NULL: there is
    int n_units;
    const char *const *units; // names of what is checkpointed as a whole
    bool is_chain;            // no other plan has a smaller peak than the best
    bool was_run;
    int n_rows;
    const struct plan_row *rows;
    const char *difference; // the first number that was not as predicted; NULL: all were
};

struct plans {
    const struct report *report;
    int n;
    const struct model_plans *at;
};

typedef void write_plans(struct text *, const struct plans *, const struct view *);

#define PLANS_WRITER(format, write) write_plans write;
#include "analyzer/report/plans_writers.def"
#undef PLANS_WRITER

struct plans_writer {
    const char *format;
    write_plans *write;
};

const struct plans_writer *plans_writer_find(const char *format); // NULL: it has no form for plans
const char *plan_row_name(struct arena *, const struct plan_row *); // "4 segments"
const char *plan_row_kind_name(enum plan_row_kind);                 // "equal"

#endif
