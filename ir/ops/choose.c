// Elements chosen by their value, and places of values in an order.
//
// How many elements are chosen stands in the contents, so the length is a symbol of its own: at
// most as many as there are, which min() says. A constant is counted.

#include "ir/ops/axes.h"
#include "ir/ops/elementwise.h"

// The number of elements of a constant that are not 0; -1 where one is not known.
static int64_t known_nonzero(const struct infer *in, int operand)
{
    int64_t count, value, found = 0;
    if (!sym_is_const(rule_count(in, operand), &count)) return -1;
    for (int i = 0; i < count; i++) {
        const struct sym *element = rule_known_index(in, operand, i);
        if (!element || !sym_is_const(element, &value)) return -1;
        found += value != 0;
    }
    return found;
}

static const struct sym *how_many(struct infer *in, int operand, const struct sym *most,
                                  const char *name)
{
    int64_t bound, found = known_nonzero(in, operand);
    if (sym_is_const(most, &bound) && bound == 0) return most;
    if (found >= 0 && most == rule_count(in, operand)) return sym_const(in->syms, found);
    return sym_min(in->syms, sym_fresh(in->syms, name), most);
}

// A row of positions for each element that is not 0.
static void nonzero_shape(struct infer *in)
{
    struct shape out = {.rank = 2};
    out.dim[0] = how_many(in, 0, rule_count(in, 0), "nonzero");
    out.dim[1] = sym_const(in->syms, infer_rank(in, 0));
    infer_results(in, 1);
    infer_result(in, 0, DTYPE_I64, &out);
}

// Input and mask broadcast.
static void masked_select_shape(struct infer *in)
{
    struct shape both;
    if (!rule_dtype(in, 1, DTYPE_SET(BOOL) | DTYPE_SET(U8))) return;
    infer_broadcast(in, 0, 2, &both);
    if (refused(in)) return;
    struct shape out = {.rank = 1};
    out.dim[0] = how_many(in, 1, shape_count(in->syms, &both), "selected");
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
}

// Elements of the flat tensor at any places.
static void take_shape(struct infer *in)
{
    if (!rule_index_dtype(in, 1, DTYPE_SET(I64))) return;
    if (!rule_indices_within(in, 1, infer_term(rule_count(in, 0), "elements"), RULE_NO_INDEX))
        return;
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), infer_shape(in, 1));
}

// ---- places in an order

static enum dtype place_dtype(const struct infer *in)
{
    return infer_bool(in, "out_int32", false) ? DTYPE_I32 : DTYPE_I64;
}

// Both sides are promoted first, and bool has no order.
static bool comparable(struct infer *in)
{
    return elementwise_dtype(in, infer_promote(in), DTYPES_NUMBER);
}

static void bucketize_shape(struct infer *in)
{
    if (!require_rank(in, 1, 1, 1)) return;
    if (!comparable(in)) return;
    infer_results(in, 1);
    infer_result(in, 0, place_dtype(in), infer_shape(in, 0));
}

// One sequence for all values, or one for each row of them.
static void searchsorted_shape(struct infer *in)
{
    enum { SEQUENCE, VALUES };
    int rank = infer_rank(in, SEQUENCE);
    if (!require_rank(in, SEQUENCE, 1, MAX_RANK)) return;
    if (!comparable(in)) return;
    if (rank > 1 && !require_rank(in, VALUES, rank, rank)) return;
    for (int i = 0; i + 1 < rank; i++)
        require_equal(in, DIAG_INDEX_SIZES, infer_dim(in, VALUES, i), infer_dim(in, SEQUENCE, i),
                      "give one sorted sequence for each row of values, or one without rows");
    infer_results(in, 1);
    infer_result(in, 0, place_dtype(in), infer_shape(in, VALUES));
}

// The result is the operand itself, and no gradient passes.
static void detach_shape(struct infer *in)
{
    const struct tensor_type *type = &in->in[0].type;
    infer_results(in, 1);
    infer_view(in, 0, 0, &type->shape, type->strided ? type->stride : NULL, NULL);
}

const struct op op_nonzero = {
    .name = "nonzero",
    .aten = "aten::nonzero",
    .sig = "input[M,N] -> output:i64[min(nonzero,M*N),2]",
    .doc = "The positions of the elements that are not 0, a row each.",
    .shape = nonzero_shape,
};

const struct op op_masked_select = {
    .name = "masked_select",
    .aten = "aten::masked_select",
    .sig = "input[M,N] mask[M,N]:bool -> output[min(selected,M*N)]",
    .doc = "The elements where the mask holds, in a row.",
    .saved.any = SAVE_IN(1),
    .shape = masked_select_shape,
};

const struct op op_take = {
    .name = "take",
    .aten = "aten::take",
    .sig = "input[M,N] index:i64[K] -> output[K]",
    .doc = "The elements of the flat input at the indices.",
    .saved.any = SAVE_IN(1),
    .shape = take_shape,
};

const struct op op_bucketize = {
    .name = "bucketize",
    .aten = "aten::bucketize",
    .sig = "input[M,N] boundaries[K] -> output:i64[M,N]",
    .doc = "Between which of the sorted boundaries each element lies.",
    .attrs = {{"out_int32", ATTR_BOOL}, {"right", ATTR_BOOL}},
    .shape = bucketize_shape,
};

const struct op op_searchsorted = {
    .name = "searchsorted",
    .aten = "aten::searchsorted",
    .sig = "sorted_sequence[M,K] values[M,N] -> output:i64[M,N]",
    .doc = "Where each value would go into a sorted row.",
    .attrs = {{"out_int32", ATTR_BOOL}, {"right", ATTR_BOOL}},
    .shape = searchsorted_shape,
};

const struct op op_detach = {
    .name = "detach",
    .aten = "aten::detach",
    .sig = "input[M,N] -> output[M,N]",
    .doc = "The input without its history: a view that no gradient passes.",
    .elementwise = true,
    .stops_gradient = true,
    .shape = detach_shape,
};
