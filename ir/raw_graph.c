// The record of what a program does with memory of its own, and questions to it.

#include "ir/raw_graph.h"

#include "ir/base/map.h"
#include "ir/base/text.h"
#include "ir/graph.h"

#include <string.h>
#include <xxhash.h>

static const char *const function_names[] = {
#define RAW_FUNCTION(id, name) name,
#include "ir/raw_functions.def"
#undef RAW_FUNCTION
};

const char *raw_function_name(enum raw_function function)
{
    return function_names[function];
}

bool raw_function_is_heap(enum raw_function function)
{
    return function < RAW_ALLOCA;
}

// ---- adding

struct raw_state *raw_state_of(struct program *program)
{
    if (!program->raw) {
        program->raw = arena_new(program->arena, struct raw_state);
        program->raw->arena = program->arena;
    }
    return program->raw;
}

static int add_event(struct raw_state *s, enum raw_event_kind kind, int index,
                     const struct site *site)
{
    *vec_push(s->arena, &s->events) = (struct raw_event){kind, index, site};
    return s->events.n - 1;
}

struct raw_buffer *raw_add_buffer(struct raw_state *s, enum raw_function function,
                                  const struct sym *bytes, const struct site *site)
{
    struct raw_buffer *b = arena_new(s->arena, struct raw_buffer);
    *b = (struct raw_buffer){.number = s->buffers.n,
                             .function = function,
                             .bytes = bytes,
                             .site = site,
                             .at = site,
                             .grown_from = RAW_NONE,
                             .free_event = RAW_NONE};
    *vec_push(s->arena, &s->buffers) = b;
    b->alloc_event = add_event(s, RAW_EVENT_ALLOC, b->number, site);
    return b;
}

void raw_add_free(struct raw_state *s, struct raw_buffer *b, const struct site *site)
{
    if (b->free_event != RAW_NONE) return;
    b->freed_at = site;
    b->free_event = add_event(s, RAW_EVENT_FREE, b->number, site);
}

static void lead_to(struct raw_state *s, struct raw_field *f, int buffer)
{
    struct raw_buffer *b = s->buffers.at[buffer];
    *vec_push(s->arena, &b->fields) = f;
    int i = b->fields.n - 1;
    for (; i > 0 && b->fields.at[i - 1]->number > f->number; i--)
        b->fields.at[i] = b->fields.at[i - 1];
    b->fields.at[i] = f;
    f->buffer = buffer;
}

struct raw_field *raw_add_field(struct raw_state *s, const char *lvalue, int buffer,
                                const struct sym *offset)
{
    struct raw_field *f = arena_new(s->arena, struct raw_field);
    *f =
        (struct raw_field){.number = s->fields.n, .lvalue = lvalue, .offset = offset, .kept = true};
    *vec_push(s->arena, &s->fields) = f;
    lead_to(s, f, buffer);
    return f;
}

void raw_move_field(struct raw_state *s, struct raw_field *f, int buffer, const struct sym *offset)
{
    f->offset = offset;
    if (f->buffer == buffer) return;
    struct raw_buffer *left = s->buffers.at[f->buffer];
    int n = 0;
    for (int i = 0; i < left->fields.n; i++)
        if (left->fields.at[i] != f) left->fields.at[n++] = left->fields.at[i];
    left->fields.n = n;
    lead_to(s, f, buffer);
}

struct raw_call *raw_add_call(struct raw_state *s, const char *function, int n_numbers,
                              int n_pointers, const struct site *site)
{
    struct raw_call *c = arena_new(s->arena, struct raw_call);
    *c = (struct raw_call){
        .number = s->calls.n,
        .function = function,
        .site = site,
        .n_numbers = n_numbers,
        .n_pointers = n_pointers,
        .inside = RAW_NONE,
        .is_leaf = true,
        .times = 1,
        .numbers = arena_array(s->arena, struct raw_number, n_numbers),
        .pointers = arena_array(s->arena, struct raw_pointer, n_pointers + 1),
    };
    for (int i = 0; i < n_pointers; i++) c->pointers[i].buffer = RAW_NONE;
    *vec_push(s->arena, &s->calls) = c;
    c->event = add_event(s, RAW_EVENT_CALL, c->number, site);
    return c;
}

