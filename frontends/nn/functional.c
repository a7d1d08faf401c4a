#include "frontends/nn/table.h"
#include <assert.h>
#include <shapeprof/nn_base.h>
#include <string.h>

// What every call of nn.h goes through, and the functions that are one op.

static const char *kind_name(enum nn_kind kind)
{
    switch (kind) {
    case NN_KIND_TENSOR: return "a tensor";
    case NN_KIND_TENSORS: return "tensors";
    case NN_KIND_MODULES: return "modules";
    case NN_KIND_STRING: return "a string";
    case NN_KIND_DTYPE: return "a dtype";
    case NN_KIND_FLOAT: return "a number";
    default: return "an integer";
    }
}

// A list that went on behind a NULL would join less than the program says.
static const char *null_tensor(struct nn_recording *r, const struct nn_function *function,
                               const struct nn_field *field, const struct nn_arg *arg)
{
    bool many = field->kind == NN_KIND_TENSORS;
    if (!arg->nulls || (!many && !field->required)) return NULL;
    r->n_nulls++;
    const char *written = nn_arg_null(r->arena, arg);
    if (many)
        return recording_wrong(r, DIAG_NN_HANDLE, "nn_%s: %s[%d]%s is NULL", function->name,
                               field->name, arg->nulls - 1, written);
    return recording_wrong(r, DIAG_NN_HANDLE, "nn_%s: %s%s is NULL", function->name, field->name,
                           written);
}

// `{NN_END}` where one number is wanted.
static const char *end_of_list(struct nn_recording *r, const struct nn_call *call, int index)
{
    const struct nn_field *field = &call->function->fields[index], *list = NULL;
    const struct nn_arg *arg = &call->args[index];
    if (field->kind != NN_KIND_INT || !arg->given || !arg->i || !sym_is(arg->i, NN_END))
        return NULL;
    for (int i = 0; call->function->fields[i].name; i++) {
        const struct nn_field *other = &call->function->fields[i];
        if (other->kind == NN_KIND_INTS && strcmp(other->torch, field->torch) == 0) list = other;
    }
    const char *instead = list ? arena_printf(r->arena, "; a list is .%s = {...}", list->name) : "";
    return recording_wrong(r, DIAG_NN_ARGUMENT,
                           "nn_%s: `%s` is NN_END, which ends a list, and here is one number%s",
                           call->function->name, field->name, instead);
}

// Another form of the same argument (`kernel_sizes` for `kernel_size`) will do.
static const char *missing_argument(struct nn_recording *r, const struct nn_call *call)
{
    for (int i = 0; call->function->fields[i].name; i++) {
        const struct nn_field *field = &call->function->fields[i];
        const char *null = null_tensor(r, call->function, field, &call->args[i]);
        const char *end = null ? null : end_of_list(r, call, i);
        if (end) return end;
        if (!field->required || nn_args_find(call->function, call->args, field->torch, NULL)) {
            continue;
        }
        return recording_wrong(r, DIAG_NN_ARGUMENT, "nn_%s needs %s: %s is not given%s",
                               call->function->name, kind_name(field->kind), field->name,
                               field->kind == NN_KIND_INT ? " (a zero is written nn_at(0))" : "");
    }
    return NULL;
}

static void give_poison(struct nn_call *call, const char *reason)
{
    value_id poison = recording_poison(call->recording, reason);
    call->n_out = 1;
    call->out = recording_values(call->recording, 1, &poison);
}

void nn_call_apply(struct nn_call *call)
{
    const char *missing = missing_argument(call->recording, call);
    if (!missing) {
        call->function->apply(call);
    } else if (call->function->makes_module) {
        module_construct_poisoned(call, missing);
    } else {
        give_poison(call, missing);
    }
}

struct operands {
    VEC(value_id) ids;
    int n_given; // up to the last that was given
};

static void push_operand(struct nn_recording *r, struct operands *o, value_id id)
{
    *vec_push(r->arena, &o->ids) = id;
    if (id) o->n_given = o->ids.n;
}

static void gather(struct nn_call *call, const struct op *op, struct operands *o)
{
    struct nn_recording *r = call->recording;
    struct nn_arguments a = nn_arguments_of(call);
    int n = op_max_operands(op);
    for (int i = 0; i < n; i++) {
        const char *name = op_operand_name(r->arena, op, i), *many = strchr(name, '[');
        if (!many) {
            push_operand(r, o, args_tensor(&a, name));
            continue;
        }
        name = arena_string_n(r->arena, name, (size_t)(many - name));
        const struct nn_arg *list = args_tensors(&a, name);
        for (int k = 0; list && k < list->n; k++) push_operand(r, o, list->tensors[k]);
        return;
    }
}

static void apply_node(struct nn_call *call, const char *name, const struct nn_arguments *a)
{
    struct nn_recording *r = call->recording;
    const struct op *op = op_find(name);
    assert(op);
    if (op_attr_index(op, "inplace") < 0 && args_bool(a, "inplace", false)) {
        give_poison(call, recording_wrong(r, DIAG_NN_ARGUMENT, "nn_%s has no form in place",
                                          call->function->name));
        return;
    }
    struct operands o = {0};
    gather(call, op, &o);
    struct node_spec spec = {.op = recording_op_kind(op), .n_in = o.n_given, .in = o.ids.at};
    spec.attrs = args_attrs(a, op);
    node_id node = build_node(r->builder, &spec);
    call->n_out = recording_results(r, node, &call->out);
}

// ---- functions that add to what was given

static void apply_with_options(struct nn_call *call, const char *op, int n,
                               const struct nn_option *option)
{
    const struct nn_module_call options = {.n_options = n, .options = option};
    struct nn_arguments a = nn_arguments_of(call);
    a.call = &options;
    apply_node(call, op, &a);
}

