// Pools. Every pool gives each place of its result a range of elements along each
// spatial axis; what differs is how the ranges are chosen, and what is made of the
// elements in them. Images (one channel of one element of the batch) are pooled one
// by one, as f64.

#include "ir/ops/kernels.h"
#include "ir/rows.h"

#include <math.h>
#include <string.h>

#define AXES 3 // fewer are counted from the last; the others have size 1

// Elements first, first + step, ... before end, along one axis, all inside of the input.
struct range {
    int64_t first, end, step;
    int64_t padded; // elements from the window's begin to its end, with padding
};

struct pool {
    int n; // spatial axes
    int64_t n_images, in[AXES], out[AXES];
    int64_t n_in, n_out; // elements of an image
    struct range *ranges[AXES];
};

// ---- extents and ranges

static void read_input(const struct kernel_call *call, int n, struct pool *p)
{
    const struct tensor *x = &call->in[0];
    *p = (struct pool){.n = n, .n_images = 1};
    for (int i = 0; i < x->rank - n; i++) p->n_images *= x->dim[i];
    for (int i = 0; i < AXES; i++) p->in[i] = i < AXES - n ? 1 : x->dim[x->rank - AXES + i];
}

// Once the extents are known: a range for each place of each axis.
static void make_room(struct kernel_call *call, struct pool *p)
{
    p->n_in = p->n_out = 1;
    for (int i = 0; i < AXES; i++) {
        p->n_in *= p->in[i];
        p->n_out *= p->out[i];
        p->ranges[i] = arena_array(call->arena, struct range, p->out[i] ? p->out[i] : 1);
        if (i < AXES - p->n) p->ranges[i][0] = (struct range){0, 1, 1, 1};
    }
}

// The options of a window along one axis.
struct window_option {
    int64_t kernel, stride, padding, dilation;
    bool ceil_mode; // a last window may hang over the end
};

static struct window_option read_option(const struct kernel_call *call, int n, int axis)
{
    int64_t kernel[AXES], stride[AXES], padding[AXES], dilation[AXES];
    kernel_ints(call, "kernel_size", n, 1, kernel);
    kernel_ints(call, "stride", n, 0, stride);
    kernel_ints(call, "padding", n, 0, padding);
    kernel_ints(call, "dilation", n, 1, dilation);
    struct window_option o = {kernel[axis], stride[axis], padding[axis], dilation[axis],
                              kernel_bool(call, "ceil_mode", false)};
    if (!o.stride) o.stride = o.kernel;
    return o;
}

// One that hangs over the end does not start beyond input and left padding.
static int64_t count_windows(const struct window_option *o, int64_t size)
{
    int64_t room = size + 2 * o->padding - o->dilation * (o->kernel - 1) - 1;
    if (!o->ceil_mode) return room < 0 ? 0 : room / o->stride + 1;
    int64_t count = (room + o->stride - 1) / o->stride + 1;
    if ((count - 1) * o->stride >= size + o->padding) count--;
    return count;
}

// A window's padding ends where the input's does: a last one that ceil_mode lets hang over has
// fewer elements.
static struct range window_at(const struct window_option *o, int64_t size, int64_t place)
{
    int64_t begin = place * o->stride - o->padding, end = begin + o->dilation * (o->kernel - 1) + 1;
    int64_t padded_end = end < size + o->padding ? end : size + o->padding;
    struct range r = {
        .first = begin, .end = end, .step = o->dilation, .padded = padded_end - begin};
    if (r.first < 0) r.first += (-r.first + o->dilation - 1) / o->dilation * o->dilation;
    if (r.end > size) r.end = size;
    return r;
}

static void read_windows(struct kernel_call *call, int n, struct pool *p)
{
    read_input(call, n, p);
    for (int i = 0; i < AXES; i++) p->out[i] = 1;
    for (int i = 0; i < n; i++) {
        struct window_option o = read_option(call, n, i);
        p->out[AXES - n + i] = count_windows(&o, p->in[AXES - n + i]);
    }
    make_room(call, p);
    for (int i = 0; i < n; i++) {
        struct window_option o = read_option(call, n, i);
        int axis = AXES - n + i;
        for (int64_t k = 0; k < p->out[axis]; k++)
            p->ranges[axis][k] = window_at(&o, p->in[axis], k);
    }
}

