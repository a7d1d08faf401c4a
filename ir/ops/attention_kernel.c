// Multi-head attention in f64: projections, scores, softmax and output of each head of each element
// of the batch, one after the other.
//
//   q = (Wq query + bq) / sqrt(D), k = Wk key + bk, v = Wv value + bv      D: features of a head
//   p = softmax(q k^T + masks), dropped out in training
//   out = Wo (p v) + bo
//
// A learned bias of key and value is one more source, and so is a row of zeros.

#include "ir/ops/attention.h"
#include "ir/ops/kernels.h"
#include "ir/rows.h"

#include <math.h>
#include <string.h>

struct attention {
    bool batched, batch_first, zeros;
    int64_t batch, targets, given, sources; // given: sources of key; sources: with those added
    int64_t embed, heads, width;            // width: features of a head
    double dropout;
    // Projected, [batch, length, embed]; q is scaled.
    double *q, *k, *v;
    double *p;         // [batch, heads, targets, sources], before dropout
    double *mask;      // of the dropout; NULL: none
    double *heads_out; // [batch, targets, embed]
};

static struct attention read_attention(struct kernel_call *call)
{
    const struct tensor *query = &call->in[QUERY], *key = &call->in[KEY];
    struct attention a = {.batched = query->rank == 3};
    a.batch_first = a.batched && kernel_bool(call, "batch_first", false);
    int time = a.batch_first ? 1 : 0;
    a.batch = a.batched ? query->dim[1 - time] : 1;
    a.targets = query->dim[time];
    a.given = key->dim[time];
    a.embed = query->dim[query->rank - 1];
    a.heads = kernel_int(call, "num_heads", 1);
    a.width = a.embed / a.heads;
    a.zeros = kernel_bool(call, "add_zero_attn", false);
    a.sources = a.given + (kernel_has(call, BIAS_K) ? 1 : 0) + (a.zeros ? 1 : 0);
    a.dropout = call->training ? kernel_float(call, "dropout", 0.0) : 0.0;
    a.q = kernel_zeros(call, a.batch * a.targets * a.embed);
    a.k = kernel_zeros(call, a.batch * a.sources * a.embed);
    a.v = kernel_zeros(call, a.batch * a.sources * a.embed);
    a.p = kernel_zeros(call, a.batch * a.heads * a.targets * a.sources);
    a.heads_out = kernel_zeros(call, a.batch * a.targets * a.embed);
    if (a.dropout > 0.0) a.mask = kernel_zeros(call, a.batch * a.heads * a.targets * a.sources);
    return a;
}

// ---- projections

// One of the three, or the one out: y[r] = W x[r] + b, by rows of the sequence.
struct projection {
    int weight, bias; // operands
    int64_t first;    // row of the weight, element of the bias
    int64_t n_in, n_out;
    const double *w, *b; // NULL: no bias
};

static struct projection read_projection(struct kernel_call *call, const struct attention *a,
                                         int which)
{
    struct projection p = {.n_in = call->in[which].dim[call->in[which].rank - 1]};
    bool packed = kernel_has(call, IN_PROJ_WEIGHT);
    p.n_out = a->embed;
    p.weight = packed ? IN_PROJ_WEIGHT : Q_PROJ_WEIGHT + which;
    p.bias = IN_PROJ_BIAS;
    p.first = which * a->embed;
    p.w = kernel_operand(call, p.weight);
    p.b = kernel_operand(call, IN_PROJ_BIAS);
    if (p.w && packed) p.w += p.first * p.n_in;
    if (p.b) p.b += p.first;
    return p;
}

static struct projection output_projection(struct kernel_call *call, const struct attention *a)
{
    return (struct projection){.weight = OUT_PROJ_WEIGHT,
                               .bias = OUT_PROJ_BIAS,
                               .n_in = a->embed,
                               .n_out = a->embed,
                               .w = kernel_operand(call, OUT_PROJ_WEIGHT),
                               .b = kernel_operand(call, OUT_PROJ_BIAS)};
}

