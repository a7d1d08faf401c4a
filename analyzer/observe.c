#include "analyzer/observe.h"

#include "ir/rows.h"

#include <string.h>

#define NONE (-1.0)

// ---- forward

static struct observed_numbers numbers_of(const struct tensor *t)
{
    struct observed_numbers numbers = {0};
    struct rows rows;
    double row[ROW_ELEMENTS];
    if (!dtype_is_float(t->dtype)) return numbers;
    numbers.count = tensor_count(t);
    rows_begin(&rows, t->rank, t->dim);
    rows_add(&rows, t);
    while (numbers.count && rows_next(&rows)) {
        rows_load(&rows, 0, row);
        for (int64_t i = 0; i < rows.length; i++) {
            numbers.sum += row[i];
            numbers.squares += row[i] * row[i];
        }
    }
    return numbers;
}

static void observe_value(struct observe *o, const struct exec *x, value_id id)
{
    const struct tensor *t = exec_tensor(x, id);
    if (t->data) o->values[id] = numbers_of(t);
}

// Called while the results are alive.
static void node_ran(void *user, struct exec *x, node_id id, double seconds)
{
    struct observe *o = user;
    const struct node *node = program_node(o->program, id);
    (void)seconds;
    o->alive[id] = blocks_alive(exec_blocks(x));
    o->scratch[id] = exec_scratch(x);
    for (int i = 0; i < node->n_out; i++) observe_value(o, x, node->out + (value_id)i);
}

// ---- backward

// The gradients that came to the inputs of the leaf that the pass has left.
static void end_layer(struct observe *o)
{
    double squares = o->passed_on;
    o->passed_on = NONE;
    for (int i = 0; i < o->inputs.n; i++) {
        if (squares < 0.0) squares = 0.0;
        for (int64_t k = 0; k < o->inputs.at[i].n; k++)
            squares += o->inputs.at[i].sums[k] * o->inputs.at[i].sums[k];
    }
    if (o->layers.n) o->layers.at[o->layers.n - 1].input_squares = squares;
    memset(&o->inputs, 0, sizeof o->inputs);
    arena_reset(o->pass);
}

// The gradients of the call's outputs are complete; its nodes come next.
static void call_came(void *user, struct exec *x, int call)
{
    struct observe *o = user;
    const struct module_call *c = &o->program->calls.at[call];
    double squares = 0.0;
    if (o->row_of_call[call] < 0) return;
    end_layer(o);
    for (int i = 0; i < c->n_out; i++) {
        const struct tensor *gradient = exec_gradient(x, c->out[i]);
        if (tensor_is_there(gradient)) squares += numbers_of(gradient).squares;
    }
    *vec_push(o->arena, &o->layers) =
        (struct observed_gradients){o->row_of_call[call], squares, NONE};
    // What computes nothing hands on what it gets.
    if (!c->first_node) o->passed_on = squares;
}

static bool is_inside(const struct report_row *row, node_id node)
{
    return node && node >= row->first_node && node <= row->last_node;
}

static struct observed_input *find_input(struct observe *o, value_id id,
                                         const struct tensor *gradient)
{
    for (int i = 0; i < o->inputs.n; i++)
        if (o->inputs.at[i].value == id) return &o->inputs.at[i];
    struct observed_input *input = vec_push(o->pass, &o->inputs);
    input->value = id;
    input->n = tensor_count(gradient);
    input->sums = arena_alloc_array(o->pass, (size_t)input->n + 1, sizeof *input->sums);
    return input;
}

// Of what comes from a leaf's nodes, that which leaves it: not to its own results, nor to its
// parameters.
static void gradient_came(void *user, struct exec *x, node_id id, int operand,
                          const struct tensor *gradient)
{
    struct observe *o = user;
    value_id to = program_node(o->program, id)->in[operand];
    const struct value *value = program_value(o->program, to);
    (void)x;
    if (!o->layers.n) return;
    const struct report_row *row = &o->model->rows[o->layers.at[o->layers.n - 1].row];
    if (!is_inside(row, id) || is_inside(row, value->producer)) return;
    if (program_storage(o->program, value->storage)->kind == STORAGE_PARAMETER) return;
    struct observed_input *input = find_input(o, to, gradient);
    struct tensor all = {.dtype = DTYPE_F64, .rank = gradient->rank, .data = (char *)input->sums};
    memcpy(all.dim, gradient->dim, sizeof all.dim);
    tensor_set_contiguous(&all);
    tensor_add(gradient, &all);
}

double observe_parameters(const struct observe *o, const struct exec *x,
                          const struct report_row *row)
{
    const struct scope *scope = program_scope(o->program, row->scope);
    double squares = NONE;
    for (int i = 0; row->visible_to_hooks && i < scope->n_parameters; i++) {
        const struct tensor *gradient = exec_gradient(x, scope->parameters[i]);
        if (!tensor_is_there(gradient)) continue;
        if (squares < 0.0) squares = 0.0;
        squares += numbers_of(gradient).squares;
    }
    return squares;
}

// ---- opening

// Rows that hooks see are the calls of leaves, in their order.
static void find_rows(struct observe *o)
{
    int row = 0;
    o->row_of_call = arena_array(o->arena, int, o->program->calls.n);
    for (int i = 0; i < o->program->calls.n; i++) {
        const struct module_call *call = &o->program->calls.at[i];
        o->row_of_call[i] = -1;
        if (!program_scope(o->program, call->scope)->leaf) continue;
        while (row < o->model->n_rows && !o->model->rows[row].visible_to_hooks) row++;
        if (row < o->model->n_rows && o->model->rows[row].scope == call->scope)
            o->row_of_call[i] = row++;
    }
}

void observe_open(struct arena *arena, const struct report_model *model, struct observe *o)
{
    const struct program *program = model->program;
    *o = (struct observe){.arena = arena, .program = program, .model = model};
    o->pass = arena_open();
    o->passed_on = NONE;
    o->values = arena_array(arena, struct observed_numbers, program->values.n);
    o->alive = arena_array(arena, int64_t, program->nodes.n);
    o->scratch = arena_array(arena, int64_t, program->nodes.n);
    find_rows(o);
}

void observe_close(struct observe *o)
{
    arena_close(o->pass);
}

// Before what is seen of a run is read.
void observe_end(struct observe *o)
{
    end_layer(o);
}

struct exec_listener observe_listener(struct observe *o)
{
    return (struct exec_listener){
        .node = node_ran, .call_backward = call_came, .gradient = gradient_came, .user = o};
}

// A leaf may give back what it was given.
void observe_inputs(struct observe *o, const struct exec *x)
{
    for (value_id id = 1; id < (value_id)o->program->values.n; id++) {
        const struct value *value = program_value(o->program, id);
        if (value->producer || !value->storage) continue;
        if (program_storage(o->program, value->storage)->kind == STORAGE_INPUT)
            observe_value(o, x, id);
    }
}
