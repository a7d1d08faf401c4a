// A kernel of ours may do what PyTorch does in several calls (the gradients of a linear layer: two
// products and a sum). Its time is shared between their names: products get what products took.

#include "analyzer/profile.h"

#include "analyzer/models/torch_calls.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

struct profiling {
    struct arena *arena;
    const struct program *program;
    const struct report_model *model;
    struct execution_profile *profile;
    VEC(struct execution_kernel) kernels;
    VEC(struct execution_event) events;
    struct map *by_name; // index + 1 into kernels
    int *row_of;         // by node
    double begin;
    int step; // -1: of the run that is not counted
    // Made by the node whose backward pass runs, by operand, and all of them.
    int64_t gradient_bytes[MAX_OPERANDS], all_bytes;
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static struct execution_kernel *kernel_of(struct profiling *p, const char *name)
{
    uintptr_t index = (uintptr_t)map_get_string(p->by_name, name);
    if (!index) {
        *vec_push(p->arena, &p->kernels) = (struct execution_kernel){.name = name};
        index = (uintptr_t)p->kernels.n;
        map_put_string(p->by_name, name, (void *)index);
    }
    return &p->kernels.at[index - 1];
}

// ---- while it runs

// What one of the calls took, of a kernel that took `seconds` and its products `product_seconds`.
static double share(const struct torch_calls *calls, int index, double seconds,
                    double product_seconds)
{
    int n_products = 0;
    for (int i = 0; i < calls->n; i++) n_products += calls->at[i].product;
    int n_others = calls->n - n_products;
    if (!n_products || !n_others) return seconds / calls->n;
    if (calls->at[index].product) return product_seconds / n_products;
    return (seconds - product_seconds) / n_others;
}

static void note(struct profiling *p, struct exec *x, node_id id, enum torch_pass pass,
                 double seconds)
{
    if (p->step < 0) return;
    struct torch_calls calls = torch_calls_of(p->arena, p->program, id, pass);
    double begin = now() - seconds - p->begin;
    for (int i = 0; i < calls.n; i++) {
        double part = share(&calls, i, seconds, exec_product_seconds(x));
        struct execution_kernel *kernel = kernel_of(p, calls.at[i].name);
        kernel->calls++;
        kernel->seconds += part;
        int operand = calls.at[i].operand;
        kernel->bytes += operand < 0 ? p->all_bytes : p->gradient_bytes[operand];
        *vec_push(p->arena, &p->events) = (struct execution_event){
            calls.at[i].name, p->row_of[id], pass == TORCH_BACKWARD, p->step, begin, part};
        begin += part;
    }
}

static void node_ran(void *user, struct exec *x, node_id id, double seconds)
{
    struct profiling *p = user;
    const struct node *node = program_node(p->program, id);
    p->all_bytes = 0;
    for (int i = 0; i < node->n_out; i++) {
        value_id out = node->out + (value_id)i;
        if (!program_value(p->program, out)->view_of) p->all_bytes += exec_measured(x, out)->bytes;
    }
    note(p, x, id, TORCH_FORWARD, seconds);
    p->all_bytes = 0;
}

static void gradient_came(void *user, struct exec *x, node_id id, int operand,
                          const struct tensor *gradient)
{
    struct profiling *p = user;
    int64_t bytes = tensor_owned_bytes(gradient);
    (void)x, (void)id;
    if (operand < MAX_OPERANDS) p->gradient_bytes[operand] += bytes;
    p->all_bytes += bytes;
}

static void backward_ran(void *user, struct exec *x, node_id id, double seconds)
{
    struct profiling *p = user;
    note(p, x, id, TORCH_BACKWARD, seconds);
    memset(p->gradient_bytes, 0, sizeof p->gradient_bytes);
    p->all_bytes = 0;
}

static bool run_step(struct profiling *p, const struct exec_request *request, const char **error)
{
    struct exec_listener listener = {
        .node = node_ran, .backward = backward_ran, .gradient = gradient_came, .user = p};
    struct exec_request watched = *request;
    struct arena *scratch = arena_open();
    const char *why = NULL;
    watched.listener = &listener;
    struct exec *x = exec_open(scratch, &watched, &why);
    bool ran = x && exec_forward(x, &why);
    if (ran && request->mode == EXEC_TRAINING) ran = exec_backward(x, 0, NULL, &why);
    exec_close(x);
    if (!ran) *error = arena_string(p->arena, why);
    arena_close(scratch);
    return ran;
}

// ---- what the graph says

// Results from which a gradient comes back to what they were made of.
static bool *find_reached(struct profiling *p)
{
    const struct program *program = p->program;
    bool *reached = arena_array(p->arena, bool, program->values.n);
    for (int v = 1; v < program->values.n; v++) {
        unsigned flags = program->values.at[v].flags;
        reached[v] = flags & VALUE_OUTPUT && flags & VALUE_REQUIRES_GRAD;
    }
    return reached;
}

static void predict(struct profiling *p, node_id id, enum torch_pass pass)
{
    struct torch_calls calls = torch_calls_of(p->arena, p->program, id, pass);
    for (int i = 0; i < calls.n; i++)
        kernel_of(p, calls.at[i].name)->predicted += p->profile->n_steps;
}

static void predict_calls(struct profiling *p, enum exec_mode mode)
{
    const struct program *program = p->program;
    bool *reached = find_reached(p);
    for (node_id id = 1; id < (node_id)program->nodes.n; id++) predict(p, id, TORCH_FORWARD);
    for (node_id id = (node_id)program->nodes.n - 1; mode == EXEC_TRAINING && id > 0; id--) {
        const struct node *node = program_node(program, id);
        bool asked = false;
        for (int i = 0; i < node->n_out; i++) asked |= reached[node->out + (value_id)i];
        if (!asked) continue;
        predict(p, id, TORCH_BACKWARD);
        for (int i = 0; i < node->n_in; i++)
            if (torch_wants(program, node, i)) reached[node->in[i]] = true;
    }
}

// ---- the answer

static void find_rows(struct profiling *p)
{
    p->row_of = arena_array(p->arena, int, p->program->nodes.n);
    for (int i = 0; i < p->program->nodes.n; i++) p->row_of[i] = -1;
    for (int i = 0; i < p->model->n_rows; i++) {
        const struct report_row *row = &p->model->rows[i];
        for (node_id id = row->first_node; id && id <= row->last_node; id++) p->row_of[id] = i;
    }
}

static int by_time(const void *left, const void *right)
{
    const struct execution_kernel *a = left, *b = right;
    if (a->seconds != b->seconds) return a->seconds < b->seconds ? 1 : -1;
    return strcmp(a->name, b->name);
}

bool profile_run(struct arena *arena, const struct exec_request *request,
                 const struct report_model *model, int n_steps, struct execution_profile *profile,
                 const char **error)
{
    struct profiling p = {.arena = arena,
                          .program = request->program,
                          .model = model,
                          .profile = profile,
                          .by_name = map_open(arena),
                          .step = -1};
    *profile = (struct execution_profile){.n_steps = n_steps};
    find_rows(&p);
    predict_calls(&p, request->mode);
    if (!run_step(&p, request, error)) return false;
    p.begin = now();
    for (p.step = 0; p.step < n_steps; p.step++)
        if (!run_step(&p, request, error)) return false;
    qsort(p.kernels.at, (size_t)p.kernels.n, sizeof *p.kernels.at, by_time);
    profile->n_kernels = p.kernels.n;
    profile->kernels = p.kernels.at;
    profile->n_events = p.events.n;
    profile->events = p.events.at;
    return true;
}