// Without a weight the input passes.
static void project(const struct projection *p, const double *x, double *y)
{
    for (int64_t i = 0; i < p->n_out; i++) {
        double sum = p->b ? p->b[i] : 0.0;
        if (p->w)
            for (int64_t j = 0; j < p->n_in; j++) sum += p->w[i * p->n_in + j] * x[j];
        else
            sum += x[i];
        y[i] = sum;
    }
}

// Where the row of element (n, t) lies in the operand, in rows.
static int64_t row_of(const struct attention *a, int64_t length, int64_t n, int64_t t)
{
    if (!a->batched) return t;
    return a->batch_first ? n * length + t : t * a->batch + n;
}

static void project_all(struct kernel_call *call, struct attention *a)
{
    double *to[3] = {a->q, a->k, a->v}, scale = 1.0 / sqrt((double)a->width);
    for (int which = QUERY; which <= VALUE; which++) {
        struct projection p = read_projection(call, a, which);
        const double *x = kernel_operand(call, which);
        const double *bias = which ? kernel_operand(call, which == KEY ? BIAS_K : BIAS_V) : NULL;
        int64_t length = which ? a->given : a->targets, room = which ? a->sources : a->targets;
        for (int64_t n = 0; n < a->batch; n++) {
            double *rows = to[which] + n * room * a->embed;
            for (int64_t t = 0; t < length; t++)
                project(&p, x + row_of(a, length, n, t) * p.n_in, rows + t * a->embed);
            if (bias) memcpy(rows + length * a->embed, bias, (size_t)a->embed * sizeof(double));
        }
    }
    for (int64_t i = 0; i < a->batch * a->targets * a->embed; i++) a->q[i] *= scale;
}

// ---- scores

static bool is_mask(const struct tensor *t)
{
    return !dtype_is_float(t->dtype);
}

// What masks add to a score: minus infinity where they hide a source; 0 for sources added.
static double hidden(struct kernel_call *call, const struct attention *a, int64_t n, int64_t head,
                     int64_t t, int64_t s, const double *padding, const double *mask)
{
    double sum = 0.0;
    if (s >= a->given) return 0.0;
    if (padding) {
        double value = padding[n * a->given + s];
        sum += !is_mask(&call->in[KEY_PADDING_MASK]) ? value : value != 0.0 ? -INFINITY : 0.0;
    }
    if (mask) {
        int64_t matrix = call->in[ATTN_MASK].rank == 3 ? n * a->heads + head : 0;
        double value = mask[(matrix * a->targets + t) * a->given + s];
        sum += !is_mask(&call->in[ATTN_MASK]) ? value : value != 0.0 ? -INFINITY : 0.0;
    }
    return sum;
}

static void softmax(double *row, int64_t n)
{
    double most = -INFINITY, sum = 0.0;
    for (int64_t i = 0; i < n; i++) most = fmax(most, row[i]);
    for (int64_t i = 0; i < n; i++) sum += row[i] = exp(row[i] - most);
    for (int64_t i = 0; i < n; i++) row[i] /= sum;
}

// Pointers to one head of one element of the batch.
struct head {
    const double *q, *k, *v; // rows `embed` apart
    double *p, *mask;
    double *out;
};

static struct head head_at(const struct attention *a, int64_t n, int64_t head)
{
    int64_t scores = (n * a->heads + head) * a->targets * a->sources, first = head * a->width;
    return (struct head){
        a->q + n * a->targets * a->embed + first, a->k + n * a->sources * a->embed + first,
        a->v + n * a->sources * a->embed + first, a->p + scores,
        a->mask ? a->mask + scores : NULL,        a->heads_out + n * a->targets * a->embed + first};
}

// The share of source s in target t, after dropout.
static double share(const struct attention *a, const struct head *h, int64_t at)
{
    if (!h->mask) return h->p[at];
    return h->mask[at] != 0.0 ? h->p[at] / (1.0 - a->dropout) : 0.0;
}

