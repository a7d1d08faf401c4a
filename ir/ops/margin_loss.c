// Losses with a margin: of scores against 1 and -1, and of scores of classes.

#include "ir/ops/kernels.h"
#include "ir/ops/losses.h"
#include "ir/saving.h"

#include <string.h>

enum { INPUT, TARGET, WEIGHT };

// ---- element by element

// In 1.13 the margin takes the dtype of the input, so integers stay what they are.
static void hinge_embedding_loss_shape(struct infer *in)
{
    if (loss_reduction_known(in) && loss_no_bool(in, 1))
        loss_of_numbers(in, infer_dtype_of(in, INPUT));
}

// Computed in a tensor like the input, which the target is multiplied into.
static void soft_margin_loss_shape(struct infer *in)
{
    if (!loss_reduction_known(in) || !rule_dtype(in, INPUT, DTYPES_FLOAT)) return;
    if (!rule_expands_to(in, TARGET, infer_shape(in, INPUT), DIAG_LOSS_SHAPE, "size of the input",
                         "give a target that broadcasts to the input"))
        return;
    loss_reduced(in, infer_dtype_of(in, INPUT), infer_shape(in, INPUT));
}

// The mean over the last axis of the input. Where the target has more axes than the input, it is
// the axis of that number, as in PyTorch.
static void multilabel_soft_margin_loss_shape(struct infer *in)
{
    struct shape each;
    int classes = infer_rank(in, INPUT) - 1;
    if (!loss_reduction_known(in) || !require_rank(in, INPUT, 1, MAX_RANK)) return;
    if (!rule_dtype(in, INPUT, DTYPES_FLOAT) || !loss_no_bool(in, 2)) return;
    infer_broadcast(in, 0, infer_has(in, WEIGHT) ? 3 : 2, &each);
    for (int axis = classes; axis + 1 < each.rank; axis++) each.dim[axis] = each.dim[axis + 1];
    each.rank--;
    loss_reduced(in, infer_promote(in), &each);
}

// ---- scores of classes: [N, C], or [C] of a single element

static int class_axis(const struct infer *in)
{
    return infer_rank(in, INPUT) > 1 ? 1 : 0;
}

// Only the batch may be empty.
static bool scores_of_classes(struct infer *in)
{
    if (!require_rank(in, INPUT, 0, 2)) return false;
    if (infer_rank(in, INPUT) > 0)
        require_at_least(in, DIAG_EMPTY_AXIS, infer_dim(in, INPUT, class_axis(in)), 1,
                         "give each element a score for at least one class");
    return true;
}

// A loss for each row of the input.
static void each_row(struct infer *in, struct shape *each)
{
    each->rank = infer_rank(in, TARGET) > 0 ? infer_rank(in, INPUT) - class_axis(in) : 0;
    if (infer_rank(in, INPUT) > 1) each->dim[0] = infer_dim(in, INPUT, 0).size;
}

static struct term count_term(const struct infer *in, int operand, const char *what)
{
    return infer_term(rule_count(in, operand), what);
}

// Class numbers of each element, as many as there are classes; -1 ends them.
static void multilabel_margin_loss_shape(struct infer *in)
{
    struct shape each = {.rank = 0};
    if (!loss_reduction_known(in) || !scores_of_classes(in)) return;
    int rank = infer_rank(in, INPUT);
    if (!require_rank(in, TARGET, rank > 1 ? 2 : 0, rank > 1 ? 2 : 1)) return;
    for (int axis = 0; axis < rank && rank > 1; axis++)
        require_equal(in, DIAG_LOSS_SHAPE, infer_dim(in, TARGET, axis), infer_dim(in, INPUT, axis),
                      "give the target the shape of the input");
    if (rank < 2)
        require_equal(in, DIAG_LOSS_SHAPE, count_term(in, TARGET, "class numbers of target"),
                      count_term(in, INPUT, "classes of input"),
                      "give the target the shape of the input");
    if (!rule_index_dtype(in, TARGET, DTYPE_SET(I64)) || !rule_dtype(in, INPUT, DTYPES_FLOAT))
        return;
    if (rank > 1) each_row(in, &each);
    loss_reduced(in, infer_dtype_of(in, INPUT), &each);
}

static bool class_weight_fits(struct infer *in)
{
    if (!infer_has(in, WEIGHT)) return true;
    if (!require_rank(in, WEIGHT, 1, 1)) return false;
    struct term classes = infer_rank(in, INPUT) ? infer_dim(in, INPUT, class_axis(in))
                                                : count_term(in, INPUT, "classes of input");
    require_equal(in, DIAG_PARAMETER_SIZE, infer_dim(in, WEIGHT, 0), classes,
                  "give one weight for each class");
    return rule_same_dtype(in, INPUT, WEIGHT);
}

