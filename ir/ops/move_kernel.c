// Ops of which each result element is one element of the input, or a constant: padding, rolling,
// flipping, turning, shuffling, repeating, and windows as columns. Which one, is a function of the
// element's place; forward takes from there, backward adds to there.

#include "ir/ops/kernels.h"

#include <string.h>

struct moves {
    struct kernel_call *call;
    int rank; // of the result
    int64_t dim[MAX_RANK];
    const struct tensor *x;
};

// The input's element, in row-major order, that the result has at `place`; -1: the constant.
typedef int64_t source_function(const struct moves *, const int64_t *place);

// From sizes of the input: same rank and dims.
static struct moves like_input(struct kernel_call *call)
{
    struct moves m = {.call = call, .rank = call->in[0].rank, .x = &call->in[0]};
    memcpy(m.dim, m.x->dim, sizeof m.dim);
    return m;
}

static bool next_place(const struct moves *m, int64_t *place)
{
    for (int axis = m->rank - 1; axis >= 0; axis--) {
        if (++place[axis] < m->dim[axis]) return true;
        place[axis] = 0;
    }
    return false;
}

static bool any_place(const struct moves *m)
{
    for (int axis = 0; axis < m->rank; axis++)
        if (m->dim[axis] == 0) return false;
    return true;
}

static int64_t bytes_into(const struct tensor *t, int64_t index)
{
    int64_t place[MAX_RANK], offset = 0;
    tensor_place(t, index, place);
    for (int axis = 0; axis < t->rank; axis++) offset += place[axis] * t->stride[axis];
    return offset * dtype_block_bytes(t->dtype);
}

void move_element(const struct tensor *from, int64_t index, const struct tensor *to, int64_t at)
{
    memcpy(to->data + bytes_into(to, at), from->data + bytes_into(from, index),
           (size_t)dtype_block_bytes(from->dtype));
}

static void take(const struct moves *m, source_function *source, double constant)
{
    struct tensor *y = kernel_result(m->call, 0, m->x->dtype, m->rank, m->dim);
    int64_t place[MAX_RANK] = {0}, i = 0;
    if (!any_place(m)) return;
    do {
        int64_t from = source(m, place);
        if (from < 0)
            tensor_set(y, i++, constant);
        else
            move_element(m->x, from, y, i++);
    } while (next_place(m, place));
}

static void give_back(const struct moves *m, source_function *source)
{
    struct kernel_call *call = m->call;
    if (!kernel_wants(call, 0)) return;
    int64_t place[MAX_RANK] = {0}, i = 0;
    double *sums = kernel_zeros(call, tensor_count(m->x));
    if (any_place(m)) {
        do {
            int64_t from = source(m, place);
            double g = tensor_get(&call->grad_out[0], i++);
            if (from >= 0) sums[from] += g;
        } while (next_place(m, place));
    }
    kernel_give_gradient(call, 0, sums);
}

// ---- padding

enum pad_mode { PAD_CONSTANT, PAD_REFLECT, PAD_REPLICATE, PAD_CIRCULAR };

static enum pad_mode pad_mode_of(const struct kernel_call *call)
{
    const char *word = kernel_string(call, "mode", "constant");
    if (!strcmp(word, "reflect")) return PAD_REFLECT;
    if (!strcmp(word, "replicate")) return PAD_REPLICATE;
    return strcmp(word, "circular") ? PAD_CONSTANT : PAD_CIRCULAR;
}

// Pairs are given from the last axis on; `left` of the axis.
static int64_t left_of(const struct kernel_call *call, int rank, int axis, int64_t *right)
{
    int64_t given[2 * MAX_RANK];
    int n = kernel_n_ints(call, "pad"), at = 2 * (rank - 1 - axis);
    kernel_ints(call, "pad", n, 0, given);
    *right = at + 1 < n ? given[at + 1] : 0;
    return at < n ? given[at] : 0;
}

static int64_t wrap(int64_t at, int64_t size)
{
    at %= size;
    return at < 0 ? at + size : at;
}

// Where in an axis of `size` the element lies that stands for `at`, which is outside; -1: nowhere.
static int64_t bring_inside(enum pad_mode mode, int64_t at, int64_t size)
{
    if (at >= 0 && at < size) return at;
    switch (mode) {
    case PAD_REFLECT: return at < 0 ? -at : 2 * (size - 1) - at;
    case PAD_REPLICATE: return at < 0 ? 0 : size - 1;
    case PAD_CIRCULAR: return size > 0 ? wrap(at, size) : -1; // all was cut off
    default: return -1;
    }
}

