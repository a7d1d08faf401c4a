// interpolate: each result element is a sum over neighbours, and the weights of the spatial axes
// multiply. So one list of neighbours and weights is made for each place of each axis.

#include "ir/ops/kernels.h"
#include "ir/rows.h"

#include <math.h>
#include <string.h>

#define AXES 3
#define MAX_TAPS 4 // of all modes but area

// What a place of the result is made of along one axis.
struct taps {
    int64_t n;
    const int64_t *index;
    const double *weight;
};

struct resize {
    int n; // spatial axes
    int64_t n_images, in[AXES], out[AXES];
    struct taps *axis[AXES];
};

// The convolution kernel of Keys (1981) with a = -0.75, as most image libraries have it, and with
// -0.5 where PyTorch smooths as the library PIL does.
#define CUBIC_A (-0.75)
#define SMOOTH_CUBIC_A (-0.5)

static double cubic(double x, double a)
{
    x = fabs(x);
    if (x <= 1.0) return ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0;
    return x < 2.0 ? ((a * x - 5.0 * a) * x + 8.0 * a) * x - 4.0 * a : 0.0;
}

static int64_t clamp(int64_t at, int64_t size)
{
    return at < 0 ? 0 : at >= size ? size - 1 : at;
}

// The factor that was given for an axis; 0: none, or it is not to be used.
static double given_factor(const struct kernel_call *call, int i)
{
    static const char *const names[] = {"scale_factor_0", "scale_factor_1", "scale_factor_2"};
    return kernel_float(call, names[i], kernel_float(call, "scale_factor", 0.0));
}

// Steps in the input for one step in the result.
static double step_of(const struct kernel_call *call, int i, int64_t in, int64_t out)
{
    double factor = given_factor(call, i);
    if (kernel_bool(call, "align_corners", false))
        return out > 1 ? (double)(in - 1) / (double)(out - 1) : 0.0;
    bool used = factor > 0.0 && !kernel_bool(call, "recompute_scale_factor", false);
    return used ? 1.0 / factor : (double)in / (double)out;
}

static void set_taps(struct kernel_call *call, struct taps *t, int64_t n, const int64_t *index,
                     const double *weight)
{
    t->n = n;
    t->index = arena_copy(call->arena, index, (size_t)n * sizeof *index);
    t->weight = arena_copy(call->arena, weight, (size_t)n * sizeof *weight);
}

// The windows of adaptive average pools, each element with the same weight.
static void area_taps(struct kernel_call *call, struct taps *t, int64_t in, int64_t out, int64_t k)
{
    int64_t first = k * in / out, end = ((k + 1) * in + out - 1) / out, n = end - first;
    int64_t *index = arena_array(call->arena, int64_t, n);
    double *weight = arena_array(call->arena, double, n);
    for (int64_t i = 0; i < n; i++) {
        index[i] = first + i;
        weight[i] = 1.0 / (double)n;
    }
    *t = (struct taps){n, index, weight};
}

// The filter that smooths: as wide as one step in the input, where that is more than one element,
// and cut off at the border, with weights that sum up to 1 again.
static void smooth_taps(struct kernel_call *call, struct taps *t, const char *mode, double step,
                        int64_t in, int64_t k)
{
    bool cubic_filter = !strcmp(mode, "bicubic");
    double stretch = step > 1.0 ? step : 1.0, reach = (cubic_filter ? 2.0 : 1.0) * stretch;
    double center = step * ((double)k + 0.5), sum = 0.0;
    int64_t first = clamp((int64_t)(center - reach + 0.5), in + 1);
    int64_t end = clamp((int64_t)(center + reach + 0.5), in + 1);
    int64_t *index = arena_array(call->arena, int64_t, end - first + 1);
    double *weight = arena_array(call->arena, double, end - first + 1);
    for (int64_t i = 0; i < end - first; i++) {
        double x = fabs(((double)(first + i) - center + 0.5) / stretch);
        index[i] = first + i;
        weight[i] = cubic_filter ? cubic(x, SMOOTH_CUBIC_A) : x < 1.0 ? 1.0 - x : 0.0;
        sum += weight[i];
    }
    for (int64_t i = 0; i < end - first && sum != 0.0; i++) weight[i] /= sum;
    *t = (struct taps){end - first, index, weight};
}

static void make_taps(struct kernel_call *call, struct taps *t, const char *mode, double step,
                      int64_t in, int64_t k)
{
    int64_t index[MAX_TAPS];
    double weight[MAX_TAPS], at = step * ((double)k + 0.5) - 0.5;
    bool corners = kernel_bool(call, "align_corners", false);
    if (!strncmp(mode, "nearest", 7)) {
        double exact = !strcmp(mode, "nearest-exact") ? 0.5 : 0.0;
        index[0] = clamp((int64_t)floor(((double)k + exact) * step), in);
        weight[0] = 1.0;
        set_taps(call, t, 1, index, weight);
        return;
    }
    if (corners) at = step * (double)k;
    bool bicubic = !strcmp(mode, "bicubic");
    if (!bicubic) at = fmax(at, 0.0);
    int64_t base = (int64_t)floor(at);
    double rest = at - (double)base;
    int n = bicubic ? 4 : 2, before = bicubic ? 1 : 0;
    for (int i = 0; i < n; i++) {
        index[i] = clamp(base + i - before, in);
        weight[i] = bicubic ? cubic(rest - (double)(i - before), CUBIC_A) : i ? rest : 1.0 - rest;
    }
    set_taps(call, t, n, index, weight);
}

