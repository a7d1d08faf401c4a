// Conditions: which way `&&`, `||`, `!`, comparisons and `?:` go, and who learns what where that is
// not known.

#include "frontends/c/join.h"
#include "frontends/c/kernels/raw.h"

#include <string.h>

static bool is_comparison(const struct ast *n)
{
    return n->kind == AST_BINARY && n->op >= AST_OP_LT && n->op <= AST_OP_NE;
}

// The condition inside of __builtin_expect (likely, unlikely), which does not change it.
static const struct ast *expected_value(const struct ast *n)
{
    if (n->kind != AST_CALL || n->n_kids < 1 || n->a->kind != AST_DECAY) return NULL;
    const struct ast *f = n->a->a;
    if (f->kind != AST_FUNCTION || strcmp(f->function->name, "__builtin_expect") != 0) return NULL;
    return n->kids[0];
}

// `a && b`: a false decides the whole, a true does not, so only one of the two values of `a`
// settles what the owner does.
static bool both_truth(struct eval *e, const struct ast *n, struct hint h)
{
    bool is_and = n->kind == AST_AND;
    struct hint first = h;
    if (is_and)
        first.true_is_final = false;
    else
        first.false_is_final = false;
    bool a = expr_truth(e, n->a, first);
    if (a != is_and || e->flow != FLOW_NORMAL) return a;
    return expr_truth(e, n->b, h);
}

// A condition that is converted as a compiler converts it: to bool, or to an integer that holds all
// of its values. A fraction is no such condition: (int).5 is 0.
static bool is_converted_condition(const struct ast *n)
{
    if (n->kind != AST_CONVERT) return false;
    bool decides = is_comparison(n->a) || expected_value(n->a) || n->a->kind == AST_AND ||
                   n->a->kind == AST_OR || n->a->kind == AST_CONVERT || n->a->kind == AST_UNARY;
    if (n->type->kind == CTYPE_BOOL) return decides;
    bool whole = ctype_is_integer(n->a->type);
    return decides && whole && n->type->kind == CTYPE_INT && n->type->size >= n->a->type->size;
}

bool expr_truth(struct eval *e, const struct ast *n, struct hint h)
{
    if (n->kind == AST_AND || n->kind == AST_OR) {
        if (--e->steps.left < 0) eval_refuel(e);
        return both_truth(e, n, h);
    }
    if (n->kind == AST_UNARY && n->op == AST_OP_NOT) {
        struct hint not = h;
        not .negated = !h.negated;
        not .true_is_final = h.false_is_final;
        not .false_is_final = h.true_is_final;
        return !expr_truth(e, n->a, not );
    }
    if (is_converted_condition(n)) return expr_truth(e, n->a, h);
    if (is_comparison(n)) {
        if (--e->steps.left < 0) eval_refuel(e);
        struct cvalue a = expr_value(e, n->a), b = expr_value(e, n->b);
        return compare_values(e, n->op, &a, &b, n, h);
    }
    if (expected_value(n)) return expr_truth(e, expected_value(n), h);
    struct cvalue v = expr_value(e, n);
    return compare_truth(e, &v, n, h);
}

// The same expression, by its form.
static bool is_same_form(const struct ast *a, const struct ast *b)
{
    if (!a || !b) return a == b;
    if (a->kind != b->kind || a->op != b->op || a->type != b->type) return false;
    switch (a->kind) {
    case AST_INT: return a->integer == b->integer;
    case AST_VARIABLE: return a->variable == b->variable;
    case AST_MEMBER:
        return a->offset == b->offset && a->bit_width == b->bit_width &&
               a->bit_offset == b->bit_offset && is_same_form(a->a, b->a);
    case AST_POINTER_ADD:
        if (a->integer != b->integer) return false;
        break;
    case AST_LOAD:
    case AST_CONVERT:
    case AST_DECAY:
    case AST_DEREF:
    case AST_BINARY: break;
    default: return false;
    }
    return is_same_form(a->a, b->a) && is_same_form(a->b, b->b);
}