static void run_head(struct kernel_call *call, struct attention *a, int64_t n, int64_t head,
                     const double *padding, const double *mask)
{
    struct head h = head_at(a, n, head);
    for (int64_t t = 0; t < a->targets; t++) {
        double *row = h.p + t * a->sources;
        for (int64_t s = 0; s < a->sources; s++) {
            row[s] = hidden(call, a, n, head, t, s, padding, mask);
            for (int64_t i = 0; i < a->width; i++)
                row[s] += h.q[t * a->embed + i] * h.k[s * a->embed + i];
        }
        softmax(row, a->sources);
        for (int64_t s = 0; s < a->sources; s++) {
            if (h.mask) h.mask[t * a->sources + s] = call->host->random(call) >= a->dropout;
            double weight = share(a, &h, t * a->sources + s);
            for (int64_t i = 0; i < a->width; i++)
                h.out[t * a->embed + i] += weight * h.v[s * a->embed + i];
        }
    }
}

// ---- forward

static void write_weights(struct kernel_call *call, const struct attention *a)
{
    bool average = kernel_bool(call, "average_attn_weights", true);
    int64_t dim[4], scores = a->targets * a->sources;
    int rank = 0;
    if (a->batched) dim[rank++] = a->batch;
    if (!average) dim[rank++] = a->heads;
    dim[rank++] = a->targets;
    dim[rank++] = a->sources;
    struct tensor *weights = kernel_result(call, 1, call->in[QUERY].dtype, rank, dim);
    for (int64_t i = 0; i < tensor_count(weights); i++) {
        double sum = 0.0;
        int64_t n = i / scores, at = i % scores;
        for (int64_t head = 0; average && head < a->heads; head++) {
            struct head h = head_at(a, n, head);
            sum += share(a, &h, at) / (double)a->heads;
        }
        if (!average) {
            struct head h = head_at(a, n / a->heads, n % a->heads);
            sum = share(a, &h, at);
        }
        row_store(weights, i, 1, 1, &sum);
    }
}

static void write_output(struct kernel_call *call, const struct attention *a)
{
    const struct tensor *query = &call->in[QUERY];
    struct tensor *out = kernel_result(call, 0, query->dtype, query->rank, query->dim);
    struct projection p = output_projection(call, a);
    double *row = kernel_doubles(call, a->embed);
    for (int64_t n = 0; n < a->batch; n++) {
        for (int64_t t = 0; t < a->targets; t++) {
            project(&p, a->heads_out + (n * a->targets + t) * a->embed, row);
            row_store(out, row_of(a, a->targets, n, t) * a->embed, 1, a->embed, row);
        }
    }
}

void multihead_attention_forward(struct kernel_call *call)
{
    struct attention a = read_attention(call);
    const double *padding = kernel_operand(call, KEY_PADDING_MASK),
                 *mask = kernel_operand(call, ATTN_MASK);
    enum dtype dtype = call->in[QUERY].dtype;
    int64_t targets = a.batch * a.targets * a.embed, sources = a.batch * a.sources * a.embed;
    int64_t scores = a.batch * a.heads * a.targets * a.sources;
    project_all(call, &a);
    for (int64_t n = 0; n < a.batch; n++)
        for (int64_t head = 0; head < a.heads; head++) run_head(call, &a, n, head, padding, mask);
    bool weights = kernel_bool(call, "need_weights", true);
    kernel_results(call, weights ? 2 : 1);
    write_output(call, &a);
    if (weights) write_weights(call, &a);
    kernel_keep(call, dtype, targets, a.q);
    kernel_keep(call, dtype, sources, a.k);
    kernel_keep(call, dtype, sources, a.v);
    kernel_keep(call, dtype, scores, a.p);
    kernel_keep(call, dtype, targets, a.heads_out);
    if (a.mask) kernel_keep(call, DTYPE_BOOL, scores, a.mask);
}

// ---- backward

struct flow {
    double *dq, *dk, *dv, *dheads; // as q, k, v and heads_out
    double *dwin[3], *dbin[3];     // of the projections in
    double *dwout, *dbout;
    double *dpadding, *dmask; // of masks that are added to the scores
};

static void recall(struct kernel_call *call, struct attention *a)
{
    double *to[] = {a->q, a->k, a->v, a->p, a->heads_out, a->mask};
    for (int i = 0; i < call->n_own && i < 6; i++)
        if (to[i]) row_load(&call->own[i], 0, 1, tensor_count(&call->own[i]), to[i]);
}