// Window k of n over an axis of size s covers floor(k s / n) to ceil((k + 1) s / n).
static void read_adaptive(struct kernel_call *call, int n, struct pool *p)
{
    int64_t size[AXES];
    read_input(call, n, p);
    kernel_ints(call, "output_size", n, 1, size);
    for (int i = 0; i < AXES; i++) p->out[i] = i < AXES - n ? 1 : size[i - (AXES - n)];
    make_room(call, p);
    for (int axis = AXES - n; axis < AXES; axis++) {
        for (int64_t k = 0; k < p->out[axis]; k++) {
            struct range *r = &p->ranges[axis][k];
            r->first = k * p->in[axis] / p->out[axis];
            r->end = ((k + 1) * p->in[axis] + p->out[axis] - 1) / p->out[axis];
            r->step = 1;
            r->padded = r->end - r->first;
        }
    }
}

// Windows that start at random steps, the last at the end: alpha (k + u) - alpha u, rounded down,
// with u drawn once for each axis (Graham, 2014).
static void read_fractional(struct kernel_call *call, int n, struct pool *p)
{
    static const char *const names[] = {"output_ratio_d", "output_ratio_h", "output_ratio_w"};
    int64_t kernel[AXES], size[AXES];
    double ratio = 0.0;
    read_input(call, n, p);
    kernel_ints(call, "kernel_size", n, 1, kernel);
    kernel_ints(call, "output_size", n, 1, size);
    bool given = kernel_n_ints(call, "output_size") > 0;
    for (int i = 0; i < AXES - n; i++) p->out[i] = 1;
    for (int i = 0; i < n; i++) {
        int axis = AXES - n + i;
        ratio = kernel_float(call, names[axis], ratio);
        p->out[axis] = given ? size[i] : (int64_t)((double)p->in[axis] * ratio);
    }
    make_room(call, p);
    for (int axis = AXES - n; axis < AXES; axis++) {
        int64_t places = p->out[axis], extent = kernel[axis - (AXES - n)];
        int64_t span = p->in[axis] - extent;
        double u = call->host->random(call);
        double alpha = places > 1 ? (double)span / (double)(places - 1) : 0.0;
        for (int64_t k = 0; k < places; k++) {
            int64_t begin = (int64_t)(((double)k + u) * alpha) - (int64_t)(u * alpha);
            if (k == places - 1) begin = span;
            p->ranges[axis][k] = (struct range){begin, begin + extent, 1, extent};
        }
    }
}

// ---- walking an image

struct place {
    const struct range *d, *h, *w;
    int64_t padded; // elements under the window, with padding
};

static struct place place_at(const struct pool *p, int64_t k)
{
    int64_t w = k % p->out[2], h = k / p->out[2] % p->out[1], d = k / p->out[2] / p->out[1];
    struct place at = {&p->ranges[0][d], &p->ranges[1][h], &p->ranges[2][w], 0};
    at.padded = at.d->padded * at.h->padded * at.w->padded;
    return at;
}

#define EACH_ELEMENT(p, at, index)                                                                 \
    for (int64_t d_ = (at).d->first; d_ < (at).d->end; d_ += (at).d->step)                         \
        for (int64_t h_ = (at).h->first; h_ < (at).h->end; h_ += (at).h->step)                     \
            for (int64_t w_ = (at).w->first,                                                       \
                         index = (d_ * (p)->in[1] + h_) * (p)->in[2] + (at).w->first;              \
                 w_ < (at).w->end; w_ += (at).w->step, index += (at).w->step)

static struct tensor *pool_result(struct kernel_call *call, int index, const struct pool *p,
                                  enum dtype dtype)
{
    const struct tensor *x = &call->in[0];
    int64_t dim[MAX_RANK];
    for (int i = 0; i < x->rank; i++) dim[i] = x->dim[i];
    for (int i = 0; i < p->n; i++) dim[x->rank - p->n + i] = p->out[AXES - p->n + i];
    return kernel_result(call, index, dtype, x->rank, dim);
}

// Image `i` of a tensor whose numbers lie in order.
static void load_image(const struct tensor *t, int64_t i, int64_t n, double *image)
{
    row_load(t, i * n, 1, n, image);
}

static void store_image(const struct tensor *t, int64_t i, int64_t n, const double *image)
{
    row_store(t, i * n, 1, n, image);
}

// Elements of one image, and images, where the last n axes are spatial.
static int64_t count_image(const struct tensor *t, int n, int64_t *n_images)
{
    int64_t count = 1;
    *n_images = 1;
    for (int axis = 0; axis < t->rank; axis++)
        *(axis < t->rank - n ? n_images : &count) *= t->dim[axis];
    return count;
}

// ---- max pools

