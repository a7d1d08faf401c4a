// Order, copies, and networks.

#include "frontends/kann/network.h"

#include <string.h>

// ---- order

// kad_node_t::tmp of each node: twice the number of its parents, and 1 for a root.
struct ordering {
    struct arena *arena;
    int *marks; // by number of a node
    VEC(struct kann_node *) stack, order;
};

static void push(struct ordering *o, struct kann_node *node)
{
    *vec_push(o->arena, &o->stack) = node;
}

static struct kann_node *pop(struct ordering *o)
{
    return o->stack.at[--o->stack.n];
}

static void count_parents(struct ordering *o, int n_roots, struct kann_node *const *roots)
{
    for (int i = 0; i < n_roots; i++) {
        o->marks[roots[i]->number] = 1;
        push(o, roots[i]);
    }
    while (o->stack.n) {
        struct kann_node *node = pop(o);
        for (int i = 0; i < node->n_child; i++) {
            struct kann_node *child = node->child[i];
            if (!child) continue;
            if (o->marks[child->number] == 0) push(o, child);
            o->marks[child->number] += 2;
        }
    }
}

static void sort(struct ordering *o, int n_roots, struct kann_node *const *roots)
{
    for (int i = 0; i < n_roots; i++)
        if (o->marks[roots[i]->number] >> 1 == 0) push(o, roots[i]);
    while (o->stack.n) {
        struct kann_node *node = pop(o);
        *vec_push(o->arena, &o->order) = node;
        for (int i = 0; i < node->n_child; i++) {
            struct kann_node *child = node->child[i];
            if (!child) continue;
            o->marks[child->number] -= 2;
            if (o->marks[child->number] >> 1 == 0) push(o, child);
        }
    }
}

struct kann_list kann_order(struct arena *arena, const struct kann_state *state, int n_roots,
                            struct kann_node *const *roots)
{
    struct ordering o = {.arena = arena, .marks = arena_array(arena, int, state->nodes.n + 1)};
    count_parents(&o, n_roots, roots);
    sort(&o, n_roots, roots);
    struct kann_list list = {o.order.n, arena_array(arena, struct kann_node *, o.order.n + 1)};
    for (int i = 0; i < list.n; i++) list.v[i] = o.order.at[list.n - 1 - i];
    return list;
}

// ---- copies

static struct kann_node *duplicate(const struct kann_copying *c, struct kann_node *from)
{
    struct kann_node *node = arena_copy(c->arena, from, sizeof *from);
    node->pre = NULL;
    node->site = c->site;
    node->function = c->function;
    node->copy_of = from;
    node->child = arena_array(c->arena, struct kann_node *, from->n_child + 1);
    node->number = (uint32_t)c->state->nodes.n;
    *vec_push(c->arena, &c->state->nodes) = node;
    return node;
}

static void set_indices(struct kann_list list)
{
    for (int i = 0; i < list.n; i++) list.v[i]->index = i;
}

// The place of a node in the list; -1: it is none of it.
static int index_of(struct kann_list list, const struct kann_node *node)
{
    bool known = node && node->index >= 0 && node->index < list.n;
    return known && list.v[node->index] == node ? node->index : -1;
}

static struct kann_node *copy_at(struct kann_list list, struct kann_node *const *copies,
                                 const struct kann_node *of)
{
    int index = index_of(list, of);
    return index < 0 ? NULL : copies[index];
}

static void copy_children(struct kann_list list, struct kann_node *const *copies,
                          const struct kann_node *from, struct kann_node *to)
{
    for (int k = 0; k < from->n_child; k++) to->child[k] = copy_at(list, copies, from->child[k]);
}

// ---- unrolling

struct unrolling {
    const struct kann_copying *copying;
    struct kann_list from;
    struct kann_node **copies; // the last one of each node
    VEC(struct kann_node *) made;
};

enum { BELOW = 16, ONCE = 1, INITIAL = 2, TOP = 4 };

static int *mark_below(struct unrolling *u, int pivot)
{
    int *flags = arena_array(u->copying->arena, int, u->from.n + 1);
    struct kann_node *const *v = u->from.v;
    flags[pivot] = BELOW;
    for (int i = pivot; i >= 0; i--) {
        if ((i < pivot && kann_is_pivot(v[i])) || !(flags[i] & BELOW)) continue;
        for (int k = 0; k < v[i]->n_child; k++) {
            int child = index_of(u->from, v[i]->child[k]);
            if (child >= 0) flags[child] = BELOW;
        }
    }
    for (int i = 0; i < pivot; i++) {
        if (!(flags[i] & BELOW)) continue;
        if (kann_is_var(v[i]) || kann_is_const(v[i]) || kann_is_pivot(v[i])) flags[i] |= ONCE;
        int state = index_of(u->from, v[i]->pre);
        if (state >= 0) flags[state] |= INITIAL;
    }
    int top = index_of(u->from, v[pivot]->child[0]);
    if (top >= 0) flags[top] |= TOP;
    return flags;
}

