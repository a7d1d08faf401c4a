// Multi-head attention: projections, scores, softmax and output, as products of stacks of matrices
// with one for each head of each element of the batch. A softmax is worked out in f64.
//
//   q = (Wq query + bq) / sqrt(D), k = Wk key + bk, v = Wv value + bv      D: features of a head
//   p = softmax(q k^T + masks), dropped out in training
//   out = Wo (p v) + bo
//
// A learned bias of key and value is one more source, and so is a row of zeros.

#include "ir/ops/attention.h"
#include "ir/ops/exponential.h"
#include "ir/ops/kernels.h"
#include "ir/ops/products.h"
#include "ir/ops/view_kernel.h"
#include "ir/rows.h"

#include <math.h>

// What forward keeps, in this order.
enum { KEPT_Q, KEPT_K, KEPT_V, KEPT_P, KEPT_HEADS, N_KEPT, KEPT_MASK = N_KEPT };

struct attention {
    enum dtype dtype; // of the products and of the tensors here
    int time; // axis of the sequences [batch, length, features] or [length, batch, features]
    int64_t batch, targets, given, sources; // given: sources of key; sources: with those added
    int64_t embed, heads, width;            // width: features of a head
    double dropout;
    // Sequences of q (which is scaled), k, v and of the heads' outputs; p is [batch, heads,
    // targets, sources], before dropout.
    struct tensor kept[N_KEPT];
    struct tensor shares; // p after dropout
    struct tensor mask;   // of the dropout, 1 where a share stays; dtype NONE: there is none
};

static struct attention read_attention(struct kernel_call *call)
{
    const struct tensor *query = &call->in[QUERY], *key = &call->in[KEY];
    bool batched = query->rank == 3;
    struct attention a = {.dtype = kernel_product_dtype(query)};
    a.time = !batched || kernel_bool(call, "batch_first", false);
    a.batch = batched ? query->dim[1 - a.time] : 1;
    a.targets = query->dim[batched ? a.time : 0];
    a.given = key->dim[batched ? a.time : 0];
    a.embed = query->dim[query->rank - 1];
    a.heads = kernel_int(call, "num_heads", 1);
    a.width = a.embed / a.heads;
    a.sources = a.given + kernel_has(call, BIAS_K) + kernel_bool(call, "add_zero_attn", false);
    a.dropout = call->training ? kernel_float(call, "dropout", 0.0) : 0.0;
    return a;
}

// ---- sequences and heads

static void sequence_extents(const struct attention *a, int64_t length, int64_t *dim)
{
    dim[a->time] = length;
    dim[1 - a->time] = a->batch;
    dim[2] = a->embed;
}

static struct tensor sequence_room(struct kernel_call *call, const struct attention *a,
                                   int64_t length)
{
    int64_t dim[3];
    sequence_extents(a, length, dim);
    return products_room(call, a->dtype, 3, dim);
}

static struct tensor scores_room(struct kernel_call *call, const struct attention *a)
{
    return products_room(call, a->dtype, 4,
                         (int64_t[]){a->batch, a->heads, a->targets, a->sources});
}

// An operand or result with an axis for the batch, also where it has none.
static struct tensor with_batch(const struct tensor *t)
{
    struct tensor shown = *t;
    if (shown.rank == 2) view_add_axis(&shown, 0, 1, 0);
    return shown;
}

static struct tensor part_of(const struct attention *a, const struct tensor *sequence,
                             int64_t first, int64_t length)
{
    struct tensor part = *sequence;
    view_slice(&part, a->time, first, length, 1);
    return part;
}

// A sequence as a stack: [batch, heads, length, width].
static struct tensor heads_of(const struct attention *a, const struct tensor *sequence)
{
    struct tensor t = *sequence;
    t.rank = 4;
    t.dim[0] = a->batch;
    t.dim[1] = a->heads;
    t.dim[2] = sequence->dim[a->time];
    t.dim[3] = a->width;
    t.stride[0] = sequence->stride[1 - a->time];
    t.stride[1] = a->width;
    t.stride[2] = sequence->stride[a->time];
    t.stride[3] = 1;
    return t;
}

