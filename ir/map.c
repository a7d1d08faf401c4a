// Elementwise kernels: rows of broadcast operands through a function, and back.

#include "ir/map.h"

#include "ir/rows.h"

#include <assert.h>

#define MAX_INTEGERS 3 // operands that are mapped as integers

// ---- dtype and extents of the result

// Numbers of the source language count as PyTorch's default types: f32 and i64, or bool.
static enum dtype number_dtype(const struct tensor *t)
{
    if (dtype_category(t->dtype) == CATEGORY_FLOATING) return DTYPE_F32;
    return t->dtype == DTYPE_BOOL ? DTYPE_BOOL : DTYPE_I64;
}

static enum dtype join(enum dtype a, enum dtype b)
{
    return a == DTYPE_NONE ? b : b == DTYPE_NONE ? a : dtype_promote(a, b);
}

// `weak` only where its category is higher than that of `strong`.
static enum dtype raise_category(enum dtype strong, enum dtype weak)
{
    if (strong == DTYPE_NONE) return weak;
    if (weak == DTYPE_NONE || dtype_category(weak) <= dtype_category(strong)) return strong;
    return weak;
}

enum dtype kernel_promote(const struct kernel_call *call, int first, int n)
{
    enum dtype tensors = DTYPE_NONE, scalars = DTYPE_NONE, numbers = DTYPE_NONE;
    for (int i = first; i < first + n && i < call->n_in; i++) {
        const struct tensor *t = &call->in[i];
        if (!tensor_is_there(t)) continue;
        if (t->is_number)
            numbers = join(numbers, number_dtype(t));
        else if (t->rank == 0)
            scalars = join(scalars, t->dtype);
        else
            tensors = join(tensors, t->dtype);
    }
    return raise_category(raise_category(tensors, scalars), numbers);
}

static enum dtype result_dtype(const struct kernel_call *call, enum map_dtype rule)
{
    enum dtype promoted = kernel_promote(call, 0, call->n_in);
    if (rule == MAP_BOOL) return DTYPE_BOOL;
    return rule == MAP_FLOAT && !dtype_is_float(promoted) ? DTYPE_F32 : promoted;
}

static int broadcast(struct kernel_call *call, int64_t *dim)
{
    int rank = 0;
    for (int i = 0; i < call->n_in; i++)
        if (kernel_has(call, i) && call->in[i].rank > rank) rank = call->in[i].rank;
    for (int axis = 0; axis < rank; axis++) {
        dim[axis] = 1;
        for (int i = 0; i < call->n_in; i++) {
            int own = axis - (rank - call->in[i].rank);
            if (!kernel_has(call, i) || own < 0 || call->in[i].dim[own] == 1) continue;
            int64_t size = call->in[i].dim[own];
            if (dim[axis] != 1 && dim[axis] != size)
                kernel_fail(call, "sizes %lld and %lld cannot be broadcast", (long long)dim[axis],
                            (long long)size);
            dim[axis] = size;
        }
    }
    return rank;
}

// ---- forward

// Rows of the operands that are there, in order.
struct operand_rows {
    int number[MAX_OPERANDS]; // in the walk; -1: not there
    double row[MAX_OPERANDS][ROW_ELEMENTS];
};

static void add_operands(struct rows *rows, const struct kernel_call *call, struct operand_rows *o)
{
    assert(call->n_in <= MAX_OPERANDS);
    for (int i = 0; i < call->n_in; i++)
        o->number[i] = kernel_has(call, i) ? rows_add(rows, &call->in[i]) : -1;
}

static void load_operands(const struct rows *rows, struct operand_rows *o, struct map_row *m)
{
    for (int i = 0; i < m->call->n_in; i++) {
        m->in[i] = o->number[i] < 0 ? NULL : o->row[i];
        if (m->in[i]) rows_load(rows, o->number[i], o->row[i]);
    }
}

void map_into(struct kernel_call *call, map_function *map, const struct tensor *out)
{
    struct rows rows;
    struct operand_rows operands;
    double to[ROW_ELEMENTS];
    rows_begin(&rows, out->rank, out->dim);
    add_operands(&rows, call, &operands);
    int result = rows_add(&rows, out);
    while (rows_next(&rows)) {
        struct map_row m = {.call = call, .n = rows.length, .to = to};
        load_operands(&rows, &operands, &m);
        map(&m);
        rows_store(&rows, result, to);
    }
}

void map_forward_as(struct kernel_call *call, map_function *map, enum dtype dtype)
{
    int64_t dim[MAX_RANK];
    int rank = broadcast(call, dim);
    if (call->failure) return;
    map_into(call, map,
             kernel_bool(call, "inplace", false) ? kernel_result_like(call, 0, 0)
                                                 : kernel_result(call, 0, dtype, rank, dim));
}

void map_forward(struct kernel_call *call, map_function *map, enum map_dtype rule)
{
    map_forward_as(call, map, result_dtype(call, rule));
}

static bool holds_integers(const struct tensor *t)
{
    return dtype_category(t->dtype) != CATEGORY_FLOATING;
}

