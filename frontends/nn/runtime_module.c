#include "frontends/nn/layer.h"
#include "frontends/nn/runtime.h"

// Modules of the user's own, calls of modules, names.

// ---- calling

// Inputs end at the last that is not NULL.
static int read_inputs(struct runtime *rt, const struct nn_call_args *a, value_id *in)
{
    nn_tensor *const inputs[] = {a->x, a->x1, a->x2, a->x3, a->x4, a->x5, a->x6, a->x7};
    int n = 0;
    for (int i = 0; i < (int)(sizeof inputs / sizeof inputs[0]); i++) {
        in[i] = runtime_value(rt, inputs[i]);
        if (inputs[i]) n = i + 1;
    }
    return n;
}

static void apply_call(struct runtime *rt, const struct nn_call_args *a,
                       struct nn_module_call *call)
{
    value_id in[NN_MAX_INPUTS];
    runtime_at(rt, &a->nn_here);
    call->n_in = read_inputs(rt, a, in);
    call->in = in;
    const struct nn_arg *args = runtime_args(rt, nn_call_fields, a);
    call->options = args_options(rt->recording, nn_call_fields, args, &call->n_options);
    call->module = runtime_module_id(rt, a->module);
    if (!a->module) recording_wrong(rt->recording, DIAG_NN_HANDLE, "the module is NULL");
    nn_module_apply(rt->recording, call);
}

nn_tensor *nn_call_with(const struct nn_call_args *a)
{
    struct runtime *rt = runtime_current();
    struct nn_module_call call = {0};
    apply_call(rt, a, &call);
    return runtime_tensor(rt, call.out[0]);
}

struct nn_tensors nn_call_all_with(const struct nn_call_args *a)
{
    struct runtime *rt = runtime_current();
    struct nn_module_call call = {0};
    apply_call(rt, a, &call);
    return runtime_tensors(rt, call.n_out, call.out);
}

// ---- the user's forward

static struct nn_tensors one_tensor(struct runtime *rt, nn_tensor *t)
{
    struct nn_tensors one = {1, runtime_list(rt, 1)};
    one.at[0] = t;
    return one;
}

// By how many inputs the function takes that nn_new was given.
static struct nn_tensors call_user(struct runtime *rt, const struct runtime_module *m,
                                   struct nn_tensors in)
{
    nn_tensor **x = in.at;
    if (m->forward_all) return m->forward_all(m->self, in);
    if (m->forward3) return one_tensor(rt, m->forward3(m->self, x[0], x[1], x[2]));
    if (m->forward2) return one_tensor(rt, m->forward2(m->self, x[0], x[1]));
    return one_tensor(rt, m->forward(m->self, x[0]));
}

// A module of the user's: its own function is called with handles and gives handles back. The
// struct is copied first, since the call may make modules and move the table.
void runtime_forward(void *runtime, struct nn_module_call *call)
{
    struct runtime *rt = runtime;
    struct runtime_module m = *runtime_module_at(rt, call->module);
    int takes = m.forward_all ? LAYER_ANY_INPUTS
                : m.forward3  ? 3
                : m.forward2  ? 2
                : m.forward   ? 1
                              : 0;
    if (!layer_check_inputs(rt->recording, call, takes)) return;
    struct nn_tensors in = {call->n_in, runtime_list(rt, call->n_in + NN_MAX_INPUTS)};
    for (int i = 0; i < call->n_in; i++) in.at[i] = runtime_tensor(rt, call->in[i]);
    struct nn_tensors out = call_user(rt, &m, in);
    if (!runtime_is_list(rt, "the forward of the module returned", out.n, out.at)) out.n = 0;
    value_id *values = arena_array(rt->recording->arena, value_id, out.n + 1);
    for (int64_t i = 0; i < out.n; i++) values[i] = runtime_value(rt, out.at[i]);
    layer_return(rt->recording, call, (int)out.n, values);
}

// ---- making modules

// The user's struct begins with an nn_module, in which the module's number is kept.
void *nn_new_with(const struct nn_new_args *a)
{
    struct runtime *rt = runtime_current();
    runtime_at(rt, &a->nn_here);
    nn_module_id id = module_add(rt->recording, module_kind(rt->arena, a->nn_type, a->kind));
    nn_module *self = arena_alloc(rt->arena, a->nn_bytes);
    self->nn_private[0] = id;
    self->nn_private[1] = (uintptr_t)rt;
    *runtime_module_at(rt, id) =
        (struct runtime_module){self, a->forward, a->forward2, a->forward3, a->forward_all};
    return self;
}

// NULL is a finding; the caller goes on without.
static struct module *module_of(struct runtime *rt, const nn_module *m)
{
    if (!m) recording_wrong(rt->recording, DIAG_NN_HANDLE, "the module is NULL");
    return module_get(rt->recording, runtime_module_id(rt, m));
}