// May a side be evaluated before it is known whether it is taken? Numbers, and what the comparison
// has evaluated already: all else may fault, or ask something of its numbers, where the program
// does not come to it.
static bool may_be_early(const struct ast *comparison, const struct ast *side)
{
    for (; side->kind == AST_CONVERT; side = side->a)
        if (side->type->size < side->a->type->size) return false;
    return side->kind == AST_INT || is_same_form(side, ast_unconverted(comparison->a)) ||
           is_same_form(side, ast_unconverted(comparison->b));
}

// `a < b ? a : b` stays a minimum where the order is not known.
static bool min_or_max(struct eval *e, const struct ast *n, const struct cvalue *a,
                       const struct cvalue *b, struct cvalue *out)
{
    bool less = n->a->op == AST_OP_LT || n->a->op == AST_OP_LE;
    if (n->a->op == AST_OP_EQ || n->a->op == AST_OP_NE || !may_be_early(n->a, n->b) ||
        !may_be_early(n->a, n->c))
        return false;
    struct cvalue x = expr_value(e, n->b), y = expr_value(e, n->c);
    const struct sym *p = cvalue_as_sym(e, a), *q = cvalue_as_sym(e, b);
    const struct sym *r = cvalue_as_sym(e, &x), *s = cvalue_as_sym(e, &y);
    bool straight = p == r && q == s, crossed = p == s && q == r;
    if (!straight && !crossed) return false;
    compare_note_steps(e, a);
    compare_note_steps(e, b);
    *out = cvalue_sym(n->type, less == straight ? sym_min(e->syms, p, q) : sym_max(e->syms, p, q));
    return true;
}

// `a ?: c` evaluates a once.
static struct cvalue elvis(struct eval *e, const struct ast *n, struct hint h)
{
    struct cvalue v = expr_value(e, n->a);
    if (compare_truth(e, &v, n->a, h)) return value_convert(e, &v, n->type, n);
    return expr_value(e, n->c);
}

// Which side is evaluated; or no side, and the value is there already.
static const struct ast *side_of(struct eval *e, const struct ast *n, struct cvalue *value)
{
    struct hint h = {.owner = n, .true_is_final = true, .false_is_final = true};
    bool first;
    if (is_comparison(n->a) && n->type->kind == CTYPE_INT) {
        struct cvalue a = expr_value(e, n->a->a), b = expr_value(e, n->a->b);
        bool open = a.kind == CVALUE_SYMBOLIC || b.kind == CVALUE_SYMBOLIC;
        if (open && min_or_max(e, n, &a, &b, value)) return NULL;
        first = compare_values(e, n->a->op, &a, &b, n->a, h);
    } else {
        first = expr_truth(e, n->a, h);
    }
    return first ? n->b : n->c;
}

struct cvalue expr_conditional(struct eval *e, const struct ast *n)
{
    struct hint h = {.owner = n, .true_is_final = true, .false_is_final = true};
    if (n->op == AST_OP_ELVIS) return elvis(e, n, h);
    const struct ast *outer = e->paths.joined;
    struct cvalue v;
    e->paths.joined = NULL;
    const struct ast *side = side_of(e, n, &v);
    bool joined = e->paths.joined == n;
    e->paths.joined = outer;
    if (!side) return v;
    if (e->flow >= FLOW_JUMP) return value_blank(e, n->type, "the run ended");
    return joined ? join_value(e, n) : expr_value(e, side);
}

struct cvalue expr_condition_value(struct eval *e, const struct ast *n)
{
    const struct ast *outer = e->paths.joined;
    e->paths.joined = NULL;
    bool truth = expr_truth(e, n, (struct hint){.owner = raw_in_kernel(e) ? n : NULL});
    bool joined = e->paths.joined == n;
    e->paths.joined = outer;
    if (joined) return join_value(e, n);
    return (struct cvalue){.kind = CVALUE_INT, .type = n->type, .integer = truth};
}
