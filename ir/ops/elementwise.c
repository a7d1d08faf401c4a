// Results of element-wise ops on several operands: sizes broadcast, dtypes promote, strides follow
// the operands' common order of axes. In place, operand 0 keeps its shape and dtype, and what does
// not fit into it is refused.

#include "ir/ops/elementwise.h"

#include "ir/ops/layout.h"

// A view of the operand list, so that infer_promote need not know about ops
// with operands that do not count, such as the condition of where.
enum dtype elementwise_promote(const struct infer *in, int first, int n)
{
    struct infer part = *in;
    part.in = in->in + first;
    part.n_in = n < in->n_in - first ? n : in->n_in - first;
    return infer_promote(&part);
}

bool elementwise_dtype(struct infer *in, enum dtype dtype, unsigned set)
{
    if (set >> dtype & 1u) return true;
    refuse(in, DIAG_KERNEL_DTYPE, "%s is not defined for %s", in->op->name, dtype_name(dtype));
    in->fix = arena_printf(in->arena, "convert the operands to %s first",
                           set & DTYPES_FLOAT ? "f32" : "an integer type");
    return false;
}

// Operand 0 is broadcast with the others, but it cannot grow: each of its axes
// must have the size of the broadcast already.
bool elementwise_keeps_shape(struct infer *in, const struct shape *shape)
{
    const struct shape *own = infer_shape(in, 0);
    const char *fix = "use the form that makes a new tensor, or expand operand 0 first";
    if (own->rank != shape->rank) {
        refuse(in, DIAG_INPLACE_SIZE, "in place %s cannot be widened to %s",
               rule_type_string(in, 0), shape_string(in->arena, shape));
        in->fix = fix;
        return false;
    }
    for (int i = 0; i < own->rank; i++)
        require_equal(in, DIAG_INPLACE_SIZE, infer_dim(in, 0, i),
                      infer_term(shape->dim[i], "broadcast size"), fix);
    return true;
}

// PyTorch allows a result to be narrowed within its category (f64 into f16) but
// not to lose its category (c10::canCast): no fractions into integers, no
// numbers into bool.
void elementwise_in_place(struct infer *in, const struct shape *shape, enum dtype computed)
{
    const struct tensor_type *own = &in->in[0].type;
    if (!rule_writable(in) || !elementwise_keeps_shape(in, shape)) return;
    if (dtype_category(computed) > dtype_category(own->dtype)) {
        refuse(in, DIAG_INPLACE_DTYPE, "the result is %s, which does not fit in place into %s",
               dtype_name(computed), rule_type_string(in, 0));
        in->fix = arena_printf(in->arena, "convert it to %s first", dtype_name(computed));
        return;
    }
    rule_write_input(in);
}

void elementwise_shaped(struct infer *in, const struct shape *shape, enum dtype computed,
                        enum dtype dtype)
{
    if (refused(in)) return;
    if (op_attr_index(in->op, "inplace") >= 0 && infer_bool(in, "inplace", false)) {
        elementwise_in_place(in, shape, computed);
        return;
    }
    infer_results(in, 1);
    infer_result(in, 0, dtype, shape);
    layout_like_operands(in, 0, in->n_in);
}

// What mends sizes that differ, by what the axis is likely to be: the operands of most wrong sums
// are the two ways round a block, of images or of features.
static const char *block_fix(const struct infer *in, const struct obligation *o)
{
    int rank = infer_rank(in, o->a.operand);
    if (rank != infer_rank(in, o->b.operand)) return o->fix;
    if (rank >= 4 && o->a.axis == 1)
        return "make both {a} or both {b}: a shortcut round layers that change the channels needs "
               "a projection from the one number to the other (a 1x1 convolution)";
    if (rank >= 2 && rank <= 3 && o->a.axis == rank - 1)
        return "make both {a} or both {b}: a shortcut round layers that change the features needs "
               "a projection from the one number to the other (a Linear layer)";
    if (rank >= 4 && o->a.axis > 1)
        return "make both {a} or both {b}: a shortcut round layers with a stride needs the same "
               "stride; else crop or pad one of them";
    return o->fix;
}

// The common form: all operands take part in the broadcast.
void elementwise_result(struct infer *in, enum dtype computed, enum dtype dtype)
{
    struct shape shape;
    if (refused(in)) return;
    infer_broadcast(in, 0, in->n_in, &shape);
    for (struct obligation *o = in->obligations; o; o = o->next) {
        if (o->diag == DIAG_BROADCAST) o->fix = block_fix(in, o);
    }
    elementwise_shaped(in, &shape, computed, dtype);
}

void elementwise_promoted(struct infer *in)
{
    enum dtype dtype = infer_promote(in);
    elementwise_result(in, dtype, dtype);
}
