// The ranges of a kernel held against the memory that its pointers lead to.

#include "frontends/c/kernels/skim_bind.h"
#include "frontends/c/kernels/skim_reach.h"

// ---- all of it

const char *skim_form(const struct skim *k, int root, enum access_mode mode)
{
    const struct nest *nest = k->nest;
    struct arena *arena = k->eval->arena;
    struct nest_extent own =
        nest_extent_of(nest, nest->syms, nest->symbols.n, nest_itself(arena, nest), root, mode);
    // What an assertion wants holds wherever the call goes on.
    const struct sym *first = own.sure_end ? own.sure_first : own.first,
                     *end = own.sure_end ? own.sure_end : own.end;
    bool plain =
        end && sym_is(first, 0) && sym_kind(end) != SYM_UNKNOWN && !sym_is_const(end, NULL);
    return plain ? sym_string(arena, end) : NULL;
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

// A block that was freed: told where the kernel is called, not where it meets it.
static bool tell_dead(const struct skim *k, int root)
{
    const struct cvalue *p = &k->pointers[root];
    struct eval *e = k->eval;
    struct object *o = p->kind == CVALUE_POINTER ? heap_object(e->heap, p->pointer.object) : NULL;
    if (!o || o->live || o->kind != OBJECT_HEAP) return false;
    place_tell_dead(e, o, k->node);
    heap_rare(e->heap, o)->dead_told = true;
    return true;
}

static bool check_root(const struct skim *k, int root, enum access_mode mode)
{
    const struct nest_root *r = &k->nest->roots.at[root];
    struct reach reach = {
        .eval = k->eval, .node = k->node, .mode = mode, .pointer = &k->pointers[root]};
    reach.x = skim_extent(k, root, mode);
    if (r->kind == ROOT_PART) reach.part_bytes = r->array->size;
    if (reach.x.any && tell_dead(k, root)) return false;
    if (!reach_find(&reach)) return true;
    reach.function = k->function;
    reach.kernel = k;
    reach.root = root;
    reach.x.fresh = reach.x.fresh && !is_written_by_another(k, &reach, root);
    return reach_fits(&reach);
}

bool skim_check(const struct skim *k)
{
    static const enum access_mode modes[] = {ACCESS_WRITE, ACCESS_READ};
    bool right = true;
    skim_record(k);
    if (k->eval->request.is_checked) return true;
    for (int m = 0; m < 2; m++)
        for (int i = 0; i < k->nest->roots.n; i++)
            if (k->nest->roots.at[i].kind != ROOT_LOCAL && !check_root(k, i, modes[m]))
                right = false;
    return right;
}
