// Operators along one axis, and reshape.

#include "ir/kann_rules.h"

kann_rule kann_rule_slice, kann_rule_reduce, kann_rule_reverse, kann_rule_reshape;

// The axis, if it is one of x; else -1, and the rule has failed.
static int axis_of(struct kann_shaping *s, enum kann_failure failure, int64_t axis,
                   const char *mend)
{
    const struct kann_node *x = kann_operand(s, 0);
    if (axis >= 0 && axis < x->n_d) return (int)axis;
    kann_fail(s, failure,
              arena_printf(s->arena, "axis %lld is none of x, which is %s", (long long)axis,
                           kann_shape_string(s->arena, x)),
              mend);
    return -1;
}

static bool parameter(const struct kann_shaping *s, int index, int64_t *value)
{
    *value = 0;
    return index < s->node->n_params && sym_is_const(s->node->params[index], value);
}

void kann_rule_reduce(struct kann_shaping *s)
{
    const struct kann_node *x = kann_operand(s, 0);
    const struct sym *d[KANN_DIMS];
    int64_t axis;
    int n = 0;
    parameter(s, 0, &axis);
    int known = axis_of(s, KANN_REFUSES, axis, "axes count from 0, never from the end");
    if (known < 0) return;
    for (int i = 0; i < x->n_d; i++)
        if (i != known) d[n++] = x->d[i];
    kann_sizes(s, n, d);
}

void kann_rule_reverse(struct kann_shaping *s)
{
    const struct kann_node *x = kann_operand(s, 0);
    int64_t axis;
    parameter(s, 0, &axis);
    axis_of(s, KANN_ASSERTS, axis < 0 ? axis + x->n_d : axis,
            "axes count from 0, or from the end below it");
    kann_like(s, x);
}

void kann_rule_slice(struct kann_shaping *s)
{
    const struct kann_node *x = kann_operand(s, 0);
    int64_t axis;
    parameter(s, 0, &axis);
    int known = axis_of(s, KANN_REFUSES, axis, "axes count from 0, never from the end");
    if (known < 0 || s->node->n_params < 3) return;
    const struct sym *start = s->node->params[1], *end = s->node->params[2];
    const char *of = arena_printf(s->arena, "size %d of x", known);
    kann_need(s, RELATION_AT_MOST, kann_term(sym_add_const(s->syms, start, 1), "start + 1"),
              kann_term(end, "the end"), "the end is the first index that is left out");
    kann_need(s, RELATION_AT_MOST, kann_term(end, "the end"), kann_term(x->d[known], of),
              "the end is the first index that is left out, so at most the size");
    kann_like(s, x);
    s->shape->d[known] = sym_sub(s->syms, end, start);
}

// ---- reshape

static bool is_missing(const struct sym *size)
{
    int64_t value;
    return sym_is_const(size, &value) && value <= 0;
}

struct target {
    int n_d, n_missing;
    const struct sym *d[KANN_DIMS], *known; // the product of the sizes that are given
};

static struct target read_target(struct kann_shaping *s)
{
    struct target t = {.n_d = s->node->n_params, .known = sym_const(s->syms, 1)};
    for (int i = 0; i < t.n_d; i++) {
        t.d[i] = s->node->params[i];
        if (is_missing(t.d[i]))
            t.n_missing++;
        else
            t.known = sym_mul(s->syms, t.known, t.d[i]);
    }
    return t;
}

// All but the last one that is missing are those of x at the same place.
static void copy_missing(struct kann_shaping *s, struct target *t)
{
    const struct kann_node *x = kann_operand(s, 0);
    for (int i = 0; i < t->n_d && t->n_missing > 1; i++) {
        if (!is_missing(t->d[i]) || i >= x->n_d) continue;
        t->d[i] = x->d[i];
        t->known = sym_mul(s->syms, t->known, t->d[i]);
        t->n_missing--;
    }
}

static void infer_last(struct kann_shaping *s, struct target *t, const struct sym *length)
{
    kann_need(s, RELATION_DIVIDES, kann_term(t->known, "the product of the sizes that are given"),
              kann_term(length, "the length of x"), "a size of -1 stands for what is left over");
    for (int i = 0; i < t->n_d; i++)
        if (is_missing(t->d[i])) t->d[i] = sym_truncdiv(s->syms, length, t->known);
}

void kann_rule_reshape(struct kann_shaping *s)
{
    const struct kann_node *x = kann_operand(s, 0);
    if (s->node->n_params == 0) {
        kann_like(s, x);
        return;
    }
    if (s->node->n_params > KANN_DIMS) {
        kann_fail(s, KANN_REFUSES, "a node has room for four sizes, and more are asked for", NULL);
        return;
    }
    const struct sym *length = kann_len(s->syms, x);
    struct target t = read_target(s);
    // The node has the sizes that were asked for also where they are refused.
    kann_sizes(s, t.n_d, t.d);
    s->shape->overwrites = true;
    if (t.n_missing == 0)
        kann_need(s, RELATION_EQUAL, kann_term(t.known, "the product of the sizes"),
                  kann_term(length, "the length of x"),
                  "give -1 for the size that depends on the batch");
    copy_missing(s, &t);
    if (t.n_missing > 1)
        kann_fail(s, KANN_REFUSES, "more sizes are left open than x can tell", NULL);
    if (t.n_missing == 1) infer_last(s, &t, length);
    if (s->shape->failure == KANN_FITS) kann_sizes(s, t.n_d, t.d);
}
