// Calls that the library takes as they are, and that hardly anybody means: an operand that is
// repeated along another axis than the one that it fits, a row of one element, groups that do not
// come out even, axes that are permuted to where they are.

#include "frontends/dialects/ggml_dialect.h"

#include <inttypes.h>
#include <string.h>

// The next round of a loop says nothing new.
static bool is_told(struct dialect_ggml *d, const struct site *site)
{
    for (int i = 0; i < d->told_meant.n; i++)
        if (site_is_same(d->told_meant.at[i], site)) return true;
    *vec_push(d->arena, &d->told_meant) = site;
    return false;
}

static const char *shape(struct dialect_ggml *d, const struct ggml_tensor *t)
{
    return ggml_shape_string(d->arena, t);
}

static bool is_one(const struct sym *s)
{
    return sym_is(s, 1);
}

// Of sizes that are known to differ: is the one of the operand repeated?
static bool tiles(struct syms *syms, const struct sym *small, const struct sym *large)
{
    return sym_lower(syms, small) >= 2 && sym_lower(syms, sym_sub(syms, large, small)) >= 1;
}

// The axis along which it is repeated though it has just the size of another one, in which it is
// 1; false: there is none.
static bool is_mixed_up(struct syms *syms, const struct ggml_tensor *small,
                        const struct ggml_tensor *large, int *at, int *fits)
{
    for (*at = 0; *at < GGML_DIMS; ++*at) {
        if (!tiles(syms, small->ne[*at], large->ne[*at])) continue;
        for (*fits = 0; *fits < GGML_DIMS; ++*fits)
            if (*fits != *at && is_one(small->ne[*fits]) && large->ne[*fits] == small->ne[*at])
                return true;
    }
    return false;
}

// "1, 128, 1, 1": the operand with that size in the axis that it fits.
static const char *moved(struct dialect_ggml *d, const struct ggml_tensor *t, int from, int to)
{
    const struct sym *ne[GGML_DIMS];
    memcpy(ne, t->ne, sizeof ne);
    ne[to] = t->ne[from];
    ne[from] = t->ne[to];
    const char *text = sym_string(d->arena, ne[0]);
    for (int i = 1; i < GGML_DIMS; i++)
        text = arena_printf(d->arena, "%s, %s", text, sym_string(d->arena, ne[i]));
    return text;
}

// `small` is repeated to the sizes of `large`; their words in the call are `b` and `a`.
static void check_tiled(struct dialect_ggml *d, const struct ggml_tensor *t,
                        const struct ggml_tensor *small, const char *b,
                        const struct ggml_tensor *large, const char *a)
{
    int at, fits;
    if (!is_mixed_up(d->syms, small, large, &at, &fits) || is_told(d, t->site)) return;
    struct diag *diag = diag_add(d->diags, DIAG_GGML_TILED, t->site,
                                 "%s: %s is %s and %s is %s: %s->ne[%d] (%s) is repeated along "
                                 "%s->ne[%d] (%s), though it is "
                                 "%s->ne[%d] that has its size",
                                 t->function, b, shape(d, small), a, shape(d, large), b, at,
                                 sym_string(d->arena, small->ne[at]), a, at,
                                 sym_string(d->arena, large->ne[at]), a, fits);
    diag_note(d->diags, diag, small->site, "%s comes from %s", b, small->function);
    if (large != t) diag_note(d->diags, diag, large->site, "%s comes from %s", a, large->function);
    bool product = large->op == GGML_OP_MUL_MAT;
    diag_fix(d->diags, diag, "ggml_reshape_4d(ctx, %s, %s) puts it where it fits%s", b,
             moved(d, small, at, fits),
             product
                 ? arena_printf(d->arena, ", or the operands of the product in line %u are swapped",
                                large->site->line)
                 : "");
}

static void check_group_norm(struct dialect_ggml *d, const struct ggml_tensor *t)
{
    int64_t channels, groups = t->params[0];
    if ((t->params_unknown & 1) || !sym_is_const(t->ne[2], &channels) || groups <= 0) return;
    if (channels % groups == 0 || is_told(d, t->site)) return;
    struct diag *diag = diag_add(
        d->diags, DIAG_GGML_GROUPS, t->site,
        "%s: %" PRId64 " channels (a->ne[2]) in %" PRId64 " groups: the library takes %" PRId64
        " in each, so that the last groups have fewer or none; a is %s",
        t->function, channels, groups, (channels + groups - 1) / groups, shape(d, t->src[0]));
    diag_note(d->diags, diag, t->src[0]->site, "a comes from %s", t->src[0]->function);
    diag_fix(d->diags, diag, "choose a number of groups that divides %" PRId64, channels);
}

static void check_row_of_one(struct dialect_ggml *d, const struct ggml_tensor *t)
{
    const struct ggml_tensor *a = t->src[0];
    if (!is_one(a->ne[0]) || sym_lower(d->syms, a->ne[1]) < 2 || is_told(d, t->site)) return;
    struct diag *diag = diag_add(d->diags, DIAG_GGML_ROW_OF_ONE, t->site,
                                 "%s: a is %s, rows of one element: %s", t->function, shape(d, a),
                                 t->op == GGML_OP_ARGMAX ? "the largest of each is always number 0"
                                                         : "each is 0 once its mean is taken away");
    diag_note(d->diags, diag, a->site, "a comes from %s", a->function);
    bool transposed = a->op == GGML_OP_TRANSPOSE || a->op == GGML_OP_PERMUTE;
    if (transposed)
        diag_fix(d->diags, diag, "leave a as it is before %s", a->function);
    else
        diag_fix(d->diags, diag, "rows are along ne[0]: the axes of a look reversed");
}

// The copy of a permutation that leaves every axis where it is.
static void check_copied(struct dialect_ggml *d, const struct ggml_tensor *t)
{
    const struct ggml_tensor *a = t->src[0];
    bool stays = a->op == GGML_OP_PERMUTE && !(a->params_unknown & 15);
    for (int i = 0; i < GGML_DIMS && stays; i++) stays = a->params[i] == i;
    if (!stays || is_told(d, a->site)) return;
    struct diag *diag =
        diag_add(d->diags, DIAG_GGML_PERMUTE, a->site,
                 "%s: axes 0, 1, 2, 3 stay where they are, so that %s only copies %s", a->function,
                 t->function, shape(d, a));
    diag_note(d->diags, diag, t->site, "the copy is made here");
    diag_fix(d->diags, diag, "name the place that each axis goes to, or leave both calls out");
}

static void check(struct dialect_ggml *d, const struct ggml_tensor *t)
{
    switch (t->op) {
    case GGML_OP_ADD:
    case GGML_OP_SUB:
    case GGML_OP_MUL:
    case GGML_OP_DIV: check_tiled(d, t, t->src[1], "b", t->src[0], "a"); return;
    case GGML_OP_REPEAT: check_tiled(d, t, t->src[0], "a", t, "b"); return;
    case GGML_OP_GROUP_NORM: check_group_norm(d, t); return;
    case GGML_OP_NORM:
    case GGML_OP_ARGMAX: check_row_of_one(d, t); return;
    case GGML_OP_CONT: check_copied(d, t); return;
    default: return;
    }
}

void ggml_check_meant(struct dialect_ggml *d, const struct ggml_call *call)
{
    for (int i = 0; i < call->made.n; i++) check(d, call->made.at[i]);
}
