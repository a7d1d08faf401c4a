// Are the rounds of a loop alike by their form? They are where the numbers that change from round
// to round (counters, sums) only index arrays, are arguments of a library, or are added and
// multiplied, in the loop itself or in functions that get them: then no round can do something else
// because of its number.

#include "frontends/c/rounds.h"

#include <string.h>

#define MAX_CHANGING 64

// Numbers that differ from round to round; those that are declared in the body begin anew.
struct form {
    const struct variable *changing[MAX_CHANGING];
    int n;
    struct map *declared;
    struct map *entered; // functions whose bodies were looked at
    struct unit *unit;
    bool other; // something that is not understood
};

// What becomes of an expression's value: something that could do otherwise for another number, an
// index or an argument of a library, or a decision, in which nothing is allowed.
enum use { USE_BARRED, USE_ALLOWED, USE_DECIDES };

static bool is_changing(const struct form *f, const struct variable *v)
{
    for (int i = 0; i < f->n; i++)
        if (f->changing[i] == v) return true;
    return false;
}

static bool is_declared(const struct form *f, const struct variable *v)
{
    return map_get_number(f->declared, (uint64_t)(uintptr_t)v);
}

static bool is_number(const struct ctype *t)
{
    return t && (t->kind == CTYPE_INT || t->kind == CTYPE_BOOL || t->kind == CTYPE_FLOAT);
}

static bool assigns(const struct ast *n)
{
    return n->kind == AST_ASSIGN || n->kind == AST_COMPOUND_ASSIGN || n->kind == AST_STEP;
}

// Numbers that the loop sets; one in a member or an element, or one that functions which are
// called could read, is not followed.
static void note_target(struct form *f, const struct ast *target)
{
    if (!is_number(target->type)) return;
    if (target->kind == AST_VARIABLE && is_declared(f, target->variable)) return;
    bool own = target->kind == AST_VARIABLE && (target->variable->storage == VARIABLE_LOCAL ||
                                                target->variable->storage == VARIABLE_PARAMETER);
    if (!own || f->n == MAX_CHANGING)
        f->other = true;
    else if (!is_changing(f, target->variable))
        f->changing[f->n++] = target->variable;
}

typedef void visit(struct form *, const struct ast *, enum use);

static void visit_parts(struct form *f, const struct ast *n, enum use use, visit *each)
{
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++)
        if (parts[i]) each(f, parts[i], use);
    for (int i = 0; i < n->n_kids; i++) each(f, n->kids[i], use);
    for (int i = 0; n->init && i < n->init->n; i++)
        if (n->init->stores[i].value) each(f, n->init->stores[i].value, use);
}

static void find_declared(struct form *f, const struct ast *n, enum use use)
{
    if (n->kind == AST_DECLARE && n->variable->storage == VARIABLE_LOCAL)
        map_put_number(f->declared, (uint64_t)(uintptr_t)n->variable, f);
    visit_parts(f, n, use, find_declared);
}

static void find_changing(struct form *f, const struct ast *n, enum use use)
{
    if (assigns(n)) note_target(f, n->a);
    visit_parts(f, n, use, find_changing);
}

// What a function without a body does with a number is a layer's or a tensor's affair, not the
// loop's.
static struct function *callee_of(const struct ast *call)
{
    const struct ast *callee = call->a;
    bool named = callee && callee->kind == AST_DECAY && callee->a->kind == AST_FUNCTION;
    return named ? callee->a->function : NULL;
}

static bool mentions_changing(const struct form *f, const struct ast *n)
{
    if (n->kind == AST_VARIABLE) return is_changing(f, n->variable);
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++)
        if (parts[i] && mentions_changing(f, parts[i])) return true;
    for (int i = 0; i < n->n_kids; i++)
        if (mentions_changing(f, n->kids[i])) return true;
    return false;
}

// A function of the program that gets changing numbers: its parameters are such, and what its body
// does with them is looked at like the loop's own. A number that it gave back would be one, too.
static bool enters(struct form *f, const struct ast *call)
{
    struct function *callee = callee_of(call);
    const struct ctype *result = callee ? callee->type->element : NULL;
    if (!callee || !callee->has_body || is_number(result)) return false;
    int n = call->n_kids;
    bool any = false;
    if (n > callee->n_parameters) return false;
    for (int i = 0; i < n; i++) {
        if (!mentions_changing(f, call->kids[i])) continue;
        any = true;
        if (is_changing(f, callee->parameters[i])) continue;
        if (f->n == MAX_CHANGING) return false;
        f->changing[f->n++] = callee->parameters[i];
    }
    return any;
}

