// Inputs and constants, and sizes as model code asks for them.

#include "frontends/nn/tensor.h"

// Contents of more elements than this are not kept: rules read only small ones.
#define MAX_KNOWN_ELEMENTS 4096

// By origin.
static const char *const makers[] = {"nn_input", "nn_zeros", "nn_ones",    "nn_empty",
                                     "nn_rand",  "nn_randn", "nn_constant"};

static const char *shape_trouble(struct nn_recording *r, const char *maker,
                                 const struct nn_arg *dtype, const struct nn_arg *shape)
{
    if (!dtype->given)
        return recording_wrong(r, DIAG_NN_ARGUMENT,
                               "%s: the first argument is to be a dtype, as NN_F32", maker);
    if (shape->n > MAX_RANK)
        return recording_wrong(r, DIAG_OPTION_RANGE,
                               "%s: %d sizes are given, and a tensor has %d axes at most", maker,
                               shape->n, MAX_RANK);
    for (int i = 0; i < shape->n; i++) {
        if (shape->ints[i] && sym_upper(r->syms, shape->ints[i]) >= 0) continue;
        return recording_wrong(r, DIAG_OPTION_RANGE, "%s: size %d is negative: %s", maker, i,
                               shape->ints[i] ? sym_string(r->arena, shape->ints[i]) : "None");
    }
    return NULL;
}

static int64_t known_count(struct nn_recording *r, const struct tensor_type *type)
{
    int64_t n;
    return sym_is_const(shape_count(r->syms, &type->shape), &n) ? n : -1;
}

// The values written out, the rest zero, or one value for all.
static void set_contents(struct nn_recording *r, value_id id, const struct tensor_type *type,
                         const struct nn_arg *values, const struct nn_arg *fill)
{
    int64_t n = known_count(r, type);
    if (n < 0 || n > MAX_KNOWN_ELEMENTS || (fill->given && fill->f != (double)(int64_t)fill->f))
        return;
    const struct sym **ints = arena_array(r->arena, const struct sym *, n);
    int64_t rest = fill->given ? (int64_t)fill->f : 0;
    for (int64_t i = 0; i < n; i++) {
        bool written = i < values->n && values->ints[i];
        ints[i] = written ? values->ints[i] : sym_const(r->syms, rest);
    }
    build_constant(r->builder, id, &(struct attr){.kind = ATTR_INTS, .n = (int)n, .ints = ints});
}

// zeros, ones, empty, rand, randn: a node without operands.
static value_id make_by_op(struct nn_recording *r, enum tensor_origin origin,
                           const struct tensor_type *type)
{
    const struct sym **size = arena_array(r->arena, const struct sym *, type->shape.rank);
    for (int i = 0; i < type->shape.rank; i++) size[i] = type->shape.dim[i];
    struct attr sizes = {.kind = ATTR_INTS, .n = type->shape.rank, .ints = size};
    struct attr dtype = {.kind = ATTR_DTYPE, .dtype = type->dtype};
    struct attr fill = {.kind = ATTR_FLOAT, .f = origin == TENSOR_ONES ? 1 : 0};
    const struct attr constant[] = {sizes, fill, dtype}, random[] = {sizes, dtype};
    struct node_spec spec = {.op = OP_CONSTANT, .attrs = constant};
    if (origin == TENSOR_RAND || origin == TENSOR_RANDN) {
        spec.op = origin == TENSOR_RAND ? OP_RAND : OP_RANDN;
        spec.attrs = random;
    }
    return build_result(r->builder, build_node(r->builder, &spec), 0);
}

// It is there from now on, unlike what the entry is given.
static value_id make_input(struct nn_recording *r, const struct tensor_type *type)
{
    value_id id = build_tensor(r->builder, STORAGE_INPUT, type, NULL);
    storage_id storage = program_value(builder_program(r->builder), id)->storage;
    if (storage) build_event(r->builder, EVENT_ALLOC, storage);
    return id;
}

value_id tensor_make(struct nn_recording *r, enum tensor_origin origin, const struct nn_arg *args)
{
    const struct nn_arg *dtype = &args[0], *shape = &args[1];
    const char *trouble = shape_trouble(r, makers[origin], dtype, shape);
    if (trouble) return recording_poison(r, trouble);
    struct tensor_type type = {.dtype = dtype->dtype, .shape.rank = shape->n};
    for (int i = 0; i < shape->n; i++) type.shape.dim[i] = shape->ints[i];
    if (origin == TENSOR_INPUT) return make_input(r, &type);
    if (origin != TENSOR_CONSTANT) return make_by_op(r, origin, &type);
    value_id id = build_tensor(r->builder, STORAGE_CONSTANT, &type, NULL);
    set_contents(r, id, &type, &args[2], &args[3]);
    return id;
}

