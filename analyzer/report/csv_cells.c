// RFC 4180.

#include "analyzer/report/csv_cells.h"

#include <string.h>

// Quotes only where RFC 4180 needs them: a comma, a quote or a line end inside.
void csv_cell(struct text *text, const char *cell)
{
    if (!cell) cell = "";
    if (!cell[strcspn(cell, ",\"\n")]) {
        text_add(text, cell);
        return;
    }
    text_add_char(text, '"');
    for (; *cell; cell++) {
        if (*cell == '"') text_add_char(text, '"');
        text_add_char(text, *cell);
    }
    text_add_char(text, '"');
}

void csv_cells(struct text *text, int n, const char *const *cells)
{
    for (int i = 0; i < n; i++) {
        if (i) text_add_char(text, ',');
        csv_cell(text, cells[i]);
    }
}
