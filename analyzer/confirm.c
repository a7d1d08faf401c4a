// Predicted against measured, for one model.

#include "analyzer/confirm.h"

#include "ir/rows.h"

#include <math.h>
#include <string.h>

#define MAX_FIGURES 8

struct confirm {
    struct arena *arena;
    const struct program *program;
    const struct report_model *model;
    struct execution_row *rows;
    double *seconds;                  // by node
    double *mean, *l2;                // by value: of its numbers, when it was made
    struct execution_figure *figures; // room for MAX_FIGURES
    struct execution *result;
};

// ---- while it runs

// Of the numbers as they are now: memory may be written to again, or given back.
static void take_statistics(struct confirm *c, value_id id, const struct tensor *t)
{
    struct rows rows;
    double row[ROW_ELEMENTS], sum = 0.0, squares = 0.0;
    if (!dtype_is_float(t->dtype) || !tensor_count(t)) return;
    rows_begin(&rows, t->rank, t->dim);
    rows_add(&rows, t);
    while (rows_next(&rows)) {
        rows_load(&rows, 0, row);
        for (int64_t i = 0; i < rows.length; i++) {
            sum += row[i];
            squares += row[i] * row[i];
        }
    }
    c->mean[id] = sum / (double)tensor_count(t);
    c->l2[id] = sqrt(squares);
}

// Called while the results are alive; afterwards their memory may be another's.
static void node_done(void *user, struct exec *x, node_id id, double seconds)
{
    struct confirm *c = user;
    const struct node *node = program_node(c->program, id);
    c->seconds[id] = seconds;
    for (int i = 0; i < node->n_out; i++) {
        value_id value = node->out + (value_id)i;
        const struct tensor *t = exec_tensor(x, value);
        if (t->data) take_statistics(c, value, t);
    }
}

// ---- afterwards

// In dtype and every extent; bytes follow from these.
static bool same_output(const struct report_output *predicted, const struct exec_measure *measured)
{
    if (predicted->dtype != measured->dtype || predicted->shape.rank != measured->rank)
        return false;
    for (int axis = 0; axis < measured->rank; axis++)
        if (!sym_is(predicted->shape.dim[axis], measured->dim[axis])) return false;
    return true;
}

// The prediction is the one for dtype 0, f32, in which programs are as they were written.
static void fill_row(struct confirm *c, struct exec *x, int index)
{
    const struct report_row *row = &c->model->rows[index];
    struct execution_row *filled = &c->rows[index];
    struct execution_output *outputs =
        arena_array(c->arena, struct execution_output, row->n_outputs);
    *filled = (struct execution_row){
        .row = row, .n_outputs = row->n_outputs, .outputs = outputs, .same = true};
    for (int i = 0; i < row->n_outputs; i++) {
        const struct exec_measure *measured = exec_measured(x, row->values[i]);
        outputs[i] = (struct execution_output){.dtype = measured->dtype, .rank = measured->rank};
        memcpy(outputs[i].dim, measured->dim, sizeof outputs[i].dim);
        filled->bytes += measured->bytes;
        filled->same = filled->same && same_output(&row->outputs[i], measured);
    }
    filled->same =
        filled->same && quantity_known(row->bytes[0]) && sym_is(row->bytes[0].value, filled->bytes);
    for (node_id n = row->first_node; n && n <= row->last_node; n++)
        filled->seconds += c->seconds[n];
    if (row->n_outputs && dtype_is_float(outputs[0].dtype)) {
        filled->has_statistics = true;
        filled->mean = c->mean[row->values[0]];
        filled->l2 = c->l2[row->values[0]];
    }
}

// Leaves only, the first of equal ones, as hooks see them.
static int find_peak(const struct confirm *c)
{
    int peak = -1;
    for (int i = 0; i < c->model->n_rows; i++) {
        if (!c->rows[i].row->visible_to_hooks) continue;
        if (peak < 0 || c->rows[i].bytes > c->rows[peak].bytes) peak = i;
    }
    return peak;
}

// A prediction that is no number stays -1, which nothing measured equals.
static void add_figure(struct confirm *c, const char *what, struct quantity predicted,
                       int64_t measured)
{
    struct execution_figure *figure = &c->figures[c->result->n_figures++];
    *figure = (struct execution_figure){.what = what, .predicted = -1, .measured = measured};
    quantity_integer(predicted, &figure->predicted);
}

