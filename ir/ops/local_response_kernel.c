// local_response_norm: y = x / (k + alpha * mean square)^beta over `size` channels

#include "ir/ops/kernels.h"

#include <math.h>

struct channels {
    int64_t batch, n, inner, size;
    double alpha, beta, k;
};

static struct channels channels_of(const struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    int64_t inner = 1;
    for (int axis = 2; axis < x->rank; axis++) inner *= x->dim[axis];
    return (struct channels){.batch = x->dim[0],
                             .n = x->dim[1],
                             .inner = inner,
                             .size = kernel_int(call, "size", 1),
                             .alpha = kernel_float(call, "alpha", 1e-4),
                             .beta = kernel_float(call, "beta", 0.75),
                             .k = kernel_float(call, "k", 1.0)};
}

// Channels [first, end) around channel c; those that are not there count as zeros.
static void window_of(const struct channels *s, int64_t c, int64_t *first, int64_t *end)
{
    *first = c - s->size / 2;
    *end = *first + s->size < s->n ? *first + s->size : s->n;
    if (*first < 0) *first = 0;
}

// Of one place in space, whose channels are `inner` apart.
static double response(const struct channels *s, const double *x, int64_t c)
{
    int64_t first, end;
    double sum = 0.0;
    window_of(s, c, &first, &end);
    for (int64_t i = first; i < end; i++) sum += x[i * s->inner] * x[i * s->inner];
    return s->k + s->alpha * sum / (double)s->size;
}

void local_response_norm_forward(struct kernel_call *call)
{
    struct channels s = channels_of(call);
    struct tensor *y = kernel_result(call, 0, call->in[0].dtype, call->in[0].rank, call->in[0].dim);
    const double *x = kernel_operand(call, 0);
    for (int64_t at = 0; at < tensor_count(y); at++) {
        int64_t c = at / s.inner % s.n, begin = at - c * s.inner;
        tensor_set(y, at, x[at] / pow(response(&s, x + begin, c), s.beta));
    }
}

void local_response_norm_backward(struct kernel_call *call)
{
    struct channels s = channels_of(call);
    const double *x = kernel_operand(call, 0);
    int64_t n = tensor_count(&call->in[0]), first, end;
    double *to = kernel_zeros(call, n);
    for (int64_t at = 0; at < n; at++) {
        int64_t c = at / s.inner % s.n, begin = at - c * s.inner;
        double d = response(&s, x + begin, c), g = tensor_get(&call->grad_out[0], at);
        double factor = -2.0 * s.alpha * s.beta / (double)s.size * g * x[at] / pow(d, s.beta + 1.0);
        to[at] += g / pow(d, s.beta);
        window_of(&s, c, &first, &end);
        for (int64_t i = begin + first * s.inner; i < begin + end * s.inner; i += s.inner)
            to[i] += factor * x[i];
    }
    kernel_give_gradient(call, 0, to);
}
