// Axis numbers are structure, not data: an op whose axis is not known has no
// rank, so a symbolic one is refused rather than carried along.

#include "ir/ops/axes.h"

const struct attr *attr_read(const struct infer *in, const char *name)
{
    int index = op_attr_index(in->op, name);
    if (index < 0 || !in->attrs || in->attrs[index].kind == ATTR_NONE) return NULL;
    return &in->attrs[index];
}

// One number where a list may stand counts as a list of one: dim=1 and dim=[1].
const struct sym *const *ints_read(const struct infer *in, const char *name, int *n)
{
    const struct attr *attr = attr_read(in, name);
    *n = 0;
    if (!attr) return NULL;
    if (attr->kind == ATTR_INT) {
        *n = 1;
        return &attr->i;
    }
    *n = attr->n;
    return attr->ints;
}

// Refused in the order in which PyTorch looks: known, in range, not repeated.
static bool read_one(struct infer *in, const char *name, const struct sym *given, int rank,
                     struct axes *axes)
{
    int64_t value;
    if (!sym_is_const(given, &value)) {
        in->fix = "bind the symbols with --set";
        return refuse(in, DIAG_CONSTANT_NEEDED, "an axis in `%s` is not a known number", name);
    }
    int axis = require_axis(in, value, rank);
    if (axis < 0) return false;
    if (axes->has[axis])
        return refuse(in, DIAG_AXIS_REPEATED, "axis %d appears more than once in `%s`", axis, name);
    axes->has[axis] = true;
    axes->at[axes->n++] = axis;
    return true;
}

bool axes_read(struct infer *in, const char *name, int rank, struct axes *axes)
{
    int n;
    const struct sym *const *given = ints_read(in, name, &n);
    *axes = (struct axes){0};
    for (int i = 0; i < n; i++)
        if (!read_one(in, name, given[i], rank, axes)) return false;
    return true;
}

int axis_read(struct infer *in, const char *name, int otherwise, int rank)
{
    int64_t axis = infer_const(in, name, otherwise);
    return refused(in) ? -1 : require_axis(in, axis, rank);
}

// PyTorch's "Dimension specified as 0 but tensor has no dimensions".
int axis_read_real(struct infer *in, const char *name, int otherwise, int rank)
{
    if (rank == 0) {
        refuse(in, DIAG_NO_AXES, "an axis is needed, but the tensor has none (it is one number)");
        return -1;
    }
    return axis_read(in, name, otherwise, rank);
}
