#ifndef ANALYZER_REPORT_AT_TABLE_H
#define ANALYZER_REPORT_AT_TABLE_H

// The peaks at values of symbols, for people: a row a combination and element width.

#include "analyzer/report/writer.h"

void at_table(struct text *, const struct report *, const struct report_model *,
              const struct view *);

#endif
