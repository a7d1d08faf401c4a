// Repeat regions: a loop whose count is not known stands as one node with a body. The body is
// built once; what goes around it is a list of carried values. Only shapes that stay the same from
// iteration to iteration fit into one body, hence the check at the end.

#include "ir/builder.h"

#include <assert.h>
#include <string.h>

// Regions nest: an inner one ends before the one around it.
static struct region *innermost(struct builder *b)
{
    assert(b->regions.n > 0);
    return &b->regions.at[b->regions.n - 1];
}

void build_repeat_begin(struct builder *b, const struct sym *count)
{
    graph_id body = build_graph(b, "repeat");
    *vec_push(b->arena, &b->regions) = (struct region){.body = body, .count = count};
    build_event(b, EVENT_REPEAT, body);
}

value_id build_repeat_carry(struct builder *b, value_id initial)
{
    struct program *program = b->program;
    struct region *region = innermost(b);
    struct value from = *program_value(program, initial);
    value_id inside;
    if (region->carried.n == MAX_NODE_LIST)
        return builder_add_poison(b, "a loop carries more tensors than are possible");
    if (from.flags & VALUE_POISONED) {
        inside = builder_add_poison(b, from.reason);
    } else {
        // From the second iteration on it is another tensor than the initial one, so it
        // has memory of its own.
        struct tensor_type type = value_type(&from);
        type.strided = false;
        inside = build_tensor(b, STORAGE_ACTIVATION, &type, from.name);
        struct value *value = program_value(program, inside);
        value->flags |= from.flags & VALUE_REQUIRES_GRAD;
        if (value->storage) program_storage(program, value->storage)->name = NULL;
    }
    *vec_push(b->arena, &region->carried) = (struct carried){initial, inside, inside};
    build_graph_input(b, region->body, inside);
    return inside;
}

void build_repeat_next(struct builder *b, value_id inside, value_id next)
{
    struct region *region = innermost(b);
    for (int i = 0; i < region->carried.n; i++) {
        if (region->carried.at[i].inside == inside) region->carried.at[i].next = next;
    }
}

// Sizes are interned: equal ones are the same pointers.
static bool same_shape(const struct value *a, const struct value *b)
{
    if (a->dtype != b->dtype || a->rank != b->rank) return false;
    return a->rank == 0 || memcmp(a->dim, b->dim, a->rank * sizeof *a->dim) == 0;
}

// The result after the last iteration is the body's `next`, in the memory where that lies. It is
// compared with `inside`, the value that the body was built for.
static void add_result(struct builder *b, const struct carried *carried)
{
    struct program *program = b->program;
    const struct value next = *program_value(program, carried->next);
    if (next.flags & VALUE_POISONED) {
        builder_add_poison(b, next.reason);
        return;
    }
    if (!same_shape(&next, program_value(program, carried->inside))) {
        builder_add_poison(b, "a carried value changes its shape from one iteration to the next");
        return;
    }
    struct tensor_type type = value_type(&next);
    struct value *result = program_value(program, builder_add_value(b, &type, next.name));
    result->storage = next.storage;
    result->offset = next.offset;
    result->view_of = carried->next;
    result->flags = next.flags & VALUE_REQUIRES_GRAD;
}

node_id build_repeat_end(struct builder *b)
{
    struct region *region = innermost(b);
    int n = region->carried.n;
    value_id *initial = arena_array(b->arena, value_id, n);
    for (int i = 0; i < n; i++) {
        initial[i] = region->carried.at[i].initial;
        *vec_push(b->arena, &b->program->graphs.at[region->body].outputs) =
            region->carried.at[i].next;
    }
    struct node_spec spec = {.op = N_OPS, .n_in = n, .in = initial};
    node_id id = builder_add_node(b, &spec, "repeat");
    struct node *node = program_node(b->program, id);
    node->body = region->body;
    node->count = region->count;
    node->n_carried = (uint16_t)n;
    node->carried = arena_copy(b->arena, region->carried.at, (size_t)n * sizeof(struct carried));
    for (int i = 0; i < n; i++) add_result(b, &node->carried[i]);
    b->regions.n--;
    builder_finish_node(b, id);
    return id;
}
