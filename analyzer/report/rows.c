#include "analyzer/report/rows.h"

#include "analyzer/report/collect.h"
#include "analyzer/report/items.h"
#include "analyzer/report/repeats.h"
#include "analyzer/report/wrap.h"

#include <string.h>

#define MAX_CONDITION 24
#define INDENT "  "

// ---- cells

static const char *with_times(struct arena *arena, const char *name, const struct sym *count)
{
    if (!count) return name;
    const char *times = sym_string(arena, count);
    return strchr(times, ' ') ? arena_printf(arena, "%s, x (%s)", name, times)
                              : arena_printf(arena, "%s, x %s", name, times);
}

// Of rounds that differ, the figures are those of one: see the notes in rows_write.
static const char *with_mark(struct arena *arena, const char *name, enum report_rounds rounds)
{
    static const char *const marks[] = {[ROUNDS_GROW] = " +", [ROUNDS_FALL] = " -"};
    return marks[rounds] ? arena_printf(arena, "%s%s", name, marks[rounds]) : name;
}

// What tells this row from the others: its name, how often it runs, which call.
const char *rows_name(struct arena *arena, const struct report_row *row)
{
    const char *name = *row->name ? row->name : "(the model)";
    if (row->call > 1)
        name = arena_printf(arena, "%s, call %d%s", name, row->call, row->times ? " and on" : "");
    return with_times(arena, name, row->times);
}

// Of a row that is there several times the range of what differs.
static const char *item_name(struct rows *rows, const struct row_item *item,
                             const struct report_row *row)
{
    const char *name = rows_name(rows->arena, row);
    if (item->last) name = repeats_range(rows->arena, name, rows_name(rows->arena, item->last));
    if (item->last) rows->repeats = true;
    return item->times ? arena_printf(rows->arena, "%s, x %d", name, item->times) : name;
}

static const char *item_op(struct rows *rows, const struct row_item *item,
                           const struct report_row *row)
{
    struct report_row shown = *row;
    if (item->last) shown.args = repeats_range(rows->arena, row->args, item->last->args);
    return rows_op(rows->arena, &shown, rows->max_args);
}

struct row_cells {
    const char *name, *output, *bytes[MAX_ASKED_DTYPES], *parameters, *flops, *line;
};

static void make_cells(struct rows *rows, const struct row_item *item, const struct report_row *row,
                       struct row_cells *made)
{
    made->name = with_mark(rows->arena, item_name(rows, item, row), row->rounds);
    made->output = rows_output(rows, row);
    for (int i = 0; i < rows->n_shown; i++) made->bytes[i] = rows_bytes(rows, row, i);
    // A module's parameters are counted at its first call.
    bool none = quantity_known(row->parameters) && sym_is(row->parameters.value, 0);
    if (row->call == 1 && !none) made->parameters = rows_quantity(rows, row->parameters);
    made->flops = rows_quantity(rows, row->flops);
    made->line = rows_line(rows, row->made);
}

// The same cells for leaves, functional ops and folded modules. Layouts that are tried one after
// the other differ in little else than the op's arguments.
static void fill_row(struct rows *rows, struct table_row *cells, const struct row_item *item,
                     const struct report_row *row, struct row_cells *kept)
{
    if (!kept->name) make_cells(rows, item, row, kept);
    cells->cells[rows->name] = kept->name;
    rows->rounds |= 1u << row->rounds;
    cells->cells[rows->op] = item_op(rows, item, row);
    cells->cells[rows->output] = kept->output;
    for (int i = 0; i < rows->n_shown; i++) cells->cells[rows->first_bytes + i] = kept->bytes[i];
    cells->cells[rows->parameters] = kept->parameters;
    cells->cells[rows->flops] = kept->flops;
    cells->cells[rows->line] = kept->line;
}

// Sizes have other names from now on.
static void forget_cells(struct rows *rows)
{
    rows->reasons.n = 0;
    rows->of_rows = arena_array(rows->arena, struct row_cells, rows->model->n_rows);
    rows->of_modules = arena_array(rows->arena, struct row_cells, rows->model->n_modules);
}

// Colour stands around the row, not in the cells, so that widths stay right.
static void paint(struct rows *rows, struct table_row *cells, const char *colour)
{
    if (rows->view->colour != COLOUR_ALWAYS) return;
    cells->before = colour;
    cells->after = RESET;
}

