// Element-wise functions of two tensors, writing one into another, and gated units.

#include "frontends/ggml/rules.h"

static const char *const glu_words[] = {
#define UNARY(id)
#define GLU(id) #id,
#include "frontends/ggml/words.def"
#undef UNARY
#undef GLU
};

// ---- arithmetic: b is repeated, by whole multiples

// The result has a's sizes and type, whatever b's type is.
struct ggml_tensor *ggml_rule_arithmetic(struct ggml_call *c)
{
    struct conditions repeats = ggml_layout_repeats(c->syms, c->in[1], c->in[0]);
    call_need(c, "ggml_can_repeat(b, a)", &repeats);
    return tensor_result(tensor_like(c, c->in[0]), (enum ggml_op)c->function->data, c->in);
}

// The result has the type that is asked for; rows of both are equally long.
struct ggml_tensor *ggml_rule_add_cast(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0], *b = c->in[1];
    struct conditions repeats = ggml_layout_repeats_rows(c->syms, b, a);
    call_need(c, "ggml_can_repeat_rows(b, a)", &repeats);
    call_need_that(c,
                   "ggml_is_quantized(a->type) || a->type == GGML_TYPE_F16 || "
                   "a->type == GGML_TYPE_BF16",
                   dtype_block_elements(a->type) > 1 || a->type == DTYPE_F16 ||
                       a->type == DTYPE_BF16);
    return tensor_result(tensor_new(c, call_type(c, 0), a->ne), GGML_OP_ADD, c->in);
}

// a [n, k, tokens] gets the row of b [n, rows] that ids [k, tokens] names.
struct ggml_tensor *ggml_rule_add_id(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0], *b = c->in[1], *ids = c->in[2];
    need_ne(c, "a->ne[0] == b->ne[0]", a, 0, b, 0);
    need_ne(c, "a->ne[1] == ids->ne[0]", a, 1, ids, 0);
    need_ne(c, "a->ne[2] == ids->ne[1]", a, 2, ids, 1);
    need_type(c, "ids->type == GGML_TYPE_I32", ids, DTYPE_I32);
    return tensor_result(tensor_dup(c, a), GGML_OP_ADD_ID, c->in);
}

// b is one number.
struct ggml_tensor *ggml_rule_add1(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0];
    need_ones(c, "ggml_is_scalar(b)", c->in[1], 0);
    struct conditions padded = ggml_layout_padded(c->syms, a);
    call_need(c, "ggml_is_padded_1d(a)", &padded);
    return tensor_result(tensor_like(c, a), GGML_OP_ADD1, c->in);
}

// ---- b into a part of a: strides nb1 to nb3 and the offset are parameters, and not checked

static void set_place(struct ggml_call *c, struct ggml_tensor *t)
{
    tensor_param(t, 4, sym_const(c->syms, c->function->place == IN_PLACE));
}

// a with b added to a part of it.
struct ggml_tensor *ggml_rule_acc(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0], *b = c->in[1];
    call_need_at_most(c, "ggml_nelements(b) <= ggml_nelements(a)", side_elements(c->syms, b),
                      side_elements(c->syms, a));
    need_contiguous(c, "ggml_is_contiguous(a)", a);
    need_type(c, "a->type == GGML_TYPE_F32", a, DTYPE_F32);
    need_type(c, "b->type == GGML_TYPE_F32", b, DTYPE_F32);
    struct ggml_tensor *t = tensor_like(c, a);
    tensor_params(c, t, 0, 0, 4);
    set_place(c, t);
    return tensor_result(t, GGML_OP_ACC, c->in);
}

// In size_t: an offset below 0 is a very large one.
static void need_small_offset(struct ggml_call *c, int number)
{
    static const char text[] = "offset < (size_t)(1 << 30)";
    int64_t offset, most = (1 << 30) - 1;
    if (sym_is_const(call_size(c, number), &offset))
        call_need_that(c, text, offset >= 0 && offset <= most);
    else
        call_need_at_most(c, text, call_side(c, number), side_constant(c->syms, most));
}

