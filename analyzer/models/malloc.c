// Hand-written C gets its memory itself, so there is nothing to simulate: what is alive is the sum
// of the blocks that were got and not given back, in the order of the program's events. Blocks are
// listed one by one, those that are laid out in parts with their parts, then what structs of
// pointers have in all.
//
// What malloc takes beyond what is asked for is not counted: it differs from library to library.

#include "analyzer/models/runtime.h"

#include "ir/base/text.h"
#include "ir/ggml_largest.h"
#include "ir/raw_graph.h"

#include <string.h>

struct listing {
    struct arena *arena;
    struct syms *syms;
    const struct raw_state *state;
    bool ended; // the program was followed to its end
    VEC(struct runtime_part) parts;
};

// ---- one block

// "640 x float"; "" where nobody knows of what.
static const char *contents(struct arena *arena, struct syms *syms, const struct sym *bytes,
                            const struct raw_element *element)
{
    if (!element->name || element->bytes <= 0) return "";
    const struct sym *count = sym_floordiv_const(syms, bytes, element->bytes);
    const char *text = sym_string(arena, count);
    return arena_printf(arena, strchr(text, ' ') ? "(%s) x %s" : "%s x %s", text, element->name);
}

const char *malloc_note(struct arena *arena, struct syms *syms, const struct sym *bytes,
                        const struct raw_element *element, const char *life)
{
    const char *what = contents(arena, syms, bytes, element);
    if (!life) return what;
    return *what ? arena_printf(arena, "%s, %s", what, life) : life;
}

static const char *lifetime(const struct listing *l, const struct raw_buffer *b)
{
    if (b->function == RAW_STATIC) return "static";
    if (b->function == RAW_STACK || b->function == RAW_VLA)
        return arena_printf(l->arena, "on the stack of %s", b->site->function);
    const char *function = raw_function_name(b->function);
    if (b->grown_from != RAW_NONE)
        function = arena_printf(l->arena, "%s of a block of %s bytes", function,
                                sym_string(l->arena, l->state->buffers.at[b->grown_from]->bytes));
    if (b->free_event == RAW_NONE && l->ended)
        return arena_printf(l->arena, "%s, never freed", function);
    if (!b->freed_at || !b->freed_at->file) return function;
    if (b->site && b->site->file && strcmp(b->freed_at->file, b->site->file) == 0)
        return arena_printf(l->arena, "%s, freed at line %d", function, b->freed_at->line);
    return arena_printf(l->arena, "%s, freed at %s:%d", function, site_base_name(b->freed_at->file),
                        b->freed_at->line);
}

// Of a pointer that wanders nobody knows where it is but at the end.
static bool is_view(const struct raw_field *f)
{
    return f->kept && !f->local && f->moved;
}

static const char *life_of(const struct listing *l, const struct raw_buffer *b)
{
    struct text life = {.arena = l->arena};
    text_add(&life, lifetime(l, b));
    for (int i = 0; i < b->fields.n; i++)
        if (is_view(b->fields.at[i]))
            text_printf(&life, ", viewed through %s", b->fields.at[i]->lvalue);
    return text_string(&life);
}

static void add_part(struct listing *l, const char *name, const struct sym *bytes,
                     const struct raw_element *element, const char *life, const struct site *site)
{
    *vec_push(l->arena, &l->parts) =
        (struct runtime_part){.name = name,
                              .bytes = quantity_of(bytes),
                              .note = malloc_note(l->arena, l->syms, bytes, element, life),
                              .site = site,
                              .element = element,
                              .life = life};
}

// Variables without numbers in them hold no data of the model.
static bool is_listed(const struct raw_buffer *b)
{
    return raw_function_is_heap(b->function) || b->has_floats || b->element.dtype != DTYPE_NONE;
}

// ---- the parts of a layout

static bool is_part(const struct raw_field *f)
{
    return f->kept && !f->local && !f->moved;
}

// The pointer to all of a block stands beside the one to its first part.
static bool is_whole(const struct raw_buffer *b, const struct raw_field *f)
{
    if (!b->name || strcmp(b->name, f->lvalue) != 0 || !sym_is(f->offset, 0)) return false;
    for (int i = 0; i < b->fields.n; i++) {
        const struct raw_field *other = b->fields.at[i];
        if (other != f && is_part(other) && sym_is(other->offset, 0)) return true;
    }
    return false;
}

static bool has_parts(const struct raw_buffer *b)
{
    int n = 0;
    for (int i = 0; i < b->fields.n && n < 2; i++) n += is_part(b->fields.at[i]);
    return n == 2;
}

static void add_parts(struct listing *l, const struct raw_buffer *b)
{
    if (!has_parts(b)) return;
    for (int i = 0; i < b->fields.n; i++) {
        const struct raw_field *f = b->fields.at[i], *next;
        if (!is_part(f) || is_whole(b, f)) continue;
        const struct sym *extent = raw_extent(l->syms, l->state, b->number, f->offset, &next);
        const char *name = arena_printf(l->arena, "  %s", f->lvalue);
        add_part(l, name, extent, &f->element, NULL, NULL);
    }
}