// Of the largest element, the first of equal ones; a NaN is larger than all.
static void largest(const struct pool *p, const double *image, double *out, double *where)
{
    for (int64_t k = 0; k < p->n_out; k++) {
        struct place at = place_at(p, k);
        double most = -INFINITY;
        int64_t place = -1;
        EACH_ELEMENT(p, at, index)
        {
            if (place >= 0 && !(image[index] > most) && !isnan(image[index])) continue;
            most = image[index];
            place = index;
        }
        out[k] = most;
        where[k] = (double)place;
    }
}

static void run_max(struct kernel_call *call, struct pool *p)
{
    bool returned = kernel_bool(call, "return_indices", false);
    struct tensor x = kernel_in_order(call, &call->in[0]);
    kernel_results(call, returned ? 2 : 1);
    struct tensor *out = pool_result(call, 0, p, x.dtype);
    struct tensor *where = returned ? pool_result(call, 1, p, DTYPE_I64)
                                    : kernel_own(call, DTYPE_I64, out->rank, out->dim);
    double *image = kernel_doubles(call, p->n_in), *most = kernel_doubles(call, p->n_out);
    double *places = kernel_doubles(call, p->n_out);
    for (int64_t i = 0; i < p->n_images; i++) {
        load_image(&x, i, p->n_in, image);
        largest(p, image, most, places);
        store_image(out, i, p->n_out, most);
        if (where) store_image(where, i, p->n_out, places);
    }
}

// Of "NCHW CHW", what the op's axes are with and without a batch, those behind the channels.
static int n_spatial(const struct kernel_call *call)
{
    return (int)strcspn(call->op->axes, " ") - 2;
}

void max_pool_forward(struct kernel_call *call)
{
    struct pool p;
    read_windows(call, n_spatial(call), &p);
    run_max(call, &p);
}

void adaptive_max_pool_forward(struct kernel_call *call)
{
    struct pool p;
    read_adaptive(call, n_spatial(call), &p);
    run_max(call, &p);
}

void fractional_max_pool_forward(struct kernel_call *call)
{
    struct pool p;
    read_fractional(call, n_spatial(call), &p);
    run_max(call, &p);
}

void max_pool_backward(struct kernel_call *call)
{
    int n = n_spatial(call);
    if (!kernel_wants(call, 0)) return;
    struct tensor *dx = kernel_gradient(call, 0);
    struct tensor where = kernel_in_order(call, call->n_out > 1 ? &call->out[1] : &call->own[0]);
    struct tensor g = kernel_in_order(call, &call->grad_out[0]);
    int64_t n_images, n_in = count_image(dx, n, &n_images), n_out = count_image(&g, n, &n_images);
    double *image = kernel_doubles(call, n_in), *given = kernel_doubles(call, n_out);
    double *places = kernel_doubles(call, n_out);
    for (int64_t i = 0; i < n_images; i++) {
        for (int64_t k = 0; k < n_in; k++) image[k] = 0.0;
        load_image(&g, i, n_out, given);
        load_image(&where, i, n_out, places);
        for (int64_t k = 0; k < n_out; k++)
            if (places[k] >= 0.0 && places[k] < (double)n_in)
                image[(int64_t)places[k]] += given[k];
            else if (places[k] < 0.0)
                image[0] = NAN; // without indices there is no gradient
        store_image(dx, i, n_in, image);
    }
}

// ---- means

// What a window's sum is divided by: a number, all its places, or those that are in the image.
struct divisor {
    int64_t given; // 0: not given
    bool padded;
};

static struct divisor read_divisor(const struct kernel_call *call)
{
    return (struct divisor){kernel_int(call, "divisor_override", 0),
                            kernel_bool(call, "count_include_pad", true)};
}

static double divide_by(const struct divisor *d, struct place at)
{
    int64_t count;
    if (d->given) return (double)d->given;
    if (d->padded) return (double)at.padded;
    count = (at.d->end - at.d->first) * (at.h->end - at.h->first) * (at.w->end - at.w->first);
    return (double)count;
}

static void run_mean(struct kernel_call *call, struct pool *p)
{
    struct tensor x = kernel_in_order(call, &call->in[0]);
    struct tensor *out = pool_result(call, 0, p, x.dtype);
    struct divisor divisor = read_divisor(call);
    double *image = kernel_doubles(call, p->n_in), *mean = kernel_doubles(call, p->n_out);
    for (int64_t i = 0; i < p->n_images; i++) {
        load_image(&x, i, p->n_in, image);
        for (int64_t k = 0; k < p->n_out; k++) {
            struct place at = place_at(p, k);
            double sum = 0.0;
            EACH_ELEMENT(p, at, index) sum += image[index];
            mean[k] = sum / divide_by(&divisor, at);
        }
        store_image(out, i, p->n_out, mean);
    }
}

