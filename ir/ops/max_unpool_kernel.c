// max_unpool: elements put back where a max pool took them, image by image; elements that no index
// names are 0, and the gradient of an element is that at its place.

#include "ir/ops/kernels.h"
#include "ir/rows.h"

#include <math.h>
#include <string.h>

#define AXES 3 // spatial ones, at most

// Of "NCHW CHW", what the op's axes are with and without a batch, those behind the channels.
static int n_spatial(const struct kernel_call *call)
{
    return (int)strcspn(call->op->axes, " ") - 2;
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

// Without output_size the size that has these windows exactly.
static void read_unpool(struct kernel_call *call, int n, int64_t *size)
{
    const struct tensor *x = &call->in[0];
    int64_t kernel[AXES], stride[AXES], padding[AXES], wanted[AXES + 2];
    int n_wanted = kernel_n_ints(call, "output_size");
    kernel_ints(call, "kernel_size", n, 1, kernel);
    kernel_ints(call, "stride", n, 0, stride);
    kernel_ints(call, "padding", n, 0, padding);
    for (int i = 0; i < n; i++) {
        int64_t step = stride[i] ? stride[i] : kernel[i];
        size[i] = (x->dim[x->rank - n + i] - 1) * step + kernel[i] - 2 * padding[i];
    }
    if (!n_wanted) return;
    kernel_ints(call, "output_size", n_wanted, 0, wanted);
    for (int i = 0; i < n; i++) size[i] = wanted[n_wanted - n + i];
}

static bool unpool_image(struct kernel_call *call, int64_t n, const double *given,
                         const double *places, int64_t n_out, double *image)
{
    for (int64_t k = 0; k < n_out; k++) image[k] = 0.0;
    for (int64_t k = 0; k < n; k++) {
        if (places[k] < 0.0 || places[k] >= (double)n_out) {
            kernel_fail(call, "index %.0f is outside of an image of %lld elements", places[k],
                        (long long)n_out);
            return false;
        }
        image[(int64_t)places[k]] = given[k];
    }
    return true;
}

void max_unpool_forward(struct kernel_call *call)
{
    struct tensor x = kernel_in_order(call, &call->in[0]),
                  where = kernel_in_order(call, &call->in[1]);
    int n = n_spatial(call);
    int64_t size[AXES], dim[MAX_RANK], n_images, n_out = 1;
    int64_t n_in = count_image(&x, n, &n_images);
    read_unpool(call, n, size);
    for (int i = 0; i < x.rank - n; i++) dim[i] = x.dim[i];
    for (int i = 0; i < n; i++) n_out *= dim[x.rank - n + i] = size[i];
    struct tensor *out = kernel_result(call, 0, x.dtype, x.rank, dim);
    double *given = kernel_doubles(call, n_in), *places = kernel_doubles(call, n_in);
    double *image = kernel_doubles(call, n_out);
    for (int64_t i = 0; i < n_images; i++) {
        row_load(&x, i * n_in, 1, n_in, given);
        row_load(&where, i * n_in, 1, n_in, places);
        if (!unpool_image(call, n_in, given, places, n_out, image)) return;
        row_store(out, i * n_out, 1, n_out, image);
    }
}

void max_unpool_backward(struct kernel_call *call)
{
    if (!kernel_wants(call, 0)) return;
    struct tensor *dx = kernel_gradient(call, 0);
    struct tensor where = kernel_in_order(call, &call->in[1]),
                  g = kernel_in_order(call, &call->grad_out[0]);
    int64_t n_images, n_in = count_image(dx, n_spatial(call), &n_images);
    int64_t n_out = count_image(&g, n_spatial(call), &n_images);
    double *given = kernel_doubles(call, n_out), *places = kernel_doubles(call, n_in);
    for (int64_t i = 0; i < n_images; i++) {
        row_load(&g, i * n_out, 1, n_out, given);
        row_load(&where, i * n_in, 1, n_in, places);
        for (int64_t k = 0; k < n_in; k++)
            places[k] =
                places[k] >= 0.0 && places[k] < (double)n_out ? given[(int64_t)places[k]] : NAN;
        row_store(dx, i * n_in, 1, n_in, places);
    }
}
