// Elements chosen by indices.
//
// Where the contents of an index tensor are known, each index is checked
// against the axis; where they are not, the indices are taken to be in range.

#include "ir/ops/axes.h"
#include "ir/ops/kernels.h"
#include "ir/ops/rules.h"
#include "ir/saving.h"

#include <string.h>

// ---- gather, scatter

// PyTorch takes a tensor of rank 0 for one of shape [1] here.
static struct term nonempty_dim(struct infer *in, int operand, int axis)
{
    if (infer_rank(in, operand) == 0) return infer_term(sym_const(in->syms, 1), "one element");
    return infer_dim(in, operand, axis);
}

// Sizes of the index are at most those of `of` in every axis but `except`.
static void index_at_most(struct infer *in, int index, int of, int except)
{
    for (int i = 0; i < infer_rank(in, index) || i == 0; i++)
        if (i != except)
            require_at_most(
                in, DIAG_INDEX_SIZES, nonempty_dim(in, index, i), nonempty_dim(in, of, i),
                "index must not be larger there; expand the other tensor or shorten the index");
}

static bool same_rank(struct infer *in, int a, int b)
{
    int rank_a = infer_rank(in, a), rank_b = infer_rank(in, b);
    if ((rank_a ? rank_a : 1) == (rank_b ? rank_b : 1)) return true;
    refuse(in, DIAG_INDEX_SIZES, "%s of %s must have the rank of %s: %s against %s",
           rule_operand_name(in, b), in->op->name, rule_operand_name(in, a),
           rule_type_string(in, b), rule_type_string(in, a));
    return false;
}

// The result has the shape of the index and the dtype of the input. An empty index
// is not looked at: neither its dtype nor its rank.
static void gather_shape(struct infer *in)
{
    int axis = axis_read(in, "dim", 0, infer_rank(in, 0));
    if (axis < 0) return;
    if (!rule_is_empty(in, 1)) {
        if (!rule_index_dtype(in, 1, DTYPE_SET(I64)) || !same_rank(in, 0, 1)) return;
        index_at_most(in, 1, 0, axis);
        if (!rule_indices_within(in, 1, nonempty_dim(in, 0, axis), RULE_NO_INDEX)) return;
    }
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), infer_shape(in, 1));
}

// The result is a new contiguous tensor, or the input itself in place.
static void scatter_like_input(struct infer *in)
{
    rule_like_input(in);
    if (!refused(in) && !in->out[0].in_place)
        infer_result(in, 0, infer_dtype_of(in, 0), infer_shape(in, 0));
}

// src: a tensor of the same dtype, or a number.
static void scatter_shape(struct infer *in)
{
    int axis = axis_read(in, "dim", 0, infer_rank(in, 0));
    if (axis < 0) return;
    bool number = in->in[2].is_number;
    if (!rule_is_empty(in, 1) && !rule_index_dtype(in, 1, DTYPE_SET(I64))) return;
    if (!number && !rule_same_dtype(in, 0, 2)) return;
    if (!rule_is_empty(in, 1)) {
        if (!same_rank(in, 0, 1) || (!number && !same_rank(in, 0, 2))) return;
        index_at_most(in, 1, 0, axis);
        if (!number) index_at_most(in, 1, 2, -1);
        if (!rule_indices_within(in, 1, nonempty_dim(in, 0, axis), RULE_NO_INDEX)) return;
    }
    scatter_like_input(in);
}

// As scatter of a tensor. There is no mean of bool.
static void scatter_reduce_shape(struct infer *in)
{
    const char *reduce = rule_word(in, "reduce", "sum", "sum|prod|mean|amax|amin");
    if (refused(in) || axis_read(in, "dim", 0, infer_rank(in, 2)) < 0) return;
    bool mean = strcmp(reduce, "mean") == 0;
    if (mean && !rule_is_empty(in, 1) && !rule_dtype(in, 0, DTYPES_NUMBER)) return;
    scatter_shape(in);
}