struct raw_pointer *raw_add_pointer(struct raw_state *s, struct raw_call *c)
{
    struct raw_pointer *all = arena_array(s->arena, struct raw_pointer, c->n_pointers + 1);
    for (int i = 0; i < c->n_pointers; i++) all[i] = c->pointers[i];
    c->pointers = all;
    struct raw_pointer *added = &all[c->n_pointers++];
    added->buffer = RAW_NONE;
    return added;
}

// ---- questions

// Two sums in their normal forms are equal where they are one; only quotients and remainders may
// cancel where they meet.
static bool is_same_place(struct syms *syms, const struct sym *a, const struct sym *b)
{
    bool cancel = sym_has_quotients(a) || sym_has_quotients(b);
    return a == b || (cancel && sym_is(sym_sub(syms, a, b), 0));
}

const struct raw_field *raw_field_at(struct syms *syms, const struct raw_state *s, int buffer,
                                     const struct sym *offset)
{
    const struct raw_field *found = NULL;
    const struct raw_buffer *b = s->buffers.at[buffer];
    for (int i = 0; i < b->fields.n; i++) {
        const struct raw_field *f = b->fields.at[i];
        bool wanted = !found || (f->kept && !found->kept);
        if (wanted && is_same_place(syms, f->offset, offset)) found = f;
    }
    return found;
}

#define LAYOUT_PARTS 3

static bool is_part(const struct raw_field *f)
{
    return f->kept && (!f->local || f->given) && !f->moved;
}

static bool is_laid_out(const struct raw_buffer *b)
{
    int n = 0;
    for (int i = 0; i < b->fields.n && n < LAYOUT_PARTS; i++) n += is_part(b->fields.at[i]);
    return n == LAYOUT_PARTS;
}

// ---- the order of the parts

static bool is_layout_of(const struct raw_layout *l, const struct syms *syms,
                         const struct raw_buffer *b)
{
    int n = 0;
    if (!l || l->syms != syms) return false;
    for (int i = 0; i < b->fields.n; i++) {
        const struct raw_field *f = b->fields.at[i];
        if (!is_part(f)) continue;
        if (n == l->n || l->parts[n].field != f || l->parts[n].offset != f->offset) return false;
        n++;
    }
    return n == l->n;
}

enum side { AT_OR_BEFORE, BEHIND, OPEN_SIDE };

// Where one offset is, seen from another one. Bounds of the difference decide nearly all. Sizes may
// be 0, so what is behind may begin at the same place for some of them, but not for all.
static enum side order_of(struct syms *syms, const struct sym *offset, const struct sym *from)
{
    const struct sym *distance = sym_sub(syms, from, offset);
    if (sym_lower(syms, distance) >= 0) return AT_OR_BEFORE;
    if (sym_upper(syms, distance) <= 0) return BEHIND;
    if (sym_is_at_most(syms, offset, from)) return AT_OR_BEFORE;
    return sym_is_at_most(syms, from, offset) ? BEHIND : OPEN_SIDE;
}

// Programs carve their parts off from the beginning on, so that most are the last one. False where
// symbols leave the order of two open.
static bool insert_part(struct syms *syms, const struct raw_field *part, int n,
                        const struct raw_field **order)
{
    int low = 0, high = n;
    for (int at = n - 1; low < high; at = low + (high - low) / 2) {
        switch (order_of(syms, order[at]->offset, part->offset)) {
        case AT_OR_BEFORE: low = at + 1; break;
        case BEHIND: high = at; break;
        case OPEN_SIDE: return false;
        }
    }
    memmove(order + low + 1, order + low, (size_t)(n - low) * sizeof(const struct raw_field *));
    order[low] = part;
    return true;
}

