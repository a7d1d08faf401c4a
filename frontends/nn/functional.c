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

void nn_call_apply(struct nn_call *call)
{
    struct nn_recording *r = call->recording;
    const char *missing = missing_argument(r, call);
    if (!missing) {
        call->function->apply(call);
    } else if (call->function->makes_module) {
        module_construct_poisoned(call, missing);
    } else {
        value_id poison = recording_poison(r, missing);
        call->n_out = 1;
        call->out = recording_values(r, 1, &poison);
    }
}

static const struct nn_arg *operand_arg(const struct nn_call *call, const char *name,
                                        enum nn_kind *kind)
{
    char keyword[64];
    size_t n = strcspn(name, "*?");
    if (n >= sizeof keyword) return NULL;
    memcpy(keyword, name, n);
    keyword[n] = 0;
    return nn_args_find(call->function, call->args, keyword, kind);
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
    int n = op_max_operands(op);
    for (int i = 0; i < n; i++) {
        enum nn_kind kind;
        const char *name = op_operand_name(r->arena, op, i);
        const struct nn_arg *arg = operand_arg(call, name, &kind);
        if (strchr(name, '*') || (arg && kind == NN_KIND_TENSORS)) {
            for (int k = 0; arg && k < arg->n; k++) push_operand(r, o, arg->tensors[k]);
            return;
        }
        push_operand(r, o, arg && kind == NN_KIND_TENSOR ? arg->tensor : 0);
    }
}

void functional_node(struct nn_call *call, const char *op_name)
{
    struct nn_recording *r = call->recording;
    const struct op *op = op_find(op_name);
    assert(op);
    struct operands o = {0};
    gather(call, op, &o);
    struct nn_arguments a = nn_arguments_of(call);
    struct node_spec spec = {.op = recording_op_kind(op), .n_in = o.n_given, .in = o.ids.at};
    spec.attrs = args_attrs(&a, op);
    node_id node = build_node(r->builder, &spec);
    call->n_out = recording_results(r, node, &call->out);
}

void functional_apply_op(struct nn_call *call)
{
    functional_node(call, call->function->data);
}