// ---- projections

// Rows [first, first + embed) of the weights and biases that lie in one operand.
static struct tensor rows_from(const struct tensor *t, int64_t first, int64_t n)
{
    struct tensor part = *t;
    if (tensor_is_there(t)) view_slice(&part, 0, first, n, 1);
    return part;
}

static int weight_of(const struct kernel_call *call, int which)
{
    return kernel_has(call, IN_PROJ_WEIGHT) ? IN_PROJ_WEIGHT : Q_PROJ_WEIGHT + which;
}

// W of query, key or value as a matrix, from an operand or from its gradient.
static struct tensor weight_part(const struct kernel_call *call, const struct attention *a,
                                 int which, const struct tensor *weight)
{
    bool packed = kernel_has(call, IN_PROJ_WEIGHT);
    return packed ? rows_from(weight, which * a->embed, a->embed) : *weight;
}

// y = x W^T + b; without a weight the input passes.
static void project(struct kernel_call *call, const struct tensor *x, const struct tensor *w,
                    const struct tensor *b, const struct tensor *y)
{
    if (!tensor_is_there(w)) {
        tensor_copy(x, y);
        if (tensor_is_there(b)) tensor_add(b, y);
        return;
    }
    struct tensor stack = products_transposed(w);
    view_add_axis(&stack, 0, x->dim[0], 0);
    if (tensor_is_there(b)) tensor_copy(b, y);
    products_multiply(call, x, &stack, y, tensor_is_there(b) ? PRODUCTS_ADDED : PRODUCTS_NEW);
}

// The sources that are no projections: the row that is learned, and zeros.
static void add_sources(struct kernel_call *call, const struct attention *a, int bias,
                        const struct tensor *to)
{
    int64_t at = a->given;
    if (kernel_has(call, bias)) {
        struct tensor row = part_of(a, to, at++, 1);
        tensor_copy(&call->in[bias], &row);
    }
    struct tensor zeros = part_of(a, to, at, a->sources - at);
    tensor_fill(&zeros, 0.0);
}

static void project_all(struct kernel_call *call, struct attention *a)
{
    for (int which = QUERY; which <= VALUE; which++) {
        struct tensor *to = &a->kept[KEPT_Q + which];
        struct tensor x = products_operand(call, &call->in[which], a->dtype),
                      shown = with_batch(&x);
        struct tensor w = weight_part(call, a, which, &call->in[weight_of(call, which)]);
        struct tensor b = call->in[IN_PROJ_BIAS];
        w = products_operand(call, &w, a->dtype);
        b = rows_from(&b, which * a->embed, a->embed);
        struct tensor rows = part_of(a, to, 0, which ? a->given : a->targets);
        project(call, &shown, &w, &b, &rows);
        if (which) add_sources(call, a, which == KEY ? BIAS_K : BIAS_V, to);
    }
    tensor_scale(&a->kept[KEPT_Q], 1.0 / sqrt((double)a->width));
}

// ---- scores

// What is added to scores, as f64; NULL: nothing is.
struct masks {
    const double *padding, *mask;
    double *row; // room for one target's scores
};

static struct masks read_masks(struct kernel_call *call, const struct attention *a)
{
    return (struct masks){kernel_operand(call, KEY_PADDING_MASK), kernel_operand(call, ATTN_MASK),
                          kernel_doubles(call, a->sources)};
}

// A mask that is no number hides a source.
static void add_mask(const struct tensor *t, const double *mask, int64_t n, double *row)
{
    bool is_number = dtype_is_float(t->dtype);
    for (int64_t s = 0; s < n; s++)
        row[s] += is_number ? mask[s] : mask[s] != 0.0 ? -INFINITY : 0.0;
}

// Which target of the mask: all elements of the batch and heads share one of two axes.
static int64_t mask_row(const struct kernel_call *call, const struct attention *a, int64_t target)
{
    return call->in[ATTN_MASK].rank == 3 ? target : target % a->targets;
}

