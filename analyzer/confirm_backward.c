#include "analyzer/confirm_backward.h"

#include "analyzer/released.h"
#include "analyzer/step.h"

#include <math.h>

// From this factor between the first and the last layer on, gradients vanish or explode: the
// layers would learn at rates that one learning rate does not fit.
#define FLOW_FACTOR 10.0

static double root(double squares)
{
    return squares < 0.0 ? squares : sqrt(squares);
}

static void add_loss(const struct observe *seen, value_id id, struct execution_backward *b)
{
    b->n_losses++;
    b->own_loss = b->n_losses == 1 && seen->values[id].count == 1;
    b->loss += seen->values[id].sum;
}

// Those of the program's own passes, and outputs that none of these has used.
static void find_loss(struct arena *arena, const struct observe *seen, struct execution_backward *b)
{
    const struct program *program = seen->program;
    const int *released = released_find(arena, program);
    for (int i = 0; i < program->events.n; i++) {
        const struct event *event = &program->events.at[i];
        if (event->kind != EVENT_BACKWARD) continue;
        node_id producer = program_value(program, event->id)->producer;
        if (producer && released[producer] == i) add_loss(seen, event->id, b);
    }
    b->n_passes = b->n_losses;
    for (value_id id = 1; id < (value_id)program->values.n; id++) {
        const struct value *value = program_value(program, id);
        if (step_begins_at(value) && released[value->producer] == program->events.n)
            add_loss(seen, id, b);
    }
}

// Layers without parameters learn nothing; they only hand on. Of several passes the last one's: in
// each, hooks fire for the last calls first.
static void find_ends(struct execution_backward *b)
{
    b->first = b->last = -1;
    for (int i = 0; i < b->n_layers; i++) {
        if (i && b->layers[i].row > b->layers[i - 1].row) b->first = b->last = -1;
        if (b->layers[i].parameters_l2 < 0.0) continue;
        if (b->first < 0) b->first = i;
        b->last = i;
    }
}

static enum execution_flow flow_of(double first, double last)
{
    if (!isfinite(first) || !isfinite(last)) return FLOW_NOT_FINITE;
    if (first >= FLOW_FACTOR * last && first > 0.0) return FLOW_VANISHING;
    if (last >= FLOW_FACTOR * first && last > 0.0) return FLOW_EXPLODING;
    return FLOW_STEADY;
}

void confirm_backward(struct arena *arena, const struct observe *seen, const struct exec *x,
                      struct execution_backward *b)
{
    int n = seen->layers.n;
    struct execution_layer *layers = arena_array(arena, struct execution_layer, n);
    *b = (struct execution_backward){.n_layers = n, .layers = layers};
    for (int i = 0; i < n; i++) {
        const struct observed_gradients *layer = &seen->layers.at[i];
        double parameters = observe_parameters(seen, x, &seen->model->rows[layer->row]);
        layers[i] = (struct execution_layer){layer->row, root(layer->output_squares),
                                             root(layer->input_squares), root(parameters)};
    }
    find_loss(arena, seen, b);
    find_ends(b);
    if (b->first == b->last) return;
    double first = layers[b->first].output_l2, last = layers[b->last].output_l2;
    b->ratio = first / last;
    b->flow = flow_of(first, last);
}
