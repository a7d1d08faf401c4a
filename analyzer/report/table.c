#include "analyzer/report/table.h"
#include "analyzer/report/wrap.h"

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
    int length = cell ? text_width(cell) : 0;
    if (length > *width) *width = length;
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

struct table_extent table_extent(const struct table *table, const char *indent, int n_columns)
{
    struct table_extent extent = {.indent = indent, .n_columns = n_columns};
    for (int i = 0; i < table->n_columns; i++) widen(&extent.widths[i], table->headers[i]);
    return extent;
}

int table_extend(const struct table *table, struct table_extent *extent)
{
    for (; extent->n_rows < table->rows.n; extent->n_rows++) {
        const struct table_row *row = &table->rows.at[extent->n_rows];
        for (int i = 0; i < table->n_columns; i++) widen(&extent->widths[i], row->cells[i]);
        int end = end_of(row, 0, extent->n_columns);
        if (end > extent->end) extent->end = end;
    }
    int width = (int)strlen(extent->indent);
    for (int i = 0; i < extent->end; i++) width += extent->widths[i] + (i ? GAP : 0);
    return width;
}

// How one table is written.
struct writing {
    struct text *text;
    const struct table *table;
    const char *indent;
    int width; // 0: any
    const int *widths;
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

static void add_blanks(struct text *text, int n)
{
    static const char blanks[] = "                ";
    const int most = (int)sizeof blanks - 1;
    for (; n > most; n -= most) text_add_n(text, blanks, (size_t)most);
    if (n > 0) text_add_n(text, blanks, (size_t)n);
}

static void next_line(struct writing *w)
{
    text_add_char(w->text, '\n');
    text_add(w->text, w->indent);
    add_blanks(w->text, FURTHER_INDENT);
}

// Numbers line up at their right ends, words at their left ones; two blanks part
// columns, since names may hold one.
static void write_part(struct writing *w, const struct table_row *row, int first, int end)
{
    for (int i = first; i < end; i++) {
        const char *cell = row->cells[i] ? row->cells[i] : "";
        int room = w->widths[i] - text_width(cell);
        if (i > first) add_blanks(w->text, GAP);
        if (w->table->aligns[i] == ALIGN_RIGHT) add_blanks(w->text, room);
        text_add(w->text, cell);
        if (w->table->aligns[i] == ALIGN_LEFT && i < end - 1) add_blanks(w->text, room);
    }
}

// Does the remark fit behind the columns of its line?
static bool remark_fits(const struct writing *w, const struct table_row *row, int first)
{
    int last = w->table->n_columns - 1;
    int used = (int)strlen(w->indent) + (first ? FURTHER_INDENT : 0) + width_of(w, first, last);
    return !w->width || used + (last > first ? GAP : 0) + text_width(row->cells[last]) <= w->width;
}

// One that does not stands on lines of its own, below the cells before it that hold something.
static void write_long_remark(struct writing *w, const struct table_row *row, int first)
{
    int last = w->table->n_columns - 1, end = end_of(row, first, last);
    if (first && end > first) next_line(w);
    write_part(w, row, first, end);
    next_line(w);
    wrap_add(w->text, row->cells[last], (int)strlen(w->indent) + FURTHER_INDENT, w->width);
}

// Lines behind the first one are indented, so that the eye finds where rows begin.
static void write_row(struct writing *w, const struct table_row *row)
{
    text_add(w->text, w->indent);
    if (row->before) text_add(w->text, row->before);
    for (const int *start = w->starts; *start < w->table->n_columns; start++) {
        int end = end_of(row, start[0], start[1]);
        if (end == start[0]) continue;
        if (end == w->table->n_columns && !remark_fits(w, row, start[0])) {
            write_long_remark(w, row, start[0]);
            continue;
        }
        if (start[0]) next_line(w);
        write_part(w, row, start[0], end);
    }
    if (row->after) text_add(w->text, row->after);
    text_add_char(w->text, '\n');
}

void table_write(struct text *text, const struct table *table, const char *indent, int width)
{
    struct table_extent extent = table_extent(table, indent, table->n_columns - 1);
    struct table_row header = {0};
    bool too_wide = table_extend(table, &extent) > width;
    struct writing w = {text, table, indent, width, extent.widths, {0, table->n_columns}};
    memcpy(header.cells, table->headers, sizeof header.cells);
    if (width && too_wide) split(&w);
    write_row(&w, &header);
    for (int r = 0; r < table->rows.n; r++) write_row(&w, &table->rows.at[r]);
}