nn_module *nn_child_with(const struct nn_child_args *a)
{
    struct runtime *rt = runtime_current();
    runtime_at(rt, &a->nn_here);
    struct module *self = module_of(rt, a->self);
    nn_module_id child = runtime_module_id(rt, a->child);
    if (self && a->nn_index) {
        module_register_item(rt->recording, self, a->name, a->nn_index - 1, child);
    } else if (self) {
        module_register(rt->recording, self, a->name, child);
    }
    return a->child;
}

nn_module *nn_append(nn_module *list, nn_module *child)
{
    struct runtime *rt = runtime_current();
    struct module *m = module_of(rt, list);
    nn_module_id id = runtime_module_id(rt, child);
    if (m && id) module_append(rt->recording, m, id);
    return list;
}

struct nn_tensors nn_results_with(const struct nn_results_args *a)
{
    struct runtime *rt = runtime_current();
    struct nn_tensors all = {0, runtime_list(rt, NN_MAX_LIST)};
    while (all.n < NN_MAX_LIST && a->tensors[all.n]) {
        all.at[all.n] = a->tensors[all.n];
        all.n++;
    }
    return all;
}

// ---- parameters

static nn_tensor *own_parameter(const struct nn_parameter_args *a, enum storage_kind kind)
{
    struct runtime *rt = runtime_current();
    runtime_at(rt, &a->nn_here);
    struct module *m = module_of(rt, a->self);
    const struct nn_arg *args = runtime_args(rt, nn_parameter_fields, a);
    value_id value = m ? module_own_parameter(rt->recording, m, kind, args)
                       : recording_poison(rt->recording, "the module is NULL");
    return runtime_tensor(rt, value);
}

nn_tensor *nn_parameter_with(const struct nn_parameter_args *a)
{
    return own_parameter(a, STORAGE_PARAMETER);
}

nn_tensor *nn_buffer_with(const struct nn_parameter_args *a)
{
    return own_parameter(a, STORAGE_BUFFER);
}

nn_tensor *nn_get_parameter(nn_module *module, const char *name)
{
    struct runtime *rt = runtime_current();
    struct module *m = module_of(rt, module);
    value_id value = m ? module_parameter(rt->recording, m, name) : 0;
    return value ? runtime_tensor(rt, value) : NULL;
}

void nn_set_parameter(nn_module *module, const char *name, nn_tensor *tensor)
{
    struct runtime *rt = runtime_current();
    struct module *m = module_of(rt, module);
    value_id value = runtime_value(rt, tensor);
    if (m && value) module_tie_parameter(rt->recording, m, name, value);
}

// ---- modes and names

static nn_module *set_mode(nn_module *module, enum module_mode mode)
{
    struct runtime *rt = runtime_current();
    struct module *m = module_of(rt, module);
    if (m) module_set_mode(rt->recording, m, mode);
    return module;
}

nn_module *nn_train(nn_module *module)
{
    return set_mode(module, MODULE_TRAIN);
}

nn_module *nn_eval(nn_module *module)
{
    return set_mode(module, MODULE_EVAL);
}

bool nn_is_training(const nn_module *module)
{
    struct module *m = module_of(runtime_current(), module);
    return m && m->mode == MODULE_TRAIN;
}

int64_t nn_n_children(const nn_module *module)
{
    struct module *m = module_of(runtime_current(), module);
    return m ? m->children.n : 0;
}

nn_module *nn_get(const nn_module *module, int64_t index)
{
    struct runtime *rt = runtime_current();
    struct module *m = module_of(rt, module);
    if (!m) return NULL;
    if (index < 0) index += m->children.n;
    bool inside = index >= 0 && index < m->children.n;
    return inside ? runtime_module(rt, m->children.at[index].module) : NULL;
}

static int tree(const nn_module *root, const struct module_entry **entries)
{
    struct runtime *rt = runtime_current();
    return module_tree(rt->recording, runtime_module_id(rt, root), entries);
}

int64_t nn_n_modules(const nn_module *root)
{
    const struct module_entry *entries;
    return tree(root, &entries);
}

const char *nn_module_name(const nn_module *root, int64_t index)
{
    const struct module_entry *entries;
    int n = tree(root, &entries);
    if (index < 0 || index >= n) return NULL;
    return arena_string(runtime_current()->arena, entries[index].name);
}

const char *nn_module_kind(const nn_module *root, int64_t index)
{
    const struct module_entry *entries;
    int n = tree(root, &entries);
    if (index < 0 || index >= n) return NULL;
    return module_get(runtime_current()->recording, entries[index].module)->kind;
}

int64_t nn_n_parameters(const nn_module *root)
{
    struct runtime *rt = runtime_current();
    int64_t count;
    const struct sym *n = module_n_parameters(rt->recording, runtime_module_id(rt, root));
    return sym_is_const(n, &count) ? count : -1;
}
