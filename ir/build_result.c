// Where the results of a node lie: on an operand, in memory that the caller names, or in memory of
// their own.

#include "ir/builder.h"

const struct sym *builder_offset(struct syms *syms, const struct value *base,
                                 const struct result *result)
{
    if (!result->offset || sym_is(result->offset, 0)) return base->offset;
    const struct sym *bytes =
        sym_mul_const(syms, result->offset, dtype_block_bytes(result->type.dtype));
    return base->offset ? sym_add(syms, base->offset, bytes) : bytes;
}

// A view or an in-place result: the operand's storage, further in.
static void place_on_operand(struct builder *b, value_id id, value_id operand,
                             const struct result *result)
{
    struct program *program = b->program;
    struct value *value = program_value(program, id), *base = program_value(program, operand);
    value->storage = base->storage;
    value->offset = builder_offset(program->syms, base, result);
    value->view_of = operand;
    if (result->in_place) value->flags |= VALUE_IN_PLACE;
}

// Memory that the caller names. It is marked as in place, since no new memory comes with it.
void builder_place_into(struct builder *b, value_id id, const struct placement *into)
{
    struct value *value = program_value(b->program, id);
    value->storage = into->storage;
    value->offset = into->offset && sym_is(into->offset, 0) ? NULL : into->offset;
    value->view_of = into->over;
    value->flags |= VALUE_IN_PLACE;
}

// Memory of its own. Types of opaque calls are not checked, hence bytes may be unknown here.
void builder_place_fresh(struct builder *b, value_id id, const struct tensor_type *type)
{
    enum diag_id diag;
    const char *why;
    const struct sym *bytes = builder_possible_bytes(b, type, &why, &diag);
    if (!bytes) bytes = tensor_bytes(b->program->syms, type);
    storage_id storage = build_storage(b, STORAGE_ACTIVATION, type->dtype, bytes, NULL);
    program_storage(b->program, storage)->first = id;
    program_value(b->program, id)->storage = storage;
}

// As autograd does: a result needs a gradient if an operand does.
static uint8_t gradient_flag(const struct builder *b, const struct node *node)
{
    const struct program *program = b->program;
    if (b->gradients == BUILD_NO_GRADIENTS || op_get(node->op)->stops_gradient) return 0;
    for (int i = 0; i < node->n_in; i++) {
        if (program_value(program, node->in[i])->flags & VALUE_REQUIRES_GRAD)
            return VALUE_REQUIRES_GRAD;
    }
    return 0;
}

void builder_add_results(struct builder *b, node_id id, const struct infer *in,
                         const struct node_spec *spec)
{
    struct program *program = b->program;
    uint8_t gradient = gradient_flag(b, program_node(program, id));
    for (int i = 0; i < in->n_out; i++) {
        const struct result *result = &in->out[i];
        value_id out = builder_add_value(b, &result->type, spec->name);
        if (dtype_is_float(result->type.dtype)) program_value(program, out)->flags |= gradient;
        value_id of = result->view_of >= 0 ? spec->in[result->view_of] : 0;
        const struct sym *shown =
            of && !result->in_place ? program_value(program, of)->below : NULL;
        program_value(program, out)->below = result->below ? result->below : shown;
        if (spec->into) {
            builder_place_into(b, out, &spec->into[i]);
        } else if (of && program_value(program, of)->storage) {
            place_on_operand(b, out, of, result);
        } else {
            builder_place_fresh(b, out, &result->type);
        }
    }
}
