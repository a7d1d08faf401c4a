// Sampling where a grid points to, along each axis by itself: which elements are near, what each
// weighs, and how its weight changes with the coordinate.

#include "ir/ops/kernels.h"

#include <math.h>
#include <string.h>

enum { INPUT, GRID };

#define MAX_NEAR 4
#define MAX_SPACE 3

enum sample_mode { SAMPLE_LINEAR, SAMPLE_NEAREST, SAMPLE_CUBIC };
enum sample_padding { PAD_ZEROS, PAD_BORDER, PAD_REFLECTION };

struct sampling {
    enum sample_mode mode;
    enum sample_padding padding;
    bool align_corners;
    int space; // axes
    int64_t batch, channels, size[MAX_SPACE], elements, places;
    const double *input, *grid;
};

// Along one axis; index -1: outside, where there are zeros.
struct near {
    int n;
    int64_t index[MAX_NEAR];
    double weight[MAX_NEAR], slope[MAX_NEAR];
};

static struct sampling read_call(struct kernel_call *call)
{
    const struct tensor *x = &call->in[INPUT];
    const char *mode = kernel_string(call, "mode", "bilinear");
    const char *padding = kernel_string(call, "padding_mode", "zeros");
    struct sampling s = {.align_corners = kernel_bool(call, "align_corners", false)};
    s.mode = !strcmp(mode, "nearest")   ? SAMPLE_NEAREST
             : !strcmp(mode, "bicubic") ? SAMPLE_CUBIC
                                        : SAMPLE_LINEAR;
    s.padding = !strcmp(padding, "border")       ? PAD_BORDER
                : !strcmp(padding, "reflection") ? PAD_REFLECTION
                                                 : PAD_ZEROS;
    s.space = x->rank - 2;
    s.batch = x->dim[0];
    s.channels = x->dim[1];
    s.elements = s.places = 1;
    for (int i = 0; i < s.space; i++) {
        s.size[i] = x->dim[i + 2];
        s.elements *= s.size[i];
        s.places *= call->in[GRID].dim[i + 1];
    }
    s.input = kernel_operand(call, INPUT);
    s.grid = kernel_operand(call, GRID);
    return s;
}

// ---- coordinates

// Between low and high (twice each, so that both are integers), as mirrors would show it.
static double reflect(double x, double twice_low, double twice_high, double *slope)
{
    double low = twice_low / 2.0, span = (twice_high - twice_low) / 2.0;
    if (span == 0.0) {
        *slope = 0.0;
        return 0.0;
    }
    double from = x - low;
    if (from < 0.0) *slope = -*slope;
    from = fabs(from);
    double rest = fmod(from, span);
    bool back = (int64_t)floor(from / span) % 2 != 0;
    if (back) *slope = -*slope;
    return back ? span - rest + low : rest + low;
}

static double clip(double x, int64_t size, double *slope)
{
    double last = (double)(size - 1);
    if (isnan(x)) return x;
    if (x > 0.0 && x < last) return x;
    *slope = 0.0;
    return x <= 0.0 ? 0.0 : last;
}

static double padded(const struct sampling *s, double x, int64_t size, double *slope)
{
    double n = (double)size;
    if (s->padding == PAD_REFLECTION)
        x = s->align_corners ? reflect(x, 0.0, 2.0 * (n - 1.0), slope)
                             : reflect(x, -1.0, 2.0 * n - 1.0, slope);
    return s->padding == PAD_ZEROS ? x : clip(x, size, slope);
}

static int64_t within(double x, int64_t size)
{
    return x >= 0.0 && x < (double)size ? (int64_t)x : -1;
}

// ---- what is near

// Keys' cubic with a = -0.75, for a distance of 0 to 2; and its derivative.
static double cubic(double d, double *slope)
{
    const double a = -0.75;
    if (d <= 1.0) {
        *slope = (3.0 * (a + 2.0) * d - 2.0 * (a + 3.0)) * d;
        return ((a + 2.0) * d - (a + 3.0)) * d * d + 1.0;
    }
    *slope = (3.0 * a * d - 10.0 * a) * d + 8.0 * a;
    return ((a * d - 5.0 * a) * d + 8.0 * a) * d - 4.0 * a;
}