// NULL where the row is no peak, under no condition.
static const struct report_peak *peak_at(const struct report_model *model, int row)
{
    for (int i = 0; i < model->n_peaks[0]; i++)
        if (model->peaks[0][i].row == row) return &model->peaks[0][i];
    return NULL;
}

// A long condition stands below the table only.
static const char *peak_remark(const struct rows *rows, const struct report_peak *peak)
{
    const char *condition = sizes_condition(&rows->sizes, peak->condition);
    if (!condition) return "<- peak leaf";
    if (strlen(condition) > MAX_CONDITION) return "<- peak leaf for some sizes";
    return arena_printf(rows->arena, "<- peak leaf if %s", condition);
}

// Remarks and colours, by what matters most: an error, the peak, an op that hooks
// cannot see.
static void add_row(struct rows *rows, const struct row_item *item)
{
    const struct report_row *row = &rows->model->rows[item->row];
    struct table_row *cells = table_row(&rows->table);
    fill_row(rows, cells, item, row, &rows->of_rows[item->row]);
    const struct report_peak *peak = peak_at(rows->model, item->row);
    if (peak) {
        cells->cells[rows->remark] = peak_remark(rows, peak);
        paint(rows, cells, YELLOW);
    } else if (row->aside) {
        cells->cells[rows->remark] = row->aside;
        paint(rows, cells, FAINT);
    } else if (!row->visible_to_hooks) {
        if (rows->short_remarks) {
            const char *name =
                with_times(rows->arena, arena_printf(rows->arena, "%s *", row->op), row->times);
            if (item->times) name = arena_printf(rows->arena, "%s, x %d", name, item->times);
            cells->cells[rows->name] = with_mark(rows->arena, name, row->rounds);
            rows->marked = true;
        } else {
            cells->cells[rows->remark] = "no hook sees it";
        }
        paint(rows, cells, FAINT);
    }
    if (row->poisoned) paint(rows, cells, RED);
}

// The row of a module tells where the peak went, so that folding hides nothing.
static void add_folded(struct rows *rows, const struct row_item *item)
{
    const struct report_module *module = item->folded;
    struct table_row *cells = table_row(&rows->table);
    fill_row(rows, cells, item, &module->row, &rows->of_modules[module - rows->model->modules]);
    const char *folded = arena_printf(rows->arena, "%d row%s folded", module->n_rows,
                                      module->n_rows == 1 ? "" : "s");
    const char *remark = rows->short_remarks ? "" : folded;
    if (rows->short_remarks)
        cells->cells[rows->op] =
            arena_printf(rows->arena, "%s, %s", cells->cells[rows->op], folded);
    for (int i = module->first_row; i < module->first_row + module->n_rows; i++) {
        const struct report_peak *peak = peak_at(rows->model, i);
        if (!peak) continue;
        remark = arena_printf(rows->arena, "%s%s%s: %s", remark, *remark ? " " : "",
                              peak_remark(rows, peak), rows->model->rows[i].name);
        paint(rows, cells, YELLOW);
    }
    cells->cells[rows->remark] = remark;
}

static void add_head(struct rows *rows, const struct row_item *item)
{
    struct table_row *cells = table_row(&rows->table);
    cells->cells[rows->name] =
        arena_printf(rows->arena, "x %d, the next %d rows:", item->times, item->n_group);
    rows->repeats = true;
}

static void add_left_out(struct rows *rows, int n)
{
    struct table_row *cells = table_row(&rows->table);
    cells->cells[rows->name] = arena_printf(rows->arena, "... %d more rows", n);
}

// The type that all outputs have where --dtype changes none; N_PLAIN_DTYPES: they have several.
static enum dtype only_dtype(const struct report_model *model)
{
    enum dtype only = N_PLAIN_DTYPES;
    for (int i = 0; i < model->n_rows; i++)
        for (int k = 0; k < model->rows[i].n_outputs; k++) {
            const struct report_output *output = &model->rows[i].outputs[k];
            if (output->reason || output->dtype == only) continue;
            if (only != N_PLAIN_DTYPES) return N_PLAIN_DTYPES;
            only = output->dtype;
        }
    return only;
}

