// Rules of nn.h: tensors that no op makes, and what a program may ask of a tensor.

#include <shapeprof/nn_base.h>
#include "frontends/dialects/element_size.h"
#include "frontends/dialects/nn.h"
#include "frontends/nn/tensor.h"

static void note_dtype_parameter(struct dialect_nn *d, value_id id)
{
    if (!d->dtype_parameters) d->dtype_parameters = map_open(d->recording->arena);
    map_put_number(d->dtype_parameters, id, (void *)(uintptr_t)d->dtype_parameter);
}

// One rule for all makers; its data is which one. A constant's struct has contents too.
static struct cvalue make_tensor(const struct dialect_call *c)
{
    const enum tensor_origin *origin = c->rule->data;
    struct dialect_nn *d = nn_rule_begin(c);
    const struct nn_field *fields =
        *origin == TENSOR_CONSTANT ? nn_constant_fields : nn_tensor_fields;
    d->dtype_parameter = NULL;
    const struct nn_arg *args = args_read(d, fields, &c->arguments[0]);
    args_check_ends(d, fields, &c->arguments[0], args, 0);
    value_id id = tensor_make(d->recording, *origin, args);
    if (d->dtype_parameter) note_dtype_parameter(d, id);
    return handle_tensor(d, id);
}

// A number of C as an operand; NULL: which one is not known.
static struct cvalue number(const struct dialect_call *c, enum dtype dtype,
                            const struct attr *contents)
{
    struct dialect_nn *d = nn_rule_begin(c);
    return handle_tensor(d, build_number(d->recording->builder, dtype, contents));
}

static struct cvalue rule_number(const struct dialect_call *c)
{
    const struct cvalue *x = &c->arguments[0];
    struct attr contents = {.kind = ATTR_FLOAT};
    if (x->kind != CVALUE_FLOATING) return number(c, DTYPE_F64, NULL);
    contents.f = (double)x->floating;
    return number(c, DTYPE_F64, &contents);
}

static struct cvalue rule_integer(const struct dialect_call *c)
{
    struct attr contents = {.kind = ATTR_INT, .i = cvalue_as_sym(c->eval, &c->arguments[0])};
    return number(c, DTYPE_I64, &contents);
}

static struct cvalue rule_boolean(const struct dialect_call *c)
{
    int64_t b;
    if (!cvalue_as_int(&c->arguments[0], &b)) return number(c, DTYPE_BOOL, NULL);
    return number(c, DTYPE_BOOL, &(struct attr){.kind = ATTR_BOOL, .b = b != 0});
}

// A field of 0 means that it was not given; nn_at(0) is how a program gives 0, as a number that no
// program writes by chance.
static struct cvalue rule_at(const struct dialect_call *c)
{
    int64_t n;
    bool zero = cvalue_as_int(&c->arguments[0], &n) && n == 0;
    return zero ? cvalue_int(c->result, NN_GIVEN_ZERO) : c->arguments[0];
}

// The same for floating fields.
static struct cvalue rule_at_float(const struct dialect_call *c)
{
    const struct cvalue *x = &c->arguments[0];
    bool zero = x->kind == CVALUE_FLOATING && x->floating == 0;
    return zero ? cvalue_float(c->result, NN_GIVEN_ZERO_FLOAT) : *x;
}

// ---- what is known of a tensor

// What was asked of a tensor; NULL: it has no such size, which was reported already.
static struct cvalue size_result(const struct dialect_call *c, const struct sym *size)
{
    if (size) return cvalue_sym(c->result, size);
    return cvalue_unknown(c->result, "a size that the tensor has not");
}

// That the program asked is noted: from here on another input might take another way (nn_first.c).
static value_id value_at_argument(const struct dialect_call *c, int index)
{
    struct dialect_nn *d = nn_rule_begin(c);
    d->n_asked++;
    value_id value = handle_value(d, &c->arguments[index]);
    if (value) return value;
    d->recording->n_nulls++;
    return recording_poison(d->recording, recording_wrong(d->recording, DIAG_NN_HANDLE,
                                                          "%s: the tensor is NULL", d->function));
}

static value_id value_of(const struct dialect_call *c)
{
    return value_at_argument(c, 0);
}

static const struct value *value_at(const struct dialect_call *c, value_id id)
{
    return program_value(builder_program(eval_builder(c->eval)), id);
}

