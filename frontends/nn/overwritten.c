// Which value a tensor stands for after calls in place.
//
// Tensors in the same memory that a gradient can go between have one root: what none of them is a
// view of. Of each root that was written to, the last write is known, and a value that holds all of
// them. Only writes that a gradient goes through count: behind the others the old value has the new
// numbers, which lie in the same memory, and no gradient is missed.

#include "frontends/nn/overwritten.h"

struct writes {
    value_id root;
    value_id now;          // the whole of it, with all writes but those that wait
    value_id last;         // values that were made behind it have seen all writes
    VEC(value_id) waiting; // parts that were written and are not yet part of `now`
    struct map *parts;     // by value: what it stands for, as of `parts_last`
    value_id parts_last;
};

static const struct value *value_at(const struct nn_recording *r, value_id id)
{
    return program_value(builder_program(r->builder), id);
}

// PyTorch's base: a detached tensor shares memory with its operand, but no history.
static value_id root_of(const struct nn_recording *r, value_id id)
{
    const struct program *program = builder_program(r->builder);
    for (;;) {
        const struct value *value = program_value(program, id);
        if (!value->view_of || !value->producer) return id;
        const struct op *op = op_get(program_node(program, value->producer)->op);
        if (!op || op->stops_gradient) return id;
        id = value->view_of;
    }
}

static bool same_sizes(int n, const struct sym *const *a, const struct sym *const *b)
{
    if (!a || !b) return a == b;
    for (int i = 0; i < n; i++)
        if (a[i] != b[i]) return false;
    return true;
}

// Do both show the same elements in the same order?
static bool shows_the_same(const struct nn_recording *r, value_id a, value_id b)
{
    const struct value *x = value_at(r, a), *y = value_at(r, b);
    return x->dtype == y->dtype && x->rank == y->rank && x->offset == y->offset &&
           (!x->rank || same_sizes(x->rank, x->dim, y->dim)) &&
           (!x->rank || same_sizes(x->rank, x->stride, y->stride));
}

// ---- seeing writes

static void note_write(struct nn_recording *r, value_id id)
{
    value_id root = root_of(r, id);
    struct writes *writes = map_get_number(r->overwritten, root);
    if (!writes) {
        writes = arena_new(r->arena, struct writes);
        writes->root = writes->now = root;
        map_put_number(r->overwritten, root, writes);
    }
    if (shows_the_same(r, id, root)) {
        writes->now = id;
        writes->waiting.n = 0;
    } else {
        *vec_push(r->arena, &writes->waiting) = id;
    }
    writes->last = id;
}

// In the nodes that were added since.
static void note_writes(struct nn_recording *r)
{
    struct program *program = builder_program(r->builder);
    const unsigned both = VALUE_IN_PLACE | VALUE_REQUIRES_GRAD;
    for (node_id id = r->n_looked_at + 1; id < (node_id)program->nodes.n; id++) {
        const struct node *node = program_node(program, id);
        for (value_id out = node->out; out < node->out + node->n_out; out++) {
            const struct value *value = program_value(program, out);
            if ((value->flags & both) == both && value->view_of) note_write(r, out);
        }
    }
    r->n_looked_at = (node_id)program->nodes.n - 1;
}

// ---- parts of the whole

// Arguments of as_strided that show of the root what the value shows.
static void part_attrs(struct nn_recording *r, value_id root, value_id id, struct attr *attrs)
{
    const struct value *value = value_at(r, id), *base = value_at(r, root);
    const struct sym **sizes = arena_array(r->arena, const struct sym *, value->rank + 1);
    const struct sym **strides = arena_array(r->arena, const struct sym *, value->rank + 1);
    const struct sym *zero = sym_const(r->syms, 0), *stride = sym_const(r->syms, 1);
    for (int axis = value->rank - 1; axis >= 0; axis--) {
        sizes[axis] = value->dim[axis];
        strides[axis] = value->stride ? value->stride[axis] : stride;
        stride = sym_mul(r->syms, stride, value->dim[axis]);
    }
    const struct sym *bytes =
        sym_sub(r->syms, value->offset ? value->offset : zero, base->offset ? base->offset : zero);
    attrs[0] = (struct attr){.kind = ATTR_INTS, .n = value->rank, .ints = sizes};
    attrs[1] = (struct attr){.kind = ATTR_INTS, .n = value->rank, .ints = strides};
    attrs[2] = (struct attr){.kind = ATTR_INT};
    attrs[2].i = sym_floordiv_const(r->syms, bytes, dtype_block_bytes(value->dtype));
}

