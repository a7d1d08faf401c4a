// Calls inside of kernels: functions with a body as if they stood there, those of a
// library that only compute as arithmetic, memset and its like as the ranges that they touch.
// Others do what nobody sees here.

#include "frontends/c/kernels/nest_walk.h"
#include "frontends/c/dialect.h"

#define MAX_INLINED 12

static const struct nest_value nothing = {NV_NONE, NULL, -1};

bool nest_is_arithmetic(struct arena *arena, const struct function *f)
{
    if (!f->type->element || !ctype_is_number(f->type->element)) return false;
    for (int i = 0; i < f->type->n_fields; i++)
        if (!ctype_is_number(f->type->parameters[i])) return false;
    return dialect_effect_of(arena, f) == DIALECT_ARITHMETIC;
}

static bool calls_arithmetic(struct arena *arena, const struct ast *call)
{
    bool named = call->a->kind == AST_DECAY && call->a->a->kind == AST_FUNCTION;
    if (!named || !nest_is_arithmetic(arena, call->a->a->function)) return false;
    for (int i = 0; i < call->n_kids; i++)
        if (!nest_is_pure(arena, call->kids[i])) return false;
    return true;
}

bool nest_is_pure(struct arena *arena, const struct ast *n)
{
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    switch (n->kind) {
    case AST_INT:
    case AST_FLOAT:
    case AST_VARIABLE: return true;
    case AST_LOAD:
    case AST_CONVERT:
    case AST_DECAY:
    case AST_DEREF:
    case AST_MEMBER:
    case AST_UNARY:
    case AST_BINARY:
    case AST_POINTER_ADD:
    case AST_CONDITIONAL:
    case AST_AND:
    case AST_OR: break;
    case AST_CALL: return calls_arithmetic(arena, n);
    default: return false;
    }
    for (int i = 0; i < 4; i++)
        if (parts[i] && !nest_is_pure(arena, parts[i])) return false;
    return true;
}

static struct nest_value result_of(struct nest_walk *w, const struct ctype *t)
{
    if (t->kind == CTYPE_FLOAT) return (struct nest_value){NV_FLOAT, NULL, -1};
    if (!ctype_is_number(t)) return nothing;
    return (struct nest_value){NV_INTEGER, sym_unknown(w->syms, "it depends on a float"), -1};
}

// ---- functions with a body

static bool has_pointers(const struct function *f)
{
    for (int i = 0; i < f->n_parameters; i++)
        if (f->parameters[i]->type->kind == CTYPE_POINTER) return true;
    return false;
}

// What a call does to a walk, and what it leaves as it was.
static struct nest_value run_inside(struct nest_walk *w, struct function *f,
                                    const struct nest_value *values)
{
    struct nest_walk outer = *w;
    for (int i = 0; i < f->n_parameters; i++) {
        *vec_push(w->arena, &w->own) = f->parameters[i];
        nest_bind(w, f->parameters[i], 0, &values[i]);
    }
    w->around = w->loop;
    w->result = NULL;
    w->returned = nothing;
    w->depth++;
    int exits = w->exits.n;
    nest_bounds_look(w, unit_body(w->unit, f));
    nest_statement(w, unit_body(w->unit, f));
    nest_fork_meet(w, exits, END_OF_FUNCTION);
    struct nest_value value = w->returned;
    w->depth--;
    w->around = outer.around;
    w->result = outer.result;
    w->returned = outer.returned;
    w->guards.n = outer.guards.n;
    w->unsure = outer.unsure;
    w->uncounted = outer.uncounted;
    w->left = false;
    return value;
}

static void note_called(struct nest *nest, struct arena *arena, struct function *f)
{
    for (int i = 0; i < nest->called.n; i++)
        if (nest->called.at[i] == f) return;
    *vec_push(arena, &nest->called) = f;
}