// As tensor_string, of extents that are numbers.
static const char *output_string(struct arena *arena, enum dtype dtype, int rank,
                                 const int64_t *dim)
{
    struct text text = {.arena = arena};
    if (dtype == DTYPE_NONE) return "nothing";
    text_printf(&text, "%s[", dtype_name(dtype));
    for (int axis = 0; axis < rank; axis++)
        text_printf(&text, "%s%lld", axis ? ", " : "", (long long)dim[axis]);
    text_add(&text, "]");
    return text_string(&text);
}

// Both sides of the first row that differs, as a reader compares them.
static const char *row_difference(struct confirm *c, const struct execution_row *row)
{
    struct text text = {.arena = c->arena};
    text_printf(&text, "%s: predicted %s, measured ", row->row->name,
                writer_outputs(c->arena, row->row, ", "));
    for (int i = 0; i < row->n_outputs; i++)
        text_printf(&text, "%s%s", i ? ", " : "",
                    output_string(c->arena, row->outputs[i].dtype, row->outputs[i].rank,
                                  row->outputs[i].dim));
    return text_string(&text);
}

// Rows before figures: a figure that differs does so because of a row.
static const char *first_difference(struct confirm *c)
{
    const struct execution *e = c->result;
    for (int i = 0; i < e->n_rows; i++)
        if (!e->rows[i].same) return row_difference(c, &e->rows[i]);
    for (int i = 0; i < e->n_figures; i++)
        if (e->figures[i].predicted != e->figures[i].measured)
            return arena_printf(c->arena, "%s: predicted %lld bytes, measured %lld",
                                e->figures[i].what, (long long)e->figures[i].predicted,
                                (long long)e->figures[i].measured);
    return NULL;
}

// The figures that hooks and counted memory can confirm, each beside its prediction.
static void fill_result(struct confirm *c, struct exec *x, enum exec_mode mode,
                        int64_t forward_peak)
{
    const struct blocks *blocks = exec_blocks(x);
    const struct report_model *model = c->model;
    struct execution *e = c->result;
    for (int i = 0; i < model->n_rows; i++) fill_row(c, x, i);
    e->model = model;
    e->n_rows = model->n_rows;
    e->rows = c->rows;
    e->peak_row = find_peak(c);
    e->workspace = blocks->most[BLOCK_WORKSPACE];
    e->figures = c->figures = arena_array(c->arena, struct execution_figure, MAX_FIGURES);
    if (model->n_peaks[0] && e->peak_row >= 0)
        add_figure(c, "peak leaf", model->peaks[0][0].bytes, c->rows[e->peak_row].bytes);
    if (mode == EXEC_INFERENCE)
        add_figure(c, "peak live memory, inference", model->live[0].bytes, forward_peak);
    else
        add_figure(c, "peak live memory, forward pass of training", model->live_training[0].bytes,
                   forward_peak);
    add_figure(c, "parameters", model->parameter_bytes[0], blocks->most[BLOCK_PARAMETER]);
    e->difference = first_difference(c);
}

// Asked before anything is allocated. A prediction that is no number is none to refuse for:
// exec_open says what is not known.
static bool fits(struct confirm *c, const struct confirm_request *request, const char **error)
{
    const struct report_live *live =
        request->mode == EXEC_TRAINING ? &c->model->live_training[0] : &c->model->live[0];
    int64_t bytes;
    if (!request->max_bytes || !quantity_integer(live->total, &bytes) ||
        bytes <= request->max_bytes)
        return true;
    *error = arena_printf(c->arena,
                          "it is predicted to need %lld bytes, and the limit is %lld; allow more "
                          "with --max-memory",
                          (long long)bytes, (long long)request->max_bytes);
    return false;
}

bool confirm_run(struct arena *arena, const struct confirm_request *request,
                 struct execution *result, const char **error)
{
    const struct program *program = request->model->program;
    struct confirm c = {
        .arena = arena, .program = program, .model = request->model, .result = result};
    if (!fits(&c, request, error)) return false;
    c.rows = arena_array(arena, struct execution_row, request->model->n_rows);
    c.seconds = arena_array(arena, double, program->nodes.n);
    c.mean = arena_array(arena, double, program->values.n);
    c.l2 = arena_array(arena, double, program->values.n);
    struct exec_listener listener = {.node = node_done, .user = &c};
    struct exec_request run = {
        .program = program, .mode = request->mode, .seed = request->seed, .listener = &listener};
    struct exec *x = exec_open(arena, &run, error);
    if (!x) return false;
    *result = (struct execution){0};
    bool ran = exec_forward(x, error);
    int64_t forward_peak = exec_blocks(x)->peak;
    if (ran && request->mode == EXEC_TRAINING) ran = exec_backward(x, 0, NULL, error);
    if (ran) fill_result(&c, x, request->mode, forward_peak);
    exec_close(x);
    return ran;
}
