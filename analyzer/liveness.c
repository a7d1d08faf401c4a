// First and last use of every storage, in one walk over the events. A region's body stands in the
// event order once; what that hides (later iterations) is put right where a use is met inside of
// one: what is older than the region stays until the region's end.
//
// Called by memory.c; time is the index of an event.

#include "analyzer/liveness.h"

#include <assert.h>

// Where the walk stands.
struct walk {
    struct liveness *live;
    const struct program *program;
    int event;     // the current one
    int innermost; // region around it, or -1
};

// ---- regions

static int count_regions(const struct program *program)
{
    int n = 0;
    for (int i = 0; i < program->events.n; i++) n += program->events.at[i].kind == EVENT_REPEAT;
    return n;
}

// The node of a region comes behind its body.
static bool ends_region(const struct program *program, const struct event *event)
{
    return event->kind == EVENT_NODE && program_node(program, event->id)->body != 0;
}

// Beginnings and ends match like brackets. A region without an end (the run ended inside) lasts to
// the last event and has no node.
static void find_regions(struct arena *arena, const struct program *program, struct liveness *live)
{
    int innermost = -1, n = 0;
    live->regions = arena_array(arena, struct liveness_region, count_regions(program));
    for (int i = 0; i < program->events.n; i++) {
        const struct event *event = &program->events.at[i];
        if (event->kind == EVENT_REPEAT) {
            live->regions[n] = (struct liveness_region){i, program->events.n, innermost, 0};
            innermost = n++;
        } else if (innermost >= 0 && ends_region(program, event)) {
            live->regions[innermost].end = i;
            live->regions[innermost].node = event->id;
            innermost = live->regions[innermost].outer;
        }
    }
    live->n_regions = n;
}

// ---- uses

// From outside, what a region uses is needed in its last iteration too.
static int needed_until(const struct walk *w, const struct lifetime *lifetime)
{
    int until = w->event;
    for (int r = w->innermost; r >= 0; r = w->live->regions[r].outer) {
        if (w->live->regions[r].begin > lifetime->first) until = w->live->regions[r].end;
    }
    return until;
}

// A first use decides when it is born and in which region; every later one may only prolong its
// life.
static void touch(const struct walk *w, storage_id id)
{
    if (!id) return;
    struct lifetime *lifetime = &w->live->storages[id];
    if (!lifetime->used) {
        *lifetime = (struct lifetime){w->event, w->event, true};
        w->live->region_of[id] = w->innermost;
        return;
    }
    int until = needed_until(w, lifetime);
    if (until > lifetime->last) lifetime->last = until;
}

static void touch_values(const struct walk *w, int n, const value_id *values)
{
    for (int i = 0; i < n; i++) {
        if (values[i]) touch(w, program_value(w->program, values[i])->storage);
    }
}

// The initial value becomes the first iteration's; from then on it is another one.
static void begin_region(const struct walk *w)
{
    const struct liveness_region *region = &w->live->regions[w->innermost];
    struct walk outside = *w;
    outside.innermost = region->outer;
    if (!region->node) return;
    const struct node *node = program_node(w->program, region->node);
    for (int i = 0; i < node->n_carried; i++) {
        touch_values(&outside, 1, &node->carried[i].initial);
        touch_values(w, 1, &node->carried[i].inside);
    }
}

// What goes into the next iteration is alive when the body ends.
static void end_region(const struct walk *w, const struct node *node)
{
    for (int i = 0; i < node->n_carried; i++) touch_values(w, 1, &node->carried[i].next);
}

static void run_node(struct walk *w, node_id id)
{
    const struct node *node = program_node(w->program, id);
    if (node->body) {
        end_region(w, node);
        if (w->innermost >= 0) w->innermost = w->live->regions[w->innermost].outer;
    } else {
        touch_values(w, node->n_in, node->in);
    }
    for (int i = 0; i < node->n_accesses; i++) touch(w, node->accesses[i].storage);
    for (int i = 0; i < node->n_out; i++)
        touch(w, program_value(w->program, node->out + (value_id)i)->storage);
}

