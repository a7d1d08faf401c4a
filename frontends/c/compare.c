// Comparisons and truth of values: concrete ones exactly, symbolic ones by what
// is proved (compare_symbols.c), the others by a decision that becomes a fact.

#include "frontends/c/compare.h"
#include "frontends/c/join.h"
#include "frontends/c/kernels/raw.h"
#include "frontends/c/pair.h"

bool compare_order_holds(enum ast_op op, int order)
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

// ---- what is lost

// Why a value is not known; NULL if it is.
static const char *reason_of(const struct cvalue *v)
{
    if (v->kind == CVALUE_UNKNOWN) return v->reason;
    bool unknown = v->kind == CVALUE_SYMBOLIC && sym_kind(v->sym) == SYM_UNKNOWN;
    return unknown ? sym_name(v->sym) : NULL;
}

// A value in place of one that a finding says cannot be had: it stays so wherever it goes.
static bool is_lost(const struct eval *e, const struct cvalue *v)
{
    const char *reason = reason_of(v);
    return reason && lost_is_reason(e, reason);
}

static bool is_computed(const struct eval *e, const struct cvalue *v)
{
    const char *reason = reason_of(v);
    return reason && lost_is_computed(e, reason);
}

static bool is_looped(const struct eval *e, const struct cvalue *v)
{
    const char *reason = reason_of(v);
    return reason && lost_is_looped(e, reason);
}

// A loop that waits for what a model computes, as training does: one round shows what it does.
static bool wait_for_computed(struct eval *e, const struct ast *n, struct hint hint)
{
    bool stay = !hint.negated;
    e->paths.n_open++;
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
    if (number && is_lost(e, v)) e->loops.differ = true;
    if (v->kind != CVALUE_SYMBOLIC) return;
    int n = sym_vars(e->arena, v->sym, &vars);
    for (int i = 0; i < n; i++) map_put_number(e->loops.bent, (uint64_t)(uintptr_t)vars[i], e);
}

// All lost values compare as one number above all others, so that no two conditions on one of
// them contradict each other.
static bool lost_compares(enum ast_op op, bool left, bool right)
{
    if (left && right) return op == AST_OP_EQ || op == AST_OP_LE || op == AST_OP_GE;
    if (op == AST_OP_NE) return true;
    return left ? op == AST_OP_GT || op == AST_OP_GE : op == AST_OP_LT || op == AST_OP_LE;
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
    return compare_order_holds(op, compare_pointers(e, a, b));
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

// Kernels take sides by what they are given only.
static bool goes_both_ways(const struct eval *e, const struct cvalue *a, const struct cvalue *b)
{
    bool left = !is_lost(e, a) || is_looped(e, a), right = !is_lost(e, b) || is_looped(e, b);
    return left && right && !raw_in_kernel(e);
}

// Of what a loop leaves both sides may be taken, each with its own figures.
static bool lost_condition(struct eval *e, const struct ast *n, bool holds, bool both,
                           struct hint hint)
{
    struct claim condition = {.text = n ? name_expression(e, n) : "a condition"};
    if (n && n->kind == AST_CASE)
        condition.text = arena_printf(e->arena, "case %lld", (long long)n->integer);
    struct claim opposite = {.text = arena_printf(e->arena, "!(%s)", condition.text)};
    if (both) return path_decide(e, n, &condition, &opposite, hint);
    return path_take(e, n, holds, &condition, &opposite, hint);
}

static const char *operand_text(struct arena *arena, const struct cvalue *v)
{
    switch (v->kind) {
    case CVALUE_INT: return arena_printf(arena, "%lld", (long long)v->integer);
    case CVALUE_SYMBOLIC: return sym_string(arena, v->sym);
    case CVALUE_POINTER: return cvalue_is_null(v) ? "NULL" : "set";
    default: return "?";
    }
}

// What a condition is about that somebody asked after, so that runs can be held against each other.
static void note_seen(struct eval *e, const struct ast *n, const struct cvalue *a,
                      const struct cvalue *b)
{
    if (!map_get_number(e->request.watched, (uint64_t)(uintptr_t)n)) return;
    const char *text = arena_printf(e->arena, "%p %s %s", (const void *)n,
                                    operand_text(e->arena, a), b ? operand_text(e->arena, b) : "");
    if (map_get_string(e->paths.seen_before, text)) return;
    map_put_string(e->paths.seen_before, text, e);
    *vec_push(e->arena, &e->paths.seen) = text;
}

// Whether it matters how often a loop runs that a lost number ends is asked where it is left.
static void note_side(struct eval *e, const struct cvalue *v, struct hint hint)
{
    bool ends = hint.loop && hint.owner && v->type && v->type->kind == CTYPE_INT && is_lost(e, v);
    if (ends)
        *vec_push(e->arena, &e->loops.unsure) = hint.owner;
    else
        compare_note_steps(e, v);
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
        if (compare_symbols_decided(e, op, x, y)) return;
        if (hint.owner && compare_symbols_threshold(e, x, y)) return;
    }
    note_side(e, a, hint);
    note_side(e, b, hint);
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
    e->paths.joined = hint.owner;
    map_put_number(e->paths.joins, (uint64_t)(uintptr_t)hint.owner, e);
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
        return lost_condition(e, n, lost_compares(op, left, right), goes_both_ways(e, a, b), hint);
    bool integers = (a->kind == CVALUE_INT || a->kind == CVALUE_SYMBOLIC) &&
                    (b->kind == CVALUE_INT || b->kind == CVALUE_SYMBOLIC);
    if (integers) return compare_symbols(e, op, cvalue_as_sym(e, a), cvalue_as_sym(e, b), n, hint);
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
        return lost_condition(e, n, true, goes_both_ways(e, v, v), hint);
    switch (v->kind) {
    case CVALUE_INT: return v->integer != 0;
    case CVALUE_FLOATING: return v->floating != 0;
    case CVALUE_SYMBOLIC:
        return compare_symbols(e, AST_OP_NE, v->sym, sym_const(e->syms, 0), n, hint);
    case CVALUE_POINTER: return pointer_is_set(e, v, n, hint);
    case CVALUE_CODE: return true;
    case CVALUE_RECORD: {
        struct cvalue zero = cvalue_int(e->types->int_, 0);
        return pairs_compare(e, AST_OP_NE, v, &zero, n, hint);
    }
    default: return !joins(e, v, NULL, hint) && open_condition(e, n, hint);
    }
}
