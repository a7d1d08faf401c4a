#include "tests/oracle/model_direct.h"

#include "frontends/nn/layer.h"
#include "frontends/nn/recording.h"
#include "frontends/nn/tensor.h"
#include "tests/oracle/torch_direct.h"

struct run {
    struct plan *plan;
    struct arena *arena;
    struct nn_recording *recording;
    nn_module_id *modules; // of the plan's modules
    value_id *values;      // of the plan's values
    int line;
};

static void stand_at(struct run *r, int line, const struct site *caller)
{
    struct site *site = arena_new(r->arena, struct site);
    *site = (struct site){
        .file = r->plan->id, .line = line, .column = 1, .function = "model", .caller = caller};
    builder_at(r->recording->builder, site);
}

// ---- modules

static nn_module_id make_module(struct run *r, const struct plan_module *m)
{
    if (!m->bindings.function) return module_add(r->recording, m->kind);
    const struct nn_function *function = m->bindings.function;
    struct nn_arg *args = arena_array(r->arena, struct nn_arg, nn_n_fields(function) + 1);
    for (int i = 0; i < m->bindings.n; i++) {
        const struct torch_binding *b = &m->bindings.at[i];
        args[b->field - function->fields] =
            torch_direct_argument(r->recording, b->field->kind, b->value);
    }
    struct nn_call call = {.recording = r->recording, .function = function, .args = args};
    nn_call_apply(&call);
    return call.module;
}

static void add_parameters(struct run *r, struct module *module, const struct plan_module *m)
{
    for (int i = 0; i < m->parameters.n; i++) {
        const struct plan_parameter *p = &m->parameters.at[i];
        struct tensor_type type = {.dtype = p->type.dtype, .shape.rank = p->type.rank};
        for (int k = 0; k < p->type.rank; k++)
            type.shape.dim[k] = sym_const(r->recording->syms, p->type.dim[k]);
        module_add_parameter(r->recording, module, p->kind, p->name, &type);
    }
}

static void freeze(struct run *r, struct module *module)
{
    size_t i;
    json_t *name;
    json_array_foreach(r->plan->frozen, i, name)
    {
        value_id id = module_parameter(r->recording, module, json_string_value(name));
        struct program *program = builder_program(r->recording->builder);
        if (id) program_value(program, id)->flags &= (uint8_t)~VALUE_REQUIRES_GRAD;
    }
}

static void make_modules(struct run *r)
{
    const struct plan *p = r->plan;
    r->modules = arena_array(r->arena, nn_module_id, p->modules.n);
    for (int i = 0; i < p->modules.n; i++) {
        const struct plan_module *m = &p->modules.at[i];
        stand_at(r, ++r->line, NULL);
        r->modules[i] = make_module(r, m);
        struct module *module = module_get(r->recording, r->modules[i]);
        add_parameters(r, module, m);
        if (i) freeze(r, module);
        if (p->eval) module_set_mode(r->recording, module, MODULE_EVAL);
        if (i)
            module_register(r->recording, module_get(r->recording, r->modules[m->parent]), m->name,
                            r->modules[i]);
        if (m->tied_to >= 0)
            module_tie_parameter(r->recording, module, "weight",
                                 module_parameter(r->recording,
                                                  module_get(r->recording, r->modules[m->tied_to]),
                                                  "weight"));
    }
}

// ---- calls

static struct nn_arg argument(struct run *r, const struct plan_arg *a)
{
    if (a->value) return torch_direct_argument(r->recording, a->field->kind, a->value);
    struct nn_arg arg = {.given = true};
    value_id *values = arena_array(r->arena, value_id, a->values.n);
    for (int i = 0; i < a->values.n; i++) values[i] = r->values[a->values.at[i]];
    if (a->field->kind == NN_KIND_TENSORS) {
        arg.n = a->values.n;
        arg.tensors = values;
    } else {
        arg.tensor = values[0];
    }
    return arg;
}

static void set_results(struct run *r, const struct plan_op *op, int n, const value_id *values)
{
    for (int i = 0; i < op->out.n; i++) r->values[op->out.at[i]] = i < n ? values[i] : 0;
}

static void call_function(struct run *r, const struct plan_op *op)
{
    struct nn_arg *args = arena_array(r->arena, struct nn_arg, nn_n_fields(op->function) + 1);
    for (int i = 0; i < op->args.n; i++)
        args[op->args.at[i].field - op->function->fields] = argument(r, &op->args.at[i]);
    struct nn_call call = {.recording = r->recording, .function = op->function, .args = args};
    nn_call_apply(&call);
    set_results(r, op, call.n_out, call.out);
}

