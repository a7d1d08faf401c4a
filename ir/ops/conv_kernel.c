// Convolutions as matrix products. On one side stands the image that windows
// slide over, on the other the places that they stand at; a convolution goes from
// image to places, a transposed one from places to image. Written as columns (all
// elements under the window at a place, one column a place: im2col), each is a
// product with the weight:
//
//   gather   places  = W columns(image)        convolution; gradient of a transposed input
//   scatter  image  += columns^-1(W^T places)  transposed; gradient of a convolved input
//   weight   dW     += places columns(image)^T
//
// For group g, W is rows [g P, (g + 1) P) of the weight, K elements each, in both
// directions: P channels of places, K = channels of the image x window.

#include "ir/ops/kernels.h"

#include <string.h>

#define AXES 3 // fewer are counted from the last; the others have size 1

enum { INPUT, WEIGHT, BIAS };

struct conv {
    enum dtype dtype;
    int n; // spatial axes
    bool batched;
    int64_t batch, groups;
    int64_t image_channels, place_channels; // of all groups
    int64_t image[AXES], places[AXES];
    int64_t kernel[AXES], stride[AXES], padding[AXES], dilation[AXES];
    int64_t n_image, n_places, volume; // products
    bool plain;                        // columns are the image itself
};

// ---- extents

static void fill_last(int64_t *to, const int64_t *from, int n, int64_t otherwise)
{
    for (int i = 0; i < AXES; i++) to[i] = i < AXES - n ? otherwise : from[i - (AXES - n)];
}

static void read_option(const struct kernel_call *call, const char *name, int n, int64_t otherwise,
                        int64_t *to)
{
    int64_t given[AXES];
    kernel_ints(call, name, n, otherwise, given);
    fill_last(to, given, n, otherwise);
}

static int64_t product_of(const int64_t *sizes)
{
    int64_t product = 1;
    for (int i = 0; i < AXES; i++) product *= sizes[i];
    return product;
}

static struct conv read_conv(const struct kernel_call *call)
{
    const struct tensor *x = &call->in[INPUT], *weight = &call->in[WEIGHT];
    struct conv c = {.dtype = DTYPE_F64, .n = weight->rank - 2};
    if (dtype_is_float(x->dtype)) c.dtype = kernel_product_dtype(x);
    c.batched = x->rank == c.n + 2;
    c.batch = c.batched ? x->dim[0] : 1;
    c.groups = kernel_int(call, "groups", 1);
    fill_last(c.kernel, weight->dim + 2, c.n, 1);
    read_option(call, "stride", c.n, 1, c.stride);
    read_option(call, "padding", c.n, 0, c.padding);
    read_option(call, "dilation", c.n, 1, c.dilation);
    return c;
}

static void finish(struct conv *c)
{
    c->n_image = product_of(c->image);
    c->n_places = product_of(c->places);
    c->volume = product_of(c->kernel);
    c->plain = c->volume == 1;
    for (int i = 0; i < AXES; i++)
        c->plain =
            c->plain && c->stride[i] == 1 && c->padding[i] == 0 && c->image[i] == c->places[i];
}

static int64_t extent(const struct conv *c, int axis)
{
    return c->dilation[axis] * (c->kernel[axis] - 1) + 1;
}

// "same" pads so that there are as many places as elements; the odd one on the right.
static struct conv conv_extents(const struct kernel_call *call)
{
    const struct tensor *x = &call->in[INPUT];
    struct conv c = read_conv(call);
    bool same = !strcmp(kernel_string(call, "padding_word", ""), "same");
    fill_last(c.image, x->dim + x->rank - c.n, c.n, 1);
    c.image_channels = x->dim[x->rank - c.n - 1];
    c.place_channels = call->in[WEIGHT].dim[0];
    for (int i = 0; i < AXES; i++) {
        if (same) {
            c.padding[i] = (extent(&c, i) - 1) / 2;
            c.places[i] = c.image[i];
        } else {
            int64_t room = c.image[i] + 2 * c.padding[i] - extent(&c, i);
            c.places[i] = room < 0 ? 0 : room / c.stride[i] + 1;
        }
    }
    finish(&c);
    return c;
}

static struct conv transpose_extents(const struct kernel_call *call)
{
    const struct tensor *x = &call->in[INPUT];
    struct conv c = read_conv(call);
    int64_t extra[AXES], wanted[AXES + 2];
    int n_wanted = kernel_n_ints(call, "output_size");
    read_option(call, "output_padding", c.n, 0, extra);
    fill_last(c.places, x->dim + x->rank - c.n, c.n, 1);
    c.place_channels = x->dim[x->rank - c.n - 1];
    c.image_channels = call->in[WEIGHT].dim[1] * c.groups;
    for (int i = 0; i < AXES; i++)
        c.image[i] = (c.places[i] - 1) * c.stride[i] - 2 * c.padding[i] + extent(&c, i) + extra[i];
    if (n_wanted) {
        kernel_ints(call, "output_size", n_wanted, 0, wanted);
        fill_last(c.image, wanted + n_wanted - c.n, c.n, 1);
    }
    finish(&c);
    return c;
}

