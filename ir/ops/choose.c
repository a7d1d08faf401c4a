// Elements chosen by their value, and places of values in an order.
//
// How many elements are chosen stands in the contents, so the length is a symbol of its own: at
// most as many as there are, which min() says. A constant is counted.

#include "ir/kernel.h"
#include "ir/ops/kernels.h"
#include "ir/ops/axes.h"
#include "ir/ops/elementwise.h"
#include "ir/saving.h"

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

// Of `most` places, in which each element of the operand stands as often as the others.
static const struct sym *how_many(struct infer *in, int operand, const struct sym *most,
                                  const char *name)
{
    int64_t bound, count, found = known_nonzero(in, operand);
    if (sym_is_const(most, &bound) && bound == 0) return most;
    if (found == 0) return sym_const(in->syms, 0);
    if (found > 0 && sym_is_const(rule_count(in, operand), &count)) {
        if (found == count) return most;
        if (sym_is_const(most, &bound)) return sym_const(in->syms, bound / count * found);
    }
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

// ---- unique

// A constant as slices, of one axis or of its single elements.
struct slices {
    const struct attr *value;
    int64_t outer, n, inner;
};

static bool known_slices(const struct infer *in, int axis, struct slices *slices)
{
    int64_t size;
    *slices = (struct slices){.value = in->in[0].value, .outer = 1, .n = 1, .inner = 1};
    if (!slices->value) return false;
    for (int i = 0; i < infer_rank(in, 0); i++) {
        if (!sym_is_const(infer_dim(in, 0, i).size, &size)) return false;
        int64_t *part = axis < 0 || i == axis ? &slices->n
                        : i < axis            ? &slices->outer
                                              : &slices->inner;
        *part *= size;
    }
    return slices->value->kind == ATTR_INT ||
           (slices->value->kind == ATTR_INTS &&
            slices->value->n == slices->outer * slices->n * slices->inner);
}

static bool same_slice(const struct slices *s, int64_t a, int64_t b)
{
    for (int64_t i = 0; i < s->outer; i++)
        for (int64_t k = 0; k < s->inner; k++)
            if (s->value->ints[(i * s->n + a) * s->inner + k] !=
                s->value->ints[(i * s->n + b) * s->inner + k])
                return false;
    return true;
}

// The number of slices of a constant that differ, of single elements where the axis is -1; -1
// where they are not known.
static int64_t known_different(const struct infer *in, int axis)
{
    struct slices slices;
    int64_t found = 0;
    if (!known_slices(in, axis, &slices)) return -1;
    if (slices.value->kind == ATTR_INT) return slices.n > 0;
    for (int64_t a = 0; a < slices.n; a++) {
        int64_t b = 0;
        while (b < a && !same_slice(&slices, a, b)) b++;
        found += a == b;
    }
    return found;
}

// How many of `most` parts differ: of one there is one.
static const struct sym *how_many_differ(struct infer *in, const struct sym *most, int64_t known)
{
    int64_t bound;
    if (sym_is_const(most, &bound) && bound <= 1) return most;
    if (known >= 0) return sym_const(in->syms, known);
    return sym_min(in->syms, sym_fresh(in->syms, "unique"), most);
}

// Another axis without elements leaves nothing to tell the slices by.
static bool has_slices(struct infer *in, int axis)
{
    for (int i = 0; i < infer_rank(in, 0); i++)
        if (i != axis && sym_is(infer_dim(in, 0, i).size, 0))
            return refuse(in, DIAG_EMPTY_AXIS,
                          "unique along axis %d cannot tell apart slices of %s, which are empty",
                          axis, rule_type_string(in, 0));
    return true;
}

static int64_t unique_results(const struct infer *in)
{
    return 1 + infer_bool(in, "return_inverse", false) + infer_bool(in, "return_counts", false);
}

// The elements, where each element is among them, and how often each is there.
static void unique_shape(struct infer *in)
{
    struct shape out = {.rank = 1}, inverse = *infer_shape(in, 0);
    const struct sym *most = rule_count(in, 0);
    int next = 1;
    if (infer_given(in, "dim")) {
        int axis = axis_read_real(in, "dim", 0, infer_rank(in, 0));
        if (axis < 0 || !has_slices(in, axis)) return;
        out = inverse;
        most = infer_dim(in, 0, axis).size;
        inverse = (struct shape){.rank = 1, .dim = {most}};
        out.dim[axis] = how_many_differ(in, most, known_different(in, axis));
        most = out.dim[axis];
    } else {
        most = out.dim[0] = how_many_differ(in, most, known_different(in, -1));
    }
    struct shape counts = {.rank = 1, .dim = {most}};
    infer_results(in, (int)unique_results(in));
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
    if (infer_bool(in, "return_inverse", false)) infer_result(in, next++, DTYPE_I64, &inverse);
    if (infer_bool(in, "return_counts", false)) infer_result(in, next, DTYPE_I64, &counts);
}

// ---- index_put

enum { PUT_INPUT, PUT_VALUES, PUT_INDICES };

static bool is_mask(const struct infer *in, int operand)
{
    enum dtype dtype = infer_dtype_of(in, operand);
    return dtype == DTYPE_BOOL || dtype == DTYPE_U8;
}

// A mask stands for as many axes as it has, of the input from `axis` on.
static bool mask_fits(struct infer *in, int operand, int axis)
{
    for (int i = 0; i < infer_rank(in, operand); i++)
        require_equal(in, DIAG_INDEX_SIZES, infer_dim(in, operand, i),
                      infer_dim(in, PUT_INPUT, axis + i),
                      "give the mask the sizes of the axes that it stands for");
    return !refused(in);
}

// The axes that the indices stand for; each must be there, and known indices in it. -1: refused.
static int indexed_axes(struct infer *in)
{
    int axis = 0, rank = infer_rank(in, PUT_INPUT);
    for (int k = PUT_INDICES; k < in->n_in; k++) {
        bool mask = is_mask(in, k);
        if (!mask && !rule_index_dtype(in, k, DTYPE_SET(I64))) return -1;
        int n = mask ? infer_rank(in, k) : 1;
        if (axis + n > rank) {
            refuse(in, DIAG_INDEX_SIZES, "index_put has indices for %d axes, but input is %s",
                   axis + n, rule_type_string(in, PUT_INPUT));
            return -1;
        }
        if (mask && !mask_fits(in, k, axis)) return -1;
        if (!mask && !rule_indices_within(in, k, infer_dim(in, PUT_INPUT, axis), RULE_NO_INDEX))
            return -1;
        axis += n;
    }
    return axis;
}

// The indices broadcast; a mask is a list of as many places as it has elements that are not 0.
static void places_of(struct infer *in, struct shape *out)
{
    const struct operand *whole = in->in;
    struct operand *lists = arena_copy(in->arena, whole, (size_t)in->n_in * sizeof *lists);
    for (int k = PUT_INDICES; k < in->n_in; k++) {
        if (!is_mask(in, k)) continue;
        lists[k].type.shape.rank = 1;
        lists[k].type.shape.dim[0] = how_many(in, k, rule_count(in, k), "selected");
    }
    in->in = lists;
    infer_broadcast(in, PUT_INDICES, in->n_in - PUT_INDICES, out);
    in->in = whole;
}

// The places that are indexed come first, then the axes that no index stands for; the values
// broadcast to these.
static void index_put_shape(struct infer *in)
{
    struct shape places;
    if (infer_dtype_of(in, PUT_INPUT) != infer_dtype_of(in, PUT_VALUES)) {
        refuse(in, DIAG_MIXED_DTYPE, "values of index_put is %s, but input is %s",
               rule_type_string(in, PUT_VALUES), rule_type_string(in, PUT_INPUT));
        return;
    }
    int axis = indexed_axes(in), rank = infer_rank(in, PUT_INPUT);
    if (axis < 0) return;
    places_of(in, &places);
    for (; axis < rank && places.rank < MAX_RANK; axis++)
        places.dim[places.rank++] = infer_dim(in, PUT_INPUT, axis).size;
    if (refused(in) ||
        !rule_expands_to(in, PUT_VALUES, &places, DIAG_INDEX_SIZES, "size of what is indexed",
                         "give values that broadcast to the places that are indexed"))
        return;
    rule_like_input(in);
}

// Whichever gradient is wanted, it is that of the places.
static void index_put_saved(struct saving *s)
{
    for (int k = PUT_INDICES; k < s->in.n_in && k < MAX_SAVED; k++) s->kept |= SAVE_IN(k);
}

// ---- take

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
    .forward = nonzero_forward,
};

