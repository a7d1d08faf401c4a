// Predicted against measured, for one model.

#include "analyzer/confirm.h"

#include "analyzer/confirm_backward.h"
#include "analyzer/confirm_checkpoints.h"
#include "analyzer/confirm_compiled.h"
#include "analyzer/memory.h"
#include "analyzer/profile.h"
#include "analyzer/report/writer.h"
#include "analyzer/timing.h"
#include "ir/graph_float.h"

#include <math.h>
#include <string.h>

// Of which the fastest counts, where --repeat says nothing.
#define COMPILED_RUNS 5

struct confirm {
    struct arena *arena;
    const struct confirm_request *request;
    const struct program *program; // as it is run
    const struct report_model *model;
    struct observe seen;
    struct execution_row *rows;       // of the result
    const struct sym **levels;        // by node: what is predicted to be alive
    struct chosen_checkpoints chosen; // of training, with what is predicted of the step
    int64_t saved, fixed;             // measured; parameters, buffers and workspace as predicted
    struct step_gradients gradients;
    int64_t *workspace; // by node: predicted; NOT_PREDICTED: its op names none
    struct execution *result;
};

// ---- rows

// In dtype and every extent; bytes follow from these.
static bool same_output(const struct report_output *predicted, const struct exec_measure *measured)
{
    if (predicted->dtype != measured->dtype || predicted->shape.rank != measured->rank)
        return false;
    for (int axis = 0; axis < measured->rank; axis++)
        if (!sym_is(predicted->shape.dim[axis], measured->dim[axis])) return false;
    return true;
}

// With the types that its outputs have in the type that it is run in.
static const struct report_row *row_as(struct confirm *c, const struct report_row *row)
{
    struct report_row *as = arena_copy(c->arena, row, sizeof *row);
    struct report_output *outputs =
        arena_copy(c->arena, row->outputs, (size_t)row->n_outputs * sizeof *outputs);
    for (int i = 0; i < row->n_outputs; i++) outputs[i].dtype = outputs[i].as[0];
    as->outputs = outputs;
    return as;
}

static void fill_outputs(struct confirm *c, const struct exec *x, struct execution_row *filled)
{
    const struct report_row *row = filled->row;
    struct execution_output *outputs =
        arena_array(c->arena, struct execution_output, row->n_outputs);
    filled->n_outputs = row->n_outputs;
    filled->outputs = outputs;
    filled->bytes.predicted = NOT_PREDICTED;
    quantity_integer(row->bytes[0], &filled->bytes.predicted);
    for (int i = 0; i < row->n_outputs; i++) {
        const struct exec_measure *measured = exec_measured(x, row->values[i]);
        outputs[i] = (struct execution_output){.dtype = measured->dtype, .rank = measured->rank};
        memcpy(outputs[i].dim, measured->dim, sizeof outputs[i].dim);
        filled->bytes.measured += measured->bytes;
        filled->same = filled->same && same_output(&row->outputs[i], measured);
    }
    filled->same = filled->same && execution_same(filled->bytes);
}

// Checkpoints that the program has not itself are none of the report's.
static int64_t level_at(const struct confirm *c, node_id id)
{
    int64_t level = NOT_PREDICTED;
    if (c->request->checkpoint) return c->chosen.plan.step.levels[id];
    if (c->levels[id]) sym_is_const(c->levels[id], &level);
    return level;
}

// The worst of the row's moments; a level that is no number makes the whole unknown.
static void fill_alive(const struct confirm *c, struct execution_row *filled)
{
    const struct report_row *row = filled->row;
    for (node_id n = row->first_node; n && n <= row->last_node; n++) {
        int64_t level = level_at(c, n);
        if (level == NOT_PREDICTED || filled->alive.predicted == NOT_PREDICTED)
            filled->alive.predicted = NOT_PREDICTED;
        else if (level > filled->alive.predicted)
            filled->alive.predicted = level;
        if (c->seen.alive[n] > filled->alive.measured) filled->alive.measured = c->seen.alive[n];
    }
    filled->same = filled->same && execution_same(filled->alive);
}