// A sum only adds; the others read what was reduced, and a mean counts it.
static void scatter_reduce_saved(struct saving *s)
{
    const char *reduce = infer_string(&s->in, "reduce", "sum");
    bool mean = strcmp(reduce, "mean") == 0;
    if (mean) saving_add(s, "counts", infer_dtype_of(&s->in, 0), infer_shape(&s->in, 0));
    if (mean || strcmp(reduce, "sum") == 0) return;
    s->kept |= SAVE_IN(0) | SAVE_IN(2) | SAVE_OUT(0);
}

// gather of tensors that broadcast in the axes but dim; without one, of flat tensors.
static void take_along_dim_shape(struct infer *in)
{
    struct shape out = {.rank = 1};
    bool along = infer_given(in, "dim");
    int rank = infer_rank(in, 0), axis = along ? axis_read(in, "dim", 0, rank) : -1;
    if (refused(in)) return;
    if (along && !require_rank(in, 0, 1, MAX_RANK)) return;
    if ((along || !rule_is_empty(in, 1)) && !rule_index_dtype(in, 1, DTYPE_SET(I64))) return;
    if (!along) {
        out.dim[0] = rule_count(in, 1);
    } else {
        if (infer_rank(in, 1) != rank) {
            (void)same_rank(in, 0, 1);
            if (!refused(in))
                refuse(in, DIAG_INDEX_SIZES, "indices of take_along_dim is %s, but input is %s",
                       rule_type_string(in, 1), rule_type_string(in, 0));
            return;
        }
        const struct operand *whole = in->in;
        struct operand aligned[] = {whole[0], whole[1]};
        aligned[0].type.shape.dim[axis] = infer_dim(in, 1, axis).size;
        in->in = aligned;
        infer_broadcast(in, 0, 2, &out);
        in->in = whole;
    }
    struct term size =
        along ? nonempty_dim(in, 0, axis) : infer_term(rule_count(in, 0), "elements");
    if (!rule_is_empty(in, 1) && !rule_indices_within(in, 1, size, RULE_NO_INDEX)) return;
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
}

// ---- whole slices

// The axis gets as many elements as there are indices; an index of rank 0 counts
// as one. A tensor of rank 0 stays what it is.
static void index_select_shape(struct infer *in)
{
    struct shape out = *infer_shape(in, 0);
    int axis = axis_read(in, "dim", 0, out.rank);
    if (axis < 0) return;
    if (!require_rank(in, 1, 0, 1) || !rule_index_dtype(in, 1, DTYPE_SET(I64) | DTYPE_SET(I32)))
        return;
    if (!rule_indices_within(in, 1, nonempty_dim(in, 0, axis), RULE_NO_INDEX)) return;
    if (out.rank)
        out.dim[axis] = infer_rank(in, 1) ? infer_dim(in, 1, 0).size : sym_const(in->syms, 1);
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
}

// One slice of source for each index; slices have the shape of those of the input.
static void index_add_shape(struct infer *in)
{
    int axis = axis_read(in, "dim", 0, infer_rank(in, 0));
    if (axis < 0) return;
    if (!require_rank(in, 1, 0, 1) || !rule_index_dtype(in, 1, DTYPE_SET(I64) | DTYPE_SET(I32)))
        return;
    if (!rule_same_dtype(in, 0, 2) || !same_rank(in, 0, 2)) return;
    for (int i = 0; i < infer_rank(in, 0) || i == 0; i++) {
        struct term want =
            i == axis ? infer_term(rule_count(in, 1), "indices") : nonempty_dim(in, 0, i);
        require_equal(in, DIAG_INDEX_SIZES, nonempty_dim(in, 2, i), want,
                      "give source one slice for each index");
    }
    if (rule_indices_within(in, 1, nonempty_dim(in, 0, axis), RULE_NO_INDEX))
        scatter_like_input(in);
}

static void index_copy_shape(struct infer *in)
{
    if (rule_index_dtype(in, 1, DTYPE_SET(I64))) index_add_shape(in);
}

