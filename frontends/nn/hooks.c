// Which hooks are on which modules, and when they are run.

#include "frontends/nn/hooks.h"
#include "frontends/nn/module.h"

static hook_id hook_on(struct nn_recording *r, enum hook_kind kind, int n,
                       const nn_module_id *modules)
{
    hook_id id = (hook_id)r->hooks.n;
    struct hook *hook = vec_push(r->arena, &r->hooks);
    hook->kind = kind;
    r->n_lasting++;
    for (int i = 0; i < n; i++) {
        struct module *m = module_get(r, modules[i]);
        *vec_push(r->arena, &hook->modules) = modules[i];
        *vec_push(r->arena, &m->hooks) = id;
    }
    return id;
}

hook_id hook_add(struct nn_recording *r, enum hook_kind kind, nn_module_id root,
                 enum hook_reach reach)
{
    if (reach == HOOK_ON_MODULE) return hook_on(r, kind, 1, &root);
    const struct module_entry *entries;
    int n = module_tree(r, root, &entries), n_leaves = 0;
    nn_module_id *leaves = arena_array(r->arena, nn_module_id, n);
    for (int i = 0; i < n; i++)
        if (module_is_leaf(module_get(r, entries[i].module)))
            leaves[n_leaves++] = entries[i].module;
    return hook_on(r, kind, n_leaves, leaves);
}

bool hook_is_there(const struct nn_recording *r, hook_id id)
{
    return id && id < (hook_id)r->hooks.n && !r->hooks.at[id].removed;
}

static void take_off(struct module *m, hook_id id)
{
    int n = 0;
    for (int i = 0; i < m->hooks.n; i++)
        if (m->hooks.at[i] != id) m->hooks.at[n++] = m->hooks.at[i];
    m->hooks.n = n;
}

void hook_remove(struct nn_recording *r, hook_id id)
{
    struct hook *hook = &r->hooks.at[id];
    hook->removed = true;
    for (int i = 0; i < hook->modules.n; i++) take_off(module_get(r, hook->modules.at[i]), id);
}

int hook_count(struct nn_recording *r, nn_module_id root)
{
    const struct module_entry *entries;
    int n = module_tree(r, root, &entries), count = 0;
    struct map *seen = map_open(r->arena);
    for (int i = 0; i < n; i++) {
        struct module *m = module_get(r, entries[i].module);
        for (int k = 0; k < m->hooks.n; k++) {
            if (map_get_number(seen, m->hooks.at[k])) continue;
            map_put_number(seen, m->hooks.at[k], m);
            count++;
        }
    }
    return count;
}

// ---- running them

// Those of the module now, in order of registration: what hooks do to the list does not count for
// this call, but one that was removed is not run.
static int hooks_of(struct nn_recording *r, const struct module *m, enum hook_kind kind,
                    const hook_id **hooks)
{
    int n = 0;
    hook_id *list = m->hooks.n ? arena_array(r->arena, hook_id, m->hooks.n) : NULL;
    for (int i = 0; i < m->hooks.n; i++)
        if (r->hooks.at[m->hooks.at[i]].kind == kind) list[n++] = m->hooks.at[i];
    *hooks = list;
    return n;
}

static bool any_poisoned(const struct nn_recording *r, int n, const value_id *values)
{
    for (int i = 0; i < n; i++)
        if (values[i] &&
            program_value(builder_program(r->builder), values[i])->flags & VALUE_POISONED)
            return true;
    return false;
}

static void run(struct nn_recording *r, const struct module *m, enum hook_kind kind,
                const struct hook_call *with)
{
    const hook_id *hooks;
    int n = hooks_of(r, m, kind, &hooks);
    for (int i = 0; i < n && r->run_hook; i++) {
        if (!hook_is_there(r, hooks[i])) continue;
        struct hook_call call = *with;
        call.hook = hooks[i];
        call.kind = kind;
        call.module = m->id;
        int n_unwound = r->n_unwound;
        r->n_in_hooks++;
        r->run_hook(r->host, &call);
        if (n_unwound == r->n_unwound) r->n_in_hooks--;
    }
}

void hook_before(struct nn_recording *r, const struct module *m, struct nn_module_call *call)
{
    if (!m->hooks.n || any_poisoned(r, call->n_in, call->in)) return;
    struct hook_call with = {.n_in = call->n_in};
    with.in = arena_copy(r->arena, call->in, (size_t)call->n_in * sizeof *call->in);
    run(r, m, HOOK_FORWARD_PRE, &with);
    call->in = with.in;
}

// ---- what backward hooks wait for

static bool wants_gradient(const struct nn_recording *r, int n, const value_id *values)
{
    for (int i = 0; i < n; i++)
        if (values[i] &&
            program_value(builder_program(r->builder), values[i])->flags & VALUE_REQUIRES_GRAD)
            return true;
    return false;
}

static bool is_watched(const struct nn_recording *r, const struct module *m)
{
    if (builder_has_gradients(r->builder) == BUILD_NO_GRADIENTS) return false;
    for (int i = 0; i < m->hooks.n; i++)
        if (r->hooks.at[m->hooks.at[i]].kind == HOOK_BACKWARD) return true;
    return false;
}

struct hook_guard hook_guard(struct nn_recording *r, const struct module *m,
                             const struct nn_module_call *call)
{
    struct hook_guard guard = {0};
    if (!m->hooks.n || !is_watched(r, m) || !wants_gradient(r, call->n_in, call->in)) return guard;
    value_id *inputs = arena_array(r->arena, value_id, call->n_in);
    for (int i = 0; i < call->n_in; i++) {
        struct value *value = program_value(builder_program(r->builder), call->in[i]);
        if (!call->in[i] || value->flags & VALUE_HOOKED) continue;
        value->flags |= VALUE_HOOKED;
        inputs[guard.n++] = call->in[i];
        *vec_push(r->arena, &r->guarded) = call->in[i];
    }
    guard.inputs = inputs;
    return guard;
}

void hook_release(struct nn_recording *r, const struct hook_guard *guard)
{
    struct program *program = builder_program(r->builder);
    for (int i = 0; i < guard->n; i++)
        program_value(program, guard->inputs[i])->flags &= (uint8_t)~VALUE_HOOKED;
    r->guarded.n -= guard->n;
}

static void watch(struct nn_recording *r, const struct module *m, const struct nn_module_call *call)
{
    struct program *program = builder_program(r->builder);
    struct hooked_call *hooked = vec_push(r->arena, &r->hooked);
    *hooked = (struct hooked_call){.call = program->calls.n - 1, .module = m->id};
    hooked->n_in = call->n_in;
    hooked->in = recording_values(r, call->n_in, call->in);
    hooked->n_hooks = hooks_of(r, m, HOOK_BACKWARD, &hooked->hooks);
    for (int i = 0; i < call->n_out; i++)
        program_value(program, call->out[i])->flags |= VALUE_HOOKED;
}

void hook_behind(struct nn_recording *r, const struct module *m, struct nn_module_call *call)
{
    if (!m->hooks.n || any_poisoned(r, call->n_out, call->out)) return;
    if (is_watched(r, m) && wants_gradient(r, call->n_out, call->out)) watch(r, m, call);
    struct hook_call with = {.n_in = call->n_in, .n_out = call->n_out};
    with.in = arena_copy(r->arena, call->in, (size_t)call->n_in * sizeof *call->in);
    with.out = arena_copy(r->arena, call->out, (size_t)call->n_out * sizeof *call->out);
    run(r, m, HOOK_FORWARD, &with);
    call->out = with.out;
}
