// What a nest's symbols stand for where it is about to run.

#include "frontends/c/kernels/skim_bind.h"

#include "frontends/c/kernels/skim.h"

#define MAX_KEY 32 // words, without memory of their own

static int parameter_of(const struct skim *k, const struct variable *v)
{
    for (int i = 0; k->function && i < k->function->n_parameters; i++)
        if (k->function->parameters[i] == v) return i < k->n_arguments ? i : -1;
    return -1;
}

// The value at a place, as the program would read it there; false where reading it would be a
// finding, which the program is left to make itself.
static bool peek(const struct skim *k, struct object *o, int64_t offset, const struct ctype *t,
                 struct cvalue *v)
{
    uint8_t bytes[16];
    bool there = o && o->live && o->null == NULLNESS_NEVER && o->kind != OBJECT_ELEMENT &&
                 offset >= 0 && t->size <= 16 && t->size <= o->size && offset <= o->size - t->size;
    if (!there || heap_read(o, offset, t->size, bytes) == BYTE_UNSET) return false;
    *v = place_load(k->eval, (struct place){o, offset, NULL}, t, k->node);
    return true;
}

// The object of a variable that the nest sees from outside; NULL: there is none so far.
static struct object *object_of(const struct skim *k, const struct variable *v)
{
    int i = parameter_of(k, v);
    if (i >= 0 && k->arguments[i].kind == CVALUE_RECORD)
        return heap_object(k->eval->heap, k->arguments[i].record);
    if (v->storage > VARIABLE_PARAMETER) return variable_object(k->eval, v);
    return k->function ? NULL : k->eval->frame->slots[v->slot];
}

// ---- roots

// Where nobody knows where a pointer leads, what is read there needs no more to be known.
static bool is_read_alone(const struct skim *k, int root)
{
    if (k->pointers[root].kind != CVALUE_UNKNOWN) return false;
    for (int i = 0; i < k->nest->roots.n; i++)
        if (k->nest->roots.at[i].parent == root) return false;
    for (int i = 0; i < k->nest->symbols.n; i++)
        if (k->nest->symbols.at[i].kind == NEST_MEMORY && k->nest->symbols.at[i].root == root)
            return false;
    for (int i = 0; i < k->nest->accesses.n; i++) {
        const struct nest_access *a = &k->nest->accesses.at[i];
        if (a->root == root && a->mode == ACCESS_WRITE) return false;
    }
    return true;
}

static bool only_computes(const struct skim *k, const struct cvalue *v)
{
    if (v->kind != CVALUE_CODE) return false;
    if (!v->function->has_body) return nest_is_arithmetic(k->eval->arena, v->function);
    return nest_only_computes(skim_function_nest(k->eval, v->function));
}

static bool leads_well(const struct skim *k, const struct nest_root *r, const struct cvalue *v)
{
    return r->called ? only_computes(k, v) : v->kind == CVALUE_POINTER;
}

static bool bind_root(const struct skim *k, int index)
{
    const struct nest_root *r = &k->nest->roots.at[index];
    struct cvalue *v = &k->pointers[index];
    const struct ctype *t = unit_pointer_to(k->eval->unit, r->element);
    int i = r->kind == ROOT_PARAMETER ? parameter_of(k, r->variable) : -1;
    struct object *o = NULL;
    int64_t offset = 0;
    if (r->kind == ROOT_LOCAL) return true;
    if (i >= 0) {
        *v = k->arguments[i];
        return leads_well(k, r, v) || is_read_alone(k, index);
    }
    if (r->kind == ROOT_PART) {
        *v = k->pointers[r->parent];
        v->type = t;
        v->pointer.offset += r->offset;
        return v->kind == CVALUE_POINTER;
    }
    if (r->kind == ROOT_FIELD) {
        const struct cvalue *parent = &k->pointers[r->parent];
        if (parent->kind != CVALUE_POINTER) return false;
        o = heap_object(k->eval->heap, parent->pointer.object);
        offset = parent->pointer.offset + r->offset;
    } else {
        o = object_of(k, r->variable);
    }
    if (r->kind == ROOT_OBJECT) {
        if (!o) return false;
        *v = (struct cvalue){.kind = CVALUE_POINTER, .type = t, .pointer = {o->id, 0}};
        return true;
    }
    return peek(k, o, offset, t, v) && leads_well(k, r, v);
}

// ---- symbols

