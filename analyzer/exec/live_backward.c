// The backward pass of a running program, and the gradients that hooks of modules see.
//
// PyTorch puts an identity around a hooked module's inputs and outputs and looks at its gradients.
// Here what comes from the nodes of a call is added up apart: the same sums, without other nodes in
// the graph.

#include "analyzer/exec/live.h"

#include <string.h>

// ---- gradients of a call

static bool wants(const struct engine_run *run, value_id id)
{
    return id && program_value(run->exec->program, id)->flags & VALUE_REQUIRES_GRAD;
}

// A copy in memory of its own: sums of gradients are added to in place.
static void add_copy(struct engine_run *run, const struct tensor *from, struct tensor *to)
{
    if (tensor_is_there(to)) {
        tensor_add(from, to);
        return;
    }
    *to = *from;
    to->block = block_open(&run->exec->blocks, BLOCK_GRADIENT, tensor_owned_bytes(from));
    to->data = to->block->data;
    tensor_set_contiguous(to);
    tensor_copy(from, to);
}

static int count(int n, const value_id *values, value_id id)
{
    int found = 0;
    for (int i = 0; i < n; i++) found += values[i] == id;
    return found;
}

// Which input of the call a node's operand is; -1: none. A tensor that is given several times to a
// node that reads it as often is each of them in turn; elsewhere its gradient is the first one's.
static int input_of(const struct engine_call *call, const struct node *node, int operand)
{
    value_id id = node->in[operand];
    int times = count(call->n_in, call->in, id), nth = count(operand, node->in, id);
    if (times == 0) return -1;
    if (count(node->n_in, node->in, id) != times) nth = 0;
    for (int i = 0; i < call->n_in; i++)
        if (call->in[i] == id && nth-- == 0) return i;
    return -1;
}

// Nodes below all to which a gradient came have nothing to do in this pass.
static void note_arrival(struct engine_run *run, value_id id)
{
    const struct value *value = program_value(run->exec->program, id);
    bool leaf = !value->producer || value->flags & VALUE_LEAF;
    if (!leaf && value->producer < run->lowest) run->lowest = value->producer;
}

void live_gradient_came(void *user, struct exec *x, node_id id, int operand,
                        const struct tensor *gradient)
{
    struct engine_run *run = user;
    live_profile_gradient(run, operand, gradient);
    note_arrival(run, program_node(x->program, id)->in[operand]);
    for (int i = 0; i < run->inside.n; i++) {
        struct live_call *c = &run->inside.at[i];
        int input = input_of(c->watched, program_node(x->program, id), operand);
        if (input >= 0) add_copy(run, gradient, &c->grad_input[input]);
    }
}

// ---- telling

static bool any_there(int n, const struct tensor *tensors)
{
    for (int i = 0; i < n; i++)
        if (tensor_is_there(&tensors[i])) return true;
    return false;
}

// As PyTorch: an input that wants a gradient to which none came has zeros.
static void complete_inputs(struct engine_run *run, struct live_call *c)
{
    for (int i = 0; i < c->watched->n_in; i++) {
        struct tensor *gradient = &c->grad_input[i];
        if (tensor_is_there(gradient) || !wants(run, c->watched->in[i])) continue;
        *gradient = run->exec->tensors[c->watched->in[i]];
        gradient->block =
            block_open(&run->exec->blocks, BLOCK_GRADIENT, tensor_owned_bytes(gradient));
        gradient->data = gradient->block->data;
        tensor_set_contiguous(gradient);
        tensor_fill(gradient, 0.0);
    }
}

static void release(int n, const struct tensor *tensors)
{
    for (int i = 0; i < n; i++) block_release(tensors[i].block);
}

static void end_call(struct engine_run *run, struct live_call c)
{
    bool came = any_there(c.watched->n_in, c.grad_input);
    if (c.asked && came) complete_inputs(run, &c);
    if (came || !c.asked)
        run->request->told(run->request->user, c.index, c.grad_input, c.grad_output);
    release(c.watched->n_in, c.grad_input);
    release(c.call->n_out, c.grad_output);
}

// Of a call without nodes, and of an output that is an input: what comes to the one goes to the
// other.
static void pass_through(struct engine_run *run, struct live_call *c)
{
    for (int k = 0; k < c->call->n_out; k++)
        for (int i = 0; i < c->watched->n_in; i++)
            if (c->watched->in[i] == c->call->out[k] && tensor_is_there(&c->grad_output[k])) {
                add_copy(run, &c->grad_output[k], &c->grad_input[i]);
                break;
            }
}

