// Normalisations: y = (x - mean) / sqrt(variance + eps) * weight + bias.
//
// All look at the input as [outer, sets, inner], rows of `inner` elements in order,
// and differ in which rows share a mean and which element of the weight they meet:
//
//             outer    sets      inner               share         weight of element j
//   batch     batch    channels  space               one set       set
//   instance  batch    channels  space               one row       set
//   group     batch    groups    channels x space    one row       set * per group + j / space
//   layer     rows     1         normalized_shape    one row       j
//   rms       as layer, with 0 in place of the mean

#include "ir/ops/kernels.h"
#include "ir/rows.h"

#include <math.h>

#define DEFAULT_EPS 1e-5

struct norm {
    struct tensor x; // in order
    int64_t outer, sets, inner;
    bool over_outer;             // rows of one set in all of outer share a mean
    bool mean_is_zero;           // nothing is taken off
    int64_t per_set, per_weight; // weight[set * per_set + j / per_weight]
    int weight, bias;            // operands
    double eps;
    int64_t n_means;
    double *mean, *deviation; // deviation: 1 / sqrt(variance + eps)
};

// ---- extents

static int64_t count_axes(const struct tensor *t, int first, int end)
{
    int64_t count = 1;
    for (int axis = first; axis < end; axis++) count *= t->dim[axis];
    return count;
}

static void finish(struct kernel_call *call, struct norm *n)
{
    n->eps = kernel_float(call, "eps", DEFAULT_EPS);
    n->n_means = n->over_outer ? n->sets : n->outer * n->sets;
    n->mean = kernel_doubles(call, n->n_means);
    n->deviation = kernel_doubles(call, n->n_means);
}

enum { INPUT, RUNNING_MEAN, RUNNING_VAR, CHANNEL_WEIGHT, CHANNEL_BIAS };

// What a channel's mean is over: its elements in all of the batch, or in each element of it.
enum sharing { SHARING_BATCH, SHARING_ROW };

static void read_channels(struct kernel_call *call, int channel, enum sharing sharing,
                          struct norm *n)
{
    const struct tensor *x = &call->in[INPUT];
    *n = (struct norm){.x = kernel_in_order(call, x), .over_outer = sharing == SHARING_BATCH};
    n->outer = count_axes(x, 0, channel);
    n->sets = x->dim[channel];
    n->inner = count_axes(x, channel + 1, x->rank);
    n->per_set = 1;
    n->per_weight = n->inner ? n->inner : 1;
    n->weight = CHANNEL_WEIGHT;
    n->bias = CHANNEL_BIAS;
    finish(call, n);
}

static void read_group(struct kernel_call *call, struct norm *n)
{
    const struct tensor *x = &call->in[0];
    int64_t space = count_axes(x, 2, x->rank);
    *n = (struct norm){.x = kernel_in_order(call, x), .outer = x->dim[0], .weight = 1, .bias = 2};
    n->sets = kernel_int(call, "num_groups", 1);
    n->per_set = x->dim[1] / n->sets;
    n->inner = n->per_set * space;
    n->per_weight = space ? space : 1;
    finish(call, n);
}

static void read_layer(struct kernel_call *call, struct norm *n)
{
    const struct tensor *x = &call->in[0];
    int kept = x->rank - kernel_n_ints(call, "normalized_shape");
    *n = (struct norm){
        .x = kernel_in_order(call, x), .sets = 1, .per_weight = 1, .weight = 1, .bias = 2};
    n->outer = count_axes(x, 0, kept);
    n->inner = count_axes(x, kept, x->rank);
    finish(call, n);
}

// ---- walking rows, a piece at a time

// Part of a row: elements [first, first + n) of row (outer, set), which lie at `offset`.
struct piece {
    int64_t outer, set, first, n, offset;
    bool begun;
};

static bool next_piece(const struct norm *n, struct piece *p)
{
    if (n->outer * n->sets * n->inner == 0) return false;
    if (p->begun) p->first += p->n;
    p->begun = true;
    if (p->first == n->inner) {
        p->first = 0;
        if (++p->set == n->sets) {
            p->set = 0;
            p->outer++;
        }
    }
    if (p->outer == n->outer) return false;
    p->n = n->inner - p->first < ROW_ELEMENTS ? n->inner - p->first : ROW_ELEMENTS;
    p->offset = (p->outer * n->sets + p->set) * n->inner + p->first;
    return true;
}

static int64_t mean_of(const struct norm *n, const struct piece *p)
{
    return n->over_outer ? p->set : p->outer * n->sets + p->set;
}

