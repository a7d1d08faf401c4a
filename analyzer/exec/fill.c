// Numbers for inputs and parameters. Weights are uniform in +-1/sqrt(fan-in), as PyTorch draws most
// of them, so that numbers stay finite through deep models; what scales starts at 1, what shifts
// at 0.

#include "analyzer/exec/fill.h"

#include "analyzer/reached.h"
#include "ir/rows.h"

#include <math.h>
#include <string.h>

static struct tensor concrete(const struct value *value)
{
    struct tensor t = {
        .dtype = value->dtype, .rank = value->rank, .is_number = value->flags & VALUE_NUMBER};
    for (int axis = 0; axis < value->rank; axis++) sym_is_const(value->dim[axis], &t.dim[axis]);
    tensor_set_contiguous(&t);
    return t;
}

static enum block_kind kind_of(enum storage_kind kind)
{
    switch (kind) {
    case STORAGE_INPUT: return BLOCK_INPUT;
    case STORAGE_PARAMETER: return BLOCK_PARAMETER;
    default: return BLOCK_BUFFER;
    }
}

// ---- how large an index may be

// The value whose memory a view shows.
static value_id root_of(const struct program *program, value_id id)
{
    while (program_value(program, id)->view_of) id = program_value(program, id)->view_of;
    return id;
}

static int64_t size_at(const struct program *program, value_id id, int axis)
{
    const struct value *value = program_value(program, id);
    int64_t size = 1;
    if (value->rank == 0) return 1;
    if (axis < 0) axis += value->rank;
    if (axis >= value->rank) axis = value->rank - 1;
    sym_is_const(value->dim[axis], &size);
    return size;
}

// The least bound of all ops that use it as an index. Nodes before it can't.
static int64_t index_bound(const struct exec *x, value_id id)
{
    int64_t bound = INT32_MAX;
    for (int n = x->program->nodes.n - 1; n >= 1; n--) {
        const struct node *node = &x->program->nodes.at[n];
        if (node->out && node->out < id) break;
        const struct op *op = op_get(node->op);
        const struct op_index *index = &op->index;
        if (index->of == index->operand || index->operand >= node->n_in) continue;
        if (root_of(x->program, node->in[index->operand]) != id) continue;
        int64_t size = size_at(x->program, node->in[index->of], index->axis);
        if (size < bound) bound = size;
    }
    return bound == INT32_MAX ? 10 : bound;
}

// ---- numbers

static bool ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n >= m && !strcmp(name + n - m, end);
}

// Without the module at hand, the name says what a vector does: PyTorch's modules name theirs so.
static void fill_parameter(const struct tensor *t, const char *name, uint32_t seed)
{
    int64_t fan_in = 1;
    for (int axis = 1; axis < t->rank; axis++) fan_in *= t->dim[axis];
    if (t->rank >= 2 || !name)
        data_fill_floats(t, seed, 1.0 / sqrt((double)(fan_in > 0 ? fan_in : 1)), 0.0);
    else if (ends_with(name, "weight") || ends_with(name, "running_var"))
        tensor_fill(t, 1.0);
    else if (ends_with(name, "running_mean") || ends_with(name, "num_batches_tracked"))
        tensor_fill(t, 0.0);
    else
        data_fill_floats(t, seed, 0.1, 0.0);
}

static void fill_constant(const struct tensor *t, const struct attr *contents)
{
    for (int64_t i = 0; i < tensor_count(t); i++) {
        int64_t number = 0;
        double value = 0.0;
        if (contents->kind == ATTR_FLOAT)
            value = contents->f;
        else if (contents->kind == ATTR_BOOL)
            value = contents->b;
        else if (contents->kind == ATTR_INT && sym_is_const(contents->i, &number))
            value = (double)number;
        else if (contents->kind == ATTR_INTS && i < contents->n &&
                 sym_is_const(contents->ints[i], &number))
            value = (double)number;
        if (number)
            tensor_set_integer(t, i, number);
        else
            tensor_set(t, i, value);
    }
}

// The numbers that were given for an input of this name; NULL: none.
static const struct npy *file_of(const struct exec *x, const struct value *value)
{
    const char *name =
        value->name ? value->name : program_storage(x->program, value->storage)->name;
    for (int i = 0; name && i < x->n_files; i++)
        if (!strcmp(x->files[i].input, name)) return &x->files[i];
    return NULL;
}

// A constant of the program has its contents; others a seed each, so that two of one shape differ.
static void fill_numbers(const struct exec *x, value_id id, enum storage_kind kind)
{
    const struct value *value = program_value(x->program, id);
    const struct tensor *t = &x->tensors[id];
    uint32_t seed = x->seed + id;
    const struct npy *file = kind == STORAGE_INPUT ? file_of(x, value) : NULL;
    if (file)
        npy_copy(file, t);
    else if (value->constant)
        fill_constant(t, value->constant);
    else if (kind == STORAGE_PARAMETER || kind == STORAGE_BUFFER)
        fill_parameter(t, value->name, seed);
    else if (dtype_is_float(t->dtype))
        data_fill_floats(t, seed, 1.0, 0.0);
    else
        data_fill_indices(t, seed, t->dtype == DTYPE_BOOL ? 2 : index_bound(x, id));
}

void fill_value(struct exec *x, value_id id)
{
    const struct value *value = program_value(x->program, id);
    struct tensor *t = &x->tensors[id];
    *t = concrete(value);
    enum storage_kind kind = STORAGE_CONSTANT;
    if (value->flags & VALUE_NUMBER) {
        t->data = exec_number_room(x, id);
    } else {
        kind = program_storage(x->program, value->storage)->kind;
        t->block = block_open(&x->blocks, kind_of(kind), tensor_owned_bytes(t));
        t->data = t->block->data;
    }
    fill_numbers(x, id, kind);
}

// Those that the program makes itself are filled there.
static const bool *made_later(const struct exec *x)
{
    const struct program *program = x->program;
    bool *later = arena_array(x->arena, bool, program->storages.n);
    for (int i = 0; i < program->events.n; i++)
        if (program->events.at[i].kind == EVENT_ALLOC) later[program->events.at[i].id] = true;
    return later;
}

void fill_made(struct exec *x, storage_id storage)
{
    value_id id = program_storage(x->program, storage)->first;
    if (!id || program_value(x->program, id)->producer || !x->n_readers[id]) return;
    fill_value(x, id);
    exec_measure(x, id);
}

void fill_given(struct exec *x)
{
    const bool *reached = reached_storages(x->arena, x->program), *later = made_later(x);
    for (int v = 1; v < x->program->values.n; v++) {
        const struct value *value = &x->program->values.at[v];
        bool asked_only = value->storage && !reached[value->storage];
        if (value->storage && later[value->storage]) continue;
        if (!value->producer && !asked_only) fill_value(x, (value_id)v);
    }
}
