// A program in another floating type.

#include "ir/graph_float.h"

#include "ir/builder.h"

#include <string.h>

static bool is_tensor(const struct program *program, value_id id)
{
    return id && !(program_value(program, id)->flags & VALUE_NUMBER);
}

static bool takes_tensors(const struct program *program, const struct node *node)
{
    for (int i = 0; i < node->n_in; i++)
        if (is_tensor(program, node->in[i])) return true;
    return false;
}

// The type of a tensor that the caller gives, and of one whose type the program says or leaves to
// the default.
static enum dtype dtype_as(const struct value *value, enum dtype dtype)
{
    bool tensor = !(value->flags & VALUE_NUMBER);
    return value->dtype == DTYPE_F32 && tensor ? dtype : value->dtype;
}

// ---- what calls are told

// The index of an op's attribute that says the type of its result; -1: it has none.
static int dtype_attr(const struct node *node)
{
    const struct op *op = op_get(node->op);
    return op && node->attrs ? op_attr_index(op, "dtype") : -1;
}

static bool is_told(const struct node *node)
{
    int attr = dtype_attr(node);
    return attr >= 0 && node->attrs[attr].kind == ATTR_DTYPE;
}

// A call that was given no dtype and no tensor makes the default one: it is told which that is now.
static void cast_attrs(const struct program *program, struct arena *arena, struct node *node,
                       enum dtype dtype)
{
    const struct op *op = op_get(node->op);
    if (!op || !node->attrs || !node->n_out) return;
    int n = op_n_attrs(op);
    bool floating = program->values.at[node->out].dtype == DTYPE_F32;
    bool defaults = floating && !takes_tensors(program, node);
    struct attr *attrs = arena_copy(arena, node->attrs, (size_t)n * sizeof *attrs);
    for (int i = 0; i < n; i++) {
        if (op->attrs[i].kind != ATTR_DTYPE) continue;
        bool given = attrs[i].kind == ATTR_DTYPE;
        if (given ? attrs[i].dtype == DTYPE_F32 : defaults)
            attrs[i] = (struct attr){.kind = ATTR_DTYPE, .dtype = dtype};
    }
    node->attrs = attrs;
}

// ---- is f32 but replaced?

// A call that is told a dtype, and makes of one operand a result in memory of its own that has the
// operand's dtype where f32 is `dtype`.
static bool may_show_operand(const struct program *program, const struct node *node,
                             enum dtype dtype)
{
    if (!is_told(node) || node->n_in != 1 || !node->in[0] || node->n_out != 1) return false;
    const struct value *from = program_value(program, node->in[0]);
    const struct value *to = program_value(program, node->out);
    return from->storage && to->storage && !to->view_of &&
           dtype_as(from, dtype) == dtype_as(to, dtype);
}

static bool gives_f32(const struct program *program, const struct node *node)
{
    for (int i = 0; i < node->n_out; i++)
        if (program_value(program, node->out + (value_id)i)->dtype == DTYPE_F32) return true;
    return false;
}

// Where f32 meets a float of another type, the wider one depends on `dtype`; and where f32 comes of
// integers and numbers alone it is what the op's rule says, whatever the model's float is.
static bool may_promote(const struct program *program, const struct node *node)
{
    bool f32 = false, other = false;
    for (int i = 0; i < node->n_in; i++) {
        if (!is_tensor(program, node->in[i])) continue;
        enum dtype dtype = program_value(program, node->in[i])->dtype;
        f32 = f32 || dtype == DTYPE_F32;
        other = other || (dtype != DTYPE_F32 && dtype_is_float(dtype));
    }
    if (f32) return other;
    if (!op_get(node->op) || !gives_f32(program, node)) return false;
    return takes_tensors(program, node) ? !is_told(node) : dtype_attr(node) < 0;
}

static bool is_replaced(const struct program *program, enum dtype dtype)
{
    if (dtype == DTYPE_F32 || program->manner->own_types) return true;
    for (int n = 1; n < program->nodes.n; n++) {
        const struct node *node = &program->nodes.at[n];
        if (may_show_operand(program, node, dtype) || may_promote(program, node)) return false;
    }
    return true;
}

// ---- the copy

struct cast {
    struct arena *arena, *scratch;
    const struct program *from;
    struct program *to;
    enum dtype dtype;
    const char *refusal; // the first; NULL: none
    value_id *initial;   // by value inside of a repeat region: what it is before the first round
    int n_operands;      // capacity of `operands`
    struct operand *operands;
};

// ---- where results lie

