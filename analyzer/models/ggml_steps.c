// The allocator's walk over a graph. Its rules, in the library's order: all leafs are placed; then
// edges and view nodes are counted, and inputs placed; then, node by node, sources that have no
// memory yet, the node, and at last sources are given back that nobody reads any more.
//
// Source: ggml_gallocr_alloc_graph_impl of ggml-alloc.c. Two things follow from it that one would
// not guess: a view never owns memory, so nothing is handed over through one; and a bare
// ggml_view_tensor, a leaf, is not counted as a view but counted down as one, so that its root is
// never given back. The library's table has room for the nodes and leafs and a quarter more, but
// roots of views enter it as well, and need not be of the graph.

#include "analyzer/models/ggml_steps.h"
#include "ir/ggml_memory.h"

#define BEFORE_NODES (-1)

int ggml_steps_slot(const struct ggml_steps *s, const struct ggml_tensor *t)
{
    if (t->number < s->lowest || t->number - s->lowest >= (uint32_t)s->n_slots) return -1;
    int slot = (int)(t->number - s->lowest);
    return s->slots[slot].tensor ? slot : -1;
}

// ---- slots

typedef void visitor(void *to, const struct ggml_tensor *);

static void visit(const struct ggml_tensor *t, visitor *to, void *of)
{
    to(of, t);
    if (t->view_src) to(of, t->view_src);
}

static void visit_all(const struct ggml_graph *graph, visitor *to, void *of)
{
    for (int i = 0; i < graph->leafs.n; i++) visit(graph->leafs.at[i], to, of);
    for (int i = 0; i < graph->nodes.n; i++) {
        const struct ggml_tensor *node = graph->nodes.at[i];
        visit(node, to, of);
        for (int j = 0; j < GGML_SOURCES; j++)
            if (node->src[j]) visit(node->src[j], to, of);
    }
}

struct range {
    uint32_t lowest, highest;
};

static void widen(void *of, const struct ggml_tensor *t)
{
    struct range *range = of;
    if (t->number < range->lowest) range->lowest = t->number;
    if (t->number > range->highest) range->highest = t->number;
}

static void settle(void *of, const struct ggml_tensor *t)
{
    struct ggml_steps *s = of;
    s->slots[t->number - s->lowest].tensor = t;
}

void ggml_steps_open(struct ggml_steps *s, struct arena *arena, struct syms *syms, int version,
                     const struct ggml_graph *graph)
{
    struct range range = {UINT32_MAX, 0};
    *s = (struct ggml_steps){.arena = arena, .syms = syms, .graph = graph, .version = version};
    visit_all(graph, widen, &range);
    if (range.lowest > range.highest) return;
    int n = graph->nodes.n + graph->leafs.n;
    s->table = ggml_hash_slots(n + n / 4);
    s->lowest = range.lowest;
    s->n_slots = (int)(range.highest - range.lowest) + 1;
    s->slots = arena_array(arena, struct ggml_slot, s->n_slots);
    visit_all(graph, settle, s);
}

// As the library finds a tensor: whoever is looked up enters the table.
static struct ggml_slot *slot_of(struct ggml_steps *s, const struct ggml_tensor *t)
{
    struct ggml_slot *slot = &s->slots[t->number - s->lowest];
    if (slot->seen) return slot;
    slot->seen = true;
    if (++s->in_table > s->table && !s->no_room) s->no_room = t;
    return slot;
}

// ---- sizes

static void measure(struct ggml_steps *s, struct ggml_slot *slot)
{
    if (!slot->bytes) {
        slot->bytes = ggml_tensor_bytes(s->syms, slot->tensor);
        slot->padded = ggml_padded(s->syms, slot->bytes, GGML_ALIGNMENT);
    }
    if (!sym_is_const(slot->padded, NULL)) s->all_numbers = false;
    if (!s->unknown && sym_kind(slot->padded) == SYM_UNKNOWN) s->unknown = slot->tensor;
    if (!s->empty && sym_is(slot->padded, 0)) s->empty = slot->tensor;
}

// ---- the walk