// The pass comes to the end of a watched call: the gradients of its outputs are complete.
static void begin_call(struct engine_run *run, int index)
{
    struct live_call c = {
        .index = index, .watched = &run->request->calls[index], .call = &run->calls[index]};
    c.grad_input = arena_array(run->pass, struct tensor, c.watched->n_in + 1);
    c.grad_output = arena_array(run->pass, struct tensor, c.call->n_out + 1);
    for (int k = 0; k < c.call->n_out; k++) {
        c.grad_output[k] = run->exec->gradients[c.call->out[k]];
        block_hold(c.grad_output[k].block);
    }
    if (!any_there(c.call->n_out, c.grad_output)) return;
    for (int i = 0; i < c.watched->n_in; i++) c.asked |= wants(run, c.watched->in[i]);
    pass_through(run, &c);
    if (c.asked && c.call->first_node)
        *vec_push(run->pass, &run->inside) = c;
    else
        end_call(run, c);
}

// Calls that begin with this node are behind us, inner ones first.
static void end_calls(struct engine_run *run, node_id id)
{
    while (run->inside.n && run->inside.at[run->inside.n - 1].call->first_node == id)
        end_call(run, run->inside.at[--run->inside.n]);
}

// ---- the pass

// A node to which a gradient came and which kept nothing was used by an earlier pass.
static const char *used_before(const struct engine_run *run, node_id id)
{
    const struct node *node = program_node(run->exec->program, id);
    return arena_printf(run->arena,
                        "%s: what %s kept for backward was given back by an earlier nn_backward: "
                        "the first one needs .retain_graph = true",
                        site_string(run->arena, node->site), op_get(node->op)->name);
}

static bool pass_node(struct engine_run *run, node_id id, const char **why)
{
    struct exec *x = run->exec;
    const struct node *node = program_node(x->program, id);
    bool leaf = program_value(x->program, node->out)->flags & VALUE_LEAF;
    if (leaf || !exec_gradient_arrived(x, node)) return true;
    if (!live_recompute(run, id, why)) return false;
    if (!x->kept[id].there) {
        *why = used_before(run, id);
        return false;
    }
    bool right = exec_run_backward(x, id, why);
    if (run->request->after == ENGINE_FORGET) exec_drop_kept(&x->kept[id]);
    exec_drop_gradients(x, program_node(x->program, id));
    return right;
}

// Hooks may record and run more, which moves the program's arrays: nothing is held across them.
static bool pass(struct engine_run *run, const char **why)
{
    const struct program *program = run->exec->program;
    int next = run->request->n_calls - 1;
    for (int i = program->events.n - 1; i >= 0; i--) {
        struct event event = program->events.at[i];
        if (event.kind == EVENT_NODE && event.id < run->lowest && next < 0) break;
        if (event.kind == EVENT_CALL && next >= 0 &&
            (uint32_t)run->request->calls[next].call == event.id)
            begin_call(run, next--);
        if (event.kind != EVENT_NODE) continue;
        if (!pass_node(run, event.id, why)) return false;
        end_calls(run, event.id);
    }
    return true;
}

// What an interrupted pass leaves behind.
static void clean_up(struct engine_run *run)
{
    struct exec *x = run->exec;
    for (int v = 1; v < x->program->values.n; v++)
        if (x->program->values.at[v].producer && !(x->program->values.at[v].flags & VALUE_LEAF))
            exec_drop_gradient(x, (value_id)v);
    for (int i = 0; i < run->inside.n; i++) {
        release(run->inside.at[i].watched->n_in, run->inside.at[i].grad_input);
        release(run->inside.at[i].call->n_out, run->inside.at[i].grad_output);
    }
}

bool live_backward(struct engine_run *run, const struct engine_backward *request, const char **why)
{
    const struct tensor *gradient = NULL;
    if (!live_tensor(run, request->loss, why)) return false;
    if (request->gradient && !(gradient = live_tensor(run, request->gradient, why))) return false;
    if (run->request) clean_up(run); // a hook of that pass has not come back
    run->request = request;
    run->lowest = (node_id)run->exec->program->nodes.n;
    note_arrival(run, request->loss);
    run->pass = arena_open_inside(run->arena);
    run->calls = arena_array(run->pass, struct module_call, request->n_calls + 1);
    for (int i = 0; i < request->n_calls; i++)
        run->calls[i] = run->exec->program->calls.at[request->calls[i].call];
    memset(&run->inside, 0, sizeof run->inside);
    exec_seed(run->exec, request->loss, gradient);
    bool right = pass(run, why);
    if (!right) clean_up(run);
    memset(&run->inside, 0, sizeof run->inside);
    arena_close(run->pass);
    run->request = NULL;
    return right;
}
