// What stays in memory because a region's earlier iterations are kept: in training the backward
// pass needs every iteration's activations. The event order shows one iteration, so copies are
// counted here: `parts` say which storages are kept how often, as symbolic counts.
//
// `kept` is what the memory model wants to the end of the forward pass (models/). A carried value
// is no memory of its own: it is the initial value in the first iteration and the last iteration's
// `next` afterwards, hence `alias`.

#include "analyzer/held.h"

struct search {
    struct arena *arena;
    struct held *held;
    struct liveness *live;
    bool *kept;
    bool *is_inside;      // by storage: a region's carried value
    struct map *by_place; // (region, storage) -> part + 1
};

static storage_id storage_of(const struct search *s, value_id id)
{
    return program_value(s->live->program, id)->storage;
}

// Region -1 is the program around all regions.
static bool is_within(const struct liveness *live, int region, int outer)
{
    while (region >= 0 && region != outer) region = live->regions[region].outer;
    return region == outer;
}

// One part a region and storage. Both reasons to hold one together hold all of it.
static void add_part(struct search *s, int region, storage_id id, enum hold hold)
{
    struct held *held = s->held;
    uint64_t key = (uint64_t)region << 32 | id;
    uintptr_t known = (uintptr_t)map_get_number(s->by_place, key);
    if (known) {
        if (hold == HOLD_ALL) held->parts.at[known - 1].hold = HOLD_ALL;
        return;
    }
    *vec_push(s->arena, &held->parts) = (struct held_part){region, id, hold, held->first_part[id]};
    held->first_part[id] = held->parts.n - 1;
    map_put_number(s->by_place, key, (void *)(uintptr_t)held->parts.n);
}

// The initial value of a region that stands in region `outer`.
static void hold_initial(struct search *s, storage_id id, int outer)
{
    if (!id || s->kept[id]) return;
    if (s->is_inside[id]) {
        // Regions around come later, so what this one is will be found then.
        s->kept[id] = true;
        return;
    }
    s->live->storages[id].last = s->live->program->events.n;
    int region = outer;
    while (region >= 0 && !is_within(s->live, s->live->region_of[id], region))
        region = s->live->regions[region].outer;
    if (region >= 0) add_part(s, region, id, HOLD_ALL);
}

// `next` of each iteration but the last is the `inside` of the following one, so it is kept where
// that is.
static void hand_on(struct search *s, storage_id id, int region)
{
    if (!id || s->kept[id] || s->held->alias[id]) return;
    if (is_within(s->live, s->live->region_of[id], region)) add_part(s, region, id, HOLD_HANDED);
}

static void find_in_region(struct search *s, int region, const struct node *node)
{
    for (int i = 0; i < node->n_carried; i++) {
        const struct carried *carried = &node->carried[i];
        storage_id inside = storage_of(s, carried->inside);
        if (!inside || !s->kept[inside]) continue;
        s->held->alias[inside] = true;
        hold_initial(s, storage_of(s, carried->initial), s->live->regions[region].outer);
        hand_on(s, storage_of(s, carried->next), region);
    }
}

// By node: its region + 1.
static int *regions_by_node(struct arena *arena, const struct liveness *live)
{
    int *regions = arena_array(arena, int, live->program->nodes.n);
    for (int r = 0; r < live->n_regions; r++) {
        if (live->regions[r].node) regions[live->regions[r].node] = r + 1;
    }
    return regions;
}

void held_find(struct arena *arena, struct liveness *live, bool *kept, struct held *held)
{
    const struct program *program = live->program;
    *held = (struct held){.live = live, .kept = kept};
    held->alias = arena_array(arena, bool, program->storages.n);
    held->first_part = arena_array(arena, int, program->storages.n);
    for (int id = 0; id < program->storages.n; id++) held->first_part[id] = -1;
    if (live->n_regions == 0) return;
    struct search s = {arena, held, live, kept, .by_place = map_open(arena)};
    s.is_inside = arena_array(arena, bool, program->storages.n);
    int *regions = regions_by_node(arena, live);
    for (int r = 0; r < live->n_regions; r++) {
        const struct node *node = program_node(program, live->regions[r].node);
        for (int i = 0; i < node->n_carried; i++)
            s.is_inside[storage_of(&s, node->carried[i].inside)] = true;
    }
    // Nodes of inner regions come before those of the regions around them.
    for (node_id id = 1; id < (node_id)program->nodes.n; id++) {
        if (regions[id]) find_in_region(&s, regions[id] - 1, program_node(program, id));
    }
}

const struct sym *held_count(const struct held *held, int region)
{
    const struct program *program = held->live->program;
    node_id node = held->live->regions[region].node;
    return node ? program_node(program, node)->count : sym_const(program->syms, 1);
}

const struct sym *held_runs(const struct held *held, int region)
{
    struct syms *syms = held->live->program->syms;
    const struct sym *runs = sym_const(syms, 1);
    for (; region >= 0; region = held->live->regions[region].outer)
        runs = sym_mul(syms, runs, held_count(held, region));
    return runs;
}

// Copies that a part adds to the one that is alive now.
static const struct sym *copies_of_part(const struct held *held, const struct held_part *part)
{
    struct syms *syms = held->live->program->syms;
    const struct sym *runs = held_runs(held, part->region);
    if (part->hold == HOLD_ALL) return sym_add_const(syms, runs, -1);
    return sym_sub(syms, runs, held_runs(held, held->live->regions[part->region].outer));
}

static bool is_alive_now(const struct held *held, storage_id id, int event)
{
    const struct lifetime *lifetime = &held->live->storages[id];
    const struct program *program = held->live->program;
    bool region = event < program->events.n && program->events.at[event].kind == EVENT_REPEAT;
    // At the begin of a region, initial values are gone already.
    if (region && lifetime->first < event && lifetime->last == event) return false;
    return lifetime->first <= event && event <= lifetime->last;
}

// Copies of earlier iterations count from the begin of the region on: the worst iteration is the
// last.
bool held_alive(const struct held *held, storage_id id, int event)
{
    if (is_alive_now(held, id, event)) return true;
    for (int i = held->first_part[id]; i >= 0; i = held->parts.at[i].next) {
        if (held->live->regions[held->parts.at[i].region].begin <= event) return true;
    }
    return false;
}

const struct sym *held_copies(const struct held *held, storage_id id, int event)
{
    struct syms *syms = held->live->program->syms;
    int region = held->live->region_of[id];
    if (held->kept[id]) return region >= 0 ? held_runs(held, region) : NULL;
    if (held->first_part[id] < 0) return NULL;
    const struct sym *copies = sym_const(syms, is_alive_now(held, id, event));
    for (int i = held->first_part[id]; i >= 0; i = held->parts.at[i].next) {
        const struct held_part *part = &held->parts.at[i];
        if (held->live->regions[part->region].begin <= event)
            copies = sym_add(syms, copies, copies_of_part(held, part));
    }
    return copies;
}
