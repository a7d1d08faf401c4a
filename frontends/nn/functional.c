#include "frontends/nn/table.h"
#include <assert.h>
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

// Another form of the same argument (`kernel_sizes` for `kernel_size`) will do.
static const char *missing_argument(struct nn_recording *r, const struct nn_call *call)
{
    for (int i = 0; call->function->fields[i].name; i++) {
        const struct nn_field *field = &call->function->fields[i];
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