static void place_taps(struct kernel_call *call, const struct resize *r, int axis, int64_t k)
{
    const char *mode = kernel_string(call, "mode", "nearest");
    int i = axis - (AXES - r->n);
    struct taps *t = &r->axis[axis][k];
    int64_t in = r->in[axis], out = r->out[axis];
    if (i < 0 || !strcmp(mode, "area"))
        area_taps(call, t, in, out, k);
    else if (kernel_bool(call, "antialias", false))
        smooth_taps(call, t, mode, step_of(call, i, in, out), in, k);
    else
        make_taps(call, t, mode, step_of(call, i, in, out), in, k);
}

static struct resize read_resize(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    int64_t size[AXES];
    struct resize r = {.n = x->rank - 2, .n_images = x->dim[0] * x->dim[1]};
    bool given = kernel_n_ints(call, "size") > 0;
    kernel_ints(call, "size", r.n, 1, size);
    for (int axis = 0; axis < AXES; axis++) {
        int i = axis - (AXES - r.n);
        r.in[axis] = i < 0 ? 1 : x->dim[2 + i];
        r.out[axis] = i < 0   ? 1
                      : given ? size[i]
                              : (int64_t)((double)x->dim[2 + i] * given_factor(call, i));
        r.axis[axis] = arena_array(call->arena, struct taps, r.out[axis] ? r.out[axis] : 1);
        for (int64_t k = 0; k < r.out[axis]; k++) place_taps(call, &r, axis, k);
    }
    return r;
}

// Calls for every neighbour of every place of image `i`.
typedef void tap_function(double *result, double *input, double weight);

static void walk(const struct resize *r, double *result, double *input, tap_function *tap)
{
    for (int64_t d = 0, at = 0; d < r->out[0]; d++)
        for (int64_t h = 0; h < r->out[1]; h++)
            for (int64_t w = 0; w < r->out[2]; w++, at++) {
                const struct taps *td = &r->axis[0][d], *th = &r->axis[1][h], *tw = &r->axis[2][w];
                for (int64_t i = 0; i < td->n * th->n * tw->n; i++) {
                    int64_t a = i / (th->n * tw->n), b = i / tw->n % th->n, c = i % tw->n;
                    int64_t from =
                        (td->index[a] * r->in[1] + th->index[b]) * r->in[2] + tw->index[c];
                    tap(&result[at], &input[from], td->weight[a] * th->weight[b] * tw->weight[c]);
                }
            }
}

static void take_tap(double *result, double *input, double weight)
{
    *result += weight * *input;
}

static void give_tap(double *result, double *input, double weight)
{
    *input += weight * *result;
}

static int64_t image_size(const int64_t *size)
{
    return size[0] * size[1] * size[2];
}

void interpolate_forward(struct kernel_call *call)
{
    struct resize r = read_resize(call);
    const struct tensor *x = &call->in[0];
    int64_t dim[MAX_RANK] = {x->dim[0], x->dim[1]};
    for (int i = 0; i < r.n; i++) dim[2 + i] = r.out[AXES - r.n + i];
    struct tensor *y = kernel_result(call, 0, x->dtype, x->rank, dim);
    int64_t n_in = image_size(r.in), n_out = image_size(r.out);
    double *input = (double *)kernel_numbers(call, x, DTYPE_F64);
    double *result = kernel_doubles(call, n_out);
    for (int64_t i = 0; i < r.n_images; i++) {
        memset(result, 0, (size_t)n_out * sizeof *result);
        walk(&r, result, input + i * n_in, take_tap);
        row_store(y, i * n_out, 1, n_out, result);
    }
}

void interpolate_backward(struct kernel_call *call)
{
    if (!kernel_wants(call, 0)) return;
    struct resize r = read_resize(call);
    struct tensor *dx = kernel_gradient(call, 0);
    int64_t n_in = image_size(r.in), n_out = image_size(r.out);
    double *g = (double *)kernel_numbers(call, &call->grad_out[0], DTYPE_F64);
    double *sums = kernel_doubles(call, n_in);
    for (int64_t i = 0; i < r.n_images; i++) {
        memset(sums, 0, (size_t)n_in * sizeof *sums);
        walk(&r, g + i * n_out, sums, give_tap);
        row_store(dx, i * n_in, 1, n_in, sums);
    }
}
