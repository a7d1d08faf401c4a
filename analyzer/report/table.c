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
        if (row->aside) continue;
        for (int i = 0; i < table->n_columns; i++) widen(&extent->widths[i], row->cells[i]);
        int end = end_of(row, 0, extent->n_columns);
        if (end > extent->end) extent->end = end;
    }
    int width = (int)strlen(extent->indent);
    for (int i = 0; i < extent->end; i++) width += extent->widths[i] + (i ? GAP : 0);
    return width;
}

// ---- rows that are wider than all others

#define MAX_COLUMNS_NARROWED 16 // one after another, a column perhaps several times
#define ROWS_PER_ASIDE 4        // of so many, one may be set aside

static int cell_width(const struct table_row *row, int column)
{
    return row->cells[column] ? text_width(row->cells[column]) : 0;
}

// What setting the rows aside brings that have the widest cells of a column.
struct narrowing {
    int column;
    int from, to; // widths
    int n_rows;
};

static struct narrowing narrow(const struct table *table, int column)
{
    int header = text_width(table->headers[column]);
    struct narrowing narrowing = {column, header, header, 0};
    for (int r = 0; r < table->rows.n; r++) {
        const struct table_row *row = &table->rows.at[r];
        int own = row->aside ? 0 : cell_width(row, column);
        if (own > narrowing.from) {
            narrowing.to = narrowing.from;
            narrowing.from = own;
            narrowing.n_rows = 0;
        } else if (own > narrowing.to && own < narrowing.from) {
            narrowing.to = own;
        }
        if (own == narrowing.from) narrowing.n_rows++;
    }
    return narrowing;
}

// Does `a` bring more for each row than `b`?
static bool narrows_more(const struct narrowing *a, const struct narrowing *b)
{
    return (int64_t)(a->from - a->to) * b->n_rows > (int64_t)(b->from - b->to) * a->n_rows;
}

// Sets rows aside, at most so many; returns how many, 0 if no few rows make the table wide.
static int narrow_one(struct table *table, int n_columns, int most)
{
    struct narrowing best = {.n_rows = 1};
    for (int i = 0; i < n_columns; i++) {
        struct narrowing one = narrow(table, i);
        if (one.n_rows <= most && narrows_more(&one, &best)) best = one;
    }
    if (best.from == best.to) return 0;
    for (int r = 0; r < table->rows.n; r++) {
        struct table_row *row = &table->rows.at[r];
        row->aside = row->aside || cell_width(row, best.column) == best.from;
    }
    return best.n_rows;
}

// Rows with a cell of more than half a line widen no column; whether the others fit now.
static bool set_overlong_aside(struct table *table, const char *indent, int n_columns, int width)
{
    int room = (width - (int)strlen(indent)) / 2;
    for (int r = 0; r < table->rows.n; r++) {
        struct table_row *row = &table->rows.at[r];
        row->aside = false;
        for (int i = 0; i < n_columns; i++) row->aside = row->aside || cell_width(row, i) > room;
    }
    struct table_extent extent = table_extent(table, indent, n_columns);
    return table_extend(table, &extent) <= width;
}

bool table_set_aside(struct table *table, const char *indent, int n_columns, int width)
{
    int most = table->rows.n / ROWS_PER_ASIDE;
    for (int n = 0; n <= MAX_COLUMNS_NARROWED; n++) {
        struct table_extent extent = table_extent(table, indent, n_columns);
        if (table_extend(table, &extent) <= width) return true;
        int n_rows = narrow_one(table, n_columns, most);
        if (!n_rows) break;
        most -= n_rows;
    }
    return set_overlong_aside(table, indent, n_columns, width);
}

// ---- writing

// How one table is written.
struct writing {
    struct text *text;
    const struct table *table;
    const char *indent;
    int width; // 0: any
    int *widths;
    int starts[MAX_COLUMNS + 1]; // the columns that lines of a row begin with, and the end
    bool labelled;               // each number says what it is: too wide for columns in two lines
};

static int width_of(const struct writing *w, int first, int end)
{
    int width = 0;
    for (int i = first; i < end; i++) width += w->widths[i] + (i > first ? GAP : 0);
    return width;
}

static int first_number(const struct table *table)
{
    int column = 0;
    while (column < table->n_columns - 1 && table->aligns[column] == ALIGN_LEFT) column++;
    return column;
}

// The widest columns of words give way until all fit; words that are longer than their column push
// the next ones on.
static void narrow_words(struct writing *w, int numbers, int room)
{
    while (width_of(w, 0, numbers) > room) {
        int widest = 0;
        for (int i = 1; i < numbers; i++)
            if (w->widths[i] > w->widths[widest]) widest = i;
        if (w->widths[widest] <= 1) return;
        w->widths[widest]--;
    }
}

