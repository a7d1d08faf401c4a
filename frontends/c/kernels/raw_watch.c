// Kernels whose bodies are not understood are run, and watched while they are: which elements of
// which blocks they read and write. Memory that a call gets and gives back is its own affair.

#include "frontends/c/kernels/nest.h"
#include "frontends/c/kernels/raw_record.h"

#include <string.h>

#define N_MODES (ACCESS_WRITE + 1)
#define MAX_GROUPS 64

// A block, or an array that is a member of the records in one.
struct seen {
    struct raw_buffer *buffer;
    const struct cfield *member; // NULL: all of the block
    int64_t base;                // of that, bytes into the block
    struct raw_element element;
    bool any[N_MODES];
    int64_t first[N_MODES], end[N_MODES];           // bytes
    const struct sym *low[N_MODES], *high[N_MODES]; // of loops that were not run; NULL: none were
    bool unsure[N_MODES], unknown[N_MODES];
};

struct raw_watch {
    struct raw_watch *outer;
    struct raw_call *call; // NULL: nothing is watched inside of the outer one
    struct map *by_place;
    VEC(struct seen *) list;
    struct seen *last;
};

void raw_watch_begin(struct eval *e, struct raw_call *c)
{
    struct raw_watch *w = arena_new(e->arena, struct raw_watch);
    *w = (struct raw_watch){.outer = e->watch};
    if (!c->looked_at && !c->runs_kernels) w->call = c, w->by_place = map_open(e->arena);
    e->watch = w;
}

// ---- what is touched

// The array of a record that lies at the offset, and where it begins; NULL: there is none.
static const struct cfield *member_at(const struct object *o, int64_t offset, int64_t *base)
{
    const struct ctype *t = o->type;
    *base = 0;
    if (!t || t->kind != CTYPE_RECORD || t->size <= 0) return NULL;
    int64_t record = offset / t->size * t->size;
    for (int i = 0; i < t->n_fields; i++) {
        const struct cfield *f = &t->fields[i];
        bool there = offset - record >= f->offset && offset - record < f->offset + f->type->size;
        if (!there || f->type->kind != CTYPE_ARRAY) continue;
        *base = record + f->offset;
        return f;
    }
    return NULL;
}

static struct seen *seen_of(struct eval *e, const struct object *o, int64_t offset,
                            const struct ctype *t)
{
    struct raw_watch *w = e->watch;
    struct raw_buffer *b = o->rare->raw;
    int64_t base;
    const struct cfield *member = member_at(o, offset, &base);
    if (w->last && w->last->buffer == b && w->last->base == base) return w->last;
    const char *key = arena_printf(e->arena, "%d %lld", b->number, (long long)base);
    struct seen *s = map_get_string(w->by_place, key);
    if (!s) {
        s = arena_new(e->arena, struct seen);
        *s = (struct seen){
            .buffer = b, .member = member, .base = base, .element = raw_element_of(t)};
        map_put_string(w->by_place, key, s);
        *vec_push(e->arena, &w->list) = s;
    }
    return w->last = s;
}

static void widen(struct seen *s, enum access_mode mode, int64_t first, int64_t end)
{
    if (!s->any[mode] || first < s->first[mode]) s->first[mode] = first;
    if (!s->any[mode] || end > s->end[mode]) s->end[mode] = end;
    s->any[mode] = true;
}

static bool is_number(const struct ctype *t)
{
    return t->kind == CTYPE_FLOAT ||
           (t->kind == CTYPE_INT && raw_element_of(t).dtype != DTYPE_NONE);
}

void raw_touched(struct eval *e, const struct place *p, const struct ctype *t,
                 enum access_mode mode)
{
    struct object *o = p->object;
    if (!e->watch->call || !o || !is_number(t)) return;
    if (o->kind == OBJECT_ELEMENT) {
        const struct sym *offset = sym_const(e->syms, 0);
        o = family_base(e, o, &offset);
        if (o && o->rare && o->rare->raw) {
            struct seen *s = seen_of(e, o, 0, t);
            s->any[mode] = s->unknown[mode] = true;
        }
        return;
    }
    int64_t base;
    bool record = o->type && o->type->kind == CTYPE_RECORD;
    // A number by itself is a setting as a rule.
    if (record && !member_at(o, p->offset, &base)) return;
    if (o->rare && o->rare->raw)
        widen(seen_of(e, o, p->offset, t), mode, p->offset, p->offset + t->size);
}

void raw_touched_by_nest(struct eval *e, const struct cvalue *pointer, const struct nest_extent *x,
                         enum access_mode mode)
{
    struct raw_buffer *b;
    const struct sym *offset;
    int64_t first, end;
    if (!e->watch || !e->watch->call || !x->any || !is_number(x->type) ||
        !raw_locate(e, pointer, &b, &offset))
        return;
    const struct object *o = heap_object(e->heap, pointer->pointer.object);
    if (o->kind == OBJECT_ELEMENT) return;
    struct seen *s = seen_of(e, o, pointer->pointer.offset, x->type);
    struct syms *syms = e->syms;
    const struct sym *low = sym_add(syms, offset, sym_mul_const(syms, x->first, x->unit)),
                     *high = sym_add(syms, offset, sym_mul_const(syms, x->end, x->unit));
    s->unsure[mode] = s->unsure[mode] || !x->sure;
    if (sym_is_const(low, &first) && sym_is_const(high, &end)) {
        widen(s, mode, first, end);
        return;
    }
    s->low[mode] = s->low[mode] ? sym_min(syms, s->low[mode], low) : low;
    s->high[mode] = s->high[mode] ? sym_max(syms, s->high[mode], high) : high;
    s->any[mode] = true;
}