// ---- columns

// Places along the last axis at which element `k` of the window lies inside of the image.
struct inside {
    int64_t first, end, from; // places; index in the image of the first
};

static struct inside inside_of(const struct conv *c, int64_t k)
{
    const int last = AXES - 1;
    int64_t shift = k * c->dilation[last] - c->padding[last], stride = c->stride[last];
    struct inside in = {.first = shift < 0 ? (-shift + stride - 1) / stride : 0};
    int64_t reach = c->image[last] - 1 - shift;
    in.end = reach < 0 ? 0 : reach / stride + 1;
    if (in.end > c->places[last]) in.end = c->places[last];
    if (in.first > in.end) in.first = in.end;
    in.from = in.first * stride + shift;
    return in;
}

// Where the row of the image starts that lies under element (kd, kh) of the window at place
// (pd, ph); -1: outside.
static int64_t image_row(const struct conv *c, int64_t kd, int64_t kh, int64_t pd, int64_t ph)
{
    int64_t d = pd * c->stride[0] - c->padding[0] + kd * c->dilation[0];
    int64_t h = ph * c->stride[1] - c->padding[1] + kh * c->dilation[1];
    if (d < 0 || d >= c->image[0] || h < 0 || h >= c->image[1]) return -1;
    return (d * c->image[1] + h) * c->image[2];
}

// One row of a column matrix and the row of the image it comes from, or goes to.
typedef void row_function(const struct conv *, const struct inside *, void *image_row,
                          void *column_row);

// Calls `row` for all rows of the columns of one image; a row outside of it gets NULL.
static void walk_columns(const struct conv *c, char *image, char *columns, row_function *row)
{
    int64_t size = dtype_block_bytes(c->dtype), width = c->places[2];
    for (int64_t channel = 0; channel < c->image_channels; channel++) {
        for (int64_t k = 0; k < c->volume; k++) {
            int64_t kw = k % c->kernel[2], kh = k / c->kernel[2] % c->kernel[1];
            int64_t kd = k / c->kernel[2] / c->kernel[1];
            struct inside inside = inside_of(c, kw);
            for (int64_t p = 0; p < c->places[0] * c->places[1]; p++) {
                int64_t at = image_row(c, kd, kh, p / c->places[1], p % c->places[1]);
                row(c, &inside, at < 0 ? NULL : image + (channel * c->n_image + at) * size,
                    columns);
                columns += width * size;
            }
        }
    }
}

#define ROWS_OF(type, suffix)                                                                      \
    static void read_row_##suffix(const struct conv *c, const struct inside *in, void *image,      \
                                  void *columns)                                                   \
    {                                                                                              \
        const type *from = image;                                                                  \
        type *to = columns;                                                                        \
        int64_t first = from ? in->first : 0, end = from ? in->end : 0, stride = c->stride[2];     \
        for (int64_t i = 0; i < first; i++) to[i] = 0;                                             \
        for (int64_t i = first; i < end; i++) to[i] = from[in->from + (i - first) * stride];       \
        for (int64_t i = end; i < c->places[2]; i++) to[i] = 0;                                    \
    }                                                                                              \
    static void add_row_##suffix(const struct conv *c, const struct inside *in, void *image,       \
                                 void *columns)                                                    \
    {                                                                                              \
        const type *from = columns;                                                                \
        type *to = image;                                                                          \
        int64_t stride = c->stride[2];                                                             \
        for (int64_t i = in->first; to && i < in->end; i++)                                        \
            to[in->from + (i - in->first) * stride] += from[i];                                    \
    }

ROWS_OF(float, f32)
ROWS_OF(double, f64)

// ---- the three products, for one image

// Buffers of one call, in the dtype of products.
struct side {
    char *at;
    int64_t step; // bytes from one image of the batch to the next
};

static struct side side_of(const void *numbers, int64_t channels, int64_t places, enum dtype dtype)
{
    return (struct side){(char *)numbers, channels * places * dtype_block_bytes(dtype)};
}

static void *columns_room(struct kernel_call *call, const struct conv *c)
{
    int64_t count = c->image_channels * c->volume * c->n_places;
    return c->plain ? NULL : call->host->workspace(call, count * dtype_block_bytes(c->dtype));
}