// Words in the first line and numbers in the second, where both fit. Remarks do not count.
static void split(struct writing *w)
{
    int last = w->table->n_columns - 1, numbers = first_number(w->table);
    int room = w->width - (int)strlen(w->indent);
    w->labelled =
        width_of(w, 0, numbers) > room || width_of(w, numbers, last) > room - FURTHER_INDENT;
    if (w->labelled) narrow_words(w, numbers, room);
    w->starts[1] = numbers;
    w->starts[2] = w->table->n_columns;
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

// A cell that does not stand under its header says which one is its.
static void write_wide_cell(struct writing *w, const struct table_row *row, int column)
{
    const char *header = w->table->headers[column];
    struct arena *arena = w->table->arena;
    const char *words =
        *header ? arena_printf(arena, "%s: %s", header, row->cells[column]) : row->cells[column];
    wrap_add(w->text, words, (int)strlen(w->indent) + FURTHER_INDENT, w->width);
}

// Numbers line up at their right ends, words at their left ones; two blanks part
// columns, since names may hold one.
static void write_part(struct writing *w, const struct table_row *row, int first, int end)
{
    for (int i = first; i < end; i++) {
        const char *cell = row->cells[i] ? row->cells[i] : "";
        int room = w->widths[i] - text_width(cell);
        if (i > first) add_blanks(w->text, GAP);
        // A column of such cells has a line for itself.
        if (room < 0 && w->width) {
            write_wide_cell(w, row, i);
            continue;
        }
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

static void new_line(struct writing *w)
{
    text_add_char(w->text, '\n');
    text_add(w->text, w->indent);
}

// Wider than its column, or its column ends behind the line.
static bool has_no_place(const struct writing *w, const struct table_row *row, int column,
                         int start)
{
    int room = w->width - (int)strlen(w->indent);
    return w->table->aligns[column] == ALIGN_RIGHT && cell_width(row, column) &&
           (cell_width(row, column) > w->widths[column] || start + w->widths[column] > room);
}

// Behind the first number that has no place below its header, eyes do not find the others there
// either.
static int first_without_place(const struct writing *w, const struct table_row *row)
{
    int start = 0, i = 0, last = w->table->n_columns - 1;
    for (; i < last && !has_no_place(w, row, i, start); i++) start += w->widths[i] + GAP;
    return i;
}

// Columns behind the indent; returns where the cell ends, `at` being where the one before it did.
// Words follow each other, numbers stand in the columns of the other rows: each in the line where
// its place is still free.
static int write_cell_aside(struct writing *w, const struct table_row *row, int column, int start,
                            int at)
{
    int length = cell_width(row, column), place = start;
    int room = w->width - (int)strlen(w->indent);
    bool right = w->table->aligns[column] == ALIGN_RIGHT;
    if (right) place += w->widths[column] - length;
    if (at && place < at + GAP) {
        bool fits = at + GAP + length <= room;
        if (!right && fits) place = at + GAP;
        if (right || !fits) {
            new_line(w);
            at = 0;
        }
    }
    add_blanks(w->text, place - at);
    text_add(w->text, row->cells[column]);
    return place + length;
}

// "params: 16", behind the one before it where the line has room.
static int write_labelled(struct writing *w, const struct table_row *row, int column, int at)
{
    const char *header = w->table->headers[column];
    int length = cell_width(row, column) + (*header ? text_width(header) + 2 : 0);
    bool fits = at > 0 && at + GAP + length <= w->width - (int)strlen(w->indent);
    if (fits) add_blanks(w->text, GAP);
    if (!fits) next_line(w);
    write_wide_cell(w, row, column);
    return fits ? at + GAP + length : FURTHER_INDENT + length;
}

static void write_aside(struct writing *w, const struct table_row *row)
{
    int at = 0, start = 0, labelled = 0, last = w->table->n_columns - 1;
    int first = w->labelled ? first_number(w->table) : first_without_place(w, row);
    for (int i = 0; i < last; i++) {
        if (cell_width(row, i) && i >= first) labelled = write_labelled(w, row, i, labelled);
        if (cell_width(row, i) && i < first) at = write_cell_aside(w, row, i, start, at);
        start += w->widths[i] + GAP;
    }
    if (labelled) at = labelled;
    if (is_empty(row, last)) return;
    if (at + GAP + cell_width(row, last) <= w->width - (int)strlen(w->indent)) {
        add_blanks(w->text, GAP);
        text_add(w->text, row->cells[last]);
        return;
    }
    next_line(w);
    wrap_add(w->text, row->cells[last], (int)strlen(w->indent) + FURTHER_INDENT, w->width);
}

// Lines behind the first one are indented, so that the eye finds where rows begin.
static void write_row(struct writing *w, const struct table_row *row)
{
    text_add(w->text, w->indent);
    if (row->before) text_add(w->text, row->before);
    bool aside = row->aside || w->labelled;
    if (aside) write_aside(w, row);
    for (const int *start = w->starts; *start < w->table->n_columns && !aside; start++) {
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
    struct writing w = {text, table, indent, width, extent.widths, {0, table->n_columns}, false};
    memcpy(header.cells, table->headers, sizeof header.cells);
    if (width && too_wide) split(&w);
    // Then the numbers have no columns.
    for (int i = first_number(table); i < table->n_columns && w.labelled; i++)
        header.cells[i] = NULL;
    write_row(&w, &header);
    for (int r = 0; r < table->rows.n; r++) write_row(&w, &table->rows.at[r]);
}