// `target` counts through [batch, heads, targets]. Sources that were added are never hidden.
static void mask_target(struct kernel_call *call, const struct attention *a, struct masks *m,
                        int64_t target)
{
    int64_t n = target / (a->heads * a->targets);
    if (m->padding)
        add_mask(&call->in[KEY_PADDING_MASK], m->padding + n * a->given, a->given, m->row);
    if (m->mask)
        add_mask(&call->in[ATTN_MASK], m->mask + mask_row(call, a, target) * a->given, a->given,
                 m->row);
}

static void softmax(double *row, int64_t n)
{
    double most = -INFINITY;
    for (int64_t i = 0; i < n; i++) most = row[i] > most ? row[i] : most;
    double sum = exponential_shares(n, row, most, row);
    for (int64_t i = 0; i < n; i++) row[i] /= sum;
}

static void weigh(struct kernel_call *call, struct attention *a)
{
    struct masks m = read_masks(call, a);
    const struct tensor *p = &a->kept[KEPT_P];
    for (int64_t target = 0; target < a->batch * a->heads * a->targets; target++) {
        row_load(p, target * a->sources, 1, a->sources, m.row);
        mask_target(call, a, &m, target);
        softmax(m.row, a->sources);
        row_store(p, target * a->sources, 1, a->sources, m.row);
    }
}

// `to` is what stays of `from`, scaled by 1 / (1 - dropout); both are [batch, heads, targets,
// sources].
static void drop_out(const struct attention *a, const struct tensor *from, const struct tensor *to)
{
    for (int64_t i = 0; i < tensor_count(from); i++) {
        double stays, number;
        row_load(&a->mask, i, 1, 1, &stays);
        row_load(from, i, 1, 1, &number);
        number = stays != 0.0 ? number / (1.0 - a->dropout) : 0.0;
        row_store(to, i, 1, 1, &number);
    }
}

static void draw_mask(struct kernel_call *call, struct attention *a)
{
    int64_t n = tensor_count(&a->kept[KEPT_P]);
    struct tensor *own = kernel_own(call, DTYPE_BOOL, 1, &n);
    a->mask = own ? *own : products_room(call, DTYPE_BOOL, 1, &n);
    for (int64_t i = 0; i < n; i++) {
        double stays = call->host->random(call) >= a->dropout;
        row_store(&a->mask, i, 1, 1, &stays);
    }
}

static void make_shares(struct kernel_call *call, struct attention *a)
{
    a->shares = a->kept[KEPT_P];
    if (!tensor_is_there(&a->mask)) return;
    a->shares = scores_room(call, a);
    drop_out(a, &a->kept[KEPT_P], &a->shares);
}

static void attend(struct kernel_call *call, struct attention *a)
{
    struct tensor q = heads_of(a, &a->kept[KEPT_Q]), k = heads_of(a, &a->kept[KEPT_K]);
    struct tensor v = heads_of(a, &a->kept[KEPT_V]), out = heads_of(a, &a->kept[KEPT_HEADS]);
    k = products_transposed(&k);
    products_multiply(call, &q, &k, &a->kept[KEPT_P], PRODUCTS_NEW);
    weigh(call, a);
    if (a->dropout > 0.0) draw_mask(call, a);
    make_shares(call, a);
    products_multiply(call, &a->shares, &v, &out, PRODUCTS_NEW);
}

// ---- forward

// Room for what is kept, which is where it is kept if the dtypes agree.
static void make_kept(struct kernel_call *call, struct attention *a)
{
    int64_t scores[4] = {a->batch, a->heads, a->targets, a->sources};
    for (int i = 0; i < N_KEPT; i++) {
        bool is_source = i == KEPT_K || i == KEPT_V;
        int64_t sequence[3], *dim = i == KEPT_P ? scores : sequence;
        int rank = i == KEPT_P ? 4 : 3;
        sequence_extents(a, is_source ? a->sources : a->targets, sequence);
        struct tensor *own = kernel_own(call, call->in[QUERY].dtype, rank, dim);
        a->kept[i] = own ? kernel_product_result(call, own, a->dtype)
                         : products_room(call, a->dtype, rank, dim);
    }
}

