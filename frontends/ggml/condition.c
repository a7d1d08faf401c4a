// Relations of sizes: decided where constants or equal forms decide them, else kept.

#include "frontends/ggml/condition.h"

#include "ir/base/checked.h"

struct side side_number(const struct sym *size)
{
    return (struct side){size, SIDE_NUMBER, -1, NULL};
}

struct side side_result(const struct sym *size, int dimension)
{
    return (struct side){size, SIDE_RESULT, dimension, NULL};
}

struct side side_constant(struct syms *s, int64_t size)
{
    return side_number(sym_const(s, size));
}

struct side side_ne(const struct ggml_tensor *t, int dimension)
{
    return (struct side){t->ne[dimension], SIDE_NE, dimension, t};
}

struct side side_nb(const struct ggml_tensor *t, int dimension)
{
    return (struct side){t->nb[dimension], SIDE_NB, dimension, t};
}

struct side side_elements(struct syms *s, const struct ggml_tensor *t)
{
    return (struct side){ggml_element_count(s, t), SIDE_ELEMENTS, -1, t};
}

struct side side_bytes(struct syms *s, const struct ggml_tensor *t)
{
    return (struct side){ggml_tensor_bytes(s, t), SIDE_BYTES, -1, t};
}

void conditions_start(struct conditions *all)
{
    all->verdict = VERDICT_PROVED;
    all->n = 0;
}

static enum verdict verdict_of(bool holds)
{
    return holds ? VERDICT_PROVED : VERDICT_REFUTED;
}

static enum verdict equal(struct syms *s, const struct sym *a, const struct sym *b)
{
    if (a == b) return VERDICT_PROVED;
    if (sym_is_const(a, NULL) && sym_is_const(b, NULL)) return VERDICT_REFUTED;
    // n and n + 1 differ whatever n is.
    return sym_is_const(sym_sub(s, a, b), NULL) ? VERDICT_REFUTED : VERDICT_OPEN;
}

static enum verdict at_most(struct syms *s, const struct side *a, const struct side *b)
{
    int64_t difference, least, most;
    if (sym_is_const(a->size, &least) && sym_is_const(b->size, &most))
        return verdict_of(least <= most);
    if (sym_is_const(sym_sub(s, b->size, a->size), &difference)) return verdict_of(difference >= 0);
    bool any_size = b->kind == SIDE_NE && !sym_is_const(b->size, NULL);
    bool is_less = sym_is_const(a->size, &least) && least <= 1;
    return any_size && is_less ? VERDICT_PROVED : VERDICT_OPEN;
}

// As C has it: of constants the sign does not matter, and nothing but 0 divides no number.
static enum verdict divides(struct syms *s, const struct sym *divisor, const struct sym *b)
{
    int64_t remainder, n, whole;
    if (divisor == b || sym_is(divisor, 1)) return VERDICT_PROVED;
    if (sym_is_const(divisor, &n) && sym_is_const(b, &whole))
        return verdict_of(checked_divides(n, whole));
    if (sym_is_const(sym_mod(s, b, divisor), &remainder)) return verdict_of(remainder == 0);
    return VERDICT_OPEN;
}

static enum verdict settle(struct syms *s, const struct condition *c)
{
    switch (c->relation) {
    case CONDITION_PLAIN:
    case CONDITION_NEVER: break;
    case CONDITION_EQUAL: return equal(s, c->a.size, c->b.size);
    case CONDITION_AT_MOST: return at_most(s, &c->a, &c->b);
    case CONDITION_DIVIDES:
        return c->division_by_zero ? VERDICT_REFUTED : divides(s, c->a.size, c->b.size);
    }
    return VERDICT_REFUTED;
}

void conditions_add(struct conditions *all, struct syms *s, enum condition_relation relation,
                    struct side a, struct side b)
{
    if (all->verdict == VERDICT_REFUTED) return;
    struct condition c = {.relation = relation, .a = a, .b = b};
    c.division_by_zero = relation == CONDITION_DIVIDES && sym_is(a.size, 0);
    enum verdict verdict = settle(s, &c);
    if (verdict == VERDICT_PROVED) return;
    if (verdict == VERDICT_REFUTED) all->n = 0;
    all->verdict = verdict;
    if (all->n < MAX_CONDITIONS) all->at[all->n++] = c;
}

void conditions_refute(struct conditions *all)
{
    if (all->verdict == VERDICT_REFUTED) return;
    all->verdict = VERDICT_REFUTED;
    all->n = 1;
    all->at[0] = (struct condition){.relation = CONDITION_PLAIN};
}
