#include "analyzer/released.h"

struct search {
    const struct program *program;
    int *passes;          // as in released_passes
    int event;            // of the backward pass
    VEC(node_id) waiting; // whose operands are to be followed
    struct arena *arena;
};

// What an earlier pass has freed cannot be reached again.
static void reach(struct search *s, value_id id)
{
    const struct value *value = id ? program_value(s->program, id) : NULL;
    if (!value || !value->producer || !(value->flags & VALUE_REQUIRES_GRAD)) return;
    if (s->passes[value->producer] != RELEASED_NEVER) return;
    s->passes[value->producer] = s->event;
    *vec_push(s->arena, &s->waiting) = value->producer;
}

static void follow(struct search *s)
{
    while (s->waiting.n) {
        const struct node *node = program_node(s->program, s->waiting.at[--s->waiting.n]);
        for (int k = 0; k < node->n_in; k++) reach(s, node->in[k]);
    }
}

static bool has_regions(const struct program *program)
{
    for (int i = 0; i < program->events.n; i++)
        if (program->events.at[i].kind == EVENT_REPEAT) return true;
    return false;
}

static void begin(struct search *s, struct arena *arena, const struct program *program)
{
    *s = (struct search){.program = program, .arena = arena_open()};
    s->passes = arena_array(arena, int, program->nodes.n);
    for (int i = 0; i < program->nodes.n; i++) s->passes[i] = RELEASED_NEVER;
    int n_events = has_regions(program) ? 0 : program->events.n;
    for (s->event = 0; s->event < n_events; s->event++) {
        if (program->events.at[s->event].kind != EVENT_BACKWARD) continue;
        reach(s, program->events.at[s->event].id);
        follow(s);
    }
}

int *released_find(struct arena *arena, const struct program *program)
{
    struct search s;
    begin(&s, arena, program);
    for (int i = 0; i < program->nodes.n; i++)
        if (s.passes[i] == RELEASED_NEVER) s.passes[i] = program->events.n;
    arena_close(s.arena);
    return s.passes;
}

int *released_passes(struct arena *arena, const struct program *program)
{
    struct search s;
    begin(&s, arena, program);
    s.event = program->events.n;
    for (value_id id = 1; id < (value_id)program->values.n; id++)
        if (program_value(program, id)->flags & VALUE_OUTPUT) reach(&s, id);
    follow(&s);
    arena_close(s.arena);
    return s.passes;
}
