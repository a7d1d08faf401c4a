#ifndef ANALYZER_REPORT_TABLE_H
#define ANALYZER_REPORT_TABLE_H

// Columns that line up: cells are added row by row, widths follow. A table that is
// too wide is folded.

#include "ir/base/text.h"
#include "ir/base/vec.h"

#include <stdbool.h>

#define MAX_COLUMNS 16

enum align { ALIGN_LEFT, ALIGN_RIGHT };

struct table_row {
    const char *cells[MAX_COLUMNS]; // NULL: empty
    const char *before, *after;     // around the row, of no width: colours
    bool aside;                     // widens no column: it goes on in further lines
};

struct table {
    struct arena *arena;
    int n_columns;
    const char *headers[MAX_COLUMNS];
    enum align aligns[MAX_COLUMNS];
    VEC(struct table_row) rows;
};

// Returns the column's index.
int table_column(struct table *, const char *header, enum align);
struct table_row *table_row(struct table *);
// How far a table reaches whose first n_columns stand in one line, by the rows that were
// looked at so far. It only ever grows.
struct table_extent {
    const char *indent;
    int n_columns;
    int n_rows; // that were looked at
    int end;    // behind the last column of these that holds something
    int widths[MAX_COLUMNS];
};

struct table_extent table_extent(const struct table *, const char *indent, int n_columns);
// Columns of the longest line, with the rows that came since.
int table_extend(const struct table *, struct table_extent *);
// Sets the few rows aside without which the others fit into one line each. False if that takes more
// than a few: then rows are set aside that have a cell of more than half a line.
bool table_set_aside(struct table *, const char *indent, int n_columns, int width);
// A row that is wider than `width` goes on in further lines, each with columns of its
// own that line up; no cell is ever cut, one wider than a line is wrapped. The last column is for
// remarks: one that does not fit behind its row stands on a line of its own. Width 0: one line a
// row.
void table_write(struct text *, const struct table *, const char *indent, int width);

#endif