static struct cvalue rule_size(const struct dialect_call *c)
{
    value_id id = value_of(c);
    int64_t axis;
    if (!cvalue_as_int(&c->arguments[1], &axis)) {
        return cvalue_unknown(c->result, "the axis is not known");
    }
    struct nn_recording *r = dialect_nn_of(c->eval)->recording;
    return size_result(c, tensor_size(r, id, axis));
}

// A poisoned tensor has no axes to count.
static struct cvalue rule_dim(const struct dialect_call *c)
{
    const struct value *value = value_at(c, value_of(c));
    if (value->flags & VALUE_POISONED) return size_result(c, NULL);
    return cvalue_int(c->result, value->rank);
}

static struct cvalue rule_numel(const struct dialect_call *c)
{
    value_id id = value_of(c);
    struct nn_recording *r = dialect_nn_of(c->eval)->recording;
    const struct map *named = dialect_nn_of(c->eval)->dtype_parameters;
    const char *name = named ? map_get_number(named, id) : NULL;
    if (name)
        element_size_check_parameter(c->eval, recording_diags(r), name, "nn_nbytes");
    else
        element_size_check(c->eval, recording_diags(r), value_type(value_at(c, id)).dtype,
                           "nn_nbytes");
    return size_result(c, tensor_numel(r, id));
}

static struct cvalue rule_nbytes(const struct dialect_call *c)
{
    value_id id = value_of(c);
    if (value_at(c, id)->flags & VALUE_POISONED) return size_result(c, NULL);
    return size_result(c, value_bytes(builder_program(eval_builder(c->eval)), id));
}

static struct cvalue rule_dtype_of(const struct dialect_call *c)
{
    return cvalue_int(c->result, (int64_t)value_at(c, value_of(c))->dtype);
}

// As torch.promote_types, of two dtypes by number; any other number is no dtype.
static struct cvalue rule_promote_types(const struct dialect_call *c)
{
    int64_t a, b;
    if (!cvalue_as_int(&c->arguments[0], &a) || !cvalue_as_int(&c->arguments[1], &b) || a < 0 ||
        b < 0 || a >= N_PLAIN_DTYPES || b >= N_PLAIN_DTYPES)
        return cvalue_unknown(c->result, "a dtype is not known");
    return cvalue_int(c->result, (int64_t)dtype_promote((enum dtype)a, (enum dtype)b));
}

// As torch.result_type: numbers and tensors without axes weigh less.
static struct cvalue rule_result_type(const struct dialect_call *c)
{
    value_id a = value_at_argument(c, 0), b = value_at_argument(c, 1);
    struct nn_recording *r = dialect_nn_of(c->eval)->recording;
    return cvalue_int(c->result, (int64_t)tensor_result_type(r, a, b));
}

// Why the call that gave the tensor was refused; NULL: it was not.
static struct cvalue rule_error(const struct dialect_call *c)
{
    const struct value *value = value_at(c, value_of(c));
    const char *reason = value->flags & VALUE_POISONED ? value->reason : NULL;
    return handle_string(dialect_nn_of(c->eval), c->result, reason);
}

static const enum tensor_origin origins[] = {TENSOR_INPUT,   TENSOR_ZEROS, TENSOR_ONES,
                                             TENSOR_EMPTY,   TENSOR_RAND,  TENSOR_RANDN,
                                             TENSOR_CONSTANT};

const struct dialect_rule nn_tensor_rules[] = {
    {"nn_input_with", "p", make_tensor, &origins[0]},
    {"nn_zeros_with", "p", make_tensor, &origins[1]},
    {"nn_ones_with", "p", make_tensor, &origins[2]},
    {"nn_empty_with", "p", make_tensor, &origins[3]},
    {"nn_rand_with", "p", make_tensor, &origins[4]},
    {"nn_randn_with", "p", make_tensor, &origins[5]},
    {"nn_constant_with", "p", make_tensor, &origins[6]},
    {"nn_number", "f", rule_number, NULL},
    {"nn_integer", "i", rule_integer, NULL},
    {"nn_boolean", "i", rule_boolean, NULL},
    {"nn_at", "i", rule_at, NULL},
    {"nn_at_float", "f", rule_at_float, NULL},
    {"nn_size", "pi", rule_size, NULL},
    {"nn_dim", "p", rule_dim, NULL},
    {"nn_numel", "p", rule_numel, NULL},
    {"nn_nbytes", "p", rule_nbytes, NULL},
    {"nn_dtype_of", "p", rule_dtype_of, NULL},
    {"nn_promote_types", "ii", rule_promote_types, NULL},
    {"nn_result_type", "pp", rule_result_type, NULL},
    {"nn_error", "p", rule_error, NULL},
    {0},
};