static struct nest_value inlined(struct nest_walk *w, const struct ast *n, struct function *f,
                                 const struct nest_value *values)
{
    if (w->depth >= MAX_INLINED || f->type->variadic || f->partial || n->n_kids < f->n_parameters) {
        nest_refuse(w, n, "a call that is not followed");
        return nothing;
    }
    if (has_pointers(f)) note_called(w->nest, w->arena, f);
    // A call by itself is a leaf of its own, which a report shows better than the sum of several.
    if (!w->loop && has_pointers(f)) w->nest->calls_outside_loops = true;
    int aliases = w->aliases.n;
    for (int i = 0; i < f->n_parameters; i++) {
        if (f->parameters[i]->type->kind != CTYPE_RECORD) continue;
        if (nest_copies(w, f->parameters[i], n->kids[i])) continue;
        nest_refuse(w, n, "a record is passed");
        return nothing;
    }
    struct nest_value v = run_inside(w, f, values);
    w->aliases.n = aliases;
    if (v.kind == NV_NONE && ctype_is_number(f->type->element))
        return result_of(w, f->type->element);
    return v;
}

// ---- memset, memcpy, memmove

static const struct ctype *pointee(const struct ast *n)
{
    n = ast_unconverted(n);
    return n->type->kind == CTYPE_POINTER ? n->type->element : n->type;
}

// The scalar that memory of this type is made of.
static const struct ctype *scalar_of(const struct ctype *t)
{
    while (t && t->kind == CTYPE_ARRAY) t = t->element;
    return t;
}

static bool moves(struct nest_walk *w, const struct ast *n, enum dialect_effect effect,
                  const struct nest_value *values)
{
    bool copy = effect == DIALECT_COPIES;
    if ((effect != DIALECT_FILLS && !copy) || n->n_kids != 3 || values[2].kind != NV_INTEGER)
        return false;
    const struct ctype *to = scalar_of(pointee(n->kids[0])), *from = scalar_of(pointee(n->kids[1]));
    if (values[0].kind == NV_POINTER && w->nest->roots.at[values[0].root].kind == ROOT_LOCAL &&
        to->kind != CTYPE_FLOAT)
        nest_refuse(w, n, "a record or numbers of the function's own are filled");
    if (copy) nest_touch(w, &values[1], from, values[2].number, ACCESS_READ, n);
    nest_touch(w, &values[0], to, values[2].number, ACCESS_WRITE, n);
    return true;
}

// act(x): which function it is, a call of the kernel knows, and it must be one that only computes.
static struct nest_value call_through(struct nest_walk *w, const struct ast *n)
{
    const struct ctype *t = n->a->type->kind == CTYPE_POINTER ? n->a->type->element : NULL;
    bool numbers = t && t->kind == CTYPE_FUNCTION && !t->variadic && ctype_is_number(t->element);
    for (int i = 0; numbers && i < n->n_kids; i++) numbers = ctype_is_number(n->kids[i]->type);
    struct nest_value callee = numbers ? nest_value(w, n->a) : nothing;
    for (int i = 0; numbers && i < n->n_kids; i++) nest_value(w, n->kids[i]);
    if (callee.kind != NV_POINTER || !sym_is(callee.number, 0)) {
        nest_refuse(w, n, "a call through a pointer");
        return nothing;
    }
    w->nest->roots.at[callee.root].called = true;
    return result_of(w, n->type);
}

struct nest_value nest_call(struct nest_walk *w, const struct ast *n)
{
    if (n->a->kind != AST_DECAY || n->a->a->kind != AST_FUNCTION) return call_through(w, n);
    struct function *f = n->a->a->function;
    struct nest_value *values = arena_array(w->arena, struct nest_value, n->n_kids + 1);
    if (unit_never_returns(w->unit, f)) {
        w->left = true;
        return nothing;
    }
    enum dialect_effect effect = dialect_effect_of(w->arena, f);
    bool prints = effect == DIALECT_PRINTS;
    for (int i = 0; i < n->n_kids; i++)
        if ((!prints || ctype_is_number(n->kids[i]->type)) &&
            n->kids[i]->type->kind != CTYPE_RECORD)
            values[i] = nest_value(w, n->kids[i]);
    if (w->nest->refused) return nothing;
    if (prints) return result_of(w, n->type);
    if (f->has_body) return inlined(w, n, f, values);
    if (nest_is_arithmetic(w->arena, f) || effect == DIALECT_CHANCE) return result_of(w, n->type);
    if (dialect_is_idle(dialect_rule_for(w->arena, f))) return result_of(w, n->type);
    if (moves(w, n, effect, values)) return values[0];
    nest_refuse(w, n, arena_printf(w->arena, "a call of %s", f->name));
    return nothing;
}
