// Comparisons of symbolic integers: what the facts prove is so, and of the rest a side is decided,
// which is a fact from then on.

#include "frontends/c/compare.h"

#include "frontends/c/interp.h"
#include "ir/base/checked.h"

static enum ast_op opposite(enum ast_op op)
{
    switch (op) {
    case AST_OP_LT: return AST_OP_GE;
    case AST_OP_GT: return AST_OP_LE;
    case AST_OP_LE: return AST_OP_GT;
    case AST_OP_GE: return AST_OP_LT;
    case AST_OP_EQ: return AST_OP_NE;
    default: return AST_OP_EQ;
    }
}

// ---- what the facts say

static bool proved_at_most(struct syms *syms, const struct sym *a, const struct sym *b)
{
    return sym_is_at_most(syms, a, b);
}

// Sizes that a branch found to differ, by their difference: the facts have no such form, and
// without it the same question would be answered differently the next time.
static bool are_different(struct eval *e, const struct sym *a, const struct sym *b)
{
    return map_count(e->paths.different) > 0 &&
           (map_get_number(e->paths.different, (uint64_t)(uintptr_t)sym_sub(e->syms, a, b)) ||
            map_get_number(e->paths.different, (uint64_t)(uintptr_t)sym_sub(e->syms, b, a)));
}

static bool proved_less(struct eval *e, const struct sym *a, const struct sym *b)
{
    return proved_at_most(e->syms, sym_add_const(e->syms, a, 1), b) ||
           (are_different(e, a, b) && proved_at_most(e->syms, a, b));
}

// Is it true for all values that the facts allow?
static bool proved(struct eval *e, enum ast_op op, const struct sym *a, const struct sym *b)
{
    switch (op) {
    case AST_OP_LT: return proved_less(e, a, b);
    case AST_OP_GT: return proved_less(e, b, a);
    case AST_OP_LE: return proved_at_most(e->syms, a, b);
    case AST_OP_GE: return proved_at_most(e->syms, b, a);
    case AST_OP_EQ: return sym_prove_equal(e->syms, a, b).verdict == VERDICT_PROVED;
    default: {
        if (are_different(e, a, b) || proved_less(e, a, b) || proved_less(e, b, a)) return true;
        struct proof p = sym_prove_equal(e->syms, a, b);
        return p.verdict == VERDICT_REFUTED && p.always;
    }
    }
}

// The side that was taken holds from here on in this run. An inequality is a fact only where one
// side is known to be at most the other; else it is remembered as it is.
static void learn(struct eval *e, enum ast_op op, const struct sym *a, const struct sym *b)
{
    const struct sym *more = sym_sub(e->syms, b, a);
    if (sym_kind(more) == SYM_UNKNOWN) return;
    switch (op) {
    case AST_OP_LT: sym_assume_at_least(e->syms, more, 1); break;
    case AST_OP_GT: sym_assume_at_most(e->syms, more, -1); break;
    case AST_OP_LE: sym_assume_at_least(e->syms, more, 0); break;
    case AST_OP_GE: sym_assume_at_most(e->syms, more, 0); break;
    case AST_OP_EQ:
        sym_assume_equal(e->syms, a, b);
        // That it is 0 says its sign.
        if (sym_is_const(b, NULL)) map_put_number(e->naming.signs, (uint64_t)(uintptr_t)a, NULL);
        break;
    default:
        map_put_number(e->paths.different, (uint64_t)(uintptr_t)more, e);
        if (proved_at_most(e->syms, a, b))
            sym_assume_at_least(e->syms, more, 1);
        else if (proved_at_most(e->syms, b, a))
            sym_assume_at_most(e->syms, more, -1);
        break;
    }
}

static enum ast_op mirrored(enum ast_op op)
{
    switch (op) {
    case AST_OP_LT: return AST_OP_GT;
    case AST_OP_GT: return AST_OP_LT;
    case AST_OP_LE: return AST_OP_GE;
    case AST_OP_GE: return AST_OP_LE;
    default: return op;
    }
}

// As the report shows it: by symbols where both sides have one (constants on the right), else as
// it stands in the source.
static const char *condition_text(struct eval *e, enum ast_op op, const struct sym *a,
                                  const struct sym *b, const struct ast *n)
{
    bool named = sym_kind(a) != SYM_UNKNOWN && sym_kind(b) != SYM_UNKNOWN;
    if (!named && n && n->kind == AST_BINARY)
        return arena_printf(e->arena, "%s %s %s", name_compared(e, n->a), ast_spelling(op),
                            name_compared(e, n->b));
    if (sym_is_const(a, NULL) && !sym_is_const(b, NULL))
        return condition_text(e, mirrored(op), b, a, n);
    return arena_printf(e->arena, "%s %s %s", sym_string(e->arena, a), ast_spelling(op),
                        sym_string(e->arena, b));
}

