// What PyTorch 1.13's autograd keeps on a CPU, recorded with saved_tensors_hooks: mostly what the
// mathematics reads again, with these differences, most of which come from functions that are
// composed of others. An op without an entry keeps what its `saved` says.

#include "analyzer/models/model.h"

#include <string.h>

static const struct shape no_axes = {.rank = 0};

static void keep_like(struct saving *s, const char *what, int operand, int copies)
{
    saving_add_flat(s, what, saving_dtype(s), shape_count(s->in.syms, infer_shape(&s->in, operand)),
                    copies);
}

static void keep_like_result(struct saving *s, const char *what, int copies)
{
    saving_add_flat(s, what, saving_dtype(s), shape_count(s->in.syms, &s->in.out[0].type.shape),
                    copies);
}

// Numbers of Python are kept as tensors of 8 bytes.
static void keep_number(struct saving *s)
{
    saving_add(s, "number", DTYPE_F64, &no_axes);
}

// ---- activations

static void with_copy(struct saving *s)
{
    keep_like(s, "intermediate", 0, 1);
}

// ---- arithmetic

static bool is_number(const struct saving *s, int operand)
{
    return s->in.in[operand].is_number;
}

static void mul_saved(struct saving *s)
{
    saving_others(s, 2);
    if (is_number(s, 0) || is_number(s, 1)) keep_number(s);
}

// number / x is computed as 1 / x times the number.
static void div_saved(struct saving *s)
{
    op_get(OP_DIV)->saved.more(s);
    if (is_number(s, 0)) {
        s->kept = 0;
        keep_like_result(s, "reciprocal", 1);
    }
    if (is_number(s, 0) || is_number(s, 1)) keep_number(s);
}

// A number that is raised to x becomes a tensor without axes; of a tensor as exponent everything is
// kept, whichever gradient is wanted.
static void pow_saved(struct saving *s)
{
    s->kept |= SAVE_IN(0);
    if (is_number(s, 1)) return;
    s->kept |= SAVE_IN(1) | SAVE_OUT(0);
    if (is_number(s, 0)) saving_add(s, "number", saving_dtype(s), &no_axes);
}

// An expanded batch can be looked at as one axis only if all of its axes are expanded, or none.
static bool is_copied(const struct shape *shape, const struct shape *out)
{
    bool expanded = false, own = false;
    for (int i = 0; i + 2 < out->rank; i++) {
        int axis = i - (out->rank - shape->rank);
        if (sym_is(out->dim[i], 1)) continue;
        if (axis < 0 || sym_is(shape->dim[axis], 1))
            expanded = true;
        else
            own = true;
    }
    return expanded && own;
}

// A batch behind a single matrix is transposed and folded into one matrix, which copies it unless
// it lay transposed already.
static void keep_folded(struct saving *s)
{
    const struct operand *other = &s->in.in[1];
    if (other->type.shape.rank < 3 || other->type.strided || !(s->kept & SAVE_IN(1))) return;
    s->kept &= ~SAVE_IN(1);
    keep_like(s, "folded", 1, 1);
}

static void matmul_saved(struct saving *s)
{
    saving_others(s, 2);
    if (infer_rank(&s->in, 0) < 3) keep_folded(s);
    if (infer_rank(&s->in, 0) < 3 || infer_rank(&s->in, 1) < 3) return;
    const struct shape *out = &s->in.out[0].type.shape;
    const struct sym *batch = sym_const(s->in.syms, 1);
    for (int i = 0; i + 2 < out->rank; i++) batch = sym_mul(s->in.syms, batch, out->dim[i]);
    for (int i = 0; i < 2; i++) {
        const struct shape *shape = infer_shape(&s->in, i);
        if (!(s->kept & SAVE_IN(i)) || !is_copied(shape, out)) continue;
        s->kept &= ~SAVE_IN(i);
        struct shape copy = {
            .rank = 3, .dim = {batch, shape->dim[shape->rank - 2], shape->dim[shape->rank - 1]}};
        saving_add(s, "expanded", saving_dtype(s), &copy);
    }
}

// The mean over axes keeps its operand for their sizes.
static void mean_saved(struct saving *s)
{
    if (infer_n_ints(&s->in, "dim") > 0) s->kept |= SAVE_IN(0);
}

static void repeat_interleave_saved(struct saving *s)
{
    int axis = 0;
    int64_t dim = 0;
    if (sym_is_const(infer_int(&s->in, "dim", 0), &dim))
        axis = (int)(dim < 0 ? dim + s->in.out[0].type.shape.rank : dim);
    saving_add_flat(s, "indices", DTYPE_I64, s->in.out[0].type.shape.dim[axis], 1);
}

// ---- layers

