// Assertions that many functions share.

#include "frontends/ggml/rules.h"

void need_type(struct ggml_call *c, const char *text, const struct ggml_tensor *t, enum dtype type)
{
    call_need_that(c, text, t->type == type);
}

void need_ne(struct ggml_call *c, const char *text, const struct ggml_tensor *a, int i,
             const struct ggml_tensor *b, int j)
{
    call_need_equal(c, text, side_ne(a, i), side_ne(b, j));
}

void need_ne_is(struct ggml_call *c, const char *text, const struct ggml_tensor *t, int i,
                int64_t size)
{
    call_need_equal(c, text, side_ne(t, i), side_constant(c->syms, size));
}

void need_ne_divides(struct ggml_call *c, const char *text, const struct ggml_tensor *divisor,
                     int i, const struct ggml_tensor *b, int j)
{
    call_need_divides(c, text, side_ne(divisor, i), side_ne(b, j));
}

void need_at_least(struct ggml_call *c, const char *text, struct side side, int64_t minimum)
{
    call_need_at_most(c, text, side_constant(c->syms, minimum), side);
}

void need_contiguous(struct ggml_call *c, const char *text, const struct ggml_tensor *t)
{
    struct conditions all = ggml_layout_contiguous(c->syms, t, 0);
    call_need(c, text, &all);
}

void need_rows(struct ggml_call *c, const char *text, const struct ggml_tensor *t)
{
    struct conditions all = ggml_layout_rows(c->syms, t);
    call_need(c, text, &all);
}

void need_same(struct ggml_call *c, const char *text, const struct ggml_tensor *a,
               const struct ggml_tensor *b)
{
    struct conditions all = ggml_layout_same(c->syms, a, b);
    call_need(c, text, &all);
}

void need_ones(struct ggml_call *c, const char *text, const struct ggml_tensor *t, int from)
{
    struct conditions all = ggml_layout_ones(c->syms, t, from);
    call_need(c, text, &all);
}
