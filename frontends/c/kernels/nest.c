// What the walk over a kernel keeps: pointers' roots, symbols, what variables hold, accesses.

#include "frontends/c/kernels/nest_walk.h"

#include <string.h>

#define MAX_ACCESSES 4096
#define MAX_PARTS 64 // bytes apart that a record of the kernel's own is looked at

void nest_refuse(struct nest_walk *w, const struct ast *n, const char *reason)
{
    if (w->nest->refused) return;
    w->nest->refused = n ? arena_printf(w->arena, "%s (line %u)", reason, n->line)
                         : arena_string(w->arena, reason);
}

// Names never meet: those of loops and rests have a blank in them.
const struct sym *nest_fresh(struct nest_walk *w, const char *name)
{
    return sym_var(w->syms, arena_printf(w->arena, "%s %d", name, ++w->n_names));
}

// ---- roots and symbols

int nest_root(struct nest_walk *w, const struct nest_root *root)
{
    struct nest *k = w->nest;
    for (int i = 0; i < k->roots.n; i++) {
        const struct nest_root *r = &k->roots.at[i];
        if (r->kind == root->kind && r->variable == root->variable && r->parent == root->parent &&
            r->offset == root->offset)
            return i;
    }
    *vec_push(w->arena, &k->roots) = *root;
    return k->roots.n - 1;
}

static const struct sym *symbol(struct nest_walk *w, const struct nest_symbol *s, const char *name)
{
    struct nest *k = w->nest;
    for (int i = 0; i < k->symbols.n; i++) {
        const struct nest_symbol *old = &k->symbols.at[i];
        if (old->kind == s->kind && old->variable == s->variable && old->root == s->root &&
            old->offset == s->offset)
            return old->var;
    }
    const struct sym *var = sym_var(w->syms, name);
    // Two variables of one name are in different scopes.
    for (int i = 0; i < k->symbols.n; i++)
        if (k->symbols.at[i].var == var) var = nest_fresh(w, name);
    struct nest_symbol *added = vec_push(w->arena, &k->symbols);
    *added = *s;
    added->var = var;
    return var;
}

const struct sym *nest_memory(struct nest_walk *w, int root, int64_t offset,
                              const struct ctype *type, const char *path)
{
    return symbol(
        w, &(struct nest_symbol){.kind = NEST_MEMORY, .root = root, .offset = offset, .type = type},
        path);
}

const struct sym *nest_given(struct nest_walk *w, int root)
{
    const char *name = arena_printf(w->arena, "%s?", w->nest->roots.at[root].path);
    const struct sym *var =
        symbol(w, &(struct nest_symbol){.kind = NEST_GIVEN, .root = root}, name);
    sym_assume_at_most(w->syms, var, 1);
    return var;
}

// ---- conditions

// Nothing of it changes while the kernel runs.
static bool is_of_symbols(struct nest_walk *w, const struct sym *need)
{
    const struct sym **list;
    int n = sym_vars(w->arena, need, &list);
    for (int i = 0; i < n; i++) {
        bool known = false;
        for (int k = 0; k < w->nest->symbols.n; k++)
            known = known || w->nest->symbols.at[k].var == list[i];
        if (!known) return false;
    }
    return sym_kind(need) != SYM_UNKNOWN;
}

// NULL: it depends on more than a call's numbers.
static const struct sym *truth_of(struct nest_walk *w, const struct sym *need)
{
    if (!is_of_symbols(w, need)) return NULL;
    for (int k = 0; k < w->nest->symbols.n; k++) {
        const struct nest_symbol *s = &w->nest->symbols.at[k];
        if (s->kind == NEST_GIVEN && s->var == need) return need;
        if (s->kind == NEST_TRUTH && s->definition == need) return s->var;
    }
    struct nest_symbol s = {
        .kind = NEST_TRUTH, .root = -1, .offset = w->nest->symbols.n, .definition = need};
    const char *name = arena_printf(w->arena, "[%s >= 1]", sym_string(w->arena, need));
    const struct sym *var = symbol(w, &s, name);
    sym_assume_at_most(w->syms, var, 1);
    return var;
}

