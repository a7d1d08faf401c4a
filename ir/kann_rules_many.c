// Losses, and operators of any number of operands.

#include "ir/kann_rules.h"

kann_rule kann_rule_loss, kann_rule_loss_classes, kann_rule_pool_nodes, kann_rule_select,
    kann_rule_stack, kann_rule_concat;

// ---- losses

static void need_lengths(struct kann_shaping *s, int operand, const char *mend)
{
    const struct kann_node *x = kann_operand(s, 0), *y = kann_operand(s, operand);
    kann_need(s, RELATION_EQUAL,
              kann_term(kann_len(s->syms, x),
                        arena_printf(s->arena, "the length of %s", kann_word(s, 0))),
              kann_term(kann_len(s->syms, y),
                        arena_printf(s->arena, "the length of %s", kann_word(s, operand))),
              mend);
}

void kann_rule_loss(struct kann_shaping *s)
{
    need_lengths(s, 1, "prediction and truth have as many elements");
    s->shape->n_d = 0;
}

static const struct sym *last_size(struct syms *syms, const struct kann_node *node)
{
    return node->n_d ? node->d[node->n_d - 1] : sym_const(syms, 1);
}

void kann_rule_loss_classes(struct kann_shaping *s)
{
    const struct kann_node *x = kann_operand(s, 0), *y = kann_operand(s, 1);
    const struct kann_node *weights = s->node->n_child > 2 ? kann_operand(s, 2) : NULL;
    // The library looks at the weights first, and holds them against the prediction.
    if (weights && (weights->n_d != 1 ||
                    (weights->d[0] != last_size(s->syms, x) && sym_is_const(weights->d[0], NULL) &&
                     sym_is_const(last_size(s->syms, x), NULL))))
        kann_fail(s, KANN_ASSERTS,
                  arena_printf(s->arena, "the weights must be [%s], and they are %s",
                               sym_string(s->arena, last_size(s->syms, x)),
                               kann_shape_string(s->arena, weights)),
                  "one weight for each class, in one dimension");
    need_lengths(s, 1, "prediction and truth have as many rows and classes");
    kann_need(s, RELATION_EQUAL, kann_term(last_size(s->syms, x), "the classes of the prediction"),
              kann_term(last_size(s->syms, y), "the classes of the truth"),
              "the last sizes of prediction and truth are the classes");
    s->shape->n_d = 0;
}

// ---- one for all

void kann_rule_pool_nodes(struct kann_shaping *s)
{
    for (int i = 1; i < s->node->n_child; i++)
        need_lengths(s, i, "all operands have as many elements");
    kann_like(s, kann_operand(s, 0));
}

void kann_rule_stack(struct kann_shaping *s)
{
    const struct kann_node *x = kann_operand(s, 0);
    const struct sym *d[KANN_DIMS + 1] = {sym_const(s->syms, s->node->n_child)};
    for (int i = 1; i < s->node->n_child; i++)
        need_lengths(s, i, "all operands have as many elements");
    if (x->n_d >= KANN_DIMS) {
        kann_fail(s, KANN_REFUSES,
                  arena_printf(s->arena,
                               "a stack of %s has five sizes, and a node has room for four",
                               kann_shape_string(s->arena, x)),
                  "fold sizes by kad_reshape before");
        return;
    }
    for (int i = 0; i < x->n_d; i++) d[1 + i] = x->d[i];
    kann_sizes(s, 1 + x->n_d, d);
}

void kann_rule_select(struct kann_shaping *s)
{
    int64_t which = 0;
    int n = s->node->n_child;
    if (s->node->n_params) sym_is_const(s->node->params[0], &which);
    if (which < 0) which += n;
    if (which < 0 || which >= n) {
        kann_fail(s, KANN_ASSERTS,
                  arena_printf(s->arena, "operand %lld is chosen of %d", (long long)which, n),
                  NULL);
        return;
    }
    const struct kann_node *chosen = kann_operand(s, (int)which);
    for (int i = 0; i < n; i++) {
        const struct kann_node *x = kann_operand(s, i);
        if (x->n_d != chosen->n_d)
            kann_fail(
                s, KANN_REFUSES,
                arena_printf(s->arena,
                             "all operands must have as many sizes: %s is %s, operand %lld %s",
                             kann_word(s, i), kann_shape_string(s->arena, x), (long long)which,
                             kann_shape_string(s->arena, chosen)),
                NULL);
        if (i) need_lengths(s, i, "all alternatives have as many elements");
    }
    kann_like(s, chosen);
}

// ---- side by side

static void need_concat_sizes(struct kann_shaping *s, int operand, int64_t axis)
{
    const struct kann_node *x = kann_operand(s, 0), *y = kann_operand(s, operand);
    if (x->n_d != y->n_d) {
        kann_fail(s, KANN_REFUSES,
                  arena_printf(s->arena, "all operands must have as many sizes: %s is %s, %s %s",
                               kann_word(s, 0), kann_shape_string(s->arena, x),
                               kann_word(s, operand), kann_shape_string(s->arena, y)),
                  NULL);
        return;
    }
    for (int i = 0; i < x->n_d; i++) {
        if (i == axis) continue;
        const char *of = arena_printf(s->arena, "size %d of %s", i, kann_word(s, 0));
        const char *with = arena_printf(s->arena, "size %d of %s", i, kann_word(s, operand));
        kann_need(s, RELATION_EQUAL, kann_term(x->d[i], of), kann_term(y->d[i], with),
                  "all sizes but that of the axis are equal");
    }
}

void kann_rule_concat(struct kann_shaping *s)
{
    const struct kann_node *x = kann_operand(s, 0);
    int64_t axis = 0;
    bool known = sym_is_const(s->node->params[0], &axis);
    for (int i = 1; i < s->node->n_child; i++) need_concat_sizes(s, i, axis);
    kann_like(s, x);
    if (s->shape->failure != KANN_FITS || !known) return;
    if (axis < 0 || axis >= x->n_d) {
        kann_doubt(s, DIAG_KANN_AXIS,
                   arena_printf(s->arena,
                                "axis %lld is none of %s: nothing is joined, and the "
                                "result has the sizes of operand 0",
                                (long long)axis, kann_shape_string(s->arena, x)),
                   "axes count from 0, and the library does not look whether there is one");
        return;
    }
    const struct sym *sum = sym_const(s->syms, 0);
    for (int i = 0; i < s->node->n_child; i++)
        sum = sym_add(s->syms, sum, kann_operand(s, i)->d[axis]);
    s->shape->d[axis] = sum;
}
