#ifndef ANALYZER_REPORT_MARKDOWN_H
#define ANALYZER_REPORT_MARKDOWN_H

// Cells and code of GitHub's Markdown, from texts that may hold anything.

#include "analyzer/report/writer.h"

// In backticks, as many as the text needs; fit for a cell of a table.
const char *markdown_code(struct arena *, const char *);
// What Markdown and HTML would read as markup is escaped; in one line.
const char *markdown_words(struct arena *, const char *);
// A list of findings, with a heading; nothing where there are none.
void markdown_findings(struct text *, const struct report *);

#endif
