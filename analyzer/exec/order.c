#include "analyzer/exec/order.h"

#include <string.h>

static bool is_operands(const struct kernel_call *call, const struct tensor *t)
{
    for (int i = 0; i < call->n_in; i++)
        if (t->block ? call->in[i].block == t->block : call->in[i].data == t->data) return true;
    return false;
}

// The strides of a value with the same extents. False: it is row-major, or they reach beyond the
// elements, which are as many as there is room for.
static bool read_strides(const struct value *value, struct tensor *t)
{
    int64_t room = tensor_count(t), size;
    if (!value->stride || value->rank != t->rank) return false;
    for (int axis = 0; axis < t->rank; axis++) {
        int64_t *stride = &t->stride[axis];
        if (!sym_is_const(value->dim[axis], &size) || size != t->dim[axis]) return false;
        if (!sym_is_const(value->stride[axis], stride) || *stride < 0) return false;
        if (size > 1 && *stride > (room - 1) / (size - 1)) return false;
        if (size > 1) room -= (size - 1) * *stride;
    }
    return room > 0;
}

static void order_result(const struct kernel_call *call, const struct value *value,
                         struct tensor *t)
{
    struct tensor ordered = *t, copy = *t;
    if (value->view_of || !tensor_is_contiguous(t) || is_operands(call, t)) return;
    if (!read_strides(value, &ordered)) return;
    if (!tensor_is_contiguous(&ordered)) {
        size_t bytes = (size_t)tensor_owned_bytes(t);
        copy.data = memcpy(arena_alloc(call->arena, bytes), t->data, bytes);
        tensor_copy(&copy, &ordered);
    }
    *t = ordered;
}

void order_results(const struct kernel_call *call, const struct program *program,
                   const struct node *node)
{
    for (int i = 0; i < node->n_out && i < call->n_out; i++)
        order_result(call, program_value(program, node->out + (value_id)i), &call->out[i]);
}