// dx += W^T g, dW += g x^T, db += g; each may be NULL.
static void give_projection(const struct projection *p, const double *x, const double *g,
                            double *dx, double *dw, double *db)
{
    for (int64_t i = 0; i < p->n_out; i++) {
        if (db) db[i] += g[i];
        if (!p->w && dx) dx[i] += g[i];
        for (int64_t j = 0; p->w && j < p->n_in; j++) {
            if (dx) dx[j] += g[i] * p->w[i * p->n_in + j];
            if (dw) dw[i * p->n_in + j] += g[i] * x[j];
        }
    }
}

static void back_output(struct kernel_call *call, const struct attention *a, struct flow *flow)
{
    struct projection p = output_projection(call, a);
    const double *g = kernel_numbers(call, &call->grad_out[0], DTYPE_F64);
    for (int64_t n = 0; n < a->batch; n++) {
        for (int64_t t = 0; t < a->targets; t++) {
            int64_t at = (n * a->targets + t) * a->embed;
            give_projection(&p, a->heads_out + at, g + row_of(a, a->targets, n, t) * a->embed,
                            flow->dheads + at, flow->dwout, flow->dbout);
        }
    }
}

// What arrives at the weights that were given back, for one share.
static double arriving_weight(const struct kernel_call *call, const struct attention *a, int64_t n,
                              int64_t head, int64_t at)
{
    int64_t scores = a->targets * a->sources;
    if (call->n_out < 2 || !tensor_is_there(&call->grad_out[1])) return 0.0;
    if (kernel_bool(call, "average_attn_weights", true))
        return tensor_get(&call->grad_out[1], n * scores + at) / (double)a->heads;
    return tensor_get(&call->grad_out[1], (n * a->heads + head) * scores + at);
}

static void back_mask(struct kernel_call *call, const struct attention *a, struct flow *flow,
                      int64_t n, int64_t head, int64_t t, int64_t s, double dscore)
{
    int64_t matrix = call->in[ATTN_MASK].rank == 3 ? n * a->heads + head : 0;
    if (s >= a->given) return;
    if (flow->dpadding) flow->dpadding[n * a->given + s] += dscore;
    if (flow->dmask) flow->dmask[(matrix * a->targets + t) * a->given + s] += dscore;
}

static void back_row(struct kernel_call *call, const struct attention *a, struct flow *flow,
                     int64_t n, int64_t head, int64_t t, double *dp)
{
    struct head h = head_at(a, n, head);
    int64_t first = head * a->width, source = n * a->sources * a->embed + first;
    const double *dout = flow->dheads + (n * a->targets + t) * a->embed + first;
    double *dq = flow->dq + (n * a->targets + t) * a->embed + first, sum = 0.0;
    for (int64_t s = 0; s < a->sources; s++) {
        int64_t at = t * a->sources + s;
        double weight = share(a, &h, at), dshare = arriving_weight(call, a, n, head, at);
        for (int64_t i = 0; i < a->width; i++) {
            dshare += dout[i] * h.v[s * a->embed + i];
            flow->dv[source + s * a->embed + i] += weight * dout[i];
        }
        dp[s] = !h.mask ? dshare : h.mask[at] != 0.0 ? dshare / (1.0 - a->dropout) : 0.0;
        sum += dp[s] * h.p[at];
    }
    for (int64_t s = 0; s < a->sources; s++) {
        double dscore = h.p[t * a->sources + s] * (dp[s] - sum);
        back_mask(call, a, flow, n, head, t, s, dscore);
        for (int64_t i = 0; i < a->width; i++) {
            dq[i] += dscore * h.k[s * a->embed + i];
            flow->dk[source + s * a->embed + i] += dscore * h.q[t * a->embed + i];
        }
    }
}

