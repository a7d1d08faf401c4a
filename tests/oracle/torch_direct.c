#include "tests/oracle/torch_direct.h"

#include "frontends/nn/module.h"
#include "frontends/nn/recording.h"
#include <string.h>

struct direct {
    struct arena *arena;
    struct syms *syms;
    struct nn_recording *recording;
    value_id in[MAX_RANK];
    int n_in;
};

// A known content: all elements one number, or the list itself.
static void set_contents(struct direct *d, value_id id, const struct torch_tensor *t)
{
    int64_t count = 1;
    for (int i = 0; i < t->rank; i++) count *= t->dim[i];
    bool list = json_is_array(t->fill);
    if (!t->fill || dtype_is_float(t->dtype) || count > 4096) return;
    const struct sym **numbers = arena_array(d->arena, const struct sym *, count + 1);
    for (int64_t i = 0; i < count; i++) {
        const json_t *item = list ? json_array_get(t->fill, (size_t)i) : t->fill;
        numbers[i] = sym_const(d->syms, json_is_boolean(item) ? json_is_true(item)
                                                              : json_integer_value(item));
    }
    struct attr *contents = arena_new(d->arena, struct attr);
    *contents = (struct attr){.kind = ATTR_INTS, .n = (int)count, .ints = numbers};
    build_constant(d->recording->builder, id, contents);
}

static value_id make_tensor(struct direct *d, const struct torch_tensor *t)
{
    struct tensor_type type = {.dtype = t->dtype, .shape = {.rank = t->rank}};
    for (int i = 0; i < t->rank; i++)
        type.shape.dim[i] =
            t->symbol[i] ? sym_var(d->syms, t->symbol[i]) : sym_const(d->syms, t->dim[i]);
    value_id id = build_tensor(d->recording->builder, STORAGE_INPUT, &type, NULL);
    set_contents(d, id, t);
    return id;
}

static value_id make_number(struct nn_recording *r, const json_t *v)
{
    struct attr *value = arena_new(r->arena, struct attr);
    enum dtype dtype = DTYPE_F32;
    if (json_is_boolean(v)) {
        dtype = DTYPE_BOOL;
        *value = (struct attr){.kind = ATTR_BOOL, .b = json_is_true(v)};
    } else if (torch_is_float(v)) {
        *value = (struct attr){.kind = ATTR_FLOAT, .f = torch_float(v)};
    } else {
        dtype = DTYPE_I64;
        *value = (struct attr){.kind = ATTR_INT, .i = sym_const(r->syms, json_integer_value(v))};
    }
    return build_number(r->builder, dtype, value);
}

static void make_ints(struct nn_recording *r, struct nn_arg *arg, const json_t *v)
{
    bool list = json_is_array(v);
    arg->n = list ? (int)json_array_size(v) : 1;
    const struct sym **ints = arena_array(r->arena, const struct sym *, arg->n + 1);
    for (int i = 0; i < arg->n; i++) {
        const json_t *item = list ? json_array_get(v, (size_t)i) : v;
        ints[i] = json_is_null(item) ? NULL : sym_const(r->syms, json_integer_value(item));
    }
    arg->ints = ints;
}

static void make_floats(struct nn_recording *r, struct nn_arg *arg, const json_t *v)
{
    arg->n = (int)json_array_size(v);
    double *floats = arena_array(r->arena, double, arg->n + 1);
    for (int i = 0; i < arg->n; i++) floats[i] = json_number_value(json_array_get(v, (size_t)i));
    arg->floats = floats;
}

struct nn_arg torch_direct_argument(struct nn_recording *r, enum nn_kind kind, const json_t *v)
{
    struct nn_arg arg = {.given = true};
    switch (kind) {
    case NN_KIND_INT:
        arg.i = json_is_null(v) ? NULL : sym_const(r->syms, json_integer_value(v));
        break;
    case NN_KIND_INTS: make_ints(r, &arg, v); break;
    case NN_KIND_FLOAT: arg.f = torch_float(v); break;
    case NN_KIND_FLOATS: make_floats(r, &arg, v); break;
    case NN_KIND_BOOL:
    case NN_KIND_FLAG: arg.b = json_is_true(v); break;
    case NN_KIND_STRING: arg.s = json_string_value(v); break;
    case NN_KIND_DTYPE: arg.dtype = dtype_find(json_string_value(v)); break;
    case NN_KIND_TENSOR: arg.tensor = make_number(r, v); break;
    case NN_KIND_TENSORS:
    case NN_KIND_MODULES: break;
    }
    return arg;
}