static storage_id add_storage(struct cast *c, value_id id)
{
    struct storage made = {.kind = STORAGE_ACTIVATION,
                           .dtype = DTYPE_F32, // as all that follows the types of values
                           .site = program_value(c->to, id)->site,
                           .first = id};
    *vec_push(c->arena, &c->to->storages) = made;
    return (storage_id)c->to->storages.n - 1;
}

// Strides are shared with the program that this is a copy of, where they are the same.
static void set_strides(struct cast *c, value_id id, const struct tensor_type *type)
{
    struct value *value = program_value(c->to, id);
    const struct sym *const *was = program_value(c->from, id)->stride;
    size_t bytes = (size_t)value->rank * sizeof *was;
    if (!type->strided) {
        value->stride = NULL;
    } else if (was && !memcmp(was, type->stride, bytes)) {
        value->stride = was;
    } else {
        value->stride = arena_copy(c->arena, type->stride, bytes);
    }
}

// A view, a copy that is none now, or an operand that is overwritten.
static void lay_on(struct cast *c, value_id id, value_id operand, const struct result *result)
{
    struct value *value = program_value(c->to, id);
    const struct value *base = program_value(c->to, operand);
    value->view_of = operand;
    value->storage = base->storage;
    value->offset = builder_offset(c->to->syms, base, result);
    value->flags &= (uint8_t)~VALUE_IN_PLACE;
    if (result->in_place) value->flags |= VALUE_IN_PLACE;
}

// Memory of its own: the one that it had, or a new one where it lay on an operand.
static void lay_apart(struct cast *c, value_id id)
{
    const struct value *was = program_value(c->from, id);
    storage_id storage = was->view_of ? add_storage(c, id) : was->storage;
    struct value *value = program_value(c->to, id);
    value->view_of = 0;
    value->storage = storage;
    value->offset = NULL;
    value->flags &= (uint8_t)~VALUE_IN_PLACE;
}

// What a call without a rule made, or what was there before: as far in as it was, in elements.
static void lay_as_before(struct cast *c, value_id id)
{
    struct value *value = program_value(c->to, id);
    const struct value *was = program_value(c->from, id);
    if (was->view_of && was->storage == program_value(c->from, was->view_of)->storage)
        value->storage = program_value(c->to, was->view_of)->storage;
    if (!was->offset || value->dtype == was->dtype || !dtype_block_bytes(was->dtype)) return;
    const struct sym *scaled =
        sym_mul_const(c->to->syms, was->offset, dtype_block_bytes(value->dtype));
    value->offset = sym_floordiv_const(c->to->syms, scaled, dtype_block_bytes(was->dtype));
}

// Memory that the caller named stays what it is.
static void lay_result(struct cast *c, const struct node *node, const struct infer *in, int index)
{
    const struct result *result = &in->out[index];
    value_id id = node->out + (value_id)index;
    struct value *value = program_value(c->to, id);
    value->dtype = result->type.dtype;
    if (!value->storage) return;
    value_id of = result->view_of >= 0 ? node->in[result->view_of] : 0;
    bool named = value->flags & VALUE_IN_PLACE && !result->in_place;
    if (named) {
        lay_as_before(c, id);
        return;
    }
    set_strides(c, id, &result->type);
    if (of && program_value(c->to, of)->storage)
        lay_on(c, id, of, result);
    else
        lay_apart(c, id);
}

// ---- nodes

// Sizes stay, so that what is made besides can be measured.
static void poison(struct cast *c, const struct node *node, const char *reason)
{
    for (int i = 0; i < node->n_out; i++) {
        struct value *value = program_value(c->to, node->out + (value_id)i);
        value->flags |= VALUE_POISONED;
        value->reason = reason;
    }
}

static void refuse_now(struct cast *c, const struct node *node, const struct infer *in)
{
    const char *reason = arena_printf(c->arena, "in %s %s is refused: %s", dtype_name(c->dtype),
                                      in->op->name, in->refusal);
    const struct site *site = node->site;
    poison(c, node, reason);
    if (!c->refusal && site)
        c->refusal =
            arena_printf(c->arena, "%s:%d:%d: %s", site->file, site->line, site->column, reason);
    if (!c->refusal) c->refusal = reason;
}

static const char *poison_of(const struct program *program, const struct node *node)
{
    for (int i = 0; i < node->n_in; i++) {
        const struct value *value = program_value(program, node->in[i]);
        if (node->in[i] && value->flags & VALUE_POISONED) return value->reason;
    }
    return NULL;
}