// Of query, key or value: of what it was projected from, and the projection's own.
static void back_input(struct kernel_call *call, const struct attention *a, struct flow *flow,
                       int which)
{
    struct projection p = read_projection(call, a, which);
    const double *g[] = {flow->dq, flow->dk, flow->dv}, *x = kernel_operand(call, which);
    int64_t length = which ? a->given : a->targets, room = which ? a->sources : a->targets;
    double *dx = kernel_zeros(call, tensor_count(&call->in[which]));
    for (int64_t n = 0; n < a->batch; n++) {
        for (int64_t t = 0; t < length; t++) {
            int64_t row = row_of(a, length, n, t) * p.n_in;
            give_projection(&p, x + row, g[which] + (n * room + t) * a->embed, dx + row,
                            flow->dwin[which], flow->dbin[which]);
        }
    }
    kernel_give_gradient(call, which, dx);
}

// The row that a learned bias adds, summed over the batch.
static void store_added(struct kernel_call *call, const struct attention *a, int operand,
                        const double *g)
{
    double *sums = kernel_zeros(call, a->embed);
    for (int64_t n = 0; n < a->batch; n++)
        for (int64_t i = 0; i < a->embed; i++)
            sums[i] += g[(n * a->sources + a->given) * a->embed + i];
    kernel_give_gradient(call, operand, sums);
}

static void make_flow(struct kernel_call *call, const struct attention *a, struct flow *flow)
{
    int64_t targets = a->batch * a->targets * a->embed, sources = a->batch * a->sources * a->embed;
    *flow = (struct flow){.dq = kernel_zeros(call, targets), .dheads = kernel_zeros(call, targets)};
    flow->dk = kernel_zeros(call, sources);
    flow->dv = kernel_zeros(call, sources);
    double *packed = kernel_zeros(call, 3 * a->embed * a->embed),
           *bias = kernel_zeros(call, 3 * a->embed);
    for (int which = QUERY; which <= VALUE; which++) {
        int64_t n_in = call->in[which].dim[call->in[which].rank - 1];
        flow->dwin[which] = kernel_has(call, IN_PROJ_WEIGHT) ? packed + which * a->embed * a->embed
                                                             : kernel_zeros(call, a->embed * n_in);
        flow->dbin[which] = bias + which * a->embed;
    }
    if (kernel_wants(call, KEY_PADDING_MASK))
        flow->dpadding = kernel_zeros(call, tensor_count(&call->in[KEY_PADDING_MASK]));
    if (kernel_wants(call, ATTN_MASK))
        flow->dmask = kernel_zeros(call, tensor_count(&call->in[ATTN_MASK]));
    flow->dwout = kernel_zeros(call, a->embed * a->embed);
    flow->dbout = kernel_zeros(call, a->embed);
}

void multihead_attention_backward(struct kernel_call *call)
{
    struct attention a = read_attention(call);
    struct flow flow;
    recall(call, &a);
    make_flow(call, &a, &flow);
    if (tensor_is_there(&call->grad_out[0])) back_output(call, &a, &flow);
    double *dp = kernel_doubles(call, a.sources);
    for (int64_t n = 0; n < a.batch; n++)
        for (int64_t head = 0; head < a.heads; head++)
            for (int64_t t = 0; t < a.targets; t++) back_row(call, &a, &flow, n, head, t, dp);
    double scale = 1.0 / sqrt((double)a.width);
    for (int64_t i = 0; i < a.batch * a.targets * a.embed; i++) flow.dq[i] *= scale;
    for (int which = QUERY; which <= VALUE; which++) back_input(call, &a, &flow, which);
    kernel_give_gradient(call, IN_PROJ_WEIGHT, flow.dwin[QUERY]);
    for (int which = QUERY; which <= VALUE && !kernel_has(call, IN_PROJ_WEIGHT); which++)
        kernel_give_gradient(call, Q_PROJ_WEIGHT + which, flow.dwin[which]);
    kernel_give_gradient(call, KEY_PADDING_MASK, flow.dpadding);
    kernel_give_gradient(call, ATTN_MASK, flow.dmask);
    kernel_give_gradient(call, IN_PROJ_BIAS, flow.dbin[QUERY]);
    kernel_give_gradient(call, OUT_PROJ_WEIGHT, flow.dwout);
    kernel_give_gradient(call, OUT_PROJ_BIAS, flow.dbout);
    if (kernel_has(call, BIAS_K)) store_added(call, &a, BIAS_K, flow.dk);
    if (kernel_has(call, BIAS_V)) store_added(call, &a, BIAS_V, flow.dv);
}