static void fill_statistics(const struct confirm *c, struct execution_row *filled)
{
    struct observed_numbers all = {0};
    for (int i = 0; i < filled->n_outputs; i++) {
        const struct observed_numbers *one = &c->seen.values[filled->row->values[i]];
        all.count += one->count;
        all.sum += one->sum;
        all.squares += one->squares;
    }
    filled->n_numbers = all.count;
    if (!all.count) return;
    filled->mean = all.sum / (double)all.count;
    filled->l2 = sqrt(all.squares);
}

static void fill_rows(struct confirm *c, const struct exec *x)
{
    struct execution_row *rows = arena_array(c->arena, struct execution_row, c->model->n_rows);
    for (int i = 0; i < c->model->n_rows; i++) {
        rows[i] = (struct execution_row){.row = row_as(c, &c->model->rows[i]), .same = true};
        fill_outputs(c, x, &rows[i]);
        fill_alive(c, &rows[i]);
        fill_statistics(c, &rows[i]);
    }
    c->result->n_rows = c->model->n_rows;
    c->result->rows = c->rows = rows;
}

// Leaves only, the first of equal ones, as hooks see them.
static int find_peak(const struct execution *e)
{
    int peak = -1;
    for (int i = 0; i < e->n_rows; i++) {
        if (!e->rows[i].row->visible_to_hooks) continue;
        if (peak < 0 || e->rows[i].bytes.measured > e->rows[peak].bytes.measured) peak = i;
    }
    return peak;
}

// ---- figures

static void add_figure(struct confirm *c, enum execution_figure_id id, struct quantity predicted,
                       int64_t measured)
{
    struct execution_figure *figure = &c->result->figures[c->result->n_figures++];
    *figure = (struct execution_figure){id, {NOT_PREDICTED, measured}};
    quantity_integer(predicted, &figure->bytes.predicted);
}

static void add_number(struct confirm *c, enum execution_figure_id id, int64_t predicted,
                       int64_t measured)
{
    c->result->figures[c->result->n_figures++] =
        (struct execution_figure){id, {predicted, measured}};
}

static void add_step(struct confirm *c, const struct blocks *blocks)
{
    const struct step *step = &c->chosen.plan.step;
    add_number(c, EXECUTION_SAVED, step->unknown ? NOT_PREDICTED : step->saved, c->saved);
    add_number(c, EXECUTION_STEP, step->unknown ? NOT_PREDICTED : step->peak, blocks->peak_step);
    add_number(c, EXECUTION_PASSING, step->unknown ? NOT_PREDICTED : step->passing,
               blocks->peak_passing);
    add_number(c, EXECUTION_GRADIENTS, step->unknown ? NOT_PREDICTED : step->gradients,
               blocks->live[BLOCK_GRADIENT] + blocks->live[BLOCK_COLLECTED]);
}

// Forward only: kernels may need more in backward. In 16 bits they compute in f32.
static void add_workspace(struct confirm *c)
{
    if (c->request->dtype != DTYPE_F32 && c->request->dtype != DTYPE_F64) return;
    struct execution_pair most = {0};
    bool any = false;
    for (int n = 1; n < c->program->nodes.n; n++) {
        const struct op *op = op_get(c->program->nodes.at[n].op);
        if (c->workspace[n] == NOT_PREDICTED || !op->workspace_is_ours) continue;
        any = true;
        if (c->workspace[n] > most.predicted) most.predicted = c->workspace[n];
        if (c->seen.scratch[n] > most.measured) most.measured = c->seen.scratch[n];
    }
    if (any) add_number(c, EXECUTION_IM2COL, most.predicted, most.measured);
}