static struct nn_arg make_arg(struct direct *d, const struct torch_binding *b)
{
    struct nn_arg arg = {.given = true};
    struct torch_tensor t;
    if (b->field->kind == NN_KIND_TENSORS) {
        arg.n = b->n_inputs;
        arg.tensors = d->in + b->input;
    } else if (!b->value) {
        arg.tensor = d->in[b->input];
    } else if (b->field->kind == NN_KIND_TENSOR && json_is_object(b->value)) {
        bool is_tensor = torch_tensor_read(json_object_get(b->value, "t"), &t);
        arg.tensor = is_tensor ? make_tensor(d, &t) : 0;
    } else {
        return torch_direct_argument(d->recording, b->field->kind, b->value);
    }
    return arg;
}

// PyTorch's transpose of an input before the call, which leaves it strided.
static void transpose_inputs(struct direct *d, const struct torch_case *c)
{
    for (size_t i = 0; i < json_array_size(c->pre_transpose); i++) {
        const json_t *which = json_array_get(c->pre_transpose, i);
        int64_t input = json_integer_value(json_array_get(which, 0));
        struct attr attrs[MAX_ATTRS] = {0};
        const struct op *op = op_find("transpose");
        attrs[op_attr_index(op, "dim0")] =
            (struct attr){.kind = ATTR_INT,
                          .i = sym_const(d->syms, json_integer_value(json_array_get(which, 1)))};
        attrs[op_attr_index(op, "dim1")] =
            (struct attr){.kind = ATTR_INT,
                          .i = sym_const(d->syms, json_integer_value(json_array_get(which, 2)))};
        d->in[input] = build_op(d->recording->builder, OP_TRANSPOSE, attrs, d->in[input], 0, 0);
    }
}

static void call_module(struct direct *d, const struct torch_case *c,
                        const struct torch_bindings *b, struct nn_call *call)
{
    if (c->eval) module_set_mode(d->recording, module_get(d->recording, call->module), MODULE_EVAL);
    struct nn_option options[MAX_BINDINGS];
    for (int i = 0; i < b->n_call; i++)
        options[i] = (struct nn_option){.name = b->at_call[i].field->torch,
                                        .kind = b->at_call[i].field->kind,
                                        .arg = make_arg(d, &b->at_call[i])};
    struct nn_module_call forward = {.module = call->module,
                                     .n_in = d->n_in,
                                     .in = d->in,
                                     .n_options = b->n_call,
                                     .options = options};
    nn_module_apply(d->recording, &forward);
    call->n_out = forward.n_out;
    call->out = forward.out;
}

struct torch_built torch_direct_build(struct arena *arena, const struct torch_case *c,
                                      const struct torch_bindings *b)
{
    struct syms *syms = syms_open(arena);
    struct builder *builder = builder_open(arena, syms, c->id);
    struct direct d = {
        .arena = arena, .syms = syms, .recording = recording_make(arena, builder), .n_in = c->n_in};
    for (int i = 0; i < c->n_in; i++) d.in[i] = make_tensor(&d, &c->in[i]);
    transpose_inputs(&d, c);

    struct nn_arg *args = arena_array(arena, struct nn_arg, nn_n_fields(b->function) + 1);
    for (int i = 0; i < b->n; i++)
        args[b->at[i].field - b->function->fields] = make_arg(&d, &b->at[i]);
    struct nn_call call = {.recording = d.recording, .function = b->function, .args = args};
    nn_call_apply(&call);
    if (b->function->makes_module) call_module(&d, c, b, &call);
    return (struct torch_built){builder_program(builder), call.n_out, call.out};
}

void torch_direct(struct torch_answer *answer, struct arena *arena, const struct torch_case *c,
                  const struct torch_bindings *b)
{
    struct torch_built built = torch_direct_build(arena, c, b);
    torch_answer_read(answer, built.program, built.n_out, built.out);
}
