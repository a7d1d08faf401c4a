#include "frontends/nn/layer.h"
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// A call deeper than this is a module that calls itself without end.
#define MAX_CALL_DEPTH 200

struct nn_arguments layer_arguments(struct nn_recording *r, const struct module *m,
                                    const struct nn_module_call *call)
{
    return (struct nn_arguments){r, m->function, m->args, call, m->layer->rank};
}

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

void module_construct_poisoned(struct nn_call *call, const char *reason)
{
    construct(call)->poison = reason;
}

bool layer_refuse(struct nn_recording *r, struct module *m, enum diag_id id, const char *format,
                  ...)
{
    if (m->poison) return false;
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    m->poison = recording_wrong(r, id, "%s: %s", m->kind, text);
    return false;
}

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

void layer_child(struct nn_recording *r, struct module *m, const char *name, const char *function,
                 const struct nn_arg *args)
{
    struct nn_call call = {.recording = r, .args = args};
    call.function = nn_function_find(function);
    assert(call.function);
    nn_call_apply(&call);
    module_register(r, m, name, call.module);
}

// ---- a layer that is one op

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

// Is `name` one of the layer's parameters, even if this module has it not (bias=False)?
static bool is_parameter(const struct nn_layer *layer, const char *name)
{
    size_t length = strlen(name);
    const char *at = layer->parameters;
    while (at && *at) {
        size_t n = strcspn(at, " ");
        if (n == length && strncmp(at, name, n) == 0) return true;
        at += n + strspn(at + n, " ");
    }
    return false;
}

static int gather_operands(struct nn_recording *r, struct module *m, const struct op *op,
                           const struct nn_module_call *call, value_id *operands)
{
    struct nn_arguments a = layer_arguments(r, m, call);
    int n = op_max_operands(op), next = 0;
    for (int i = 0; i < n; i++) {
        const char *name = op_operand_name(r->arena, op, i);
        if (is_parameter(m->layer, name)) {
            operands[i] = module_parameter(r, m, name);
        } else if (args_given(&a, name)) {
            operands[i] = args_tensor(&a, name);
        } else {
            operands[i] = next < call->n_in ? call->in[next++] : 0;
        }
    }
    return n;
}

void layer_apply_op(struct nn_recording *r, struct module *m, struct nn_module_call *call,
                    const char *op_name)
{
    value_id operands[MAX_OPERANDS];
    const struct op *op = op_find(op_name);
    assert(op);
    struct nn_arguments a = layer_arguments(r, m, call);
    struct node_spec spec = {.op = recording_op_kind(op), .in = operands};
    spec.n_in = gather_operands(r, m, op, call, operands);
    spec.attrs = args_attrs(&a, op);
    node_id node = build_node(r->builder, &spec);
    call->n_out = recording_results(r, node, &call->out);
}

// ---- calls

static void refuse_call(struct nn_recording *r, struct nn_module_call *call, const char *reason)
{
    value_id poison = recording_poison(r, reason);
    layer_return(r, call, 1, &poison);
}

bool layer_check_inputs(struct nn_recording *r, struct nn_module_call *call, int takes)
{
    if (takes == LAYER_ANY_INPUTS || (takes && call->n_in == takes)) return true;
    const char *kind = module_get(r, call->module)->kind;
    const char *reason =
        takes ? recording_wrong(r, DIAG_NN_INPUTS, "%s takes %d input%s, got %d", kind, takes,
                                takes == 1 ? "" : "s", call->n_in)
              : recording_wrong(r, DIAG_NN_INPUTS, "%s has no forward and can't be called", kind);
    refuse_call(r, call, reason);
    return false;
}

// Why the call can't be made at all, or NULL.
static const char *call_trouble(struct nn_recording *r, const struct module *m,
                                const struct nn_module_call *call)
{
    if (m->poison) return m->poison;
    if (r->calling.n >= MAX_CALL_DEPTH) {
        return recording_wrong(r, DIAG_NN_INPUTS, "%s: modules call each other without end",
                               m->kind);
    }
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

void nn_module_apply(struct nn_recording *r, struct nn_module_call *call)
{
    struct module *m = module_get(r, call->module);
    const char *trouble = m ? call_trouble(r, m, call) : "the module is NULL";
    if (trouble) {
        refuse_call(r, call, trouble);
        return;
    }
    const struct site *site = builder_site(r->builder), *caller = r->caller;
    scope_id scope = module_scope(r, call->module);
    builder_enter(r->builder, scope);
    builder_training(r->builder, m->mode == MODULE_TRAIN);
    *vec_push(r->arena, &r->calling) = call->module;
    r->caller = site;
    apply_forward(r, m, call);
    r->caller = caller;
    r->calling.n--;
    builder_at(r->builder, site);
    builder_leave(r->builder, scope, call->out, call->n_out);
    struct module *around = r->calling.n ? module_get(r, r->calling.at[r->calling.n - 1]) : NULL;
    builder_training(r->builder, !around || around->mode == MODULE_TRAIN);
}

value_id layer_call_child(struct nn_recording *r, struct module *m, const char *name, int n_in,
                          const value_id *in)
{
    struct nn_module_call call = {.n_in = n_in, .in = in};
    for (int i = 0; i < m->children.n; i++) {
        if (strcmp(m->children.at[i].name, name) == 0) call.module = m->children.at[i].module;
    }
    assert(call.module);
    nn_module_apply(r, &call);
    return call.out[0];
}
