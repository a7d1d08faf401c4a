#include "analyzer/released.h"

struct search {
    const struct program *program;
    int *released;
    int event;            // of the backward pass
    VEC(node_id) waiting; // whose operands are to be followed
    struct arena *arena;
};

// What an earlier pass has freed cannot be reached again.
static void reach(struct search *s, value_id id)
{
    const struct value *value = id ? program_value(s->program, id) : NULL;
    if (!value || !value->producer || !(value->flags & VALUE_REQUIRES_GRAD)) return;
    if (s->released[value->producer] < s->program->events.n) return;
    s->released[value->producer] = s->event;
    *vec_push(s->arena, &s->waiting) = value->producer;
}

int *released_find(struct arena *arena, const struct liveness *live)
{
    const struct program *program = live->program;
    struct search s = {.program = program, .arena = arena_open()};
    s.released = arena_array(arena, int, program->nodes.n);
    for (int i = 0; i < program->nodes.n; i++) s.released[i] = program->events.n;
    for (int i = 0; i < program->events.n && live->n_regions == 0; i++) {
        if (program->events.at[i].kind != EVENT_BACKWARD) continue;
        s.event = i;
        reach(&s, program->events.at[i].id);
        while (s.waiting.n) {
            const struct node *node = program_node(program, s.waiting.at[--s.waiting.n]);
            for (int k = 0; k < node->n_in; k++) reach(&s, node->in[k]);
        }
    }
    arena_close(s.arena);
    return s.released;
}
