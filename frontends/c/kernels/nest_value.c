// Expressions: integers as symbolic numbers, pointers as a root and a number of bytes, floats as
// nothing but floats.

#include "frontends/c/kernels/nest_walk.h"

static const struct nest_value a_float = {NV_FLOAT, NULL, -1}, nothing = {NV_NONE, NULL, -1};

static struct nest_value integer(const struct sym *number)
{
    return (struct nest_value){NV_INTEGER, number, -1};
}

static struct nest_value unknown(struct nest_walk *w, const char *reason)
{
    return integer(sym_unknown(w->syms, reason));
}

static struct nest_value of_type(struct nest_walk *w, const struct ctype *t, const char *reason)
{
    if (t->kind == CTYPE_FLOAT) return a_float;
    return ctype_is_integer(t) ? unknown(w, reason) : nothing;
}

// ---- sizes of types

const struct sym *nest_type_size(struct nest_walk *w, const struct ctype *t)
{
    for (int i = w->arrays.n; i-- > 0;)
        if (w->arrays.at[i].type == t) return w->arrays.at[i].bytes;
    return !t->variable && t->size > 0 ? sym_const(w->syms, t->size) : NULL;
}

void nest_type_bind(struct nest_walk *w, const struct ast *n, const struct ctype *type)
{
    const struct ctype *levels[MAX_VARIABLE_LEVELS];
    const struct sym *counts[MAX_VARIABLE_LEVELS];
    int limit = n->n_kids < MAX_VARIABLE_LEVELS ? n->n_kids : MAX_VARIABLE_LEVELS;
    int depth = ctype_variable_levels(type, limit, levels);
    for (int i = 0; i < depth; i++) {
        struct nest_value v = nest_value(w, n->kids[i]);
        counts[i] = v.kind == NV_INTEGER ? v.number : sym_unknown(w->syms, "a bound");
    }
    for (int i = depth; i-- > 0;) {
        const struct sym *element = nest_type_size(w, levels[i]->element);
        if (!element) element = sym_unknown(w->syms, "the size of a type");
        *vec_push(w->arena, &w->arrays) =
            (struct nest_array){levels[i], sym_mul(w->syms, element, counts[i])};
    }
}

// ---- arithmetic of integers

// A remainder of what loops count goes up and down: any number below the divisor, for each round.
static const struct sym *remainder_of(struct nest_walk *w, const struct sym *rest,
                                      const struct sym *divisor)
{
    if (!w->loop || sym_kind(rest) == SYM_UNKNOWN) return rest;
    const struct sym **vars;
    bool turns = false;
    int n = sym_vars(w->arena, rest, &vars);
    for (int i = 0; i < n; i++)
        turns = turns || sym_trend_in(w->syms, rest, vars[i]) == TREND_UNKNOWN;
    if (!turns) return rest;
    const struct sym *var = nest_fresh(w, "rest");
    *vec_push(w->arena, &w->loop->rests) = (struct nest_round){var, divisor};
    return var;
}

static const struct sym *shifted(struct nest_walk *w, enum ast_op op, const struct sym *a,
                                 const struct sym *b)
{
    int64_t count;
    if (!sym_is_const(b, &count) || count < 0 || count > 40)
        return sym_unknown(w->syms, "a shift by a number that is not known");
    const struct sym *factor = sym_const(w->syms, (int64_t)1 << count);
    return op == AST_OP_SHL ? sym_mul(w->syms, a, factor) : sym_floordiv(w->syms, a, factor);
}

// a & (2^n - 1) is a remainder.
static const struct sym *masked(struct nest_walk *w, const struct sym *a, const struct sym *b)
{
    int64_t mask;
    if (sym_is_const(a, &mask)) a = b, b = sym_const(w->syms, mask);
    if (!sym_is_const(b, &mask) || mask < 0 || mask == INT64_MAX || ((mask + 1) & mask))
        return sym_unknown(w->syms, "operations on bits");
    const struct sym *divisor = sym_const(w->syms, mask + 1);
    return remainder_of(w, sym_mod(w->syms, a, divisor), divisor);
}