// Parts are found by their place in a root that lies in one piece.
static bool has_parts(const struct nn_recording *r, const struct writes *writes, value_id part)
{
    const struct value *root = value_at(r, writes->root);
    return !root->stride && root->dtype == value_at(r, part)->dtype;
}

// Not a write of the program's: it is not looked at again.
static value_id add_node(struct nn_recording *r, enum op_kind op, int n, const value_id *in,
                         const struct attr *attrs)
{
    const struct node_spec spec = {.op = op, .n_in = n, .in = in, .attrs = attrs};
    value_id id = build_result(r->builder, build_node(r->builder, &spec), 0);
    r->n_looked_at = (node_id)builder_program(r->builder)->nodes.n - 1;
    return id;
}

// Puts what waits into the whole. False: a part of it can't be.
static bool complete(struct nn_recording *r, struct writes *writes)
{
    for (int i = 0; i < writes->waiting.n; i++)
        if (!has_parts(r, writes, writes->waiting.at[i])) return false;
    for (int i = 0; i < writes->waiting.n; i++) {
        const value_id in[] = {writes->now, writes->waiting.at[i]};
        struct attr attrs[4];
        part_attrs(r, writes->root, in[1], attrs);
        attrs[3] = (struct attr){.kind = ATTR_BOOL, .b = true};
        writes->now = add_node(r, OP_AS_STRIDED_SCATTER, 2, in, attrs);
    }
    writes->waiting.n = 0;
    return true;
}

static value_id part_now(struct nn_recording *r, struct writes *writes, value_id id)
{
    if (!writes->parts || writes->parts_last != writes->last) writes->parts = map_open(r->arena);
    writes->parts_last = writes->last;
    uintptr_t known = (uintptr_t)map_get_number(writes->parts, id);
    if (known) return (value_id)known;
    struct attr attrs[3];
    part_attrs(r, writes->root, id, attrs);
    value_id now = add_node(r, OP_AS_STRIDED, 1, &writes->now, attrs);
    map_put_number(writes->parts, id, (void *)(uintptr_t)now);
    return now;
}

value_id overwritten_now(struct nn_recording *r, value_id id)
{
    if (!id) return 0;
    note_writes(r);
    struct writes *writes =
        map_count(r->overwritten) ? map_get_number(r->overwritten, root_of(r, id)) : NULL;
    if (!writes || id >= writes->last) return id;
    if (shows_the_same(r, id, writes->last)) return writes->last;
    bool whole = shows_the_same(r, id, writes->root);
    if (whole && !writes->waiting.n) return writes->now;
    // Nodes that are added now would end the gradient for those who ask later.
    if (builder_has_gradients(r->builder) == BUILD_NO_GRADIENTS) return id;
    if ((whole || has_parts(r, writes, id)) && complete(r, writes))
        return whole ? writes->now : part_now(r, writes, id);
    r->unfollowed = value_at(r, writes->last)->producer;
    return id;
}

// ---- a part of a program that may be taken away

struct map *overwritten_begin(struct nn_recording *r, struct arena *arena)
{
    struct map *before = r->overwritten;
    note_writes(r);
    r->overwritten = map_copy_below(arena, before, UINT64_MAX);
    return before;
}

bool overwritten_can_rewind(struct nn_recording *r, const struct map *before, value_id first)
{
    note_writes(r);
    for (int i = 0; i < map_count(before); i++) {
        const struct writes *writes = map_value(before, i);
        if (writes->last >= first || writes->now >= first) return false;
    }
    for (int i = map_count(before); i < map_count(r->overwritten); i++) {
        const struct writes *writes = map_value(r->overwritten, i);
        if (writes->root < first) return false;
    }
    return true;
}

void overwritten_rewind(struct nn_recording *r, struct map *before, node_id last_node)
{
    for (int i = 0; i < map_count(before); i++)
        ((struct writes *)map_value(before, i))->parts = NULL;
    r->overwritten = before;
    r->n_looked_at = last_node;
}