// ---- as ranges

static struct raw_range range_of(struct eval *e, const struct seen *s, enum access_mode mode,
                                 const struct sym *from)
{
    struct raw_range range = {.tag = RAW_UNTOUCHED};
    struct syms *syms = e->syms;
    if (!s->any[mode]) return range;
    const struct sym *low = s->low[mode], *high = s->high[mode];
    if (s->end[mode] > s->first[mode]) {
        const struct sym *first = sym_const(syms, s->first[mode]),
                         *end = sym_const(syms, s->end[mode]);
        low = low ? sym_min(syms, low, first) : first;
        high = high ? sym_max(syms, high, end) : end;
    }
    bool known =
        !s->unknown[mode] && low && sym_kind(low) != SYM_UNKNOWN && sym_kind(high) != SYM_UNKNOWN;
    range.tag = !known ? RAW_UNKNOWN : s->unsure[mode] ? RAW_AT_MOST : RAW_EXACT;
    range.reason = known ? NULL : "which elements are touched is not known";
    if (!known) return range;
    range.first = sym_floordiv_const(syms, sym_sub(syms, low, from), s->element.bytes);
    range.end = sym_ceildiv(syms, sym_sub(syms, high, from), sym_const(syms, s->element.bytes));
    return range;
}

// The only argument that leads to the block; NULL: there is none, or there are several.
static struct raw_pointer *argument_to(const struct raw_call *c, int buffer)
{
    struct raw_pointer *found = NULL;
    for (int i = 0; i < c->n_pointers; i++) {
        if (c->pointers[i].buffer != buffer || c->pointers[i].element.dtype == DTYPE_NONE) continue;
        if (found) return NULL;
        found = &c->pointers[i];
    }
    return found;
}

static bool same_range(const struct raw_range *a, const struct raw_range *b)
{
    return a->tag == b->tag && a->first == b->first && a->end == b->end;
}

// A matrix of rows: blocks of one line and one size that are touched alike.
struct rows {
    const struct seen *first;
    struct raw_range read, written;
    int n;
};

static bool is_row_of(const struct rows *r, const struct seen *s, const struct raw_range *read,
                      const struct raw_range *written)
{
    const struct raw_buffer *a = r->first->buffer, *b = s->buffer;
    return !s->member && raw_function_is_heap(a->function) && a->function == b->function &&
           a->bytes == b->bytes && site_is_same(a->at, b->at) &&
           r->first->element.dtype == s->element.dtype && same_range(&r->read, read) &&
           same_range(&r->written, written);
}

// "m->entries" of m->entries[0].
static const char *title_of(struct arena *arena, const struct rows *r)
{
    const char *title = raw_buffer_title(arena, r->first->buffer);
    const struct cfield *member = r->first->member;
    bool heap = raw_function_is_heap(r->first->buffer->function);
    if (member) return arena_printf(arena, "%s%s%s", title, heap ? "->" : ".", member->name);
    const char *index = r->n > 1 ? strrchr(title, '[') : NULL;
    return index ? arena_string_n(arena, title, (size_t)(index - title)) : title;
}

static void add_rows(struct eval *e, struct raw_call *c, const struct rows *r)
{
    const struct raw_range *range = r->written.tag == RAW_UNTOUCHED ? &r->read : &r->written;
    struct raw_pointer *p = raw_add_pointer(e->raw->state, c);
    *p = (struct raw_pointer){.name = title_of(e->arena, r),
                              .text = title_of(e->arena, r),
                              .buffer = r->first->buffer->number,
                              .offset = sym_const(e->syms, r->first->base),
                              .element = r->first->element,
                              .read = r->read,
                              .written = r->written};
    if (r->n == 1 || range->tag == RAW_UNKNOWN) return;
    p->rank = 2;
    p->dim[0] = sym_const(e->syms, r->n);
    p->dim[1] = sym_sub(e->syms, range->end, range->first);
}

static bool is_own(const struct raw_call *c, const struct raw_buffer *b)
{
    return b->alloc_event > c->event && b->free_event != RAW_NONE;
}

static void note_all(struct eval *e, struct raw_watch *w)
{
    struct raw_call *c = w->call;
    VEC(struct rows) groups = {0};
    for (int i = 0; i < c->n_pointers; i++)
        c->pointers[i].read = c->pointers[i].written = (struct raw_range){.tag = RAW_UNTOUCHED};
    for (int i = 0; i < w->list.n; i++) {
        const struct seen *s = w->list.at[i];
        struct raw_pointer *given = s->member ? NULL : argument_to(c, s->buffer->number);
        const struct sym *from = given ? given->offset : sym_const(e->syms, s->base);
        struct raw_range read = range_of(e, s, ACCESS_READ, from),
                         written = range_of(e, s, ACCESS_WRITE, from);
        if (is_own(c, s->buffer)) continue;
        if (given) {
            given->read = read;
            given->written = written;
            continue;
        }
        int k = 0;
        if (groups.n == MAX_GROUPS)
            e->raw->state->unseen = "a kernel works on more blocks than are listed";
        if (groups.n == MAX_GROUPS) break;
        while (k < groups.n && !is_row_of(&groups.at[k], s, &read, &written)) k++;
        if (k == groups.n)
            *vec_push(e->arena, &groups) = (struct rows){s, read, written, 1};
        else
            groups.at[k].n++;
    }
    for (int i = 0; i < groups.n; i++) add_rows(e, c, &groups.at[i]);
    c->looked_at = true;
}

void raw_watch_end(struct eval *e)
{
    struct raw_watch *w = e->watch;
    e->watch = w->outer;
    if (w->call && w->call->is_leaf) note_all(e, w);
}
