// The backward pass: kernels in reverse order, gradients added up where a value was read more than
// once.

#include "analyzer/exec/running.h"
#include "ir/base/clock.h"
#include "ir/saving.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- what forward leaves

static const double nan_f64 = NAN;
static const float nan_f32 = NAN;
static const uint16_t nan_f16 = 0x7e00, nan_bf16 = 0x7fc0;
static const int64_t least = INT64_MIN; // integers and bool have no NaN

// Extents, and one number that stands for each: nothing right can be computed from it. Kernels do
// not write to what they read in backward.
static struct tensor without_numbers(const struct tensor *t)
{
    struct tensor blank = *t;
    blank.block = NULL;
    memset(blank.stride, 0, sizeof blank.stride);
    switch (t->dtype) {
    case DTYPE_F64: blank.data = (char *)&nan_f64; break;
    case DTYPE_F32: blank.data = (char *)&nan_f32; break;
    case DTYPE_F16: blank.data = (char *)&nan_f16; break;
    case DTYPE_BF16: blank.data = (char *)&nan_bf16; break;
    default: blank.data = (char *)&least;
    }
    return blank;
}

static struct tensor keep_numbers(const struct tensor *t)
{
    block_hold(t->block);
    return *t;
}

// Numbers of the source language are part of the call, and always there.
static struct tensor keep_extents(const struct tensor *t)
{
    return tensor_is_there(t) && !t->is_number ? without_numbers(t) : keep_numbers(t);
}

bool *kept_wanted(struct exec *x, node_id id)
{
    const struct node *node = program_node(x->program, id);
    bool *wanted = arena_array(x->scratch, bool, node->n_in ? node->n_in : 1);
    for (int i = 0; i < node->n_in; i++) {
        bool constant = i < MAX_SAVED && op_get(node->op)->constant & SAVE_IN(i);
        if (!node->in[i] || constant) continue;
        wanted[i] = program_value(x->program, node->in[i])->flags & VALUE_REQUIRES_GRAD;
    }
    return wanted;
}

static bool overwrites(const struct program *program, node_id id)
{
    const struct node *node = program_node(program, id);
    for (int i = 0; i < node->n_out; i++)
        if (program_value(program, node->out + (value_id)i)->flags & VALUE_IN_PLACE) return true;
    return false;
}

void kept_copy(struct exec *x, node_id id, struct running *running)
{
    struct saving saving;
    struct kernel_call *call = &running->call;
    if (!overwrites(x->program, id)) return;
    if (!saving_read(&saving, x->scratch, x->program, id, &call->op->saved)) return;
    for (int i = 0; i < call->n_in && i < MAX_SAVED; i++) {
        if (!(saving.copied & SAVE_IN(i))) continue;
        if (!running->copies) running->copies = arena_array(x->scratch, struct tensor, call->n_in);
        struct tensor *copy = &running->copies[i];
        *copy = call->in[i];
        copy->block = block_open(&x->blocks, BLOCK_ACTIVATION, tensor_owned_bytes(copy));
        copy->data = copy->block->data;
        running_own(running, copy->block);
        tensor_set_contiguous(copy);
        tensor_copy(&call->in[i], copy);
    }
}

// The version of an operand's memory that the node read: before it overwrote it itself.
static uint32_t version_read(const struct block *block, node_id id)
{
    if (!block) return 0;
    return block->version - (block->version && block->writer == id);
}

static void note_versions(node_id id, struct kept *kept)
{
    for (int i = 0; i < kept->n_in; i++) kept->versions[i] = version_read(kept->in[i].block, id);
    for (int i = 0; i < kept->n_out; i++) {
        const struct block *block = kept->out[i].block;
        kept->versions[kept->n_in + i] = block ? block->version : 0;
    }
}

// Of operands beyond those that have a bit, parameters stay as they are (a recurrent net has many):
// they are there anyway. What calls made goes.
static bool keeps_operand(const struct exec *x, node_id id, unsigned kept, int operand)
{
    if (operand < MAX_SAVED) return kept & SAVE_IN(operand);
    value_id value = program_node(x->program, id)->in[operand];
    return value && !program_value(x->program, value)->producer;
}

// One piece of memory for all lists of a node, which is given back when they are of no use.
static void make_lists(struct kept *kept, const bool *wanted)
{
    size_t n_in = (size_t)kept->n_in, n_all = n_in + (size_t)kept->n_out;
    size_t tensors = n_all * sizeof *kept->in, versions = n_all * sizeof *kept->versions;
    char *at = exec_memory(tensors + versions + n_in + 1);
    kept->memory = at;
    kept->in = (void *)at;
    kept->out = kept->in + n_in;
    kept->versions = (void *)(at + tensors);
    if (wanted) kept->wanted = memcpy(at + tensors + versions, wanted, n_in);
}

