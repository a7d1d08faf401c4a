// Hooks: nn_hooks.h. Handles are values, so that one may outlive its recording: it names the
// thread, which of the thread's recordings, and which hook of that.

#include "frontends/nn/hooks.h"
#include "frontends/nn/module.h"
#include "frontends/nn/runtime.h"
#include "frontends/nn/tensor.h"

// ---- registering

static nn_hook no_hook(struct runtime *rt, const char *what)
{
    recording_wrong(rt->recording, DIAG_NN_HOOK, "the hook can't be registered: %s", what);
    return (nn_hook){0};
}

static nn_hook add(struct runtime *rt, enum hook_kind kind, const nn_module *module,
                   enum hook_reach reach, const struct runtime_hook *hook)
{
    if (!module) return no_hook(rt, "the module is NULL");
    if (!hook->forward && !hook->pre && !hook->backward) return no_hook(rt, "no function is given");
    nn_module_id root = runtime_module_id(rt, module);
    if (!root) return (nn_hook){0};
    hook_id id = hook_add(rt->recording, kind, root, reach);
    while ((hook_id)rt->hooks.n <= id) vec_push(rt->arena, &rt->hooks);
    rt->hooks.at[id] = *hook;
    return (nn_hook){runtime_thread(), rt->number, id};
}

nn_hook nn_register_forward_hook_with(const struct nn_forward_hook_args *a)
{
    struct runtime *rt = runtime_current();
    struct runtime_hook hook = {.forward = a->hook, .user = a->user};
    runtime_at(rt, &a->nn_here);
    return add(rt, HOOK_FORWARD, a->module, a->leaves ? HOOK_ON_LEAVES : HOOK_ON_MODULE, &hook);
}

nn_hook nn_register_forward_pre_hook_with(const struct nn_forward_pre_hook_args *a)
{
    struct runtime *rt = runtime_current();
    struct runtime_hook hook = {.pre = a->hook, .user = a->user};
    runtime_at(rt, &a->nn_here);
    return add(rt, HOOK_FORWARD_PRE, a->module, a->leaves ? HOOK_ON_LEAVES : HOOK_ON_MODULE, &hook);
}

nn_hook nn_register_full_backward_hook_with(const struct nn_full_backward_hook_args *a)
{
    struct runtime *rt = runtime_current();
    struct runtime_hook hook = {.backward = a->hook, .user = a->user};
    runtime_at(rt, &a->nn_here);
    return add(rt, HOOK_BACKWARD, a->module, a->leaves ? HOOK_ON_LEAVES : HOOK_ON_MODULE, &hook);
}

nn_hook nn_register_backward_hook_with(const struct nn_full_backward_hook_args *a)
{
    return nn_register_full_backward_hook_with(a);
}

// ---- removing

// The current recording, if it is the hook's; NULL: it has ended, or is another thread's.
static struct runtime *recording_of(nn_hook hook)
{
    struct runtime *rt = runtime_open_one();
    bool ours = rt && hook.nn_thread == runtime_thread() && hook.nn_recording == rt->number;
    return ours ? rt : NULL;
}

bool nn_hook_is_there(nn_hook hook)
{
    struct runtime *rt = recording_of(hook);
    return rt && hook_is_there(rt->recording, (hook_id)hook.nn_number);
}

static const char *why_not_there(nn_hook hook)
{
    if (!hook.nn_number) return "the handle is of no registration";
    if (recording_of(hook)) return "it was removed already";
    if (hook.nn_thread != runtime_thread()) return "it was registered by another thread";
    return "the recording in which it was registered has ended, and its modules with it";
}

bool nn_hook_remove_with(const struct nn_hook_remove_args *a)
{
    bool there = nn_hook_is_there(a->hook);
    if (there) {
        hook_remove(recording_of(a->hook)->recording, (hook_id)a->hook.nn_number);
    } else {
        struct runtime *rt = runtime_current();
        runtime_at(rt, &a->nn_here);
        recording_wrong(rt->recording, DIAG_NN_HOOK, "the hook can't be removed: %s",
                        why_not_there(a->hook));
    }
    return there;
}

void nn_hook_scope_end(nn_hook *hook)
{
    if (!hook) return;
    struct runtime *rt = recording_of(*hook);
    hook_id id = (hook_id)hook->nn_number;
    if (rt && hook_is_there(rt->recording, id)) hook_remove(rt->recording, id);
}

int64_t nn_n_hooks(const nn_module *root)
{
    struct runtime *rt = runtime_current();
    return hook_count(rt->recording, runtime_module_id(rt, root));
}

// ---- running

static struct nn_tensors handles(struct runtime *rt, int n, const value_id *values)
{
    struct nn_tensors all = {n, runtime_list(rt, n + 1)};
    for (int i = 0; i < n; i++) all.at[i] = values[i] ? runtime_tensor(rt, values[i]) : NULL;
    return all;
}

