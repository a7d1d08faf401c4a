// Rows of several tensors, and numbers of any dtype as doubles.

#include "ir/rows.h"

#include "ir/base/wide.h"
#include "ir/half.h"

#include <assert.h>
#include <string.h>

// ---- one row

#define LOAD(type, convert)                                                                        \
    do {                                                                                           \
        const type *from = (const type *)t->data + offset;                                         \
        for (int64_t i = 0; i < n; i++) row[i] = convert(from[i * step]);                          \
    } while (0)

#define STORE(type, convert)                                                                       \
    do {                                                                                           \
        type *to = (type *)t->data + offset;                                                       \
        for (int64_t i = 0; i < n; i++) to[i * step] = convert(row[i]);                            \
    } while (0)

// Most rows of f32 lie in one piece; the compiler makes a fast loop of it then.
static WIDE void load_floats(const float *from, int64_t n, double *row)
{
    for (int64_t i = 0; i < n; i++) row[i] = from[i];
}

void row_load(const struct tensor *t, int64_t offset, int64_t step, int64_t n, double *row)
{
    switch (t->dtype) {
    case DTYPE_F32:
        if (step == 1)
            load_floats((const float *)t->data + offset, n, row);
        else
            LOAD(float, (double));
        break;
    case DTYPE_F64: LOAD(double, ); break;
    case DTYPE_F16: LOAD(uint16_t, half_to_double); break;
    case DTYPE_BF16: LOAD(uint16_t, bfloat_to_double); break;
    case DTYPE_I64: LOAD(int64_t, (double)); break;
    case DTYPE_I32: LOAD(int32_t, (double)); break;
    case DTYPE_I16: LOAD(int16_t, (double)); break;
    case DTYPE_I8: LOAD(int8_t, (double)); break;
    case DTYPE_U8:
    case DTYPE_BOOL: LOAD(uint8_t, (double)); break;
    default: assert(!"a dtype without numbers");
    }
}

// As load_floats.
static WIDE void store_floats(const double *row, int64_t n, float *to)
{
    for (int64_t i = 0; i < n; i++) to[i] = (float)row[i];
}

// Toward zero and wrapped to the width, as PyTorch converts; what does not fit in 64 bits is 0.
static int64_t to_integer(double x)
{
    return x > -0x1p63 && x < 0x1p63 ? (int64_t)x : 0;
}

static uint8_t to_bool(double x)
{
    return x != 0.0;
}

void row_store(const struct tensor *t, int64_t offset, int64_t step, int64_t n, const double *row)
{
    switch (t->dtype) {
    case DTYPE_F32:
        if (step == 1)
            store_floats(row, n, (float *)t->data + offset);
        else
            STORE(float, (float));
        break;
    case DTYPE_F64: STORE(double, ); break;
    case DTYPE_F16: STORE(uint16_t, half_from_double); break;
    case DTYPE_BF16: STORE(uint16_t, bfloat_from_double); break;
    case DTYPE_I64: STORE(int64_t, to_integer); break;
    case DTYPE_I32: STORE(int32_t, (int32_t)to_integer); break;
    case DTYPE_I16: STORE(int16_t, (int16_t)to_integer); break;
    case DTYPE_I8: STORE(int8_t, (int8_t)to_integer); break;
    case DTYPE_U8: STORE(uint8_t, (uint8_t)to_integer); break;
    case DTYPE_BOOL: STORE(uint8_t, to_bool); break;
    default: assert(!"a dtype without numbers");
    }
}

// ---- several tensors

void rows_begin(struct rows *r, int rank, const int64_t *dim)
{
    memset(r, 0, sizeof *r);
    r->rank = rank;
    for (int axis = 0; axis < rank; axis++) r->dim[axis] = dim[axis];
}

int rows_add(struct rows *r, const struct tensor *t)
{
    assert(r->n < MAX_WALKED && !r->begun);
    int number = r->n++, missing = r->rank - t->rank;
    r->tensor[number] = t;
    for (int axis = 0; axis < t->rank; axis++) {
        bool broadcast = t->dim[axis] == 1 && r->dim[axis + missing] != 1;
        r->stride[number][axis + missing] = broadcast ? 0 : t->stride[axis];
    }
    return number;
}

// May the axis and the next one be walked as one, in all tensors?
static bool lies_behind(const struct rows *r, int axis)
{
    for (int i = 0; i < r->n; i++)
        if (r->stride[i][axis] != r->stride[i][axis + 1] * r->dim[axis + 1]) return false;
    return true;
}

static void drop_axis(struct rows *r, int axis)
{
    for (int k = axis; k + 1 < r->rank; k++) {
        r->dim[k] = r->dim[k + 1];
        for (int i = 0; i < r->n; i++) r->stride[i][k] = r->stride[i][k + 1];
    }
    r->rank--;
}