static void write_weights(struct kernel_call *call, const struct attention *a)
{
    bool average = kernel_bool(call, "average_attn_weights", true);
    int64_t dim[4], scores = a->targets * a->sources;
    int rank = 0;
    if (call->in[QUERY].rank == 3) dim[rank++] = a->batch;
    if (!average) dim[rank++] = a->heads;
    dim[rank++] = a->targets;
    dim[rank++] = a->sources;
    struct tensor *weights = kernel_result(call, 1, call->in[QUERY].dtype, rank, dim);
    if (!average) {
        struct tensor shown = a->shares;
        if (rank == 3) view_drop_axis(&shown, 0);
        tensor_copy(&shown, weights);
        return;
    }
    double *sums = kernel_doubles(call, scores), *share = kernel_doubles(call, scores);
    for (int64_t n = 0; n < a->batch; n++) {
        for (int64_t i = 0; i < scores; i++) sums[i] = 0.0;
        for (int64_t head = 0; head < a->heads; head++) {
            row_load(&a->shares, (n * a->heads + head) * scores, 1, scores, share);
            for (int64_t i = 0; i < scores; i++) sums[i] += share[i] / (double)a->heads;
        }
        row_store(weights, n * scores, 1, scores, sums);
    }
}

static void write_output(struct kernel_call *call, const struct attention *a)
{
    const struct tensor *query = &call->in[QUERY];
    struct tensor *out = kernel_result(call, 0, query->dtype, query->rank, query->dim);
    struct tensor computed = kernel_product_result(call, out, a->dtype);
    struct tensor shown = with_batch(&computed);
    struct tensor w = products_operand(call, &call->in[OUT_PROJ_WEIGHT], a->dtype);
    project(call, &a->kept[KEPT_HEADS], &w, &call->in[OUT_PROJ_BIAS], &shown);
    kernel_product_store(&computed, out);
}

void multihead_attention_forward(struct kernel_call *call)
{
    struct attention a = read_attention(call);
    bool weights = kernel_bool(call, "need_weights", true);
    make_kept(call, &a);
    project_all(call, &a);
    attend(call, &a);
    kernel_results(call, weights ? 2 : 1);
    write_output(call, &a);
    if (weights) write_weights(call, &a);
    for (int i = 0; call->keeps && i < N_KEPT; i++) kernel_product_store(&a.kept[i], &call->own[i]);
}

// ---- backward

static void recall(struct kernel_call *call, struct attention *a)
{
    for (int i = 0; i < N_KEPT; i++) a->kept[i] = products_operand(call, &call->own[i], a->dtype);
    if (a->dropout > 0.0) a->mask = call->own[KEPT_MASK];
    make_shares(call, a);
}

// A gradient in the making, in the dtype of products, and where it goes to.
struct making {
    struct tensor *gradient; // NULL: not wanted
    struct tensor computed;
};

static struct making begin_gradient(struct kernel_call *call, const struct attention *a,
                                    int operand)
{
    if (!kernel_wants(call, operand)) return (struct making){0};
    struct making m = {.gradient = kernel_gradient_unset(call, operand)};
    m.computed = kernel_product_result(call, m.gradient, a->dtype);
    return m;
}

static void end_gradient(const struct making *m)
{
    if (m->gradient) kernel_product_store(&m->computed, m->gradient);
}

// dx = g W, which is g without a weight.
static void give_projected(struct kernel_call *call, const struct tensor *g, const struct tensor *w,
                           const struct tensor *dx)
{
    struct tensor stack = *w;
    if (!tensor_is_there(w)) {
        tensor_copy(g, dx);
        return;
    }
    view_add_axis(&stack, 0, g->dim[0], 0);
    products_multiply(call, g, &stack, dx, PRODUCTS_NEW);
}