static char *columns_of(const struct conv *c, char *image, char *room)
{
    if (c->plain) return image;
    walk_columns(c, image, room, c->dtype == DTYPE_F64 ? read_row_f64 : read_row_f32);
    return room;
}

// What a group's product needs, all row-major.
struct group {
    int64_t places, k; // P and K
    char *weight, *columns, *at;
};

static struct group group_of(const struct conv *c, int64_t g, char *weight, char *columns, char *at)
{
    int64_t size = dtype_block_bytes(c->dtype);
    struct group group = {.places = c->place_channels / c->groups,
                          .k = c->image_channels / c->groups * c->volume};
    group.weight = weight + g * group.places * group.k * size;
    group.columns = columns + g * group.k * c->n_places * size;
    group.at = at + g * group.places * c->n_places * size;
    return group;
}

static void gather(struct kernel_call *call, const struct conv *c, const void *weight,
                   char *columns, char *places)
{
    for (int64_t g = 0; g < c->groups; g++) {
        struct group group = group_of(c, g, (char *)weight, columns, places);
        struct product product = {.dtype = c->dtype,
                                  .m = group.places,
                                  .n = c->n_places,
                                  .k = group.k,
                                  .a = group.weight,
                                  .lda = group.k,
                                  .b = group.columns,
                                  .ldb = c->n_places,
                                  .c = group.at,
                                  .ldc = c->n_places,
                                  .accumulate = true};
        kernel_multiply(call, &product);
    }
}

static void scatter(struct kernel_call *call, const struct conv *c, const void *weight,
                    char *places, char *columns, char *image)
{
    for (int64_t g = 0; g < c->groups; g++) {
        struct group group = group_of(c, g, (char *)weight, c->plain ? image : columns, places);
        struct product product = {.dtype = c->dtype,
                                  .a_form = PRODUCT_TRANSPOSED,
                                  .m = group.k,
                                  .n = c->n_places,
                                  .k = group.places,
                                  .a = group.weight,
                                  .lda = group.k,
                                  .b = group.at,
                                  .ldb = c->n_places,
                                  .c = group.columns,
                                  .ldc = c->n_places,
                                  .accumulate = c->plain};
        kernel_multiply(call, &product);
    }
    if (!c->plain)
        walk_columns(c, image, columns, c->dtype == DTYPE_F64 ? add_row_f64 : add_row_f32);
}

static void add_to_weight(struct kernel_call *call, const struct conv *c, char *places,
                          char *columns, void *weight)
{
    for (int64_t g = 0; g < c->groups; g++) {
        struct group group = group_of(c, g, weight, columns, places);
        struct product product = {.dtype = c->dtype,
                                  .b_form = PRODUCT_TRANSPOSED,
                                  .m = group.places,
                                  .n = group.k,
                                  .k = c->n_places,
                                  .a = group.at,
                                  .lda = c->n_places,
                                  .b = group.columns,
                                  .ldb = c->n_places,
                                  .c = group.weight,
                                  .ldc = group.k,
                                  .accumulate = true};
        kernel_multiply(call, &product);
    }
}

// ---- kernels

// The result, filled with the bias of each channel, in the dtype of products.
static struct tensor begin_result(struct kernel_call *call, const struct conv *c, int64_t channels,
                                  const int64_t *sizes)
{
    const struct tensor *x = &call->in[INPUT];
    int64_t dim[MAX_RANK];
    int at = c->batched ? 1 : 0;
    dim[0] = c->batch;
    dim[at] = channels;
    for (int i = 0; i < c->n; i++) dim[at + 1 + i] = sizes[AXES - c->n + i];
    struct tensor *out = kernel_result(call, 0, x->dtype, x->rank, dim);
    struct tensor sums = kernel_product_result(call, out, c->dtype);
    if (!kernel_has(call, BIAS)) {
        tensor_fill(&sums, 0.0);
        return sums;
    }
    struct tensor bias = call->in[BIAS];
    bias.rank = c->n + 1; // [O, 1, ...]
    for (int i = 1; i < bias.rank; i++) {
        bias.dim[i] = 1;
        bias.stride[i] = 1;
    }
    tensor_copy(&bias, &sums);
    return sums;
}

static void bias_gradient(struct kernel_call *call, const struct conv *c)
{
    if (!kernel_wants(call, BIAS)) return;
    struct tensor bias = *kernel_gradient(call, BIAS);
    bias.rank = c->n + 1;
    for (int i = 1; i < bias.rank; i++) bias.dim[i] = 1;
    tensor_set_contiguous(&bias);
    kernel_sum_to(call, &call->grad_out[0], &bias);
}