// The fewest axes that walk all tensors in the same order.
static void join_axes(struct rows *r)
{
    for (int axis = r->rank - 1; axis >= 0; axis--)
        if (r->dim[axis] == 1) drop_axis(r, axis);
    for (int axis = r->rank - 2; axis >= 0; axis--) {
        if (!lies_behind(r, axis)) continue;
        r->dim[axis + 1] *= r->dim[axis];
        drop_axis(r, axis);
    }
    if (r->rank == 0) r->dim[r->rank++] = 1;
}

// False: there is no element.
static bool begin(struct rows *r)
{
    r->begun = true;
    for (int axis = 0; axis < r->rank; axis++)
        if (r->dim[axis] == 0) return false;
    join_axes(r);
    for (int i = 0; i < r->n; i++) r->step[i] = r->stride[i][r->rank - 1];
    return true;
}

// To the first element behind the last row.
static bool advance(struct rows *r)
{
    int axis = r->rank - 1;
    int64_t moved = r->length;
    r->place += r->length;
    for (;;) {
        r->index[axis] += moved;
        for (int i = 0; i < r->n; i++) r->offset[i] += moved * r->stride[i][axis];
        if (r->index[axis] < r->dim[axis]) return true;
        for (int i = 0; i < r->n; i++) r->offset[i] -= r->index[axis] * r->stride[i][axis];
        r->index[axis] = 0;
        if (--axis < 0) return false;
        moved = 1;
    }
}

bool rows_next(struct rows *r)
{
    if (r->begun ? !advance(r) : !begin(r)) return false;
    int64_t left = r->dim[r->rank - 1] - r->index[r->rank - 1];
    r->length = left < ROW_ELEMENTS ? left : ROW_ELEMENTS;
    return true;
}

void rows_load(const struct rows *r, int i, double *row)
{
    row_load(r->tensor[i], r->offset[i], r->step[i], r->length, row);
}

void rows_store(const struct rows *r, int i, const double *row)
{
    row_store(r->tensor[i], r->offset[i], r->step[i], r->length, row);
}

// ---- integers as they are

static bool holds_integers(const struct tensor *t)
{
    return dtype_category(t->dtype) != CATEGORY_FLOATING;
}

void rows_load_integers(const struct rows *r, int k, int64_t *row)
{
    const struct tensor *t = r->tensor[k];
    int64_t offset = r->offset[k], step = r->step[k], n = r->length;
    switch (t->dtype) {
    case DTYPE_I64: LOAD(int64_t, ); break;
    case DTYPE_I32: LOAD(int32_t, ); break;
    case DTYPE_I16: LOAD(int16_t, ); break;
    case DTYPE_I8: LOAD(int8_t, ); break;
    case DTYPE_U8:
    case DTYPE_BOOL: LOAD(uint8_t, ); break;
    default: assert(!"a dtype of integers");
    }
}

static uint8_t bool_of(int64_t x)
{
    return x != 0;
}

void rows_store_integers(const struct rows *r, int k, const int64_t *row)
{
    const struct tensor *t = r->tensor[k];
    int64_t offset = r->offset[k], step = r->step[k], n = r->length;
    switch (t->dtype) {
    case DTYPE_I64: STORE(int64_t, ); break;
    case DTYPE_I32: STORE(int32_t, (int32_t)); break;
    case DTYPE_I16: STORE(int16_t, (int16_t)); break;
    case DTYPE_I8: STORE(int8_t, (int8_t)); break;
    case DTYPE_U8: STORE(uint8_t, (uint8_t)); break;
    case DTYPE_BOOL: STORE(uint8_t, bool_of); break;
    default: assert(!"a dtype of integers");
    }
}

// Of a range that overlaps itself nothing is asked.
static void copy_bytes(const struct rows *r, int from, int to)
{
    const struct tensor *a = r->tensor[from], *b = r->tensor[to];
    int64_t size = dtype_block_bytes(a->dtype);
    memmove(b->data + r->offset[to] * size, a->data + r->offset[from] * size,
            (size_t)(r->length * size));
}

void rows_copy(const struct rows *r, int from, int to)
{
    union {
        double floats[ROW_ELEMENTS];
        int64_t integers[ROW_ELEMENTS];
    } row;
    if (r->tensor[from]->dtype == r->tensor[to]->dtype && r->step[from] == 1 && r->step[to] == 1) {
        copy_bytes(r, from, to);
        return;
    }
    if (holds_integers(r->tensor[from]) && holds_integers(r->tensor[to])) {
        rows_load_integers(r, from, row.integers);
        rows_store_integers(r, to, row.integers);
    } else {
        rows_load(r, from, row.floats);
        rows_store(r, to, row.floats);
    }
}

void rows_add_to(const struct rows *r, int i, const double *row)
{
    double *sum = (double *)r->tensor[i]->data + r->offset[i];
    for (int64_t k = 0; k < r->length; k++) sum[k * r->step[i]] += row[k];
}