bool map_whole(struct kernel_call *call, map_whole_function *map, enum map_dtype rule)
{
    const struct tensor *x = &call->in[0];
    int64_t row[ROW_ELEMENTS], to[ROW_ELEMENTS];
    if (!holds_integers(x) || x->dtype == DTYPE_BOOL) return false;
    const struct tensor *out =
        kernel_bool(call, "inplace", false)
            ? kernel_result_like(call, 0, 0)
            : kernel_result(call, 0, result_dtype(call, rule), x->rank, x->dim);
    struct rows rows;
    rows_begin(&rows, out->rank, out->dim);
    rows_add(&rows, x);
    rows_add(&rows, out);
    while (rows_next(&rows)) {
        rows_load_integers(&rows, 0, row);
        map(rows.length, row, to);
        rows_store_integers(&rows, 1, to);
    }
    return true;
}

// What is done to a row of integers: one of both.
struct integer_map {
    map_integers_function *two;
    map_many_function *many;
};

static void run_integers(struct kernel_call *call, const struct integer_map *map,
                         const struct tensor *out)
{
    int64_t row[MAX_INTEGERS][ROW_ELEMENTS], to[ROW_ELEMENTS];
    const int64_t *in[MAX_INTEGERS] = {NULL};
    int number[MAX_INTEGERS];
    struct rows rows;
    rows_begin(&rows, out->rank, out->dim);
    for (int i = 0; i < call->n_in; i++)
        number[i] = kernel_has(call, i) ? rows_add(&rows, &call->in[i]) : -1;
    int result = rows_add(&rows, out);
    while (rows_next(&rows)) {
        for (int i = 0; i < call->n_in; i++) {
            if (number[i] < 0) continue;
            rows_load_integers(&rows, number[i], row[i]);
            in[i] = row[i];
        }
        if (map->two)
            map->two(rows.length, in[0], in[1], to);
        else
            map->many(rows.length, in, to);
        rows_store_integers(&rows, result, to);
    }
}

static bool map_whole_numbers(struct kernel_call *call, const struct integer_map *map,
                              enum dtype dtype)
{
    int64_t dim[MAX_RANK];
    if (call->n_in > MAX_INTEGERS || dtype_is_float(dtype)) return false;
    for (int i = 0; i < call->n_in; i++)
        if (kernel_has(call, i) && !holds_integers(&call->in[i])) return false;
    int rank = broadcast(call, dim);
    if (call->failure) return true;
    run_integers(call, map,
                 kernel_bool(call, "inplace", false) ? kernel_result_like(call, 0, 0)
                                                     : kernel_result(call, 0, dtype, rank, dim));
    return true;
}

bool map_integers(struct kernel_call *call, map_integers_function *map, enum map_dtype rule)
{
    return map_whole_numbers(call, &(struct integer_map){.two = map}, result_dtype(call, rule));
}

bool map_many_integers(struct kernel_call *call, map_many_function *map, enum dtype dtype)
{
    return map_whole_numbers(call, &(struct integer_map){.many = map}, dtype);
}

// ---- backward

// Where an operand was broadcast, its gradient is a sum over many elements, which is kept as f64
// until it is complete.
static struct tensor sums_of(struct kernel_call *call, const struct tensor *gradient)
{
    struct tensor sums = *gradient;
    sums.dtype = DTYPE_F64;
    sums.data = (char *)kernel_doubles(call, tensor_count(gradient));
    tensor_fill(&sums, 0.0);
    return sums;
}

static void slope_of(struct kernel_call *call, map_function *slope, int operand)
{
    const struct tensor *out = &call->out[0];
    struct tensor *gradient = kernel_gradient(call, operand);
    bool summed = tensor_count(gradient) != tensor_count(out);
    struct tensor sums = summed ? sums_of(call, gradient) : *gradient;
    struct rows rows;
    struct operand_rows operands;
    double result[ROW_ELEMENTS], incoming[ROW_ELEMENTS], to[ROW_ELEMENTS];
    rows_begin(&rows, out->rank, out->dim);
    add_operands(&rows, call, &operands);
    int out_number = rows_add(&rows, out), in_number = rows_add(&rows, &call->grad_out[0]);
    int to_number = rows_add(&rows, &sums);
    while (rows_next(&rows)) {
        struct map_row m = {.call = call,
                            .n = rows.length,
                            .out = result,
                            .gradient = incoming,
                            .operand = operand,
                            .to = to};
        load_operands(&rows, &operands, &m);
        rows_load(&rows, out_number, result);
        rows_load(&rows, in_number, incoming);
        slope(&m);
        if (summed)
            rows_add_to(&rows, to_number, to);
        else
            rows_store(&rows, to_number, to);
    }
    if (summed) tensor_copy(&sums, gradient);
}

void map_backward(struct kernel_call *call, map_function *slope)
{
    for (int i = 0; i < call->n_in; i++)
        if (kernel_wants(call, i)) slope_of(call, slope, i);
}
