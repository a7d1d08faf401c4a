// Modules that are layers of torch.nn: construction, operands and attributes of their op, and the
// call with everything that can be wrong with it. A refused call gives poisoned results and goes
// on.

#include "frontends/nn/layer.h"
#include "frontends/nn/hooks.h"
#include <assert.h>
#include <stdarg.h>
#include <string.h>

// Each level of calls takes some of the host's stack.
#define MAX_CALL_DEPTH 4000
#define MAX_OWN_DEPTH 200  // of a module that its own forward calls
#define MAX_HOOKS_DEEP 200 // hooks that run inside one another
#define MAX_LAYERS 20000   // of one module; the deepest recurrent ones have tens

struct nn_arguments layer_arguments(struct nn_recording *r, const struct module *m,
                                    const struct nn_module_call *call)
{
    return (struct nn_arguments){r, m->function, m->args, call, m->layer->rank};
}

// The arguments are kept: a layer reads them again at each call.
static struct module *construct(struct nn_call *call)
{
    struct nn_recording *r = call->recording;
    const struct nn_layer *layer = call->function->data;
    call->module = module_add(r, layer->kind);
    struct module *m = module_get(r, call->module);
    m->layer = layer;
    m->function = call->function;
    m->args = call->args;
    m->summary = args_summary(r, call->function, call->args);
    return m;
}

void module_construct(struct nn_call *call)
{
    struct module *m = construct(call);
    if (m->layer->make) m->layer->make(call->recording, m);
}

// Arguments are wrong: there is a module, so that the program goes on, and its calls give poisoned
// tensors.
void module_construct_poisoned(struct nn_call *call, const char *reason)
{
    construct(call)->poison = reason;
}

static void unseen_forward(struct nn_recording *r, struct module *m, struct nn_module_call *call)
{
    value_id unknown = recording_poison(r, m->unseen);
    layer_return(r, call, 1, &unknown);
}

static const struct nn_layer layer_unseen = {.kind = "unknown", .forward = unseen_forward};

nn_module_id module_unseen(struct nn_recording *r, const char *reason)
{
    nn_module_id id = module_add(r, layer_unseen.kind);
    struct module *m = module_get(r, id);
    m->layer = &layer_unseen;
    m->unseen = reason;
    build_unseen(r->builder, reason);
    return id;
}

bool layer_refuse(struct nn_recording *r, struct module *m, enum diag_id id, const char *format,
                  ...)
{
    if (m->poison) return false;
    va_list arguments;
    va_start(arguments, format);
    const char *text = arena_vprintf(r->arena, format, arguments);
    va_end(arguments);
    m->poison = recording_wrong(r, id, "%s: %s", m->kind, text);
    return false;
}

bool layer_check_count(struct nn_recording *r, struct module *m, const char *keyword, int64_t n)
{
    if (n <= MAX_LAYERS) return true;
    return layer_refuse(r, m, DIAG_OPTION_RANGE, "%s is %lld; more than %d layers are not analysed",
                        keyword, (long long)n, MAX_LAYERS);
}

const char *layer_unknown_count(struct nn_recording *r, struct module *m, const char *keyword)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    const struct sym *count = args_int(&a, keyword, 0);
    if (sym_is_const(count, NULL)) return NULL;
    const char *reason = arena_printf(r->arena, "%s is %s, which --set can give", keyword,
                                      sym_string(r->arena, count));
    m->partly = reason;
    build_unseen(r->builder, reason);
    return reason;
}

// Only a size that is negative for every value is refused here; the others are for the shape rules
// to ask.
static void add_parameter(struct nn_recording *r, struct module *m, enum storage_kind kind,
                          const char *name, int rank, const struct sym *const *sizes)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    struct tensor_type type = {.dtype = args_dtype(&a, "dtype", DTYPE_F32), .shape.rank = rank};
    for (int i = 0; i < rank; i++) {
        if (sym_upper(r->syms, sizes[i]) < 0) {
            layer_refuse(r, m, DIAG_OPTION_RANGE, "%s would have a negative size, %s", name,
                         sym_string(r->arena, sizes[i]));
            return;
        }
        type.shape.dim[i] = sizes[i];
    }
    module_add_parameter(r, m, kind, name, &type);
}

