// Comparisons and truth of values: concrete ones exactly, symbolic ones by what
// is proved, the others by a decision that becomes a fact.

#include "frontends/c/join.h"
#include "frontends/c/pair.h"
#include "ir/base/checked.h"

static bool floats_compare(enum ast_op op, long double a, long double b)
{
    switch (op) {
    case AST_OP_LT: return a < b;
    case AST_OP_GT: return a > b;
    case AST_OP_LE: return a <= b;
    case AST_OP_GE: return a >= b;
    case AST_OP_EQ: return a == b;
    default: return a != b;
    }
}

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

// ---- symbols

static bool proved_at_most(struct eval *e, const struct sym *a, const struct sym *b)
{
    return sym_is_at_most(e->syms, a, b);
}

// Sizes that a branch found to differ, by their difference: the facts have no such form, and
// without it the same question would be answered differently the next time.
static bool are_different(struct eval *e, const struct sym *a, const struct sym *b)
{
    return map_count(e->different) > 0 &&
           (map_get_number(e->different, (uint64_t)(uintptr_t)sym_sub(e->syms, a, b)) ||
            map_get_number(e->different, (uint64_t)(uintptr_t)sym_sub(e->syms, b, a)));
}

static bool proved_less(struct eval *e, const struct sym *a, const struct sym *b)
{
    return proved_at_most(e, sym_add_const(e->syms, a, 1), b) ||
           (are_different(e, a, b) && proved_at_most(e, a, b));
}