void nest_guard(struct nest_walk *w, const struct nest_side *side, enum nest_guarding how)
{
    const struct sym *one = sym_const(w->syms, 1);
    for (int i = 0; i < side->n; i++)
        *vec_push(w->arena, &w->guards) = (struct nest_guard){
            side->needs[i], how == GUARD_HOLDS ? one : truth_of(w, side->needs[i])};
}

bool nest_is_decided(struct nest_walk *w, const struct nest_condition *c)
{
    const struct nest_side *const sides[] = {&c->yes, &c->no};
    for (int i = 0; i < 2; i++) {
        if (!sides[i]->complete) return false;
        for (int k = 0; k < sides[i]->n; k++)
            if (!is_of_symbols(w, sides[i]->needs[k])) return false;
    }
    return true;
}

// ---- variables

static struct nest_binding *binding(struct nest_walk *w, const struct variable *v, int64_t offset)
{
    for (int i = w->bindings.n; i-- > 0;)
        if (w->bindings.at[i].variable == v && w->bindings.at[i].offset == offset)
            return &w->bindings.at[i];
    return NULL;
}

// (H + 2*pad - K)/stride + 1 has cases for numbers below 0, which no size is, and H - K + 1 may be
// one: a name for it makes what follows readable, and tells that it is a size. NULL: it needs none.
static const struct sym *quotient(struct nest_walk *w, const struct variable *v,
                                  const struct sym *number)
{
    const struct sym **list;
    if (sym_kind(number) == SYM_UNKNOWN || sym_lower(w->syms, number) >= 0 ||
        (sym_divisions(w->arena, number, &list) == 0 && !nest_bounds_loops(w, v)))
        return NULL;
    int n = sym_vars(w->arena, number, &list);
    for (int i = 0; i < n; i++) {
        bool known = false;
        for (int k = 0; k < w->nest->symbols.n; k++)
            known = known || w->nest->symbols.at[k].var == list[i];
        if (!known) return NULL;
    }
    for (int k = 0; k < w->nest->symbols.n; k++)
        if (w->nest->symbols.at[k].definition == number) return w->nest->symbols.at[k].var;
    struct nest_symbol s = {.kind = NEST_QUOTIENT,
                            .variable = v,
                            .root = -1,
                            .offset = w->nest->symbols.n,
                            .definition = number};
    return symbol(w, &s, v->name);
}

void nest_bind(struct nest_walk *w, const struct variable *v, int64_t offset,
               const struct nest_value *value)
{
    struct nest_binding *b = binding(w, v, offset);
    if (!b) b = vec_push(w->arena, &w->bindings);
    *b = (struct nest_binding){v, offset, *value};
    const struct sym *named = value->kind == NV_INTEGER ? quotient(w, v, value->number) : NULL;
    if (named) b->value.number = named;
}

struct nest_binding *nest_bindings(struct nest_walk *w)
{
    struct nest_binding *copy = arena_array(w->arena, struct nest_binding, w->bindings.n + 1);
    for (int i = 0; i < w->bindings.n; i++) copy[i] = w->bindings.at[i];
    return copy;
}

bool nest_is_own(const struct nest_walk *w, const struct variable *v)
{
    for (int i = w->own.n; i-- > 0;)
        if (w->own.at[i] == v) return true;
    return false;
}

static const char *part_path(struct nest_walk *w, const struct variable *v, int64_t offset)
{
    if (v->type->kind != CTYPE_RECORD) return v->name;
    for (int i = 0; i < v->type->n_fields; i++)
        if (v->type->fields[i].offset == offset)
            return arena_printf(w->arena, "%s.%s", v->name, v->type->fields[i].name);
    return arena_printf(w->arena, "%s at %lld", v->name, (long long)offset);
}