// One step: a copy of each node below, whose states are the last step's.
static void add_step(struct unrolling *u, int pivot, const int *flags, struct kann_node **states,
                     int step, bool last)
{
    struct kann_node *const *v = u->from.v;
    for (int i = 0; i < pivot; i++) {
        bool done = flags[i] & (ONCE | INITIAL) && u->copies[i];
        if (!(flags[i] & BELOW) || done) continue;
        struct kann_node *copy = u->copies[i] = duplicate(u->copying, v[i]);
        copy_children(u->from, u->copies, v[i], copy);
        if (flags[i] & TOP) u->copies[pivot]->child[step] = copy;
        if (step == 0 && flags[i] & INITIAL) states[i] = copy;
        int state = index_of(u->from, v[i]->pre);
        if (state >= 0) u->copies[state] = copy;
        if (state >= 0 && last) copy->pre = states[state];
        *vec_push(u->copying->arena, &u->made) = copy;
    }
}

static void unroll_pivot(struct unrolling *u, int pivot, int length)
{
    struct arena *arena = u->copying->arena;
    struct kann_node *top = duplicate(u->copying, u->from.v[pivot]);
    struct kann_node **states = arena_array(arena, struct kann_node *, u->from.n + 1);
    top->n_child = length;
    top->child = arena_array(arena, struct kann_node *, length + 1);
    u->copies[pivot] = top;
    const int *flags = mark_below(u, pivot);
    for (int step = 0; step < length; step++)
        add_step(u, pivot, flags, states, step, step == length - 1);
    *vec_push(arena, &u->made) = top;
}

static void copy_rest(struct unrolling *u)
{
    for (int i = 0; i < u->from.n; i++) {
        if (u->copies[i]) continue;
        u->copies[i] = duplicate(u->copying, u->from.v[i]);
        copy_children(u->from, u->copies, u->from.v[i], u->copies[i]);
        *vec_push(u->copying->arena, &u->made) = u->copies[i];
    }
}

static void settle_sizes(const struct kann_copying *c, struct kann_list list,
                         struct kann_synced *synced)
{
    *synced = (struct kann_synced){0};
    for (int i = 0; i < list.n; i++) {
        struct kann_node *node = list.v[i];
        struct kann_shape shape;
        bool whole = node->n_child > 0;
        for (int k = 0; k < node->n_child; k++) whole = whole && node->child[k];
        if (!whole) continue;
        kann_shape_of(c->arena, c->syms, node, &shape);
        if (shape.failure != KANN_FITS)
            *vec_push(c->arena, &synced->refused) = (struct kann_refused){node, shape};
        node->n_d = shape.n_d;
        memcpy(node->d, shape.d, sizeof node->d);
    }
    kann_mark_gradients(list.n, list.v);
}

int kann_count_pivots(struct kann_list list)
{
    int n = 0;
    for (int i = 0; i < list.n; i++) n += kann_is_pivot(list.v[i]);
    return n;
}

static bool is_too_long(struct kann_list list, const int64_t *lengths)
{
    int64_t steps = 1;
    for (int k = 0; k < kann_count_pivots(list); k++) {
        if (lengths[k] < 0 || lengths[k] > KANN_MOST_UNROLLED) return true;
        steps += lengths[k];
    }
    return steps * list.n > KANN_MOST_UNROLLED;
}

struct kann_list kann_unroll_nodes(const struct kann_copying *c, struct kann_list list,
                                   const int64_t *lengths, struct kann_synced *synced)
{
    struct unrolling u = {.copying = c, .from = list};
    int pivot = 0;
    if (is_too_long(list, lengths)) return (struct kann_list){0};
    u.copies = arena_array(c->arena, struct kann_node *, list.n + 1);
    set_indices(list);
    for (int i = 0; i < list.n; i++)
        if (kann_is_pivot(list.v[i])) unroll_pivot(&u, i, (int)lengths[pivot++]);
    copy_rest(&u);
    struct kann_list made = {u.made.n, u.made.at};
    settle_sizes(c, made, synced);
    return made;
}

// ---- cloning

struct kann_list kann_clone_nodes(const struct kann_copying *c, struct kann_list list,
                                  const struct sym *rows, struct kann_synced *synced)
{
    struct kann_list made = {list.n, arena_array(c->arena, struct kann_node *, list.n + 1)};
    set_indices(list);
    for (int i = 0; i < list.n; i++) {
        made.v[i] = duplicate(c, list.v[i]);
        copy_children(list, made.v, list.v[i], made.v[i]);
        made.v[i]->pre = copy_at(list, made.v, list.v[i]->pre);
    }
    kann_sync(c->arena, c->syms, made.n, made.v, rows, synced);
    kann_mark_gradients(made.n, made.v);
    return made;
}

// ---- networks

struct kann_network *kann_network_make(const struct kann_copying *c, struct kann_list list)
{
    struct kann_network *network = arena_new(c->arena, struct kann_network);
    *network = (struct kann_network){.number = (uint32_t)c->state->networks.n,
                                     .made_by = c->function,
                                     .site = c->site,
                                     .n = list.n,
                                     .live = list.v};
    network->v = kann_copy_nodes(c->arena, list.n, list.v);
    *vec_push(c->arena, &c->state->networks) = network;
    return network;
}
