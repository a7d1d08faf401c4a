// A program in another floating type.

#include "ir/graph_float.h"

#include <string.h>

// A call that was given no dtype makes the default one: it is told which that is now.
static void cast_attrs(const struct program *program, struct arena *arena, struct node *node,
                       enum dtype dtype)
{
    const struct op *op = op_get(node->op);
    if (!op || !node->attrs || !node->n_out) return;
    int n = op_n_attrs(op);
    bool floating = program->values.at[node->out].dtype == DTYPE_F32;
    struct attr *attrs = arena_copy(arena, node->attrs, (size_t)n * sizeof *attrs);
    for (int i = 0; i < n; i++) {
        if (op->attrs[i].kind != ATTR_DTYPE) continue;
        bool given = attrs[i].kind == ATTR_DTYPE;
        if (given ? attrs[i].dtype == DTYPE_F32 : floating)
            attrs[i] = (struct attr){.kind = ATTR_DTYPE, .dtype = dtype};
    }
    node->attrs = attrs;
}

static void cast_storage(const struct program *cast, struct storage *storage, enum dtype dtype)
{
    if (storage->dtype != DTYPE_F32) return;
    storage->dtype = dtype;
    if (storage->first) {
        struct tensor_type type = value_type(program_value(cast, storage->first));
        storage->bytes = tensor_bytes(cast->syms, &type);
        return;
    }
    const struct sym *scaled = sym_mul_const(cast->syms, storage->bytes, dtype_block_bytes(dtype));
    storage->bytes = sym_floordiv_const(cast->syms, scaled, 4);
}

static enum dtype dtype_as(const struct value *value, enum dtype dtype)
{
    bool tensor = !(value->flags & VALUE_NUMBER);
    return value->dtype == DTYPE_F32 && tensor ? dtype : value->dtype;
}

// A call that is told a dtype, and makes of one operand a result in memory of its own that has the
// operand's dtype where f32 is `dtype`.
static bool may_show_operand(const struct program *program, const struct node *node,
                             enum dtype dtype)
{
    const struct op *op = op_get(node->op);
    int attr = op ? op_attr_index(op, "dtype") : -1;
    if (attr < 0 || !node->attrs || node->n_in != 1 || !node->in[0] || node->n_out != 1)
        return false;
    const struct value *from = program_value(program, node->in[0]);
    const struct value *to = program_value(program, node->out);
    return node->attrs[attr].kind == ATTR_DTYPE && from->storage && to->storage && !to->view_of &&
           dtype_as(from, dtype) == dtype_as(to, dtype);
}

bool program_float_drops_casts(const struct program *program, enum dtype dtype)
{
    for (int n = 1; n < program->nodes.n; n++)
        if (may_show_operand(program, &program->nodes.at[n], dtype)) return true;
    return false;
}

// Values in the memory of a copy that is not made, the copy itself and its views, lie where its
// operand does (`operand_of`, by storage): operands come before their results.
static void lay_on_operands(struct program *cast, const value_id *operand_of)
{
    for (int v = 1; v < cast->values.n; v++) {
        struct value *value = &cast->values.at[v];
        if (!value->storage || !operand_of[value->storage]) continue;
        const struct value *operand = program_value(cast, operand_of[value->storage]);
        value->storage = operand->storage;
        if (!operand->offset) continue;
        value->offset =
            value->offset ? sym_add(cast->syms, operand->offset, value->offset) : operand->offset;
    }
}

// The op's own rule says whether it gives back its operand now.
static bool gives_back(struct arena *scratch, const struct program *cast, node_id id)
{
    arena_reset(scratch);
    struct infer in = infer_again(scratch, cast, id);
    infer_run(&in);
    return !refused(&in) && in.n_out == 1 && in.out[0].view_of == 0;
}

static void drop_casts(struct program *cast, enum dtype dtype)
{
    struct arena *scratch = arena_open(), *list = arena_open();
    value_id *operand_of = arena_array(list, value_id, cast->storages.n);
    for (int n = 1; n < cast->nodes.n; n++) {
        const struct node *node = &cast->nodes.at[n];
        if (!may_show_operand(cast, node, dtype) || !gives_back(scratch, cast, (node_id)n))
            continue;
        struct value *to = program_value(cast, node->out);
        operand_of[to->storage] = node->in[0];
        to->view_of = node->in[0];
        to->stride = program_value(cast, node->in[0])->stride;
    }
    lay_on_operands(cast, operand_of);
    arena_close(list);
    arena_close(scratch);
}

#define COPY(arena, vec) (arena_copy((arena), (vec).at, (size_t)(vec).n * sizeof *(vec).at))

struct program *program_with_float(struct arena *arena, const struct program *program,
                                   enum dtype dtype)
{
    struct program *cast = arena_copy(arena, program, sizeof *program);
    cast->values.at = COPY(arena, program->values);
    cast->nodes.at = COPY(arena, program->nodes);
    cast->storages.at = COPY(arena, program->storages);
    for (int v = 1; v < cast->values.n; v++) {
        struct value *value = &cast->values.at[v];
        value->dtype = dtype_as(value, dtype);
    }
    for (int s = 1; s < cast->storages.n; s++) cast_storage(cast, &cast->storages.at[s], dtype);
    for (int n = 1; n < cast->nodes.n; n++) cast_attrs(program, arena, &cast->nodes.at[n], dtype);
    drop_casts(cast, dtype);
    return cast;
}
