// A part of a step, by itself.

#include "analyzer/step_walk.h"

// What the part is given, and what the program gives back, is there all the time.
static void leave_out_others(struct walk *w, const struct checkpoint *part)
{
    for (node_id id = part->first; id <= part->last; id++) {
        const struct node *node = program_node(w->program, id);
        for (int i = 0; i < node->n_in; i++)
            if (!walk_is_inside(w, part, node->in[i])) w->holders[walk_storage(w, node->in[i])]++;
        for (int i = 0; i < node->n_out; i++) {
            const struct value *value = program_value(w->program, node->out + (value_id)i);
            if (value->flags & VALUE_OUTPUT) w->holders[value->storage]++;
        }
    }
}

// Behind the part, or as the program gives it back.
static bool is_read_behind(const struct walk *w, value_id id)
{
    const struct value *value = program_value(w->program, id);
    return w->graph->readers[id] > w->readers[id] && value->flags & VALUE_REQUIRES_GRAD;
}

static void run_part(struct walk *w, const struct checkpoint *part, enum keeps keeps)
{
    for (node_id id = part->first; id <= part->last; id++)
        for (int i = 0; i < program_node(w->program, id)->n_in; i++)
            w->readers[program_node(w->program, id)->in[i]]++;
    for (node_id id = part->first; id <= part->last; id++) {
        walk_make_results(w, id, keeps, part->last);
        walk_drop_read(w, program_node(w->program, id), part);
    }
}

// Values of the part that somebody behind it reads: their gradients come.
static void take_coming(struct walk *w, const struct checkpoint *part)
{
    const struct node *end = program_node(w->program, part->last);
    const struct node *begin = program_node(w->program, part->first);
    for (node_id id = part->first; id <= part->last; id++)
        for (int i = 0; i < program_node(w->program, id)->n_in; i++)
            w->readers[program_node(w->program, id)->in[i]]++;
    for (value_id id = begin->out; id < end->out + end->n_out; id++) {
        if (!walk_is_inside(w, part, id) || !is_read_behind(w, id)) continue;
        w->gradients[id] = true;
        w->alive_gradients += w->graph->values[id];
    }
}

static void run_and_see(struct arena *arena, const struct step_graph *graph,
                        const struct checkpoint *part, enum keeps keeps, struct step_part *seen)
{
    struct walk w;
    struct step step = {0};
    walk_open(&w, arena, graph, &step);
    walk_add_checkpoints(&w, 0, NULL);
    w.readers = arena_array(arena, int, graph->program->values.n);
    leave_out_others(&w, part);
    run_part(&w, part, keeps);
    if (keeps == KEEPS_NOTHING) {
        seen->plain = step.passing;
        return;
    }
    seen->kept = w.alive;
    seen->keeping = step.passing;
    step.passing = 0;
    take_coming(&w, part);
    seen->coming = w.alive_gradients;
    walk_rise(&w, 0, part->last);
    for (node_id id = part->last; id >= part->first; id--) walk_go_back(&w, id, w.released[id]);
    seen->backward = step.passing;
}

void step_measure_part(struct arena *scratch, const struct step_graph *graph, node_id first,
                       node_id last, struct step_part *seen)
{
    struct checkpoint part = {first, last};
    run_and_see(scratch, graph, &part, KEEPS_NOTHING, seen);
    run_and_see(scratch, graph, &part, KEEPS, seen);
}
