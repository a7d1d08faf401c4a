#include "frontends/nn/runtime.h"
#include <string.h>

// From the fields of an argument struct to arguments.

// NN_NONE is torch's None; a zero that is meant has a value of its own, as a plain 0 is "not
// given".
static const struct sym *int_sym(struct runtime *rt, int64_t n)
{
    if (n == NN_NONE) return NULL;
    return sym_const(rt->recording->syms, n == NN_GIVEN_ZERO ? 0 : n);
}

// Ends at NN_END, or, without it, at the last entry that is not 0; then the list is `open`: zeros
// behind may be meant, and who knows how many values are wanted fills them up.
static void read_ints(struct runtime *rt, const int64_t *at, int capacity, struct nn_arg *arg)
{
    int n = 0, last = 0;
    while (n < capacity && at[n] != NN_END) {
        n++;
        if (at[n - 1]) last = n;
    }
    arg->open = n == capacity;
    arg->n = arg->open ? last : n;
    arg->given = arg->n || !arg->open;
    const struct sym **ints = arena_array(rt->recording->arena, const struct sym *, arg->n);
    for (int i = 0; i < arg->n; i++) ints[i] = int_sym(rt, at[i]);
    arg->ints = ints;
}

static void read_floats(struct runtime *rt, const double *at, int capacity, struct nn_arg *arg)
{
    for (int i = 0; i < capacity; i++) {
        if (at[i] != 0) arg->n = i + 1;
    }
    arg->given = arg->n > 0;
    arg->floats = arena_copy(rt->recording->arena, at, (size_t)arg->n * sizeof *at);
}

// From the array in the struct, or from the list (pointer and count) that stands in its place.
static void read_tensors(struct runtime *rt, const struct nn_field *field, const char *base,
                         struct nn_arg *arg)
{
    nn_tensor *const *at = (const void *)(base + field->offset);
    int64_t n = 0, behind;
    while (n < field->count && at[n]) n++;
    for (behind = n; behind < field->count && !at[behind]; behind++) {
    }
    if (behind < field->count) arg->nulls = (int)n + 1;
    if (field->list_offset) {
        nn_tensor *const *list;
        memcpy(&list, base + field->list_offset, sizeof list);
        if (list) {
            at = list;
            memcpy(&n, base + field->list_offset + sizeof list, sizeof n);
            if (!runtime_is_list(rt, "the call is given", n, list)) n = 0;
        }
    }
    value_id *values = arena_array(rt->recording->arena, value_id, n);
    for (int64_t i = 0; i < n; i++) {
        values[i] = runtime_value(rt, at[i]);
        if (!at[i] && !arg->nulls) arg->nulls = (int)i + 1;
    }
    arg->given = true;
    arg->n = (int)n;
    arg->tensors = values;
}

static void read_modules(struct runtime *rt, nn_module *const *at, int capacity, struct nn_arg *arg)
{
    if (capacity > 1) {
        at++;
        capacity--;
    }
    for (int i = 0; i < capacity; i++) {
        if (at[i]) arg->n = i + 1;
    }
    nn_module_id *ids = arena_array(rt->recording->arena, nn_module_id, arg->n);
    for (int i = 0; i < arg->n; i++) ids[i] = runtime_module_id(rt, at[i]);
    arg->given = true;
    arg->modules = ids;
}

static void read_int(struct runtime *rt, int64_t n, struct nn_arg *arg)
{
    arg->given = n != 0;
    arg->i = int_sym(rt, n);
}

static void read_float(double x, struct nn_arg *arg)
{
    arg->given = x != 0;
    arg->f = x == NN_GIVEN_ZERO_FLOAT ? 0 : x;
}

static void read_tensor(struct runtime *rt, const nn_tensor *t, struct nn_arg *arg)
{
    arg->given = t != NULL;
    arg->tensor = runtime_value(rt, t);
}

enum dtype runtime_dtype(enum nn_dtype dtype)
{
    return dtype > NN_DTYPE_DEFAULT && dtype <= NN_F64 ? (enum dtype)dtype : DTYPE_NONE;
}

_Static_assert((int)NN_BOOL == DTYPE_BOOL && (int)NN_F64 == DTYPE_F64 && (int)NN_I64 == DTYPE_I64 &&
                   (int)NN_F16 == DTYPE_F16,
               "enum nn_dtype follows dtype.def");

static void read_arg(struct runtime *rt, const struct nn_field *field, const char *base,
                     struct nn_arg *arg)
{
    const void *at = base + field->offset;
    switch (field->kind) {
    case NN_KIND_INT: read_int(rt, *(const int64_t *)at, arg); break;
    case NN_KIND_INTS: read_ints(rt, at, field->count, arg); break;
    case NN_KIND_FLOAT: read_float(*(const double *)at, arg); break;
    case NN_KIND_FLOATS: read_floats(rt, at, field->count, arg); break;
    case NN_KIND_FLAG:
        arg->given = *(const enum nn_flag *)at != NN_DEFAULT;
        arg->b = *(const enum nn_flag *)at == NN_ON;
        break;
    case NN_KIND_BOOL: arg->given = arg->b = *(const bool *)at; break;
    case NN_KIND_STRING:
        arg->given = *(const char *const *)at != NULL;
        if (arg->given) arg->s = arena_string(rt->recording->arena, *(const char *const *)at);
        break;
    case NN_KIND_DTYPE:
        arg->dtype = runtime_dtype(*(const enum nn_dtype *)at);
        arg->given = arg->dtype != DTYPE_NONE;
        break;
    case NN_KIND_TENSOR: read_tensor(rt, *(nn_tensor *const *)at, arg); break;
    case NN_KIND_TENSORS: read_tensors(rt, field, base, arg); break;
    case NN_KIND_MODULES: read_modules(rt, at, field->count, arg); break;
    }
}

const struct nn_arg *runtime_args(struct runtime *rt, const struct nn_field *fields,
                                  const void *base)
{
    int n = 0;
    while (fields[n].name) n++;
    struct nn_arg *args = arena_array(rt->recording->arena, struct nn_arg, n);
    for (int i = 0; i < n; i++) {
        read_arg(rt, &fields[i], base, &args[i]);
        if (nn_field_always_given(&fields[i])) args[i].given = true;
    }
    return args;
}
