#include "analyzer/report/table.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#define GAP 2
#define FURTHER_INDENT 4

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

static void measure(const struct table *table, int *widths)
{
    for (int i = 0; i < table->n_columns; i++) {
        widths[i] = 0;
        widen(&widths[i], table->headers[i]);
        for (int r = 0; r < table->rows.n; r++) widen(&widths[i], table->rows.at[r].cells[i]);
    }
}

static bool is_empty(const struct table_row *row, int column)
{
    return !row->cells[column] || !*row->cells[column];
}

// Behind the last cell of a part that holds something: no trailing blanks.
static int end_of(const struct table_row *row, int first, int end)
{
    while (end > first && is_empty(row, end - 1)) end--;
    return end;
}

int table_width(const struct table *table, const char *indent, int n_columns)
{
    int widths[MAX_COLUMNS], widest = 0;
    measure(table, widths);
    for (int r = 0; r < table->rows.n; r++) {
        int n = end_of(&table->rows.at[r], 0, n_columns), width = (int)strlen(indent);
        for (int i = 0; i < n; i++) width += widths[i] + (i ? GAP : 0);
        if (width > widest) widest = width;
    }
    return widest;
}

// How one table is written.
struct writing {
    struct text *text;
    const struct table *table;
    const char *indent;
    int width; // 0: any
    int widths[MAX_COLUMNS];
    int starts[MAX_COLUMNS + 1]; // the columns that lines of a row begin with, and the end
};

static int width_of(const struct writing *w, int first, int end)
{
    int width = 0;
    for (int i = first; i < end; i++) width += w->widths[i] + (i > first ? GAP : 0);
    return width;
}

// Words in the first line and numbers in the second where that is enough; else as many
// columns in each line as fit. Remarks do not count.
static void split(struct writing *w)
{
    const struct table *table = w->table;
    int n = 0, first = 0, last = table->n_columns - 1, numbers = 0;
    int room = w->width - (int)strlen(w->indent);
    while (numbers < last && table->aligns[numbers] == ALIGN_LEFT) numbers++;
    bool two =
        width_of(w, 0, numbers) <= room && width_of(w, numbers, last) <= room - FURTHER_INDENT;
    for (int i = 0; i < last; i++) {
        bool fits = two ? i != numbers : width_of(w, first, i + 1) <= room;
        if (i && fits) continue;
        w->starts[n] = first = i;
        if (n++ == 1) room -= FURTHER_INDENT;
    }
    w->starts[n] = table->n_columns;
}

static void next_line(struct writing *w)
{
    text_printf(w->text, "\n%s%*s", w->indent, FURTHER_INDENT, "");
}

// Numbers line up at their right ends, words at their left ones; two blanks part
// columns, since names may hold one.
static void write_part(struct writing *w, const struct table_row *row, int first, int end)
{
    int used = (int)strlen(w->indent) + (first ? FURTHER_INDENT : 0);
    for (int i = first; i < end; i++) {
        const char *cell = row->cells[i] ? row->cells[i] : "";
        bool remark = i == w->table->n_columns - 1;
        used += GAP + (remark ? (int)strlen(cell) : w->widths[i]);
        if (remark && w->width && used - GAP > w->width)
            next_line(w);
        else if (i > first)
            text_printf(w->text, "%*s", GAP, "");
        if (w->table->aligns[i] == ALIGN_RIGHT)
            text_printf(w->text, "%*s", w->widths[i], cell);
        else
            text_printf(w->text, "%-*s", i == end - 1 ? 0 : w->widths[i], cell);
    }
}

// Lines behind the first one are indented, so that the eye finds where rows begin.
static void write_row(struct writing *w, const struct table_row *row)
{
    text_printf(w->text, "%s%s", w->indent, row->before ? row->before : "");
    for (const int *start = w->starts; *start < w->table->n_columns; start++) {
        int end = end_of(row, start[0], start[1]);
        if (end == start[0]) continue;
        if (start[0]) next_line(w);
        write_part(w, row, start[0], end);
    }
    text_printf(w->text, "%s\n", row->after ? row->after : "");
}

void table_write(struct text *text, const struct table *table, const char *indent, int width)
{
    struct writing w = {text, table, indent, width, {0}, {0, table->n_columns}};
    struct table_row header = {0};
    memcpy(header.cells, table->headers, sizeof header.cells);
    measure(table, w.widths);
    if (width && table_width(table, indent, table->n_columns - 1) > width) split(&w);
    write_row(&w, &header);
    for (int r = 0; r < table->rows.n; r++) write_row(&w, &table->rows.at[r]);
}
