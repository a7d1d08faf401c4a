// Losses that compare element by element. `reduction` none keeps the shape,
// mean and sum give a tensor without axes.

#include "ir/ops/kernels.h"
#include "ir/ops/losses.h"

#include <string.h>

void loss_reduced(struct infer *in, enum dtype dtype, const struct shape *each)
{
    struct shape none = {.rank = 0};
    bool keep = strcmp(infer_string(in, "reduction", "mean"), "none") == 0;
    infer_results(in, 1);
    infer_result(in, 0, dtype, keep ? each : &none);
}

bool loss_reduction_known(struct infer *in)
{
    rule_word(in, "reduction", "mean", LOSS_REDUCTIONS);
    return !refused(in);
}

// PyTorch expands both sides before it promotes, so a tensor without axes is no weaker here.
static enum dtype expanded_dtype(const struct infer *in, int n)
{
    enum dtype dtype = infer_dtype_of(in, 0);
    for (int i = 1; i < n; i++) dtype = dtype_promote(dtype, infer_dtype_of(in, i));
    return dtype;
}

static bool refuse_dtype(struct infer *in, int operand, const char *why)
{
    return refuse(in, DIAG_KERNEL_DTYPE, "%s %s: %s is %s", in->op->name, why,
                  rule_operand_name(in, operand), rule_type_string(in, operand));
}

bool loss_no_bool(struct infer *in, int n)
{
    for (int i = 0; i < n; i++) {
        if (infer_dtype_of(in, i) == DTYPE_BOOL)
            return refuse_dtype(in, i, "subtracts, which bool has not");
    }
    return true;
}

// ---- distances of two tensors that broadcast
//
// PyTorch warns where the shapes differ and broadcasts them all the same.

bool loss_float_kernel(struct infer *in, enum dtype dtype)
{
    if (dtype_is_float(dtype)) return true;
    return refuse_dtype(in, 0, "needs floating point numbers");
}

static void distance_loss_shape(struct infer *in)
{
    struct shape each;
    enum dtype dtype = expanded_dtype(in, 2);
    if (!loss_reduction_known(in) || !loss_float_kernel(in, dtype)) return;
    infer_broadcast(in, 0, 2, &each);
    loss_reduced(in, dtype, &each);
}

static void smooth_l1_loss_shape(struct infer *in)
{
    double beta = infer_float(in, "beta", 1.0);
    if (beta < 0.0) {
        refuse(in, DIAG_OPTION_RANGE, "beta of smooth_l1_loss is %g; it must not be negative",
               beta);
        return;
    }
    distance_loss_shape(in);
}

// Written into a tensor like the input, whatever the target's dtype.
static void huber_loss_shape(struct infer *in)
{
    double delta = infer_float(in, "delta", 1.0);
    if (!(delta > 0.0)) {
        refuse(in, DIAG_OPTION_RANGE, "delta of huber_loss is %g; it must be positive", delta);
        return;
    }
    struct shape each;
    if (!loss_reduction_known(in) || !loss_float_kernel(in, expanded_dtype(in, 2))) return;
    if (!rule_dtype(in, 0, DTYPES_FLOAT)) return;
    infer_broadcast(in, 0, 2, &each);
    loss_reduced(in, infer_dtype_of(in, 0), &each);
}

void loss_of_numbers(struct infer *in, enum dtype dtype)
{
    struct shape each;
    const char *reduction = infer_string(in, "reduction", "mean");
    if (strcmp(reduction, "mean") == 0 && !loss_float_kernel(in, dtype)) return;
    if (strcmp(reduction, "sum") == 0 && !dtype_is_float(dtype)) dtype = DTYPE_I64;
    infer_broadcast(in, 0, 2, &each);
    loss_reduced(in, dtype, &each);
}

static void l1_loss_shape(struct infer *in)
{
    if (loss_reduction_known(in) && loss_no_bool(in, 2)) loss_of_numbers(in, expanded_dtype(in, 2));
}

static void kl_div_shape(struct infer *in)
{
    struct shape each;
    rule_word(in, "reduction", "mean", LOSS_REDUCTIONS "|batchmean");
    if (refused(in)) return;
    if (!rule_dtype(in, 0, DTYPES_FLOAT) || !rule_dtype(in, 1, DTYPES_FLOAT)) return;
    infer_broadcast(in, 0, 2, &each);
    loss_reduced(in, infer_promote(in), &each);
}

// ---- binary cross entropy: target like input, weights that expand to them

static bool target_like_input(struct infer *in)
{
    int rank = infer_rank(in, 0);
    if (infer_rank(in, 1) != rank) {
        return refuse(in, DIAG_LOSS_SHAPE,
                      "target of %s is %s, but input is %s: give them one shape", in->op->name,
                      rule_type_string(in, 1), rule_type_string(in, 0));
    }
    for (int axis = 0; axis < rank; axis++) {
        require_equal(in, DIAG_LOSS_SHAPE, infer_dim(in, 1, axis), infer_dim(in, 0, axis),
                      "give the target the shape of the input");
    }
    return true;
}