// Those that hooks and counted memory can confirm.
static void fill_figures(struct confirm *c, const struct exec *x, int64_t forward_peak)
{
    const struct blocks *blocks = exec_blocks(x);
    const struct report_model *model = c->model;
    struct execution *e = c->result;
    if (model->n_peaks[0] && e->peak_row >= 0)
        add_figure(c, EXECUTION_PEAK_LEAF, model->peaks[0][0].bytes,
                   e->rows[e->peak_row].bytes.measured);
    if (e->training && c->request->checkpoint)
        add_number(c, EXECUTION_LIVE_TRAINING, c->chosen.plan.step.forward_peak, forward_peak);
    else if (e->training)
        add_figure(c, EXECUTION_LIVE_TRAINING, model->live_training[0].bytes, forward_peak);
    else
        add_figure(c, EXECUTION_LIVE, model->live[0].bytes, forward_peak);
    if (e->training) add_step(c, blocks);
    add_figure(c, EXECUTION_PARAMETERS, model->parameter_bytes[0], blocks->most[BLOCK_PARAMETER]);
    add_workspace(c);
    e->workspace = blocks->most[BLOCK_WORKSPACE];
}

// ---- differences

// Both sides of what differs in a row, as a reader compares them.
static const char *row_difference(struct confirm *c, const struct execution_row *row)
{
    struct text measured = {.arena = c->arena}, text = {.arena = c->arena};
    const char *predicted = writer_outputs(c->arena, row->row, ", ");
    for (int i = 0; i < row->n_outputs; i++)
        text_printf(&measured, "%s%s", i ? ", " : "",
                    execution_output_string(c->arena, &row->outputs[i]));
    text_printf(&text, "%s: ", execution_row_name(c->arena, row->row));
    bool outputs = strcmp(predicted, text_string(&measured)) != 0;
    if (outputs) text_printf(&text, "predicted %s, measured %s", predicted, text_string(&measured));
    if (!execution_same(row->alive))
        text_printf(&text, "%salive while it ran: predicted %lld bytes, measured %lld",
                    outputs ? "; " : "", (long long)row->alive.predicted,
                    (long long)row->alive.measured);
    return text_string(&text);
}

// Rows before figures: a figure that differs does so because of a row.
static const char *first_difference(struct confirm *c)
{
    const struct execution *e = c->result;
    for (int i = 0; i < e->n_rows; i++)
        if (!e->rows[i].same) return row_difference(c, &e->rows[i]);
    for (int i = 0; i < e->n_figures; i++)
        if (!execution_same(e->figures[i].bytes))
            return arena_printf(c->arena, "%s: predicted %lld bytes, measured %lld",
                                execution_figure_words(e->figures[i].id),
                                (long long)e->figures[i].bytes.predicted,
                                (long long)e->figures[i].bytes.measured);
    if (e->checkpoints.gradients == GRADIENTS_DIFFERENT)
        return "the gradients with checkpoints are not those without";
    return NULL;
}

// ---- running

// What kernels need by their ops' definitions.
static void predict_workspace(struct confirm *c)
{
    struct arena *scratch = arena_open();
    c->workspace = arena_array(c->arena, int64_t, c->program->nodes.n);
    for (int n = 1; n < c->program->nodes.n; n++) {
        const struct node *node = &c->program->nodes.at[n];
        const struct op *op = op_get(node->op);
        c->workspace[n] = NOT_PREDICTED;
        if (!op || !op->workspace) continue;
        struct infer infer = infer_again(scratch, c->program, (node_id)n);
        sym_is_const(op->workspace(&infer), &c->workspace[n]);
        arena_reset(scratch);
    }
    arena_close(scratch);
}

// Of a program whose sizes are numbers and whose calls are right. NULL, or why it can't be run so.
static const char *predict(struct confirm *c)
{
    enum dtype asked = DTYPE_F32;
    struct memory_request request = {.program = c->program,
                                     .model = MODEL_IDEAL,
                                     .mode =
                                         c->result->training ? MEMORY_TRAINING : MEMORY_INFERENCE,
                                     .n_asked = 1,
                                     .asked = &asked};
    c->levels = memory_levels(c->arena, &request);
    predict_workspace(c);
    if (!c->result->training) return NULL;
    return confirm_choose(c->arena, c->program, c->request->checkpoint, &c->chosen,
                          &c->result->checkpoints);
}

