// Negative log likelihoods: of counts, of numbers with a variance, and of sequences of labels whose
// places are not known.

#include "ir/ops/kernels.h"
#include "ir/ops/losses.h"
#include "ir/saving.h"

// ---- Poisson

// What is taken from exp(x) or from x.
enum summand { SUMMAND_PRODUCT, SUMMAND_LOGARITHM };

// A function of x is floating point, so each step has a dtype of its own.
static enum dtype poisson_dtype(const struct infer *in, enum summand summand)
{
    struct infer inner = *in;
    struct operand pair[] = {in->in[0], in->in[1]};
    inner.in = pair;
    inner.n_in = 2;
    if (summand == SUMMAND_LOGARITHM) pair[0].type.dtype = loss_or_f32(pair[0].type.dtype);
    enum dtype product = infer_promote(&inner);
    if (infer_rank(in, 1) < infer_rank(in, 0)) pair[1].type.shape.rank = infer_rank(in, 0);
    pair[0] = in->in[0];
    pair[1].type.dtype = product;
    if (summand == SUMMAND_PRODUCT) pair[0].type.dtype = loss_or_f32(pair[0].type.dtype);
    return infer_promote(&inner);
}

// exp(x) - t x, or x - t log(x + eps).
static void poisson_nll_loss_shape(struct infer *in)
{
    enum { INPUT, TARGET };
    struct shape each;
    bool log_input = infer_bool(in, "log_input", true), full = infer_bool(in, "full", false);
    bool input_bool = infer_dtype_of(in, INPUT) == DTYPE_BOOL;
    bool target_bool = infer_dtype_of(in, TARGET) == DTYPE_BOOL;
    if (!loss_reduction_known(in)) return;
    // What is subtracted: x t, x, or the target.
    if ((log_input ? input_bool && target_bool : input_bool) && !loss_no_bool(in, 2)) return;
    if (full && target_bool && !loss_no_bool(in, 2)) return;
    infer_broadcast(in, 0, 2, &each);
    loss_reduced(in, poisson_dtype(in, log_input ? SUMMAND_PRODUCT : SUMMAND_LOGARITHM), &each);
}

// ---- Gauss

enum { GAUSS_INPUT, GAUSS_TARGET, GAUSS_VAR };

// A variance for each number, or one for each row: then the last axis is 1 or not there.
static bool variance_fits(struct infer *in)
{
    int rank = infer_rank(in, GAUSS_INPUT), own = infer_rank(in, GAUSS_VAR);
    bool single = rank == 0 && own == 1;
    if (own != rank && own != rank - 1 && !single) {
        return refuse(in, DIAG_LOSS_SHAPE,
                      "var of gaussian_nll_loss is %s, but input is %s: give a variance for each "
                      "number, or one for each row",
                      rule_type_string(in, GAUSS_VAR), rule_type_string(in, GAUSS_INPUT));
    }
    if (single)
        require_equal(in, DIAG_LOSS_SHAPE, infer_dim(in, GAUSS_VAR, 0),
                      infer_term(sym_const(in->syms, 1), "numbers of the input"), NULL);
    for (int axis = 0; axis < rank && axis < own; axis++) {
        struct term size = infer_dim(in, GAUSS_VAR, axis);
        if (axis == rank - 1 && sym_is(size.size, 1)) continue;
        require_equal(in, DIAG_LOSS_SHAPE, size, infer_dim(in, GAUSS_INPUT, axis),
                      "give a variance for each number, or one for each row");
    }
    return true;
}

// A variance for each row gets an axis, so that it counts as a tensor with axes.
static enum dtype gaussian_dtype(const struct infer *in)
{
    struct infer widened = *in;
    struct operand all[] = {in->in[GAUSS_INPUT], in->in[GAUSS_TARGET], in->in[GAUSS_VAR]};
    widened.in = all;
    if (infer_rank(in, GAUSS_VAR) < infer_rank(in, GAUSS_INPUT))
        all[GAUSS_VAR].type.shape.rank = infer_rank(in, GAUSS_INPUT);
    return infer_promote(&widened);
}

