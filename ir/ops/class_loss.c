// Losses over classes: nll_loss and cross_entropy. The class axis is the second,
// or the only one. A target holds class numbers, in the input's shape without
// the class axis; for cross_entropy also probabilities in the input's shape.

#include "ir/ops/kernels.h"
#include "ir/ops/losses.h"
#include "ir/saving.h"

#include <math.h>
#include <string.h>

enum { INPUT, TARGET, WEIGHT };

static int class_axis(const struct infer *in)
{
    return infer_rank(in, INPUT) > 1 ? 1 : 0;
}

static struct shape without_classes(const struct infer *in)
{
    struct shape each = *infer_shape(in, INPUT);
    for (int axis = class_axis(in); axis + 1 < each.rank; axis++)
        each.dim[axis] = each.dim[axis + 1];
    each.rank--;
    return each;
}

// One weight for each class; of images only their number is looked at.
static bool weight_fits(struct infer *in)
{
    if (!infer_has(in, WEIGHT)) return true;
    bool flat = infer_rank(in, INPUT) <= 2;
    if (flat && !require_rank(in, WEIGHT, 1, 1)) return false;
    require_equal(in, DIAG_PARAMETER_SIZE, infer_term(rule_count(in, WEIGHT), "weights"),
                  infer_dim(in, INPUT, class_axis(in)), "give one weight for each class");
    return true;
}

// Class numbers that are known must name a class or be ignore_index.
static bool classes_there(struct infer *in)
{
    int64_t ignored = -100;
    sym_is_const(infer_int(in, "ignore_index", ignored), &ignored);
    return rule_indices_within(in, TARGET, infer_dim(in, INPUT, class_axis(in)), ignored);
}

// u8 class numbers are read where the input is at most a matrix; those of an empty target are not
// read, unless to keep its shape.
static bool class_dtypes(struct infer *in)
{
    bool flat = infer_rank(in, INPUT) <= 2;
    bool keep = strcmp(infer_string(in, "reduction", "mean"), "none") == 0;
    bool unread = rule_is_empty(in, TARGET) && !keep;
    enum dtype target = infer_dtype_of(in, TARGET);
    if (target != DTYPE_I64 && !(flat && target == DTYPE_U8) && !unread)
        return rule_index_dtype(in, TARGET, DTYPE_SET(I64));
    return rule_dtype(in, INPUT, DTYPES_FLOAT) && rule_same_dtype(in, INPUT, WEIGHT);
}

// Two rows, which nll_loss takes for one element and its class, are let through if equally long.
static bool single_pair(const struct infer *in)
{
    return infer_rank(in, INPUT) == 1 && infer_rank(in, TARGET) == 1;
}

static void class_numbers(struct infer *in)
{
    struct shape each = without_classes(in);
    int rank = infer_rank(in, TARGET);
    if (rank != each.rank && !single_pair(in)) {
        refuse(in, DIAG_LOSS_SHAPE,
               "target of %s is %s, but input %s has room for class numbers %s", in->op->name,
               rule_type_string(in, TARGET), rule_type_string(in, INPUT),
               shape_string(in->arena, &each));
        return;
    }
    for (int axis = 0; axis < rank; axis++) {
        require_equal(in, DIAG_LOSS_SHAPE, infer_dim(in, TARGET, axis),
                      infer_dim(in, INPUT, axis == 0 ? 0 : axis + 1),
                      "give the target the input's shape without its class axis");
    }
    if (!weight_fits(in) || !class_dtypes(in) || !classes_there(in)) return;
    loss_reduced(in, infer_dtype_of(in, INPUT), &each);
}