// Where the sum is not known, or passes 64 bits, one tensor may be too large by itself.
static const char *too_large_alone(struct confirm *c)
{
    int64_t largest = 0;
    for (int i = 0; i < c->program->values.n; i++) {
        struct tensor_type type = value_type(&c->program->values.at[i]);
        int64_t bytes;
        if (type.dtype == DTYPE_NONE ||
            !sym_is_const(tensor_bytes(c->program->syms, &type), &bytes) || bytes <= largest)
            continue;
        largest = bytes;
    }
    if (largest <= c->request->max_bytes) return NULL;
    return arena_printf(c->arena,
                        "one tensor alone is predicted to need %lld bytes, and the limit is %lld; "
                        "allow more with --max-memory",
                        (long long)largest, (long long)c->request->max_bytes);
}

// Asked before anything is allocated. A prediction that is no number is none to refuse for:
// exec_open says what is not known.
static const char *too_large(struct confirm *c)
{
    const struct report_model *model = c->model;
    int64_t limit = c->request->max_bytes, alive = 0, fixed = 0, buffers = 0, workspace = 0;
    bool known = quantity_integer(model->live[0].bytes, &alive);
    if (c->result->training) alive = c->chosen.plan.step.peak;
    quantity_integer(model->parameter_bytes[0], &fixed);
    quantity_integer(model->buffer_bytes[0], &buffers);
    for (int n = 1; n < c->program->nodes.n; n++)
        if (c->workspace[n] > workspace) workspace = c->workspace[n];
    fixed += buffers;
    c->fixed = fixed + workspace;
    if (!limit) return NULL;
    if (!known) return too_large_alone(c);
    if (alive + fixed + workspace <= limit) return NULL;
    return arena_printf(c->arena,
                        "it is predicted to need %lld bytes (inputs%s activations%s %lld, "
                        "parameters and buffers %lld, workspace %lld), and the limit is %lld; "
                        "allow more with --max-memory",
                        (long long)(alive + fixed + workspace), c->result->training ? "," : " and",
                        c->result->training ? " and gradients" : "", (long long)alive,
                        (long long)fixed, (long long)workspace, (long long)limit);
}

// Fills the result; a reason where the run was refused on its way.
static const char *run(struct confirm *c, struct exec *x)
{
    const char *error;
    observe_inputs(&c->seen, x);
    if (!exec_forward(x, &error)) return error;
    int64_t forward_peak = exec_blocks(x)->peak;
    if (c->result->training) c->saved = exec_saved_bytes(x);
    if (c->result->training && !exec_backward(x, 0, NULL, &error)) return error;
    observe_end(&c->seen);
    fill_rows(c, x);
    c->result->peak_row = find_peak(c->result);
    fill_figures(c, x, forward_peak);
    if (c->result->training) confirm_backward(c->arena, &c->seen, x, &c->result->backward);
    if (c->result->training) c->gradients = confirm_gradients(x, c->program);
    return NULL;
}

static void fill_times(struct confirm *c, const struct timing *timing)
{
    struct execution *e = c->result;
    double longest = -1.0;
    e->n_repeats = timing->n_runs;
    for (int i = 0; i < e->n_rows; i++) {
        struct execution_row *row = &c->rows[i];
        node_id first = row->row->first_node, last = row->row->last_node;
        row->forward = timing_of(c->arena, timing, timing->forward, first, last);
        row->backward = timing_of(c->arena, timing, timing->backward, first, last);
        if (row->forward.median + row->backward.median <= longest) continue;
        longest = row->forward.median + row->backward.median;
        e->slowest_row = i;
    }
}

// After the run that was looked at, which has warmed caches and libraries.
static const char *repeat(struct confirm *c, struct exec_request *request)
{
    struct timing timing;
    const char *failure = NULL;
    if (!c->request->n_repeats) return NULL;
    if (!timing_run(c->arena, request, c->request->n_repeats, &timing, &failure)) return failure;
    fill_times(c, &timing);
    return NULL;
}

