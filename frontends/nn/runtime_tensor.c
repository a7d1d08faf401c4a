#include "frontends/nn/runtime.h"
#include "frontends/nn/tensor.h"

#include <string.h>

// Tensors of nn_base.h: making them, reading their sizes.

static nn_tensor *make(const struct nn_tensor_args *a, enum tensor_origin origin)
{
    struct runtime *rt = runtime_current();
    runtime_at(rt, &a->nn_here);
    const struct nn_arg *args = runtime_args(rt, nn_tensor_fields, a);
    return runtime_tensor(rt, tensor_make(rt->recording, origin, args));
}

nn_tensor *nn_input_with(const struct nn_tensor_args *a)
{
    return make(a, TENSOR_INPUT);
}

nn_tensor *nn_zeros_with(const struct nn_tensor_args *a)
{
    return make(a, TENSOR_ZEROS);
}

nn_tensor *nn_ones_with(const struct nn_tensor_args *a)
{
    return make(a, TENSOR_ONES);
}

nn_tensor *nn_empty_with(const struct nn_tensor_args *a)
{
    return make(a, TENSOR_EMPTY);
}

nn_tensor *nn_rand_with(const struct nn_tensor_args *a)
{
    return make(a, TENSOR_RAND);
}

nn_tensor *nn_randn_with(const struct nn_tensor_args *a)
{
    return make(a, TENSOR_RANDN);
}

nn_tensor *nn_constant_with(const struct nn_constant_args *a)
{
    struct runtime *rt = runtime_current();
    runtime_at(rt, &a->nn_here);
    const struct nn_arg *args = runtime_args(rt, nn_constant_fields, a);
    return runtime_tensor(rt, tensor_make(rt->recording, TENSOR_CONSTANT, args));
}

// ---- numbers

nn_tensor *nn_number(double x)
{
    struct runtime *rt = runtime_current();
    struct attr attr = {.kind = ATTR_FLOAT, .f = x};
    return runtime_tensor(rt, build_number(rt->recording->builder, DTYPE_F64, &attr));
}

nn_tensor *nn_integer(int64_t n)
{
    struct runtime *rt = runtime_current();
    struct attr attr = {.kind = ATTR_INT, .i = sym_const(rt->recording->syms, n)};
    return runtime_tensor(rt, build_number(rt->recording->builder, DTYPE_I64, &attr));
}

nn_tensor *nn_boolean(bool b)
{
    struct runtime *rt = runtime_current();
    struct attr attr = {.kind = ATTR_BOOL, .b = b};
    return runtime_tensor(rt, build_number(rt->recording->builder, DTYPE_BOOL, &attr));
}

int64_t nn_at(int64_t n)
{
    return n ? n : NN_GIVEN_ZERO;
}

double nn_at_float(double x)
{
    return x != 0 ? x : NN_GIVEN_ZERO_FLOAT;
}

// ---- what is known of a tensor

static int64_t known(const struct sym *size)
{
    int64_t n;
    return size && sym_is_const(size, &n) ? n : -1;
}

// The tensor's own program: another thread has another one.
static const struct program *program_of(const nn_tensor *t)
{
    return builder_program(t->runtime->recording->builder);
}

static const struct value *value_of(const nn_tensor *t)
{
    return t && t->runtime ? program_value(program_of(t), t->value) : NULL;
}

int64_t nn_size(const nn_tensor *t, int64_t axis)
{
    if (!value_of(t)) return -1;
    return known(tensor_size(t->runtime->recording, t->value, axis));
}

int64_t nn_dim(const nn_tensor *t)
{
    const struct value *value = value_of(t);
    return value && !(value->flags & VALUE_POISONED) ? value->rank : -1;
}

int64_t nn_numel(const nn_tensor *t)
{
    return value_of(t) ? known(tensor_numel(t->runtime->recording, t->value)) : -1;
}

enum nn_dtype nn_dtype_of(const nn_tensor *t)
{
    const struct value *value = value_of(t);
    return value ? (enum nn_dtype)value->dtype : NN_DTYPE_DEFAULT;
}

enum nn_dtype nn_promote_types(enum nn_dtype a, enum nn_dtype b)
{
    return (enum nn_dtype)dtype_promote((enum dtype)a, (enum dtype)b);
}

enum nn_dtype nn_result_type(const nn_tensor *a, const nn_tensor *b)
{
    if (!value_of(a) || !value_of(b)) return NN_DTYPE_DEFAULT;
    return (enum nn_dtype)tensor_result_type(a->runtime->recording, a->value, b->value);
}

int64_t nn_nbytes(const nn_tensor *t)
{
    const struct value *value = value_of(t);
    if (!value || value->flags & VALUE_POISONED) return -1;
    return known(value_bytes(program_of(t), t->value));
}

// The call that went wrong first, behind which all that it gave is poisoned; 0: there is none.
static node_id poisoned_by(const struct program *program, const struct value *value)
{
    node_id id = value->producer;
    for (int i = 0; id && i < program_node(program, id)->n_in; i++) {
        const struct node *node = program_node(program, id);
        const struct value *operand = node->in[i] ? program_value(program, node->in[i]) : NULL;
        if (!operand || !(operand->flags & VALUE_POISONED)) continue;
        if (!operand->producer) return 0;
        id = operand->producer;
        i = -1;
    }
    return id;
}

// What was said of that call; a poisoned value names the code of it. NULL: its reason is all.
static const struct diag *finding_of(const struct program *program, const struct value *value)
{
    node_id id = poisoned_by(program, value);
    for (const struct diag *d = program->diags.first; d && id; d = d->next)
        if (d->step == (int)id && strstr(value->reason, diag_info(d->id)->code)) return d;
    return NULL;
}

static const char *with_place(struct arena *arena, const struct site *site, const char *message)
{
    if (!site) return message;
    return arena_printf(arena, "%s:%d: %s", site->file, site->line, message);
}

enum placed { PLACED, NOT_PLACED };

static const char *poison_message(const nn_tensor *t, const struct value *value, enum placed placed)
{
    struct arena *arena = t->runtime->arena;
    const struct diag *d = finding_of(program_of(t), value);
    const struct site *site = d ? d->site : value->site;
    const char *message =
        d ? arena_printf(arena, "%s [%s]", d->message, diag_info(d->id)->code) : value->reason;
    return placed == PLACED ? with_place(arena, site, message) : message;
}

static const char *error_of(const nn_tensor *t, enum placed placed)
{
    if (!t) return "the tensor is NULL";
    const struct value *value = value_of(t);
    if (!value) return runtime_ended;
    return value->flags & VALUE_POISONED ? poison_message(t, value, placed) : NULL;
}

const char *nn_error(const nn_tensor *t)
{
    return error_of(t, PLACED);
}

const char *runtime_error(const nn_tensor *t)
{
    return error_of(t, NOT_PLACED);
}