void conv_forward(struct kernel_call *call)
{
    struct conv c = conv_extents(call);
    struct tensor sums = begin_result(call, &c, c.place_channels, c.places);
    struct side image = side_of(kernel_numbers(call, &call->in[INPUT], c.dtype), c.image_channels,
                                c.n_image, c.dtype);
    struct side places = side_of(sums.data, c.place_channels, c.n_places, c.dtype);
    const void *weight = kernel_numbers(call, &call->in[WEIGHT], c.dtype);
    char *room = columns_room(call, &c);
    for (int64_t b = 0; b < c.batch; b++)
        gather(call, &c, weight, columns_of(&c, image.at + b * image.step, room),
               places.at + b * places.step);
    kernel_product_store(&sums, &call->out[0]);
}

void conv_transpose_forward(struct kernel_call *call)
{
    struct conv c = transpose_extents(call);
    struct tensor sums = begin_result(call, &c, c.image_channels, c.image);
    struct side places = side_of(kernel_numbers(call, &call->in[INPUT], c.dtype), c.place_channels,
                                 c.n_places, c.dtype);
    struct side image = side_of(sums.data, c.image_channels, c.n_image, c.dtype);
    const void *weight = kernel_numbers(call, &call->in[WEIGHT], c.dtype);
    char *room = columns_room(call, &c);
    for (int64_t b = 0; b < c.batch; b++)
        scatter(call, &c, weight, places.at + b * places.step, room, image.at + b * image.step);
    kernel_product_store(&sums, &call->out[0]);
}

// The gradient of operand `of`, set to 0, in the dtype of products.
static struct tensor begin_gradient(struct kernel_call *call, int of, enum dtype dtype)
{
    struct tensor sums = kernel_product_result(call, kernel_gradient(call, of), dtype);
    tensor_fill(&sums, 0.0);
    return sums;
}

void conv_backward(struct kernel_call *call)
{
    struct conv c = conv_extents(call);
    struct side places = side_of(kernel_numbers(call, &call->grad_out[0], c.dtype),
                                 c.place_channels, c.n_places, c.dtype);
    char *room = columns_room(call, &c);
    if (kernel_wants(call, INPUT)) {
        struct tensor sums = begin_gradient(call, INPUT, c.dtype);
        const void *weight = kernel_numbers(call, &call->in[WEIGHT], c.dtype);
        struct side image = side_of(sums.data, c.image_channels, c.n_image, c.dtype);
        for (int64_t b = 0; b < c.batch; b++)
            scatter(call, &c, weight, places.at + b * places.step, room, image.at + b * image.step);
        kernel_product_store(&sums, &call->grad_in[INPUT]);
    }
    if (kernel_wants(call, WEIGHT)) {
        struct tensor sums = begin_gradient(call, WEIGHT, c.dtype);
        struct side image = side_of(kernel_numbers(call, &call->in[INPUT], c.dtype),
                                    c.image_channels, c.n_image, c.dtype);
        for (int64_t b = 0; b < c.batch; b++)
            add_to_weight(call, &c, places.at + b * places.step,
                          columns_of(&c, image.at + b * image.step, room), sums.data);
        kernel_product_store(&sums, &call->grad_in[WEIGHT]);
    }
    bias_gradient(call, &c);
}

void conv_transpose_backward(struct kernel_call *call)
{
    struct conv c = transpose_extents(call);
    struct side image = side_of(kernel_numbers(call, &call->grad_out[0], c.dtype), c.image_channels,
                                c.n_image, c.dtype);
    char *room = columns_room(call, &c);
    if (kernel_wants(call, INPUT)) {
        struct tensor sums = begin_gradient(call, INPUT, c.dtype);
        const void *weight = kernel_numbers(call, &call->in[WEIGHT], c.dtype);
        struct side places = side_of(sums.data, c.place_channels, c.n_places, c.dtype);
        for (int64_t b = 0; b < c.batch; b++)
            gather(call, &c, weight, columns_of(&c, image.at + b * image.step, room),
                   places.at + b * places.step);
        kernel_product_store(&sums, &call->grad_in[INPUT]);
    }
    if (kernel_wants(call, WEIGHT)) {
        struct tensor sums = begin_gradient(call, WEIGHT, c.dtype);
        struct side places = side_of(kernel_numbers(call, &call->in[INPUT], c.dtype),
                                     c.place_channels, c.n_places, c.dtype);
        for (int64_t b = 0; b < c.batch; b++)
            add_to_weight(call, &c, places.at + b * places.step,
                          columns_of(&c, image.at + b * image.step, room), sums.data);
        kernel_product_store(&sums, &call->grad_in[WEIGHT]);
    }
    bias_gradient(call, &c);
}