static const char *kernel_difference(struct confirm *c, const struct execution_kernel *kernel)
{
    if (kernel->calls == kernel->predicted) return NULL;
    return arena_printf(c->arena, "%s: %lld calls are predicted, %lld were made", kernel->name,
                        (long long)kernel->predicted, (long long)kernel->calls);
}

static const char *profile(struct confirm *c, struct exec_request *request)
{
    struct execution_profile *result = &c->result->profile;
    const char *failure = NULL;
    if (!c->request->n_steps) return NULL;
    if (!profile_run(c->arena, request, c->model, c->chosen.plan.step.again, c->request->n_steps,
                     result, &failure))
        return failure;
    for (int i = 0; i < result->n_kernels && !c->result->difference; i++)
        c->result->difference = kernel_difference(c, &result->kernels[i]);
    return NULL;
}

static const char *compile(struct confirm *c, struct exec_request *request)
{
    const int n_runs = c->request->n_repeats ? c->request->n_repeats : COMPILED_RUNS;
    struct execution_compiled *result = &c->result->compiled;
    if (c->request->compile == COMPILE_NONE) return NULL;
    const char *failure = confirm_compiled(c->arena, request, c->request->compile, n_runs, result);
    if (!failure && !c->result->difference)
        c->result->difference = confirm_compiled_difference(c->arena, result);
    return failure;
}

static const char *execute(struct confirm *c)
{
    const char *failure;
    struct exec_listener listener = observe_listener(&c->seen);
    struct exec_request request = {.program = c->program,
                                   .mode = c->request->mode,
                                   .seed = c->request->seed,
                                   .n_files = c->request->n_files,
                                   .files = c->request->files,
                                   .listener = &listener,
                                   .n_checkpoints = c->chosen.plan.n_checkpoints,
                                   .checkpoints = c->chosen.plan.checkpoints};
    struct exec *x = exec_open(c->arena, &request, &failure);
    if (!x) return failure;
    failure = run(c, x);
    exec_close(x);
    if (!failure)
        failure = confirm_without(c->arena, &request, &c->chosen, c->fixed, c->request->max_bytes,
                                  c->gradients, &c->result->checkpoints);
    if (!failure) c->result->difference = first_difference(c);
    if (!failure) failure = repeat(c, &request);
    if (!failure) failure = profile(c, &request);
    return failure ? failure : compile(c, &request);
}

// Other libraries have kernels of their own.
static const char *not_ours(struct arena *arena, const struct program *program)
{
    if (!program->library || !strcmp(program->library, "nn")) return NULL;
    return arena_printf(arena, "only models on nn.h are executed here, and this one is %s",
                        !strcmp(program->library, "raw")
                            ? "hand-written C"
                            : arena_printf(arena, "on %s", program->library));
}

const char *confirm_hindrance(struct arena *arena, const struct program *program)
{
    const char *hindrance = not_ours(arena, program);
    return hindrance ? hindrance : exec_hindrance(arena, program);
}

void confirm_run(struct arena *arena, const struct confirm_request *request,
                 struct execution *result)
{
    struct confirm c = {.arena = arena,
                        .request = request,
                        .program = request->model->program,
                        .model = request->model,
                        .result = result};
    *result = (struct execution){.model = request->model,
                                 .training = request->mode == EXEC_TRAINING,
                                 .seed = request->seed,
                                 .dtype = request->dtype,
                                 .peak_row = -1,
                                 .slowest_row = -1};
    result->failure = confirm_hindrance(arena, c.program);
    if (result->failure) return;
    if (request->dtype != DTYPE_F32)
        c.program = program_with_float(arena, c.program, request->dtype, &result->failure);
    if (!result->failure) result->failure = predict(&c);
    if (!result->failure) result->failure = too_large(&c);
    if (result->failure) return;
    observe_open(arena, request->model, &c.seen);
    result->failure = execute(&c);
    observe_close(&c.seen);
}
