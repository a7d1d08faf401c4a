#ifndef ANALYZER_REPORT_ROWS_H
#define ANALYZER_REPORT_ROWS_H

// The rows of a model as a table for people, laid out so that it fits the view:
// as it is where that fits; else long sizes get names, columns that follow from
// another and remarks that repeat become a note, arguments are shortened; and
// where nothing helps, rows go on in further lines. No number is left out or cut.

#include "analyzer/report/sizes.h"
#include "analyzer/report/table.h"
#include "analyzer/report/writer.h"

// Characters of an op's arguments where there is room.
#define MAX_ARGS 40

#define BOLD "\033[1m"
#define FAINT "\033[2m"
#define RED "\033[31m"
#define YELLOW "\033[1;33m"
#define RESET "\033[0m"

// Asked dtypes of one element size share a column: "f16/bf16".
struct byte_columns {
    int n;
    int dtype[MAX_ASKED_DTYPES]; // the first of each
    const char *name[MAX_ASKED_DTYPES];
};

// A table of more rows shows so many of the first and of the last ones, and those of the peak.
#define MAX_FIRST_ROWS 300
#define MAX_LAST_ROWS 100

// A row, the module that is folded into one, how many were left out, or the head of rows that are
// there several times.
struct row_item {
    int row;                            // -1: no row
    const struct report_module *folded; // NULL: the row itself
    int n_left_out;
    int n_group;                   // a head: of so many rows
    int times;                     // that the row, or those of the head, are there; 0: once
    const struct report_row *last; // of these rows; NULL: it is the only one
};

struct row_items {
    struct row_item *at;
    int n, capacity;
};

struct row_cells; // what a row says in every layout with the same names

struct rows {
    struct arena *arena;
    const struct report *report;
    const struct report_model *model;
    const struct view *view;
    struct byte_columns bytes;
    struct sizes sizes; // that have names in this layout
    int n_shown;        // byte columns in the table; the others follow from the first
    int max_args;       // characters of an op's arguments
    bool short_remarks; // functional ops have a mark; where they stand is in the line column
    bool marked;        // some row in the table has it: folded ones have not
    unsigned rounds;    // 1 << enum report_rounds of each row in the table
    struct row_items items;
    bool cut;     // some are left out
    bool repeats; // some are there several times
    struct table table;
    int name, op, output, first_bytes, parameters, flops, line, remark; // columns
    VEC(const char *) reasons;                                          // "[1]" is the first
    struct row_cells *of_rows, *of_modules;
};

// Chooses the layout and fills the table.
void rows_lay_out(struct rows *, struct arena *, const struct report *, const struct report_model *,
                  const struct view *);
// The table, then what its marks and missing columns mean.
void rows_write(struct text *, const struct rows *);

struct byte_columns rows_byte_columns(struct arena *, const struct report *);
// "f32[N, 64], i64[N]"; "unknown [1]": the reason stands below the table under that number.
const char *rows_output(struct rows *, const struct report_row *);
// A cell of a column of bytes; "? [1]" of what is refused in its types alone.
const char *rows_bytes(struct rows *, const struct report_row *, int column);
// The line alone where it is in the model's own file; "" for none.
const char *rows_line(const struct rows *, const struct site *);
// "pool, call 2", "layer, x n_layer".
const char *rows_name(struct arena *, const struct report_row *);
// "Conv2d(3, 64, 7, ...)": whole arguments, as many as fit into max_args characters.
const char *rows_op(struct arena *, const struct report_row *, int max_args);
// Are the bytes in a column what they are in the first one times rows_ratio()?
bool rows_follow(const struct rows *, const struct quantity *bytes, int column);
const char *rows_ratio(const struct rows *, int column); // "1/2", "2"
// As quantity_string, with the names of this layout.
const char *rows_quantity(const struct rows *, struct quantity);

#endif