// A circular padding repeats what a negative one at the other end leaves.
static int64_t pad_source(const struct moves *m, const int64_t *place)
{
    int64_t from[MAX_RANK];
    enum pad_mode mode = pad_mode_of(m->call);
    for (int axis = 0; axis < m->rank; axis++) {
        int64_t right, left = left_of(m->call, m->rank, axis, &right), size = m->x->dim[axis];
        int64_t cut = mode == PAD_CIRCULAR && left < 0 ? -left : 0;
        if (mode == PAD_CIRCULAR) size += (left < 0 ? left : 0) + (right < 0 ? right : 0);
        from[axis] = bring_inside(mode, place[axis] - left - cut, size);
        if (from[axis] < 0) return -1;
        from[axis] += cut;
    }
    return tensor_index(m->x, from);
}

static struct moves read_pad(struct kernel_call *call)
{
    struct moves m = like_input(call);
    for (int axis = 0; axis < m.rank; axis++) {
        int64_t right, left = left_of(call, m.rank, axis, &right);
        m.dim[axis] += left + right;
    }
    return m;
}

void pad_forward(struct kernel_call *call)
{
    struct moves m = read_pad(call);
    take(&m, pad_source, kernel_float(call, "value", 0.0));
}

void pad_backward(struct kernel_call *call)
{
    struct moves m = read_pad(call);
    give_back(&m, pad_source);
}

// ---- rolling, flipping, turning

// Without dims as if it were flat.
static int64_t roll_source(const struct moves *m, const int64_t *place)
{
    int64_t from[MAX_RANK], shifts[2 * MAX_RANK], dims[2 * MAX_RANK];
    int n = kernel_n_ints(m->call, "dims");
    kernel_ints(m->call, "shifts", n ? n : 1, 0, shifts);
    if (!n) return wrap(tensor_index(m->x, place) - shifts[0], tensor_count(m->x));
    kernel_ints(m->call, "dims", n, 0, dims);
    memcpy(from, place, sizeof from);
    for (int i = 0; i < n; i++) {
        int axis = (int)(dims[i] < 0 ? dims[i] + m->rank : dims[i]);
        from[axis] = wrap(from[axis] - shifts[i], m->dim[axis]);
    }
    return tensor_index(m->x, from);
}

void roll_forward(struct kernel_call *call)
{
    struct moves m = like_input(call);
    take(&m, roll_source, 0.0);
}

void roll_backward(struct kernel_call *call)
{
    struct moves m = like_input(call);
    give_back(&m, roll_source);
}

static int64_t flip_source(const struct moves *m, const int64_t *place)
{
    int64_t from[MAX_RANK], dims[MAX_RANK];
    int n = kernel_n_ints(m->call, "dims");
    kernel_ints(m->call, "dims", n, 0, dims);
    memcpy(from, place, sizeof from);
    for (int i = 0; i < n && m->rank; i++) {
        int axis = (int)(dims[i] < 0 ? dims[i] + m->rank : dims[i]);
        from[axis] = m->dim[axis] - 1 - place[axis];
    }
    return tensor_index(m->x, from);
}

void flip_forward(struct kernel_call *call)
{
    struct moves m = like_input(call);
    take(&m, flip_source, 0.0);
}

void flip_backward(struct kernel_call *call)
{
    struct moves m = like_input(call);
    give_back(&m, flip_source);
}

// The plane and the number of quarter turns.
static int read_turns(const struct moves *m, int *a, int *b)
{
    int64_t dims[2] = {0, 1};
    if (kernel_n_ints(m->call, "dims") == 2) kernel_ints(m->call, "dims", 2, 0, dims);
    *a = (int)(dims[0] < 0 ? dims[0] + m->rank : dims[0]);
    *b = (int)(dims[1] < 0 ? dims[1] + m->rank : dims[1]);
    return (int)wrap(kernel_int(m->call, "k", 1), 4);
}

// Once: result [i, j] is input [j, n - 1 - i].
static int64_t rot90_source(const struct moves *m, const int64_t *place)
{
    int a, b, turns = read_turns(m, &a, &b);
    int64_t from[MAX_RANK], i = place[a], j = place[b];
    int64_t n = m->x->dim[a], k = m->x->dim[b];
    memcpy(from, place, sizeof from);
    from[a] = turns == 0 ? i : turns == 1 ? j : turns == 2 ? n - 1 - i : n - 1 - j;
    from[b] = turns == 0 ? j : turns == 1 ? k - 1 - i : turns == 2 ? k - 1 - j : i;
    return tensor_index(m->x, from);
}

static struct moves read_rot90(struct kernel_call *call)
{
    struct moves m = like_input(call);
    int a, b;
    if (read_turns(&m, &a, &b) % 2) {
        m.dim[a] = m.x->dim[b];
        m.dim[b] = m.x->dim[a];
    }
    return m;
}