static void gaussian_nll_loss_shape(struct infer *in)
{
    struct shape each;
    if (!loss_reduction_known(in) || !variance_fits(in) || !loss_no_bool(in, 2)) return;
    if (!rule_dtype(in, GAUSS_VAR, DTYPES_FLOAT)) return;
    infer_broadcast(in, 0, 2, &each);
    if (each.rank == 0 && infer_rank(in, GAUSS_VAR) == 1) each = *infer_shape(in, GAUSS_VAR);
    loss_reduced(in, gaussian_dtype(in), &each);
}

// ---- connectionist temporal classification

enum { LOG_PROBS, TARGETS, INPUT_LENGTHS, TARGET_LENGTHS };

// Is each length known? Then their sum and the largest.
static bool known_lengths(const struct infer *in, int operand, int64_t *sum, int64_t *largest)
{
    int64_t count, length;
    *sum = *largest = 0;
    if (!sym_is_const(rule_count(in, operand), &count)) return false;
    for (int i = 0; i < count; i++) {
        const struct sym *known = rule_known_index(in, operand, i);
        if (!known || !sym_is_const(known, &length)) return false;
        *sum += length;
        if (length > *largest) *largest = length;
    }
    return true;
}

static bool one_length_each(struct infer *in, int operand, struct term batch)
{
    if (!rule_index_dtype(in, operand, DTYPES_INTEGER)) return false;
    require_equal(in, DIAG_LOSS_SHAPE,
                  infer_term(rule_count(in, operand), operand == INPUT_LENGTHS
                                                          ? "elements of input_lengths"
                                                          : "elements of target_lengths"),
                  batch, "give one length for each sequence of the batch");
    return true;
}

// Labels of all sequences one after another, or a row for each, as long as the longest.
static void targets_hold(struct infer *in, struct term batch)
{
    int64_t sum, largest;
    bool rows = infer_rank(in, TARGETS) == 2;
    bool known = known_lengths(in, TARGET_LENGTHS, &sum, &largest);
    struct term held = infer_dim(in, TARGETS, rows ? 1 : 0);
    if (rows)
        require_equal(in, DIAG_LOSS_SHAPE, infer_dim(in, TARGETS, 0), batch,
                      "give one row of labels for each sequence of the batch");
    if (known && rows)
        require_at_most(in, DIAG_LOSS_SHAPE,
                        infer_term(sym_const(in->syms, largest), "the longest of target_lengths"),
                        held, "give rows that hold the longest sequence of labels");
    if (known && !rows)
        require_equal(in, DIAG_LOSS_SHAPE, held,
                      infer_term(sym_const(in->syms, sum), "the sum of target_lengths"),
                      "give the labels of all sequences one after another");
}

static bool blank_is_class(struct infer *in)
{
    int64_t blank, classes;
    bool known = sym_is_const(infer_int(in, "blank", 0), &blank);
    struct term size = infer_dim(in, LOG_PROBS, -1);
    if (!known || (blank >= 0 && (!sym_is_const(size.size, &classes) || blank < classes)))
        return true;
    return refuse(in, DIAG_OPTION_RANGE, "blank is %lld, but log_probs %s has classes 0 to %s",
                  (long long)blank, rule_type_string(in, LOG_PROBS),
                  sym_string(in->arena, sym_sub(in->syms, size.size, sym_const(in->syms, 1))));
}

// log_probs [T, N, C], or [T, C] of a single sequence.
static void ctc_loss_shape(struct infer *in)
{
    struct shape each = {.rank = 0};
    int64_t sum, longest;
    if (!loss_reduction_known(in) || !require_rank(in, LOG_PROBS, 2, 3)) return;
    in->unbatched = infer_rank(in, LOG_PROBS) == 2;
    struct term batch = in->unbatched ? infer_term(sym_const(in->syms, 1), "a single sequence")
                                      : infer_dim(in, LOG_PROBS, 1);
    if (!require_rank(in, TARGETS, 1, 2) || !rule_dtype(in, LOG_PROBS, DTYPES_FLOAT)) return;
    if (!blank_is_class(in)) return;
    if (!one_length_each(in, INPUT_LENGTHS, batch) || !one_length_each(in, TARGET_LENGTHS, batch))
        return;
    targets_hold(in, batch);
    if (known_lengths(in, INPUT_LENGTHS, &sum, &longest))
        require_at_most(in, DIAG_LOSS_SHAPE,
                        infer_term(sym_const(in->syms, longest), "the longest of input_lengths"),
                        infer_dim(in, LOG_PROBS, 0), "give lengths of at most the steps there are");
    if (!in->unbatched) each = (struct shape){.rank = 1, .dim = {batch.size}};
    loss_reduced(in, infer_dtype_of(in, LOG_PROBS), &each);
}

