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
        if (value->dtype == DTYPE_F32 && !(value->flags & VALUE_NUMBER)) value->dtype = dtype;
    }
    for (int s = 1; s < cast->storages.n; s++) cast_storage(cast, &cast->storages.at[s], dtype);
    for (int n = 1; n < cast->nodes.n; n++) cast_attrs(program, arena, &cast->nodes.at[n], dtype);
    return cast;
}