static int64_t values_each(const struct norm *n)
{
    return n->over_outer ? n->outer * n->inner : n->inner;
}

static int64_t weight_of(const struct norm *n, const struct piece *p, int64_t j)
{
    return p->set * n->per_set + (p->first + j) / n->per_weight;
}

// ---- forward

// Two passes: the variance of large values with a small spread would drown in one.
static void measure(struct norm *n)
{
    double row[ROW_ELEMENTS];
    double count = (double)values_each(n);
    for (int64_t i = 0; i < n->n_means; i++) n->mean[i] = n->deviation[i] = 0.0;
    for (struct piece p = {0}; !n->mean_is_zero && next_piece(n, &p);) {
        row_load(&n->x, p.offset, 1, p.n, row);
        for (int64_t j = 0; j < p.n; j++) n->mean[mean_of(n, &p)] += row[j];
    }
    for (int64_t i = 0; i < n->n_means; i++) n->mean[i] /= count;
    for (struct piece p = {0}; next_piece(n, &p);) {
        double mean = n->mean[mean_of(n, &p)], sum = 0.0;
        row_load(&n->x, p.offset, 1, p.n, row);
        for (int64_t j = 0; j < p.n; j++) sum += (row[j] - mean) * (row[j] - mean);
        n->deviation[mean_of(n, &p)] += sum;
    }
    for (int64_t i = 0; i < n->n_means; i++)
        n->deviation[i] = 1.0 / sqrt(n->deviation[i] / count + n->eps);
}

static void write_result(struct kernel_call *call, const struct norm *n)
{
    const struct tensor *x = &call->in[0];
    struct tensor *y = kernel_result(call, 0, x->dtype, x->rank, x->dim);
    const double *weight = kernel_operand(call, n->weight), *bias = kernel_operand(call, n->bias);
    double row[ROW_ELEMENTS];
    for (struct piece p = {0}; next_piece(n, &p);) {
        double mean = n->mean[mean_of(n, &p)], deviation = n->deviation[mean_of(n, &p)];
        row_load(&n->x, p.offset, 1, p.n, row);
        for (int64_t j = 0; j < p.n; j++) {
            row[j] = (row[j] - mean) * deviation;
            if (weight) row[j] *= weight[weight_of(n, &p, j)];
            if (bias) row[j] += bias[weight_of(n, &p, j)];
        }
        row_store(y, p.offset, 1, p.n, row);
    }
}

// The gradient of the bias reads none.
static void keep_statistics(struct kernel_call *call, const struct norm *n)
{
    if (!kernel_wants(call, INPUT) && !kernel_wants(call, n->weight)) return;
    struct tensor *mean = n->mean_is_zero ? NULL : kernel_own(call, n->x.dtype, 1, &n->n_means);
    struct tensor *deviation = kernel_own(call, n->x.dtype, 1, &n->n_means);
    if (mean) row_store(mean, 0, 1, n->n_means, n->mean);
    if (deviation) row_store(deviation, 0, 1, n->n_means, n->deviation);
}

static void normalise(struct kernel_call *call, struct norm *n)
{
    measure(n);
    write_result(call, n);
    keep_statistics(call, n);
}

// ---- backward

static void recall_statistics(struct kernel_call *call, struct norm *n)
{
    if (!call->n_own) {
        for (int64_t i = 0; i < n->n_means; i++) n->mean[i] = n->deviation[i] = NAN;
        return;
    }
    if (n->mean_is_zero)
        for (int64_t i = 0; i < n->n_means; i++) n->mean[i] = 0.0;
    else
        row_load(&call->own[0], 0, 1, n->n_means, n->mean);
    row_load(&call->own[n->mean_is_zero ? 0 : 1], 0, 1, n->n_means, n->deviation);
}

// Sums over the values that share a mean: of the gradient of the normalised value, and of its
// product with that value.
struct sums {
    double *plain, *product;
};

static void load_scaled(const struct norm *n, const struct piece *p, const struct tensor *g,
                        const double *weight, double *row)
{
    row_load(g, p->offset, 1, p->n, row);
    for (int64_t j = 0; weight && j < p->n; j++) row[j] *= weight[weight_of(n, p, j)];
}

