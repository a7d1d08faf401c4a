// Ranges held against memory: the end of a block, the next field in it, and whether anything was
// written there before it is read.

#include "frontends/c/kernels/skim_reach.h"
#include "frontends/c/loops/room.h"
#include "frontends/c/kernels/skim_bind.h"
#include "ir/base/checked.h"

#include <inttypes.h>
#include <string.h>

// ---- as a user reads it

static const char *who(const struct reach *r)
{
    return r->function ? arena_printf(r->eval->arena, "`%s`", r->function->name) : "the loop";
}

// "`y` (its `out`)" of the parameter that a call is given an argument for.
static const char *target(const struct reach *r)
{
    struct arena *arena = r->eval->arena;
    const struct nest_root *root = r->text ? NULL : &r->kernel->nest->roots.at[r->root];
    const char *text = root ? skim_text(r->kernel, root) : r->text;
    const char *path = root ? root->path : r->path;
    return strcmp(text, path) == 0 ? arena_printf(arena, "`%s`", path)
                                   : arena_printf(arena, "`%s` (its `%s`)", text, path);
}

static struct syms *syms_of(const struct reach *r)
{
    return r->eval->syms;
}

static const char *elements_word(const struct reach *r)
{
    return r->x.unit == 1 ? "bytes" : arena_printf(r->eval->arena, "%ss", ctype_string(r->x.type));
}

// "n_out*rows = 192": the form in the function's own words, where it says more than the number.
static const char *formula(const struct reach *r, const struct sym *number)
{
    const char *value = sym_string(r->eval->arena, number);
    const char *form = r->kernel ? skim_form(r->kernel, r->root, r->mode) : r->form;
    return !form || strcmp(form, value) == 0 ? value
                                             : arena_printf(r->eval->arena, "%s = %s", form, value);
}

static const char *where_from(const struct reach *r)
{
    if (!r->buffer || !r->buffer->at) return "";
    const char *how = raw_function_is_heap(r->buffer->function) ? "allocated" : "declared";
    return arena_printf(r->eval->arena, " (%s at line %d)", how, r->buffer->at->line);
}

// ---- does it fit?

static const struct sym *in_units(const struct reach *r, const struct sym *bytes)
{
    return sym_floordiv_const(syms_of(r), bytes, r->x.unit);
}

static const struct sym *room_from(const struct reach *r)
{
    return in_units(r, sym_sub(syms_of(r), r->bytes, r->offset));
}

static const char *witness(const struct reach *r, const struct sym *needed, const struct sym *room)
{
    struct arena *arena = r->eval->arena;
    struct proof p = sym_prove_at_most(syms_of(r), needed, room);
    if (p.verdict != VERDICT_REFUTED || p.n_witness == 0) return "";
    return arena_printf(arena, ": %s gives %" PRId64 " against %" PRId64,
                        proof_witness_string(arena, &p), p.witness_a, p.witness_b);
}

static bool tell_overrun(const struct reach *r, const struct sym *room)
{
    struct eval *e = r->eval;
    const char *verb = r->mode == ACCESS_WRITE ? "writes" : "reads";
    if (r->promise) {
        eval_fault(e, r->node, DIAG_CONTRACT_BROKEN,
                   "%s is to %s %s of %s, %s %s, which holds %s%s%s%s", who(r),
                   r->mode == ACCESS_WRITE ? "write" : "read", r->promise, target(r),
                   formula(r, r->x.sure_end), elements_word(r), sym_string(e->arena, room),
                   sym_is(r->offset, 0) ? "" : " from there on", where_from(r),
                   witness(r, r->x.sure_end, room));
        return false;
    }
    bool starts = sym_is(r->x.sure_first, 0);
    const char *from = starts ? "" : "up to element ";
    const char *count = formula(r, r->x.sure_end);
    const char *whole = sym_is(r->offset, 0) || r->part_bytes ? "" : " from there on";
    const struct sym *needed =
        sym_add(syms_of(r), r->offset, sym_mul_const(syms_of(r), r->x.sure_end, r->x.unit));
    if (raw_tell_unscaled(e, r->object, needed)) return false;
    eval_fault(e, r->node, DIAG_KERNEL_OVERRUN, "%s %s %s%s %s of %s, which holds %s%s%s%s", who(r),
               verb, from, count, elements_word(r), target(r), sym_string(e->arena, room), whole,
               where_from(r), witness(r, r->x.sure_end, room));
    return false;
}

// Wherever anything is touched, it does not fit: an error; only for some sizes: a condition on
// them.
static bool check_end(const struct reach *r)
{
    struct syms *s = syms_of(r);
    if (!r->x.sure_end || !r->bytes) return true;
    const struct sym *room = room_from(r);
    if (sym_kind(room) == SYM_UNKNOWN || sym_is_at_most(s, r->x.sure_end, room)) return true;
    // In bytes: a number of whole elements is rounded, which hides what holds of every size.
    const struct sym *needed = sym_add(s, r->offset, sym_mul_const(s, r->x.sure_end, r->x.unit));
    if (nest_holds_where_touched(s, &r->x, sym_sub(s, needed, r->bytes)))
        return tell_overrun(r, room);
    room_need_sizes(r->eval, r->x.sure_end, room,
                    arena_printf(r->eval->arena, "%s of %s %s", target(r),
                                 sym_string(r->eval->arena, room), elements_word(r)),
                    r->node);
    return true;
}