static const struct sym *arithmetic(struct nest_walk *w, enum ast_op op, const struct sym *a,
                                    const struct sym *b)
{
    struct syms *s = w->syms;
    if (sym_kind(a) == SYM_UNKNOWN) return a;
    if (sym_kind(b) == SYM_UNKNOWN) return b;
    switch (op) {
    case AST_OP_ADD: return sym_add(s, a, b);
    case AST_OP_SUB: return sym_sub(s, a, b);
    case AST_OP_MUL: return sym_mul(s, a, b);
    case AST_OP_DIV: return sym_truncdiv(s, a, b);
    case AST_OP_REM: return remainder_of(w, sym_truncmod(s, a, b), b);
    case AST_OP_SHL:
    case AST_OP_SHR: return shifted(w, op, a, b);
    case AST_OP_AND: return masked(w, a, b);
    default: return sym_unknown(s, "operations on bits");
    }
}

// ---- operators

static bool is_arithmetic(enum ast_op op)
{
    return op == AST_OP_ADD || op == AST_OP_SUB || op == AST_OP_MUL || op == AST_OP_DIV;
}

static struct nest_value combine(struct nest_walk *w, enum ast_op op, const struct nest_value *a,
                                 const struct nest_value *b)
{
    if (a->kind == NV_INTEGER && b->kind == NV_INTEGER)
        return integer(arithmetic(w, op, a->number, b->number));
    if (a->kind != NV_FLOAT && b->kind != NV_FLOAT) return nothing;
    if (!is_arithmetic(op)) return a_float;
    const struct sym *times = sym_const(w->syms, 1);
    for (int i = 0; i < w->guards.n; i++) {
        if (w->guards.at[i].truth) times = sym_mul(w->syms, times, w->guards.at[i].truth);
        // Behind a `continue` in a branch not every round comes here.
        if (!w->guards.at[i].truth) w->flops.exact = false;
    }
    w->flops.n = sym_add(w->syms, w->flops.n, times);
    if (w->uncounted) w->flops.exact = false;
    return a_float;
}

static bool is_comparison(enum ast_op op)
{
    return op >= AST_OP_LT && op <= AST_OP_NE;
}

static struct nest_value binary(struct nest_walk *w, const struct ast *n)
{
    if (is_comparison(n->op)) {
        nest_condition(w, n);
        return unknown(w, "the truth of a condition");
    }
    struct nest_value a = nest_value(w, n->a), b = nest_value(w, n->b);
    return combine(w, n->op, &a, &b);
}

static struct nest_value moved(struct nest_walk *w, const struct nest_value *pointer,
                               const struct nest_value *by, const struct ctype *element,
                               enum ast_op op)
{
    const struct sym *size = element ? nest_type_size(w, element) : NULL;
    if (pointer->kind != NV_POINTER || by->kind != NV_INTEGER || !size) return nothing;
    const struct sym *bytes = sym_mul(w->syms, by->number, size);
    struct nest_value v = *pointer;
    v.number =
        op == AST_OP_SUB ? sym_sub(w->syms, v.number, bytes) : sym_add(w->syms, v.number, bytes);
    return v;
}

static struct nest_value pointer_add(struct nest_walk *w, const struct ast *n)
{
    struct nest_value pointer = nest_value(w, n->a), by = nest_value(w, n->b);
    return moved(w, &pointer, &by, n->type->element, n->op);
}

static struct nest_value pointer_diff(struct nest_walk *w, const struct ast *n)
{
    struct nest_value a = nest_value(w, n->a), b = nest_value(w, n->b);
    const struct ctype *t = n->a->type;
    const struct sym *size = t->element ? nest_type_size(w, t->element) : NULL;
    if (a.kind != NV_POINTER || b.kind != NV_POINTER || a.root != b.root || !size)
        return unknown(w, "the distance of two pointers");
    return integer(sym_truncdiv(w->syms, sym_sub(w->syms, a.number, b.number), size));
}