// What comes from outside, the first time that it is asked for.
static struct nest_value from_outside(struct nest_walk *w, const struct variable *v, int64_t offset,
                                      const struct ctype *t)
{
    struct nest_value value = {NV_FLOAT, NULL, -1};
    bool record = v->type->kind == CTYPE_RECORD;
    struct nest_root object = {
        .kind = ROOT_OBJECT, .variable = v, .parent = -1, .element = v->type, .path = v->name};
    if (ctype_is_integer(t)) {
        value.kind = NV_INTEGER;
        struct nest_symbol s = {
            .kind = NEST_VARIABLE, .variable = v, .root = -1, .type = t, .offset = offset};
        value.number = symbol(w, &s, part_path(w, v, offset));
    } else if (t->kind == CTYPE_POINTER) {
        struct nest_root root = {.kind = ROOT_PARAMETER,
                                 .variable = v,
                                 .parent = -1,
                                 .element = t->element,
                                 .path = v->name};
        if (record)
            root = (struct nest_root){.kind = ROOT_FIELD,
                                      .parent = nest_root(w, &object),
                                      .offset = offset,
                                      .element = t->element,
                                      .path = part_path(w, v, offset)};
        value = (struct nest_value){NV_POINTER, sym_const(w->syms, 0), nest_root(w, &root)};
    } else if (t->kind != CTYPE_FLOAT) {
        value.kind = NV_NONE;
    }
    return value;
}

struct nest_value nest_variable(struct nest_walk *w, const struct variable *v, int64_t offset,
                                const struct ctype *t)
{
    const struct nest_binding *b = binding(w, v, offset);
    if (b) return b->value;
    struct nest_value value = {NV_FLOAT, NULL, -1};
    if (nest_is_own(w, v)) {
        // Declared here and not set: what it holds is no matter to a program that is right.
        if (ctype_is_integer(t))
            value = (struct nest_value){
                NV_INTEGER,
                sym_unknown(w->syms, arena_printf(w->arena, "`%s` is not set", v->name)), -1};
        else if (t->kind != CTYPE_FLOAT)
            value.kind = NV_NONE;
        return value;
    }
    value = from_outside(w, v, offset, t);
    nest_bind(w, v, offset, &value);
    return value;
}

// ---- memory

static bool was_written(const struct nest *k, int root)
{
    for (int i = 0; i < k->accesses.n; i++)
        if (k->accesses.at[i].root == root && k->accesses.at[i].mode == ACCESS_WRITE) return true;
    return false;
}

// Reading one place again and again is one access.
static bool is_known(const struct nest *k, const struct nest_access *a)
{
    for (int i = k->accesses.n; i-- > 0 && i > k->accesses.n - 8;) {
        const struct nest_access *old = &k->accesses.at[i];
        if (old->root == a->root && old->mode == a->mode && old->first == a->first &&
            old->end == a->end && old->n_needs == a->n_needs && old->sure == a->sure &&
            memcmp(old->needs, a->needs, (size_t)a->n_needs * sizeof *a->needs) == 0)
            return true;
    }
    return false;
}

void nest_touch(struct nest_walk *w, const struct nest_value *pointer, const struct ctype *t,
                const struct sym *bytes, enum access_mode mode, const struct ast *n)
{
    struct nest *k = w->nest;
    if (k->refused) return;
    if (pointer->kind != NV_POINTER) {
        nest_refuse(w, n, "an access through a pointer that is not known");
        return;
    }
    if (k->roots.at[pointer->root].kind == ROOT_LOCAL) return;
    bool is_float = t->kind == CTYPE_FLOAT;
    if (mode == ACCESS_WRITE && !is_float) k->writes_integers = true;
    if (mode == ACCESS_WRITE && !is_float && t->size > 2) k->writes_wide_integers = true;
    if (k->accesses.n > MAX_ACCESSES) {
        nest_refuse(w, n, "too many accesses");
        return;
    }
    struct nest_access a = {
        .root = pointer->root, .mode = mode, .type = t, .at = n, .sure = w->unsure == 0};
    a.first = pointer->number;
    a.end = sym_add(w->syms, pointer->number, bytes);
    for (int i = 0; i < w->guards.n; i++) {
        if (a.n_needs < NEST_MAX_NEEDS)
            a.needs[a.n_needs++] = w->guards.at[i].need;
        else
            a.sure = false;
    }
    a.fresh = mode == ACCESS_READ && !was_written(k, pointer->root);
    if (!is_known(k, &a)) *vec_push(w->arena, &k->accesses) = a;
}

// ---- the whole

static void open_walk(struct nest_walk *w, struct arena *arena, struct unit *unit)
{
    *w = (struct nest_walk){.arena = arena, .unit = unit};
    w->syms = syms_open(arena);
    w->bounds = map_open(arena);
    w->nest = arena_new(arena, struct nest);
    w->nest->syms = w->syms;
    const struct sym *zero = sym_const(w->syms, 0);
    w->flops = w->steps = (struct nest_count){zero, true};
}