// dW = g^T x, summed over the batch.
static void give_weight(struct kernel_call *call, const struct tensor *g, const struct tensor *x,
                        const struct tensor *dw)
{
    struct tensor flipped = products_transposed(g), stack = *dw;
    view_add_axis(&stack, 0, g->dim[0], 0);
    products_multiply(call, &flipped, x, &stack, PRODUCTS_NEW);
}

// From the result to the heads' outputs.
static struct tensor back_output(struct kernel_call *call, const struct attention *a)
{
    struct tensor dheads = sequence_room(call, a, a->targets);
    struct making dw = begin_gradient(call, a, OUT_PROJ_WEIGHT);
    struct tensor *db =
        kernel_wants(call, OUT_PROJ_BIAS) ? kernel_gradient(call, OUT_PROJ_BIAS) : NULL;
    if (!tensor_is_there(&call->grad_out[0])) {
        tensor_fill(&dheads, 0.0);
        if (dw.gradient) tensor_fill(dw.gradient, 0.0);
        return dheads;
    }
    struct tensor g = products_operand(call, &call->grad_out[0], a->dtype);
    struct tensor w = products_operand(call, &call->in[OUT_PROJ_WEIGHT], a->dtype);
    g = with_batch(&g);
    give_projected(call, &g, &w, &dheads);
    if (dw.gradient) give_weight(call, &g, &a->kept[KEPT_HEADS], &dw.computed);
    end_gradient(&dw);
    if (db) kernel_sum_to(call, &g, db);
    return dheads;
}

// Adds what arrives at the weights that were given back.
static void add_arriving(const struct kernel_call *call, const struct attention *a,
                         const struct tensor *dshares)
{
    if (call->n_out < 2 || !tensor_is_there(&call->grad_out[1])) return;
    struct tensor g = call->grad_out[1], each = *dshares;
    bool average = kernel_bool(call, "average_attn_weights", true);
    if (call->in[QUERY].rank == 2) view_add_axis(&g, 0, 1, 0);
    if (!average) {
        tensor_add(&g, dshares);
        return;
    }
    view_drop_axis(&each, 1);
    for (int64_t head = 0; head < a->heads; head++) {
        struct tensor of_head = each;
        view_move(&of_head, head * dshares->stride[1]);
        for (int64_t i = 0; i < tensor_count(&g); i++)
            tensor_set(&of_head, i, tensor_get(&of_head, i) + tensor_get(&g, i) / (double)a->heads);
    }
}

// Turns gradients of the weights into those of the scores, and adds these to those of the masks.
static void back_softmax(struct kernel_call *call, const struct attention *a,
                         const struct tensor *d)
{
    const struct tensor *p = &a->kept[KEPT_P];
    bool padded = kernel_wants(call, KEY_PADDING_MASK), masked = kernel_wants(call, ATTN_MASK);
    double *row = kernel_doubles(call, a->sources), *weight = kernel_doubles(call, a->sources);
    double *dpadding = padded ? kernel_zeros(call, a->batch * a->given) : NULL;
    double *dmask = masked ? kernel_zeros(call, tensor_count(&call->in[ATTN_MASK])) : NULL;
    for (int64_t target = 0; target < a->batch * a->heads * a->targets; target++) {
        double sum = 0.0;
        row_load(d, target * a->sources, 1, a->sources, row);
        row_load(p, target * a->sources, 1, a->sources, weight);
        for (int64_t s = 0; s < a->sources; s++) sum += row[s] * weight[s];
        for (int64_t s = 0; s < a->sources; s++) row[s] = weight[s] * (row[s] - sum);
        row_store(d, target * a->sources, 1, a->sources, row);
        double *to_padding = padded ? dpadding + target / (a->heads * a->targets) * a->given : NULL;
        double *to_mask = masked ? dmask + mask_row(call, a, target) * a->given : NULL;
        for (int64_t s = 0; padded && s < a->given; s++) to_padding[s] += row[s];
        for (int64_t s = 0; masked && s < a->given; s++) to_mask[s] += row[s];
    }
    kernel_give_gradient(call, KEY_PADDING_MASK, dpadding);
    kernel_give_gradient(call, ATTN_MASK, dmask);
}