void layer_parameter(struct nn_recording *r, struct module *m, const char *name, int rank,
                     const struct sym *const *sizes)
{
    add_parameter(r, m, STORAGE_PARAMETER, name, rank, sizes);
}

void layer_buffer(struct nn_recording *r, struct module *m, const char *name, int rank,
                  const struct sym *const *sizes)
{
    add_parameter(r, m, STORAGE_BUFFER, name, rank, sizes);
}

static int field_index(const struct nn_function *function, const char *name)
{
    int i = 0;
    while (strcmp(function->fields[i].name, name) != 0) i++;
    return i;
}

struct module *layer_made(struct nn_recording *r, const char *function, int n,
                          const struct layer_argument *given)
{
    struct nn_call call = {.recording = r, .function = nn_function_find(function)};
    struct nn_arg *args = arena_array(r->arena, struct nn_arg, nn_n_fields(call.function));
    for (int i = 0; i < n; i++) args[field_index(call.function, given[i].name)] = given[i].arg;
    call.args = args;
    nn_call_apply(&call);
    return module_get(r, call.module);
}

struct module *layer_child(struct nn_recording *r, struct module *m, const char *name,
                           const char *function, int n, const struct layer_argument *given)
{
    struct module *child = layer_made(r, function, n, given);
    module_register(r, m, name, child->id);
    if (child->poison && !m->poison) m->poison = child->poison;
    return child;
}

// ---- calls of layers

// A forward that returns NULL is a finding; something is returned all the same.
void layer_return(struct nn_recording *r, struct nn_module_call *call, int n,
                  const value_id *values)
{
    value_id *out = arena_array(r->arena, value_id, n ? n : 1);
    call->n_out = n ? n : 1;
    call->out = out;
    for (int i = 0; i < n; i++) out[i] = values[i];
    for (int i = 0; i < call->n_out; i++) {
        if (out[i]) continue;
        const char *kind = module_get(r, call->module)->kind;
        out[i] = recording_poison(
            r, recording_wrong(r, DIAG_NN_HANDLE, "the forward of %s returned NULL", kind));
    }
}

void layer_refuse_call(struct nn_recording *r, struct nn_module_call *call, const char *reason)
{
    value_id poison = recording_poison(r, reason);
    layer_return(r, call, 1, &poison);
}

void layer_option(struct nn_recording *r, struct nn_module_call *call, const char *name,
                  enum nn_kind kind, const struct nn_arg *arg)
{
    struct nn_option *options = arena_array(r->arena, struct nn_option, call->n_options + 1);
    for (int i = 0; i < call->n_options; i++) options[i] = call->options[i];
    options[call->n_options] = (struct nn_option){name, kind, *arg};
    options[call->n_options++].arg.given = true;
    call->options = options;
}

void layer_option_ints(struct nn_recording *r, struct nn_module_call *call, const char *name, int n,
                       const struct sym *const *ints)
{
    layer_option(r, call, name, NN_KIND_INTS, &(struct nn_arg){.n = n, .ints = ints});
}

void layer_option_string(struct nn_recording *r, struct nn_module_call *call, const char *name,
                         const char *string)
{
    layer_option(r, call, name, NN_KIND_STRING, &(struct nn_arg){.s = string});
}

bool layer_check_rank(struct nn_recording *r, struct nn_module_call *call, int low, int high)
{
    const struct value *x = program_value(builder_program(r->builder), call->in[0]);
    if (x->flags & VALUE_POISONED || (x->rank >= low && x->rank <= high)) return true;
    struct tensor_type type = value_type(x);
    const char *kind = module_get(r, call->module)->kind;
    const char *axes = low == high ? arena_printf(r->arena, "%d", low)
                                   : arena_printf(r->arena, "%d or %d", low, high);
    const char *reason =
        recording_wrong(r, DIAG_RANK_NEEDED, "%s takes %s axes, but its input is %s", kind, axes,
                        tensor_string(r->arena, &type));
    layer_refuse_call(r, call, reason);
    return false;
}

// ---- a layer that is one op