// The next hook sees what this one wrote; a NULL that it wrote is no tensor: what was there stays.
static void take_back(struct runtime *rt, const struct nn_tensors *tensors, value_id *values)
{
    for (int i = 0; i < tensors->n; i++) {
        value_id written = runtime_value(rt, tensors->at[i]);
        if (written) values[i] = written;
    }
}

void runtime_run_hook(void *runtime, const struct hook_call *call)
{
    struct runtime *rt = runtime;
    struct runtime_hook hook = rt->hooks.at[call->hook];
    nn_module *module = runtime_module(rt, call->module);
    struct nn_tensors in = handles(rt, call->n_in, call->in);
    struct nn_tensors out = handles(rt, call->n_out, call->out);
    if (call->kind == HOOK_FORWARD_PRE) hook.pre(module, in, hook.user);
    if (call->kind == HOOK_FORWARD) hook.forward(module, in, out, hook.user);
    take_back(rt, &in, call->in);
    take_back(rt, &out, call->out);
}

// ---- backward

static struct nn_tensors gradients(struct runtime *rt, int n, const struct tensor *tensors)
{
    struct nn_tensors all = {n, runtime_list(rt, n + 1)};
    for (int i = 0; i < n; i++)
        all.at[i] = tensor_is_there(&tensors[i]) ? runtime_number_tensor(rt, &tensors[i]) : NULL;
    return all;
}

static void told(void *user, int index, const struct tensor *grad_input,
                 const struct tensor *grad_output)
{
    struct runtime *rt = user;
    struct hooked_call hooked = rt->recording->hooked.at[index];
    struct program *program = builder_program(rt->recording->builder);
    int n_out = program->calls.at[hooked.call].n_out;
    nn_module *module = runtime_module(rt, hooked.module);
    struct nn_tensors in = gradients(rt, hooked.n_in, grad_input);
    struct nn_tensors out = gradients(rt, n_out, grad_output);
    for (int i = 0; i < hooked.n_hooks; i++) {
        if (!hook_is_there(rt->recording, hooked.hooks[i])) continue;
        struct runtime_hook hook = rt->hooks.at[hooked.hooks[i]];
        int n_unwound = rt->recording->n_unwound;
        rt->recording->n_in_hooks++;
        hook.backward(module, in, out, hook.user);
        if (n_unwound == rt->recording->n_unwound) rt->recording->n_in_hooks--;
    }
}

static bool run_backward(struct runtime *rt, value_id loss, value_id gradient,
                         enum engine_after after, const char **why)
{
    const struct nn_recording *r = rt->recording;
    struct arena *arena = arena_open_inside(rt->arena);
    struct engine_call *calls = arena_array(arena, struct engine_call, r->hooked.n + 1);
    for (int i = 0; i < r->hooked.n; i++)
        calls[i] =
            (struct engine_call){r->hooked.at[i].call, r->hooked.at[i].n_in, r->hooked.at[i].in};
    struct engine_backward request = {loss, gradient, after, r->hooked.n, calls, told, rt};
    rt->in_backward = true;
    bool right = rt->engine->backward(runtime_engine(rt), &request, why);
    rt->in_backward = false;
    arena_close(arena);
    return right;
}

// NULL: nothing is known against it.
static const char *why_no_backward(struct runtime *rt, value_id loss, value_id gradient)
{
    struct nn_recording *r = rt->recording;
    if (!loss) return "the loss is NULL";
    if (rt->in_backward) return "it is called in a hook of another one";
    const char *why = tensor_not_a_loss(r, loss, gradient);
    if (why || !r->unfollowed) return why;
    const struct node *node = program_node(runtime_program(), r->unfollowed);
    return arena_printf(rt->arena,
                        "%s: %s overwrote a part of a tensor that does not lie in one piece, and "
                        "the tensor was used since: call it on nn_contiguous of the tensor",
                        site_string(rt->arena, node->site), op_get(node->op)->name);
}

static bool is_poisoned(value_id id)
{
    return id && program_value(runtime_program(), id)->flags & VALUE_POISONED;
}

// What poisoned a loss was told when it happened.
bool nn_backward_with(const struct nn_backward_args *a)
{
    struct runtime *rt = runtime_current();
    runtime_at(rt, &a->nn_here);
    value_id loss = runtime_value(rt, a->loss), gradient = runtime_value(rt, a->gradient);
    if (is_poisoned(loss) || is_poisoned(gradient)) return false;
    const char *why = why_no_backward(rt, loss, gradient);
    enum engine_after after = a->retain_graph ? ENGINE_RETAIN : ENGINE_FORGET;
    if (!why && run_backward(rt, loss, gradient, after, &why)) return true;
    runtime_at(rt, &a->nn_here);
    recording_wrong(rt->recording, DIAG_NN_RUN, "nn_backward: %s", why);
    return false;
}