// The place of the field among the parts, which are in order of their numbers; -1: it is none, or
// is at another offset now.
static int place_among(const struct raw_layout *l, const struct raw_field *f)
{
    int low = 0, high = l->n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (l->parts[middle].field->number < f->number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < l->n && l->parts[low].field == f ? low : -1;
}

// Those that are parts still, where they were before, are in order already.
static int keep_order(const struct raw_layout *before, const struct raw_layout *now, bool *ordered,
                      const struct raw_field **order)
{
    int n = 0;
    if (!before || before->syms != now->syms || !before->order) return 0;
    for (int i = 0; i < before->n; i++) {
        const struct raw_field *f = before->order[i];
        int then = place_among(before, f), at = place_among(now, f);
        if (at < 0 || before->parts[then].offset != f->offset) continue;
        ordered[at] = true;
        order[n++] = f;
    }
    return n;
}

static bool sort_parts(struct syms *syms, const struct raw_layout *before,
                       const struct raw_layout *now, bool *ordered, const struct raw_field **order)
{
    int n = keep_order(before, now, ordered, order);
    for (int i = 0; i < now->n; i++)
        if (!ordered[i] && !insert_part(syms, now->parts[i].field, n++, order)) return false;
    return true;
}

static const struct raw_layout *layout_of(struct syms *syms, const struct raw_state *s,
                                          struct raw_buffer *b)
{
    const struct raw_layout *before = b->layout;
    if (is_layout_of(before, syms, b)) return before;
    struct raw_layout *l = b->layout = arena_new(s->arena, struct raw_layout);
    l->syms = syms;
    l->extents = map_open(s->arena);
    l->parts = arena_array(s->arena, struct raw_part, b->fields.n);
    for (int i = 0; i < b->fields.n; i++)
        if (is_part(b->fields.at[i]))
            l->parts[l->n++] = (struct raw_part){b->fields.at[i], b->fields.at[i]->offset};
    const struct raw_field **order = arena_array(s->arena, const struct raw_field *, l->n);
    bool *ordered = arena_array(s->arena, bool, l->n);
    if (sort_parts(syms, before, l, ordered, order)) l->order = order;
    return l;
}

// The first of the parts in order that is behind the offset; NULL: none is, or it is open.
static const struct raw_field *first_behind(struct syms *syms, const struct raw_layout *l,
                                            const struct sym *offset)
{
    int low = 0, high = l->n, middle;
    // Most ask from where a part begins: then the next one is tried first.
    for (int i = 0; i < l->n; i++)
        if (l->order[i]->offset == offset) low = i + 1;
    for (middle = low; low < high; middle = low + (high - low) / 2) {
        enum side side = order_of(syms, l->order[middle]->offset, offset);
        if (side == OPEN_SIDE) return NULL;
        if (side == BEHIND)
            high = middle;
        else
            low = middle + 1;
    }
    return low < l->n ? l->order[low] : NULL;
}

// Without an order of all parts: each is compared with the nearest so far.
static const struct raw_field *nearest_behind(struct syms *syms, const struct raw_layout *l,
                                              const struct sym *offset)
{
    const struct raw_field *nearest = NULL;
    for (int i = 0; i < l->n; i++) {
        const struct raw_field *f = l->parts[i].field;
        enum side side = order_of(syms, f->offset, offset);
        if (side == OPEN_SIDE) return NULL;
        if (side == AT_OR_BEFORE || (nearest && sym_is_at_most(syms, nearest->offset, f->offset)))
            continue;
        if (nearest && !sym_is_at_most(syms, f->offset, nearest->offset)) return NULL;
        nearest = f;
    }
    return nearest;
}

// An answer holds while the parts stay the same and nothing more is learned of the sizes.
struct known_extent {
    uint32_t generation;
    const struct sym *bytes, *extent;
    const struct raw_field *next;
};

static struct known_extent find_extent(struct syms *syms, const struct raw_layout *l,
                                       const struct sym *bytes, const struct sym *offset)
{
    const struct sym *to_end = sym_sub(syms, bytes, offset);
    struct known_extent x = {syms_generation(syms), bytes, to_end, NULL};
    const struct raw_field *end =
        l->order ? first_behind(syms, l, offset) : nearest_behind(syms, l, offset);
    const struct sym *extent = end ? sym_sub(syms, end->offset, offset) : NULL;
    if (!end || !sym_is_at_most(syms, extent, to_end)) return x;
    x.extent = extent;
    x.next = end;
    return x;
}

const struct sym *raw_extent(struct syms *syms, const struct raw_state *s, int buffer,
                             const struct sym *offset, const struct raw_field **next)
{
    struct raw_buffer *b = s->buffers.at[buffer];
    *next = NULL;
    if (!is_laid_out(b)) return sym_sub(syms, b->bytes, offset);
    const struct raw_layout *l = layout_of(syms, s, b);
    uint64_t key = (uint64_t)(uintptr_t)offset;
    struct known_extent *known = map_get_number(l->extents, key);
    if (!known || known->generation != syms_generation(syms) || known->bytes != b->bytes) {
        struct known_extent found = find_extent(syms, l, b->bytes, offset);
        known = arena_copy(s->arena, &found, sizeof found);
        map_put_number(l->extents, key, known);
    }
    *next = known->next;
    return known->extent;
}

const char *raw_buffer_title(struct arena *arena, const struct raw_buffer *b)
{
    if (b->name) return b->name;
    if (!b->site || !b->site->file) return raw_function_name(b->function);
    return arena_printf(arena, "%s at %s:%d", raw_function_name(b->function),
                        site_base_name(b->site->file), b->site->line);
}

static bool reads_quantized(const struct raw_pointer *p)
{
    bool quantized = p->element.dtype == DTYPE_I8 || p->element.dtype == DTYPE_I16;
    return p->buffer != RAW_NONE && quantized && p->read.tag != RAW_UNTOUCHED;
}

// Inputs and weights are two parts of memory with small numbers, which nothing else than a network
// for integers has; bytes without a sign are pixels and text.
static bool computes_quantized(const struct raw_call *c)
{
    int n = 0;
    for (int i = 0; c->is_leaf && i < c->n_pointers; i++) n += reads_quantized(&c->pointers[i]);
    return n >= 2;
}

bool raw_is_model(const struct raw_state *s)
{
    for (int i = 0; s && i < s->buffers.n; i++)
        if (s->buffers.at[i]->has_floats) return true;
    for (int i = 0; s && i < s->calls.n; i++)
        if (computes_quantized(s->calls.at[i])) return true;
    return false;
}

// ---- equal programs

static uint64_t fold(uint64_t hash, uint64_t word)
{
    return XXH3_64bits_withSeed(&word, sizeof word, hash);
}

static uint64_t fold_size(uint64_t hash, const struct sym *size)
{
    return fold(hash, size ? sym_hash(size) : 0);
}

static uint64_t hash_call(const struct raw_call *c)
{
    uint64_t hash = XXH3_64bits(c->function, strlen(c->function));
    for (int i = 0; i < c->n_numbers; i++) hash = fold_size(hash, c->numbers[i].value);
    for (int i = 0; i < c->n_pointers; i++)
        hash = fold_size(fold(hash, (uint64_t)c->pointers[i].buffer), c->pointers[i].offset);
    return hash;
}

uint64_t raw_hash(const struct raw_state *s)
{
    uint64_t hash = 0;
    for (int i = 0; i < s->events.n; i++) {
        const struct raw_event *event = &s->events.at[i];
        hash = fold(hash, (uint64_t)event->kind);
        if (event->kind == RAW_EVENT_CALL)
            hash = fold(hash, hash_call(s->calls.at[event->index]));
        else
            hash =
                fold_size(fold(hash, (uint64_t)event->index), s->buffers.at[event->index]->bytes);
    }
    return hash;
}