// A parameter of the module, or of a child: "weight", "out_proj.weight".
static value_id parameter_at(struct nn_recording *r, struct module *m, const char *path)
{
    const char *dot = strchr(path, '.');
    if (!dot) return module_parameter(r, m, path);
    struct module *child = module_child(r, m, arena_string_n(r->arena, path, (size_t)(dot - path)));
    return child ? module_parameter(r, child, dot + 1) : 0;
}

// Where the layer says that an operand comes from: `operand` or `operand:parameter`
// in its list. NULL: from the call.
static const char *parameter_path(struct nn_recording *r, const struct nn_layer *layer,
                                  const char *operand)
{
    size_t length = strlen(operand);
    for (const char *at = layer->parameters; at && *at;) {
        size_t n = strcspn(at, " "), name = strcspn(at, " :");
        if (name == length && strncmp(at, operand, name) == 0) {
            return name == n ? operand : arena_string_n(r->arena, at + name + 1, n - name - 1);
        }
        at += n + strspn(at + n, " ");
    }
    return NULL;
}

struct operands {
    VEC(value_id) ids;
};

static void push_all_parameters(struct nn_recording *r, struct module *m, struct operands *o)
{
    for (int i = 0; i < m->parameters.n; i++) {
        value_id value = module_parameter_at(r, m, i);
        *vec_push(r->arena, &o->ids) = value;
    }
}

static void gather_operands(struct nn_recording *r, struct module *m, const struct op *op,
                            const struct nn_module_call *call, struct operands *o)
{
    struct nn_arguments a = layer_arguments(r, m, call);
    int n = op_max_operands(op), next = 0;
    for (int i = 0; i < n; i++) {
        const char *name = op_operand_name(r->arena, op, i);
        const char *path = parameter_path(r, m->layer, name);
        if (strncmp(name, "parameters", 10) == 0) {
            push_all_parameters(r, m, o);
            return;
        }
        value_id value = path ? parameter_at(r, m, path) : args_tensor(&a, name);
        if (!path && !value && next < call->n_in) value = call->in[next++];
        *vec_push(r->arena, &o->ids) = value;
    }
}

void layer_apply_op(struct nn_recording *r, struct module *m, struct nn_module_call *call,
                    const char *op_name)
{
    const struct op *op = op_find(op_name);
    assert(op);
    struct operands o = {0};
    gather_operands(r, m, op, call, &o);
    struct nn_arguments a = layer_arguments(r, m, call);
    struct node_spec spec = {.op = recording_op_kind(op), .n_in = o.ids.n, .in = o.ids.at};
    spec.attrs = args_attrs(&a, op);
    node_id node = build_node(r->builder, &spec);
    call->n_out = recording_results(r, node, &call->out);
}

// ---- calls

// A call that no line of the program makes is blamed on the line that made the module.
static const struct site *stand_at_module(struct nn_recording *r, const struct module *m)
{
    const struct site *site = builder_site(r->builder);
    if (!site) builder_at(r->builder, m->site);
    return site;
}

bool layer_check_inputs(struct nn_recording *r, struct nn_module_call *call, int takes)
{
    if (takes == LAYER_ANY_INPUTS || (takes && call->n_in == takes)) return true;
    const struct module *m = module_get(r, call->module);
    const struct site *site = stand_at_module(r, m);
    const char *kind = m->kind;
    const char *reason =
        takes ? recording_wrong(r, DIAG_NN_INPUTS, "%s takes %d input%s, got %d", kind, takes,
                                takes == 1 ? "" : "s", call->n_in)
              : recording_wrong(r, DIAG_NN_INPUTS, "%s has no forward and can't be called", kind);
    builder_at(r->builder, site);
    layer_refuse_call(r, call, reason);
    return false;
}

// A container that holds itself never ends; a forward of the user's may, but not so deep. Told
// once: the calls around are as deep.
static bool is_too_deep(struct nn_recording *r, const struct module *m)
{
    bool circle = m->layer && m->n_calling, again = m->n_calling >= MAX_OWN_DEPTH;
    if (!circle && !again && r->calling.n < MAX_CALL_DEPTH) return false;
    if (circle)
        r->too_deep =
            recording_wrong(r, DIAG_ENDLESS_RECURSION, "%s calls itself without end", m->kind);
    else if (!r->too_deep)
        r->too_deep =
            recording_wrong(r, DIAG_ENDLESS_RECURSION,
                            "%d calls of %s are nested here, and the next is not followed",
                            again ? m->n_calling : r->calling.n, again ? m->kind : "modules");
    return true;
}