static void multi_margin_loss_shape(struct infer *in)
{
    struct shape each = {.rank = 0};
    int64_t p = infer_const(in, "p", 1);
    if (refused(in) || !loss_reduction_known(in)) return;
    if (p != 1 && p != 2) {
        refuse(in, DIAG_OPTION_RANGE, "p of multi_margin_loss is %lld; it must be 1 or 2",
               (long long)p);
        return;
    }
    if (!scores_of_classes(in) || !require_rank(in, TARGET, 0, 1)) return;
    struct term rows = infer_rank(in, INPUT) > 1
                           ? infer_dim(in, INPUT, 0)
                           : infer_term(sym_const(in->syms, 1), "elements without a batch axis");
    require_equal(in, DIAG_LOSS_SHAPE, count_term(in, TARGET, "class numbers of target"), rows,
                  "give one class number for each row of the input");
    // Without elements nothing is read.
    if (!rule_is_empty(in, INPUT) &&
        (!rule_index_dtype(in, TARGET, DTYPE_SET(I64)) || !rule_dtype(in, INPUT, DTYPES_FLOAT)))
        return;
    if (!class_weight_fits(in)) return;
    if (infer_rank(in, INPUT) > 0 &&
        !rule_indices_within(in, TARGET, infer_dim(in, INPUT, class_axis(in)), RULE_NO_INDEX))
        return;
    each.rank = infer_rank(in, TARGET);
    if (each.rank) each.dim[0] = rows.size;
    loss_reduced(in, infer_dtype_of(in, INPUT), &each);
}

// Which scores belong to a class of the target: a number for each, in the input's dtype.
static void is_target_saved(struct saving *s)
{
    saving_add(s, "is_target", infer_dtype_of(&s->in, INPUT), infer_shape(&s->in, TARGET));
}

// ---- costs

// A difference, the larger of it and 0, and the sum.
static const struct sym *margin_flops(const struct infer *in)
{
    return sym_mul_const(in->syms, rule_count(in, INPUT), 3);
}

// Every class of the target against every other.
static const struct sym *multilabel_margin_flops(const struct infer *in)
{
    const struct sym *classes =
        infer_rank(in, INPUT) ? infer_dim(in, INPUT, class_axis(in)).size : sym_const(in->syms, 1);
    return sym_mul(in->syms, margin_flops(in), classes);
}

const struct op op_hinge_embedding_loss = {
    .name = "hinge_embedding_loss",
    .aten = "aten::hinge_embedding_loss",
    .sig = "input[N,C] target[N,C] -> loss[]",
    .doc = "x where target is 1, max(0, margin - x) where it is -1.",
    .attrs = {{"reduction", ATTR_STRING}, {"margin", ATTR_FLOAT}},
    .saved.any = SAVE_IN(INPUT) | SAVE_IN(TARGET),
    .shape = hinge_embedding_loss_shape,
    .flops = margin_flops,
    .constant = SAVE_IN(TARGET),
    .forward = hinge_embedding_loss_forward,
    .backward = hinge_embedding_loss_backward,
};

const struct op op_soft_margin_loss = {
    .name = "soft_margin_loss",
    .aten = "aten::soft_margin_loss",
    .sig = "input[N,C] target[N,C] -> loss[]",
    .doc = "log(1 + exp(-target x)), for a target of 1 or -1.",
    .attrs = {{"reduction", ATTR_STRING}},
    .saved.any = SAVE_IN(INPUT) | SAVE_IN(TARGET),
    .shape = soft_margin_loss_shape,
    .flops = margin_flops,
    .constant = SAVE_IN(TARGET),
    .forward = soft_margin_loss_forward,
    .backward = soft_margin_loss_backward,
};

const struct op op_multilabel_soft_margin_loss = {
    .name = "multilabel_soft_margin_loss",
    .aten = "aten::mean",
    .sig = "input[N,C] target[N,C] weight[C]? -> loss[]",
    .doc = "Binary cross entropy of scores, a mean over the classes of each row.",
    .attrs = {{"reduction", ATTR_STRING}},
    .saved.any = SAVE_IN(INPUT) | SAVE_IN(TARGET) | SAVE_IN(WEIGHT),
    .shape = multilabel_soft_margin_loss_shape,
    .flops = margin_flops,
    .forward = multilabel_soft_margin_loss_forward,
    .backward = multilabel_soft_margin_loss_backward,
};

const struct op op_multilabel_margin_loss = {
    .name = "multilabel_margin_loss",
    .aten = "aten::multilabel_margin_loss",
    .sig = "input[N,C] target[N,C]:i64 -> loss[]",
    .doc = "max(0, 1 - (score of a target's class - score of another)), over all pairs.",
    .attrs = {{"reduction", ATTR_STRING}},
    .saved = {.any = SAVE_IN(INPUT) | SAVE_IN(TARGET), .more = is_target_saved},
    .shape = multilabel_margin_loss_shape,
    .flops = multilabel_margin_flops,
    .forward = multilabel_margin_loss_forward,
    .backward = multilabel_margin_loss_backward,
};

const struct op op_multi_margin_loss = {
    .name = "multi_margin_loss",
    .aten = "aten::multi_margin_loss",
    .sig = "input[N,C] target[N]:i64 weight[C]? -> loss[]",
    .doc = "max(0, margin - (score of the target's class - score of another))^p, over the others.",
    .attrs = {{"reduction", ATTR_STRING}, {"p", ATTR_INT}, {"margin", ATTR_FLOAT}},
    .saved.any = SAVE_IN(INPUT) | SAVE_IN(TARGET) | SAVE_IN(WEIGHT),
    .shape = multi_margin_loss_shape,
    .flops = margin_flops,
    .constant = SAVE_IN(WEIGHT),
    .index = {TARGET, INPUT, 1},
    .forward = multi_margin_loss_forward,
    .backward = multi_margin_loss_backward,
};
