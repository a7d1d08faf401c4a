// Moving data and looking at it differently: views, copies, repeats, rows.

#include "frontends/ggml/rules.h"

#include <string.h>

// ---- reshape: default strides, so the source must have its own

static const struct sym *product(struct ggml_call *c, const struct sym *const *sizes)
{
    const struct sym *all = sizes[0];
    for (int i = 1; i < GGML_DIMS; i++)
        if (sizes[i]) all = sym_mul(c->syms, all, sizes[i]);
    return all;
}

static struct ggml_tensor *reshaped(struct ggml_call *c, struct ggml_tensor *a,
                                    const struct sym *const *sizes, const char *count_text,
                                    struct side count)
{
    need_contiguous(c, "ggml_is_contiguous(a)", a);
    call_need_equal(c, count_text, side_elements(c->syms, a), count);
    struct ggml_tensor *t = tensor_part(c, a, sizes, sym_const(c->syms, 0), " (reshaped)");
    return tensor_result(t, GGML_OP_RESHAPE, SOURCES(a));
}

struct ggml_tensor *make_reshape(struct ggml_call *c, struct ggml_tensor *a,
                                 const struct sym *const *sizes)
{
    static const char *const texts[] = {"ggml_nelements(a) == ne0", "ggml_nelements(a) == ne0*ne1",
                                        "ggml_nelements(a) == ne0*ne1*ne2",
                                        "ggml_nelements(a) == ne0*ne1*ne2*ne3"};
    int n = 1;
    while (n < GGML_DIMS && sizes[n]) n++;
    return reshaped(c, a, sizes, texts[n - 1], side_number(product(c, sizes)));
}

// b is only looked at: it is no source.
struct ggml_tensor *ggml_rule_reshape(struct ggml_call *c)
{
    struct ggml_tensor *b = c->in[1];
    return reshaped(c, c->in[0], b->ne, "ggml_nelements(a) == ggml_nelements(b)",
                    side_elements(c->syms, b));
}

// data: how many sizes
static void read_sizes(struct ggml_call *c, int first, const struct sym **sizes)
{
    for (int i = 0; i < GGML_DIMS; i++)
        sizes[i] = i < c->function->data ? call_size(c, first + i) : NULL;
}

// ggml_reshape_1d to _4d
struct ggml_tensor *ggml_rule_reshape_sizes(struct ggml_call *c)
{
    const struct sym *sizes[GGML_DIMS];
    read_sizes(c, 0, sizes);
    return make_reshape(c, c->in[0], sizes);
}

// ---- views with strides

// Strides that are not given follow from the last that is, but nb[3] of a 2d view is nb[2].
struct ggml_tensor *make_view(struct ggml_call *c, struct ggml_tensor *a, int n_dims,
                              const struct sym *const *sizes, const struct sym *const *strides,
                              const struct sym *offset)
{
    struct ggml_tensor *t = tensor_part(c, a, sizes, offset, " (view)");
    for (int i = 1; i < n_dims; i++) t->nb[i] = strides[i - 1];
    for (int i = n_dims; i < GGML_DIMS && n_dims > 1; i++)
        t->nb[i] = sym_mul(c->syms, t->nb[i - 1], t->ne[i - 1]);
    int64_t bytes;
    tensor_param(t, 0, offset);
    if (sym_is_const(offset, &bytes))
        t->params[1] = (int32_t)(bytes >> 32);
    else
        tensor_params_unknown(t, 1, 1);
    return tensor_result(t, GGML_OP_VIEW, SOURCES(a));
}

// data: n sizes, then n - 1 strides, then the offset
struct ggml_tensor *ggml_rule_view(struct ggml_call *c)
{
    const struct sym *sizes[GGML_DIMS], *strides[GGML_DIMS];
    int n = (int)c->function->data;
    read_sizes(c, 0, sizes);
    for (int i = 0; i < n - 1; i++) strides[i] = call_size(c, n + i);
    return make_view(c, c->in[0], n, sizes, strides, call_size(c, 2 * n - 1));
}

// All of it again. Operator NONE: in a graph it is a leaf.
struct ggml_tensor *ggml_rule_view_tensor(struct ggml_call *c)
{
    return tensor_view(c, c->in[0], " (view)");
}

