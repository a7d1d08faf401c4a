#include "analyzer/observe.h"

#include "ir/rows.h"

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
    for (int i = 0; i < node->n_out; i++) observe_value(o, x, node->out + (value_id)i);
}

void observe_open(struct arena *arena, const struct program *program, struct observe *o)
{
    *o = (struct observe){.program = program};
    o->values = arena_array(arena, struct observed_numbers, program->values.n);
    o->alive = arena_array(arena, int64_t, program->nodes.n);
}

struct exec_listener observe_listener(struct observe *o)
{
    return (struct exec_listener){.node = node_ran, .user = o};
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
