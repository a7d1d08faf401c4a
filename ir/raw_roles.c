// Roles of kernels, by blocks: which calls read and write each, and from which lines. A block in
// which parameters and activations lie side by side says nothing, and then all is a layer.

#include "ir/raw_roles.h"

#include "ir/base/map.h"

#define XXH_INLINE_ALL
#include <limits.h>
#include <string.h>
#include <xxhash.h>

// What calls do with a block, fills left out.
struct use {
    int first_written; // the first call that writes it; INT_MAX: none
    bool computed;     // one writes it that does not read it at the same place
    // Of the lines that read it and do not write there: the first and the last to be reached.
    int first_read, last_read;
    bool is_gradient; // an update reads it, element by element of what it changes
    bool read_by_layer;
};

struct roles {
    struct arena *arena;
    struct syms *syms;
    const struct raw_state *state;
    enum raw_role *of_call;
    int *line; // by call: the first call of the same function and line
    struct use *uses;
};

static bool is_numbers(const struct raw_pointer *p)
{
    return p->buffer != RAW_NONE && p->element.dtype != DTYPE_NONE;
}

static bool reads(const struct raw_pointer *p)
{
    return is_numbers(p) && p->read.tag != RAW_UNTOUCHED;
}

static bool writes(const struct raw_pointer *p)
{
    return is_numbers(p) && p->written.tag != RAW_UNTOUCHED &&
           !(p->written.tag == RAW_UNKNOWN && p->read_only);
}

static bool is_in_place(const struct raw_pointer *p)
{
    return reads(p) && writes(p);
}

// ---- lines

uint64_t raw_line_key(const struct raw_call *c)
{
    struct site_key at = site_key_of(c->site);
    return XXH3_64bits_withSeed(&at, sizeof at, XXH3_64bits(c->function, strlen(c->function)));
}

static void find_lines(struct roles *r)
{
    struct map *lines = map_open(r->arena);
    for (int i = 0; i < r->state->calls.n; i++) {
        const struct raw_call *c = r->state->calls.at[i];
        uint64_t key = raw_line_key(c);
        int first = (int)(intptr_t)map_get_number(lines, key) - 1;
        r->line[i] = first < 0 ? i : first;
        if (first < 0) map_put_number(lines, key, (void *)(intptr_t)(i + 1));
    }
}

// ---- fills

// State of a generator is integers that it reads and writes.
static bool reads_other_memory(const struct raw_call *c)
{
    for (int i = 0; i < c->n_pointers; i++) {
        const struct raw_pointer *p = &c->pointers[i];
        bool number = dtype_is_float(p->element.dtype);
        if (reads(p) && (number || !writes(p))) return true;
    }
    return false;
}

static bool writes_memory(const struct raw_call *c)
{
    for (int i = 0; i < c->n_pointers; i++)
        if (writes(&c->pointers[i])) return true;
    return false;
}

static bool is_fill(const struct raw_call *c)
{
    return c->looked_at && writes_memory(c) && !reads_other_memory(c);
}

// ---- uses of blocks

static void note_use(struct roles *r, int call, const struct raw_pointer *p)
{
    struct use *u = &r->uses[p->buffer];
    if (writes(p)) {
        if (call < u->first_written) u->first_written = call;
        u->computed = u->computed || !reads(p);
    } else if (reads(p)) {
        if (r->line[call] < u->first_read) u->first_read = r->line[call];
        if (r->line[call] > u->last_read) u->last_read = r->line[call];
    }
}

static void find_uses(struct roles *r)
{
    for (int i = 0; i < r->state->buffers.n; i++)
        r->uses[i] = (struct use){.first_written = INT_MAX, .first_read = INT_MAX, .last_read = -1};
    for (int i = 0; i < r->state->calls.n; i++) {
        const struct raw_call *c = r->state->calls.at[i];
        for (int k = 0; k < c->n_pointers && c->is_leaf; k++)
            if (r->of_call[i] != RAW_ROLE_FILL && is_numbers(&c->pointers[k]))
                note_use(r, i, &c->pointers[k]);
    }
}

// ---- updates

// A parameter: read on a line that was reached before, changed here, and read only there again.
static bool changes_parameter(const struct roles *r, int call, const struct raw_pointer *p)
{
    const struct use *u = &r->uses[p->buffer];
    return is_in_place(p) && dtype_is_float(p->element.dtype) && !u->computed &&
           u->first_read < r->line[call];
}

