#include "ir/saving.h"

#include "ir/base/text.h"

#include <math.h>

// Of floats that are known; an integer that is computed from a parameter has none.
static bool has_gradient(const struct program *program, value_id id)
{
    if (!id) return false;
    const struct value *value = program_value(program, id);
    return value->flags & VALUE_REQUIRES_GRAD && !(value->flags & VALUE_POISONED);
}

bool saving_is_asked(const struct program *program, node_id id)
{
    const struct node *node = program_node(program, id);
    for (int i = 0; i < node->n_out; i++) {
        value_id out = node->out + (value_id)i;
        bool leaf = program_value(program, out)->flags & VALUE_LEAF;
        if (has_gradient(program, out) && !leaf) return true;
    }
    return false;
}

// Of what a call in place overwrites and backward reads, the result tells as much, or a copy is
// made before, as PyTorch does.
static void copy_overwritten(struct saving *s, struct arena *arena, const struct program *program,
                             const struct node *node)
{
    for (int k = 0; k < node->n_out; k++) {
        const struct value *result = program_value(program, node->out + (value_id)k);
        for (int i = 0; i < node->n_in && i < MAX_SAVED && result->flags & VALUE_IN_PLACE; i++) {
            if (node->in[i] != result->view_of || !(s->kept & SAVE_IN(i))) continue;
            struct tensor_type type = value_type(program_value(program, node->in[i]));
            s->kept &= ~SAVE_IN(i);
            if (op_get(node->op)->result_tells) {
                s->kept |= SAVE_OUT(k);
                break;
            }
            s->copied |= SAVE_IN(i);
            *vec_push(arena, &s->own) =
                (struct saved_tensor){"what was overwritten", type.dtype, type.shape, 1, false};
            break;
        }
    }
}

bool saving_read(struct saving *s, struct arena *arena, const struct program *program, node_id id,
                 const struct saves *saves)
{
    const struct node *node = program_node(program, id);
    if (!saving_is_asked(program, id)) return false;
    *s = (struct saving){.kept = saves->any};
    for (int i = 0; i < node->n_in && i < MAX_SAVED; i++) {
        if (!has_gradient(program, node->in[i])) continue;
        s->wanted |= SAVE_IN(i);
        if (i < MAX_OPERANDS) s->kept |= saves->of[i];
    }
    if (saves->more) {
        s->in = infer_again(arena, program, id);
        saves->more(s);
    }
    copy_overwritten(s, arena, program, node);
    return true;
}

bool saving_wants(const struct saving *s, int operand)
{
    return operand < MAX_SAVED && s->wanted & SAVE_IN(operand);
}

enum dtype saving_dtype(const struct saving *s)
{
    return s->in.out[0].type.dtype;
}

void saving_add(struct saving *s, const char *what, enum dtype dtype, const struct shape *shape)
{
    *vec_push(s->in.arena, &s->own) = (struct saved_tensor){what, dtype, *shape, 1, false};
}

void saving_add_flat(struct saving *s, const char *what, enum dtype dtype,
                     const struct sym *elements, int copies)
{
    struct saved_tensor tensor = {.what = what, .dtype = dtype, .copies = copies};
    tensor.shape = (struct shape){.rank = 1, .dim = {elements}};
    *vec_push(s->in.arena, &s->own) = tensor;
}

enum dtype saving_sums_dtype(enum dtype dtype)
{
    return dtype == DTYPE_F64 ? DTYPE_F64 : DTYPE_F32;
}

void saving_add_statistic(struct saving *s, const char *what, const struct sym *elements)
{
    enum dtype dtype = saving_dtype(s);
    saving_add_flat(s, what, saving_sums_dtype(dtype), elements, 1);
    s->own.at[s->own.n - 1].statistic = dtype == DTYPE_F32;
}

bool saving_is_positive(struct saving *s, const char *attr, double otherwise)
{
    double value = infer_float(&s->in, attr, otherwise);
    if (isnan(value))
        s->at_most = arena_printf(s->in.arena, "what `%s` keeps for its %s, which is not known",
                                  s->in.op->name, attr);
    return isnan(value) || value > 0.0;
}

void saving_others(struct saving *s, int n)
{
    for (int i = 0; i < n && i < MAX_SAVED; i++) {
        if (s->wanted & ~SAVE_IN(i)) s->kept |= SAVE_IN(i);
    }
}