// "bytes: f16"; "bytes: i8" of tensors that have that type whatever is asked for.
static const char *bytes_header(struct rows *rows)
{
    const struct report_model *model = rows->model;
    if (!model->program->manner->own_types || model->n_rows == 0)
        return arena_printf(rows->arena, "bytes: %s", rows->bytes.name[0]);
    enum dtype only = only_dtype(model);
    if (only >= N_PLAIN_DTYPES) return "bytes";
    return arena_printf(rows->arena, "bytes: %s", dtype_name(only));
}

static void add_columns(struct rows *rows)
{
    struct table *table = &rows->table;
    rows->name = table_column(table, "leaf", ALIGN_LEFT);
    rows->op = table_column(table, "op", ALIGN_LEFT);
    rows->output = table_column(table, "output", ALIGN_LEFT);
    rows->first_bytes = table->n_columns;
    for (int i = 0; i < rows->n_shown; i++) {
        const char *name = rows->bytes.name[i];
        table_column(table, i ? name : bytes_header(rows), ALIGN_RIGHT);
    }
    rows->parameters = table_column(table, "params", ALIGN_RIGHT);
    rows->flops = table_column(table, "flops", ALIGN_RIGHT);
    rows->line = table_column(table, "line", ALIGN_RIGHT);
    rows->remark = table_column(table, "", ALIGN_LEFT);
}

// Must remarks fit as well, or may they stand below their rows?
enum remarks { REMARKS_BELOW, REMARKS_BESIDE };

// Ends at the first row with which the table is wider than `width` (0: any), and returns false.
static bool fill(struct rows *rows, enum remarks remarks, int width)
{
    rows->table = (struct table){.arena = rows->arena};
    rows->marked = false;
    rows->rounds = 0;
    add_columns(rows);
    struct table_extent extent = table_extent(
        &rows->table, INDENT, remarks == REMARKS_BESIDE ? rows->table.n_columns : rows->remark);
    for (int i = 0; i < rows->items.n; i++) {
        const struct row_item *item = &rows->items.at[i];
        if (item->folded)
            add_folded(rows, item);
        else if (item->row >= 0)
            add_row(rows, item);
        else if (item->n_group)
            add_head(rows, item);
        else
            add_left_out(rows, item->n_left_out);
        if (width && table_extend(&rows->table, &extent) > width) return false;
    }
    return true;
}

// ---- the layout

static int element_bytes(const struct rows *rows, int column)
{
    return dtype_block_bytes(rows->report->dtypes[rows->bytes.dtype[column]]);
}

bool rows_follow(const struct rows *rows, const struct quantity *bytes, int column)
{
    struct syms *syms = rows->model->program->syms;
    struct quantity first = bytes[rows->bytes.dtype[0]];
    struct quantity other = bytes[rows->bytes.dtype[column]];
    if (!quantity_known(first) || !quantity_known(other))
        return quantity_known(first) == quantity_known(other);
    return sym_mul_const(syms, other.value, element_bytes(rows, 0)) ==
           sym_mul_const(syms, first.value, element_bytes(rows, column));
}

const char *rows_ratio(const struct rows *rows, int column)
{
    int above = element_bytes(rows, column), below = element_bytes(rows, 0);
    for (int d = 2; d <= below; d++)
        while (above % d == 0 && below % d == 0) {
            above /= d;
            below /= d;
        }
    return below > 1 ? arena_printf(rows->arena, "%d/%d", above, below)
                     : arena_printf(rows->arena, "%d", above);
}

// f32 outputs that are of the column's type.
static bool takes_asked(const struct rows *rows, const struct report_row *row, int column)
{
    int d = rows->bytes.dtype[column];
    for (int i = 0; i < row->n_outputs; i++)
        if (row->outputs[i].dtype == DTYPE_F32 && row->outputs[i].as[d] != rows->report->dtypes[d])
            return false;
    return true;
}

static bool follows_or_stays(const struct rows *rows, const struct report_row *row, int column)
{
    const struct quantity *bytes = row->bytes;
    struct quantity first = bytes[rows->bytes.dtype[0]];
    bool stays = first.value == bytes[rows->bytes.dtype[column]].value;
    return takes_asked(rows, row, column) && (rows_follow(rows, bytes, column) || stays);
}

