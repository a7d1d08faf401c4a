// Deterministic numbers.

#include "analyzer/exec/data.h"

#include "ir/rows.h"

static uint32_t next(uint32_t *state)
{
    *state = 1664525u * *state + 1013904223u;
    return *state >> 8;
}

double data_next(struct data_random *random)
{
    return next(&random->state) * 0x1p-24;
}

void data_fill_floats(const struct tensor *t, uint32_t seed, double a, double b)
{
    struct rows rows;
    double row[ROW_ELEMENTS];
    rows_begin(&rows, t->rank, t->dim);
    rows_add(&rows, t);
    while (rows_next(&rows)) {
        for (int64_t i = 0; i < rows.length; i++)
            row[i] = (float)((next(&seed) * 0x1p-23 - 1.0) * a + b);
        rows_store(&rows, 0, row);
    }
}

void data_fill_indices(const struct tensor *t, uint32_t seed, int64_t below)
{
    struct rows rows;
    double row[ROW_ELEMENTS];
    rows_begin(&rows, t->rank, t->dim);
    rows_add(&rows, t);
    while (rows_next(&rows)) {
        for (int64_t i = 0; i < rows.length; i++)
            row[i] = below > 0 ? (double)(next(&seed) % (uint32_t)below) : 0.0;
        rows_store(&rows, 0, row);
    }
}