void rot90_forward(struct kernel_call *call)
{
    struct moves m = read_rot90(call);
    take(&m, rot90_source, 0.0);
}

void rot90_backward(struct kernel_call *call)
{
    struct moves m = read_rot90(call);
    give_back(&m, rot90_source);
}

// ---- between channels and image: axes -3, -2 and -1

static int64_t pixel_shuffle_source(const struct moves *m, const int64_t *place)
{
    int64_t f = kernel_int(m->call, "upscale_factor", 1), from[MAX_RANK];
    int c = m->rank - 3;
    memcpy(from, place, sizeof from);
    from[c] = (place[c] * f + place[c + 1] % f) * f + place[c + 2] % f;
    from[c + 1] = place[c + 1] / f;
    from[c + 2] = place[c + 2] / f;
    return tensor_index(m->x, from);
}

static int64_t pixel_unshuffle_source(const struct moves *m, const int64_t *place)
{
    int64_t f = kernel_int(m->call, "downscale_factor", 1), from[MAX_RANK];
    int c = m->rank - 3;
    memcpy(from, place, sizeof from);
    from[c] = place[c] / (f * f);
    from[c + 1] = place[c + 1] * f + place[c] / f % f;
    from[c + 2] = place[c + 2] * f + place[c] % f;
    return tensor_index(m->x, from);
}

// Channel i of group g becomes channel g of group i.
static int64_t channel_shuffle_source(const struct moves *m, const int64_t *place)
{
    int64_t groups = kernel_int(m->call, "groups", 1), each = m->dim[1] / groups, from[MAX_RANK];
    memcpy(from, place, sizeof from);
    from[1] = place[1] % groups * each + place[1] / groups;
    return tensor_index(m->x, from);
}

static struct moves read_pixel_shuffle(struct kernel_call *call)
{
    struct moves m = like_input(call);
    int64_t f = kernel_int(call, "upscale_factor", 1), *size = &m.dim[m.rank - 3];
    size[0] /= f * f;
    size[1] *= f;
    size[2] *= f;
    return m;
}

// An empty input stays as it is.
static struct moves read_pixel_unshuffle(struct kernel_call *call)
{
    struct moves m = like_input(call);
    int64_t f = kernel_int(call, "downscale_factor", 1), *size = &m.dim[m.rank - 3];
    if (tensor_count(m.x) == 0) return m;
    size[0] *= f * f;
    size[1] /= f;
    size[2] /= f;
    return m;
}