void kept_take(struct exec *x, node_id id, const struct running *running)
{
    struct saving saving;
    struct kept *kept = &x->kept[id];
    const struct kernel_call *call = &running->call;
    if (!saving_read(&saving, x->scratch, x->program, id, &call->op->saved)) return;
    saving.kept &= ~x->forget;
    free(kept->memory);
    *kept = (struct kept){
        .there = true, .n_in = call->n_in, .n_out = call->n_out, .n_own = call->n_own};
    make_lists(kept, call->wanted);
    for (int i = 0; i < call->n_in; i++)
        kept->in[i] = keeps_operand(x, id, saving.kept, i) ? keep_numbers(&call->in[i])
                                                           : keep_extents(&call->in[i]);
    for (int i = 0; i < call->n_out; i++)
        kept->out[i] = i < MAX_SAVED && saving.kept & SAVE_OUT(i) ? keep_numbers(&call->out[i])
                                                                  : keep_extents(&call->out[i]);
    for (int i = 0; i < call->n_in && i < MAX_SAVED; i++)
        if (saving.copied & SAVE_IN(i)) kept->in[i] = keep_numbers(&running->copies[i]);
    for (int i = 0; i < call->n_own; i++) kept->own[i] = keep_numbers(&call->own[i]);
    note_versions(id, kept);
}

// After its only use, so that memory falls as the backward pass goes.
void exec_drop_kept(struct kept *kept)
{
    for (int i = 0; i < kept->n_in; i++) block_release(kept->in[i].block);
    for (int i = 0; i < kept->n_out; i++) block_release(kept->out[i].block);
    for (int i = 0; i < kept->n_own; i++) block_release(kept->own[i].block);
    kept->there = false;
    free(kept->memory);
    kept->memory = NULL;
    kept->n_in = kept->n_out = kept->n_own = 0;
}

// ---- gradients

// The first gradient of a value is taken as it is, further ones are added to it.
static void receive(struct exec *x, value_id id, const struct tensor *gradient)
{
    struct tensor *sum = &x->gradients[id];
    if (tensor_is_there(sum)) {
        tensor_add(gradient, sum);
        return;
    }
    *sum = *gradient;
    block_hold(sum->block);
    if (!program_value(x->program, id)->producer) block_turn(sum->block, BLOCK_COLLECTED);
}

// To a node's operand.
static void give(struct exec *x, node_id id, int operand, const struct tensor *gradient)
{
    if (!tensor_is_there(gradient)) return;
    receive(x, program_node(x->program, id)->in[operand], gradient);
    if (x->listener.gradient) x->listener.gradient(x->listener.user, x, id, operand, gradient);
}

void exec_drop_gradient(struct exec *x, value_id id)
{
    block_release(x->gradients[id].block);
    x->gradients[id] = (struct tensor){0};
}

bool exec_gradient_arrived(const struct exec *x, const struct node *node)
{
    for (int i = 0; i < node->n_out; i++)
        if (tensor_is_there(&x->gradients[node->out + (value_id)i])) return true;
    return false;
}

void exec_drop_gradients(struct exec *x, const struct node *node)
{
    for (int i = 0; i < node->n_out; i++) exec_drop_gradient(x, node->out + (value_id)i);
}

static const char *who_wrote(struct exec *x, node_id id)
{
    if (!id) return "an optimizer's step has overwritten it since: step after the last backward";
    const struct node *writer = program_node(x->program, id);
    return arena_printf(x->arena,
                        "%s at %s has overwritten it since: call that without in place, or on "
                        "nn_clone of the tensor",
                        op_get(writer->op)->name, site_string(x->arena, writer->site));
}

// PyTorch's "one of the variables needed for gradient computation has been modified by an inplace
// operation": who kept it, and who wrote to it since.
static const char *why_overwritten(struct exec *x, node_id id)
{
    const struct kept *kept = &x->kept[id];
    const struct node *node = program_node(x->program, id);
    for (int i = 0; i < kept->n_in + kept->n_out; i++) {
        bool result = i >= kept->n_in;
        const struct tensor *t = result ? &kept->out[i - kept->n_in] : &kept->in[i];
        if (!t->block || t->block->version == kept->versions[i]) continue;
        const char *what = result ? "its result" : op_operand_name(x->arena, op_get(node->op), i);
        return arena_printf(x->arena, "%s: %s needs %s for its gradient, and %s",
                            site_string(x->arena, node->site), op_get(node->op)->name, what,
                            who_wrote(x, t->block->writer));
    }
    return NULL;
}

