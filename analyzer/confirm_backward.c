#include "analyzer/confirm_backward.h"

#include "analyzer/step.h"

#include <math.h>

// From this factor between the first and the last layer on, gradients vanish or explode: the
// layers would learn at rates that one learning rate does not fit.
#define FLOW_FACTOR 10.0

static double root(double squares)
{
    return squares < 0.0 ? squares : sqrt(squares);
}

static void find_loss(const struct observe *seen, struct execution_backward *b)
{
    const struct program *program = seen->program;
    for (value_id id = 1; id < (value_id)program->values.n; id++) {
        if (!step_begins_at(program_value(program, id))) continue;
        b->n_losses++;
        b->own_loss = b->n_losses == 1 && seen->values[id].count == 1;
        b->loss += seen->values[id].sum;
    }
}

// Layers without parameters learn nothing; they only hand on.
static void find_ends(struct execution_backward *b)
{
    b->first = b->last = -1;
    for (int i = 0; i < b->n_layers; i++) {
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
    find_loss(seen, b);
    find_ends(b);
    if (b->first == b->last) return;
    double first = layers[b->first].output_l2, last = layers[b->last].output_l2;
    b->ratio = first / last;
    b->flow = flow_of(first, last);
}