static void call_module(struct run *r, const struct plan_op *op)
{
    value_id *in = arena_array(r->arena, value_id, op->in.n);
    for (int i = 0; i < op->in.n; i++) in[i] = r->values[op->in.at[i]];
    struct nn_option *options = arena_array(r->arena, struct nn_option, op->args.n);
    for (int i = 0; i < op->args.n; i++)
        options[i] = (struct nn_option){.name = op->args.at[i].field->torch,
                                        .kind = op->args.at[i].field->kind,
                                        .arg = argument(r, &op->args.at[i])};
    struct nn_module_call call = {.module = r->modules[op->module],
                                  .n_in = op->in.n,
                                  .in = in,
                                  .n_options = op->args.n,
                                  .options = options};
    nn_module_apply(r->recording, &call);
    set_results(r, op, call.n_out, call.out);
}

static value_id make_zeros(struct run *r, const struct torch_tensor *type)
{
    const struct sym **sizes = arena_array(r->arena, const struct sym *, type->rank + 1);
    for (int i = 0; i < type->rank; i++) sizes[i] = sym_const(r->recording->syms, type->dim[i]);
    const struct nn_arg args[] = {{.given = true, .dtype = type->dtype},
                                  {.given = true, .n = type->rank, .ints = sizes}};
    return tensor_make(r->recording, TENSOR_ZEROS, args);
}

static void run_op(struct run *r, const struct plan_op *op)
{
    value_id value = 0;
    switch (op->kind) {
    case PLAN_FUNCTION: call_function(r, op); return;
    case PLAN_MODULE: call_module(r, op); return;
    case PLAN_PARAMETER:
        value = module_parameter(r->recording, module_get(r->recording, r->modules[op->module]),
                                 op->parameter);
        break;
    case PLAN_ZEROS: value = make_zeros(r, &op->zeros); break;
    }
    set_results(r, op, 1, &value);
}

static void run_body(struct run *r, struct plan_body *body, struct nn_module_call *call)
{
    const struct site *caller = builder_site(r->recording->builder);
    for (int i = 0; i < body->inputs.n; i++)
        r->values[body->inputs.at[i]] = i < call->n_in ? call->in[i] : 0;
    for (int i = 0; i < body->ops.n; i++) {
        struct plan_op *op = &body->ops.at[i];
        if (!op->line) op->line = ++r->line;
        stand_at(r, op->line, caller);
        run_op(r, op);
    }
    builder_at(r->recording->builder, caller);
    value_id *out = arena_array(r->arena, value_id, body->results.n + 1);
    for (int i = 0; i < body->results.n; i++) out[i] = r->values[body->results.at[i]];
    layer_return(r->recording, call, body->results.n, out);
}

static void forward(void *host, struct nn_module_call *call)
{
    struct run *r = host;
    for (int i = 0; i < r->plan->modules.n; i++)
        if (r->modules[i] == call->module && r->plan->modules.at[i].body)
            run_body(r, r->plan->modules.at[i].body, call);
}

// A model that is a leaf itself is called with what its one step takes.
static void call_leaf(struct run *r)
{
    for (int i = 0; i < r->plan->body->ops.n; i++) {
        struct plan_op *op = &r->plan->body->ops.at[i];
        op->line = ++r->line;
        stand_at(r, op->line, NULL);
        run_op(r, op);
    }
}

static value_id make_input(struct run *r, const struct plan_value *v)
{
    struct tensor_type type = {.dtype = v->dtype, .shape.rank = v->rank};
    for (int i = 0; i < v->rank; i++) type.shape.dim[i] = sym_const(r->recording->syms, v->dim[i]);
    value_id id = build_tensor(r->recording->builder, STORAGE_INPUT, &type, v->name);
    if (v->wants_gradient)
        program_value(builder_program(r->recording->builder), id)->flags |= VALUE_REQUIRES_GRAD;
    return id;
}

struct program *model_direct(struct plan *p)
{
    struct builder *builder = builder_open(p->arena, syms_open(p->arena), p->id);
    struct run r = {.plan = p, .arena = p->arena, .recording = recording_make(p->arena, builder)};
    r.recording->forward = forward;
    r.recording->host = &r;
    builder_program(builder)->library = "nn";
    r.values = arena_array(p->arena, value_id, p->values.n);
    make_modules(&r);
    for (int i = 0; i < p->body->inputs.n; i++) {
        int input = p->body->inputs.at[i];
        r.values[input] = make_input(&r, plan_value_at(p, input));
    }
    if (p->modules.at[0].body != p->body) {
        call_leaf(&r);
        return builder_program(builder);
    }
    value_id *in = arena_array(p->arena, value_id, p->body->inputs.n + 1);
    for (int i = 0; i < p->body->inputs.n; i++) in[i] = r.values[p->body->inputs.at[i]];
    struct nn_module_call call = {.module = r.modules[0], .n_in = p->body->inputs.n, .in = in};
    stand_at(&r, ++r.line, NULL);
    nn_module_apply(r.recording, &call);
    return builder_program(builder);
}