// Gradients of what was projected, in `d`, from that of the heads' outputs.
static void back_heads(struct kernel_call *call, const struct attention *a,
                       const struct tensor *dheads, struct tensor *d)
{
    struct tensor dout = heads_of(a, dheads), dscores = scores_room(call, a);
    struct tensor q = heads_of(a, &a->kept[KEPT_Q]), k = heads_of(a, &a->kept[KEPT_K]);
    struct tensor v = heads_of(a, &a->kept[KEPT_V]), flipped = products_transposed(&v), to;
    for (int which = QUERY; which <= VALUE; which++)
        d[which] = sequence_room(call, a, which ? a->sources : a->targets);
    products_multiply(call, &dout, &flipped, &dscores, PRODUCTS_NEW);
    add_arriving(call, a, &dscores);
    flipped = products_transposed(&a->shares);
    to = heads_of(a, &d[VALUE]);
    products_multiply(call, &flipped, &dout, &to, PRODUCTS_NEW);
    if (tensor_is_there(&a->mask)) drop_out(a, &dscores, &dscores);
    back_softmax(call, a, &dscores);
    to = heads_of(a, &d[QUERY]);
    products_multiply(call, &dscores, &k, &to, PRODUCTS_NEW);
    tensor_scale(&d[QUERY], 1.0 / sqrt((double)a->width));
    flipped = products_transposed(&dscores);
    to = heads_of(a, &d[KEY]);
    products_multiply(call, &flipped, &q, &to, PRODUCTS_NEW);
}

// Of query, key or value: what it was projected from, and the projection's own. `dw` and `db` may
// be the operands of all three.
static void back_input(struct kernel_call *call, const struct attention *a, int which,
                       const struct tensor *d, const struct making *dw, struct tensor *db)
{
    struct tensor g = part_of(a, d, 0, which ? a->given : a->targets);
    struct making dx = begin_gradient(call, a, which);
    struct tensor w = weight_part(call, a, which, &call->in[weight_of(call, which)]);
    if (dx.gradient) {
        struct tensor shown = with_batch(&dx.computed);
        w = products_operand(call, &w, a->dtype);
        give_projected(call, &g, &w, &shown);
        end_gradient(&dx);
    }
    if (dw->gradient) {
        struct tensor x = products_operand(call, &call->in[which], a->dtype);
        struct tensor part = weight_part(call, a, which, &dw->computed);
        x = with_batch(&x);
        give_weight(call, &g, &x, &part);
    }
    if (!db) return;
    struct tensor part = rows_from(db, which * a->embed, a->embed);
    kernel_sum_to(call, &g, &part);
}

static void back_inputs(struct kernel_call *call, const struct attention *a, const struct tensor *d)
{
    bool packed = kernel_has(call, IN_PROJ_WEIGHT);
    struct making dw = {0};
    struct tensor *db =
        kernel_wants(call, IN_PROJ_BIAS) ? kernel_gradient(call, IN_PROJ_BIAS) : NULL;
    for (int which = QUERY; which <= VALUE; which++) {
        if (!which || !packed) dw = begin_gradient(call, a, weight_of(call, which));
        back_input(call, a, which, &d[which], &dw, db);
        if (which == VALUE || !packed) end_gradient(&dw);
    }
}

// The row that a learned bias adds, summed over the batch.
static void give_added(struct kernel_call *call, const struct attention *a, int operand,
                       const struct tensor *d)
{
    if (!kernel_wants(call, operand)) return;
    struct tensor row = part_of(a, d, a->given, 1);
    kernel_sum_to(call, &row, kernel_gradient(call, operand));
}

void multihead_attention_backward(struct kernel_call *call)
{
    struct attention a = read_attention(call);
    struct tensor d[VALUE + 1];
    recall(call, &a);
    struct tensor dheads = back_output(call, &a);
    back_heads(call, &a, &dheads, d);
    back_inputs(call, &a, d);
    give_added(call, &a, BIAS_K, &d[KEY]);
    give_added(call, &a, BIAS_V, &d[VALUE]);
}