// One number for all slices that the indices name.
static void index_fill_shape(struct infer *in)
{
    enum { INPUT, INDEX, VALUE };
    int axis = axis_read(in, "dim", 0, infer_rank(in, INPUT));
    if (axis < 0) return;
    if (!rule_index_dtype(in, INDEX, DTYPE_SET(I64)) || !require_rank(in, INDEX, 0, 1)) return;
    if (!require_rank(in, VALUE, 0, 0)) return;
    if (rule_indices_within(in, INDEX, nonempty_dim(in, INPUT, axis), RULE_NO_INDEX))
        scatter_like_input(in);
}

// ---- one_hot

// Without num_classes PyTorch counts up to the largest index.
static const struct sym *classes_from_values(struct infer *in)
{
    int64_t count, most = -1, index;
    if (!sym_is_const(rule_count(in, 0), &count)) return NULL;
    for (int i = 0; i < count; i++) {
        const struct sym *value = rule_known_index(in, 0, i);
        if (!value && i > 0 && in->in[0].value->kind == ATTR_INT) break;
        if (!value || !sym_is_const(value, &index)) return NULL;
        if (index > most) most = index;
    }
    return sym_const(in->syms, most + 1);
}

static const struct sym *classes(struct infer *in)
{
    const struct sym *given = infer_int(in, "num_classes", -1);
    if (!sym_is(given, -1)) return given;
    const struct sym *found = classes_from_values(in);
    return found ? found
                 : sym_unknown(in->syms, "one_hot counts the classes in the contents of its input");
}

static void one_hot_shape(struct infer *in)
{
    struct shape out = *infer_shape(in, 0);
    if (!rule_index_dtype(in, 0, DTYPE_SET(I64))) return;
    const struct sym *given = infer_int(in, "num_classes", -1);
    if (rule_is_empty(in, 0) && (sym_is(given, -1) || sym_is(given, 0))) {
        refuse(in, DIAG_OPTION_RANGE,
               "one_hot cannot count the classes of an empty tensor; give num_classes");
        return;
    }
    const struct sym *n = classes(in);
    if (out.rank == MAX_RANK) {
        refuse(in, DIAG_OPTION_RANGE, "%s has rank %d; a larger one is not supported",
               rule_type_string(in, 0), out.rank);
        return;
    }
    if (sym_kind(n) != SYM_UNKNOWN)
        require_at_least(in, DIAG_OPTION_RANGE, infer_term(n, "num_classes"), 1,
                         "give a number of classes of 1 or more");
    if (refused(in) || !rule_indices_within(in, 0, infer_term(n, "num_classes"), RULE_NO_INDEX))
        return;
    out.dim[out.rank++] = n;
    infer_results(in, 1);
    infer_result(in, 0, DTYPE_I64, &out);
}

// The gradient goes back to where the elements came from, so backward reads the
// indices again, never the elements.
const struct op op_gather = {
    .name = "gather",
    .aten = "aten::gather",
    .sig = "input[M,N] index:i64[M,K] -> output[M,K] dim=1",
    .doc = "Elements at the indices along dim, at their own place in the other axes.",
    .attrs = {{"dim", ATTR_INT}},
    .saved.any = SAVE_IN(1),
    .index = {1, 0, 1},
    .shape = gather_shape,
    .forward = gather_forward,
    .backward = gather_backward,
};

#define SCATTER(symbol, text)                                                                      \
    const struct op op_##symbol = {                                                                \
        .name = #symbol,                                                                           \
        .aten = "aten::" #symbol,                                                                  \
        .sig = "input[M,N] index:i64[M,K] src[M,K] -> output[M,N] dim=1",                          \
        .doc = text,                                                                               \
        .attrs = {{"dim", ATTR_INT}, {"inplace", ATTR_BOOL}},                                      \
        .saved.any = SAVE_IN(1),                                                                   \
        .shape = scatter_shape,                                                                    \
        .index = {1, 0, 1},                                                                        \
        .forward = symbol##_forward,                                                               \
        .backward = symbol##_backward,                                                             \
    }