#define MOVES(name, read)                                                                          \
    void name##_forward(struct kernel_call *call)                                                  \
    {                                                                                              \
        struct moves m = read(call);                                                               \
        take(&m, name##_source, 0.0);                                                              \
    }                                                                                              \
    void name##_backward(struct kernel_call *call)                                                 \
    {                                                                                              \
        struct moves m = read(call);                                                               \
        give_back(&m, name##_source);                                                              \
    }

MOVES(pixel_shuffle, read_pixel_shuffle)
MOVES(pixel_unshuffle, read_pixel_unshuffle)
MOVES(channel_shuffle, like_input)

// ---- repeating

// Along an axis, or of the flat tensor; how often each, is a number or a tensor.
static int64_t repeats_of(const struct kernel_call *call, int64_t element)
{
    if (!kernel_has(call, 1)) return kernel_int(call, "repeats", 1);
    return (int64_t)tensor_get(&call->in[1], tensor_count(&call->in[1]) == 1 ? 0 : element);
}

static int repeated_axis(const struct kernel_call *call)
{
    return kernel_given(call, "dim") ? kernel_axis(call, "dim", 0, call->in[0].rank) : -1;
}

static int64_t repeat_interleave_source(const struct moves *m, const int64_t *place)
{
    int axis = repeated_axis(m->call);
    int64_t from[MAX_RANK], left = place[axis < 0 ? 0 : axis], element = 0;
    while (left >= repeats_of(m->call, element)) {
        if (repeats_of(m->call, element) < 0) return -1;
        left -= repeats_of(m->call, element++);
    }
    if (axis < 0) return element;
    memcpy(from, place, sizeof from);
    from[axis] = element;
    return tensor_index(m->x, from);
}

static struct moves read_repeats(struct kernel_call *call)
{
    struct moves m = like_input(call);
    int axis = repeated_axis(call);
    int64_t size = axis < 0 ? tensor_count(m.x) : m.x->dim[axis], sum = 0;
    for (int64_t i = 0; i < size; i++) {
        int64_t times = repeats_of(call, i);
        if (times < 0)
            kernel_fail(call, "element %lld is repeated %lld times", (long long)i,
                        (long long)times);
        sum += times > 0 ? times : 0;
    }
    if (axis < 0) m.rank = 1;
    m.dim[axis < 0 ? 0 : axis] = sum;
    return m;
}

MOVES(repeat_interleave, read_repeats)

// ---- windows as columns

struct blocks {
    int64_t kernel[2], stride[2], padding[2], dilation[2], image[2], count[2];
};

static struct blocks read_blocks(const struct kernel_call *call, const int64_t *image)
{
    struct blocks b;
    kernel_ints(call, "kernel_size", 2, 1, b.kernel);
    kernel_ints(call, "stride", 2, 1, b.stride);
    kernel_ints(call, "padding", 2, 0, b.padding);
    kernel_ints(call, "dilation", 2, 1, b.dilation);
    for (int i = 0; i < 2; i++) {
        b.image[i] = image[i];
        b.count[i] =
            (image[i] + 2 * b.padding[i] - b.dilation[i] * (b.kernel[i] - 1) - 1) / b.stride[i] + 1;
    }
    return b;
}

// Row `row` (channel and element of the window) and column (place) of the columns, as a place of
// the image: channel, y, x. False: outside.
static bool image_place(const struct blocks *b, int64_t row, int64_t column, int64_t *place)
{
    int64_t element[2] = {row / b->kernel[1] % b->kernel[0], row % b->kernel[1]};
    int64_t window[2] = {column / b->count[1], column % b->count[1]};
    place[0] = row / (b->kernel[0] * b->kernel[1]);
    for (int i = 0; i < 2; i++) {
        place[1 + i] = window[i] * b->stride[i] - b->padding[i] + element[i] * b->dilation[i];
        if (place[1 + i] < 0 || place[1 + i] >= b->image[i]) return false;
    }
    return true;
}

static int64_t unfold_source(const struct moves *m, const int64_t *place)
{
    struct blocks b = read_blocks(m->call, &m->x->dim[m->x->rank - 2]);
    int64_t from[MAX_RANK];
    memcpy(from, place, sizeof from);
    int c = m->rank - 2;
    return image_place(&b, place[c], place[c + 1], from + c) ? tensor_index(m->x, from) : -1;
}

static struct moves read_unfold(struct kernel_call *call)
{
    struct moves m = like_input(call);
    struct blocks b = read_blocks(call, &m.x->dim[m.rank - 2]);
    m.rank--;
    m.dim[m.rank - 2] = m.x->dim[m.x->rank - 3] * b.kernel[0] * b.kernel[1];
    m.dim[m.rank - 1] = b.count[0] * b.count[1];
    return m;
}

MOVES(unfold, read_unfold)

// fold is unfold the other way round: forward adds, backward takes. Told of each element of the
// columns, and of the image's that it stands for; -1: none.
typedef void fold_function(const struct tensor *columns, int64_t i, const struct tensor *image,
                           int64_t at);

static void add_to_image(const struct tensor *columns, int64_t i, const struct tensor *image,
                         int64_t at)
{
    if (at >= 0) tensor_set(image, at, tensor_get(image, at) + tensor_get(columns, i));
}

static void take_from_image(const struct tensor *columns, int64_t i, const struct tensor *image,
                            int64_t at)
{
    tensor_set(columns, i, at < 0 ? 0.0 : tensor_get(image, at));
}

static void fold_walk(struct kernel_call *call, const struct tensor *columns,
                      const struct tensor *image, fold_function *each)
{
    struct blocks b = read_blocks(call, &image->dim[image->rank - 2]);
    int64_t place[MAX_RANK];
    int c = columns->rank - 2;
    for (int64_t i = 0; i < tensor_count(columns); i++) {
        tensor_place(columns, i, place);
        bool inside = image_place(&b, place[c], place[c + 1], place + c);
        each(columns, i, image, inside ? tensor_index(image, place) : -1);
    }
}

void fold_forward(struct kernel_call *call)
{
    const struct tensor *columns = &call->in[0];
    int64_t dim[MAX_RANK], kernel[2], size[2];
    int rank = columns->rank + 1;
    kernel_ints(call, "kernel_size", 2, 1, kernel);
    kernel_ints(call, "output_size", 2, 1, size);
    memcpy(dim, columns->dim, sizeof dim);
    dim[rank - 3] /= kernel[0] * kernel[1];
    dim[rank - 2] = size[0];
    dim[rank - 1] = size[1];
    struct tensor *image = kernel_result(call, 0, columns->dtype, rank, dim);
    tensor_fill(image, 0.0);
    fold_walk(call, columns, image, add_to_image);
}

void fold_backward(struct kernel_call *call)
{
    if (kernel_wants(call, 0))
        fold_walk(call, kernel_gradient(call, 0), &call->grad_out[0], take_from_image);
}