// An order of integers as one of two forms: a > b is a >= b + 1.
static struct requirement requirement_of_symbols(struct eval *e, enum ast_op op,
                                                 const struct sym *a, const struct sym *b)
{
    struct requirement requirement = {REQUIRE_EQUAL, NULL, NULL};
    if (sym_kind(a) == SYM_UNKNOWN || sym_kind(b) == SYM_UNKNOWN) return requirement;
    int64_t more = 0;
    switch (op) {
    case AST_OP_GT: more = 1; // fall through
    case AST_OP_GE: requirement.kind = REQUIRE_AT_LEAST; break;
    case AST_OP_LT: more = -1; // fall through
    case AST_OP_LE: requirement.kind = REQUIRE_AT_MOST; break;
    case AST_OP_NE: requirement.kind = REQUIRE_DIFFERENT; break;
    default: break;
    }
    requirement.left = sym_string(e->arena, a);
    requirement.right = sym_string(e->arena, sym_add_const(e->syms, b, more));
    return requirement;
}

// Is a side's difference from the other never negative, so that an order asks only whether it is 0?
// Then AST_OP_EQ or AST_OP_NE; else the operator as it is.
static enum ast_op as_equality(struct eval *e, enum ast_op op, const struct sym *a,
                               const struct sym *b)
{
    bool ordered = op == AST_OP_LE || op == AST_OP_GT;
    if (op == AST_OP_GE || op == AST_OP_LT) return as_equality(e, mirrored(op), b, a);
    if (!ordered || !proved_at_most(e->syms, b, a)) return op;
    return op == AST_OP_LE ? AST_OP_EQ : AST_OP_NE;
}

// L - 8*(L/8) <= 0 and 8*(L/8) == L are L % 8 == 0.
static bool says_remainder(struct eval *e, enum ast_op op, const struct sym *a, const struct sym *b,
                           struct claim *claim)
{
    const struct sym *divisor, *dividend, *left = sym_sub(e->syms, a, b), *remainder = left;
    int64_t number;
    if (sym_kind(left) == SYM_UNKNOWN) return false;
    if (sym_kind(left) != SYM_MOD) {
        if (!sym_says_divides(e->syms, a, b, &divisor, &dividend)) return false;
        if (!sym_is_const(divisor, &number) || number < 2) return false;
        remainder = sym_mod(e->syms, dividend, divisor);
    }
    enum ast_op asked = as_equality(e, op, a, b);
    bool divides = asked == AST_OP_EQ;
    if (sym_kind(remainder) != SYM_MOD || (!divides && asked != AST_OP_NE)) return false;
    const char *text = sym_string(e->arena, remainder);
    claim->text = arena_printf(e->arena, "%s %s 0", text, ast_spelling(asked));
    claim->requirement =
        (struct requirement){divides ? REQUIRE_EQUAL : REQUIRE_DIFFERENT, text, "0"};
    return true;
}

static struct claim claim_of(struct eval *e, enum ast_op op, const struct sym *a,
                             const struct sym *b, const struct ast *n)
{
    struct claim remainder;
    if (says_remainder(e, op, a, b, &remainder)) return remainder;
    return (struct claim){condition_text(e, op, a, b, n), requirement_of_symbols(e, op, a, b)};
}

#define TRIED 3 // a small count of rounds, at which a loop is to run

static bool difference_is(enum ast_op op, int64_t difference)
{
    switch (op) {
    case AST_OP_LT: return difference < 0;
    case AST_OP_LE: return difference <= 0;
    case AST_OP_GT: return difference > 0;
    case AST_OP_GE: return difference >= 0;
    case AST_OP_NE: return difference != 0;
    default: return false;
    }
}

static bool at_number(struct syms *syms, const struct sym *s, const struct sym *var, int64_t number,
                      int64_t *value)
{
    return sym_is_const(sym_substitute(syms, s, var, sym_const(syms, number)), value);
}

// Does one more of the symbol make the same number of rounds more, from a small one on? In n - 50
// and n/40 no small count shows the rounds, and steps of 30 leave all small counts at one round.
static bool goes_with(struct eval *e, enum ast_op op, const struct sym *left, const struct sym *var,
                      const struct ast *n, struct hint hint)
{
    int64_t at_0, at_1, slope, tried, step;
    const struct sym *before = map_get_number(e->loops.ends, (uint64_t)(uintptr_t)n);
    map_put_number(e->loops.ends, (uint64_t)(uintptr_t)n, (void *)(uintptr_t)left);
    if (!at_number(e->syms, left, var, 0, &at_0) || !at_number(e->syms, left, var, 1, &at_1))
        return false;
    if (!checked_sub(at_1, at_0, &slope)) return false;
    const struct sym *line = sym_add_const(e->syms, sym_mul_const(e->syms, var, slope), at_0);
    if (line != left || !at_number(e->syms, left, var, TRIED, &tried)) return false;
    if (!hint.once) return difference_is(op, tried) != hint.negated;
    if (!before) return true;
    if (!sym_is_const(sym_sub(e->syms, left, before), &step) || step == 0) return false;
    return step == -1 || slope % step == 0; // INT64_MIN % -1 traps
}

