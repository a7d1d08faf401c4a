// Steps of optimizers: torch.optim's SGD, Adam and AdamW, one parameter at a time. Computed in f64
// and rounded when stored.

#include "analyzer/exec/live.h"
#include "ir/rows.h"

#include <math.h>
#include <string.h>

// Averages of gradients, of their squares, and the largest of the latter; momentum is the first.
enum slot { SLOT_FIRST, SLOT_SECOND, SLOT_LARGEST, N_SLOTS };

struct engine_state {
    int64_t n_steps;
    struct tensor slots[N_SLOTS]; // dtype NONE: the rule has none
};

// A row of a parameter, its gradient, and its state.
struct step_row {
    const struct engine_optimizer *o;
    int64_t n_steps; // with this one
    int64_t n;
    double *p, *g, *slots[N_SLOTS];
};

static void sgd_row(const struct step_row *r)
{
    const struct engine_optimizer *o = r->o;
    double *velocity = r->slots[SLOT_FIRST];
    for (int64_t i = 0; i < r->n; i++) {
        double g = r->g[i] + o->weight_decay * r->p[i];
        if (o->momentum != 0.0) {
            // The first gradient is taken undamped.
            velocity[i] = r->n_steps == 1 ? g : o->momentum * velocity[i] + (1 - o->dampening) * g;
            g = o->nesterov ? g + o->momentum * velocity[i] : velocity[i];
        }
        r->p[i] -= o->lr * g;
    }
}

// Kingma and Ba, 2015; AdamW after Loshchilov and Hutter, 2019; amsgrad after Reddi et al., 2018.
static void adam_row(const struct step_row *r)
{
    const struct engine_optimizer *o = r->o;
    double *first = r->slots[SLOT_FIRST], *second = r->slots[SLOT_SECOND];
    double *largest = r->slots[SLOT_LARGEST], t = (double)r->n_steps;
    double rate = o->lr / (1 - pow(o->betas[0], t)), scale = sqrt(1 - pow(o->betas[1], t));
    for (int64_t i = 0; i < r->n; i++) {
        double g = r->g[i];
        if (o->rule == ENGINE_ADAMW)
            r->p[i] *= 1 - o->lr * o->weight_decay;
        else
            g += o->weight_decay * r->p[i];
        first[i] = o->betas[0] * first[i] + (1 - o->betas[0]) * g;
        second[i] = o->betas[1] * second[i] + (1 - o->betas[1]) * g * g;
        if (o->amsgrad && second[i] > largest[i]) largest[i] = second[i];
        double square = o->amsgrad ? largest[i] : second[i];
        r->p[i] -= rate * first[i] / (sqrt(square) / scale + o->eps);
    }
}

static int n_slots(const struct engine_optimizer *o)
{
    if (o->rule == ENGINE_SGD) return o->momentum != 0.0;
    return o->amsgrad ? 3 : 2;
}

static struct engine_state *open_state(struct engine_run *run, const struct engine_optimizer *o,
                                       const struct tensor *like)
{
    struct engine_state *state = arena_new(run->arena, struct engine_state);
    for (int i = 0; i < n_slots(o); i++) {
        struct tensor *t = &state->slots[i];
        *t = *like;
        t->block = block_open(&run->exec->blocks, BLOCK_OPTIMIZER, tensor_owned_bytes(like));
        t->data = t->block->data;
        tensor_set_contiguous(t);
        tensor_fill(t, 0.0);
    }
    return state;
}

static void load(const struct rows *rows, int n, double (*numbers)[ROW_ELEMENTS])
{
    for (int i = 0; i < n; i++) rows_load(rows, i, numbers[i]);
}

static void update(const struct engine_optimizer *o, const struct tensor *p, const struct tensor *g,
                   struct engine_state *state)
{
    double numbers[2 + N_SLOTS][ROW_ELEMENTS];
    int n = n_slots(o);
    struct rows rows;
    rows_begin(&rows, p->rank, p->dim);
    rows_add(&rows, p);
    rows_add(&rows, g);
    for (int i = 0; i < n; i++) rows_add(&rows, &state->slots[i]);
    state->n_steps++;
    while (rows_next(&rows)) {
        struct step_row row = {o, state->n_steps, rows.length, numbers[0], numbers[1], {0}};
        for (int i = 0; i < n; i++) row.slots[i] = numbers[2 + i];
        load(&rows, 2 + n, numbers);
        for (int64_t i = 0; i < row.n && o->maximize; i++) row.g[i] = -row.g[i];
        if (o->rule == ENGINE_SGD)
            sgd_row(&row);
        else
            adam_row(&row);
        rows_store(&rows, 0, numbers[0]);
        for (int i = 0; i < n; i++) rows_store(&rows, 2 + i, numbers[2 + i]);
    }
}

void live_step(struct engine_run *run, value_id id, const struct engine_optimizer *o,
               struct engine_state **state)
{
    exec_make_room(run->exec);
    const struct tensor *g = exec_gradient(run->exec, id), *p = exec_tensor(run->exec, id);
    if (!tensor_is_there(g) || !p->data) return;
    if (!*state) *state = open_state(run, o, p);
    update(o, p, g, *state);
    p->block->version++;
    p->block->writer = 0;
}

int64_t live_state_bytes(const struct engine_state *state)
{
    int64_t bytes = 0;
    for (int i = 0; i < N_SLOTS; i++)
        if (state->slots[i].block) bytes += state->slots[i].block->bytes;
    return bytes;
}