static void step(struct walk *w, int *next_region)
{
    const struct event *event = &w->program->events.at[w->event];
    switch (event->kind) {
    case EVENT_NODE: run_node(w, event->id); break;
    case EVENT_REPEAT:
        w->innermost = (*next_region)++;
        begin_region(w);
        break;
    case EVENT_ALLOC:
    case EVENT_FREE:
    case EVENT_CONTEXT_OPEN:
    case EVENT_CONTEXT_CLOSE: touch(w, event->id); break;
    default: break;
    }
}

// ---- beginnings and ends that uses do not tell

enum span { BY_USE, ALWAYS };

// Inputs belong to the caller and parameters to the model: no use begins or ends them.
static bool lives_always(enum storage_kind kind)
{
    static const enum span spans[N_STORAGE_KINDS] = {
#define STORAGE(id, name, account, lifetime, doc) [STORAGE_##id] = lifetime,
#include "ir/storages.def"
#undef STORAGE
    };
    return spans[kind] == ALWAYS;
}

// An input that the program makes itself is there from then on.
static const bool *made_by_program(struct arena *arena, const struct program *program)
{
    bool *made = arena_array(arena, bool, program->storages.n);
    for (int i = 0; i < program->events.n; i++)
        if (program->events.at[i].kind == EVENT_ALLOC) made[program->events.at[i].id] = true;
    return made;
}

static void begin_storages(struct arena *arena, struct liveness *live)
{
    const struct program *program = live->program;
    const bool *made = made_by_program(arena, program);
    for (storage_id id = 1; id < (storage_id)program->storages.n; id++) {
        live->region_of[id] = -1;
        if (lives_always(program_storage(program, id)->kind) && !made[id])
            live->storages[id] = (struct lifetime){0, program->events.n, true};
    }
}

// Also for outputs that nothing in the event order touches, such as an input that is given back.
static void keep_to_end(struct liveness *live, storage_id id)
{
    if (!id) return;
    if (!live->storages[id].used) live->storages[id].first = 0;
    live->storages[id].last = live->program->events.n;
    live->storages[id].used = true;
}

static void keep_outputs(struct liveness *live)
{
    const struct program *program = live->program;
    for (value_id id = 1; id < (value_id)program->values.n; id++) {
        const struct value *value = program_value(program, id);
        if (value->flags & VALUE_OUTPUT) keep_to_end(live, value->storage);
    }
}

// Memory and inputs that the program got and never gave back stay.
static void keep_unfreed(struct arena *arena, struct liveness *live)
{
    const struct program *program = live->program;
    bool *freed = arena_array(arena, bool, program->storages.n);
    for (int i = 0; i < program->events.n; i++) {
        const struct event *event = &program->events.at[i];
        if (event->kind == EVENT_FREE || event->kind == EVENT_CONTEXT_CLOSE)
            freed[event->id] = true;
    }
    for (storage_id id = 1; id < (storage_id)program->storages.n; id++) {
        enum storage_kind kind = program_storage(program, id)->kind;
        bool stays = kind == STORAGE_RAW || kind == STORAGE_INPUT;
        if (stays && live->storages[id].used && !freed[id]) keep_to_end(live, id);
    }
}

void liveness_find(struct arena *arena, const struct program *program, struct liveness *live)
{
    *live = (struct liveness){.program = program};
    live->storages = arena_array(arena, struct lifetime, program->storages.n);
    live->region_of = arena_array(arena, int, program->storages.n);
    find_regions(arena, program, live);
    begin_storages(arena, live);
    struct walk walk = {.live = live, .program = program, .innermost = -1};
    int next_region = 0;
    for (; walk.event < program->events.n; walk.event++) step(&walk, &next_region);
    keep_outputs(live);
    keep_unfreed(arena, live);
}