// The mask is of the operand's type, scaled by 1 / (1 - p); with p = 1 it is the number 0.
static void dropout_saved(struct saving *s)
{
    double p = infer_float(&s->in, "p", 0.5);
    if (p >= 1.0 && infer_bool(&s->in, "training", s->in.training))
        saving_add(s, "zero", saving_dtype(s), &no_axes);
    s->in.op->saved.more(s);
    for (int i = 0; i < s->own.n; i++) s->own.at[i].dtype = saving_dtype(s);
}

// The running statistics are kept whether they are read or not.
static void batch_norm_saved(struct saving *s)
{
    s->in.op->saved.more(s);
    s->kept |= SAVE_IN(0) | SAVE_IN(1) | SAVE_IN(2) | SAVE_IN(3);
}

// A batch_norm of N * C channels, for which the weight is repeated.
static void instance_norm_saved(struct saving *s)
{
    s->in.op->saved.more(s);
    s->kept = SAVE_IN(0);
    if (!infer_has(&s->in, 3) || !s->own.n) return;
    saving_add(s, "repeated weight", saving_dtype(s), &s->own.at[0].shape);
}

static void group_norm_saved(struct saving *s)
{
    s->wanted |= SAVE_IN(0);
    s->in.op->saved.more(s);
    s->kept |= SAVE_IN(0) | SAVE_IN(1);
}

static void layer_norm_saved(struct saving *s)
{
    group_norm_saved(s);
    s->kept |= SAVE_IN(2);
}

static void max_pool_saved(struct saving *s)
{
    s->in.op->saved.more(s);
    s->kept |= SAVE_IN(0);
}

// Power, mean, sign, relu, and power again.
static void lp_pool_saved(struct saving *s)
{
    keep_like(s, "power", 0, 1);
    keep_like_result(s, "intermediate", 4);
    saving_add(s, "number", DTYPE_I64, &no_axes);
}

// The squares, padded by size - 1 channels, their scaled mean and its power.
static void local_response_norm_saved(struct saving *s)
{
    struct shape padded = *infer_shape(&s->in, 0);
    const struct sym *size = infer_int(&s->in, "size", 1);
    padded.dim[1] = sym_add(s->in.syms, padded.dim[1], sym_add_const(s->in.syms, size, -1));
    saving_add(s, "squares", saving_dtype(s), &padded);
    keep_like(s, "intermediate", 0, 2);
    keep_number(s);
}

// Zeros and wrapped copies are slices; the others read the operand's sizes.
static void pad_saved(struct saving *s)
{
    const char *mode = infer_string(&s->in, "mode", "constant");
    if (!strcmp(mode, "reflect") || !strcmp(mode, "replicate")) s->kept |= SAVE_IN(0);
}

enum { INDICES, OFFSETS = 2, SAMPLE_WEIGHTS };

// Begin and size of each bag, the largest index, and which bag each index is in.
static void embedding_bag_saved(struct saving *s)
{
    struct syms *syms = s->in.syms;
    const struct sym *bags = s->in.out[0].type.shape.dim[0];
    const char *mode = infer_string(&s->in, "mode", "mean");
    bool largest = !strcmp(mode, "max");
    int sizes = (infer_has(&s->in, OFFSETS) ? 0 : 1) + (largest ? 1 : 2);
    saving_add_flat(s, "bags", DTYPE_I64, bags, sizes);
    if (strcmp(mode, "sum") != 0) {
        const struct sym *n = shape_count(syms, infer_shape(&s->in, INDICES));
        saving_add_flat(s, "bag of each index", DTYPE_I64, sym_add_const(syms, n, 1), 1);
    }
    if (largest) saving_add(s, "indices", DTYPE_I64, &s->in.out[0].type.shape);
}

// All elements in order, where each was, the two that a quantile lies between, and how far it is
// from the first; a word that chooses one of them needs no more than that.
static void quantile_saved(struct saving *s)
{
    const char *word = infer_string(&s->in, "interpolation", "linear");
    bool between = !strcmp(word, "linear") || !strcmp(word, "midpoint");
    const struct sym *count = shape_count(s->in.syms, &s->in.out[0].type.shape);
    keep_like(s, "sorted", 0, 1);
    saving_add(s, "order", DTYPE_I64, infer_shape(&s->in, 0));
    saving_add_flat(s, "indices", DTYPE_I64, count, between ? 2 : 1);
    if (between) keep_like_result(s, "weight", 1);
}

// ---- losses

static void nll_loss_saved(struct saving *s)
{
    saving_add(s, "total weight", saving_dtype(s), &no_axes);
}

