#include "analyzer/report/table.h"

#include <assert.h>
#include <string.h>

int table_column(struct table *table, const char *header, enum align align)
{
    assert(table->n_columns < MAX_COLUMNS);
    table->headers[table->n_columns] = header;
    table->aligns[table->n_columns] = align;
    return table->n_columns++;
}

struct table_row *table_row(struct table *table)
{
    return vec_push(table->arena, &table->rows);
}

static void widen(int *width, const char *cell)
{
    int length = cell ? (int)strlen(cell) : 0;
    if (length > *width) *width = length;
}

// Numbers line up at their right ends, words at their left ones; two blanks part
// columns, since names may hold one.
static void write_row(struct text *text, const struct table *table, const int *widths,
                      const char *indent, const struct table_row *row)
{
    // The last cell that holds something ends the line: no trailing blanks.
    int n = table->n_columns;
    while (n > 0 && (!row->cells[n - 1] || !*row->cells[n - 1])) n--;
    text_printf(text, "%s%s", indent, row->before ? row->before : "");
    for (int i = 0; i < n; i++) {
        const char *cell = row->cells[i] ? row->cells[i] : "";
        if (i) text_add(text, "  ");
        if (table->aligns[i] == ALIGN_RIGHT)
            text_printf(text, "%*s", widths[i], cell);
        else
            text_printf(text, "%-*s", i == n - 1 ? 0 : widths[i], cell);
    }
    text_printf(text, "%s\n", row->after ? row->after : "");
}

void table_write(struct text *text, const struct table *table, const char *indent)
{
    int widths[MAX_COLUMNS] = {0};
    struct table_row header = {0};
    for (int i = 0; i < table->n_columns; i++) {
        header.cells[i] = table->headers[i];
        widen(&widths[i], table->headers[i]);
        for (int r = 0; r < table->rows.n; r++) widen(&widths[i], table->rows.at[r].cells[i]);
    }
    write_row(text, table, widths, indent, &header);
    for (int r = 0; r < table->rows.n; r++)
        write_row(text, table, widths, indent, &table->rows.at[r]);
}
