// Options whose number is not known and may be 0, which says "not given".

#include "frontends/dialects/nn.h"

// `d - 1 != 0` is told as d != 1.
static struct requirement not_zero(struct arena *arena, struct syms *syms, const struct sym *size)
{
    const struct sym **vars;
    int64_t offset = 0;
    bool one = sym_vars(arena, size, &vars) == 1;
    bool shifted = one && sym_is_const(sym_sub(syms, size, vars[0]), &offset);
    if (!shifted || offset == INT64_MIN)
        return (struct requirement){REQUIRE_DIFFERENT, sym_string(arena, size), "0"};
    return (struct requirement){REQUIRE_DIFFERENT, sym_string(arena, vars[0]),
                                sym_string(arena, sym_const(syms, -offset))};
}

static bool may_be_zero(struct syms *syms, const struct sym *size)
{
    enum sym_kind kind = sym_kind(size);
    struct proof proof;
    if (kind == SYM_UNKNOWN || kind == SYM_CONST) return false;
    if (sym_lower(syms, size) > 0 || sym_upper(syms, size) < 0) return false;
    proof = sym_prove_equal(syms, size, sym_const(syms, 0));
    return !(proof.verdict == VERDICT_REFUTED && proof.always);
}

static void grant(struct dialect_nn *d, const struct nn_field *field, const struct sym *size)
{
    struct arena *arena = d->recording->arena;
    if (!size || !may_be_zero(d->recording->syms, size)) return;
    struct requirement given = not_zero(arena, d->recording->syms, size);
    const char *text = arena_printf(arena, "%s: otherwise `%s` is 0, which means \"not given\"",
                                    requirement_string(arena, &given), field->name);
    eval_grant(d->eval, &(struct claim){text, given});
}

// Not given is a list of zeros only.
static void grant_list(struct dialect_nn *d, const struct nn_field *field, const struct nn_arg *arg)
{
    struct syms *syms = d->recording->syms;
    const struct sym *sum = sym_const(syms, 0), *first = NULL;
    for (int i = 0; i < arg->n; i++) {
        const struct sym *size = arg->ints[i];
        if (size && sym_is(size, 0)) continue;
        if (!size || !may_be_zero(syms, size)) return;
        sum = size == first ? sum : sym_add(syms, sum, size);
        if (!first) first = size;
    }
    // Of sizes that cancel out, one is asked: more numbers than need be get runs of their own.
    grant(d, field, sym_kind(sum) == SYM_CONST ? first : sum);
}

void zero_grant(struct dialect_nn *d, const struct nn_field *field, const struct nn_arg *arg)
{
    if (!arg->given || field->is_zero || nn_field_always_given(field)) return;
    if (field->kind == NN_KIND_INT) grant(d, field, arg->i);
    if (field->kind == NN_KIND_INTS && arg->open) grant_list(d, field, arg);
}