// Any element of an array of handles may be taken; one of numbers would be another number each
// round.
static bool indexes_handles(const struct ast *n)
{
    const struct ctype *element =
        n->type && n->type->kind == CTYPE_POINTER ? n->type->element : NULL;
    return element && !is_number(element);
}

// The part of a node that decides what runs next.
static const struct ast *condition_of(const struct ast *n)
{
    switch (n->kind) {
    case AST_IF:
    case AST_CONDITIONAL:
    case AST_SWITCH:
    case AST_WHILE:
    case AST_DO:
    case AST_AND:
    case AST_OR: return n->a;
    case AST_FOR: return n->b;
    default: return NULL;
    }
}

// A shift to the left multiplies by a power of 2; one to the right comes to 0 in some round.
static bool is_polynomial(enum ast_op op)
{
    return op == AST_OP_ADD || op == AST_OP_SUB || op == AST_OP_MUL || op == AST_OP_SHL;
}

// How what `n` makes of its parts may be used, where `n` itself is used so: sums and products of
// changing numbers are as good as the numbers, all else hides them.
static enum use use_of_parts(const struct form *f, const struct ast *n, enum use use)
{
    enum use barred = use == USE_ALLOWED ? USE_BARRED : use;
    switch (n->kind) {
    case AST_BINARY: return is_polynomial(n->op) ? use : barred;
    case AST_STEP:
    case AST_ASSIGN:
    case AST_COMPOUND_ASSIGN:
        // Into itself, or into another number that is looked at in the same way.
        return n->a->kind == AST_VARIABLE && is_changing(f, n->a->variable) ? USE_ALLOWED : barred;
    case AST_ADDRESS:
    case AST_LOAD:
    case AST_CONVERT:
    case AST_DECAY:
    case AST_MEMBER:
    case AST_DEREF:
    case AST_COMPOUND: return use;
    default: return barred;
    }
}

static void check_uses(struct form *, const struct ast *, enum use);

static void check_body(struct form *f, const struct ast *body)
{
    find_declared(f, body, USE_BARRED);
    find_changing(f, body, USE_BARRED);
    check_uses(f, body, USE_BARRED);
}

// A library takes numbers for what they are.
static void check_call(struct form *f, const struct ast *call, enum use granted, enum use barred)
{
    struct function *callee = callee_of(call);
    bool library = callee && !callee->has_body, entered = !library && enters(f, call);
    check_uses(f, call->a, barred);
    for (int i = 0; i < call->n_kids; i++)
        check_uses(f, call->kids[i], library || entered ? granted : barred);
    uint64_t key = (uint64_t)(uintptr_t)callee;
    if (!entered || map_get_number(f->entered, key)) return;
    map_put_number(f->entered, key, f);
    check_body(f, unit_body(f->unit, callee));
}

// Is a changing number used only where its value makes no difference to what a round does? What
// decides a branch is looked at as such, whatever is allowed around it.
static void check_uses(struct form *f, const struct ast *n, enum use use)
{
    if (n->kind == AST_HOLE || n->kind == AST_GOTO) f->other = true;
    const struct ast *condition = condition_of(n);
    if (condition) check_uses(f, condition, USE_DECIDES);
    enum use granted = use == USE_DECIDES ? USE_DECIDES : USE_ALLOWED;
    enum use barred = use == USE_ALLOWED ? USE_BARRED : use;
    switch (n->kind) {
    case AST_VARIABLE:
        if (use != USE_ALLOWED && is_changing(f, n->variable)) f->other = true;
        return;
    case AST_CALL: check_call(f, n, granted, barred); return;
    case AST_POINTER_ADD:
        check_uses(f, n->a, use);
        check_uses(f, n->b, indexes_handles(n) ? granted : barred);
        return;
    case AST_ADDRESS:
        if (n->a->kind == AST_VARIABLE && is_changing(f, n->a->variable)) f->other = true;
        break;
    default: break;
    }
    visit_parts(f, n, use_of_parts(f, n, use), check_uses);
}

static bool is_comparison(const struct ast *n)
{
    while (n && n->kind == AST_CONVERT) n = n->a;
    return n && n->kind == AST_BINARY && n->op >= AST_OP_LT && n->op <= AST_OP_NE;
}

bool rounds_alike(struct eval *e, const struct ast *loop)
{
    struct form f = {
        .declared = map_open(e->arena), .entered = map_open(e->arena), .unit = e->unit};
    const struct ast *step = loop->kind == AST_FOR ? loop->c : NULL;
    if (!is_comparison(loop->kind == AST_FOR ? loop->b : loop->a)) return false;
    if (step) find_changing(&f, step, USE_BARRED);
    check_body(&f, loop->d);
    if (step) check_uses(&f, step, USE_BARRED);
    return !f.other;
}
