// The ranges of a kernel held against the memory that its pointers lead to, and noted in the record
// of its call.

#include "frontends/c/skim_bind.h"
#include "frontends/c/skim_reach.h"

// ---- the record

static struct raw_range range_of(const struct skim *k, const struct nest_extent *x,
                                 const struct ctype *element)
{
    struct syms *s = k->eval->syms;
    struct raw_range range = {.tag = RAW_UNTOUCHED};
    if (!x->any) return range;
    const struct sym *first = x->first, *end = x->end;
    if (element->size > 0 && element->size != x->unit) {
        first = sym_floordiv_const(s, sym_mul_const(s, first, x->unit), element->size);
        end = sym_ceildiv(s, sym_mul_const(s, end, x->unit), sym_const(s, element->size));
    }
    bool known = sym_kind(first) != SYM_UNKNOWN && sym_kind(end) != SYM_UNKNOWN;
    range.tag = x->sure ? RAW_EXACT : known ? RAW_AT_MOST : RAW_UNKNOWN;
    if (known)
        range.first = first, range.end = end;
    else
        range.reason = sym_name(sym_kind(end) == SYM_UNKNOWN ? end : first);
    return range;
}

static void record(const struct skim *k)
{
    int at = 0;
    if (!k->record) return;
    for (int i = 0; i < k->function->n_parameters && at < k->record->n_pointers; i++) {
        const struct variable *p = k->function->parameters[i];
        if (p->type->kind != CTYPE_POINTER) continue;
        struct raw_pointer *pointer = &k->record->pointers[at++];
        pointer->read = pointer->written = (struct raw_range){.tag = RAW_UNTOUCHED};
        for (int root = 0; root < k->nest->roots.n; root++) {
            const struct nest_root *r = &k->nest->roots.at[root];
            if (r->kind != ROOT_PARAMETER || r->variable != p) continue;
            struct nest_extent read = skim_extent(k, root, ACCESS_READ),
                               written = skim_extent(k, root, ACCESS_WRITE);
            pointer->read = range_of(k, &read, p->type->element);
            pointer->written = range_of(k, &written, p->type->element);
        }
    }
    struct nest_count flops =
        nest_count_at(k->eval->syms, k->nest->flops, k->nest->symbols.n, k->values);
    if (flops.exact && sym_kind(flops.n) != SYM_UNKNOWN) k->record->flops = flops.n;
}

// ---- all of it

static int argument_of(const struct skim *k, const struct nest_root *root)
{
    for (int i = 0; k->function && i < k->function->n_parameters; i++)
        if (root->kind == ROOT_PARAMETER && k->function->parameters[i] == root->variable) return i;
    return -1;
}

// The number of elements in the kernel's own words; NULL: they do not begin at the pointer.
static const char *form_of(const struct skim *k, int root, enum access_mode mode)
{
    const struct nest *nest = k->nest;
    struct arena *arena = k->eval->arena;
    struct nest_extent own =
        nest_extent_of(nest, nest->syms, nest->symbols.n, nest_itself(arena, nest), root, mode);
    bool plain = own.sure_end && sym_is(own.sure_first, 0) && !sym_is_const(own.sure_end, NULL);
    return plain ? sym_string(arena, own.sure_end) : NULL;
}

// Does a range of this pointer end before one of the other begins?
static bool is_before(struct syms *s, const struct reach *a, const struct reach *b)
{
    const struct sym *end = sym_add(s, a->offset, sym_mul_const(s, a->x.end, a->x.unit));
    const struct sym *first = sym_add(s, b->offset, sym_mul_const(s, b->x.first, b->x.unit));
    return sym_kind(end) != SYM_UNKNOWN && sym_kind(first) != SYM_UNKNOWN &&
           sym_is_at_most(s, end, first);
}

// Is what the reach touches written by way of another pointer as well?
static bool is_written_by_another(const struct skim *k, const struct reach *reach, int root)
{
    for (int i = 0; i < k->nest->roots.n; i++) {
        struct reach other = {.eval = k->eval, .pointer = &k->pointers[i]};
        if (i == root || k->nest->roots.at[i].kind == ROOT_LOCAL) continue;
        other.x = skim_extent(k, i, ACCESS_WRITE);
        if (!reach_find(&other)) continue;
        if (other.object != reach->object && (!reach->buffer || other.buffer != reach->buffer))
            continue;
        if (!is_before(k->eval->syms, &other, reach) && !is_before(k->eval->syms, reach, &other))
            return true;
    }
    return false;
}

static bool check_root(const struct skim *k, int root, enum access_mode mode)
{
    const struct nest_root *r = &k->nest->roots.at[root];
    struct arena *arena = k->eval->arena;
    struct reach reach = {
        .eval = k->eval, .node = k->node, .mode = mode, .pointer = &k->pointers[root]};
    reach.x = skim_extent(k, root, mode);
    if (!reach_find(&reach)) return true;
    reach.who = k->function ? arena_printf(arena, "`%s`", k->function->name) : "the loop";
    reach.target = reach_target(k->eval, k->node, argument_of(k, r), r->path);
    reach.form = form_of(k, root, mode);
    reach.x.fresh = reach.x.fresh && !is_written_by_another(k, &reach, root);
    return reach_fits(&reach);
}

bool skim_check(const struct skim *k)
{
    static const enum access_mode modes[] = {ACCESS_WRITE, ACCESS_READ};
    bool right = true;
    record(k);
    for (int m = 0; m < 2; m++)
        for (int i = 0; i < k->nest->roots.n; i++)
            if (k->nest->roots.at[i].kind != ROOT_LOCAL && !check_root(k, i, modes[m]))
                right = false;
    return right;
}
