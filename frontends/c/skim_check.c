// The ranges of a kernel held against the memory that its pointers lead to.

#include "frontends/c/room.h"
#include "frontends/c/skim_bind.h"

#include <inttypes.h>
#include <string.h>

#define LOOK_STEP 4 // bytes that are of one value at least

// One range of one pointer, and the memory behind it.
struct reach {
    const struct skim *skim;
    int root;
    enum access_mode mode;
    struct nest_extent x;
    struct object *object;
    const struct sym *offset;        // bytes into the object
    const struct sym *bytes;         // of the object; NULL: not known
    const struct raw_buffer *buffer; // NULL: it is none that is recorded
};

static struct syms *syms_of(const struct reach *r)
{
    return r->skim->eval->syms;
}

// ---- as a user reads it

static const char *who(const struct reach *r)
{
    const struct skim *k = r->skim;
    if (k->function) return arena_printf(k->eval->arena, "`%s`", k->function->name);
    return "the loop";
}

static const char *argument_text(const struct skim *k, const struct nest_root *root)
{
    for (int i = 0; k->function && i < k->function->n_parameters; i++)
        if (k->function->parameters[i] == root->variable && k->node->kind == AST_CALL &&
            i < k->node->n_kids)
            return name_expression(k->eval, k->node->kids[i]);
    return NULL;
}

// "`y` (parameter `out`)"
static const char *target(const struct reach *r)
{
    const struct nest_root *root = &r->skim->nest->roots.at[r->root];
    struct arena *arena = r->skim->eval->arena;
    const char *text = root->kind == ROOT_PARAMETER ? argument_text(r->skim, root) : NULL;
    if (text && strcmp(text, root->path) == 0) text = NULL;
    return text ? arena_printf(arena, "`%s` (its `%s`)", text, root->path)
                : arena_printf(arena, "`%s`", root->path);
}

static const char *elements_word(const struct reach *r)
{
    if (r->x.unit == 1) return "bytes";
    return arena_printf(r->skim->eval->arena, "%ss", ctype_string(r->x.type));
}

// "rows*n_out = 192": the form in the kernel's own words, where it says more than the number.
static const char *formula(const struct reach *r, const struct sym *number)
{
    const struct skim *k = r->skim;
    struct arena *arena = k->eval->arena;
    struct nest_extent own = nest_extent_of(k->nest, k->nest->syms, k->nest->symbols.n,
                                            nest_itself(arena, k->nest), r->root, r->mode);
    const char *value = sym_string(arena, number);
    if (!own.sure_end || !sym_is(own.sure_first, 0) || sym_is_const(own.sure_end, NULL))
        return value;
    const char *form = sym_string(arena, own.sure_end);
    return strcmp(form, value) == 0 ? value : arena_printf(arena, "%s = %s", form, value);
}

static const char *where_from(const struct reach *r)
{
    struct arena *arena = r->skim->eval->arena;
    if (!r->buffer || !r->buffer->at) return "";
    return raw_function_is_heap(r->buffer->function)
               ? arena_printf(arena, " (allocated at line %d)", r->buffer->at->line)
               : arena_printf(arena, " (declared at line %d)", r->buffer->at->line);
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
    struct arena *arena = r->skim->eval->arena;
    struct proof p = sym_prove_at_most(syms_of(r), needed, room);
    if (p.verdict != VERDICT_REFUTED || p.n_witness == 0) return "";
    return arena_printf(arena, ": %s gives %" PRId64 " against %" PRId64,
                        proof_witness_string(arena, &p), p.witness_a, p.witness_b);
}

static bool tell_overrun(const struct reach *r, const struct sym *room)
{
    struct eval *e = r->skim->eval;
    const char *verb = r->mode == ACCESS_WRITE ? "writes" : "reads";
    bool starts = sym_is(r->x.sure_first, 0);
    const char *from = starts ? "" : "up to element ";
    const char *count = formula(r, r->x.sure_end);
    const char *whole = sym_is(r->offset, 0) ? "" : " from there on";
    if (raw_tell_unscaled(e, r->object)) return false;
    eval_fault(e, r->skim->node, DIAG_KERNEL_OVERRUN, "%s %s %s%s %s of %s, which holds %s%s%s%s",
               who(r), verb, from, count, elements_word(r), target(r), sym_string(e->arena, room),
               whole, where_from(r), witness(r, r->x.sure_end, room));
    return false;
}

// Of sizes, which are 1 and more, never: an error; of some of them: a condition on them.
static bool check_end(const struct reach *r)
{
    struct syms *s = syms_of(r);
    if (!r->x.sure_end || !r->bytes) return true;
    const struct sym *room = room_from(r);
    if (sym_kind(room) == SYM_UNKNOWN || sym_is_at_most(s, r->x.sure_end, room)) return true;
    const struct sym *excess = sym_sub(s, r->x.sure_end, room);
    if (nest_holds_of_sizes(s, excess)) return tell_overrun(r, room);
    room_need_sizes(r->skim->eval, r->x.sure_end, room,
                    arena_printf(r->skim->eval->arena, "%s of %s %s", target(r),
                                 sym_string(r->skim->eval->arena, room), elements_word(r)),
                    r->skim->node);
    return true;
}