static void give_mean(struct kernel_call *call, struct pool *p)
{
    if (!kernel_wants(call, 0)) return;
    struct tensor *dx = kernel_gradient(call, 0);
    struct tensor g = kernel_in_order(call, &call->grad_out[0]);
    struct divisor divisor = read_divisor(call);
    double *image = kernel_doubles(call, p->n_in), *given = kernel_doubles(call, p->n_out);
    for (int64_t i = 0; i < p->n_images; i++) {
        for (int64_t k = 0; k < p->n_in; k++) image[k] = 0.0;
        load_image(&g, i, p->n_out, given);
        for (int64_t k = 0; k < p->n_out; k++) {
            struct place at = place_at(p, k);
            double share = given[k] / divide_by(&divisor, at);
            EACH_ELEMENT(p, at, index) image[index] += share;
        }
        store_image(dx, i, p->n_in, image);
    }
}

void avg_pool_forward(struct kernel_call *call)
{
    struct pool p;
    read_windows(call, n_spatial(call), &p);
    run_mean(call, &p);
}

void avg_pool_backward(struct kernel_call *call)
{
    struct pool p;
    read_windows(call, n_spatial(call), &p);
    give_mean(call, &p);
}

void adaptive_avg_pool_forward(struct kernel_call *call)
{
    struct pool p;
    read_adaptive(call, n_spatial(call), &p);
    run_mean(call, &p);
}

void adaptive_avg_pool_backward(struct kernel_call *call)
{
    struct pool p;
    read_adaptive(call, n_spatial(call), &p);
    give_mean(call, &p);
}

// ---- p-norms: (sum of x^p)^(1/p)
//
// PyTorch takes the mean of a window and multiplies it with the size of the kernel, so the sum of
// one that hangs over the end counts for the elements that it lacks as well.

static enum dtype norm_dtype(const struct tensor *x)
{
    return dtype_is_float(x->dtype) ? x->dtype : DTYPE_F32;
}

static double kernel_elements(const struct kernel_call *call, int n)
{
    double count = 1.0;
    for (int i = 0; i < n; i++) count *= (double)read_option(call, n, i).kernel;
    return count;
}

void lp_pool_forward(struct kernel_call *call)
{
    struct pool p;
    double power = kernel_float(call, "norm_type", 2.0);
    double elements = kernel_elements(call, n_spatial(call));
    read_windows(call, n_spatial(call), &p);
    struct tensor x = kernel_in_order(call, &call->in[0]);
    struct tensor *out = pool_result(call, 0, &p, norm_dtype(&x));
    double *image = kernel_doubles(call, p.n_in), *norm = kernel_doubles(call, p.n_out);
    for (int64_t i = 0; i < p.n_images; i++) {
        load_image(&x, i, p.n_in, image);
        for (int64_t k = 0; k < p.n_out; k++) {
            struct place at = place_at(&p, k);
            double sum = 0.0;
            EACH_ELEMENT(&p, at, index) sum += pow(image[index], power);
            norm[k] = pow(sum * elements / (double)at.padded, 1.0 / power);
        }
        store_image(out, i, p.n_out, norm);
    }
}

// d y / d x = (x / y)^(p - 1), as often as the window counts; where y is 0, nothing moves it.
void lp_pool_backward(struct kernel_call *call)
{
    struct pool p;
    double power = kernel_float(call, "norm_type", 2.0);
    double elements = kernel_elements(call, n_spatial(call));
    if (!kernel_wants(call, 0)) return;
    read_windows(call, n_spatial(call), &p);
    struct tensor *dx = kernel_gradient(call, 0);
    struct tensor x = kernel_in_order(call, &call->in[0]), y = kernel_in_order(call, &call->out[0]);
    struct tensor g = kernel_in_order(call, &call->grad_out[0]);
    double *image = kernel_doubles(call, p.n_in), *slope = kernel_doubles(call, p.n_in);
    double *norm = kernel_doubles(call, p.n_out), *given = kernel_doubles(call, p.n_out);
    for (int64_t i = 0; i < p.n_images; i++) {
        load_image(&x, i, p.n_in, image);
        load_image(&y, i, p.n_out, norm);
        load_image(&g, i, p.n_out, given);
        for (int64_t k = 0; k < p.n_in; k++) slope[k] = 0.0;
        for (int64_t k = 0; k < p.n_out; k++) {
            struct place at = place_at(&p, k);
            double share = given[k] * elements / (double)at.padded;
            if (norm[k] == 0.0) continue;
            EACH_ELEMENT(&p, at, index)
            slope[index] += share * pow(image[index] / norm[k], power - 1.0);
        }
        store_image(dx, i, p.n_in, slope);
    }
}