const struct op op_masked_select = {
    .name = "masked_select",
    .aten = "aten::masked_select",
    .sig = "input[M,N] mask[M,N]:bool -> output[min(selected,M*N)]",
    .doc = "The elements where the mask holds, in a row.",
    .saved.any = SAVE_IN(1),
    .shape = masked_select_shape,
    .forward = masked_select_forward,
    .backward = masked_select_backward,
};

const struct op op_unique = {
    .name = "unique",
    .aten = "aten::_unique2",
    .sig = "input[M,N] -> output[min(unique,M*N)]",
    .doc = "The elements that differ, or the slices of an axis, each once.",
    .attrs = {{"sorted", ATTR_BOOL},
              {"return_inverse", ATTR_BOOL},
              {"return_counts", ATTR_BOOL},
              {"dim", ATTR_INT}},
    .stops_gradient = true,
    .shape = unique_shape,
    .n_asked = unique_results,
    .forward = unique_forward,
};

const struct op op_index_put = {
    .name = "index_put",
    .aten = "aten::index_put",
    .sig = "input[M,N] values[K] indices*:i64[K] -> output[M,N]",
    .doc = "input with the values at the places that the indices name, or added there.",
    .attrs = {{"accumulate", ATTR_BOOL}, {"inplace", ATTR_BOOL}},
    .shape = index_put_shape,
    .saved.more = index_put_saved,
    .index = {PUT_INDICES, PUT_INPUT, 0},
    .forward = index_put_forward,
    .backward = index_put_backward,
};