// Conversions of integers are taken to lose nothing, but for those to types of one or two bytes.
static struct nest_value convert(struct nest_walk *w, const struct ast *n)
{
    struct nest_value v = nest_value(w, n->a);
    const struct ctype *t = n->type, *from = n->a->type;
    switch (t->kind) {
    case CTYPE_FLOAT: return a_float;
    case CTYPE_POINTER: return v.kind == NV_POINTER ? v : nothing;
    case CTYPE_BOOL:
    case CTYPE_INT: break;
    default: return nothing;
    }
    if (v.kind == NV_FLOAT) return unknown(w, "it depends on a float");
    if (v.kind != NV_INTEGER) return unknown(w, "it depends on an address");
    bool narrows = t->kind == CTYPE_BOOL || (t->size < 4 && t->size < from->size);
    if (narrows && !(sym_lower(w->syms, v.number) >= 0 && sym_upper(w->syms, v.number) <= 1))
        return unknown(w, "it depends on the low bits of a number");
    return v;
}

static struct nest_value unary(struct nest_walk *w, const struct ast *n)
{
    if (n->op == AST_OP_NOT) {
        nest_condition(w, n);
        return unknown(w, "the truth of a condition");
    }
    struct nest_value v = nest_value(w, n->a);
    if (v.kind == NV_FLOAT || n->op == AST_OP_PLUS) return v;
    if (v.kind == NV_INTEGER && n->op == AST_OP_NEG) return integer(sym_neg(w->syms, v.number));
    return of_type(w, n->type, "operations on bits");
}

// ---- assignments

static struct nest_value assign(struct nest_walk *w, const struct ast *n)
{
    struct nest_value v = nest_value(w, n->b);
    struct nest_place p = nest_place(w, n->a);
    if (!w->nest->refused) nest_store(w, &p, n->a->type, &v, n);
    return v;
}

static struct nest_value compound(struct nest_walk *w, const struct ast *n)
{
    struct nest_value by = nest_value(w, n->b);
    struct nest_place p = nest_place(w, n->a);
    if (w->nest->refused) return nothing;
    struct nest_value v = nest_load(w, &p, n->a);
    if (n->a->type->kind == CTYPE_POINTER)
        v = moved(w, &v, &by, n->a->type->element, n->op);
    else
        v = combine(w, n->op, &v, &by);
    if (n->a->type->kind == CTYPE_INT && v.kind != NV_INTEGER)
        v = unknown(w, "it depends on a float");
    nest_store(w, &p, n->a->type, &v, n);
    return v;
}

static struct nest_value step(struct nest_walk *w, const struct ast *n)
{
    struct nest_place p = nest_place(w, n->a);
    if (w->nest->refused) return nothing;
    struct nest_value before = nest_load(w, &p, n->a), after = a_float;
    struct nest_value one = integer(sym_const(w->syms, n->op == AST_OP_DEC ? -1 : 1));
    if (before.kind == NV_POINTER)
        after = moved(w, &before, &one, n->a->type->element, AST_OP_ADD);
    else
        after = combine(w, AST_OP_ADD, &before, &one);
    nest_store(w, &p, n->a->type, &after, n);
    return n->postfix ? before : after;
}

// ---- the rest

// What one side of a ?: gives, and what it does to the walk.
struct side {
    struct nest_value value;
    const struct sym *flops; // of the side alone
    bool left;               // it ends the program
};

static struct side follow_side(struct nest_walk *w, const struct ast *branch,
                               const struct nest_side *when, enum nest_guarding how)
{
    struct side side;
    const struct sym *before = w->flops.n;
    int guards = w->guards.n, unsure = w->unsure;
    w->left = false;
    nest_guard(w, when, how);
    if (!when->complete) w->unsure++;
    side.value = nest_value(w, branch);
    side.left = w->left;
    side.flops = sym_sub(w->syms, w->flops.n, before);
    w->flops.n = before;
    w->guards.n = guards;
    w->unsure = unsure;
    return side;
}

