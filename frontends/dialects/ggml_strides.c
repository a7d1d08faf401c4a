// What programs ask of how a tensor's elements lie, beyond ggml_is_contiguous (ggml_query.c).

#include "frontends/dialects/ggml_dialect.h"
#include "frontends/ggml/layout.h"

static struct ggml_tensor *tensor_at(const struct dialect_call *c, int argument)
{
    const char *reason;
    return ggml_argument(dialect_ggml_of(c->eval), c, argument, &reason);
}

static struct cvalue unknown(const struct dialect_call *c)
{
    return cvalue_unknown(c->result, "how elements lie that is not known");
}

// Whether a number is above 0, at most 0, or neither is known: 1, 0, -1.
static int is_positive(struct syms *syms, const struct sym *number)
{
    if (sym_lower(syms, number) >= 1) return 1;
    return sym_upper(syms, number) <= 0 ? 0 : -1;
}

// Any stride that is larger than that of the next dimension.
static struct cvalue rule_permuted(const struct dialect_call *c)
{
    struct syms *syms = dialect_ggml_of(c->eval)->syms;
    const struct ggml_tensor *t = tensor_at(c, 0);
    bool open = false;
    for (int i = 0; t && i + 1 < GGML_DIMS; i++) {
        int larger = is_positive(syms, sym_sub(syms, t->nb[i], t->nb[i + 1]));
        if (larger == 1) return cvalue_int(c->result, 1);
        open = open || larger < 0;
    }
    return t && !open ? cvalue_int(c->result, 0) : unknown(c);
}

static struct cvalue rule_same_stride(const struct dialect_call *c)
{
    struct syms *syms = dialect_ggml_of(c->eval)->syms;
    const struct ggml_tensor *a = tensor_at(c, 0), *b = tensor_at(c, 1);
    bool open = !a || !b;
    for (int i = 0; !open && i < GGML_DIMS; i++) {
        int64_t difference;
        if (!sym_is_const(sym_sub(syms, a->nb[i], b->nb[i]), &difference))
            open = true;
        else if (difference)
            return cvalue_int(c->result, 0);
    }
    return open ? unknown(c) : cvalue_int(c->result, 1);
}

// ggml_is_contiguously_allocated: without gaps, in whatever order.
static struct cvalue rule_without_gaps(const struct dialect_call *c)
{
    struct syms *syms = dialect_ggml_of(c->eval)->syms;
    const struct ggml_tensor *t = tensor_at(c, 0);
    int64_t difference;
    if (!t) return unknown(c);
    const struct sym *block = sym_const(syms, dtype_block_bytes(t->type));
    const struct sym *dense = sym_floordiv(syms, sym_mul(syms, ggml_element_count(syms, t), block),
                                           sym_const(syms, dtype_block_elements(t->type)));
    bool known = sym_is_const(sym_sub(syms, ggml_tensor_bytes(syms, t), dense), &difference);
    return known ? cvalue_int(c->result, difference == 0) : unknown(c);
}

static struct cvalue rule_channels(const struct dialect_call *c)
{
    struct syms *syms = dialect_ggml_of(c->eval)->syms;
    const struct ggml_tensor *t = tensor_at(c, 0);
    if (!t) return unknown(c);
    for (int i = 0; i < GGML_DIMS; i++)
        if (!sym_is_const(t->nb[i], NULL)) return unknown(c);
    return cvalue_int(c->result, ggml_layout_channels_last(syms, t));
}

const struct dialect_rule ggml_stride_rules[] = {
    {"ggml_is_permuted", ".", rule_permuted, NULL},
    {"ggml_are_same_stride", "..", rule_same_stride, NULL},
    {"ggml_is_contiguously_allocated", ".", rule_without_gaps, NULL},
    {"ggml_is_contiguous_channels", ".", rule_channels, NULL},
    {0},
};