// Room that lives from node to node; twice what is asked for, so that it is rarely made anew.
static struct operand *operand_room(struct cast *c, int n)
{
    if (n > c->n_operands) {
        c->n_operands = n * 2;
        c->operands = arena_array(c->arena, struct operand, c->n_operands);
    }
    return c->operands;
}

// The op's own rule says types, strides and views now. It refuses types that do not go together.
static void infer_now(struct cast *c, node_id id)
{
    const struct node *node = program_node(c->to, id);
    struct result room[8];
    struct infer in = {.arena = c->scratch, .n_room = 8, .room = room};
    arena_reset(c->scratch);
    infer_node(&in, c->to, id, operand_room(c, node->n_in));
    infer_run(&in);
    if (refused(&in)) refuse_now(c, node, &in);
    if (refused(&in) || in.n_out != node->n_out) return;
    for (int i = 0; i < node->n_out; i++) lay_result(c, node, &in, i);
}

static void cast_node(struct cast *c, node_id id)
{
    const struct node *node = program_node(c->to, id);
    for (int i = 0; i < node->n_carried; i++) {
        value_id next = node->carried[i].next;
        program_value(c->to, node->out + (value_id)i)->dtype = program_value(c->to, next)->dtype;
    }
    if (program_value(c->to, node->out)->flags & VALUE_POISONED) return;
    const char *reason = poison_of(c->to, node);
    if (reason) {
        poison(c, node, reason);
    } else if (op_get(node->op)) {
        infer_now(c, id);
    } else {
        for (int i = 0; i < node->n_out; i++) lay_as_before(c, node->out + (value_id)i);
    }
}

// In order of values, so that each operand is what it is now before it is asked for.
static void cast_values(struct cast *c)
{
    for (int v = 1; v < c->from->values.n; v++) {
        struct value *value = &c->to->values.at[v];
        const struct node *node = value->producer ? program_node(c->to, value->producer) : NULL;
        if (c->initial[v]) value->dtype = program_value(c->to, c->initial[v])->dtype;
        if (!node) lay_as_before(c, (value_id)v);
        if (node && node->out == (value_id)v) cast_node(c, value->producer);
    }
}

static void find_initial(struct cast *c)
{
    for (int n = 1; n < c->from->nodes.n; n++) {
        const struct node *node = &c->from->nodes.at[n];
        for (int i = 0; i < node->n_carried; i++)
            c->initial[node->carried[i].inside] = node->carried[i].initial;
    }
}

static void cast_storage(const struct program *cast, struct storage *storage, enum dtype dtype)
{
    if (storage->dtype != DTYPE_F32) return;
    if (storage->first) {
        struct tensor_type type = value_type(program_value(cast, storage->first));
        storage->dtype = type.dtype;
        storage->bytes = tensor_bytes(cast->syms, &type);
        return;
    }
    storage->dtype = dtype;
    const struct sym *scaled = sym_mul_const(cast->syms, storage->bytes, dtype_block_bytes(dtype));
    storage->bytes = sym_floordiv_const(cast->syms, scaled, 4);
}

#define COPY(arena, vec) (arena_copy((arena), (vec).at, (size_t)(vec).n * sizeof *(vec).at))

struct program *program_with_float(struct arena *arena, const struct program *program,
                                   enum dtype dtype, const char **refusal)
{
    struct program *to = arena_copy(arena, program, sizeof *program);
    struct cast c = {.arena = arena, .from = program, .to = to, .dtype = dtype};
    to->values.at = COPY(arena, program->values);
    to->nodes.at = COPY(arena, program->nodes);
    to->storages.at = COPY(arena, program->storages);
    to->storages.capacity = to->storages.n;
    for (int v = 1; v < to->values.n; v++)
        to->values.at[v].dtype = dtype_as(&program->values.at[v], dtype);
    for (int n = 1; n < to->nodes.n; n++) cast_attrs(program, arena, &to->nodes.at[n], dtype);
    c.scratch = arena_open();
    c.initial = arena_array(arena, value_id, to->values.n);
    find_initial(&c);
    cast_values(&c);
    for (int s = 1; s < to->storages.n; s++) cast_storage(to, &to->storages.at[s], dtype);
    arena_close(c.scratch);
    *refusal = c.refusal;
    return to;
}

const struct program *program_as_float(struct arena *arena, const struct program *program,
                                       enum dtype *dtype)
{
    if (is_replaced(program, *dtype)) return program;
    const char *refusal; // what it is of is poisoned with it
    const struct program *cast = program_with_float(arena, program, *dtype, &refusal);
    *dtype = DTYPE_F32;
    return cast;
}