static void probabilities(struct infer *in)
{
    int64_t ignored;
    if (sym_is_const(infer_int(in, "ignore_index", -100), &ignored) && ignored >= 0) {
        refuse(in, DIAG_OPTION_RANGE, "ignore_index is for class numbers, but target is %s",
               rule_type_string(in, TARGET));
        return;
    }
    if (!rule_dtype(in, TARGET, DTYPES_FLOAT) || !rule_dtype(in, INPUT, DTYPES_FLOAT)) return;
    for (int axis = 0; axis < infer_rank(in, INPUT); axis++) {
        require_equal(in, DIAG_LOSS_SHAPE, infer_dim(in, TARGET, axis), infer_dim(in, INPUT, axis),
                      "give the probabilities the shape of the input");
    }
    if (infer_has(in, WEIGHT) && !require_rank(in, WEIGHT, 1, 1)) return;
    if (!weight_fits(in)) return;
    struct shape each = without_classes(in);
    loss_reduced(in, infer_promote(in), &each);
}

static void nll_loss_shape(struct infer *in)
{
    if (!require_rank(in, INPUT, 1, MAX_RANK)) return;
    rule_word(in, "reduction", "mean", LOSS_REDUCTIONS);
    if (!refused(in)) class_numbers(in);
}

static void cross_entropy_shape(struct infer *in)
{
    if (!require_rank(in, INPUT, 1, MAX_RANK)) return;
    rule_word(in, "reduction", "mean", LOSS_REDUCTIONS);
    // A negative one is read as none.
    rule_float_within(in, "label_smoothing", 0.0, -HUGE_VAL, 1.0);
    if (refused(in)) return;
    if (infer_rank(in, TARGET) == infer_rank(in, INPUT)) {
        probabilities(in);
    } else {
        class_numbers(in);
    }
}

// The class's element of each row is picked and added.
static const struct sym *nll_loss_flops(const struct infer *in)
{
    return rule_count(in, TARGET);
}

// A log_softmax (5 for each element, see softmax.c) before it.
static const struct sym *cross_entropy_flops(const struct infer *in)
{
    return sym_add(in->syms, sym_mul_const(in->syms, rule_count(in, INPUT), 5),
                   rule_count(in, TARGET));
}

// A mean over classes divides by the sum of their weights.
static void total_weight_saved(struct saving *s)
{
    bool classes = !dtype_is_float(infer_dtype_of(&s->in, TARGET));
    if (!classes || strcmp(infer_string(&s->in, "reduction", "mean"), "mean") != 0) return;
    saving_add(s, "total weight", saving_dtype(s), &(struct shape){.rank = 0});
}

const struct op op_nll_loss = {
    .name = "nll_loss",
    .aten = "aten::nll_loss",
    .sig = "input[N,C] target[N]:i64 weight[C]? -> loss[]",
    .doc = "Minus the input, which holds log probabilities, at the target's class.",
    .attrs = {{"reduction", ATTR_STRING}, {"ignore_index", ATTR_INT}},
    .saved = {.any = SAVE_IN(1) | SAVE_IN(2), .more = total_weight_saved},
    .shape = nll_loss_shape,
    .flops = nll_loss_flops,
    .constant = SAVE_IN(WEIGHT),
    .index = {TARGET, INPUT, 1},
    .forward = nll_loss_forward,
    .backward = nll_loss_backward,
};

const struct op op_cross_entropy = {
    .name = "cross_entropy",
    .aten = "aten::cross_entropy_loss",
    .sig = "input[N,C] target[N]:i64 weight[C]? -> loss[]",
    .doc = "nll_loss of log_softmax, or the cross entropy against class probabilities.",
    .attrs = {{"reduction", ATTR_STRING},
              {"ignore_index", ATTR_INT},
              {"label_smoothing", ATTR_FLOAT}},
    .saved = {.any = SAVE_IN(0) | SAVE_IN(1) | SAVE_IN(2), .more = total_weight_saved},
    .shape = cross_entropy_shape,
    .flops = cross_entropy_flops,
    .constant = SAVE_IN(WEIGHT),
    .index = {TARGET, INPUT, 1},
    .forward = cross_entropy_forward,
    .backward = cross_entropy_backward,
};