const struct sym *tensor_size(struct nn_recording *r, value_id id, int64_t axis)
{
    const struct value *value = program_value(builder_program(r->builder), id);
    if (value->flags & VALUE_POISONED) return NULL;
    int64_t from_start = axis < 0 ? axis + value->rank : axis;
    if (from_start >= 0 && from_start < value->rank) return value->dim[from_start];
    struct tensor_type type = value_type(value);
    recording_wrong(r, DIAG_AXIS, "nn_size: %s has no axis %lld", tensor_string(r->arena, &type),
                    (long long)axis);
    return NULL;
}

const struct sym *tensor_numel(struct nn_recording *r, value_id id)
{
    const struct value *value = program_value(builder_program(r->builder), id);
    if (value->flags & VALUE_POISONED) return NULL;
    struct tensor_type type = value_type(value);
    return shape_count(r->syms, &type.shape);
}

// Does a gradient go on behind it, to what it was made of? PyTorch's "not a leaf".
static bool is_computed(const struct value *value)
{
    const unsigned both = VALUE_REQUIRES_GRAD | VALUE_LEAF;
    return value->producer && (value->flags & both) == VALUE_REQUIRES_GRAD;
}

void tensor_require_gradient(struct nn_recording *r, value_id id, enum tensor_learning how)
{
    struct value *value = program_value(builder_program(r->builder), id);
    if (value->flags & VALUE_POISONED) return;
    if (how == TENSOR_LEARNS && !dtype_is_float(value->dtype))
        recording_wrong(r, DIAG_NN_ARGUMENT, "a tensor of %s can't have a gradient",
                        dtype_name(value->dtype));
    else if (how == TENSOR_FROZEN && is_computed(value))
        recording_wrong(r, DIAG_NN_ARGUMENT,
                        "only leaves (inputs, parameters, what no gradient led to) can be told not "
                        "to want a gradient; nn_detach gives what a call made without one");
    else if (how == TENSOR_FROZEN)
        value->flags &= (uint8_t) ~(VALUE_REQUIRES_GRAD | VALUE_LEAF);
    else if (!is_computed(value))
        value->flags |= VALUE_REQUIRES_GRAD | (value->producer ? VALUE_LEAF : 0);
}

bool tensor_is_leaf(const struct nn_recording *r, value_id id)
{
    return !is_computed(program_value(builder_program(r->builder), id));
}

const char *tensor_not_learned(value_id id)
{
    return id ? "a tensor that gradients go through can't be learned; nn_detach and "
                "nn_requires_grad_ make a leaf"
              : "the tensor is NULL";
}

const char *tensor_not_a_loss(struct nn_recording *r, value_id loss, value_id gradient)
{
    const struct program *program = builder_program(r->builder);
    const struct value *value = program_value(program, loss);
    struct tensor_type type = value_type(value);
    const struct sym *n = shape_count(r->syms, &type.shape);
    if (!(value->flags & VALUE_REQUIRES_GRAD))
        return "nothing that wants a gradient led to this tensor";
    if (!gradient && sym_is_const(n, NULL) && !sym_is(n, 1))
        return arena_printf(r->arena,
                            "a loss has one element, and this is %s: nn_sum or nn_mean makes one, "
                            "or .gradient gives each element its weight",
                            tensor_string(r->arena, &type));
    if (!gradient || program_value(program, gradient)->flags & VALUE_POISONED) return NULL;
    struct tensor_type given = value_type(program_value(program, gradient));
    bool same = given.shape.rank == type.shape.rank && given.dtype == type.dtype;
    for (int i = 0; same && i < type.shape.rank; i++)
        same = sym_is_const(given.shape.dim[i], NULL) && sym_is_const(type.shape.dim[i], NULL)
                   ? given.shape.dim[i] == type.shape.dim[i]
                   : true;
    if (same) return NULL;
    return arena_printf(r->arena, "the gradient is %s, and the tensor is %s: they must be alike",
                        tensor_string(r->arena, &given), tensor_string(r->arena, &type));
}

enum dtype tensor_result_type(struct nn_recording *r, value_id a, value_id b)
{
    const value_id ids[] = {a, b};
    struct operand operands[2] = {0};
    for (int i = 0; i < 2; i++) {
        const struct value *value = program_value(builder_program(r->builder), ids[i]);
        if (value->flags & VALUE_POISONED) return DTYPE_NONE;
        operands[i].type = value_type(value);
        operands[i].is_number = (value->flags & VALUE_NUMBER) != 0;
    }
    struct infer in = {.arena = r->arena, .syms = r->syms, .n_in = 2, .in = operands};
    return infer_promote(&in);
}
