// From blocks and kernel calls to storages, values and nodes. What a pointer argument leads to is
// one value as long as its place, type and size stay the same.

#include "ir/raw_program.h"

#include "ir/build.h"
#include "ir/raw_roles.h"

#include <string.h>

struct known {
    struct known_key {
        const struct sym *low; // bytes into the buffer
        const struct sym *count;
        int buffer;
        enum dtype dtype;
    } key;
    value_id value;
};

struct making {
    struct arena *arena;
    struct builder *builder;
    struct program *program;
    const struct raw_state *state;
    storage_id *storages;       // by buffer
    struct map *known;          // by key
    struct map *scopes;         // scope_id, by name and place
    const enum raw_role *roles; // by call
};

// ---- blocks

// Variables without numbers in them are the program's own business, as its code is.
static bool is_memory(const struct raw_buffer *b)
{
    return raw_function_is_heap(b->function) || b->has_floats || b->element.dtype != DTYPE_NONE;
}

static void add_block(struct making *m, const struct raw_buffer *b)
{
    if (!is_memory(b) || m->storages[b->number]) return;
    builder_at(m->builder, b->at);
    m->storages[b->number] = build_storage(m->builder, STORAGE_RAW, b->element.dtype, b->bytes,
                                           raw_buffer_title(m->arena, b));
    build_event(m->builder, EVENT_ALLOC, m->storages[b->number]);
}

static void end_block(struct making *m, const struct raw_buffer *b, const struct site *site)
{
    if (!is_memory(b)) return;
    builder_at(m->builder, site);
    build_event(m->builder, EVENT_FREE, m->storages[b->number]);
}

// ---- what a kernel touches

// The elements of a range, and where they begin in the buffer.
static const struct sym *count_of(struct making *m, const struct raw_pointer *p,
                                  const struct raw_range *range, const struct sym **low)
{
    struct syms *syms = m->program->syms;
    *low = p->offset;
    if (range->tag == RAW_UNKNOWN)
        return sym_unknown(syms, range->reason ? range->reason : "not known");
    *low = sym_add(syms, p->offset, sym_mul_const(syms, range->first, p->element.bytes));
    return sym_sub(syms, range->end, range->first);
}

static struct tensor_type vector_of(enum dtype dtype, const struct sym *count)
{
    return (struct tensor_type){.dtype = dtype, .shape = {.rank = 1, .dim = {count}}};
}

// As a contract has it, else a vector.
static struct tensor_type type_of(const struct raw_pointer *p, const struct known *k)
{
    struct tensor_type type = vector_of(k->key.dtype, k->key.count);
    if (!p->rank) return type;
    type.shape.rank = p->rank;
    for (int i = 0; i < p->rank; i++) type.shape.dim[i] = p->dim[i];
    return type;
}

static struct known *known_at(struct making *m, const struct known *wanted)
{
    return map_get(m->known, &wanted->key, sizeof wanted->key);
}

static void note_known(struct making *m, const struct known *k)
{
    map_put(m->known, &k->key, sizeof k->key, arena_copy(m->arena, k, sizeof *k));
}

// "acts.ln1", or the argument as it stands at the call: "acts.ln1 + l * B * T * C".
static const char *name_of(const struct making *m, const struct raw_pointer *p)
{
    const struct raw_field *field = raw_field_at(m->program->syms, m->state, p->buffer, p->offset);
    return field && field->kept ? field->lvalue : p->text;
}

static value_id operand(struct making *m, const struct raw_pointer *p)
{
    struct known k = {.key = {.buffer = p->buffer, .dtype = p->element.dtype}};
    k.key.count = count_of(m, p, &p->read, &k.key.low);
    struct known *before = known_at(m, &k);
    if (before) return before->value;
    struct tensor_type type = type_of(p, &k);
    k.value = build_tensor_in(m->builder, m->storages[p->buffer], k.key.low, &type, name_of(m, p));
    note_known(m, &k);
    return k.value;
}

static bool is_tensor(const struct making *m, const struct raw_pointer *p)
{
    return p->buffer != RAW_NONE && p->element.dtype != DTYPE_NONE &&
           is_memory(m->state->buffers.at[p->buffer]);
}

static bool is_operand(const struct making *m, const struct raw_pointer *p)
{
    return is_tensor(m, p) && p->read.tag != RAW_UNTOUCHED;
}

static bool is_result(const struct making *m, const struct raw_pointer *p)
{
    if (p->written.tag == RAW_UNKNOWN && p->read_only) return false;
    return is_tensor(m, p) && p->written.tag != RAW_UNTOUCHED;
}

// ---- calls

struct results {
    int n;
    struct tensor_type *types;
    struct placement *into;
    struct known *known;
    value_id *values;
};