// Is it true for all values that the facts allow?
static bool proved(struct eval *e, enum ast_op op, const struct sym *a, const struct sym *b)
{
    switch (op) {
    case AST_OP_LT: return proved_less(e, a, b);
    case AST_OP_GT: return proved_less(e, b, a);
    case AST_OP_LE: return proved_at_most(e, a, b);
    case AST_OP_GE: return proved_at_most(e, b, a);
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
        if (sym_is_const(b, NULL)) map_put_number(e->signs, (uint64_t)(uintptr_t)a, NULL);
        break;
    default:
        map_put_number(e->different, (uint64_t)(uintptr_t)more, e);
        if (proved_at_most(e, a, b))
            sym_assume_at_least(e->syms, more, 1);
        else if (proved_at_most(e, b, a))
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
        return arena_printf(e->arena, "%s %s %s", name_expression(e, n->a), ast_spelling(op),
                            name_expression(e, n->b));
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

static struct claim claim_of(struct eval *e, enum ast_op op, const struct sym *a,
                             const struct sym *b, const struct ast *n)
{
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

static bool at_number(struct eval *e, const struct sym *s, const struct sym *var, int64_t number,
                      int64_t *value)
{
    return sym_is_const(sym_substitute(e->syms, s, var, sym_const(e->syms, number)), value);
}

// Does one more of the symbol make the same number of rounds more, from a small one on? In n - 50
// and n/40 no small count shows the rounds, and steps of 30 leave all small counts at one round.
static bool goes_with(struct eval *e, enum ast_op op, const struct sym *left, const struct sym *var,
                      const struct ast *n, struct hint hint)
{
    int64_t at_0, at_1, slope, tried, step;
    const struct sym *before = map_get_number(e->ends, (uint64_t)(uintptr_t)n);
    map_put_number(e->ends, (uint64_t)(uintptr_t)n, (void *)(uintptr_t)left);
    if (!at_number(e, left, var, 0, &at_0) || !at_number(e, left, var, 1, &at_1)) return false;
    if (!checked_sub(at_1, at_0, &slope)) return false;
    const struct sym *line = sym_add_const(e->syms, sym_mul_const(e->syms, var, slope), at_0);
    if (line != left || !at_number(e, left, var, TRIED, &tried)) return false;
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
    for (int i = 0; i < e->loop_counts.n; i++)
        if (e->loop_counts.at[i] == vars[0]) return true;
    *vec_push(e->arena, &e->loop_counts) = vars[0];
    return true;
}

// Does what is proved follow only if this symbol is no less than 0, which nobody told?
static bool needs_sign(struct eval *e, enum ast_op op, const struct sym *a, const struct sym *b,
                       const struct sym *var)
{
    bool unsaid = map_get_number(e->signs, (uint64_t)(uintptr_t)var) != NULL;
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
    if (map_count(e->signs) == 0) return;
    int count = sym_vars(e->arena, sym_sub(e->syms, a, b), &vars);
    for (int i = 0; i < count; i++) {
        if (!needs_sign(e, op, a, b, vars[i])) continue;
        const char *name = sym_string(e->arena, vars[i]);
        const char *text = arena_printf(e->arena, "%s >= 0: it is taken for a size", name);
        eval_assume_claim(e, n, &(struct claim){text, {REQUIRE_AT_LEAST, name, "0"}});
        map_put_number(e->signs, (uint64_t)(uintptr_t)vars[i], NULL);
    }
}

// ---- what is lost

// A value in place of one that a finding says cannot be had: it stays so wherever it goes.
static bool is_lost(const struct eval *e, const struct cvalue *v)
{
    if (v->kind == CVALUE_UNKNOWN) return lost_is_reason(e, v->reason);
    return v->kind == CVALUE_SYMBOLIC && sym_kind(v->sym) == SYM_UNKNOWN &&
           lost_is_reason(e, sym_name(v->sym));
}

static bool is_computed(const struct eval *e, const struct cvalue *v)
{
    if (v->kind == CVALUE_UNKNOWN) return lost_is_computed(e, v->reason);
    return v->kind == CVALUE_SYMBOLIC && sym_kind(v->sym) == SYM_UNKNOWN &&
           lost_is_computed(e, sym_name(v->sym));
}

// A loop that waits for what a model computes, as training does: one round shows what it does.
static bool wait_for_computed(struct eval *e, const struct ast *n, struct hint hint)
{
    bool stay = !hint.negated;
    e->n_open++;
    if (!hint.once) return stay;
    eval_assume(e, n,
                arena_printf(e->arena,
                             "%s: it depends on what a model computes, and the loop is "
                             "left after %d round%s",
                             n ? name_expression(e, n) : "a condition", hint.rounds,
                             hint.rounds == 1 ? "" : "s"));
    return !stay;
}

void compare_note_steps(struct eval *e, const struct cvalue *v)
{
    const struct sym **vars;
    bool number = v->type && (v->type->kind == CTYPE_INT || v->type->kind == CTYPE_FLOAT);
    if (number && is_lost(e, v)) e->loops_differ = true;
    if (v->kind != CVALUE_SYMBOLIC) return;
    int n = sym_vars(e->arena, v->sym, &vars);
    for (int i = 0; i < n; i++) map_put_number(e->bent, (uint64_t)(uintptr_t)vars[i], e);
}

// All lost values compare as one number above all others, so that no two conditions on one of
// them contradict each other.
static bool lost_compares(enum ast_op op, bool left, bool right)
{
    if (left && right) return op == AST_OP_EQ || op == AST_OP_LE || op == AST_OP_GE;
    if (op == AST_OP_NE) return true;
    return left ? op == AST_OP_GT || op == AST_OP_GE : op == AST_OP_LT || op == AST_OP_LE;
}

// ---- symbols

// What the facts decide costs no path.
static bool symbols_compare(struct eval *e, enum ast_op op, const struct sym *a,
                            const struct sym *b, const struct ast *n, struct hint hint)
{
    enum ast_op other = opposite(op);
    e->n_symbolic += hint.loop;
    if (hint.loop) e->compared = sym_sub(e->syms, a, b);
    bool holds = proved(e, op, a, b);
    if (holds || proved(e, other, a, b)) {
        // So that the step to the next round is seen where a loop is entered again.
        if (hint.loop)
            map_put_number(e->ends, (uint64_t)(uintptr_t)n, (void *)(uintptr_t)e->compared);
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

// ---- pointers

int compare_pointers(struct eval *e, const struct cvalue *a, const struct cvalue *b)
{
    uint64_t at[2];
    const struct cvalue *side[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        const struct cvalue *v = side[i];
        int64_t address = v->kind == CVALUE_INT ? v->integer : 0;
        if (v->kind == CVALUE_POINTER) address = heap_address(v->pointer.object, v->pointer.offset);
        if (v->kind == CVALUE_CODE)
            address = heap_address(eval_function_info(e, v->function)->code->id, 0);
        at[i] = (uint64_t)address;
    }
    return at[0] < at[1] ? -1 : at[0] > at[1];
}

static bool order_holds(enum ast_op op, int order)
{
    switch (op) {
    case AST_OP_LT: return order < 0;
    case AST_OP_GT: return order > 0;
    case AST_OP_LE: return order <= 0;
    case AST_OP_GE: return order >= 0;
    case AST_OP_EQ: return order == 0;
    default: return order != 0;
    }
}

// Is a pointer to memory that was made up for it not NULL?
static bool pointer_is_set(struct eval *e, const struct cvalue *v, const struct ast *n,
                           struct hint hint)
{
    struct object *o = v->kind == CVALUE_POINTER ? heap_object(e->heap, v->pointer.object) : NULL;
    if (!o || o->null == NULLNESS_NEVER) return !cvalue_is_null(v);
    if (o->null == NULLNESS_ALWAYS) return false;
    const char *path = o->rare && o->rare->path ? o->rare->path : o->name;
    if (!path) path = n ? name_expression(e, n) : "the pointer";
    struct claim is_set = {.text = arena_printf(e->arena, "%s != NULL", path)};
    struct claim is_null = {.text = arena_printf(e->arena, "%s == NULL", path)};
    bool set = path_decide(e, n, &is_set, &is_null, hint);
    if (!(hint.loop && hint.once)) o->null = set ? NULLNESS_NEVER : NULLNESS_ALWAYS;
    return set;
}

// The hint for the opposite question.
static struct hint negated(struct hint h)
{
    bool was = h.true_is_final;
    h.negated = !h.negated;
    h.true_is_final = h.false_is_final;
    h.false_is_final = was;
    return h;
}

static bool pointers_compare(struct eval *e, enum ast_op op, const struct cvalue *a,
                             const struct cvalue *b, const struct ast *n, struct hint hint)
{
    bool equality = op == AST_OP_EQ || op == AST_OP_NE;
    if (equality && (cvalue_is_null(a) || cvalue_is_null(b))) {
        const struct cvalue *other = cvalue_is_null(a) ? b : a;
        if (op == AST_OP_NE) return pointer_is_set(e, other, n, hint);
        return !pointer_is_set(e, other, n, negated(hint));
    }
    return order_holds(op, compare_pointers(e, a, b));
}

// ---- any values

static bool is_address(const struct cvalue *v)
{
    return v->kind == CVALUE_POINTER || v->kind == CVALUE_CODE;
}

// Nothing is known of a side: only the text of the source can say what is decided.
static bool open_condition(struct eval *e, const struct ast *n, struct hint hint)
{
    struct claim holds = {.text = n ? name_expression(e, n) : "a condition"};
    struct claim fails = {.text = arena_printf(e->arena, "!(%s)", holds.text)};
    return path_decide(e, n, &holds, &fails, hint);
}

static bool lost_condition(struct eval *e, const struct ast *n, bool holds, struct hint hint)
{
    struct claim condition = {.text = n ? name_expression(e, n) : "a condition"};
    if (n && n->kind == AST_CASE)
        condition.text = arena_printf(e->arena, "case %lld", (long long)n->integer);
    struct claim opposite = {.text = arena_printf(e->arena, "!(%s)", condition.text)};
    return path_take(e, n, holds, &condition, &opposite, hint);
}

static const char *operand_text(struct eval *e, const struct cvalue *v)
{
    switch (v->kind) {
    case CVALUE_INT: return arena_printf(e->arena, "%lld", (long long)v->integer);
    case CVALUE_SYMBOLIC: return sym_string(e->arena, v->sym);
    case CVALUE_POINTER: return cvalue_is_null(v) ? "NULL" : "set";
    default: return "?";
    }
}

// What a condition is about that somebody asked after, so that runs can be held against each other.
static void note_seen(struct eval *e, const struct ast *n, const struct cvalue *a,
                      const struct cvalue *b)
{
    if (!map_get_number(e->request.watched, (uint64_t)(uintptr_t)n)) return;
    const char *text = arena_printf(e->arena, "%p %s %s", (const void *)n, operand_text(e, a),
                                    b ? operand_text(e, b) : "");
    if (map_get_string(e->seen_before, text)) return;
    map_put_string(e->seen_before, text, e);
    *vec_push(e->arena, &e->seen) = text;
}

// A bound of one symbol, n > 48: which side is taken is a decision, or was taken for granted, and
// who seeks a closed form in n holds each of these against the numbers that he tries. Of one whose
// value is computed with, he would not hear.
static bool is_threshold(struct eval *e, const struct sym *a, const struct sym *b)
{
    const struct sym **vars;
    int64_t rest;
    const struct sym *left = sym_sub(e->syms, a, b);
    if (sym_vars(e->arena, left, &vars) != 1) return false;
    return sym_is_const(sym_sub(e->syms, left, vars[0]), &rest) ||
           sym_is_const(sym_add(e->syms, left, vars[0]), &rest);
}

// A condition that what is known decides is the same for all.
static void compare_note_undecided(struct eval *e, enum ast_op op, const struct cvalue *a,
                                   const struct cvalue *b, struct hint hint)
{
    bool symbolic = a->kind == CVALUE_SYMBOLIC || b->kind == CVALUE_SYMBOLIC;
    bool integers = symbolic && (a->kind == CVALUE_INT || a->kind == CVALUE_SYMBOLIC) &&
                    (b->kind == CVALUE_INT || b->kind == CVALUE_SYMBOLIC);
    if (integers) {
        const struct sym *x = cvalue_as_sym(e, a), *y = cvalue_as_sym(e, b);
        if (proved(e, op, x, y) || proved(e, opposite(op), x, y)) return;
        if (hint.owner && is_threshold(e, x, y)) return;
    }
    compare_note_steps(e, a);
    compare_note_steps(e, b);
}

static bool is_unknown_float(const struct cvalue *v)
{
    return v->kind == CVALUE_UNKNOWN && v->type && v->type->kind == CTYPE_FLOAT;
}

// Nobody need decide a branch on floating-point numbers whose sides only set numbers.
static bool joins(struct eval *e, const struct cvalue *a, const struct cvalue *b, struct hint hint)
{
    bool floats = is_unknown_float(a) || (b && is_unknown_float(b));
    if (!floats || !hint.owner || e->request.concrete || !join_fits(e, hint.owner)) return false;
    e->joined = hint.owner;
    return true;
}

static bool pairs_compare(struct eval *e, enum ast_op op, const struct cvalue *a,
                          const struct cvalue *b, const struct ast *n, struct hint hint)
{
    bool holds;
    struct cvalue x, y;
    if (pair_compare(e, op, a, b, n, &holds)) return holds;
    if (wide_narrow(e, a, &x) && wide_narrow(e, b, &y))
        return compare_values(e, op, &x, &y, n, hint);
    return open_condition(e, n, hint);
}

bool compare_values(struct eval *e, enum ast_op op, const struct cvalue *a, const struct cvalue *b,
                    const struct ast *n, struct hint hint)
{
    int64_t r;
    if (e->request.watched) note_seen(e, n, a, b);
    if (a->kind == CVALUE_INT && b->kind == CVALUE_INT && a->type->kind != CTYPE_POINTER) {
        value_integer_op(op, a->type, a->integer, b->integer, &r);
        return r != 0;
    }
    if (a->kind == CVALUE_FLOATING && b->kind == CVALUE_FLOATING)
        return floats_compare(op, a->floating, b->floating);
    if (pair_is(a) || pair_is(b)) return pairs_compare(e, op, a, b, n, hint);
    if (!hint.loop) compare_note_undecided(e, op, a, b, hint);
    if (hint.loop && !e->request.concrete && (is_computed(e, a) || is_computed(e, b)))
        return wait_for_computed(e, n, hint);
    bool left = is_lost(e, a), right = is_lost(e, b);
    if ((left || right) && !hint.loop && !e->request.concrete)
        return lost_condition(e, n, lost_compares(op, left, right), hint);
    bool integers = (a->kind == CVALUE_INT || a->kind == CVALUE_SYMBOLIC) &&
                    (b->kind == CVALUE_INT || b->kind == CVALUE_SYMBOLIC);
    if (integers) return symbols_compare(e, op, cvalue_as_sym(e, a), cvalue_as_sym(e, b), n, hint);
    if ((is_address(a) || a->kind == CVALUE_INT) && (is_address(b) || b->kind == CVALUE_INT))
        return pointers_compare(e, op, a, b, n, hint);
    if (joins(e, a, b, hint)) return false;
    return open_condition(e, n, hint);
}

bool compare_truth(struct eval *e, const struct cvalue *v, const struct ast *n, struct hint hint)
{
    if (e->request.watched) note_seen(e, n, v, NULL);
    bool threshold = hint.owner && v->kind == CVALUE_SYMBOLIC && sym_kind(v->sym) == SYM_VAR;
    if (!hint.loop && v->kind != CVALUE_INT && !threshold) compare_note_steps(e, v);
    if (is_computed(e, v) && hint.loop && !e->request.concrete)
        return wait_for_computed(e, n, hint);
    if (is_lost(e, v) && !hint.loop && !e->request.concrete)
        return lost_condition(e, n, true, hint);
    switch (v->kind) {
    case CVALUE_INT: return v->integer != 0;
    case CVALUE_FLOATING: return v->floating != 0;
    case CVALUE_SYMBOLIC:
        return symbols_compare(e, AST_OP_NE, v->sym, sym_const(e->syms, 0), n, hint);
    case CVALUE_POINTER: return pointer_is_set(e, v, n, hint);
    case CVALUE_CODE: return true;
    case CVALUE_RECORD: {
        struct cvalue zero = cvalue_int(e->types->int_, 0);
        return pairs_compare(e, AST_OP_NE, v, &zero, n, hint);
    }
    default: return !joins(e, v, NULL, hint) && open_condition(e, n, hint);
    }
}