// F.dropout drops, and F.batch_norm does not train, in whatever mode the module is.
static void apply_training(struct nn_call *call, const char *op, bool otherwise)
{
    struct nn_arguments a = nn_arguments_of(call);
    struct nn_option training = {"training", NN_KIND_FLAG, {.given = true}};
    training.arg.b = args_bool(&a, "training", otherwise);
    apply_with_options(call, op, 1, &training);
}

#define F_DROPOUT(name)                                                                            \
    void functional_f_##name(struct nn_call *call)                                                 \
    {                                                                                              \
        apply_training(call, #name, true);                                                         \
    }
F_DROPOUT(dropout)
F_DROPOUT(dropout1d)
F_DROPOUT(dropout2d)
F_DROPOUT(dropout3d)
F_DROPOUT(alpha_dropout)
F_DROPOUT(feature_alpha_dropout)

void functional_f_batch_norm(struct nn_call *call)
{
    apply_training(call, "batch_norm", false);
}

void functional_f_rrelu(struct nn_call *call)
{
    apply_training(call, "rrelu", false);
}

// The same op as the pool without indices, which keeps its second result to itself.
static const struct nn_option with_indices = {
    "return_indices", NN_KIND_BOOL, {.given = true, .b = true}};

#define WITH_INDICES(name)                                                                         \
    void functional_##name##_with_indices(struct nn_call *call)                                    \
    {                                                                                              \
        apply_with_options(call, #name, 1, &with_indices);                                         \
    }
WITH_INDICES(max_pool1d)
WITH_INDICES(max_pool2d)
WITH_INDICES(max_pool3d)
WITH_INDICES(adaptive_max_pool1d)
WITH_INDICES(adaptive_max_pool2d)
WITH_INDICES(adaptive_max_pool3d)

// The ratios of `rank` axes; `more` is a further option or NULL.
static void apply_fractional(struct nn_call *call, const char *op, int rank,
                             const struct nn_option *more)
{
    struct nn_arguments a = nn_arguments_of(call);
    struct nn_option options[MAX_RATIOS + 1];
    int count = args_ratios(&a, rank, options);
    if (more) options[count++] = *more;
    apply_with_options(call, op, count, options);
}

void functional_f_fractional_max_pool2d(struct nn_call *call)
{
    apply_fractional(call, "fractional_max_pool2d", 2, NULL);
}

void functional_f_fractional_max_pool3d(struct nn_call *call)
{
    apply_fractional(call, "fractional_max_pool3d", 3, NULL);
}

void functional_fractional_max_pool2d_with_indices(struct nn_call *call)
{
    apply_fractional(call, "fractional_max_pool2d", 2, &with_indices);
}

void functional_fractional_max_pool3d_with_indices(struct nn_call *call)
{
    apply_fractional(call, "fractional_max_pool3d", 3, &with_indices);
}

// ---- as another tensor is

// The op with the sizes of the second operand; of one that is poisoned nothing is known.
static void apply_sizes_of_other(struct nn_call *call, const char *op, const char *attr)
{
    struct nn_arguments a = nn_arguments_of(call);
    struct nn_recording *r = call->recording;
    const struct value *other =
        program_value(builder_program(r->builder), args_tensor(&a, "other"));
    if (other->flags & VALUE_POISONED) {
        value_id poisoned = args_tensor(&a, "other");
        call->n_out = 1;
        call->out = recording_values(r, 1, &poisoned);
        return;
    }
    struct tensor_type type = value_type(other);
    const struct sym *const *sizes =
        arena_copy(r->arena, type.shape.dim, sizeof(*sizes) * MAX_RANK);
    const struct nn_option option = {
        attr, NN_KIND_INTS, {.given = true, .n = type.shape.rank, .ints = sizes}};
    apply_with_options(call, op, 1, &option);
}

void functional_expand_as(struct nn_call *call)
{
    apply_sizes_of_other(call, "expand", "sizes");
}

void functional_view_as(struct nn_call *call)
{
    apply_sizes_of_other(call, "view", "shape");
}

void functional_reshape_as(struct nn_call *call)
{
    apply_sizes_of_other(call, "reshape", "shape");
}

void functional_type_as(struct nn_call *call)
{
    struct nn_arguments a = nn_arguments_of(call);
    const struct program *p = builder_program(call->recording->builder);
    enum dtype dtype = value_type(program_value(p, args_tensor(&a, "other"))).dtype;
    const struct nn_option option = {"dtype", NN_KIND_DTYPE, {.given = true, .dtype = dtype}};
    apply_with_options(call, "to", 1, &option);
}

// Paddings come in pairs: {1, 0} ends at its last entry that is not 0.
void functional_pad(struct nn_call *call)
{
    struct nn_arguments a = nn_arguments_of(call);
    struct nn_option pad = {"pad", NN_KIND_INTS, {.given = true}};
    const struct nn_arg *given = nn_args_find(call->function, call->args, "pad", NULL);
    a.rank = given && given->open ? given->n + given->n % 2 : 0;
    pad.arg.n = args_ints(&a, "pad", &pad.arg.ints);
    apply_with_options(call, "pad", 1, &pad);
}

void functional_interpolate(struct nn_call *call)
{
    struct nn_arguments a = nn_arguments_of(call);
    struct nn_option scales[MAX_SCALES];
    int n = args_scales(&a, scales);
    apply_with_options(call, "interpolate", n, scales);
}

void functional_apply_op(struct nn_call *call)
{
    struct nn_arguments a = nn_arguments_of(call);
    apply_node(call, call->function->data, &a);
}
