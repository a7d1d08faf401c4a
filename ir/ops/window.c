// Windows along 1 to 3 axes: reading kernel_size, stride, padding and dilation, and the arithmetic
// of how often a window fits. An extent is dilation (kernel - 1) + 1; a count is (size + 2 padding
// - extent) / stride + 1, rounded down.

#include "ir/base/text.h"
#include "ir/ops/window.h"

#include <string.h>

const struct attr_least window_least[] = {{"kernel_size", 1}, {"stride", 1}, {"padding", 0},
                                          {"dilation", 1},    {"groups", 1}, {"output_padding", 0},
                                          {NULL, 0}};

// One value for all axes or one for each; any other number is refused, as torch's own lists are.
bool window_list(struct infer *in, const char *attr, int n, int64_t otherwise,
                 const struct sym **out)
{
    int given = op_attr_index(in->op, attr) < 0 ? 0 : infer_n_ints(in, attr);
    if (given == 0) {
        for (int i = 0; i < n; i++) out[i] = sym_const(in->syms, otherwise);
        return true;
    }
    if (given != 1 && given != n) {
        return refuse(in, DIAG_LIST_LENGTH, "%s of %s has %s; give one, or %d", attr, in->op->name,
                      text_count(in->arena, given, "value", "values"), n);
    }
    infer_ints(in, attr, n, otherwise, out);
    return true;
}

// A number is refused at once, a symbol becomes a condition.
bool window_at_least(struct infer *in, const char *what, int n, const struct sym *const *values,
                     int64_t minimum)
{
    for (int i = 0; i < n; i++) {
        int64_t value;
        if (!sym_is_const(values[i], &value)) {
            require_at_least(in, DIAG_OPTION_RANGE, infer_term(values[i], what), minimum, NULL);
        } else if (value < minimum) {
            return refuse(in, DIAG_OPTION_RANGE, "%s of %s is %lld; it must be at least %lld%s",
                          what, in->op->name, (long long)value, (long long)minimum,
                          infer_short_list(in, what, n, values, i));
        }
    }
    return true;
}

bool window_options(struct infer *in, struct windows *w)
{
    return window_list(in, "stride", w->n, 1, w->stride) &&
           window_list(in, "padding", w->n, 0, w->padding) &&
           window_list(in, "dilation", w->n, 1, w->dilation) &&
           window_at_least(in, "kernel_size", w->n, w->kernel, 1) &&
           window_at_least(in, "stride", w->n, w->stride, 1) &&
           window_at_least(in, "padding", w->n, w->padding, 0) &&
           window_at_least(in, "dilation", w->n, w->dilation, 1);
}

const char *window_axis_name(int n, int axis)
{
    static const char *const names[MAX_SPATIAL] = {"depth", "height", "width"};
    return n == 1 ? "length" : names[MAX_SPATIAL - n + axis];
}

const struct sym *window_extent(const struct infer *in, const struct windows *w, int axis)
{
    const struct sym *steps = sym_add_const(in->syms, w->kernel[axis], -1);
    return sym_add_const(in->syms, sym_mul(in->syms, w->dilation[axis], steps), 1);
}

const struct sym *window_padded(const struct infer *in, const struct windows *w, int axis,
                                const struct sym *size)
{
    return sym_add(in->syms, size, sym_mul_const(in->syms, w->padding[axis], 2));
}

// The condition is about the padded size, and says so where there is padding.
void window_fits(struct infer *in, const struct windows *w, int axis, const struct sym *needed,
                 const char *what)
{
    const char *name = window_axis_name(w->n, axis);
    struct term size = infer_dim(in, 0, axis - w->n);
    bool padded = !sym_is(w->padding[axis], 0);
    size.size = window_padded(in, w, axis, size.size);
    if (padded) size.what = arena_printf(in->arena, "padded %s", name);
    require_at_most(
        in, DIAG_WINDOW_FITS,
        infer_term(needed, arena_printf(in->arena, "%s of the kernel's %s", what, name)), size,
        "use a smaller kernel, a larger input or more padding");
}

const struct sym *window_count(const struct infer *in, const struct windows *w, int axis,
                               const struct sym *size)
{
    const struct sym *room =
        sym_sub(in->syms, window_padded(in, w, axis, size), window_extent(in, w, axis));
    return sym_add_const(in->syms, sym_floordiv(in->syms, room, w->stride[axis]), 1);
}

const struct sym *window_volume(const struct infer *in, const struct windows *w)
{
    const struct sym *volume = sym_const(in->syms, 1);
    for (int i = 0; i < w->n; i++) volume = sym_mul(in->syms, volume, w->kernel[i]);
    return volume;
}