const struct op op_take = {
    .name = "take",
    .aten = "aten::take",
    .sig = "input[M,N] index:i64[K] -> output[K]",
    .doc = "The elements of the flat input at the indices.",
    .saved.any = SAVE_IN(1),
    .shape = take_shape,
    .forward = take_forward,
    .backward = take_backward,
};

const struct op op_bucketize = {
    .name = "bucketize",
    .aten = "aten::bucketize",
    .sig = "input[M,N] boundaries[K] -> output:i64[M,N]",
    .doc = "Between which of the sorted boundaries each element lies.",
    .attrs = {{"out_int32", ATTR_BOOL}, {"right", ATTR_BOOL}},
    .shape = bucketize_shape,
    .forward = bucketize_forward,
};

const struct op op_searchsorted = {
    .name = "searchsorted",
    .aten = "aten::searchsorted",
    .sig = "sorted_sequence[M,K] values[M,N] -> output:i64[M,N]",
    .doc = "Where each value would go into a sorted row.",
    .attrs = {{"out_int32", ATTR_BOOL}, {"right", ATTR_BOOL}},
    .shape = searchsorted_shape,
    .forward = searchsorted_forward,
};

static void detach_forward(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    kernel_results(call, 1);
    kernel_view(call, 0, 0, x->rank, x->dim, x->stride, 0);
}

const struct op op_detach = {
    .name = "detach",
    .aten = "aten::detach",
    .sig = "input[M,N] -> output[M,N]",
    .doc = "The input without its history: a view that no gradient passes.",
    .elementwise = true,
    .stops_gradient = true,
    .shape = detach_shape,
    .forward = detach_forward,
};