static bool check_start(const struct reach *r)
{
    struct eval *e = r->skim->eval;
    struct syms *s = e->syms;
    if (!r->x.sure_first) return true;
    const struct sym *first = sym_add(s, r->offset, sym_mul_const(s, r->x.sure_first, r->x.unit));
    int64_t at;
    if (!sym_is_const(first, &at) || at >= 0) return true;
    eval_fault(e, r->skim->node, DIAG_KERNEL_OVERRUN,
               "%s %s %s from element %s of %s on, which is before its memory begins%s", who(r),
               r->mode == ACCESS_WRITE ? "writes" : "reads", elements_word(r),
               sym_string(e->arena, r->x.sure_first), target(r), where_from(r));
    return false;
}

// ---- the next field

// A block that is laid out as fields: a range that begins in one and ends inside of a later one. A
// range over all of the block is the block's own.
static bool check_field(const struct reach *r)
{
    struct eval *e = r->skim->eval;
    struct syms *s = e->syms;
    const struct raw_field *next;
    if (!r->buffer || !e->builder || !r->x.sure_end) return true;
    const struct raw_state *state = raw_state_of(builder_program(e->builder));
    const struct sym *extent = raw_extent(s, state, r->buffer->number, r->offset, &next);
    if (!next || !next->kept) return true;
    const struct sym *needed = sym_mul_const(s, r->x.sure_end, r->x.unit);
    const struct sym *end = sym_add(s, r->offset, needed);
    if (sym_is(sym_sub(s, end, r->bytes), 0) && sym_is(r->offset, 0)) return true;
    if (!nest_holds_of_sizes(s, sym_sub(s, needed, extent))) return true;
    const struct sym *room = in_units(r, extent);
    const char *verb = r->mode == ACCESS_WRITE ? "writes" : "reads";
    eval_fault(e, r->skim->node, DIAG_KERNEL_FIELD,
               "%s %s %s %s of %s, which has room for %s before `%s` begins%s%s", who(r), verb,
               formula(r, r->x.sure_end), elements_word(r), target(r), sym_string(e->arena, room),
               next->lvalue, where_from(r), witness(r, r->x.sure_end, room));
    return false;
}

// ---- was it written?

static bool is_unset(const struct object *o, int64_t first, int64_t end)
{
    uint8_t bytes[LOOK_STEP];
    if (o->fill != FILL_UNSET) return end <= o->capacity && o->fill == FILL_UNSET;
    for (int64_t at = first; at + LOOK_STEP <= end && at < o->capacity; at += LOOK_STEP)
        if (heap_read(o, at, LOOK_STEP, bytes) != BYTE_UNSET) return false;
    return end > first;
}

static bool check_written(const struct reach *r)
{
    struct eval *e = r->skim->eval;
    int64_t first, end, offset;
    struct object *o = r->object;
    if (r->mode != ACCESS_READ || !r->x.fresh || !r->x.sure_end || !r->buffer) return true;
    if (!sym_is_const(r->x.sure_first, &first) || !sym_is_const(r->x.sure_end, &end) ||
        !sym_is_const(r->offset, &offset) || o->kind == OBJECT_ELEMENT || o->size == INT64_MAX)
        return true;
    first = offset + first * r->x.unit;
    end = offset + end * r->x.unit;
    if (first < 0 || end > o->size || !is_unset(o, first, end)) return true;
    eval_fault(e, r->skim->node, DIAG_KERNEL_UNWRITTEN,
               "%s reads %s %s of %s, and nothing has written to any of them%s", who(r),
               formula(r, r->x.sure_end), elements_word(r), target(r), where_from(r));
    // Said once, here, and not again where the kernel meets them.
    heap_mark(e->heap, o, first, end - first, BYTE_UNKNOWN);
    return true;
}

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

static bool reach_of(struct reach *r)
{
    const struct skim *k = r->skim;
    const struct cvalue *p = &k->pointers[r->root];
    struct raw_buffer *buffer = NULL;
    r->x = skim_extent(k, r->root, r->mode);
    r->object = p->kind == CVALUE_POINTER ? heap_object(k->eval->heap, p->pointer.object) : NULL;
    if (!r->x.any || !r->object || !r->object->live) return false;
    if (raw_locate(k->eval, p, &buffer, &r->offset)) {
        r->buffer = buffer;
        r->bytes = buffer->bytes;
        return true;
    }
    r->offset = sym_const(k->eval->syms, p->pointer.offset);
    if (r->object->size != INT64_MAX && r->object->kind != OBJECT_ELEMENT)
        r->bytes = sym_const(k->eval->syms, r->object->size);
    return true;
}

bool skim_check(const struct skim *k)
{
    static const enum access_mode modes[] = {ACCESS_WRITE, ACCESS_READ};
    bool right = true;
    record(k);
    for (int m = 0; m < 2; m++)
        for (int i = 0; i < k->nest->roots.n; i++) {
            struct reach r = {.skim = k, .root = i, .mode = modes[m]};
            if (k->nest->roots.at[i].kind == ROOT_LOCAL || !reach_of(&r)) continue;
            // The first that does not fit is told; a field that it runs into is in the same memory.
            bool fits = check_end(&r) && check_start(&r) && check_field(&r) && check_written(&r);
            right = right && fits;
        }
    return right;
}