static bool weight_expands(struct infer *in, int operand)
{
    return !infer_has(in, operand) ||
           rule_expands_to(in, operand, infer_shape(in, 0), DIAG_LOSS_SHAPE, "size of the input",
                           "give a weight that broadcasts to the input");
}

static void binary_cross_entropy_shape(struct infer *in)
{
    if (!loss_reduction_known(in) || !target_like_input(in) || !weight_expands(in, 2)) return;
    if (!rule_same_dtype(in, 0, 1) || !rule_dtype(in, 0, DTYPES_FLOAT)) return;
    loss_reduced(in, infer_dtype_of(in, 0), infer_shape(in, 0));
}

// Computed in place of 1 - target, so the target's dtype wins.
static void binary_cross_entropy_with_logits_shape(struct infer *in)
{
    if (!loss_reduction_known(in) || !target_like_input(in)) return;
    if (!rule_dtype(in, 0, DTYPES_FLOAT) || !rule_dtype(in, 1, DTYPES_FLOAT)) return;
    if (!weight_expands(in, 2) || !weight_expands(in, 3)) return;
    loss_reduced(in, infer_dtype_of(in, 1), infer_shape(in, 0));
}

// ---- losses of three tensors
//
// These are made of arithmetic, so integers are welcome: a margin or an epsilon
// turns them into f32.

static bool equal_ranks(struct infer *in, int n)
{
    for (int i = 1; i < n; i++) {
        if (infer_rank(in, i) == infer_rank(in, 0)) continue;
        return refuse(in, DIAG_LOSS_SHAPE, "%s needs operands of one rank: %s is %s, %s is %s",
                      in->op->name, rule_operand_name(in, 0), rule_type_string(in, 0),
                      rule_operand_name(in, i), rule_type_string(in, i));
    }
    return true;
}

enum dtype loss_or_f32(enum dtype dtype)
{
    return dtype_is_float(dtype) ? dtype : DTYPE_F32;
}

static void margin_ranking_loss_shape(struct infer *in)
{
    struct shape each;
    if (!loss_reduction_known(in) || !equal_ranks(in, 3) || !loss_no_bool(in, 3)) return;
    infer_broadcast(in, 0, 3, &each);
    loss_reduced(in, loss_or_f32(infer_promote(in)), &each);
}

// Distances along the last axis of anchor, positive and negative.
static void triplet_margin_loss_shape(struct infer *in)
{
    struct shape each;
    if (!loss_reduction_known(in) || !equal_ranks(in, 3) || !loss_no_bool(in, 3)) return;
    infer_broadcast(in, 0, 3, &each);
    if (each.rank > 0) each.rank--;
    loss_reduced(in, loss_or_f32(infer_promote(in)), &each);
}

// Two rows and a number, or two matrices and a number for each row. The target is only compared,
// so its dtype does not count.
static void cosine_embedding_loss_shape(struct infer *in)
{
    struct shape each;
    if (!loss_reduction_known(in) || !require_rank(in, 2, 0, 1)) return;
    int rank = infer_rank(in, 2) + 1;
    if (!require_rank(in, 0, rank, rank) || !require_rank(in, 1, rank, rank)) return;
    infer_broadcast(in, 0, 2, &each);
    each.rank--;
    if (rank == 2) {
        struct term target = infer_dim(in, 2, 0);
        if (sym_is(each.dim[0], 1)) {
            each.dim[0] = target.size;
        } else if (!sym_is(target.size, 1)) {
            require_equal(in, DIAG_LOSS_SHAPE, target,
                          infer_term(each.dim[0], "rows of the inputs"),
                          "give one target for each row");
        }
    }
    enum dtype first = loss_or_f32(infer_dtype_of(in, 0)),
               second = loss_or_f32(infer_dtype_of(in, 1));
    loss_reduced(in, dtype_promote(first, second), &each);
}

// ---- costs

// Difference, power and sum of each element.
static const struct sym *loss_flops(const struct infer *in)
{
    return sym_mul_const(in->syms, rule_count(in, 0), 3);
}

// ---- the ops

const struct op op_mse_loss = {
    .name = "mse_loss",
    .aten = "aten::mse_loss",
    .sig = "input[N,C] target[N,C] -> loss[]",
    .doc = "Mean of squared differences.",
    .attrs = {{"reduction", ATTR_STRING}},
    .saved.any = SAVE_IN(0) | SAVE_IN(1),
    .shape = distance_loss_shape,
    .flops = loss_flops,
    .forward = mse_loss_forward,
    .backward = mse_loss_backward,
};

const struct op op_l1_loss = {
    .name = "l1_loss",
    .aten = "aten::l1_loss",
    .sig = "input[N,C] target[N,C] -> loss[]",
    .doc = "Mean of absolute differences.",
    .attrs = {{"reduction", ATTR_STRING}},
    .saved.any = SAVE_IN(0) | SAVE_IN(1),
    .shape = l1_loss_shape,
    .flops = loss_flops,
    .forward = l1_loss_forward,
    .backward = l1_loss_backward,
};