static bool is_computed_before(const struct roles *r, int call, const struct raw_pointer *p)
{
    return reads(p) && !writes(p) && dtype_is_float(p->element.dtype) &&
           r->uses[p->buffer].first_written < call;
}

static bool is_update(const struct roles *r, int call)
{
    const struct raw_call *c = r->state->calls.at[call];
    bool parameter = false, given = false;
    for (int i = 0; i < c->n_pointers; i++) {
        const struct raw_pointer *p = &c->pointers[i];
        if (writes(p) && r->uses[p->buffer].last_read > r->line[call]) return false;
        parameter = parameter || (is_numbers(p) && changes_parameter(r, call, p));
        given = given || (is_numbers(p) && is_computed_before(r, call, p));
    }
    return parameter && given;
}

// ---- gradients of parameters

static const struct sym *count_of(const struct roles *r, const struct raw_range *range)
{
    if (range->tag != RAW_EXACT && range->tag != RAW_AT_MOST) return NULL;
    return sym_sub(r->syms, range->end, range->first);
}

// Does an update change as many elements of each of its blocks as it reads of this one?
static bool goes_element_by_element(const struct roles *r, const struct raw_call *c,
                                    const struct raw_pointer *gradient)
{
    const struct sym *n = count_of(r, &gradient->read);
    for (int i = 0; i < c->n_pointers && n; i++)
        if (writes(&c->pointers[i]) && count_of(r, &c->pointers[i].written) != n) return false;
    return n != NULL;
}

static void note_read(struct roles *r, int call, const struct raw_pointer *p)
{
    struct use *u = &r->uses[p->buffer];
    if (!reads(p) || writes(p)) return;
    if (r->of_call[call] != RAW_ROLE_UPDATE)
        u->read_by_layer = true;
    else if (goes_element_by_element(r, r->state->calls.at[call], p))
        u->is_gradient = true;
}

static bool is_gradient(const struct roles *r, const struct raw_call *c)
{
    for (int i = 0; i < c->n_pointers; i++) {
        const struct raw_pointer *p = &c->pointers[i];
        if (!writes(p)) continue;
        const struct use *u = &r->uses[p->buffer];
        if (u->is_gradient && !u->read_by_layer) return true;
    }
    return false;
}

static void find_gradients(struct roles *r)
{
    const struct raw_state *s = r->state;
    for (int i = 0; i < s->calls.n; i++)
        for (int k = 0; k < s->calls.at[i]->n_pointers && s->calls.at[i]->is_leaf; k++)
            note_read(r, i, &s->calls.at[i]->pointers[k]);
    for (int i = 0; i < s->calls.n; i++)
        if (s->calls.at[i]->is_leaf && r->of_call[i] == RAW_ROLE_LAYER &&
            is_gradient(r, s->calls.at[i]))
            r->of_call[i] = RAW_ROLE_GRADIENT;
}

// ---- all of them

// One line is called for one purpose: where its calls differ, it is a layer.
static void agree_by_line(struct roles *r)
{
    int n = r->state->calls.n;
    for (int i = 0; i < n; i++)
        if (r->of_call[i] != r->of_call[r->line[i]]) r->of_call[r->line[i]] = RAW_ROLE_LAYER;
    for (int i = 0; i < n; i++) r->of_call[i] = r->of_call[r->line[i]];
}

const enum raw_role *raw_roles_of(struct arena *arena, struct syms *syms, const struct raw_state *s)
{
    struct roles r = {.arena = arena, .syms = syms, .state = s};
    r.of_call = arena_array(arena, enum raw_role, s->calls.n + 1);
    r.line = arena_array(arena, int, s->calls.n + 1);
    r.uses = arena_array(arena, struct use, s->buffers.n + 1);
    find_lines(&r);
    for (int i = 0; i < s->calls.n; i++)
        if (s->calls.at[i]->is_leaf && is_fill(s->calls.at[i])) r.of_call[i] = RAW_ROLE_FILL;
    agree_by_line(&r);
    find_uses(&r);
    for (int i = 0; i < s->calls.n; i++)
        if (s->calls.at[i]->is_leaf && r.of_call[i] == RAW_ROLE_LAYER && is_update(&r, i))
            r.of_call[i] = RAW_ROLE_UPDATE;
    find_gradients(&r);
    agree_by_line(&r);
    return r.of_call;
}

const char *raw_role_name(enum raw_role role)
{
    static const char *const names[] = {[RAW_ROLE_FILL] = "fills memory",
                                        [RAW_ROLE_UPDATE] = "updates parameters",
                                        [RAW_ROLE_GRADIENT] = "gradient of parameters"};
    return names[role];
}