// log_softmax, then nll_loss; with smoothing also the sum of a row where the class is ignored.
static void cross_entropy_saved(struct saving *s)
{
    keep_like(s, "log_softmax", 0, 1);
    if (dtype_is_float(infer_dtype_of(&s->in, 1))) return;
    saving_add(s, "total weight", saving_dtype(s), &no_axes);
    if (!saving_is_positive(s, "label_smoothing", 0.0)) return;
    bool mean = !strcmp(infer_string(&s->in, "reduction", "mean"), "mean");
    const struct sym *rows = shape_count(s->in.syms, infer_shape(&s->in, 1));
    saving_add_flat(s, "ignored", DTYPE_BOOL, rows, mean ? 2 : 1);
    if (mean) saving_add_flat(s, "row sums", saving_dtype(s), rows, 1);
}

static void kl_div_saved(struct saving *s)
{
    if (infer_bool(&s->in, "log_target", false))
        keep_like(s, "exp", 1, 1);
    else
        s->kept |= SAVE_IN(1);
    if (!strcmp(infer_string(&s->in, "reduction", "mean"), "batchmean"))
        saving_add(s, "number", DTYPE_I64, &no_axes);
}

static void margin_ranking_loss_saved(struct saving *s)
{
    keep_like(s, "intermediate", 0, 2);
}

// Norms and products of the rows, and the two masks.
static void cosine_embedding_loss_saved(struct saving *s)
{
    const struct sym *rows = shape_count(s->in.syms, infer_shape(&s->in, 2));
    saving_add_flat(s, "intermediate", saving_dtype(s), rows, 5);
    saving_add_flat(s, "mask", DTYPE_BOOL, rows, 2);
}

static void triplet_margin_loss_saved(struct saving *s)
{
    struct shape rows = *infer_shape(&s->in, 0);
    rows.rank--;
    const struct sym *n = shape_count(s->in.syms, &rows);
    keep_like(s, "difference", 0, 2);
    saving_add_flat(s, "distance", saving_dtype(s), n, 3);
    if (infer_bool(&s->in, "swap", false)) s->uncounted = "what a swapped triplet loss keeps";
}

// What is left of the margin, cut at 0, and where the target is neither 1 nor -1.
static void hinge_embedding_loss_saved(struct saving *s)
{
    const struct sym *masks = shape_count(s->in.syms, infer_shape(&s->in, 1));
    keep_like(s, "difference", 0, 1);
    saving_add_flat(s, "mask", DTYPE_BOOL, masks, 2);
}

// log_sigmoid of the input and of its negative, each with a buffer, and 1 - target.
static void multilabel_soft_margin_loss_saved(struct saving *s)
{
    keep_like(s, "intermediate", 0, 3);
    keep_like(s, "1 - target", 1, 1);
    keep_number(s);
    if (saving_wants(s, 1) || saving_wants(s, 2))
        s->uncounted = "what a loss keeps for the gradient of its target or weight";
}

// exp(x), or x + eps, whose logarithm is taken; the product with the target keeps the other factor.
static void poisson_nll_loss_saved(struct saving *s)
{
    keep_like(s, "intermediate", 0, 1);
    if (!saving_wants(s, 1)) return;
    if (infer_bool(&s->in, "log_input", true))
        s->kept |= SAVE_IN(0);
    else
        keep_like(s, "logarithm", 0, 1);
    if (infer_bool(&s->in, "full", false)) s->uncounted = "what Stirling's approximation keeps";
}

// The variance that is used, the difference, and for the variance's gradient its square.
static void gaussian_nll_loss_saved(struct saving *s)
{
    saving_add(s, "variance", infer_dtype_of(&s->in, 2), infer_shape(&s->in, 2));
    if (saving_wants(s, 0) || saving_wants(s, 1)) keep_like(s, "difference", 0, 1);
    if (saving_wants(s, 2)) keep_like(s, "square", 0, 1);
    keep_number(s);
}

static void cosine_similarity_saved(struct saving *s)
{
    struct syms *syms = s->in.syms;
    keep_like(s, "normalised", 0, 2);
    saving_add_flat(s, "norm", saving_dtype(s), shape_count(syms, &s->in.out[0].type.shape), 2);
}

// ---- recurrent layers
//
// Composed of a product, activations and sums for each step: its state before, the gates, and what
// the sums multiply. Zeros are made where no state is given.

// So many times the same, each in a storage of its own: as one size where the count is no number.
static void keep_times(struct saving *s, const char *name, const struct sym *size,
                       const struct sym *times)
{
    int64_t copies;
    enum dtype dtype = saving_dtype(s);
    if (sym_is_const(times, &copies))
        saving_add_flat(s, name, dtype, size, (int)copies);
    else
        saving_add_flat(s, name, dtype, sym_mul(s->in.syms, size, times), 1);
}