static struct results results_of(struct making *m, const struct raw_call *c)
{
    struct results r = {.types = arena_array(m->arena, struct tensor_type, c->n_pointers),
                        .into = arena_array(m->arena, struct placement, c->n_pointers),
                        .known = arena_array(m->arena, struct known, c->n_pointers),
                        .values = arena_array(m->arena, value_id, c->n_pointers)};
    for (int i = 0; i < c->n_pointers; i++) {
        const struct raw_pointer *p = &c->pointers[i];
        if (!is_result(m, p)) continue;
        struct known k = {.key = {.buffer = p->buffer, .dtype = p->element.dtype}};
        k.key.count = count_of(m, p, &p->written, &k.key.low);
        const struct known *before = known_at(m, &k);
        r.types[r.n] = type_of(p, &k);
        r.into[r.n] = (struct placement){.storage = m->storages[p->buffer],
                                         .offset = k.key.low,
                                         .over = before ? before->value : 0};
        r.known[r.n++] = k;
    }
    return r;
}

static void note_results(struct making *m, const struct results *r, node_id node)
{
    for (int i = 0; i < r->n; i++) {
        struct known *before = known_at(m, &r->known[i]), k = r->known[i];
        r->values[i] = k.value = build_result(m->builder, node, i);
        if (before)
            before->value = k.value;
        else
            note_known(m, &k);
    }
}

// "linear_forward:78": the function, and the line that calls it.
static const char *leaf_name(struct making *m, const struct raw_call *c)
{
    return arena_printf(m->arena, "%s:%d", c->function, c->site ? c->site->line : 0);
}

static scope_id scope_of(struct making *m, const struct raw_call *c)
{
    uint64_t key = raw_line_key(c);
    scope_id id = (scope_id)(uintptr_t)map_get_number(m->scopes, key);
    if (id) return id;
    id = build_scope(m->builder, 0, leaf_name(m, c), c->function, SCOPE_LEAF);
    m->program->scopes.at[id].aside = raw_role_name(m->roles[c->number]);
    map_put_number(m->scopes, key, (void *)(uintptr_t)id);
    return id;
}

static void add_call(struct making *m, const struct raw_call *c)
{
    value_id *in = arena_array(m->arena, value_id, c->n_pointers);
    struct node_spec spec = {.in = in};
    if (!c->is_leaf || !c->times) return;
    // Memory that it returns comes when it is called, as the leaf that writes it is there as a
    // whole.
    for (int i = 0; i < c->n_pointers; i++)
        if (is_tensor(m, &c->pointers[i]))
            add_block(m, m->state->buffers.at[c->pointers[i].buffer]);
    builder_at(m->builder, c->site);
    for (int i = 0; i < c->n_pointers; i++)
        if (is_operand(m, &c->pointers[i])) in[spec.n_in++] = operand(m, &c->pointers[i]);
    struct results r = results_of(m, c);
    spec.into = r.into;
    scope_id scope = scope_of(m, c);
    builder_enter(m->builder, scope);
    node_id node = build_opaque(m->builder, c->function, &spec, r.n, r.types);
    note_results(m, &r, node);
    while (m->program->flops.n <= (int)node) *vec_push(m->arena, &m->program->flops) = NULL;
    m->program->flops.at[node] = c->flops;
    while (m->program->times.n <= (int)node) *vec_push(m->arena, &m->program->times) = NULL;
    if (c->times > 1) m->program->times.at[node] = sym_const(m->program->syms, c->times);
    builder_leave(m->builder, scope, r.values, r.n);
}

static bool all_counted(const struct raw_state *s)
{
    for (int i = 0; i < s->calls.n; i++)
        if (s->calls.at[i]->is_leaf && !s->calls.at[i]->flops) return false;
    return true;
}

// What a function computes itself between the kernels that it calls is none of theirs.
static bool calls_others(const struct raw_state *s)
{
    for (int i = 0; i < s->calls.n; i++)
        if (!s->calls.at[i]->is_leaf) return true;
    return false;
}

static const struct manner counted = {.own_types = true, .forward_only = true};
static const struct manner counted_in_part = {
    .own_types = true,
    .forward_only = true,
    .counted_in_part = "what functions compute besides the kernels that they call is not counted"};
static const struct manner manner = {.own_types = true,
                                     .forward_only = true,
                                     .uncounted = "not all operations of its kernels are known"};

struct program *raw_program_of(struct arena *arena, const struct program *from, const char *name)
{
    const struct raw_state *s = from->raw;
    struct making m = {.arena = arena, .state = s};
    m.builder = builder_open(arena, from->syms, name);
    m.program = builder_program(m.builder);
    m.program->library = "raw";
    m.program->manner = !all_counted(s) ? &manner : calls_others(s) ? &counted_in_part : &counted;
    m.program->raw = from->raw;
    m.program->unseen = from->unseen ? from->unseen : s->unseen;
    m.known = map_open(arena);
    m.scopes = map_open(arena);
    m.roles = raw_roles_of(arena, from->syms, s);
    m.storages = arena_array(arena, storage_id, s->buffers.n + 1);
    for (int i = 0; i < s->events.n; i++) {
        const struct raw_event *event = &s->events.at[i];
        switch (event->kind) {
        case RAW_EVENT_ALLOC: add_block(&m, s->buffers.at[event->index]); break;
        case RAW_EVENT_FREE: end_block(&m, s->buffers.at[event->index], event->site); break;
        case RAW_EVENT_CALL: add_call(&m, s->calls.at[event->index]); break;
        }
    }
    return m.program;
}