// Is one symbol all that the condition of a loop depends on?
static bool note_count(struct eval *e, enum ast_op op, const struct sym *a, const struct sym *b,
                       const struct ast *n, struct hint hint)
{
    const struct sym **vars;
    const struct sym *left = sym_sub(e->syms, a, b);
    if (sym_vars(e->arena, left, &vars) != 1) return false;
    if (!goes_with(e, op, left, vars[0], n, hint)) return false;
    for (int i = 0; i < e->loops.counts.n; i++)
        if (e->loops.counts.at[i] == vars[0]) return true;
    *vec_push(e->arena, &e->loops.counts) = vars[0];
    return true;
}

// Does what is proved follow only if this symbol is no less than 0, which nobody told?
static bool needs_sign(struct eval *e, enum ast_op op, const struct sym *a, const struct sym *b,
                       const struct sym *var)
{
    bool unsaid = map_get_number(e->naming.signs, (uint64_t)(uintptr_t)var) != NULL;
    if (!unsaid || sym_lower(e->syms, var) != 0) return false;
    sym_allow_negative(e->syms, var);
    bool needed = !proved(e, op, a, b);
    sym_assume_at_least(e->syms, var, 0);
    return needed;
}

// A branch on a negative number is not followed in silence.
static void note_signs(struct eval *e, enum ast_op op, const struct sym *a, const struct sym *b,
                       const struct ast *n)
{
    const struct sym **vars;
    if (map_count(e->naming.signs) == 0) return;
    int count = sym_vars(e->arena, sym_sub(e->syms, a, b), &vars);
    for (int i = 0; i < count; i++) {
        if (!needs_sign(e, op, a, b, vars[i])) continue;
        const char *name = sym_string(e->arena, vars[i]);
        const char *text = arena_printf(e->arena, "%s >= 0: it is taken for a size", name);
        eval_assume_claim(e, n, &(struct claim){text, {REQUIRE_AT_LEAST, name, "0"}});
        map_put_number(e->naming.signs, (uint64_t)(uintptr_t)vars[i], NULL);
    }
}

// ---- comparisons

// A bound of one symbol, n > 48: which side is taken is a decision, or was taken for granted, and
// who seeks a closed form in n holds each of these against the numbers that he tries. Of one whose
// value is computed with, he would not hear.
bool compare_symbols_threshold(struct eval *e, const struct sym *a, const struct sym *b)
{
    const struct sym **vars;
    int64_t rest;
    const struct sym *left = sym_sub(e->syms, a, b);
    if (sym_vars(e->arena, left, &vars) != 1) return false;
    return sym_is_const(sym_sub(e->syms, left, vars[0]), &rest) ||
           sym_is_const(sym_add(e->syms, left, vars[0]), &rest);
}

bool compare_symbols_decided(struct eval *e, enum ast_op op, const struct sym *a,
                             const struct sym *b)
{
    return proved(e, op, a, b) || proved(e, opposite(op), a, b);
}

// What the facts decide costs no path.
bool compare_symbols(struct eval *e, enum ast_op op, const struct sym *a, const struct sym *b,
                     const struct ast *n, struct hint hint)
{
    enum ast_op other = opposite(op);
    e->loops.n_symbolic += hint.loop;
    if (hint.loop) e->loops.compared = sym_sub(e->syms, a, b);
    bool holds = proved(e, op, a, b);
    if (holds || proved(e, other, a, b)) {
        // So that the step to the next round is seen where a loop is entered again.
        if (hint.loop)
            map_put_number(e->loops.ends, (uint64_t)(uintptr_t)n,
                           (void *)(uintptr_t)e->loops.compared);
        note_signs(e, holds ? op : other, a, b, n);
        return holds;
    }
    if (hint.loop) hint.counted = note_count(e, op, a, b, n, hint);
    struct claim condition = claim_of(e, op, a, b, n), opposite_claim = claim_of(e, other, a, b, n);
    bool taken = path_decide(e, n, &condition, &opposite_claim, hint);
    // A loop that is left after one round did not learn where it ends.
    if (!(hint.loop && hint.once)) learn(e, taken ? op : other, a, b);
    return taken;
}
