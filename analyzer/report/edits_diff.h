#ifndef ANALYZER_REPORT_EDITS_DIFF_H
#define ANALYZER_REPORT_EDITS_DIFF_H

#include "analyzer/report/edits.h"
#include "ir/base/text.h"

// What edits change in a file, as `diff -u` prints it.
void edits_diff(struct text *, const struct edited_file *);

#endif
