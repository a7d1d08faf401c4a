// Sums, means, sorting, losses.

#include "frontends/ggml/rules.h"

static const struct sym *number(struct ggml_call *c, int64_t n)
{
    return sym_const(c->syms, n);
}

// All elements: one, of the same type.
struct ggml_tensor *ggml_rule_sum(struct ggml_call *c)
{
    return tensor_result(tensor_new(c, c->in[0]->type, SIZES(number(c, 1))), GGML_OP_SUM, c->in);
}

static struct ggml_tensor *over_rows(struct ggml_call *c, enum dtype type, enum ggml_op op)
{
    const struct ggml_tensor *a = c->in[0];
    const struct sym *one = number(c, 1);
    return tensor_result(tensor_new(c, type, SIZES(one, a->ne[1], a->ne[2], a->ne[3])), op, c->in);
}

// Each row: [1, ne1, ne2, ne3] of the same type.
struct ggml_tensor *ggml_rule_sum_rows(struct ggml_call *c)
{
    return over_rows(c, c->in[0]->type, GGML_OP_SUM_ROWS);
}

// As ggml_sum_rows, but always f32.
struct ggml_tensor *ggml_rule_mean(struct ggml_call *c)
{
    return over_rows(c, DTYPE_F32, GGML_OP_MEAN);
}

// Along each row, of the same sizes.
struct ggml_tensor *ggml_rule_cumsum(struct ggml_call *c)
{
    need_type(c, "a->type == GGML_TYPE_F32", c->in[0], DTYPE_F32);
    return tensor_result(tensor_dup(c, c->in[0]), GGML_OP_CUMSUM, c->in);
}

static void need_int32_row(struct ggml_call *c, const struct ggml_tensor *a)
{
    call_need_at_most(c, "a->ne[0] <= INT32_MAX", side_ne(a, 0), side_constant(c->syms, INT32_MAX));
}

// [n, rows] gives the place of the largest of each row: i32 [rows].
struct ggml_tensor *ggml_rule_argmax(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0];
    need_ones(c, "ggml_is_matrix(a)", a, 2);
    need_int32_row(c, a);
    return tensor_result(tensor_new(c, DTYPE_I32, SIZES(a->ne[1])), GGML_OP_ARGMAX, c->in);
}

// How many elements are equal: one, i64.
struct ggml_tensor *ggml_rule_count_equal(struct ggml_call *c)
{
    need_same(c, "ggml_are_same_shape(a, b)", c->in[0], c->in[1]);
    return tensor_result(tensor_new(c, DTYPE_I64, SIZES(number(c, 1))), GGML_OP_COUNT_EQUAL, c->in);
}

// ---- sorting

#define SORT_DESCENDING 1

static struct ggml_tensor *argsort(struct ggml_call *c, const struct sym *direction)
{
    need_int32_row(c, c->in[0]);
    struct ggml_tensor *t = tensor_new(c, DTYPE_I32, c->in[0]->ne);
    tensor_param(t, 0, direction);
    return tensor_result(t, GGML_OP_ARGSORT, c->in);
}

// The order of each row, as places: i32 of the same sizes.
struct ggml_tensor *ggml_rule_argsort(struct ggml_call *c)
{
    return argsort(c, call_size(c, 0));
}

static void need_k(struct ggml_call *c)
{
    call_need_at_most(c, "a->ne[0] >= k", call_side(c, 0), side_ne(c->in[0], 0));
}

// The first k of each sorted row: a view with the strides of the whole.
struct ggml_tensor *ggml_rule_argsort_top_k(struct ggml_call *c)
{
    need_k(c);
    struct ggml_tensor *t = argsort(c, number(c, SORT_DESCENDING));
    return make_view(c, t, 4, SIZES(call_size(c, 0), t->ne[1], t->ne[2], t->ne[3]), t->nb + 1,
                     number(c, 0));
}

// The places of the k largest of each row, in no order and in memory of its own.
struct ggml_tensor *ggml_rule_top_k(struct ggml_call *c)
{
    const struct ggml_tensor *a = c->in[0];
    need_k(c);
    return tensor_result(
        tensor_new(c, DTYPE_I32, SIZES(call_size(c, 0), a->ne[1], a->ne[2], a->ne[3])),
        GGML_OP_TOP_K, c->in);
}

// ---- losses

// Of rows of logits and of probabilities: one number, of the type of the logits.
struct ggml_tensor *ggml_rule_cross_entropy(struct ggml_call *c)
{
    need_same(c, "ggml_are_same_shape(a, b)", c->in[0], c->in[1]);
    return tensor_result(tensor_new(c, c->in[0]->type, SIZES(number(c, 1))),
                         GGML_OP_CROSS_ENTROPY_LOSS, c->in);
}

// The gradient of the loss, the logits, the probabilities; as large as the logits.
struct ggml_tensor *ggml_rule_cross_entropy_back(struct ggml_call *c)
{
    need_ones(c, "ggml_is_scalar(a)", c->in[0], 0);
    need_same(c, "ggml_are_same_shape(b, c)", c->in[1], c->in[2]);
    return tensor_result(tensor_dup(c, c->in[1]), GGML_OP_CROSS_ENTROPY_LOSS_BACK, c->in);
}
