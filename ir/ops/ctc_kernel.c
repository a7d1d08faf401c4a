// Connectionist temporal classification (Graves et al., 2006), in logarithms. The labels of a
// sequence, with a blank around each, are states; alpha is the sum over all paths to a state at a
// step, beta that over all from there on.

#include "ir/ops/kernels.h"

#include <math.h>
#include <string.h>

enum { LOG_PROBS, TARGETS, INPUT_LENGTHS, TARGET_LENGTHS };

struct ctc {
    int64_t steps, batch, classes, blank;
    int64_t longest; // target
    const double *log_probs;
    const struct tensor *targets;
    bool padded;   // targets are rows of one length; else they lie behind one another
    double *alpha; // [batch, steps, 2 * longest + 1]; NaN outside of a sequence's steps and states
};

// One sequence.
struct sequence {
    int64_t number, steps, length, first; // first: of its labels
};

static int64_t n_states(const struct ctc *c)
{
    return 2 * c->longest + 1;
}

static double *alpha_at(const struct ctc *c, int64_t sequence, int64_t step)
{
    return c->alpha + (sequence * c->steps + step) * n_states(c);
}

static double log_prob(const struct ctc *c, const struct sequence *s, int64_t step, int64_t class)
{
    return c->log_probs[(step * c->batch + s->number) * c->classes + class];
}

static int64_t label_at(const struct ctc *c, const struct sequence *s, int64_t state)
{
    return state % 2 ? tensor_get_integer(c->targets, s->first + state / 2) : c->blank;
}

static struct ctc read_call(struct kernel_call *call)
{
    const struct tensor *x = &call->in[LOG_PROBS];
    struct ctc c = {.steps = x->dim[0], .batch = 1, .blank = kernel_int(call, "blank", 0)};
    if (x->rank == 3) c.batch = x->dim[1];
    c.classes = x->dim[x->rank - 1];
    c.log_probs = kernel_operand(call, LOG_PROBS);
    c.targets = &call->in[TARGETS];
    c.padded = call->in[TARGETS].rank == 2;
    return c;
}

// ---- forward

static double log_add(double a, double b)
{
    double most = a > b ? a : b;
    return most == -INFINITY ? most : most + log(exp(a - most) + exp(b - most));
}

// A label may follow another one without a blank between them unless they are the same.
static bool may_skip(const struct ctc *c, const struct sequence *s, int64_t state)
{
    return state % 2 && state > 1 && label_at(c, s, state) != label_at(c, s, state - 2);
}

static void run_alpha(const struct ctc *c, const struct sequence *s)
{
    int64_t n = 2 * s->length + 1;
    for (int64_t t = 0; t < s->steps; t++) {
        double *now = alpha_at(c, s->number, t), *before = t ? alpha_at(c, s->number, t - 1) : NULL;
        for (int64_t state = 0; state < n; state++) {
            double sum = before ? before[state] : state < 2 ? 0.0 : -INFINITY;
            if (before && state > 0) sum = log_add(sum, before[state - 1]);
            if (before && may_skip(c, s, state)) sum = log_add(sum, before[state - 2]);
            now[state] = sum + log_prob(c, s, t, label_at(c, s, state));
        }
    }
}

static double loss_of(const struct ctc *c, const struct sequence *s)
{
    if (s->steps == 0) return s->length ? INFINITY : 0.0;
    const double *last = alpha_at(c, s->number, s->steps - 1);
    double sum = last[2 * s->length];
    return -(s->length ? log_add(sum, last[2 * s->length - 1]) : sum);
}

static bool is_right(struct kernel_call *call, const struct ctc *c, const struct sequence *s)
{
    if (s->steps < 0 || s->steps > c->steps || s->length < 0 ||
        s->first + s->length > tensor_count(c->targets)) {
        kernel_fail(call, "sequence %lld has %lld steps and %lld labels, which are not there",
                    (long long)s->number, (long long)s->steps, (long long)s->length);
        return false;
    }
    for (int64_t state = 0; state < 2 * s->length + 1; state++) {
        int64_t class = label_at(c, s, state);
        if (class >= 0 && class < c->classes) continue;
        kernel_fail(call, "class %lld is none of %lld", (long long)class, (long long)c->classes);
        return false;
    }
    return true;
}

static const char *reduction(const struct kernel_call *call)
{
    return kernel_string(call, "reduction", "mean");
}

// What the sum of a sequence's loss is divided by.
static double divisor(const struct kernel_call *call, const struct ctc *c, int64_t length)
{
    if (strcmp(reduction(call), "mean") != 0) return 1.0;
    return (double)c->batch * (double)(length > 1 ? length : 1);
}

static void keep(struct kernel_call *call, const struct ctc *c, const double *losses)
{
    enum dtype dtype = call->in[LOG_PROBS].dtype;
    int64_t dim[3] = {c->batch, c->steps, n_states(c)};
    const struct tensor *t = &call->in[TARGETS];
    if (t->dtype != DTYPE_I64) {
        struct tensor *own = kernel_own(call, DTYPE_I64, t->rank, t->dim);
        for (int64_t i = 0; own && i < tensor_count(t); i++)
            tensor_set_integer(own, i, tensor_get_integer(t, i));
    }
    kernel_keep(call, dtype, c->batch, losses);
    struct tensor *own = kernel_own(call, dtype, 3, dim);
    for (int64_t i = 0; own && i < tensor_count(own); i++) tensor_set(own, i, c->alpha[i]);
}