// data: how many of nb1, nb2, nb3 and the offset are numbers; the others are a's strides.
struct ggml_tensor *ggml_rule_set(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0], *b = c->in[1];
    int last = (int)c->function->data - 1;
    call_need_at_most(c, "ggml_nelements(a) >= ggml_nelements(b)", side_elements(c->syms, b),
                      side_elements(c->syms, a));
    struct ggml_tensor *t = tensor_like(c, a);
    need_small_offset(c, last);
    for (int i = 0; i < 3; i++) tensor_param(t, i, a->nb[i + 1]);
    tensor_params(c, t, 0, 0, last);
    tensor_params(c, t, 3, last, 1);
    set_place(c, t);
    return tensor_result(t, GGML_OP_SET, c->in);
}

// ---- gated units: a holds both halves, or b is the gate

static struct ggml_tensor *gated(struct ggml_call *c, struct ggml_tensor *a, struct ggml_tensor *b,
                                 int64_t op, const struct sym *swapped)
{
    struct conditions contiguous = ggml_layout_contiguous(c->syms, a, 1);
    call_need(c, "ggml_is_contiguous_1(a)", &contiguous);
    if (b) {
        contiguous = ggml_layout_contiguous(c->syms, b, 1);
        call_need(c, "ggml_is_contiguous_1(b)", &contiguous);
        need_same(c, "ggml_are_same_shape(a, b)", a, b);
        call_need_that(c, "a->type == b->type", a->type == b->type);
    }
    const struct sym *half = sym_truncdiv(c->syms, a->ne[0], sym_const(c->syms, 2));
    struct ggml_tensor *t =
        tensor_new(c, a->type, SIZES(b ? a->ne[0] : half, a->ne[1], a->ne[2], a->ne[3]));
    bool is_there = op >= 0 && op < N_GLU_OPS;
    tensor_param(t, 0, sym_const(c->syms, op));
    tensor_param(t, 1, swapped);
    tensor_result(t, GGML_OP_GLU, SOURCES(a, b));
    if (is_there) t->desc = glu_words[op];
    return t;
}

static const struct sym *no(struct ggml_call *c)
{
    return sym_const(c->syms, 0);
}

// The second half of each row is the gate.
struct ggml_tensor *ggml_rule_glu_halves(struct ggml_call *c)
{
    return gated(c, c->in[0], NULL, c->function->data, no(c));
}

// The first half is.
struct ggml_tensor *ggml_rule_glu_swapped(struct ggml_call *c)
{
    return gated(c, c->in[0], NULL, c->function->data, sym_const(c->syms, 1));
}

struct ggml_tensor *ggml_rule_glu_split(struct ggml_call *c)
{
    return gated(c, c->in[0], c->in[1], c->function->data, no(c));
}

// op, swapped
struct ggml_tensor *ggml_rule_glu_numbered(struct ggml_call *c)
{
    return gated(c, c->in[0], NULL, call_int(c, 0), call_size(c, 1));
}

struct ggml_tensor *ggml_rule_glu_split_numbered(struct ggml_call *c)
{
    return gated(c, c->in[0], c->in[1], call_int(c, 0), no(c));
}

// alpha, limit
struct ggml_tensor *ggml_rule_swiglu_oai(struct ggml_call *c)
{
    struct ggml_tensor *t = gated(c, c->in[0], c->in[1], GLU_SWIGLU_OAI, no(c));
    tensor_params(c, t, 2, 0, 2);
    return t;
}

// limit
struct ggml_tensor *ggml_rule_swiglu_clamp(struct ggml_call *c)
{
    struct ggml_tensor *t = gated(c, c->in[0], c->in[1], GLU_SWIGLU_CLAMP, no(c));
    tensor_params(c, t, 3, 0, 1);
    return t;
}
