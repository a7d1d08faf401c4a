#include "frontends/edge.h"

#include "ir/base/differences.h"
#include "ir/base/map.h"
#include "ir/base/text.h"

#include <string.h>

#define SECOND 1

// The last tensor that a place of the source made, in each sample.
struct place {
    int rank, n_seen; // samples that it is in
    struct {
        int64_t size[MAX_RANK]; // -1: a symbol
        int times;              // it came to the place
    } at[MAX_EDGE_SAMPLES];
};

struct search {
    struct arena *arena;
    int n;
    const struct edge_sample *samples;
    struct map *places;
    struct edges *edges;
};

// ---- sizes by place

static void add_site(struct text *text, const struct site *site)
{
    for (const struct site *s = site; s; s = s->caller)
        text_printf(text, " %s:%d:%d", s->file ? s->file : "", s->line, s->column);
}

static void keep_sizes(struct search *s, int sample, const char *key, const struct value *value)
{
    struct place *place = map_get_string(s->places, key);
    if (!place) {
        place = arena_new(s->arena, struct place);
        place->rank = value->rank;
        map_put_string(s->places, key, place);
    }
    place->n_seen += place->at[sample].times++ == 0;
    for (int axis = 0; axis < place->rank; axis++)
        if (!sym_is_const(value->dim[axis], &place->at[sample].size[axis]))
            place->at[sample].size[axis] = -1;
}

static void see_results(struct search *s, int sample, const struct program *program)
{
    for (int id = 1; id < program->nodes.n; id++) {
        const struct node *node = &program->nodes.at[id];
        for (int i = 0; i < node->n_out; i++) {
            const struct value *value = &program->values.at[node->out + (value_id)i];
            struct text key = {.arena = s->arena};
            text_printf(&key, "%d %d %d", node->op, i, value->rank);
            add_site(&key, node->site);
            add_site(&key, program->scopes.at[node->scope].site);
            keep_sizes(s, sample, text_string(&key), value);
        }
    }
}

// Of modules that are never called, too.
static void see_parameters(struct search *s, int sample, const struct program *program)
{
    for (int id = 0; id < program->scopes.n; id++) {
        const struct scope *scope = &program->scopes.at[id];
        for (int i = 0; i < scope->n_parameters; i++) {
            const struct value *value = &program->values.at[scope->parameters[i]];
            struct text key = {.arena = s->arena};
            text_printf(&key, "parameter %d %d", i, value->rank);
            add_site(&key, scope->site);
            keep_sizes(s, sample, text_string(&key), value);
        }
    }
}

// ---- the polynomial through them

// False: the sizes are no such polynomial, or always the same.
static bool find_deltas(const struct search *s, const struct place *place, int axis, int64_t *delta)
{
    int64_t first = place->at[SECOND].size[axis], value;
    bool same = true;
    for (int i = SECOND; i < s->n; i++) {
        int64_t size = place->at[i].size[axis];
        if (size < 0) return false;
        same = same && size == first;
        if (i < SECOND + EDGE_DIFFERENCES) delta[i - SECOND] = size;
    }
    if (same || !differences_of_values(EDGE_DIFFERENCES, delta)) return false;
    for (int i = SECOND + EDGE_DIFFERENCES; i < s->n; i++) {
        int64_t k = s->samples[i].count - s->samples[SECOND].count;
        if (!differences_at(EDGE_DIFFERENCES, delta, k, &value) || value != place->at[i].size[axis])
            return false;
    }
    return true;
}

// ---- what that says of the count

// Is it made as often in each sample, so that only the number of all rounds counts?
static bool is_behind(const struct search *s, const struct place *place)
{
    for (int i = SECOND; i < s->n; i++)
        if (place->at[i].times != place->at[SECOND].times) return false;
    return true;
}

static void add_gap(struct search *s, struct edge_gap gap)
{
    struct edges *edges = s->edges;
    if (edges->n_gaps < MAX_GAPS)
        edges->gaps[edges->n_gaps++] = gap;
    else if (edges->most >= gap.first)
        edges->most = gap.first - 1;
}

// Where the size is at least `least` again behind counts at which it is not. False: there is no
// such gap.
static bool find_gap(const struct edge_sample *second, const int64_t *size, int64_t least,
                     struct edge_gap *gap)
{
    int64_t delta[EDGE_DIFFERENCES], base = second->count, to = MAX_EDGE_COUNT - base;
    int64_t below, again, once_more;
    memcpy(delta, size, sizeof delta);
    delta[0] -= least;
    if (!differences_first_below(EDGE_DIFFERENCES, delta, 0, to, &below) || below > to ||
        !differences_first_not_below(EDGE_DIFFERENCES, delta, below, to, &again) || again > to ||
        !differences_first_below(EDGE_DIFFERENCES, delta, again, to, &once_more) || once_more <= to)
        return false;
    gap->first = below + base;
    gap->last = again - 1 + base;
    memcpy(gap->delta, size, sizeof delta);
    return true;
}

// Not every call takes a size of 0, which is only between others.
static void find_edge(struct search *s, const struct place *place, int axis)
{
    struct edge_gap gap;
    int64_t delta[EDGE_DIFFERENCES], below;
    int64_t base = s->samples[SECOND].count, to = MAX_EDGE_COUNT - base;
    if (!find_deltas(s, place, axis, delta) ||
        !differences_first_below(EDGE_DIFFERENCES, delta, 0, to, &below))
        return;
    bool falls = below <= to;
    if (is_behind(s, place) && find_gap(&s->samples[SECOND], delta, falls ? 0 : 1, &gap))
        add_gap(s, gap);
    else if (falls && s->edges->most >= below + base)
        s->edges->most = below + base - 1;
}

struct edges edges_find(struct arena *arena, int n, const struct edge_sample *samples)
{
    struct edges edges = {.most = MAX_EDGE_COUNT};
    struct search s = {arena, n, samples, map_open(arena), &edges};
    if (n <= SECOND + EDGE_DIFFERENCES || n > MAX_EDGE_SAMPLES) return edges;
    for (int i = SECOND; i < n; i++) {
        see_results(&s, i, samples[i].program);
        see_parameters(&s, i, samples[i].program);
    }
    for (int i = 0; i < map_count(s.places); i++) {
        const struct place *place = map_value(s.places, i);
        if (place->n_seen < n - SECOND) continue;
        for (int axis = 0; axis < place->rank; axis++) find_edge(&s, place, axis);
    }
    return edges;
}
