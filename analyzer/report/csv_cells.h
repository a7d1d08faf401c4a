#ifndef ANALYZER_REPORT_CSV_CELLS_H
#define ANALYZER_REPORT_CSV_CELLS_H

// Cells of comma-separated values, quoted as RFC 4180 has it.

#include "ir/base/text.h"

void csv_cell(struct text *, const char *cell); // NULL: an empty one
void csv_cells(struct text *, int n, const char *const *cells);

#endif