// As int: what does not fit loses its upper half. Symbols are taken to fit.
static const struct sym *through_int(struct syms *s, const struct sym *size)
{
    int64_t value;
    return sym_is_const(size, &value) ? sym_const(s, (int32_t)(uint32_t)value) : size;
}

// Dimension i of a becomes dimension axes[i].
static struct ggml_tensor *permuted(struct ggml_call *c, struct ggml_tensor *a, const int *axes,
                                    enum permute_width width)
{
    struct ggml_tensor *t = tensor_view(c, a, " (permuted)");
    for (int i = 0; i < GGML_DIMS; i++) {
        bool narrow = width == PERMUTE_32_BITS;
        t->ne[axes[i]] = narrow ? through_int(c->syms, a->ne[i]) : a->ne[i];
        t->nb[axes[i]] = narrow ? through_int(c->syms, a->nb[i]) : a->nb[i];
        tensor_param(t, i, sym_const(c->syms, axes[i]));
    }
    return tensor_result(t, GGML_OP_PERMUTE, SOURCES(a));
}

struct ggml_tensor *make_permute(struct ggml_call *c, struct ggml_tensor *a, const int *axes)
{
    const struct ggml_function *f = ggml_function_find("ggml_permute", c->state->version);
    return permuted(c, a, axes, (enum permute_width)f->data);
}

// Dimension i of a becomes dimension axis_i of the result: {0, 2, 1, 3} changes 1 and 2.
struct ggml_tensor *ggml_rule_permute(struct ggml_call *c)
{
    static const char *const range[] = {
        "axis0 >= 0 && axis0 < GGML_MAX_DIMS", "axis1 >= 0 && axis1 < GGML_MAX_DIMS",
        "axis2 >= 0 && axis2 < GGML_MAX_DIMS", "axis3 >= 0 && axis3 < GGML_MAX_DIMS"};
    static const char *const differ[] = {"axis0 != axis1", "axis0 != axis2", "axis0 != axis3",
                                         "axis1 != axis2", "axis1 != axis3", "axis2 != axis3"};
    int64_t axis[GGML_DIMS];
    int order[GGML_DIMS] = {0, 1, 2, 3};
    for (int i = 0; i < GGML_DIMS; i++) axis[i] = call_int(c, i);
    if (c->guessed >= 0)
        for (int i = 0; i < GGML_DIMS; i++) axis[i] = i;
    for (int i = 0; i < GGML_DIMS; i++)
        call_need_that(c, range[i], axis[i] >= 0 && axis[i] < GGML_DIMS);
    for (int i = 0, pair = 0; i < GGML_DIMS; i++)
        for (int j = i + 1; j < GGML_DIMS; j++)
            call_need_that(c, differ[pair++], axis[i] != axis[j]);
    for (int i = 0; i < GGML_DIMS && !c->refused; i++) order[i] = (int)axis[i];
    return permuted(c, c->in[0], order, (enum permute_width)c->function->data);
}

// Rows and columns change places, in the strides only.
struct ggml_tensor *ggml_rule_transpose(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0], *t = tensor_view(c, a, " (transposed)");
    for (int i = 0; i < 2; i++) {
        t->ne[i] = a->ne[1 - i];
        t->nb[i] = a->nb[1 - i];
    }
    return tensor_result(t, GGML_OP_TRANSPOSE, SOURCES(a));
}

// ---- copies

struct ggml_tensor *make_cont(struct ggml_call *c, struct ggml_tensor *a,
                              const struct sym *const *sizes)
{
    struct ggml_tensor *t = tensor_new(c, a->type, sizes);
    tensor_name(c, t, a->name, " (cont)");
    return tensor_result(t, GGML_OP_CONT, SOURCES(a));
}

// In place only in whisper.cpp 1.5.0.
struct ggml_tensor *ggml_rule_cont(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0];
    if (c->function->place == FRESH) return make_cont(c, a, a->ne);
    return tensor_result(tensor_view(c, a, " (cont)"), GGML_OP_CONT, SOURCES(a));
}

// ggml_cont_1d to _4d: the elements in order, in other sizes.
struct ggml_tensor *ggml_rule_cont_sizes(struct ggml_call *c)
{
    const struct sym *sizes[GGML_DIMS];
    read_sizes(c, 0, sizes);
    call_need_equal(c, "ggml_nelements(a) == (ne0*ne1*ne2*ne3)", side_elements(c->syms, c->in[0]),
                    side_number(product(c, sizes)));
    return make_cont(c, c->in[0], sizes);
}

