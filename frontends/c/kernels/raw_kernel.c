// Which functions are kernels: those that run loops over numbers which they are led to by what they
// are given, or which lie in arrays of the program.

#include "frontends/c/kernels/raw_record.h"
#include "frontends/c/kernels/skim.h"

#define MAX_LED 5 // pointers and records, one behind the other

// ---- loops and stores

static bool has_loop(const struct ast *n)
{
    if (!n) return false;
    if (ast_is_loop(n)) return true;
    if (has_loop(n->a) || has_loop(n->b) || has_loop(n->c) || has_loop(n->d)) return true;
    for (int i = 0; i < n->n_kids; i++)
        if (has_loop(n->kids[i])) return true;
    return false;
}

// Is it such a store, inside of a loop?
typedef bool is_wanted(const struct ast *target);

struct looking {
    struct unit *unit;
    is_wanted *wanted;
    int depth; // of functions, one in the other
};

static bool stores(struct looking *, const struct ast *, bool in_loop);

// set(m, i, j, x): a function without a loop that stores for its caller's.
static bool stores_for(struct looking *l, const struct ast *call)
{
    bool named = call->a->kind == AST_DECAY && call->a->a->kind == AST_FUNCTION;
    struct function *f = named ? call->a->a->function : NULL;
    if (!f || !f->has_body || f->in_system_header || l->depth == MAX_LED) return false;
    const struct ast *body = unit_body(l->unit, f);
    if (has_loop(body)) return false;
    l->depth++;
    bool found = stores(l, body, true);
    l->depth--;
    return found;
}

static bool stores(struct looking *l, const struct ast *n, bool in_loop)
{
    if (!n) return false;
    bool assigns = n->kind == AST_ASSIGN || n->kind == AST_COMPOUND_ASSIGN || n->kind == AST_STEP;
    if (in_loop && assigns && n->a->kind == AST_DEREF && l->wanted(n->a)) return true;
    if (in_loop && n->kind == AST_CALL && stores_for(l, n)) return true;
    in_loop = in_loop || ast_is_loop(n);
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++)
        if (stores(l, parts[i], in_loop)) return true;
    for (int i = 0; i < n->n_kids; i++)
        if (stores(l, n->kids[i], in_loop)) return true;
    return false;
}

static bool stores_in_loops(struct unit *unit, const struct ast *body, is_wanted *wanted)
{
    return stores(&(struct looking){.unit = unit, .wanted = wanted}, body, false);
}

static bool is_float(const struct ast *target)
{
    return target->type->kind == CTYPE_FLOAT;
}

// Quantized numbers are small; larger integers are counters and tables as a rule.
static bool is_data(const struct ast *target)
{
    const struct ctype *t = target->type;
    return is_float(target) ||
           (t->kind == CTYPE_INT && t->size <= 2 && raw_element_of(t).dtype != DTYPE_NONE);
}

// The array is a variable that outlives calls.
static bool is_data_of_program(const struct ast *target)
{
    const struct ast *n = target;
    while (n && (n->kind == AST_DEREF || n->kind == AST_POINTER_ADD || n->kind == AST_DECAY ||
                 n->kind == AST_MEMBER || n->kind == AST_LOAD || n->kind == AST_CONVERT))
        n = n->a;
    return is_data(target) && n && n->kind == AST_VARIABLE &&
           n->variable->storage > VARIABLE_PARAMETER;
}

static bool is_quantized(const struct ast *n)
{
    n = ast_unconverted(n);
    if (n->kind != AST_LOAD || n->a->kind != AST_DEREF) return false;
    enum dtype dtype = raw_element_of(n->type).dtype;
    return dtype == DTYPE_I8 || dtype == DTYPE_I16;
}

// Inputs times weights, in a loop.
static bool multiplies_quantized(const struct ast *n, bool in_loop)
{
    if (!n) return false;
    bool product = n->kind == AST_BINARY && n->op == AST_OP_MUL;
    if (in_loop && product && is_quantized(n->a) && is_quantized(n->b)) return true;
    in_loop = in_loop || ast_is_loop(n);
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++)
        if (multiplies_quantized(parts[i], in_loop)) return true;
    for (int i = 0; i < n->n_kids; i++)
        if (multiplies_quantized(n->kids[i], in_loop)) return true;
    return false;
}

bool raw_computes(struct unit *unit, struct function *f)
{
    if (f->contract) return true;
    if (!f->has_body || f->in_system_header) return false;
    const struct ast *body = unit_body(unit, f);
    return stores_in_loops(unit, body, is_float) || multiplies_quantized(body, false);
}

// ---- what parameters lead to

static bool is_numbers(const struct ctype *t)
{
    return t && raw_element_of(t).dtype != DTYPE_NONE;
}

bool raw_points_to_numbers(const struct ctype *t)
{
    return t->kind == CTYPE_POINTER && is_numbers(t->element);
}

// Numbers that lie in it as an array, or behind a pointer in it.
static bool leads_to_numbers(const struct ctype *t, int depth)
{
    if (!t || depth == 0) return false;
    if (t->kind == CTYPE_ARRAY) return is_numbers(t) || leads_to_numbers(t->element, depth);
    if (t->kind == CTYPE_POINTER)
        return raw_points_to_numbers(t) || leads_to_numbers(t->element, depth - 1);
    for (int i = 0; t->kind == CTYPE_RECORD && i < t->n_fields; i++)
        if (leads_to_numbers(t->fields[i].type, depth - 1)) return true;
    return false;
}

// ---- kernels

static enum raw_kernel kind_of(struct eval *e, struct function *f)
{
    bool points = false, leads = false;
    for (int i = 0; i < f->n_parameters; i++) {
        const struct ctype *t = f->parameters[i]->type;
        points = points || raw_points_to_numbers(t);
        leads = leads || leads_to_numbers(t, MAX_LED);
    }
    if (points && f->contract) return RAW_KERNEL_OF_POINTERS;
    if (!f->has_body || f->in_system_header) return RAW_KERNEL_NONE;
    const struct ast *body = unit_body(e->unit, f);
    if (points) return has_loop(body) ? RAW_KERNEL_OF_POINTERS : RAW_KERNEL_NONE;
    bool computes = stores_in_loops(e->unit, body, leads ? is_data : is_data_of_program);
    return computes ? RAW_KERNEL_OF_OBJECTS : RAW_KERNEL_NONE;
}

enum raw_kernel raw_kernel_of(struct eval *e, struct function *f)
{
    struct kernel_kind *kind = skim_function_kind(e, f);
    if (!kind->kernel_known) kind->kernel = kind_of(e, f);
    kind->kernel_known = true;
    return kind->kernel;
}

static bool calls_kernels(struct eval *e, const struct ast *n)
{
    if (!n) return false;
    bool named = n->kind == AST_CALL && n->a->kind == AST_DECAY && n->a->a->kind == AST_FUNCTION;
    if (named && raw_kernel_of(e, n->a->a->function) != RAW_KERNEL_NONE) return true;
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++)
        if (calls_kernels(e, parts[i])) return true;
    for (int i = 0; i < n->n_kids; i++)
        if (calls_kernels(e, n->kids[i])) return true;
    for (int i = 0; n->init && i < n->init->n; i++)
        if (calls_kernels(e, n->init->stores[i].value)) return true;
    return false;
}

bool raw_calls_kernels(struct eval *e, struct function *f)
{
    struct kernel_kind *kind = skim_function_kind(e, f);
    if (!kind->calls_known)
        kind->calls_kernels = f->has_body && calls_kernels(e, unit_body(e->unit, f));
    kind->calls_known = true;
    return kind->calls_kernels;
}
