// Running a rule, and what rules ask of their call.

#include "frontends/ggml/call.h"

#include <assert.h>
#include <string.h>

struct ggml_tensor *ggml_call_run(struct ggml_call *c)
{
    c->refused = NULL;
    c->open = NULL;
    c->open_end = &c->open;
    c->made.n = 0;
    c->guessed = c->bad_type = -1;
    struct ggml_tensor *result = c->function->rule(c);
    return c->refused ? NULL : result;
}

// ---- conditions

static struct condition *keep(struct ggml_call *c, const char *text, const struct condition *one)
{
    struct condition *kept = arena_copy(c->arena, one, sizeof *one);
    kept->text = text;
    kept->next = NULL;
    return kept;
}

void call_need(struct ggml_call *c, const char *text, const struct conditions *all)
{
    if (c->refused || all->verdict == VERDICT_PROVED) return;
    if (all->verdict == VERDICT_REFUTED) {
        c->refused = keep(c, text, &all->at[0]);
        return;
    }
    for (int i = 0; i < all->n; i++) {
        *c->open_end = keep(c, text, &all->at[i]);
        c->open_end = &(*c->open_end)->next;
    }
}

static void need(struct ggml_call *c, const char *text, enum condition_relation relation,
                 struct side a, struct side b)
{
    struct conditions all;
    conditions_start(&all);
    conditions_add(&all, c->syms, relation, a, b);
    call_need(c, text, &all);
}

void call_need_equal(struct ggml_call *c, const char *text, struct side a, struct side b)
{
    need(c, text, CONDITION_EQUAL, a, b);
}

void call_need_at_most(struct ggml_call *c, const char *text, struct side a, struct side b)
{
    need(c, text, CONDITION_AT_MOST, a, b);
}

void call_need_divides(struct ggml_call *c, const char *text, struct side divisor, struct side b)
{
    need(c, text, CONDITION_DIVIDES, divisor, b);
}

void call_need_that(struct ggml_call *c, const char *text, bool holds)
{
    if (!holds && !c->refused)
        c->refused = keep(c, text, &(struct condition){.relation = CONDITION_PLAIN});
}

void call_abort(struct ggml_call *c, const char *message)
{
    if (!c->refused)
        c->refused = keep(c, message, &(struct condition){.relation = CONDITION_NEVER});
}

const struct sym *call_divide(struct ggml_call *c, const char *text, const struct sym *a,
                              const struct sym *b)
{
    if (!sym_is(b, 0)) return sym_truncdiv(c->syms, a, b);
    if (!c->refused)
        c->refused = keep(c, text,
                          &(struct condition){.relation = CONDITION_DIVIDES,
                                              .a = side_number(b),
                                              .b = side_number(a),
                                              .division_by_zero = true});
    return a;
}

// ---- arguments

const struct sym *call_size(const struct ggml_call *c, int number)
{
    assert(number < c->n_numbers && c->numbers[number].sym);
    return c->numbers[number].sym;
}

struct side call_side(const struct ggml_call *c, int number)
{
    return (struct side){call_size(c, number), SIDE_PARAMETER, number, NULL};
}

int64_t call_int(struct ggml_call *c, int number)
{
    int64_t value;
    if (sym_is_const(call_size(c, number), &value)) return value;
    if (c->guessed < 0) c->guessed = number;
    return 0;
}

bool call_is_positive(const struct ggml_call *c, int number)
{
    const struct call_number *n = &c->numbers[number];
    return n->known && (float)n->real > 0;
}

static const enum dtype dtypes[] = {
#define TYPE(number, id) [number] = DTYPE_##id,
#include "frontends/ggml/types.def"
#undef TYPE
};

#define FIRST_TYPE_OF_21 42 // Q2_0

static bool is_type_number(const struct ggml_call *c, int64_t type)
{
    int64_t n = c->state->version < 21 ? FIRST_TYPE_OF_21 : sizeof dtypes / sizeof *dtypes;
    return type >= 0 && type < n;
}

enum dtype call_type(struct ggml_call *c, int number)
{
    int64_t type = call_int(c, number);
    enum dtype dtype = is_type_number(c, type) ? dtypes[type] : DTYPE_NONE;
    if (dtype == DTYPE_NONE) c->bad_type = number;
    return dtype;
}

void call_need_type_number(struct ggml_call *c)
{
    call_need_that(c, "type >= 0 && type < GGML_TYPE_COUNT",
                   c->bad_type < 0 || is_type_number(c, call_int(c, c->bad_type)));
}

void call_need_type(struct ggml_call *c)
{
    if (c->bad_type < 0) return;
    call_need_type_number(c);
    call_divide(c, "ggml_type_size(type)*ne/ggml_blck_size(type)", call_size(c, c->bad_type),
                sym_const(c->syms, 0));
}