static void recurrent_saved(struct saving *s, int gates, int states, int each)
{
    const struct infer *in = &s->in;
    struct syms *syms = in->syms;
    enum dtype dtype = saving_dtype(s);
    const struct shape *h0 = &in->out[1].type.shape, *c0 = &in->out[in->n_out - 1].type.shape;
    const struct sym *one = sym_const(syms, 1), *h = h0->dim[h0->rank - 1];
    const struct sym *hidden = c0->dim[c0->rank - 1], *batch = h0->rank == 3 ? h0->dim[1] : one;
    int time = infer_bool(in, "batch_first", false) && h0->rank == 3;
    int64_t layers;
    if (!sym_is_const(h0->dim[0], &layers)) {
        s->uncounted = "what a recurrent layer of unknown depth keeps";
        return;
    }
    const struct sym *steps = infer_dim(in, 0, time).size;
    const struct sym *all = sym_mul_const(syms, steps, layers);
    const struct sym *later = sym_sub(syms, all, sym_const(syms, layers));
    int directions = infer_bool(in, "bidirectional", false) ? 2 : 1;
    const struct sym *state = sym_mul(syms, batch, h), *cell = sym_mul(syms, batch, hidden);
    keep_times(s, "states", state, gates == 1 ? all : later);
    if (gates > 1) keep_times(s, "gates", sym_mul_const(syms, cell, gates), all);
    if (states > 1) keep_times(s, "cell states", cell, later);
    keep_times(s, "intermediate", cell, sym_mul_const(syms, all, each + (h != hidden)));
    for (int i = 1; i <= states; i++) {
        const struct shape *zeros = i == 1 ? h0 : c0;
        if (!infer_has(in, i)) saving_add_flat(s, "zeros", dtype, shape_count(syms, zeros), 1);
    }
    const struct sym *rows = sym_mul_const(syms, sym_mul(syms, state, steps), directions);
    int inner = (int)(layers / directions) - 1;
    saving_add_flat(s, "inner states", dtype, rows, inner);
    if (in->training && inner && saving_is_positive(s, "dropout", 0.0))
        saving_add_flat(s, "mask", dtype, rows, inner);
    if (!time) return;
    s->kept &= ~SAVE_IN(0);
    keep_like(s, "transposed input", 0, 1);
}

static void rnn_saved(struct saving *s)
{
    recurrent_saved(s, 1, 1, 0);
}

static void gru_saved(struct saving *s)
{
    recurrent_saved(s, 3, 1, 3);
}

static void lstm_saved(struct saving *s)
{
    recurrent_saved(s, 4, 2, 1);
}

// ---- cells, and attention

static void cell_saved(struct saving *s, int gates, int each)
{
    const struct sym *state = shape_count(s->in.syms, &s->in.out[0].type.shape);
    if (!infer_has(&s->in, 1)) saving_add_flat(s, "zeros", saving_dtype(s), state, 1);
    if (gates > 1)
        saving_add_flat(s, "gates", saving_dtype(s), sym_mul_const(s->in.syms, state, gates), 1);
    saving_add_flat(s, "intermediate", saving_dtype(s), state, each);
}

static void rnn_cell_saved(struct saving *s)
{
    cell_saved(s, 1, 0);
}

static void gru_cell_saved(struct saving *s)
{
    cell_saved(s, 3, 3);
}

static void lstm_cell_saved(struct saving *s)
{
    cell_saved(s, 4, 1);
}

// The mask of a dropout is of floats, and what it leaves of the probabilities is kept with them.
// The scale is a number, and so is the count of heads that weights are averaged over.
static void attention_saved(struct saving *s)
{
    op_get(OP_MULTIHEAD_ATTENTION)->saved.more(s);
    struct saved_tensor *last = &s->own.at[s->own.n - 1];
    if (last->dtype == DTYPE_BOOL) {
        last->dtype = saving_dtype(s);
        last->copies = 2;
    }
    keep_number(s);
    if (s->in.n_out > 1 && infer_bool(&s->in, "average_attn_weights", true)) keep_number(s);
}

// ---- the table

static const struct saves torch_saves[N_OPS] = {
#define SAVES(id, ...) [OP_##id] = __VA_ARGS__,
#include "analyzer/models/torch_saves.def"
#undef SAVES
};

static const bool has_entry[N_OPS] = {
#define SAVES(id, ...) [OP_##id] = true,
#include "analyzer/models/torch_saves.def"
#undef SAVES
};

static const struct saves *saves_of(enum op_kind kind)
{
    return has_entry[kind] ? &torch_saves[kind] : &op_get(kind)->saved;
}

static void torch_keep(const struct liveness *live, enum memory_mode mode, struct wishes *wishes)
{
    if (mode == MEMORY_TRAINING) model_keep_saved(live, wishes, saves_of);
}

const struct allocation_model torch_model = {.keep = torch_keep};
