// Functions that only read what a parameter points to, as told from their bodies. A loop that
// passes &config on to such a function leaves the configuration as it is.

#include "frontends/c/loops/reads.h"
#include "frontends/c/parse/link.h"

struct reading {
    struct unit *unit;
    struct map *asked; // parameters, by the object that stands for them
    const struct variable *pointer;
};

static bool reads_pointee(struct unit *, struct map *asked, struct function *, int parameter);
static bool only_reads(const struct reading *, const struct ast *);

// Is it the pointer itself, converted or not?
static bool is_pointer(const struct reading *r, const struct ast *n)
{
    while (n && n->kind == AST_CONVERT) n = n->a;
    return n && n->kind == AST_LOAD && n->a->kind == AST_VARIABLE && n->a->variable == r->pointer;
}

// An lvalue that lies in what the pointer points to: p->sizes[i].n.
static bool leads_there(const struct reading *r, const struct ast *n)
{
    while (n->kind == AST_MEMBER || n->kind == AST_DEREF || n->kind == AST_LOAD ||
           n->kind == AST_DECAY || n->kind == AST_POINTER_ADD)
        n = n->a;
    return n->kind == AST_VARIABLE && n->variable == r->pointer;
}

// On the way there only indices are evaluated.
static bool indices_read(const struct reading *r, const struct ast *n)
{
    for (; n->kind != AST_VARIABLE; n = n->a)
        if (n->kind == AST_POINTER_ADD && !only_reads(r, n->b)) return false;
    return true;
}

static bool call_reads(const struct reading *r, const struct ast *call)
{
    const struct ast *callee = call->a;
    bool named = callee->kind == AST_DECAY && callee->a->kind == AST_FUNCTION;
    if (!named && !only_reads(r, callee)) return false;
    for (int i = 0; i < call->n_kids; i++) {
        bool passed = is_pointer(r, call->kids[i]);
        if (passed ? !named || !reads_pointee(r->unit, r->asked, callee->a->function, i)
                   : !only_reads(r, call->kids[i]))
            return false;
    }
    return true;
}

static bool parts_read(const struct reading *r, const struct ast *n)
{
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++)
        if (!only_reads(r, parts[i])) return false;
    for (int i = 0; i < n->n_kids; i++)
        if (!only_reads(r, n->kids[i])) return false;
    for (int i = 0; n->init && i < n->init->n; i++)
        if (!only_reads(r, n->init->stores[i].value)) return false;
    return true;
}

// The pointer may be followed by loads, compared and passed on to functions that only read; whoever
// keeps it, or an address behind it, may write there.
static bool only_reads(const struct reading *r, const struct ast *n)
{
    if (!n) return true;
    switch (n->kind) {
    case AST_HOLE: return false;
    case AST_VARIABLE: return n->variable != r->pointer;
    case AST_LOAD:
        if (n->a->kind != AST_VARIABLE && leads_there(r, n->a)) return indices_read(r, n->a);
        break;
    case AST_CALL: return call_reads(r, n);
    case AST_BINARY:
        if (n->op >= AST_OP_LT && n->op <= AST_OP_NE)
            return (is_pointer(r, n->a) || only_reads(r, n->a)) &&
                   (is_pointer(r, n->b) || only_reads(r, n->b));
        break;
    case AST_UNARY:
        if (n->op == AST_OP_NOT && is_pointer(r, n->a)) return true;
        break;
    default: break;
    }
    return parts_read(r, n);
}

// A function that is asked about while its own answer is looked for adds nothing to it. Without a
// body, the type is the promise, as everywhere.
static bool reads_pointee(struct unit *unit, struct map *asked, struct function *f, int parameter)
{
    if (!f->type || parameter >= f->type->n_fields) return false;
    const struct ctype *type = f->type->parameters[parameter];
    if (type->kind != CTYPE_POINTER) return false;
    if (!f->has_body) return type->pointee_const;
    if (parameter >= f->n_parameters || f->partial) return false;
    const struct variable *pointer = f->parameters[parameter];
    uint64_t key = (uint64_t)(uintptr_t)pointer;
    if (map_get_number(asked, key)) return true;
    map_put_number(asked, key, asked);
    struct reading r = {unit, asked, pointer};
    return only_reads(&r, unit_body(unit, f));
}

bool reads_only(struct arena *scratch, struct unit *unit, struct function *f, int parameter)
{
    return reads_pointee(unit, map_open(scratch), f, parameter);
}
