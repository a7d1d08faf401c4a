#include "analyzer/profile.h"

#include "analyzer/kernel_log.h"
#include "analyzer/released.h"
#include "analyzer/step.h"

struct profiling {
    struct kernel_log log;
    const struct report_model *model;
    const char **leaves; // by node
};

// ---- while it runs

static void node_ran(void *user, struct exec *x, node_id id, double seconds)
{
    kernel_log_node(&((struct profiling *)user)->log, x, id, seconds);
}

static void gradient_came(void *user, struct exec *x, node_id id, int operand,
                          const struct tensor *gradient)
{
    (void)x, (void)id;
    kernel_log_gradient(&((struct profiling *)user)->log, operand, gradient);
}

static void backward_ran(void *user, struct exec *x, node_id id, double seconds)
{
    kernel_log_backward(&((struct profiling *)user)->log, x, id, seconds);
}

static bool run_step(struct profiling *p, const struct exec_request *request, const char **error)
{
    struct exec_listener listener = {.node = node_ran,
                                     .again = node_ran,
                                     .backward = backward_ran,
                                     .gradient = gradient_came,
                                     .user = p};
    struct exec_request watched = *request;
    struct arena *scratch = arena_open();
    const char *why = NULL;
    watched.listener = &listener;
    struct exec *x = exec_open(scratch, &watched, &why);
    bool ran = x && exec_forward(x, &why);
    if (ran && request->mode == EXEC_TRAINING) ran = exec_backward(x, 0, NULL, &why);
    exec_close(x);
    if (!ran) *error = arena_string(p->log.arena, why);
    arena_close(scratch);
    return ran;
}

// ---- what the graph says

// Results from which a gradient comes back to what they were made of: what the program gives back,
// and what it calls nn_backward on itself. `released` as in analyzer/released.h.
static bool *find_reached(struct profiling *p, const int *released)
{
    const struct program *program = p->log.program;
    bool *reached = arena_array(p->log.arena, bool, program->values.n);
    for (int v = 1; v < program->values.n; v++) {
        const struct value *value = &program->values.at[v];
        reached[v] = step_begins_at(value) && released[value->producer] == program->events.n;
    }
    for (int i = 0; i < program->events.n; i++) {
        const struct event *event = &program->events.at[i];
        if (event->kind != EVENT_BACKWARD) continue;
        node_id producer = program_value(program, event->id)->producer;
        if (producer && released[producer] == i) reached[event->id] = true;
    }
    return reached;
}

// Each call is part of one pass: a later one finds nothing kept.
static void reach_operands(const struct program *program, node_id id, const int *released,
                           bool *reached)
{
    const struct node *node = program_node(program, id);
    for (int i = 0; i < node->n_in; i++) {
        node_id producer = program_value(program, node->in[i])->producer;
        if (torch_wants(program, node, i) && released[producer] == released[id])
            reached[node->in[i]] = true;
    }
}

static void predict(struct profiling *p, node_id id, enum torch_pass pass, int n_steps)
{
    struct torch_calls calls = torch_calls_of(p->log.arena, p->log.program, id, pass);
    for (int i = 0; i < calls.n; i++)
        kernel_log_kernel(&p->log, calls.at[i].name)->predicted += n_steps;
}

static void predict_calls(struct profiling *p, enum exec_mode mode, const bool *again, int n_steps)
{
    const struct program *program = p->log.program;
    const int *released = released_find(p->log.arena, program);
    bool *reached = find_reached(p, released);
    for (node_id id = 1; id < (node_id)program->nodes.n; id++)
        predict(p, id, TORCH_FORWARD, again && again[id] ? 2 * n_steps : n_steps);
    for (node_id id = (node_id)program->nodes.n - 1; mode == EXEC_TRAINING && id > 0; id--) {
        const struct node *node = program_node(program, id);
        bool asked = false;
        for (int i = 0; i < node->n_out; i++) asked |= reached[node->out + (value_id)i];
        if (!asked) continue;
        predict(p, id, TORCH_BACKWARD, n_steps);
        reach_operands(program, id, released, reached);
    }
}

// ---- the answer

static void find_leaves(struct profiling *p)
{
    int n = p->log.program->nodes.n;
    p->leaves = arena_array(p->log.arena, const char *, n);
    for (int i = 0; i < p->model->n_rows; i++) {
        const struct report_row *row = &p->model->rows[i];
        const char *name = execution_row_name(p->log.arena, row);
        for (node_id id = row->first_node; id && id <= row->last_node; id++) p->leaves[id] = name;
    }
}

static const char *leaf_of(void *user, node_id id)
{
    return ((struct profiling *)user)->leaves[id];
}

bool profile_run(struct arena *arena, const struct exec_request *request,
                 const struct report_model *model, const bool *again, int n_steps,
                 struct execution_profile *profile, const char **error)
{
    struct profiling p = {
        .log = {.arena = arena, .program = request->program, .leaf_of = leaf_of, .step = -1},
        .model = model};
    p.log.user = &p;
    *profile = (struct execution_profile){.n_steps = n_steps};
    find_leaves(&p);
    predict_calls(&p, request->mode, again, n_steps);
    if (!run_step(&p, request, error)) return false;
    kernel_log_begin(&p.log);
    for (; p.log.step < n_steps; p.log.step++)
        if (!run_step(&p, request, error)) return false;
    kernel_log_profile(&p.log, arena, profile);
    return true;
}