// The result is a view of the destination, whose shape may differ.
struct ggml_tensor *ggml_rule_cpy(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0], *b = c->in[1];
    call_need_equal(c, "ggml_nelements(a) == ggml_nelements(b)", side_elements(c->syms, a),
                    side_elements(c->syms, b));
    struct ggml_tensor *t = tensor_view(c, b, *b->name ? " (copy of " : "");
    if (*b->name) {
        tensor_name(c, t, t->name, a->name);
        tensor_name(c, t, t->name, ")");
    } else {
        tensor_name(c, t, a->name, " (copy)");
    }
    return tensor_result(t, GGML_OP_CPY, SOURCES(a, b));
}

// Its own second source, as the library has it.
struct ggml_tensor *ggml_rule_cast(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0], *t = tensor_new(c, call_type(c, 0), a->ne);
    tensor_name(c, t, a->name, " (copy)");
    return tensor_result(t, GGML_OP_CPY, SOURCES(a, t));
}

// ---- repeats

static struct ggml_tensor *repeat(struct ggml_call *c, const struct sym *const *sizes,
                                  enum ggml_op op)
{
    return tensor_result(tensor_new(c, c->in[0]->type, sizes), op, SOURCES(c->in[0]));
}

// Tiles a to the sizes of b, in memory of its own even where they are equal already.
struct ggml_tensor *ggml_rule_repeat(struct ggml_call *c)
{
    struct conditions repeats = ggml_layout_repeats(c->syms, c->in[0], c->in[1]);
    call_need(c, "ggml_can_repeat(a, b)", &repeats);
    return repeat(c, c->in[1]->ne, GGML_OP_REPEAT);
}

struct ggml_tensor *ggml_rule_repeat_4d(struct ggml_call *c)
{
    const struct ggml_tensor *a = c->in[0];
    for (int i = 0; i < GGML_DIMS && !ggml_layout_is_empty(a); i++)
        call_need_divides(c, "can_repeat", side_ne(a, i), call_side(c, i));
    return repeat(c, SIZES(call_size(c, 0), call_size(c, 1), call_size(c, 2), call_size(c, 3)),
                  GGML_OP_REPEAT);
}

// Sums the tiles of a that b is one of.
struct ggml_tensor *ggml_rule_repeat_back(struct ggml_call *c)
{
    struct conditions repeats = ggml_layout_repeats(c->syms, c->in[1], c->in[0]);
    call_need(c, "ggml_can_repeat(b, a)", &repeats);
    return repeat(c, c->in[1]->ne, GGML_OP_REPEAT_BACK);
}

// Along one dimension; the others are equal.
struct ggml_tensor *ggml_rule_concat(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0], *b = c->in[1];
    const struct sym *sizes[GGML_DIMS];
    int64_t dim = call_int(c, 0);
    call_need_that(c, "dim >= 0 && dim < GGML_MAX_DIMS", dim >= 0 && dim < GGML_DIMS);
    call_need_that(c, "a->type == b->type", a->type == b->type);
    for (int i = 0; i < GGML_DIMS; i++) {
        sizes[i] = i == dim ? sym_add(c->syms, a->ne[i], b->ne[i]) : a->ne[i];
        if (i != dim) need_ne(c, "a->ne[d] == b->ne[d]", a, i, b, i);
    }
    struct ggml_tensor *t = tensor_new(c, a->type, sizes);
    tensor_params(c, t, 0, 0, 1);
    return tensor_result(t, GGML_OP_CONCAT, SOURCES(a, b));
}

// Of whisper.cpp 1.5.0: always along dimension 2.
struct ggml_tensor *ggml_rule_concat_channels(struct ggml_call *c)
{
    static const char text[] =
        "a->ne[0] == b->ne[0] && a->ne[1] == b->ne[1] && a->ne[3] == b->ne[3]";
    struct ggml_tensor *a = c->in[0], *b = c->in[1];
    need_ne(c, text, a, 0, b, 0);
    need_ne(c, text, a, 1, b, 1);
    need_ne(c, text, a, 3, b, 3);
    const struct sym *channels = sym_add(c->syms, a->ne[2], b->ne[2]);
    struct ggml_tensor *t = tensor_new(c, a->type, SIZES(a->ne[0], a->ne[1], channels, a->ne[3]));
    return tensor_result(t, GGML_OP_CONCAT, c->in);
}