// From the gradients of a node's results to those of its operands.
bool exec_run_backward(struct exec *x, node_id id, const char **error)
{
    const struct node *node = program_node(x->program, id);
    struct kept *kept = &x->kept[id];
    struct running running;
    *error = why_overwritten(x, id);
    if (*error) return false;
    running_begin(x, id, BLOCK_GRADIENT, &running);
    struct kernel_call *call = &running.call;
    if (!call->op->backward) {
        *error = running_failure(x, id, "it has no backward kernel");
        return false;
    }
    call->in = kept->in;
    call->n_out = kept->n_out;
    call->out = kept->out;
    call->n_own = kept->n_own;
    memcpy(call->own, kept->own, sizeof call->own);
    call->grad_out = &x->gradients[node->out];
    call->wanted = kept->wanted;
    call->grad_in = arena_array(x->scratch, struct tensor, kept->n_in ? kept->n_in : 1);
    double begin = clock_seconds();
    call->op->backward(call);
    double seconds = clock_seconds() - begin;
    if (call->failure) *error = running_failure(x, id, call->failure);
    for (int i = 0; i < node->n_in && !call->failure; i++)
        if (node->in[i]) give(x, id, i, &call->grad_in[i]);
    if (x->listener.backward) x->listener.backward(x->listener.user, x, id, seconds);
    running_end(&running);
    return !call->failure;
}

// A loss that nobody reads may have gone before its backward pass.
static struct tensor extents_of(const struct exec *x, value_id id)
{
    const struct exec_measure *measured = &x->measured[id];
    if (tensor_is_there(&x->tensors[id])) return x->tensors[id];
    struct tensor t = {.dtype = measured->dtype, .rank = measured->rank};
    memcpy(t.dim, measured->dim, sizeof t.dim);
    return t;
}

// The gradient that backward begins with: the weights of the sum, or ones (NULL).
static void seed_output(struct exec *x, value_id id, const struct exec_weights *weights)
{
    struct tensor *gradient = &x->gradients[id];
    *gradient = extents_of(x, id);
    gradient->block = block_open(&x->blocks, BLOCK_GRADIENT, tensor_owned_bytes(gradient));
    gradient->data = gradient->block->data;
    tensor_set_contiguous(gradient);
    if (weights)
        data_fill_floats(gradient, weights->seed, weights->a, weights->b);
    else
        tensor_fill(gradient, 1.0);
}

void exec_seed(struct exec *x, value_id id, const struct tensor *gradient)
{
    struct tensor before = x->gradients[id];
    seed_output(x, id, NULL);
    if (gradient) tensor_copy(gradient, &x->gradients[id]);
    if (tensor_is_there(&before)) tensor_add(&before, &x->gradients[id]);
    block_release(before.block);
}

static void seed_all(struct exec *x)
{
    for (int v = 1; v < x->program->values.n; v++) {
        const struct value *value = &x->program->values.at[v];
        bool wanted = value->flags & VALUE_OUTPUT && value->flags & VALUE_REQUIRES_GRAD;
        if (wanted && value->producer && x->released[value->producer] == x->program->events.n)
            seed_output(x, (value_id)v, NULL);
    }
}

static void tell_call(struct exec *x, int index)
{
    const struct module_call *call = &x->program->calls.at[index];
    bool came = false;
    for (int i = 0; i < call->n_out; i++) came |= tensor_is_there(&x->gradients[call->out[i]]);
    if (came) x->listener.call_backward(x->listener.user, x, index);
}

// Over the events before `from`; what is released at the event `until` has been used then.
static bool pass(struct exec *x, int from, int until, const char **error)
{
    const struct program *program = x->program;
    for (int i = from - 1; i >= 0; i--) {
        const struct event *event = &program->events.at[i];
        if (event->kind == EVENT_CALL && x->listener.call_backward) tell_call(x, (int)event->id);
        if (event->kind != EVENT_NODE) continue;
        const struct node *node = program_node(program, event->id);
        struct kept *kept = &x->kept[event->id];
        if (exec_gradient_arrived(x, node) && !exec_recompute(x, event->id, error)) return false;
        if (kept->there && exec_gradient_arrived(x, node) &&
            !exec_run_backward(x, event->id, error))
            return false;
        if (kept->there && x->released[event->id] == until) exec_drop_kept(kept);
        exec_drop_gradients(x, node);
    }
    return true;
}

bool exec_backward(struct exec *x, int n, const struct exec_weights *weights, const char **error)
{
    int end = x->program->events.n;
    for (int i = 0; i < n; i++) seed_output(x, weights[i].value, &weights[i]);
    if (!n) seed_all(x);
    return pass(x, end, end, error);
}

// What checkpoints make once more is none of the forward pass, nor of its peak.
bool exec_own_backward(struct exec *x, int event, const char **error)
{
    value_id loss = x->program->events.at[event].id;
    node_id producer = program_value(x->program, loss)->producer;
    if (x->mode != EXEC_TRAINING || !producer || x->released[producer] != event) return true;
    int64_t forward_peak = x->blocks.peak;
    x->keeps_nothing = false;
    x->saved_most = exec_saved_bytes(x);
    seed_output(x, loss, NULL);
    if (!pass(x, event, event, error)) return false;
    x->blocks.peak = forward_peak;
    return true;
}
