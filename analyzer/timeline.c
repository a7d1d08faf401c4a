#include "analyzer/timeline.h"

#include "analyzer/measure.h"
#include "ir/graph_float.h"

struct making {
    struct measure *measure;
    int *moment_of; // by event: the moment at it or the next one after it
    VEC(struct timeline_moment) moments;
    VEC(struct timeline_span) spans;
};

// Events at which the sum can be larger than it was before: the others would be flat in a plot.
static bool is_moment(const struct measure *m, int event)
{
    if (event == m->program->events.n) return m->first_alloc[event] != 0;
    enum event_kind kind = m->program->events.at[event].kind;
    return kind == EVENT_NODE || kind == EVENT_REPEAT || m->first_alloc[event];
}

static void find_moments(struct making *t)
{
    struct measure *m = t->measure;
    int n = m->program->events.n;
    t->moment_of = arena_array(m->scratch, int, n + 2);
    for (int event = 0; event <= n; event++) {
        t->moment_of[event] = t->moments.n;
        if (!is_moment(m, event)) continue;
        struct timeline_moment moment = {.name = ""};
        if (event < n) {
            const struct event *at = &m->program->events.at[event];
            moment.site = at->site;
            if (at->kind == EVENT_NODE) {
                moment.node = at->id;
                moment.name = holders_node_name(m, at->id);
                if (!moment.site) moment.site = program_node(m->program, at->id)->site;
            }
        }
        *vec_push(m->arena, &t->moments) = moment;
    }
    t->moment_of[n + 1] = t->moments.n;
}

// Room for the bytes of each asked type, filled type by type.
static const struct sym **bytes_of(struct making *t, int span)
{
    return (const struct sym **)t->spans.at[span].bytes;
}

static void add_span(struct making *t, storage_id storage, const char *name, int first, int last)
{
    struct measure *m = t->measure;
    int from = t->moment_of[first], to = t->moment_of[last + 1] - 1;
    *vec_push(m->arena, &t->spans) = (struct timeline_span){
        .storage = storage,
        .name = name,
        .first = from,
        .last = to < from ? from : to,
        .bytes = arena_array(m->arena, const struct sym *, m->request->n_asked)};
}

// Initial values of a region go before its first iteration's take their place.
static int last_event(const struct measure *m, const struct lifetime *lifetime)
{
    int n = m->program->events.n, last = lifetime->last < n ? lifetime->last : n;
    bool at_region = last < n && m->program->events.at[last].kind == EVENT_REPEAT;
    return at_region && lifetime->first < last ? last - 1 : last;
}

static void add_spans(struct making *t)
{
    struct measure *m = t->measure;
    for (int event = 0; event <= m->program->events.n; event++)
        for (int id = m->first_alloc[event]; id; id = m->next_alloc[id])
            add_span(t, (storage_id)id, holders_storage_name(m, (storage_id)id), event,
                     last_event(m, &m->live.storages[id]));
    for (int i = 0; i < m->wishes.tensors.n; i++)
        add_span(t, 0, m->wishes.tensors.at[i].what, m->held_items[i].event,
                 m->wishes.tensors.at[i].until);
    for (int r = 0; r < m->live.n_regions; r++)
        add_span(t, 0, "earlier rounds", m->live.regions[r].begin, m->live.regions[r].end);
}

// In the order of add_spans, for the type whose turn it is.
static void weigh(struct making *t, int asked)
{
    struct measure *m = t->measure;
    int span = 0;
    enum dtype type = m->asked, counted = type;
    const struct program *as = program_as_float(m->scratch, m->program, &counted);
    m->asked = m->live_as = counted;
    for (; span < t->spans.n && t->spans.at[span].storage; span++)
        bytes_of(t, span)[asked] = weigh_storage(m, program_storage(as, t->spans.at[span].storage));
    m->asked = m->live_as = type;
    for (int i = 0; i < m->wishes.tensors.n; i++)
        bytes_of(t, span++)[asked] = weigh_tensor(m, &m->wishes.tensors.at[i]);
    for (int r = 0; r < m->live.n_regions; r++) {
        struct tally sum;
        tally_open(&sum, &m->kinds);
        tally_add(&sum, m->extra[r], 1);
        bytes_of(t, span++)[asked] = tally_sum(&m->kinds, &sum);
    }
}

void timeline_find(struct arena *arena, const struct memory_request *request,
                   struct timeline *timeline)
{
    struct making making = {.measure = memory_open(arena, request)};
    find_moments(&making);
    add_spans(&making);
    for (int i = 0; i < request->n_asked; i++) {
        memory_count_as(making.measure, request->asked[i]);
        weigh(&making, i);
    }
    *timeline = (struct timeline){.n_moments = making.moments.n,
                                  .moments = making.moments.at,
                                  .n_spans = making.spans.n,
                                  .spans = making.spans.at};
    arena_close(making.measure->scratch);
}
