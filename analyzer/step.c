#include "analyzer/step.h"

#include "ir/saving.h"

struct walk {
    const struct program *program;
    struct arena *scratch; // of one node
    struct step *step;
    int *holders;    // by storage: how many calls keep it, and 1 for what the program gives back
    bool *gradients; // by value: did one come?
    int64_t alive, alive_gradients;
};

bool step_begins_at(const struct value *value)
{
    return value->producer && value->flags & VALUE_OUTPUT && value->flags & VALUE_REQUIRES_GRAD;
}

// ---- bytes

static int64_t bytes_of(struct walk *w, const struct sym *bytes)
{
    int64_t known = 0;
    if ((!bytes || !sym_is_const(bytes, &known)) && !w->step->unknown)
        w->step->unknown = "a size is no number";
    return known;
}

static int64_t value_size(struct walk *w, value_id id)
{
    return bytes_of(w, value_bytes(w->program, id));
}

static int64_t own_bytes(struct walk *w, const struct saving *saving)
{
    int64_t sum = 0;
    for (int i = 0; i < saving->own.n; i++) {
        const struct saved_tensor *own = &saving->own.at[i];
        struct tensor_type type = {.dtype = own->dtype, .shape = own->shape};
        sum += bytes_of(w, tensor_bytes(w->program->syms, &type)) * own->copies;
    }
    if (saving->uncounted && !w->step->unknown) w->step->unknown = saving->uncounted;
    if (saving->at_most && !w->step->unknown)
        w->step->unknown = "an argument that tells what is kept is not known";
    return sum;
}

static void rise(struct walk *w, int64_t more, node_id node)
{
    int64_t level = w->alive + w->alive_gradients + more;
    if (level <= w->step->peak) return;
    w->step->peak = level;
    w->step->node = node;
}

// ---- what is kept

static void hold(struct walk *w, storage_id id)
{
    const struct storage *storage = program_storage(w->program, id);
    if (!id || storage->kind != STORAGE_ACTIVATION) return;
    if (!w->holders[id]++) w->alive += bytes_of(w, storage->bytes);
}

static void let_go(struct walk *w, storage_id id)
{
    const struct storage *storage = program_storage(w->program, id);
    if (!id || storage->kind != STORAGE_ACTIVATION) return;
    if (!--w->holders[id]) w->alive -= bytes_of(w, storage->bytes);
}

// Of each operand and result that the call keeps.
static void each_kept(struct walk *w, node_id id, const struct saving *saving,
                      void (*visit)(struct walk *, storage_id))
{
    const struct node *node = program_node(w->program, id);
    for (int i = 0; i < node->n_in && i < MAX_SAVED; i++)
        if (saving->kept & SAVE_IN(i) && node->in[i])
            visit(w, program_value(w->program, node->in[i])->storage);
    for (int i = 0; i < node->n_out && i < MAX_SAVED; i++)
        if (saving->kept & SAVE_OUT(i))
            visit(w, program_value(w->program, node->out + (value_id)i)->storage);
}

static bool read_saving(struct walk *w, node_id id, struct saving *saving)
{
    const struct node *node = program_node(w->program, id);
    arena_reset(w->scratch);
    if (node->op < N_OPS)
        return saving_read(saving, w->scratch, w->program, id, &op_get(node->op)->saved);
    if (!w->step->unknown) w->step->unknown = "the program has a call that is no op";
    return false;
}

// What is alive when the forward pass is over.
static void begin(struct walk *w)
{
    const struct program *program = w->program;
    for (storage_id id = 1; id < (storage_id)program->storages.n; id++)
        if (program_storage(program, id)->kind == STORAGE_INPUT)
            w->alive += bytes_of(w, program_storage(program, id)->bytes);
    for (value_id id = 1; id < (value_id)program->values.n; id++)
        if (program_value(program, id)->flags & VALUE_OUTPUT)
            hold(w, program_value(program, id)->storage);
    for (int i = 0; i < program->events.n; i++) {
        const struct event *event = &program->events.at[i];
        struct saving saving;
        if (event->kind != EVENT_NODE || !read_saving(w, event->id, &saving)) continue;
        each_kept(w, event->id, &saving, hold);
        w->alive += own_bytes(w, &saving);
    }
}

// ---- backward

static void begin_gradients(struct walk *w)
{
    for (value_id id = 1; id < (value_id)w->program->values.n; id++) {
        if (!step_begins_at(program_value(w->program, id))) continue;
        w->gradients[id] = true;
        w->alive_gradients += value_size(w, id);
    }
    rise(w, 0, 0);
}

static bool arrived(const struct walk *w, const struct node *node)
{
    bool any = false;
    for (int i = 0; i < node->n_out; i++) any |= w->gradients[node->out + (value_id)i];
    return any;
}

static bool wants(const struct walk *w, const struct node *node, int operand)
{
    bool constant = operand < MAX_SAVED && op_get(node->op)->constant & SAVE_IN(operand);
    return node->in[operand] && !constant &&
           program_value(w->program, node->in[operand])->flags & VALUE_REQUIRES_GRAD;
}

// A value's first gradient stays as it is; further ones are added to it when the call is over.
static void give_gradients(struct walk *w, node_id id)
{
    const struct node *node = program_node(w->program, id);
    int64_t given = 0, stays = 0;
    for (int i = 0; i < node->n_in; i++) {
        if (!wants(w, node, i)) continue;
        int64_t bytes = value_size(w, node->in[i]);
        given += bytes;
        if (!w->gradients[node->in[i]]) stays += bytes;
        w->gradients[node->in[i]] = true;
    }
    rise(w, given, id);
    w->alive_gradients += stays;
}

static void drop_gradients(struct walk *w, const struct node *node)
{
    for (int i = 0; i < node->n_out; i++) {
        value_id id = node->out + (value_id)i;
        if (w->gradients[id]) w->alive_gradients -= value_size(w, id);
        w->gradients[id] = false;
    }
}

static void go_back(struct walk *w, node_id id)
{
    const struct node *node = program_node(w->program, id);
    struct saving saving;
    if (read_saving(w, id, &saving)) {
        if (arrived(w, node)) give_gradients(w, id);
        each_kept(w, id, &saving, let_go);
        w->alive -= own_bytes(w, &saving);
    }
    drop_gradients(w, node);
}

void step_predict(struct arena *arena, const struct step_request *request, struct step *step)
{
    const struct program *program = request->program;
    struct walk w = {.program = program, .scratch = arena_open(), .step = step};
    *step = (struct step){.unknown = program->unseen, .peak = request->forward_peak};
    w.holders = arena_array(arena, int, program->storages.n);
    w.gradients = arena_array(arena, bool, program->values.n);
    begin(&w);
    begin_gradients(&w);
    for (int i = program->events.n - 1; i >= 0; i--)
        if (program->events.at[i].kind == EVENT_NODE) go_back(&w, program->events.at[i].id);
    step->gradients = w.alive_gradients;
    arena_close(w.scratch);
}