static void step(struct ggml_steps *s, enum ggml_step_kind kind, const struct ggml_slot *slot,
                 const struct ggml_slot *from, int node)
{
    int index = (int)(slot - s->slots), index_from = from ? (int)(from - s->slots) : -1;
    *vec_push(s->arena, &s->list) = (struct ggml_step){kind, index, index_from, node};
}

static bool is_output(const struct ggml_tensor *t)
{
    return (t->flags | (t->view_src ? t->view_src->flags : 0)) & GGML_OUTPUT;
}

// The source whose memory the tensor takes over, or NULL.
static struct ggml_slot *find_donor(struct ggml_steps *s, const struct ggml_tensor *t)
{
    if (!ggml_op_in_place(t->op, s->version)) return NULL;
    for (int i = 0; i < GGML_SOURCES; i++) {
        if (!t->src[i]) continue;
        struct ggml_slot *source = slot_of(s, t->src[i]);
        if (!source->owns || is_output(source->tensor)) continue;
        if (source->unread != 1 || source->views != 0) continue;
        if (ggml_choose_layout(s->choices, t, source->tensor)) return source;
    }
    return NULL;
}

static void place(struct ggml_steps *s, const struct ggml_tensor *t, int node)
{
    struct ggml_slot *slot = slot_of(s, t);
    if (t->has_data || t->has_buffer || slot->owns || t->view_src) return;
    slot->owns = slot->placed = true;
    struct ggml_slot *donor = find_donor(s, t);
    if (donor) donor->owns = false;
    measure(s, slot);
    step(s, donor ? GGML_HAND_OVER : GGML_TAKE, slot, donor, node);
}

static void give(struct ggml_steps *s, struct ggml_slot *slot, int node)
{
    if (!slot->owns || (slot->tensor->flags & GGML_OUTPUT)) return;
    slot->owns = false;
    step(s, GGML_GIVE, slot, NULL, node);
}

static void count(struct ggml_steps *s, const struct ggml_tensor *node)
{
    if (node->view_src && node->op != GGML_OP_NONE) slot_of(s, node->view_src)->views++;
    if (node->flags & GGML_INPUT) place(s, node, BEFORE_NODES);
    for (int j = 0; j < GGML_SOURCES; j++) {
        const struct ggml_tensor *source = node->src[j];
        if (!source) continue;
        slot_of(s, source)->unread++;
        if (source->flags & GGML_INPUT) place(s, source, BEFORE_NODES);
    }
}

// One edge less. A view that was read for the last time lets go of its root.
static void read_once(struct ggml_steps *s, const struct ggml_tensor *source, int node)
{
    struct ggml_slot *slot = slot_of(s, source);
    if (--slot->unread != 0 || slot->views != 0) return;
    if (!source->view_src) {
        give(s, slot, node);
        return;
    }
    struct ggml_slot *root = slot_of(s, source->view_src);
    if (--root->views == 0 && root->unread == 0) give(s, root, node);
}

static void compute(struct ggml_steps *s, int i)
{
    const struct ggml_tensor *node = s->graph->nodes.at[i];
    for (int j = 0; j < GGML_SOURCES; j++)
        if (node->src[j]) place(s, node->src[j], i);
    place(s, node, i);
    for (int j = 0; j < GGML_SOURCES; j++)
        if (node->src[j]) read_once(s, node->src[j], i);
}

void ggml_steps_walk(struct ggml_steps *s, struct ggml_choices *choices)
{
    const struct ggml_graph *graph = s->graph;
    s->choices = choices;
    s->list.n = 0;
    s->all_numbers = true;
    s->in_table = 0;
    s->unknown = s->empty = s->no_room = NULL;
    for (int i = 0; i < s->n_slots; i++) {
        struct ggml_slot *slot = &s->slots[i];
        slot->unread = slot->views = 0;
        slot->owns = slot->placed = slot->seen = false;
    }
    for (int i = 0; i < graph->leafs.n; i++) place(s, graph->leafs.at[i], BEFORE_NODES);
    for (int i = 0; i < graph->nodes.n; i++) count(s, graph->nodes.at[i]);
    for (int i = 0; i < graph->nodes.n; i++) compute(s, i);
}
