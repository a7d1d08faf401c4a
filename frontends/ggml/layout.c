// ggml's predicates on sizes and strides.

#include "frontends/ggml/layout.h"

#include "ir/base/checked.h"

static struct side unit(struct syms *s, const struct ggml_tensor *t)
{
    return side_constant(s, dtype_block_bytes(t->type));
}

// nb[i] is `stride`, unless ne[i] is `any`: then the stride may be anything.
static void need_stride(struct conditions *all, struct syms *s, const struct ggml_tensor *t, int i,
                        int64_t any, const struct sym *stride)
{
    struct side a = side_nb(t, i), b = side_number(stride);
    if (a.size == b.size || sym_is(t->ne[i], any)) return;
    if (!sym_is_const(t->ne[i], NULL)) {
        const struct sym *factor = sym_add_const(s, t->ne[i], -any);
        a.size = sym_mul(s, factor, a.size);
        b.size = sym_mul(s, factor, b.size);
    }
    conditions_add(all, s, CONDITION_EQUAL, a, b);
}

// Numbers throughout, and fresh strides: most often so, and seen without a form for each product.
static bool is_plainly_contiguous(const struct ggml_tensor *t)
{
    int64_t ne, nb, next = dtype_block_bytes(t->type);
    int block = dtype_block_elements(t->type);
    for (int i = 0; i < GGML_DIMS; i++) {
        if (!sym_is_const(t->ne[i], &ne) || !sym_is_const(t->nb[i], &nb) || nb != next)
            return false;
        if (!checked_mul(next, i == 0 ? ne / block : ne, &next)) return false;
    }
    return true;
}

struct conditions ggml_layout_contiguous(struct syms *s, const struct ggml_tensor *t, int free)
{
    struct conditions all;
    conditions_start(&all);
    if (is_plainly_contiguous(t)) return all;
    int block = dtype_block_elements(t->type);
    const struct sym *next = sym_const(s, dtype_block_bytes(t->type));
    need_stride(&all, s, t, 0, block, next);
    next = sym_mul(s, next, block == 1 ? t->ne[0] : sym_truncdiv(s, t->ne[0], sym_const(s, block)));
    for (int i = 1; i < GGML_DIMS; i++) {
        if (i <= free) {
            next = sym_mul(s, t->ne[i], t->nb[i]);
            continue;
        }
        need_stride(&all, s, t, i, 1, next);
        next = sym_mul(s, next, t->ne[i]);
    }
    return all;
}

struct conditions ggml_layout_rows(struct syms *s, const struct ggml_tensor *t)
{
    struct conditions all;
    conditions_start(&all);
    need_stride(&all, s, t, 0, dtype_block_elements(t->type), unit(s, t).size);
    return all;
}

struct conditions ggml_layout_dense(struct syms *s, const struct ggml_tensor *t)
{
    struct conditions all;
    conditions_start(&all);
    conditions_add(&all, s, CONDITION_EQUAL, side_nb(t, 0), unit(s, t));
    return all;
}

struct conditions ggml_layout_padded(struct syms *s, const struct ggml_tensor *t)
{
    struct conditions all = ggml_layout_dense(s, t);
    for (int i = 2; i < GGML_DIMS; i++) {
        struct side dense = side_number(sym_mul(s, t->nb[i - 1], t->ne[i - 1]));
        conditions_add(&all, s, CONDITION_EQUAL, side_nb(t, i), dense);
    }
    return all;
}

// nb[1] is mostly nb[0] times a size, and sizes are at least 1.
static bool is_multiple(struct syms *s, const struct sym *whole, const struct sym *of)
{
    return !sym_is_const(whole, NULL) && sym_is(sym_mod(s, whole, of), 0);
}

struct conditions ggml_layout_not_transposed(struct syms *s, const struct ggml_tensor *t)
{
    struct conditions all;
    conditions_start(&all);
    if (!is_multiple(s, t->nb[1], t->nb[0]))
        conditions_add(&all, s, CONDITION_AT_MOST, side_nb(t, 0), side_nb(t, 1));
    return all;
}

bool ggml_layout_channels_last(struct syms *s, const struct ggml_tensor *t)
{
    if (t->nb[2] != unit(s, t).size) return false;
    return !sym_is_at_most(s, t->nb[0], t->nb[2]) && !sym_is_at_most(s, t->nb[1], t->nb[0]);
}

struct conditions ggml_layout_ones(struct syms *s, const struct ggml_tensor *t, int from)
{
    struct conditions all;
    conditions_start(&all);
    for (int i = from; i < GGML_DIMS; i++)
        conditions_add(&all, s, CONDITION_EQUAL, side_ne(t, i), side_constant(s, 1));
    return all;
}

struct conditions ggml_layout_same(struct syms *s, const struct ggml_tensor *a,
                                   const struct ggml_tensor *b)
{
    struct conditions all;
    conditions_start(&all);
    for (int i = 0; i < GGML_DIMS; i++)
        conditions_add(&all, s, CONDITION_EQUAL, side_ne(a, i), side_ne(b, i));
    return all;
}

bool ggml_layout_is_empty(const struct ggml_tensor *t)
{
    for (int i = 0; i < GGML_DIMS; i++)
        if (sym_is(t->ne[i], 0)) return true;
    return false;
}

struct conditions ggml_layout_repeats(struct syms *s, const struct ggml_tensor *tile,
                                      const struct ggml_tensor *whole)
{
    struct conditions all;
    conditions_start(&all);
    if (ggml_layout_is_empty(tile)) {
        if (!ggml_layout_is_empty(whole)) conditions_refute(&all);
        return all;
    }
    for (int i = 0; i < GGML_DIMS; i++)
        conditions_add(&all, s, CONDITION_DIVIDES, side_ne(tile, i), side_ne(whole, i));
    return all;
}

struct conditions ggml_layout_repeats_rows(struct syms *s, const struct ggml_tensor *tile,
                                           const struct ggml_tensor *whole)
{
    struct conditions all = ggml_layout_repeats(s, tile, whole);
    conditions_add(&all, s, CONDITION_EQUAL, side_ne(tile, 0), side_ne(whole, 0));
    return all;
}

struct conditions ggml_layout_multiplies(struct syms *s, const struct ggml_tensor *a,
                                         const struct ggml_tensor *b, int axis)
{
    struct conditions all;
    conditions_start(&all);
    conditions_add(&all, s, CONDITION_EQUAL, side_ne(a, axis), side_ne(b, axis));
    for (int i = 2; i < GGML_DIMS; i++)
        conditions_add(&all, s, CONDITION_DIVIDES, side_ne(a, i), side_ne(b, i));
    return all;
}