// A hook that calls its own module is run by that call again.
static bool is_in_too_many_hooks(struct nn_recording *r, const struct module *m)
{
    if (r->n_in_hooks < MAX_HOOKS_DEEP) return false;
    if (!r->too_deep)
        r->too_deep = recording_wrong(r, DIAG_ENDLESS_RECURSION,
                                      "%d hooks run inside one another here, and the call of %s is "
                                      "not made: a hook that calls "
                                      "the module that it is on is run by that call, too",
                                      r->n_in_hooks, m->kind);
    return true;
}

// Why the call can't be made at all, or NULL.
static const char *call_trouble(struct nn_recording *r, const struct module *m,
                                const struct nn_module_call *call)
{
    if (m->poison) return m->poison;
    if (is_too_deep(r, m) || is_in_too_many_hooks(r, m)) return r->too_deep;
    if (!m->layer || m->layer->n_in == 0) return NULL;
    int least = m->layer->n_in, most = least + m->layer->n_optional_in;
    if (call->n_in >= least && call->n_in <= most) return NULL;
    return recording_wrong(r, DIAG_NN_INPUTS, "%s takes %d%s input%s, got %d", m->kind, least,
                           most > least ? " or more" : "", most == 1 ? "" : "s", call->n_in);
}

static void apply_forward(struct nn_recording *r, struct module *m, struct nn_module_call *call)
{
    if (!m->layer) {
        r->forward(r->host, call);
    } else if (m->layer->forward) {
        m->layer->forward(r, m, call);
    } else {
        layer_apply_op(r, m, call, m->layer->op);
    }
}

static enum build_mode build_mode_of(const struct module *m)
{
    return m->mode == MODULE_TRAIN ? BUILD_TRAINING : BUILD_INFERENCE;
}

static const char *trouble_at(struct nn_recording *r, const struct module *m,
                              const struct nn_module_call *call)
{
    const struct site *site = stand_at_module(r, m);
    const char *trouble = call_trouble(r, m, call);
    builder_at(r->builder, site);
    return trouble;
}

void nn_module_apply(struct nn_recording *r, struct nn_module_call *call)
{
    struct module *m = module_get(r, call->module);
    const char *trouble = call->refused ? call->refused
                          : m           ? trouble_at(r, m, call)
                                        : "the module is NULL";
    if (trouble) {
        layer_refuse_call(r, call, trouble);
        return;
    }
    const struct site *site = builder_site(r->builder), *caller = r->caller;
    hook_before(r, m, call);
    struct hook_guard guard = hook_guard(r, m, call);
    scope_id scope = module_scope(r, call->module);
    builder_enter(r->builder, scope);
    builder_mode(r->builder, build_mode_of(m));
    *vec_push(r->arena, &r->calling) = call->module;
    m->n_calling++;
    r->caller = site;
    int n_unwound = r->n_unwound;
    apply_forward(r, m, call);
    if (n_unwound != r->n_unwound) return;
    r->caller = caller;
    m->n_calling--;
    r->calling.n--;
    builder_at(r->builder, site);
    builder_leave(r->builder, scope, call->out, call->n_out);
    struct module *around = r->calling.n ? module_get(r, r->calling.at[r->calling.n - 1]) : NULL;
    builder_mode(r->builder, around ? build_mode_of(around) : BUILD_TRAINING);
    hook_release(r, &guard);
    hook_behind(r, m, call);
    builder_at(r->builder, site);
}

value_id layer_call_child(struct nn_recording *r, struct module *m, const char *name, int n_in,
                          const value_id *in)
{
    struct module *child = module_child(r, m, name);
    assert(child);
    struct nn_module_call call = {.module = child->id, .n_in = n_in, .in = in};
    nn_module_apply(r, &call);
    return call.out[0];
}
