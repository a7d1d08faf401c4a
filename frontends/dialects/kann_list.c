// Networks as objects of the program's memory: a kann_t and the array that it points to. What the
// program put together itself, an array of nodes with its own kann_t, is read in the same way.

#include "frontends/dialects/kann_dialect.h"

static const char kind[] = "list";

#define MOST_NODES 1000000

// ---- lists

bool kann_list_read(struct dialect_kann *d, const struct cvalue *count, const struct cvalue *array,
                    struct kann_list *list, const char **reason)
{
    int64_t n;
    *reason = "it is not known how many nodes there are";
    if (!cvalue_as_int(count, &n) || n < 0 || n > MOST_NODES) return false;
    *list = (struct kann_list){(int)n, arena_array(d->arena, struct kann_node *, (int)n + 1)};
    for (int i = 0; i < list->n; i++) {
        struct cvalue v = eval_load(d->eval, array, i * d->state->pointer_bytes, d->node_pointer);
        list->v[i] = kann_object_node(d, &v, reason);
        if (list->v[i]) continue;
        if (!*reason) *reason = "a node of the list is NULL";
        return false;
    }
    return true;
}

struct kann_network *kann_list_network(struct dialect_kann *d, const struct cvalue *array)
{
    uint64_t number;
    return eval_attached(d->eval, array, kind, &number) ? d->state->networks.at[number] : NULL;
}

struct cvalue kann_list_object(struct dialect_kann *d, struct kann_network *network,
                               const struct ctype *pointer)
{
    int64_t width = d->state->pointer_bytes;
    struct cvalue array =
        eval_allocate(d->eval, (network->n + 1) * width, d->void_pointer, "a network's nodes");
    eval_attach(d->eval, &array, kind, network->number);
    for (int i = 0; i < network->n; i++) {
        struct cvalue node = kann_object_pointer(d, network->live[i], d->node_pointer);
        eval_store(d->eval, &array, i * width, &node);
    }
    array.type = pointer;
    return array;
}

// ---- networks

static struct cvalue load_field(struct dialect_kann *d, const struct cvalue *record,
                                const char *name)
{
    const struct cfield *field = d->network ? ctype_field(d->network, name) : NULL;
    if (!field) return cvalue_unknown(d->int_, "a field that the user's kann_t has not");
    return eval_load(d->eval, record, field->offset, field->type);
}

static void store_field(struct dialect_kann *d, const struct cvalue *record, const char *name,
                        struct cvalue value)
{
    const struct cfield *field = d->network ? ctype_field(d->network, name) : NULL;
    if (!field) return;
    value.type = field->type;
    eval_store(d->eval, record, field->offset, &value);
}

static const struct sym *float_bytes(struct dialect_kann *d, const struct kann_network *network,
                                     bool (*counts)(const struct kann_node *))
{
    const struct sym *bytes = sym_const(d->syms, 0);
    for (int i = 0; i < network->n; i++)
        if (counts(network->v[i]))
            bytes = sym_add(d->syms, bytes, kann_bytes(d->syms, network->v[i]));
    return bytes;
}

// The values of variables and constants lie in one array each, in the order of the list.
static void collate(struct dialect_kann *d, const struct cvalue *record,
                    const struct kann_network *network)
{
    const struct sym *var = float_bytes(d, network, kann_is_var);
    const struct sym *constant = float_bytes(d, network, kann_is_const);
    store_field(d, record, "x",
                kann_allocate(d, var, "a network's floats", kann_computed(KANN_COMPUTED_LEARNED)));
    store_field(d, record, "g",
                kann_allocate(d, var, "a network's floats", kann_computed(KANN_COMPUTED_GRADIENT)));
    store_field(d, record, "c", kann_allocate(d, constant, "a network's floats", "a constant"));
}

struct cvalue kann_network_object(struct dialect_kann *d, struct kann_network *network,
                                  const struct ctype *pointer)
{
    const struct ctype *record = pointer->element;
    if (!d->network) d->network = record;
    int64_t size = record && record->size > 0 ? record->size : 1;
    struct cvalue object = eval_allocate(d->eval, size, pointer, "network");
    store_field(d, &object, "n", cvalue_int(d->int_, network->n));
    store_field(d, &object, "v", kann_list_object(d, network, d->void_pointer));
    collate(d, &object, network);
    return object;
}

struct kann_network *kann_argument_network(const struct dialect_call *c, int argument,
                                           struct kann_list *list)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    const struct cvalue *v = &c->arguments[argument];
    const char *reason = NULL;
    if (!d->network && v->type && v->type->kind == CTYPE_POINTER) d->network = v->type->element;
    *list = (struct kann_list){0};
    if (v->kind != CVALUE_POINTER) return NULL;
    if (eval_is_null(c->eval, v)) {
        kann_tell_null(c, argument, NULL);
        return NULL;
    }
    if (eval_unknown_memory(c->eval, v)) return NULL;
    struct cvalue n = load_field(d, v, "n"), array = load_field(d, v, "v");
    struct kann_network *network = kann_list_network(d, &array);
    if (!network || !kann_list_read(d, &n, &array, list, &reason)) return NULL;
    return network;
}

struct kann_copying kann_copying_at(const struct dialect_call *c)
{
    struct dialect_kann *d = dialect_kann_of(c->eval);
    return (struct kann_copying){.arena = d->arena,
                                 .syms = d->syms,
                                 .state = d->state,
                                 .site = eval_site(c->eval),
                                 .function = c->rule->name};
}