// Do the other dtypes' bytes follow from the first one's in every row that has f32
// outputs? Where a row adds tensors of several types up, they do not.
static bool all_follow(const struct rows *rows)
{
    for (int c = 1; c < rows->bytes.n; c++) {
        for (int i = 0; i < rows->model->n_rows; i++)
            if (!follows_or_stays(rows, &rows->model->rows[i], c)) return false;
        for (int i = 0; i < rows->model->n_modules; i++)
            if (!follows_or_stays(rows, &rows->model->modules[i].row, c)) return false;
    }
    return true;
}

// What is lost least comes first; the last layouts fold the few rows that are wider than the
// others, or all, into several lines.
void rows_lay_out(struct rows *rows, struct arena *arena, const struct report *report,
                  const struct report_model *model, const struct view *view)
{
    *rows = (struct rows){.arena = arena, .report = report, .model = model, .view = view};
    rows->bytes = rows_byte_columns(arena, report);
    rows->n_shown = rows->bytes.n;
    rows->max_args = MAX_ARGS;
    items_choose(rows);
    forget_cells(rows);
    if (fill(rows, REMARKS_BESIDE, view->width)) return;
    sizes_find(arena, model, &rows->sizes);
    forget_cells(rows);
    if (rows->sizes.names.n && fill(rows, REMARKS_BESIDE, view->width)) return;
    rows->short_remarks = true;
    if (all_follow(rows)) rows->n_shown = 1;
    static const int max_args[] = {MAX_ARGS, 18, 10};
    for (int i = 0; i < 3; i++) {
        rows->max_args = max_args[i];
        if (fill(rows, REMARKS_BELOW, view->width)) return;
    }
    for (int i = 0; i < 3; i++) {
        rows->max_args = max_args[i];
        fill(rows, REMARKS_BELOW, 0);
        if (table_set_aside(&rows->table, INDENT, rows->remark, view->width)) return;
    }
    rows->max_args = MAX_ARGS;
    fill(rows, REMARKS_BELOW, 0);
}

// "bytes of f32 outputs: f16/bf16 = 1/2 x f32, f64 = 2 x f32".
static const char *ratios_string(const struct rows *rows)
{
    struct text text = {.arena = rows->arena};
    text_add(&text, "bytes of f32 outputs: ");
    for (int c = rows->n_shown; c < rows->bytes.n; c++)
        text_printf(&text, "%s%s = %s x %s", c > rows->n_shown ? ", " : "", rows->bytes.name[c],
                    rows_ratio(rows, c), rows->bytes.name[0]);
    text_add(&text, "; other outputs keep theirs");
    return text_string(&text);
}

static void write_note(struct text *text, const struct rows *rows, const char *note)
{
    text_add(text, INDENT);
    wrap_write(text, note, (int)strlen(INDENT), rows->view->width);
}

void rows_write(struct text *text, const struct rows *rows)
{
    table_write(text, &rows->table, INDENT, rows->view->width);
    bool ratios = rows->n_shown < rows->bytes.n;
    bool differ = rows->rounds & ~(1u << ROUNDS_ALIKE);
    if (ratios || rows->marked || rows->reasons.n || differ || rows->cut || rows->repeats)
        text_add_char(text, '\n');
    if (rows->repeats)
        write_note(
            text, rows,
            "x N: rows that are there N times and differ in the number alone; each has these "
            "figures, and --unfold shows all of them");
    if (rows->cut)
        write_note(text, rows,
                   "... rows that are left out here count in all figures below; --depth 1 folds "
                   "modules, --format csv has every row");
    if (rows->marked) write_note(text, rows, "* no hook sees it");
    if (rows->rounds & 1u << ROUNDS_GROW)
        write_note(text, rows, "+ it grows with each round; these are the figures of the last");
    if (rows->rounds & 1u << ROUNDS_FALL)
        write_note(text, rows,
                   "- it falls with each round; these are the figures of the first of them");
    if (ratios) write_note(text, rows, ratios_string(rows));
    for (int i = 0; i < rows->reasons.n; i++)
        write_note(text, rows, arena_printf(rows->arena, "[%d] %s", i + 1, rows->reasons.at[i]));
}