bool nest_is_as_before(const struct nest *k, const struct nest_binding *b)
{
    const struct nest_value *now = &b->value;
    if (now->kind == NV_POINTER) {
        const struct nest_root *r = &k->roots.at[now->root];
        // A member of a record.
        if (r->kind == ROOT_FIELD && r->offset == b->offset)
            return k->roots.at[r->parent].kind == ROOT_OBJECT &&
                   k->roots.at[r->parent].variable == b->variable && sym_is(now->number, 0);
        return r->kind == ROOT_PARAMETER && r->variable == b->variable && sym_is(now->number, 0);
    }
    for (int i = 0; now->kind == NV_INTEGER && i < k->symbols.n; i++) {
        const struct nest_symbol *s = &k->symbols.at[i];
        if (s->kind == NEST_VARIABLE && s->variable == b->variable && s->offset == b->offset)
            return s->var == now->number;
    }
    return false;
}

enum left_by { LEFT_BY_FUNCTION, LEFT_BY_LOOP };

// Of a function only what outlives it.
static void note_left(struct nest_walk *w, const struct nest_binding *b, enum left_by by)
{
    const struct variable *v = b->variable;
    if (nest_is_own(w, v) || (by == LEFT_BY_FUNCTION && v->storage <= VARIABLE_PARAMETER)) return;
    const struct nest_value *now = &b->value;
    if (nest_is_as_before(w->nest, b)) return;
    if (b->offset != 0 || v->type->kind == CTYPE_RECORD) {
        nest_refuse(w, NULL, "a record of the function's is written");
        return;
    }
    struct nest_left left = {.variable = v,
                             .number = now->kind == NV_FLOAT ? NULL : now->number,
                             .root = now->kind == NV_POINTER ? now->root : -1};
    for (int i = 0; by == LEFT_BY_LOOP && i < w->nest->repeated.n; i++) {
        const struct nest_left *r = &w->nest->repeated.at[i];
        if (r->variable == v) left.write = r->write, left.rounds = r->rounds;
    }
    *vec_push(w->arena, &w->nest->left) = left;
}

static void note_all_left(struct nest_walk *w, enum left_by by)
{
    for (int i = 0; i < w->bindings.n && !w->nest->refused; i++)
        note_left(w, &w->bindings.at[i], by);
}

static const struct nest *close_walk(struct nest_walk *w)
{
    w->nest->flops = w->flops;
    w->nest->steps = w->steps;
    if (w->returned.kind == NV_FLOAT ||
        (w->returned.kind == NV_INTEGER && sym_kind(w->returned.number) == SYM_UNKNOWN))
        w->nest->gives_data = true;
    // Integers that decide places must be what they were when the call was made.
    for (int i = 0; i < w->nest->symbols.n; i++)
        if (w->nest->symbols.at[i].kind == NEST_MEMORY && w->nest->writes_integers)
            nest_refuse(w, NULL, "integers are read and written");
    return w->nest;
}

const struct nest *nest_of_function(struct arena *arena, struct unit *unit, struct function *f)
{
    struct nest_walk w;
    const struct ast *body = unit_body(unit, f);
    open_walk(&w, arena, unit);
    if (f->partial || f->type->variadic) nest_refuse(&w, NULL, "a function that is read in part");
    nest_bounds_look(&w, body);
    if (body && !w.nest->refused) nest_statement(&w, body);
    nest_fork_meet(&w, 0, END_OF_FUNCTION);
    note_all_left(&w, LEFT_BY_FUNCTION);
    return close_walk(&w);
}

bool nest_only_computes(const struct nest *k)
{
    return !k->refused && k->accesses.n == 0 && k->left.n == 0 && !k->writes_globals;
}

const struct nest *nest_of_loop(struct arena *arena, struct unit *unit, const struct ast *loop)
{
    struct nest_walk w;
    open_walk(&w, arena, unit);
    nest_bounds_look(&w, loop);
    nest_statement(&w, loop);
    if (w.left) nest_refuse(&w, loop, "a jump out of the loop");
    note_all_left(&w, LEFT_BY_LOOP);
    return close_walk(&w);
}