static struct near cubic_near(const struct sampling *s, double x, int64_t size, double slope)
{
    struct near near = {.n = 4};
    double base = floor(x);
    for (int i = 0; i < 4; i++) {
        double at = base - 1.0 + i, unused = 1.0, of_distance;
        near.weight[i] = cubic(fabs(x - at), &of_distance);
        near.slope[i] = slope * (x < at ? -of_distance : of_distance);
        near.index[i] = within(padded(s, at, size, &unused), size);
    }
    return near;
}

static struct near near_of(const struct sampling *s, double coordinate, int64_t size)
{
    double n = (double)size, slope = s->align_corners ? (n - 1.0) / 2.0 : n / 2.0;
    double x = s->align_corners ? (coordinate + 1.0) / 2.0 * (n - 1.0)
                                : ((coordinate + 1.0) * n - 1.0) / 2.0;
    if (s->mode == SAMPLE_CUBIC) return cubic_near(s, x, size, slope);
    x = padded(s, x, size, &slope);
    if (s->mode == SAMPLE_NEAREST)
        return (struct near){.n = 1, .index = {within(nearbyint(x), size)}, .weight = {1.0}};
    double base = floor(x);
    return (struct near){.n = 2,
                         .index = {within(base, size), within(base + 1.0, size)},
                         .weight = {1.0 - (x - base), x - base},
                         .slope = {-slope, slope}};
}

// The last coordinate of a place is that of the first axis.
static void near_place(const struct sampling *s, int64_t place, struct near *near)
{
    const double *coordinates = s->grid + place * s->space;
    for (int axis = 0; axis < s->space; axis++)
        near[axis] = near_of(s, coordinates[s->space - 1 - axis], s->size[axis]);
}

// ---- mixing

// One of the elements near a place: where it is, its weight, and the weight's slopes.
struct mixed {
    int64_t at; // -1: outside
    double weight, slope[MAX_SPACE];
};

static int n_mixed(const struct sampling *s, const struct near *near)
{
    int n = 1;
    for (int axis = 0; axis < s->space; axis++) n *= near[axis].n;
    return n;
}

static struct mixed mixed_at(const struct sampling *s, const struct near *near, int number)
{
    struct mixed m = {.at = 0, .weight = 1.0, .slope = {1.0, 1.0, 1.0}};
    for (int axis = s->space - 1, rest = number; axis >= 0; axis--) {
        int i = rest % near[axis].n;
        rest /= near[axis].n;
        m.weight *= near[axis].weight[i];
        for (int k = 0; k < s->space; k++)
            m.slope[k] *= k == axis ? near[axis].slope[i] : near[axis].weight[i];
    }
    for (int axis = 0, before = n_mixed(s, near); axis < s->space; axis++) {
        before /= near[axis].n;
        int64_t index = near[axis].index[number / before % near[axis].n];
        m.at = m.at < 0 || index < 0 ? -1 : m.at * s->size[axis] + index;
    }
    return m;
}

void grid_sample_forward(struct kernel_call *call)
{
    struct sampling s = read_call(call);
    int64_t dim[MAX_RANK] = {s.batch, s.channels};
    struct near near[MAX_SPACE];
    for (int i = 0; i < s.space; i++) dim[i + 2] = call->in[GRID].dim[i + 1];
    struct tensor *y = kernel_result(call, 0, call->in[INPUT].dtype, s.space + 2, dim);
    for (int64_t place = 0; place < s.batch * s.places; place++) {
        near_place(&s, place, near);
        for (int64_t c = 0; c < s.channels; c++) {
            int64_t image = place / s.places * s.channels + c;
            double sum = 0.0;
            for (int i = 0; i < n_mixed(&s, near); i++) {
                struct mixed m = mixed_at(&s, near, i);
                if (m.at >= 0) sum += m.weight * s.input[image * s.elements + m.at];
            }
            tensor_set(y, image * s.places + place % s.places, sum);
        }
    }
}

