// Calls of the functions that make nodes: arguments by the letters of the table, the rule, then
// what it made as objects of the program's memory.

#include "frontends/dialects/kann_dialect.h"

#include <string.h>

struct decoding {
    struct dialect_kann *d;
    const struct dialect_call *c;
    struct kann_call *call;
    VEC(struct kann_node *) in;
    int argument;
    const char *unknown; // why an argument is not known; NULL: all are
    bool told;           // it is because of something that a finding tells
};

// ---- arguments

static const struct cvalue *next(struct decoding *x)
{
    static const struct cvalue none = {.kind = CVALUE_NOTHING};
    return x->argument < x->c->n ? &x->c->arguments[x->argument++] : &none;
}

static void set_unknown(struct decoding *x, const char *reason)
{
    if (!x->unknown) x->unknown = reason;
}

static void decode_node(struct decoding *x, bool may_be_null)
{
    const char *reason = NULL;
    int argument = x->argument;
    const struct cvalue *v = next(x);
    struct kann_node *node = kann_object_node(x->d, v, &reason);
    if (!node && (reason || !may_be_null)) set_unknown(x, kann_tell_null(x->c, argument, reason));
    *vec_push(x->d->arena, &x->in) = node;
}

static const struct sym *decode_integer(struct decoding *x)
{
    return cvalue_as_sym(x->d->eval, next(x));
}

static void add_number(struct decoding *x)
{
    const struct sym *number = decode_integer(x);
    if (x->call->n_numbers < KANN_CALL_NUMBERS) x->call->number[x->call->n_numbers++] = number;
}

// The argument that says how many.
static int decode_count(struct decoding *x)
{
    int64_t n;
    const struct cvalue *v = next(x);
    if (!cvalue_as_int(v, &n) || n < 0 || n > 4096) {
        set_unknown(x, "it is not known how many there are");
        return 0;
    }
    return (int)n;
}

static void decode_sizes(struct decoding *x)
{
    int n = decode_count(x);
    x->call->sizes = arena_array(x->d->arena, const struct sym *, n + 1);
    x->call->n_sizes = n;
    x->call->sizes_given = true;
    if (x->argument + n > x->c->n) set_unknown(x, "sizes are missing behind their number");
    for (int i = 0; i < n; i++) x->call->sizes[i] = decode_integer(x);
}

static void decode_size_array(struct decoding *x)
{
    int n = decode_count(x);
    const struct cvalue *array = next(x);
    x->call->sizes = arena_array(x->d->arena, const struct sym *, n + 1);
    x->call->n_sizes = n;
    x->call->sizes_given = array->kind != CVALUE_NOTHING && !eval_is_null(x->d->eval, array);
    for (int i = 0; i < n && x->call->sizes_given; i++) {
        struct cvalue v = eval_load(x->d->eval, array, 4 * i, x->d->int_);
        x->call->sizes[i] = cvalue_as_sym(x->d->eval, &v);
    }
}

static void decode_node_array(struct decoding *x)
{
    int n = decode_count(x), argument = x->argument;
    const struct cvalue *array = next(x);
    for (int i = 0; i < n; i++) {
        const char *reason;
        struct cvalue v =
            eval_load(x->d->eval, array, i * x->d->state->pointer_bytes, x->d->node_pointer);
        struct kann_node *node = kann_object_node(x->d, &v, &reason);
        if (!node) set_unknown(x, kann_tell_null(x->c, argument, reason));
        *vec_push(x->d->arena, &x->in) = node;
    }
}

static void decode_nodes(struct decoding *x)
{
    int n = decode_count(x);
    for (int i = 0; i < n; i++) decode_node(x, false);
}

// ---- leaves that calls share

struct shared_memory {
    struct dialect_kann *d;
    struct cvalue offset, slots;
};

static bool slot_of(struct kann_call *call, int64_t *slot)
{
    struct shared_memory *m = call->shared->memory;
    struct cvalue index = eval_load(m->d->eval, &m->offset, 0, m->d->int_);
    return cvalue_as_int(&index, slot);
}

static void step_slot(struct shared_memory *m, int64_t slot)
{
    struct cvalue next_slot = cvalue_int(m->d->int_, slot + 1);
    eval_store(m->d->eval, &m->offset, 0, &next_slot);
}