const struct op op_smooth_l1_loss = {
    .name = "smooth_l1_loss",
    .aten = "aten::smooth_l1_loss",
    .sig = "input[N,C] target[N,C] -> loss[]",
    .doc = "Squared below beta, absolute above it.",
    .attrs = {{"reduction", ATTR_STRING}, {"beta", ATTR_FLOAT}},
    .saved.any = SAVE_IN(0) | SAVE_IN(1),
    .shape = smooth_l1_loss_shape,
    .flops = loss_flops,
    .forward = smooth_l1_loss_forward,
    .backward = smooth_l1_loss_backward,
};

const struct op op_huber_loss = {
    .name = "huber_loss",
    .aten = "aten::huber_loss",
    .sig = "input[N,C] target[N,C] -> loss[]",
    .doc = "Squared below delta, delta times absolute above it.",
    .attrs = {{"reduction", ATTR_STRING}, {"delta", ATTR_FLOAT}},
    .saved.any = SAVE_IN(0) | SAVE_IN(1),
    .shape = huber_loss_shape,
    .flops = loss_flops,
    .forward = huber_loss_forward,
    .backward = huber_loss_backward,
};

const struct op op_kl_div = {
    .name = "kl_div",
    .aten = "aten::kl_div",
    .sig = "input[N,C] target[N,C] -> loss[]",
    .doc = "Divergence of target from input, which holds logarithms.",
    .attrs = {{"reduction", ATTR_STRING}, {"log_target", ATTR_BOOL}},
    .saved.of = {SAVE_IN(1), SAVE_IN(0) | SAVE_IN(1)},
    .shape = kl_div_shape,
    .flops = loss_flops,
    .forward = kl_div_forward,
    .backward = kl_div_backward,
};

const struct op op_binary_cross_entropy = {
    .name = "binary_cross_entropy",
    .aten = "aten::binary_cross_entropy",
    .sig = "input[N,C] target[N,C] weight[C]? -> loss[]",
    .doc = "Cross entropy of probabilities and targets between 0 and 1.",
    .attrs = {{"reduction", ATTR_STRING}},
    .saved.any = SAVE_IN(0) | SAVE_IN(1) | SAVE_IN(2),
    .shape = binary_cross_entropy_shape,
    .flops = loss_flops,
    .forward = binary_cross_entropy_forward,
    .backward = binary_cross_entropy_backward,
};

const struct op op_binary_cross_entropy_with_logits = {
    .name = "binary_cross_entropy_with_logits",
    .aten = "aten::binary_cross_entropy_with_logits",
    .sig = "input[N,C] target[N,C] weight[C]? pos_weight[C]? -> loss[]",
    .doc = "Cross entropy of sigmoid(input) and targets between 0 and 1.",
    .attrs = {{"reduction", ATTR_STRING}},
    .saved.any = SAVE_IN(0) | SAVE_IN(1) | SAVE_IN(2) | SAVE_IN(3),
    .shape = binary_cross_entropy_with_logits_shape,
    .flops = loss_flops,
    .forward = binary_cross_entropy_with_logits_forward,
    .backward = binary_cross_entropy_with_logits_backward,
};

const struct op op_margin_ranking_loss = {
    .name = "margin_ranking_loss",
    .aten = "aten::margin_ranking_loss",
    .sig = "input1[N] input2[N] target[N] -> loss[]",
    .doc = "max(0, -target (x1 - x2) + margin): which of two is ranked higher.",
    .attrs = {{"reduction", ATTR_STRING}, {"margin", ATTR_FLOAT}},
    .saved.any = SAVE_IN(0) | SAVE_IN(1) | SAVE_IN(2),
    .shape = margin_ranking_loss_shape,
    .flops = loss_flops,
    .forward = margin_ranking_loss_forward,
    .backward = margin_ranking_loss_backward,
};

const struct op op_cosine_embedding_loss = {
    .name = "cosine_embedding_loss",
    .aten = "aten::cosine_embedding_loss",
    .sig = "input1[N,E] input2[N,E] target[N] -> loss[]",
    .doc = "1 - cosine where target is 1, cosine above margin where it is -1.",
    .attrs = {{"reduction", ATTR_STRING}, {"margin", ATTR_FLOAT}},
    .saved.any = SAVE_IN(0) | SAVE_IN(1) | SAVE_IN(2),
    .shape = cosine_embedding_loss_shape,
    .flops = loss_flops,
    .forward = cosine_embedding_loss_forward,
    .backward = cosine_embedding_loss_backward,
};

const struct op op_triplet_margin_loss = {
    .name = "triplet_margin_loss",
    .aten = "aten::triplet_margin_loss",
    .sig = "anchor[N,E] positive[N,E] negative[N,E] -> loss[]",
    .doc = "max(0, d(anchor, positive) - d(anchor, negative) + margin).",
    .attrs = {{"reduction", ATTR_STRING},
              {"margin", ATTR_FLOAT},
              {"p", ATTR_FLOAT},
              {"eps", ATTR_FLOAT},
              {"swap", ATTR_BOOL}},
    .saved.any = SAVE_IN(0) | SAVE_IN(1) | SAVE_IN(2),
    .shape = triplet_margin_loss_shape,
    .flops = loss_flops,
    .forward = triplet_margin_loss_forward,
    .backward = triplet_margin_loss_backward,
};