static bool check_start(const struct reach *r)
{
    struct eval *e = r->eval;
    struct syms *s = e->syms;
    if (!r->x.sure_first) return true;
    const struct sym *first = sym_add(s, r->offset, sym_mul_const(s, r->x.sure_first, r->x.unit));
    int64_t at;
    if (!sym_is_const(first, &at) || at >= 0) return true;
    eval_fault(e, r->node, DIAG_KERNEL_OVERRUN,
               "%s %s %s from element %s of %s on, which is before its memory begins%s", who(r),
               r->mode == ACCESS_WRITE ? "writes" : "reads", elements_word(r),
               sym_string(e->arena, r->x.sure_first), target(r), where_from(r));
    return false;
}

// ---- the next field

// A block that is laid out as fields: a range that begins in one and ends inside of a later one.
// One that ends where a field or the block does is a range of whole fields.
static bool check_field(const struct reach *r)
{
    struct eval *e = r->eval;
    struct syms *s = e->syms;
    const struct raw_field *next;
    if (!r->buffer || !e->builder || !r->x.sure_end) return true;
    const struct raw_state *state = raw_state_of(builder_program(e->builder));
    const struct sym *needed = sym_mul_const(s, r->x.sure_end, r->x.unit);
    const struct sym *end = sym_add(s, r->offset, needed);
    if (sym_is(sym_sub(s, end, r->bytes), 0)) return true;
    // Several fields at once, as a product of three matrices in one.
    const struct raw_field *behind = raw_field_at(s, state, r->buffer->number, end);
    if (behind && behind->kept) return true;
    const struct sym *extent = raw_extent(s, state, r->buffer->number, r->offset, &next);
    if (!next || !next->kept) return true;
    if (!nest_holds_where_touched(s, &r->x, sym_sub(s, needed, extent))) return true;
    const struct sym *room = in_units(r, extent);
    const char *verb = r->mode == ACCESS_WRITE ? "writes" : "reads";
    eval_fault(e, r->node, DIAG_KERNEL_FIELD,
               "%s %s %s %s of %s, which has room for %s before `%s` begins%s%s", who(r), verb,
               formula(r, r->x.sure_end), elements_word(r), target(r), sym_string(e->arena, room),
               next->lvalue, where_from(r), witness(r, r->x.sure_end, room));
    return false;
}

// ---- was it written?

// Is none of these bytes set? Those beyond the capacity are what the object was filled with.
static bool is_unset(const struct object *o, int64_t first, int64_t end)
{
    if (o->fill != FILL_UNSET || end <= first) return false;
    if (first >= o->capacity) return true;
    if (!o->shadow) return false;
    for (int64_t at = first; at < end && at < o->capacity; at++)
        if (o->shadow[at] != BYTE_UNSET) return false;
    return true;
}

static bool place_of(int64_t offset, int64_t element, int64_t unit, int64_t *place)
{
    return checked_mul(element, unit, place) && checked_add(*place, offset, place);
}

static bool check_written(const struct reach *r)
{
    struct eval *e = r->eval;
    int64_t first, end, offset;
    struct object *o = r->object;
    if (r->mode != ACCESS_READ || !r->x.fresh || !r->x.sure_end || !r->buffer) return true;
    if (!sym_is_const(r->x.sure_first, &first) || !sym_is_const(r->x.sure_end, &end) ||
        !sym_is_const(r->offset, &offset) || o->kind == OBJECT_ELEMENT || o->size == INT64_MAX)
        return true;
    if (!place_of(offset, first, r->x.unit, &first) || !place_of(offset, end, r->x.unit, &end))
        return true;
    if (first < 0 || end > o->size || !is_unset(o, first, end)) return true;
    eval_fault(e, r->node, DIAG_KERNEL_UNWRITTEN,
               "%s reads %s %s of %s, and nothing has written to any of them%s", who(r),
               formula(r, r->x.sure_end), elements_word(r), target(r), where_from(r));
    // Said once, here, and not again where the kernel meets them.
    heap_mark(e->heap, o, first, end - first, BYTE_UNKNOWN);
    return true;
}

// ---- all of it

static void find_memory(struct reach *r)
{
    const struct cvalue *p = r->pointer;
    struct raw_buffer *buffer = NULL;
    if (raw_locate(r->eval, p, &buffer, &r->offset)) {
        r->buffer = buffer;
        r->bytes = buffer->bytes;
        return;
    }
    r->offset = sym_const(r->eval->syms, p->pointer.offset);
    if (r->object->size != INT64_MAX && r->object->kind != OBJECT_ELEMENT)
        r->bytes = sym_const(r->eval->syms, r->object->size);
}

bool reach_find(struct reach *r)
{
    const struct cvalue *p = r->pointer;
    r->object = p->kind == CVALUE_POINTER ? heap_object(r->eval->heap, p->pointer.object) : NULL;
    if (!r->x.any || !r->object || !r->object->live) return false;
    find_memory(r);
    if (r->part_bytes) r->bytes = sym_add_const(syms_of(r), r->offset, r->part_bytes);
    return true;
}

// The first that does not fit is told; a field that it runs into is in the same memory.
bool reach_fits(const struct reach *r)
{
    return check_end(r) && check_start(r) && check_field(r) && check_written(r);
}