static struct kann_node *take_shared(struct kann_call *call, bool *known)
{
    struct shared_memory *m = call->shared->memory;
    int64_t slot;
    const char *reason;
    if (!slot_of(call, &slot)) {
        *known = false;
        return NULL;
    }
    if (slot < 0) return NULL;
    struct cvalue v =
        eval_load(m->d->eval, &m->slots, slot * m->d->state->pointer_bytes, m->d->node_pointer);
    struct kann_node *node = kann_object_node(m->d, &v, &reason);
    *known = node || !reason;
    if (node) step_slot(m, slot);
    return node;
}

static void put_shared(struct kann_call *call, struct kann_node *node)
{
    struct shared_memory *m = call->shared->memory;
    int64_t slot;
    if (!slot_of(call, &slot) || slot < 0) return;
    kann_object_make(m->d, node);
    struct cvalue v = kann_object_pointer(m->d, node, m->d->node_pointer);
    eval_store(m->d->eval, &m->slots, slot * m->d->state->pointer_bytes, &v);
    step_slot(m, slot);
}

static void decode_shared(struct decoding *x)
{
    struct shared_memory *m = arena_new(x->d->arena, struct shared_memory);
    m->d = x->d;
    m->offset = *next(x);
    m->slots = *next(x);
    if (eval_is_null(x->d->eval, &m->offset) || eval_is_null(x->d->eval, &m->slots)) return;
    struct kann_shared *shared = arena_new(x->d->arena, struct kann_shared);
    *shared = (struct kann_shared){m, take_shared, put_shared};
    x->call->shared = shared;
}

// ---- all of them

static void decode_one(struct decoding *x, char letter)
{
    switch (letter) {
    case 'n': decode_node(x, false); break;
    case 'e': decode_node(x, true); break;
    case 'i': add_number(x); break;
    case 'o': decode_shared(x); break;
    case 'v': decode_sizes(x); break;
    case 's': decode_size_array(x); break;
    case 'N': decode_node_array(x); break;
    case 'V': decode_nodes(x); break;
    default: next(x); break;
    }
}

static void decode(struct decoding *x, const struct kann_function *function)
{
    for (const char *letter = function->letters; *letter; letter++) decode_one(x, *letter);
    x->call->in = x->in.at;
    x->call->n_in = x->in.n;
}

// ---- the rule

void kann_call_finish(struct dialect_kann *d, struct kann_call *call)
{
    for (int i = 0; i < call->made.n; i++) {
        struct kann_node *node = call->made.at[i];
        kann_object_make(d, node);
        if (node->n_child == 0 && !kann_is_feed(node)) kann_object_place(d, node);
        // Shared leaves have an object already; roles and states were set behind it.
        kann_object_write(d, node);
    }
    for (int i = 0; i < call->made.n; i++) kann_tell_made(d, call->made.at[i]);
}

// Values of leaves that the caller gives, or that the library sets itself.
static void set_values(struct dialect_kann *d, const struct dialect_call *c, struct kann_node *node)
{
    struct kann_object *o = kann_object_of(d, node);
    bool given = c->function->name[1] == 'a' && c->function->name[2] == 'd';
    if (node->n_child || kann_is_feed(node)) return;
    if (given && strcmp(c->function->name, "kad_var") == 0) {
        o->x = c->arguments[0];
        o->g = c->arguments[1];
    } else if (given) {
        o->x = c->arguments[0];
    }
    kann_object_write(d, node);
}

struct cvalue kann_rule_make(const struct dialect_call *c)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    const struct kann_function *function = c->rule->data;
    struct kann_call call = {.arena = d->arena,
                             .syms = d->syms,
                             .state = d->state,
                             .site = eval_site(d->eval),
                             .function = function->name};
    struct decoding x = {.d = d, .c = c, .call = &call};
    decode(&x, function);
    if (x.unknown) return kann_unknown(c, x.unknown);
    struct kann_node *result = function->rule(&call);
    kann_call_finish(d, &call);
    if (call.refusal) kann_tell_refused(d, &call);
    if (!result) return kann_unknown(c, call.unknown ? call.unknown : "a node that is not known");
    if (result->n_child == 0 && call.made.n) set_values(d, c, result);
    return kann_object_pointer(d, result, c->result);
}