static struct sums add_up(struct kernel_call *call, const struct norm *n, const struct tensor *g,
                          const double *weight)
{
    struct sums sums = {kernel_doubles(call, n->n_means), kernel_doubles(call, n->n_means)};
    double x[ROW_ELEMENTS], row[ROW_ELEMENTS];
    for (int64_t i = 0; i < n->n_means; i++) sums.plain[i] = sums.product[i] = 0.0;
    for (struct piece p = {0}; next_piece(n, &p);) {
        int64_t m = mean_of(n, &p);
        row_load(&n->x, p.offset, 1, p.n, x);
        load_scaled(n, &p, g, weight, row);
        for (int64_t j = 0; j < p.n; j++) {
            if (!n->mean_is_zero) sums.plain[m] += row[j];
            sums.product[m] += row[j] * (x[j] - n->mean[m]) * n->deviation[m];
        }
    }
    return sums;
}

// Of statistics that depend on the input:
// dx = deviation (g w - mean(g w) - z mean(g w z)), z the normalised value.
static void input_gradient(struct kernel_call *call, const struct norm *n, const struct tensor *g)
{
    struct tensor *dx = kernel_gradient(call, 0);
    const double *weight = kernel_operand(call, n->weight);
    struct sums sums = add_up(call, n, g, weight);
    double x[ROW_ELEMENTS], row[ROW_ELEMENTS], count = (double)values_each(n);
    for (struct piece p = {0}; next_piece(n, &p);) {
        int64_t m = mean_of(n, &p);
        row_load(&n->x, p.offset, 1, p.n, x);
        load_scaled(n, &p, g, weight, row);
        for (int64_t j = 0; j < p.n; j++) {
            double z = (x[j] - n->mean[m]) * n->deviation[m];
            row[j] = n->deviation[m] * (row[j] - (sums.plain[m] + z * sums.product[m]) / count);
        }
        row_store(dx, p.offset, 1, p.n, row);
    }
}

// Of statistics that do not.
static void fixed_gradient(struct kernel_call *call, const struct norm *n, const struct tensor *g)
{
    struct tensor *dx = kernel_gradient(call, 0);
    const double *weight = kernel_operand(call, n->weight);
    double row[ROW_ELEMENTS];
    for (struct piece p = {0}; next_piece(n, &p);) {
        load_scaled(n, &p, g, weight, row);
        for (int64_t j = 0; j < p.n; j++) row[j] *= n->deviation[mean_of(n, &p)];
        row_store(dx, p.offset, 1, p.n, row);
    }
}

static void affine_gradient(struct kernel_call *call, const struct norm *n, const struct tensor *g,
                            int operand)
{
    if (!kernel_wants(call, operand)) return;
    struct tensor *gradient = kernel_gradient(call, operand);
    double *sums = kernel_zeros(call, tensor_count(gradient)), x[ROW_ELEMENTS], row[ROW_ELEMENTS];
    for (struct piece p = {0}; next_piece(n, &p);) {
        int64_t m = mean_of(n, &p);
        row_load(g, p.offset, 1, p.n, row);
        if (operand == n->weight) {
            row_load(&n->x, p.offset, 1, p.n, x);
            for (int64_t j = 0; j < p.n; j++) row[j] *= (x[j] - n->mean[m]) * n->deviation[m];
        }
        for (int64_t j = 0; j < p.n; j++) sums[weight_of(n, &p, j)] += row[j];
    }
    row_store(gradient, 0, 1, tensor_count(gradient), sums);
}

typedef void gradient_function(struct kernel_call *, const struct norm *, const struct tensor *);

static void give_back(struct kernel_call *call, const struct norm *n, gradient_function *input)
{
    struct tensor g = kernel_in_order(call, &call->grad_out[0]);
    if (kernel_wants(call, 0)) input(call, n, &g);
    affine_gradient(call, n, &g, n->weight);
    affine_gradient(call, n, &g, n->bias);
}

// ---- running statistics

static void load_running(struct kernel_call *call, struct norm *n)
{
    const double *mean = kernel_operand(call, RUNNING_MEAN),
                 *variance = kernel_operand(call, RUNNING_VAR);
    for (int64_t i = 0; i < n->n_means; i++) {
        n->mean[i] = mean[i % n->sets];
        n->deviation[i] = 1.0 / sqrt(variance[i % n->sets] + n->eps);
    }
}