// Each sequence's loss, and log_alpha: the sum over all paths to each step and each label, with a
// blank round each.
static void ctc_saved(struct saving *s)
{
    struct infer *in = &s->in;
    int64_t sum, largest;
    const struct sym *steps = infer_dim(in, LOG_PROBS, 0).size;
    const struct sym *batch =
        infer_rank(in, LOG_PROBS) == 2 ? sym_const(in->syms, 1) : infer_dim(in, LOG_PROBS, 1).size;
    if (infer_dtype_of(in, TARGETS) == DTYPE_I64)
        s->kept |= SAVE_IN(TARGETS);
    else
        saving_add(s, "targets as i64", DTYPE_I64, infer_shape(in, TARGETS));
    saving_add_flat(s, "loss of each sequence", saving_dtype(s), batch, 1);
    if (!known_lengths(in, TARGET_LENGTHS, &sum, &largest)) {
        s->uncounted = "log_alpha, whose size follows from the numbers in target_lengths";
        return;
    }
    struct shape alpha = {.rank = 3, .dim = {batch, steps, sym_const(in->syms, 2 * largest + 1)}};
    saving_add(s, "log_alpha", saving_dtype(s), &alpha);
}

// ---- costs

static const struct sym *likelihood_flops(const struct infer *in)
{
    return sym_mul_const(in->syms, rule_count(in, 0), 4);
}

const struct op op_poisson_nll_loss = {
    .name = "poisson_nll_loss",
    .aten = "aten::poisson_nll_loss",
    .sig = "input[N,C] target[N,C] -> loss[]",
    .doc = "exp(x) - target x: likelihood of counts, whose mean's logarithm is x.",
    .attrs = {{"reduction", ATTR_STRING},
              {"log_input", ATTR_BOOL},
              {"full", ATTR_BOOL},
              {"eps", ATTR_FLOAT}},
    .saved.any = SAVE_IN(0) | SAVE_IN(1),
    .shape = poisson_nll_loss_shape,
    .flops = likelihood_flops,
    .forward = poisson_nll_loss_forward,
    .backward = poisson_nll_loss_backward,
};

const struct op op_gaussian_nll_loss = {
    .name = "gaussian_nll_loss",
    .aten = "aten::mean",
    .sig = "input[N,C] target[N,C] var[N,C] -> loss[]",
    .doc = "(log(var) + (x - target)^2 / var) / 2, with a variance of at least eps.",
    .attrs = {{"reduction", ATTR_STRING}, {"full", ATTR_BOOL}, {"eps", ATTR_FLOAT}},
    .saved.any = SAVE_IN(0) | SAVE_IN(1) | SAVE_IN(2),
    .shape = gaussian_nll_loss_shape,
    .flops = likelihood_flops,
    .forward = gaussian_nll_loss_forward,
    .backward = gaussian_nll_loss_backward,
};

const struct op op_ctc_loss = {
    .name = "ctc_loss",
    .aten = "aten::ctc_loss",
    .sig = "log_probs[T,N,C] targets[N,S]:i64 input_lengths[N]:i64 target_lengths[N]:i64 -> loss[]",
    .doc = "Likelihood of a row of labels under all ways to place them in a longer sequence.",
    .attrs = {{"reduction", ATTR_STRING}, {"blank", ATTR_INT}, {"zero_infinity", ATTR_BOOL}},
    .axes = "TNC TC",
    .saved = {.any = SAVE_IN(LOG_PROBS), .more = ctc_saved},
    .shape = ctc_loss_shape,
    .flops = likelihood_flops,
    .forward = ctc_loss_forward,
    .backward = ctc_loss_backward,
};