static struct nest_value conditional(struct nest_walk *w, const struct ast *n)
{
    if (n->op == AST_OP_ELVIS) {
        nest_refuse(w, n, "a condition without a middle");
        return nothing;
    }
    struct nest_condition c = nest_condition(w, n->a);
    enum nest_guarding how = nest_is_decided(w, &c) ? GUARD_DECIDES : GUARD_HOLDS;
    const struct sym *before = w->flops.n;
    struct nest_fork fork = nest_fork_open(w, n->b, n->c);
    struct side yes = follow_side(w, n->b, &c.yes, how);
    nest_fork_turn(w, &fork);
    struct side no = follow_side(w, n->c, &c.no, how);
    w->left = yes.left && no.left;
    w->flops = nest_count_ways(w->syms, before, yes.flops, no.flops, how, w->flops.exact);
    if (yes.left == no.left) {
        nest_fork_join(w, &fork, &c);
        return nest_join(w, &c, &yes.value, &no.value);
    }
    if (no.left) nest_fork_take_yes(w, &fork);
    // One side ends the program, as of assert: behind it the condition holds.
    const struct nest_side *rest = yes.left ? &c.no : &c.yes;
    nest_guard(w, rest, GUARD_HOLDS);
    if (!rest->complete) w->unsure++;
    return yes.left ? no.value : yes.value;
}

static struct nest_value decay(struct nest_walk *w, const struct ast *n)
{
    if (n->a->kind == AST_FUNCTION) return nothing;
    if (n->a->kind == AST_STRING) {
        nest_refuse(w, n, "a text");
        return nothing;
    }
    return nest_array(w, n->a);
}

// GNU ({ }), as assert is one.
static struct nest_value statement(struct nest_walk *w, const struct ast *block)
{
    int last = block->n_kids - 1;
    for (int i = 0; i < last && !w->left; i++) nest_statement(w, block->kids[i]);
    if (last < 0 || w->left) return nothing;
    const struct ast *n = block->kids[last];
    if (n->kind == AST_EXPRESSION && n->a) return nest_value(w, n->a);
    nest_statement(w, n);
    return nothing;
}

static struct nest_value size_of_array(struct nest_walk *w, const struct ast *n)
{
    const struct sym *size = n->a ? nest_type_size(w, n->a->type) : NULL;
    if (!n->a && n->compute) size = nest_type_size(w, n->compute);
    for (int i = 0; i < n->n_kids && size; i++) {
        struct nest_value v = nest_value(w, n->kids[i]);
        size = v.kind == NV_INTEGER ? sym_mul(w->syms, size, v.number) : NULL;
    }
    return size ? integer(size) : unknown(w, "the size of a type");
}

struct nest_value nest_value(struct nest_walk *w, const struct ast *n)
{
    struct nest_place p;
    if (!n || w->nest->refused) return nothing;
    w->steps.n = sym_add_const(w->syms, w->steps.n, 1);
    switch (n->kind) {
    case AST_INT: return integer(sym_const(w->syms, n->integer));
    case AST_FLOAT: return a_float;
    case AST_LOAD:
        p = nest_place(w, n->a);
        return w->nest->refused ? nothing : nest_load(w, &p, n->a);
    case AST_DECAY: return decay(w, n);
    case AST_CONVERT: return convert(w, n);
    case AST_ADDRESS: p = nest_place(w, n->a); return nest_address(w, &p, n);
    case AST_UNARY: return unary(w, n);
    case AST_BINARY: return binary(w, n);
    case AST_POINTER_ADD: return pointer_add(w, n);
    case AST_POINTER_DIFF: return pointer_diff(w, n);
    case AST_AND:
    case AST_OR: nest_condition(w, n); return unknown(w, "the truth of a condition");
    case AST_CONDITIONAL: return conditional(w, n);
    case AST_COMMA: nest_value(w, n->a); return nest_value(w, n->b);
    case AST_ASSIGN: return assign(w, n);
    case AST_COMPOUND_ASSIGN: return compound(w, n);
    case AST_STEP: return step(w, n);
    case AST_CALL: return nest_call(w, n);
    case AST_SIZEOF_VLA: return size_of_array(w, n);
    case AST_STATEMENT: return statement(w, n->a);
    default: nest_refuse(w, n, "an expression that is not understood"); return nothing;
    }
}