// running += momentum (this - running); the variance is the unbiased one. With several means for a
// channel (instance norm) the average of them counts.
static void update_running(struct kernel_call *call, const struct norm *n)
{
    const struct tensor *mean = &call->in[RUNNING_MEAN], *variance = &call->in[RUNNING_VAR];
    double momentum = kernel_float(call, "momentum", 0.1), count = (double)values_each(n);
    int64_t repeats = n->sets ? n->n_means / n->sets : 0;
    if (!kernel_has(call, RUNNING_MEAN) || !kernel_has(call, RUNNING_VAR) || count < 2.0) return;
    for (int64_t set = 0; set < n->sets; set++) {
        double new_mean = 0.0, new_variance = 0.0;
        for (int64_t i = set; i < n->n_means; i += n->sets) {
            double biased = 1.0 / (n->deviation[i] * n->deviation[i]) - n->eps;
            new_mean += n->mean[i] / (double)repeats;
            new_variance += biased * count / (count - 1.0) / (double)repeats;
        }
        double old_mean = tensor_get(mean, set), old_variance = tensor_get(variance, set);
        tensor_set(mean, set, old_mean + momentum * (new_mean - old_mean));
        tensor_set(variance, set, old_variance + momentum * (new_variance - old_variance));
    }
}

// ---- the kernels

enum statistics { STATISTICS_OWN, STATISTICS_RUNNING };

static void channel_forward(struct kernel_call *call, struct norm *n, enum statistics statistics)
{
    if (statistics == STATISTICS_OWN) {
        normalise(call, n);
        update_running(call, n);
        return;
    }
    load_running(call, n);
    write_result(call, n);
}

static void channel_backward(struct kernel_call *call, struct norm *n, enum statistics statistics)
{
    if (statistics == STATISTICS_OWN) {
        recall_statistics(call, n);
        give_back(call, n, input_gradient);
        return;
    }
    load_running(call, n);
    give_back(call, n, fixed_gradient);
}

static enum statistics batch_statistics(const struct kernel_call *call)
{
    bool own = kernel_bool(call, "training", call->training || !kernel_has(call, RUNNING_MEAN));
    return own ? STATISTICS_OWN : STATISTICS_RUNNING;
}

static enum statistics instance_statistics(const struct kernel_call *call)
{
    return kernel_bool(call, "use_input_stats", true) ? STATISTICS_OWN : STATISTICS_RUNNING;
}

void batch_norm_forward(struct kernel_call *call)
{
    struct norm n;
    read_channels(call, 1, SHARING_BATCH, &n);
    channel_forward(call, &n, batch_statistics(call));
}

void batch_norm_backward(struct kernel_call *call)
{
    struct norm n;
    read_channels(call, 1, SHARING_BATCH, &n);
    channel_backward(call, &n, batch_statistics(call));
}

static int instance_channel(const struct kernel_call *call)
{
    return kernel_bool(call, "unbatched", false) ? 0 : 1;
}

void instance_norm_forward(struct kernel_call *call)
{
    struct norm n;
    read_channels(call, instance_channel(call), SHARING_ROW, &n);
    channel_forward(call, &n, instance_statistics(call));
}

void instance_norm_backward(struct kernel_call *call)
{
    struct norm n;
    read_channels(call, instance_channel(call), SHARING_ROW, &n);
    channel_backward(call, &n, instance_statistics(call));
}

void group_norm_forward(struct kernel_call *call)
{
    struct norm n;
    read_group(call, &n);
    normalise(call, &n);
}

void group_norm_backward(struct kernel_call *call)
{
    struct norm n;
    read_group(call, &n);
    recall_statistics(call, &n);
    give_back(call, &n, input_gradient);
}

void layer_norm_forward(struct kernel_call *call)
{
    struct norm n;
    read_layer(call, &n);
    normalise(call, &n);
}

void layer_norm_backward(struct kernel_call *call)
{
    struct norm n;
    read_layer(call, &n);
    recall_statistics(call, &n);
    give_back(call, &n, input_gradient);
}

// The smallest step from 1 to the next number, where no eps is given.
static double step_of(enum dtype dtype)
{
    switch (dtype) {
    case DTYPE_F64: return 0x1p-52;
    case DTYPE_F16: return 0x1p-10;
    case DTYPE_BF16: return 0x1p-7;
    default: return 0x1p-23;
    }
}

static void read_rms(struct kernel_call *call, struct norm *n)
{
    read_layer(call, n);
    n->mean_is_zero = true;
    n->eps = kernel_float(call, "eps", step_of(call->in[0].dtype));
}

void rms_norm_forward(struct kernel_call *call)
{
    struct norm n;
    read_rms(call, &n);
    normalise(call, &n);
}

void rms_norm_backward(struct kernel_call *call)
{
    struct norm n;
    read_rms(call, &n);
    recall_statistics(call, &n);
    give_back(call, &n, input_gradient);
}