// ---- rows by index

// a [n, rows], b [k] of row numbers give [n, k]: f32 of any format, i32 of i32. Row numbers are not
// looked at.
struct ggml_tensor *ggml_rule_get_rows(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0], *b = c->in[1];
    need_ne(c, "a->ne[2] == b->ne[1]", a, 2, b, 1);
    need_ne(c, "a->ne[3] == b->ne[2]", a, 3, b, 2);
    need_ne_is(c, "b->ne[3] == 1", b, 3, 1);
    need_type(c, "b->type == GGML_TYPE_I32", b, DTYPE_I32);
    enum dtype type = a->type == DTYPE_I32 ? DTYPE_I32 : DTYPE_F32;
    struct ggml_tensor *t = tensor_new(c, type, SIZES(a->ne[0], b->ne[0], b->ne[1], b->ne[2]));
    return tensor_result(t, GGML_OP_GET_ROWS, SOURCES(a, b));
}

// Sums the rows of a into those that b names; the sizes are the third tensor's.
struct ggml_tensor *ggml_rule_get_rows_back(struct ggml_call *c)
{
    static const char sources[] =
        "ggml_is_matrix(a) && ggml_is_vector(b) && b->type == GGML_TYPE_I32";
    static const char target[] = "ggml_is_matrix(c) && (a->ne[0] == c->ne[0])";
    struct ggml_tensor *a = c->in[0], *b = c->in[1], *like = c->in[2];
    need_ones(c, sources, a, 2);
    need_ones(c, sources, b, 1);
    need_type(c, sources, b, DTYPE_I32);
    need_ones(c, target, like, 2);
    need_ne(c, target, a, 0, like, 0);
    struct ggml_tensor *t = tensor_new(c, DTYPE_F32, SIZES(like->ne[0], like->ne[1]));
    return tensor_result(t, GGML_OP_GET_ROWS_BACK, SOURCES(a, b));
}

static void need_writable(struct ggml_call *c, const struct ggml_tensor *b)
{
    if (c->function->data == ROWS_F32)
        need_type(c, "b->type == GGML_TYPE_F32", b, DTYPE_F32);
    else
        call_need_that(c, "b->type == GGML_TYPE_F32 || b->type == GGML_TYPE_F16",
                       b->type == DTYPE_F32 || b->type == DTYPE_F16);
}

// Rows of b go to the rows of a that ids names. Sources are data, ids, destination.
struct ggml_tensor *ggml_rule_set_rows(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0], *b = c->in[1], *ids = c->in[2];
    need_ne(c, "a->ne[0] == b->ne[0]", a, 0, b, 0);
    need_ne(c, "a->ne[2] == b->ne[2]", a, 2, b, 2);
    need_ne(c, "a->ne[3] == b->ne[3]", a, 3, b, 3);
    need_ne(c, "b->ne[1] == c->ne[0]", b, 1, ids, 0);
    need_ne_divides(c, "b->ne[2] % c->ne[1] == 0", ids, 1, b, 2);
    need_ne_divides(c, "b->ne[3] % c->ne[2] == 0", ids, 2, b, 3);
    need_ne_is(c, "c->ne[3] == 1", ids, 3, 1);
    need_writable(c, b);
    call_need_that(c, "c->type == GGML_TYPE_I64 || c->type == GGML_TYPE_I32",
                   ids->type == DTYPE_I64 || ids->type == DTYPE_I32);
    need_rows(c, "ggml_is_contiguous_rows(a)", a);
    need_rows(c, "ggml_is_contiguous_rows(b)", b);
    return tensor_result(tensor_view(c, a, " (view)"), GGML_OP_SET_ROWS, SOURCES(b, ids, a));
}

// [n] becomes the diagonal of [n, n].
struct ggml_tensor *ggml_rule_diag(struct ggml_call *c)
{
    struct ggml_tensor *a = c->in[0];
    need_ne_is(c, "a->ne[1] == 1", a, 1, 1);
    struct ggml_tensor *t = tensor_new(c, a->type, SIZES(a->ne[0], a->ne[0], a->ne[2], a->ne[3]));
    return tensor_result(t, GGML_OP_DIAG, SOURCES(a));
}
