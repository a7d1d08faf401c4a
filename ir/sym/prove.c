// The three questions. A statement is proved by the normal form, by bounds and
// by cases; it is refuted by values, and refuted for good where it is proved
// that it never holds.

#include "ir/sym/expression.h"

static struct proof open_because(const char *reason)
{
    return (struct proof){.verdict = VERDICT_OPEN, .reason = reason};
}

// Why a question about these cannot be answered; NULL if it can be tried.
static const char *obstacle(const struct syms *syms, const struct sym *a, const struct sym *b)
{
    if (syms->contradiction) return syms->contradiction;
    if (a->kind == SYM_UNKNOWN) return a->name;
    return b->kind == SYM_UNKNOWN ? b->name : NULL;
}

static struct proof proved(void)
{
    return (struct proof){.verdict = VERDICT_PROVED};
}

static struct proof refuted(struct syms *syms, const struct sym_question *question)
{
    struct proof proof = {.verdict = VERDICT_REFUTED, .always = true};
    sym_find_witness(syms, question, &proof);
    return proof;
}

static struct proof by_values(struct syms *syms, const struct sym_question *question)
{
    struct proof proof = {.verdict = VERDICT_REFUTED};
    if (sym_find_witness(syms, question, &proof)) return proof;
    return open_because("neither a proof nor a counterexample was found");
}

// Is the expression a multiple of one that was told to be zero?
static bool told_zero(struct syms *syms, const struct sym *sym)
{
    for (int i = 0; i < syms->zero.n; i++) {
        const struct sym *zero = sym_simplify(syms, syms->zero.at[i]);
        if (zero->kind != SYM_CONST && sym_exact_quotient(syms, sym, zero)) return true;
    }
    return false;
}

struct proof sym_prove_equal(struct syms *syms, const struct sym *a, const struct sym *b)
{
    const char *reason = obstacle(syms, a, b);
    if (reason) return open_because(reason);
    if (a == b) return proved();
    struct sym_question question = {ASK_EQUAL, a, b};
    const struct sym *difference = sym_sub(syms, sym_simplify(syms, a), sym_simplify(syms, b));
    if (difference->kind == SYM_UNKNOWN) return open_because(difference->name);
    if (sym_is(difference, 0) || told_zero(syms, difference)) return proved();
    unsigned signs = sym_signs(syms, difference);
    if (signs == SIGN_ZERO) return proved();
    return signs & SIGN_ZERO ? by_values(syms, &question) : refuted(syms, &question);
}

struct proof sym_prove_at_most(struct syms *syms, const struct sym *a, const struct sym *b)
{
    const char *reason = obstacle(syms, a, b);
    if (reason) return open_because(reason);
    struct sym_question question = {ASK_AT_MOST, a, b};
    const struct sym *slack = sym_sub(syms, sym_simplify(syms, b), sym_simplify(syms, a));
    if (slack->kind == SYM_UNKNOWN) return open_because(slack->name);
    unsigned signs = sym_signs(syms, slack);
    if (!(signs & SIGN_NEGATIVE)) return proved();
    return signs == SIGN_NEGATIVE ? refuted(syms, &question) : by_values(syms, &question);
}

struct proof sym_prove_divides(struct syms *syms, const struct sym *divisor, const struct sym *sym)
{
    const char *reason = obstacle(syms, divisor, sym);
    if (reason) return open_because(reason);
    struct sym_question question = {ASK_DIVIDES, divisor, sym};
    const struct sym *simple = sym_simplify(syms, divisor);
    if (sym_is(simple, 0)) return open_because("the divisor is zero");
    const struct sym *remainder = sym_mod(syms, sym_simplify(syms, sym), simple);
    if (remainder->kind == SYM_UNKNOWN) return open_because(remainder->name);
    unsigned signs = sym_is(remainder, 0) ? SIGN_ZERO : sym_signs(syms, remainder);
    if (signs == SIGN_ZERO) return proved();
    return signs & SIGN_ZERO ? by_values(syms, &question) : refuted(syms, &question);
}

int64_t sym_lower(struct syms *syms, const struct sym *sym)
{
    return sym_range(syms, sym_simplify(syms, sym)).lower;
}

int64_t sym_upper(struct syms *syms, const struct sym *sym)
{
    return sym_range(syms, sym_simplify(syms, sym)).upper;
}
