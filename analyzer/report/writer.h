#ifndef ANALYZER_REPORT_WRITER_H
#define ANALYZER_REPORT_WRITER_H

// A format of the answer. One line of writers.def and one file each.

#include "analyzer/report/comparison.h"
#include "analyzer/report/execution.h"
#include "analyzer/report/findings.h"

#define ANY_DEPTH (-1)

// Rows that repeat others but for one number: as one row, or each.
enum repeats { REPEATS_FOLDED, REPEATS_SHOWN };

// How much of the answer is shown, and how.
struct view {
    enum colour colour;
    int depth; // modules deeper than this are folded; ANY_DEPTH: none
    int width; // columns that text should fit in; 0: any
    enum repeats repeats;
};

typedef void write_report(struct text *, const struct report *, const struct view *);
typedef void write_comparison(struct text *, const struct comparison *, const struct view *);
typedef void write_executions(struct text *, const struct executions *, const struct view *);

enum findings_place { FINDINGS_INSIDE, FINDINGS_APART };

struct writer {
    const char *name, *doc;
    enum findings_place findings;
    write_report *report;
    write_comparison *comparison; // NULL: the format has no form for one
    write_executions *executions; // NULL: the same
};

#define WRITER(id, name, report, comparison, executions, findings, doc)                            \
    write_report report;                                                                           \
    write_comparison comparison;                                                                   \
    write_executions executions;
#include "analyzer/report/writers.def"
#undef WRITER

int writer_count(void);
const struct writer *writer_at(int index);
const struct writer *writer_find(const char *name); // NULL if there is none

// For writers: dtype and shape of each output of a call, "f32[4, 64]; i64[4]" with the separator
// "; ". One that could not be worked out has its reason in place of a shape.
const char *writer_outputs(struct arena *, const struct report_row *, const char *separator);

// Have all outputs of the call the same reason why they have no shape? Then it is said once.
bool writer_same_reason(const struct report_row *);

// "f32[8, 64]", or "f32 {64, 8}" as a library has it that counts the innermost axis first.
const char *writer_type(struct arena *, const struct tensor_type *, bool innermost_first);

#endif
