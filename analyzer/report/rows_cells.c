// What stands in the cells of a row.

#include "analyzer/report/collect.h"
#include "analyzer/report/rows.h"

#include <string.h>

struct byte_columns rows_byte_columns(struct arena *arena, const struct report *report)
{
    struct byte_columns columns = {0};
    for (int d = 0; d < report->n_dtypes; d++) {
        const char *name = dtype_name(report->dtypes[d]);
        int same = 0;
        int first = collect_same_width(report->dtypes, d, report->widths);
        while (same < columns.n && columns.dtype[same] != first) same++;
        if (same < columns.n) {
            columns.name[same] = arena_printf(arena, "%s/%s", columns.name[same], name);
            continue;
        }
        columns.dtype[columns.n] = d;
        columns.name[columns.n++] = name;
    }
    return columns;
}

// Why a row is unknown stands once below the table; rows refer to it.
static int mark_of(struct rows *rows, const char *reason)
{
    for (int i = 0; i < rows->reasons.n; i++)
        if (!strcmp(rows->reasons.at[i], reason)) return i + 1;
    *vec_push(rows->arena, &rows->reasons) = reason;
    return rows->reasons.n;
}

static const char *output_of(struct rows *rows, const struct report_output *output)
{
    if (output->reason)
        return arena_printf(rows->arena, "unknown [%d]", mark_of(rows, output->reason));
    struct tensor_type type = {.dtype = output->dtype, .shape = output->shape};
    for (int d = 0; d < type.shape.rank; d++)
        type.shape.dim[d] = sizes_short(&rows->sizes, type.shape.dim[d]);
    return writer_type(rows->arena, &type, output->innermost_first);
}

// "f32[N, 64], i64[N]"; "f32[N, 64] x 3" for three alike in a row; "unknown [1]" for a refused
// call.
const char *rows_output(struct rows *rows, const struct report_row *row)
{
    struct text text = {.arena = rows->arena};
    if (row->n_outputs == 0) return "nothing";
    int n = writer_same_reason(row) ? 1 : row->n_outputs;
    for (int i = 0, next; i < n; i = next) {
        const char *output = output_of(rows, &row->outputs[i]);
        for (next = i + 1; next < n; next++)
            if (strcmp(output_of(rows, &row->outputs[next]), output) != 0) break;
        text_printf(&text, "%s%s", i ? ", " : "", output);
        if (next - i > 2) text_printf(&text, " x %d", next - i);
        if (next - i == 2) text_printf(&text, ", %s", output);
    }
    return text_string(&text);
}

// The line alone where it is in the model's own file, which the heading names.
const char *rows_line(const struct rows *rows, const struct site *site)
{
    struct arena *arena = rows->arena;
    const struct report_model *model = rows->model;
    if (!site || !site->line) return "";
    bool other_file = site->file && model->site && model->site->file &&
                      strcmp(site->file, model->site->file) != 0;
    if (other_file)
        return arena_printf(arena, "%s:%d", text_printable(arena, site->file), site->line);
    return arena_printf(arena, "%d", site->line);
}

// Long lists of arguments would push the numbers off the screen; --why has them all.
// Brackets that the shortened text leaves open are closed behind its dots: "[N, 12, ...])".
static const char *closing_brackets(struct arena *arena, const char *args, int end)
{
    struct text text = {.arena = arena};
    for (int i = end - 1, closed = 0; i >= 0; i--) {
        if (args[i] == ']' || args[i] == ')') closed++;
        if ((args[i] == '[' || args[i] == '(') && closed-- <= 0) {
            text_add_char(&text, args[i] == '[' ? ']' : ')');
            closed = 0;
        }
    }
    return text_string(&text);
}

const char *rows_op(struct arena *arena, const struct report_row *row, int max_args)
{
    const char *args = row->args;
    if (!*args) return row->op;
    if (strlen(args) <= (size_t)max_args) return arena_printf(arena, "%s(%s)", row->op, args);
    int end = max_args;
    while (end > 0 && (args[end] != ',' || args[end + 1] != ' ')) end--;
    if (!end) return arena_printf(arena, "%s(...)", row->op);
    return arena_printf(arena, "%s(%.*s, ...%s)", row->op, end, args,
                        closing_brackets(arena, args, end));
}

const char *rows_quantity(const struct rows *rows, struct quantity q)
{
    // That it is at least nothing goes without saying.
    if (q.tag == TAG_LOWER && sym_is(q.value, 0)) q = quantity_unknown(q.reason);
    return quantity_string(rows->arena, sizes_quantity(&rows->sizes, q));
}

// Refused in this type only, or in those of the column: why stands below the table.
static bool refused_as(const struct report_row *row, int dtype)
{
    for (int i = 0; i < row->n_outputs; i++)
        if (row->outputs[i].reason) return false;
    return row->n_outputs && !quantity_known(row->bytes[dtype]) && row->bytes[dtype].reason;
}

const char *rows_bytes(struct rows *rows, const struct report_row *row, int column)
{
    const struct report *report = rows->report;
    int first = rows->bytes.dtype[column];
    const char *cell = rows_quantity(rows, row->bytes[first]);
    if (!refused_as(row, first)) return cell;
    struct text text = {.arena = rows->arena};
    text_printf(&text, "%s [", cell);
    for (int d = first, n = 0; d < report->n_dtypes; d++) {
        bool shown = d == first || collect_same_width(report->dtypes, d, report->widths) == first;
        if (!shown || !refused_as(row, d)) continue;
        text_printf(&text, "%s%d", n++ ? ", " : "", mark_of(rows, row->bytes[d].reason));
    }
    text_add(&text, "]");
    return text_string(&text);
}