static bool integer_of(const struct skim *k, const struct nest_symbol *s, struct cvalue *v)
{
    if (s->kind == NEST_MEMORY) {
        const struct cvalue *p = &k->pointers[s->root];
        return p->kind == CVALUE_POINTER && peek(k, heap_object(k->eval->heap, p->pointer.object),
                                                 p->pointer.offset + s->offset, s->type, v);
    }
    int i = parameter_of(k, s->variable);
    if (i >= 0 && k->arguments[i].kind != CVALUE_RECORD) {
        *v = value_convert(k->eval, &k->arguments[i], s->variable->type, k->node);
        return true;
    }
    return peek(k, object_of(k, s->variable), s->offset, s->type, v);
}

// A variable that ends with a number that nobody knows is no size: it may be anything.
static bool is_state(const struct skim *k, const struct nest_symbol *s)
{
    for (int i = 0; i < k->nest->left.n; i++) {
        const struct nest_left *l = &k->nest->left.at[i];
        if (s->kind == NEST_VARIABLE && l->variable == s->variable && l->number &&
            sym_kind(l->number) == SYM_UNKNOWN)
            return true;
    }
    return false;
}

static bool bind_symbol(const struct skim *k, int index)
{
    const struct nest_symbol *s = &k->nest->symbols.at[index];
    struct syms *syms = k->eval->syms;
    struct cvalue v;
    k->values[index].atom = s->var;
    if (s->kind == NEST_GIVEN) {
        bool null = eval_is_null(k->eval, &k->pointers[s->root]);
        k->values[index].value = sym_const(syms, null ? 0 : 1);
        return true;
    }
    if (s->kind == NEST_TRUTH) {
        const struct sym *need = sym_carry(syms, s->definition, index, k->values);
        bool known = sym_kind(need) != SYM_UNKNOWN, never = known && sym_upper(syms, need) < 1;
        k->values[index].value = never ? sym_const(syms, 0)
                                 : known && nest_holds_of_sizes(syms, need)
                                     ? sym_const(syms, 1)
                                     : sym_unknown(syms, "which way a kernel goes is not known");
        return true;
    }
    if (s->kind == NEST_QUOTIENT) {
        const struct sym *value = sym_carry(syms, s->definition, index, k->values);
        k->values[index].value = value;
        return sym_kind(value) != SYM_UNKNOWN && sym_lower(syms, value) >= 0;
    }
    if (!integer_of(k, s, &v)) return false;
    k->values[index].value = cvalue_as_sym(k->eval, &v);
    if (is_state(k, s)) return true;
    return sym_kind(k->values[index].value) != SYM_UNKNOWN &&
           sym_lower(syms, k->values[index].value) >= 0;
}

bool skim_bind(struct skim *k)
{
    const struct nest *nest = k->nest;
    k->values = arena_array(k->eval->arena, struct sym_replacement, nest->symbols.n + 1);
    k->pointers = arena_array(k->eval->arena, struct cvalue, nest->roots.n + 1);
    // Parents come before what is read behind them.
    for (int i = 0; i < nest->roots.n; i++)
        if (!bind_root(k, i)) return false;
    for (int i = 0; i < nest->symbols.n; i++)
        if (!bind_symbol(k, i)) return false;
    return k->eval->flow == FLOW_NORMAL;
}

// A kernel that is called again with numbers that it got before touches as much: found once, for as
// long as no more is learned of the sizes.
struct nest_extent skim_extent(const struct skim *k, int root, enum access_mode mode)
{
    struct arena *arena = k->eval->arena;
    int n = k->nest->symbols.n;
    size_t bytes = sizeof(uint64_t) * (size_t)(n + 2);
    uint64_t few[MAX_KEY], *key = n + 2 <= MAX_KEY ? few : arena_array(arena, uint64_t, n + 2);
    key[0] = (uint64_t)(uintptr_t)k->nest;
    key[1] = (uint64_t)syms_generation(k->eval->syms) << 32 | (uint64_t)root << 1 |
             (mode == ACCESS_WRITE);
    for (int i = 0; i < n; i++) key[i + 2] = (uint64_t)(uintptr_t)k->values[i].value;
    const struct nest_extent *known = map_get(k->eval->kernels.extents, key, bytes);
    if (known) return *known;
    struct nest_extent x = nest_extent_of(k->nest, k->eval->syms, n, k->values, root, mode);
    map_put(k->eval->kernels.extents, key, bytes, arena_copy(arena, &x, sizeof x));
    return x;
}
