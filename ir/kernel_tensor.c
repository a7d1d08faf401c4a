// Tensors with their numbers: extents, single elements, and all elements at once.

#include "ir/kernel.h"
#include "ir/rows.h"

#include <math.h>
#include <string.h>

bool tensor_is_there(const struct tensor *t)
{
    return t->dtype != DTYPE_NONE;
}

int64_t tensor_count(const struct tensor *t)
{
    int64_t count = 1;
    for (int axis = 0; axis < t->rank; axis++) count *= t->dim[axis];
    return count;
}

// A block format fills its last block.
int64_t tensor_owned_bytes(const struct tensor *t)
{
    int64_t count = tensor_count(t), block = dtype_block_elements(t->dtype);
    return (count + block - 1) / block * dtype_block_bytes(t->dtype);
}

// An axis of size 0 counts as 1, so that strides stay those of PyTorch.
void tensor_set_contiguous(struct tensor *t)
{
    int64_t stride = 1;
    for (int axis = t->rank - 1; axis >= 0; axis--) {
        t->stride[axis] = stride;
        stride *= t->dim[axis] > 0 ? t->dim[axis] : 1;
    }
}

// Along an axis of size 1 nobody steps, so its stride does not matter.
bool tensor_is_contiguous(const struct tensor *t)
{
    int64_t stride = 1;
    for (int axis = t->rank - 1; axis >= 0; axis--) {
        if (t->dim[axis] != 1 && t->stride[axis] != stride) return false;
        stride *= t->dim[axis];
    }
    return true;
}

int64_t tensor_index(const struct tensor *t, const int64_t *place)
{
    int64_t index = 0;
    for (int axis = 0; axis < t->rank; axis++) index = index * t->dim[axis] + place[axis];
    return index;
}

void tensor_place(const struct tensor *t, int64_t index, int64_t *place)
{
    for (int axis = t->rank - 1; axis >= 0; axis--) {
        place[axis] = index % t->dim[axis];
        index /= t->dim[axis];
    }
}

// In elements, from the first one.
static int64_t offset_of(const struct tensor *t, int64_t index)
{
    int64_t offset = 0;
    for (int axis = t->rank - 1; axis >= 0; axis--) {
        offset += index % t->dim[axis] * t->stride[axis];
        index /= t->dim[axis];
    }
    return offset;
}

double tensor_get(const struct tensor *t, int64_t index)
{
    double value;
    row_load(t, offset_of(t, index), 1, 1, &value);
    return value;
}

void tensor_set(const struct tensor *t, int64_t index, double value)
{
    row_store(t, offset_of(t, index), 1, 1, &value);
}

void tensor_fill(const struct tensor *t, double value)
{
    double row[ROW_ELEMENTS];
    struct rows rows;
    if (value == 0.0 && !signbit(value) && tensor_is_contiguous(t)) {
        memset(t->data, 0, (size_t)tensor_owned_bytes(t));
        return;
    }
    for (int i = 0; i < ROW_ELEMENTS; i++) row[i] = value;
    rows_begin(&rows, t->rank, t->dim);
    rows_add(&rows, t);
    while (rows_next(&rows)) rows_store(&rows, 0, row);
}

void tensor_copy(const struct tensor *from, const struct tensor *to)
{
    struct rows rows;
    rows_begin(&rows, to->rank, to->dim);
    rows_add(&rows, from);
    rows_add(&rows, to);
    while (rows_next(&rows)) rows_copy(&rows, 0, 1);
}

void tensor_set_integer(const struct tensor *t, int64_t index, int64_t value)
{
    struct tensor one = {.dtype = DTYPE_I64, .data = (char *)&value}, place = *t;
    int64_t offset = offset_of(t, index);
    place.rank = 0;
    place.data += offset * dtype_block_bytes(t->dtype);
    tensor_copy(&one, &place);
}

int64_t tensor_get_integer(const struct tensor *t, int64_t index)
{
    int64_t value = 0;
    struct tensor one = {.dtype = DTYPE_I64, .data = (char *)&value}, place = *t;
    place.rank = 0;
    place.data += offset_of(t, index) * dtype_block_bytes(t->dtype);
    tensor_copy(&place, &one);
    return value;
}

static bool holds_integers(const struct tensor *t)
{
    return dtype_category(t->dtype) != CATEGORY_FLOATING;
}

static void add_integers(struct rows *rows)
{
    int64_t row[ROW_ELEMENTS], sum[ROW_ELEMENTS];
    rows_load_integers(rows, 0, row);
    rows_load_integers(rows, 1, sum);
    for (int64_t i = 0; i < rows->length; i++)
        sum[i] = (int64_t)((uint64_t)sum[i] + (uint64_t)row[i]);
    rows_store_integers(rows, 1, sum);
}

static void add_floats(struct rows *rows)
{
    double row[ROW_ELEMENTS], sum[ROW_ELEMENTS];
    rows_load(rows, 0, row);
    rows_load(rows, 1, sum);
    for (int64_t i = 0; i < rows->length; i++) sum[i] += row[i];
    rows_store(rows, 1, sum);
}

// Of integers modulo 2^64.
void tensor_add(const struct tensor *from, const struct tensor *to)
{
    bool exact = holds_integers(from) && holds_integers(to);
    struct rows rows;
    rows_begin(&rows, to->rank, to->dim);
    rows_add(&rows, from);
    rows_add(&rows, to);
    while (rows_next(&rows)) (exact ? add_integers : add_floats)(&rows);
}

static void scale_integers(const struct tensor *t, int64_t factor)
{
    int64_t row[ROW_ELEMENTS];
    struct rows rows;
    rows_begin(&rows, t->rank, t->dim);
    rows_add(&rows, t);
    while (rows_next(&rows)) {
        rows_load_integers(&rows, 0, row);
        for (int64_t i = 0; i < rows.length; i++)
            row[i] = (int64_t)((uint64_t)row[i] * (uint64_t)factor);
        rows_store_integers(&rows, 0, row);
    }
}

// Integers are scaled by the integer that the factor is.
void tensor_scale(const struct tensor *t, double factor)
{
    struct rows rows;
    double row[ROW_ELEMENTS];
    if (holds_integers(t) && factor == trunc(factor) && fabs(factor) < 0x1p63) {
        scale_integers(t, (int64_t)factor);
        return;
    }
    rows_begin(&rows, t->rank, t->dim);
    rows_add(&rows, t);
    while (rows_next(&rows)) {
        rows_load(&rows, 0, row);
        for (int64_t i = 0; i < rows.length; i++) row[i] *= factor;
        rows_store(&rows, 0, row);
    }
}
