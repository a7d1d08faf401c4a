#ifndef ANALYZER_REPORT_FACTS_H
#define ANALYZER_REPORT_FACTS_H

// What stands out in a model, for people: a label and a sentence each, below the table.

#include "analyzer/report/rows.h"

// One model on its way into the text form.
struct text_model {
    struct text *text;
    const struct report *report;
    const struct report_model *model;
    const struct view *view;
    struct rows rows; // laid out
};

// "  peak leaf      `conv1`: ...", wrapped at the view's width.
void facts_line(struct text_model *, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The peak leaf, live memory, sums, budgets.
void facts_write(struct text_model *);
// "1024 bytes = 1 KiB".
const char *facts_bytes(struct text_model *, struct quantity);
void facts_write_ggml(struct text_model *);     // buffers and contexts of a graph of ggml
void facts_write_nnom(struct text_model *);     // NNoM's own table of layers
void facts_write_uncalled(struct text_model *); // leaves that are never called
// How many leaf calls there are: a number, or a form where a loop runs as often as a symbol says.
const char *facts_leaf_calls(struct arena *, const struct report_model *);

#endif