static void list_blocks(struct listing *l)
{
    for (int i = 0; i < l->state->buffers.n; i++) {
        const struct raw_buffer *b = l->state->buffers.at[i];
        if (!is_listed(b)) continue;
        add_part(l, raw_buffer_title(l->arena, b), b->bytes, &b->element, life_of(l, b), b->at);
        add_parts(l, b);
    }
}

// ---- families: the pointers of one struct

static size_t family_length(const char *lvalue)
{
    size_t n = strlen(lvalue);
    while (n && lvalue[n - 1] != '.' && lvalue[n - 1] != '>') n--;
    if (n && lvalue[n - 1] == '>') n--;
    return n ? n - 1 : 0;
}

struct family {
    const struct sym *bytes;
    int n;
};

// A pointer to all of a block counts nothing beside those to its parts, nor do views.
static void add_to_family(struct listing *l, struct map *families, const struct raw_field *f)
{
    const struct raw_buffer *b = l->state->buffers.at[f->buffer];
    size_t n = family_length(f->lvalue);
    const struct raw_field *next;
    if (!n || !f->kept || is_whole(b, f)) return;
    bool part = has_parts(b);
    if (f->moved || (part && raw_extent(l->syms, l->state, f->buffer, f->offset, &next) == NULL))
        return;
    const char *name = arena_string_n(l->arena, f->lvalue, n);
    struct family *family = map_get_string(families, name);
    if (!family) {
        family = arena_new(l->arena, struct family);
        family->bytes = sym_const(l->syms, 0);
        map_put_string(families, name, family);
    }
    family->bytes =
        sym_add(l->syms, family->bytes, raw_extent(l->syms, l->state, f->buffer, f->offset, &next));
    family->n++;
}

static void list_families(struct listing *l)
{
    struct map *families = map_open(l->arena);
    for (int i = 0; i < l->state->fields.n; i++) add_to_family(l, families, l->state->fields.at[i]);
    for (int i = 0; i < map_count(families) && map_count(families) > 1; i++) {
        const struct family *family = map_value(families, i);
        const char *name = map_key(families, i);
        if (family->n < 2) continue;
        *vec_push(l->arena, &l->parts) =
            (struct runtime_part){.name = arena_printf(l->arena, "all of %s", name),
                                  .bytes = quantity_of(family->bytes),
                                  .note = arena_printf(l->arena, "%d parts", family->n)};
    }
}

// ---- the worst moment

static const struct raw_buffer *largest_of(const struct listing *l)
{
    const struct raw_buffer *largest = NULL;
    for (int i = 0; i < l->state->buffers.n; i++) {
        const struct raw_buffer *b = l->state->buffers.at[i];
        if (!is_listed(b) || sym_kind(b->bytes) == SYM_UNKNOWN) continue;
        if (!largest || !sym_is_at_most(l->syms, b->bytes, largest->bytes)) largest = b;
    }
    // Which one it is may depend on the symbols.
    for (int i = 0; largest && i < l->state->buffers.n; i++)
        if (is_listed(l->state->buffers.at[i]) &&
            !sym_is_at_most(l->syms, l->state->buffers.at[i]->bytes, largest->bytes))
            return NULL;
    return largest;
}

// Sizes that are not known count for nothing, and the sum is then a lower bound.
static struct quantity sum_events(const struct listing *l, const struct sym **left)
{
    struct ggml_largest peaks = {.arena = l->arena, .syms = l->syms};
    const char *unknown = l->state->unseen;
    const struct sym *live = sym_const(l->syms, 0);
    for (int i = 0; i < l->state->events.n; i++) {
        const struct raw_event *event = &l->state->events.at[i];
        if (event->kind == RAW_EVENT_CALL) continue;
        const struct raw_buffer *b = l->state->buffers.at[event->index];
        if (!raw_function_is_heap(b->function)) continue;
        if (sym_kind(b->bytes) == SYM_UNKNOWN) {
            unknown = sym_name(b->bytes);
        } else if (event->kind == RAW_EVENT_ALLOC) {
            live = sym_add(l->syms, live, b->bytes);
            ggml_largest_add(&peaks, live, i);
        } else {
            live = sym_sub(l->syms, live, b->bytes);
        }
    }
    *left = live;
    return quantity_at_least(quantity_of(ggml_largest_value(&peaks)), unknown);
}

bool malloc_runtime(struct arena *, const struct program *, struct runtime_memory *);

bool malloc_runtime(struct arena *arena, const struct program *program,
                    struct runtime_memory *memory)
{
    if (strcmp(program->library, "raw") != 0) return false;
    struct listing l = {
        .arena = arena, .syms = program->syms, .state = program->raw, .ended = !program->unseen};
    const struct sym *left;
    *memory = (struct runtime_memory){.model = "malloc", .title = "from malloc"};
    memory->bytes = sum_events(&l, &left);
    const struct raw_buffer *largest = largest_of(&l);
    struct text note = {.arena = arena};
    text_add(&note, "alive at once");
    if (largest) text_printf(&note, ", the largest block `%s`", raw_buffer_title(arena, largest));
    if (!sym_is(left, 0) && l.ended)
        text_printf(&note, ", %s never freed", sym_string(arena, left));
    memory->note = text_string(&note);
    list_blocks(&l);
    list_families(&l);
    memory->n_parts = l.parts.n;
    memory->parts = l.parts.at;
    return true;
}