void ctc_loss_forward(struct kernel_call *call)
{
    struct ctc c = read_call(call);
    double *losses = kernel_doubles(call, c.batch), sum = 0.0;
    for (int64_t i = 0; i < c.batch; i++) {
        int64_t length = tensor_get_integer(&call->in[TARGET_LENGTHS], i);
        if (length > c.longest) c.longest = length;
    }
    int64_t cells = c.batch * c.steps * n_states(&c), first = 0;
    c.alpha = kernel_doubles(call, cells);
    for (int64_t i = 0; i < cells; i++) c.alpha[i] = NAN;
    bool zero = kernel_bool(call, "zero_infinity", false), none = !strcmp(reduction(call), "none");
    struct tensor *y = kernel_result(call, 0, call->in[LOG_PROBS].dtype,
                                     none && call->in[LOG_PROBS].rank == 3, &c.batch);
    for (int64_t i = 0; i < c.batch; i++) {
        struct sequence s = {i, tensor_get_integer(&call->in[INPUT_LENGTHS], i),
                             tensor_get_integer(&call->in[TARGET_LENGTHS], i), first};
        if (c.padded) s.first = i * c.targets->dim[1];
        if (!is_right(call, &c, &s)) return;
        first += s.length;
        run_alpha(&c, &s);
        losses[i] = loss_of(&c, &s);
        double loss = zero && isinf(losses[i]) ? 0.0 : losses[i];
        sum += loss / divisor(call, &c, s.length);
        if (none) tensor_set(y, i, loss);
    }
    if (!none) tensor_set(y, 0, sum);
    keep(call, &c, losses);
}

// ---- backward

// Lengths are not kept: alpha is a number for a sequence's own steps and states only.
static struct sequence sequence_of(const struct ctc *c, int64_t number, int64_t first)
{
    struct sequence s = {.number = number,
                         .first = c->padded ? number * c->targets->dim[1] : first};
    int64_t states = 0;
    while (s.steps < c->steps && !isnan(alpha_at(c, number, s.steps)[0])) s.steps++;
    while (s.steps && states < n_states(c) && !isnan(alpha_at(c, number, 0)[states])) states++;
    s.length = states / 2;
    return s;
}

// beta of one step from that of the next; both include the step's own probability.
static void beta_step(const struct ctc *c, const struct sequence *s, int64_t step,
                      const double *next, double *now)
{
    int64_t n = 2 * s->length + 1;
    for (int64_t state = n - 1; state >= 0; state--) {
        double sum = next ? next[state] : state >= n - 2 ? 0.0 : -INFINITY;
        if (next && state + 1 < n) sum = log_add(sum, next[state + 1]);
        if (next && state + 2 < n && may_skip(c, s, state + 2)) sum = log_add(sum, next[state + 2]);
        now[state] = sum + log_prob(c, s, step, label_at(c, s, state));
    }
}

static void sequence_back(struct kernel_call *call, const struct ctc *c, const struct sequence *s,
                          double loss, double share, double *to)
{
    double *rows[2] = {kernel_doubles(call, n_states(c)), kernel_doubles(call, n_states(c))};
    bool zero = kernel_bool(call, "zero_infinity", false);
    if (isinf(loss) && zero) return;
    for (int64_t t = s->steps - 1; t >= 0; t--) {
        const double *next = t + 1 < s->steps ? rows[(t + 1) % 2] : NULL;
        beta_step(c, s, t, next, rows[t % 2]);
        for (int64_t state = 0; state < 2 * s->length + 1; state++) {
            int64_t class = label_at(c, s, state);
            double both = alpha_at(c, s->number, t)[state] + rows[t % 2][state];
            to[(t * c->batch + s->number) * c->classes + class] -=
                share * exp(both - log_prob(c, s, t, class) + loss);
        }
    }
}

void ctc_loss_backward(struct kernel_call *call)
{
    struct ctc c = read_call(call);
    bool converted = call->in[TARGETS].dtype != DTYPE_I64, none = !strcmp(reduction(call), "none");
    const struct tensor *own = &call->own[converted], *g = &call->grad_out[0];
    if (converted) c.targets = &call->own[0];
    c.longest = (own[1].dim[2] - 1) / 2;
    c.alpha = kernel_doubles(call, tensor_count(&own[1]));
    for (int64_t i = 0; i < tensor_count(&own[1]); i++) c.alpha[i] = tensor_get(&own[1], i);
    double *to = kernel_zeros(call, tensor_count(&call->in[LOG_PROBS]));
    int64_t first = 0;
    for (int64_t i = 0; i < c.batch; i++) {
        struct sequence s = sequence_of(&c, i, first);
        first += s.length;
        double share = tensor_get(g, none ? i : 0) / divisor(call, &c, s.length);
        sequence_back(call, &c, &s, tensor_get(&own[0], i), share, to);
    }
    kernel_give_gradient(call, LOG_PROBS, to);
}