void grid_sample_backward(struct kernel_call *call)
{
    struct sampling s = read_call(call);
    struct near near[MAX_SPACE];
    double *dx = kernel_zeros(call, tensor_count(&call->in[INPUT]));
    double *dg = kernel_zeros(call, tensor_count(&call->in[GRID]));
    for (int64_t place = 0; place < s.batch * s.places; place++) {
        near_place(&s, place, near);
        for (int64_t c = 0; c < s.channels; c++) {
            int64_t image = place / s.places * s.channels + c;
            double g = tensor_get(&call->grad_out[0], image * s.places + place % s.places);
            for (int i = 0; i < n_mixed(&s, near); i++) {
                struct mixed m = mixed_at(&s, near, i);
                if (m.at < 0) continue;
                dx[image * s.elements + m.at] += g * m.weight;
                for (int axis = 0; axis < s.space; axis++)
                    dg[place * s.space + s.space - 1 - axis] +=
                        g * m.slope[axis] * s.input[image * s.elements + m.at];
            }
        }
    }
    kernel_give_gradient(call, INPUT, dx);
    kernel_give_gradient(call, GRID, dg);
}

// ---- affine_grid

struct affine {
    int space;
    int64_t batch, places, size[MAX_SPACE];
    bool align_corners;
};

static struct affine read_affine(const struct kernel_call *call)
{
    int64_t size[MAX_SPACE + 2];
    int n = kernel_n_ints(call, "size");
    kernel_ints(call, "size", n, 0, size);
    struct affine a = {.space = n - 2, .batch = size[0], .places = 1};
    a.align_corners = kernel_bool(call, "align_corners", false);
    for (int i = 0; i < a.space; i++) {
        a.size[i] = size[i + 2];
        a.places *= a.size[i];
    }
    return a;
}

// The coordinates of a place, from -1 to 1, the last axis first, and a 1 behind them.
static void base_of(const struct affine *a, int64_t place, double *base)
{
    for (int axis = a->space - 1; axis >= 0; axis--) {
        double n = (double)a->size[axis];
        double x = n > 1.0 ? 2.0 * (double)(place % a->size[axis]) / (n - 1.0) - 1.0 : 0.0;
        base[a->space - 1 - axis] = a->align_corners ? x : x * (n - 1.0) / n;
        place /= a->size[axis];
    }
    base[a->space] = 1.0;
}

void affine_grid_forward(struct kernel_call *call)
{
    struct affine a = read_affine(call);
    const double *theta = kernel_operand(call, 0);
    int64_t dim[MAX_RANK] = {a.batch};
    double base[MAX_SPACE + 1];
    for (int i = 0; i < a.space; i++) dim[i + 1] = a.size[i];
    dim[a.space + 1] = a.space;
    struct tensor *y = kernel_result(call, 0, call->in[0].dtype, a.space + 2, dim);
    for (int64_t i = 0; i < tensor_count(y); i++) {
        const double *row =
            theta + (i / a.space / a.places * a.space + i % a.space) * (a.space + 1);
        double sum = 0.0;
        base_of(&a, i / a.space % a.places, base);
        for (int k = 0; k <= a.space; k++) sum += row[k] * base[k];
        tensor_set(y, i, sum);
    }
}

void affine_grid_backward(struct kernel_call *call)
{
    struct affine a = read_affine(call);
    double *to = kernel_zeros(call, tensor_count(&call->in[0])), base[MAX_SPACE + 1];
    for (int64_t i = 0; i < tensor_count(&call->grad_out[0]); i++) {
        double *row = to + (i / a.space / a.places * a.space + i % a.space) * (a.space + 1);
        base_of(&a, i / a.space % a.places, base);
        for (int k = 0; k <= a.space; k++) row[k] += tensor_get(&call->grad_out[0], i) * base[k];
    }
    kernel_give_gradient(call, 0, to);
}