SCATTER(scatter, "input with the elements of src put at the indices along dim.");
SCATTER(scatter_add, "input with the elements of src added at the indices along dim.");

const struct op op_scatter_reduce = {
    .name = "scatter_reduce",
    .aten = "aten::scatter_reduce",
    .sig = "input[M,N] index:i64[M,K] src[M,K] -> output[M,N] dim=1",
    .doc = "input with the elements of src reduced into it at the indices along dim.",
    .attrs = {{"dim", ATTR_INT},
              {"reduce", ATTR_STRING},
              {"include_self", ATTR_BOOL},
              {"inplace", ATTR_BOOL}},
    .saved = {.any = SAVE_IN(1), .more = scatter_reduce_saved},
    .shape = scatter_reduce_shape,
    .index = {1, 0, 1},
    .forward = scatter_reduce_forward,
    .backward = scatter_reduce_backward,
};

const struct op op_take_along_dim = {
    .name = "take_along_dim",
    .aten = "aten::take_along_dim",
    .sig = "input[M,N] indices:i64[M,K] -> output[M,K] dim=1",
    .doc = "Elements at the indices along dim, both broadcast in the other axes.",
    .attrs = {{"dim", ATTR_INT}},
    .saved.any = SAVE_IN(1),
    .index = {1, 0, 1},
    .shape = take_along_dim_shape,
    .forward = take_along_dim_forward,
    .backward = take_along_dim_backward,
};

const struct op op_index_select = {
    .name = "index_select",
    .aten = "aten::index_select",
    .sig = "input[M,N] index:i64[K] -> output[M,K] dim=1",
    .doc = "The slices of an axis that the indices name.",
    .attrs = {{"dim", ATTR_INT}},
    .saved.any = SAVE_IN(1),
    .index = {1, 0, 1},
    .shape = index_select_shape,
    .forward = index_select_forward,
    .backward = index_select_backward,
};

const struct op op_index_add = {
    .name = "index_add",
    .aten = "aten::index_add",
    .sig = "input[M,N] index:i64[K] source[M,K] -> output[M,N] dim=1",
    .doc = "input with the slices of source added to the slices that the indices name.",
    .attrs = {{"dim", ATTR_INT}, {"alpha", ATTR_FLOAT}, {"inplace", ATTR_BOOL}},
    .saved.any = SAVE_IN(1),
    .index = {1, 0, 1},
    .shape = index_add_shape,
    .forward = index_add_forward,
    .backward = index_add_backward,
};

const struct op op_index_fill = {
    .name = "index_fill",
    .aten = "aten::index_fill",
    .sig = "input[M,N] index:i64[K] value[] -> output[M,N] dim=1",
    .doc = "input with one number in the slices that the indices name.",
    .attrs = {{"dim", ATTR_INT}, {"inplace", ATTR_BOOL}},
    .saved.any = SAVE_IN(1),
    .index = {1, 0, 1},
    .shape = index_fill_shape,
    .forward = index_fill_forward,
    .backward = index_fill_backward,
};

const struct op op_index_copy = {
    .name = "index_copy",
    .aten = "aten::index_copy",
    .sig = "input[M,N] index:i64[K] source[M,K] -> output[M,N] dim=1",
    .doc = "input with the slices of source in place of those that the indices name.",
    .attrs = {{"dim", ATTR_INT}, {"inplace", ATTR_BOOL}},
    .saved.any = SAVE_IN(1),
    .index = {1, 0, 1},
    .shape = index_copy_shape,
    .forward = index_copy_forward,
    .backward = index_copy_backward,
};

const struct op op_one_hot = {
    .name = "one_hot",
    .aten = "aten::one_hot",
    .sig = "input:i64[M,N] -> output:i64[M,N,5] num_classes=5",
    .doc = "A new last axis with 1 at the index and 0 elsewhere.",
    .attrs = {{"num_classes", ATTR_INT}},
    .shape = one_hot_shape,
    .forward = one_hot_forward,
};
