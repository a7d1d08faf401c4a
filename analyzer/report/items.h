#ifndef ANALYZER_REPORT_ITEMS_H
#define ANALYZER_REPORT_ITEMS_H

#include "analyzer/report/rows.h"

// Fills the items of the rows, from the model and the view.
void items_choose(struct rows *);

#endif
