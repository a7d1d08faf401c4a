// Rows of a table chosen by indices: embedding and embedding_bag.

#include "ir/kernel.h"
#include "ir/ops/kernels.h"
#include "ir/ops/rules.h"
#include "ir/ops/vectors.h"
#include "ir/rows.h"
#include "ir/saving.h"

#include <math.h>
#include <string.h>

enum { INDICES, WEIGHT, OFFSETS, SAMPLE_WEIGHTS };

static bool indices_within(struct infer *in)
{
    return rule_indices_within(in, INDICES, infer_dim(in, WEIGHT, 0), RULE_NO_INDEX);
}

// padding_idx may count from the end.
static bool padding_row_there(struct infer *in)
{
    if (!infer_given(in, "padding_idx")) return true;
    int64_t row, rows;
    struct term table = infer_dim(in, WEIGHT, 0);
    if (!sym_is_const(infer_int(in, "padding_idx", 0), &row)) return true;
    int64_t needed = row < 0 ? -row : row + 1;
    if (!sym_is_const(table.size, &rows)) {
        require_at_least(in, DIAG_OPTION_RANGE, table, needed, "padding_idx must name a row");
        return true;
    }
    if (rows >= needed) return true;
    return refuse(in, DIAG_OPTION_RANGE, "padding_idx of %s is %lld, but there are %lld rows",
                  in->op->name, (long long)row, (long long)rows);
}

static void embedding_shape(struct infer *in)
{
    if (!require_rank(in, WEIGHT, 2, 2) || !require_rank(in, INDICES, 0, MAX_RANK - 1)) return;
    if (!rule_index_dtype(in, INDICES, DTYPE_SET(I64) | DTYPE_SET(I32))) return;
    if (!padding_row_there(in) || !indices_within(in)) return;
    struct shape out = *infer_shape(in, INDICES);
    out.dim[out.rank++] = infer_dim(in, WEIGHT, 1).size;
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, WEIGHT), &out);
}

// ---- embedding's kernels

// Row `index` of the table; false, and the call fails, where there is none.
static bool row_there(struct kernel_call *call, int64_t index)
{
    const struct tensor *weight = &call->in[WEIGHT];
    if (index >= 0 && index < weight->dim[0]) return true;
    kernel_fail(call, "index %lld is outside of a table of %lld rows", (long long)index,
                (long long)weight->dim[0]);
    return false;
}

// As torch.embedding_renorm_: rows that are named and longer than max_norm are shortened in the
// table itself.
void embedding_shorten_rows(struct kernel_call *call)
{
    if (!kernel_given(call, "max_norm")) return;
    const struct tensor *indices = &call->in[INDICES], *weight = &call->in[WEIGHT];
    double longest = kernel_float(call, "max_norm", INFINITY);
    double p = kernel_float(call, "norm_type", 2.0);
    int64_t width = weight->dim[1];
    double *row = kernel_doubles(call, width);
    for (int64_t i = 0; i < tensor_count(indices); i++) {
        int64_t index = tensor_get_integer(indices, i);
        if (!row_there(call, index)) return;
        row_load(weight, index * weight->stride[0], weight->stride[1], width, row);
        double norm = norm_of(row, width, 1, p);
        if (!(norm > longest)) continue;
        for (int64_t k = 0; k < width; k++) row[k] *= longest / (norm + 1e-7);
        row_store(weight, index * weight->stride[0], weight->stride[1], width, row);
    }
}

static void embedding_forward(struct kernel_call *call)
{
    embedding_shorten_rows(call);
    if (call->failure) return;
    const struct tensor *indices = &call->in[INDICES], *weight = &call->in[WEIGHT];
    int64_t dim[MAX_RANK], width = weight->dim[1];
    for (int i = 0; i < indices->rank; i++) dim[i] = indices->dim[i];
    dim[indices->rank] = width;
    struct tensor *out = kernel_result(call, 0, weight->dtype, indices->rank + 1, dim);
    double *row = kernel_doubles(call, width);
    for (int64_t i = 0; i < tensor_count(indices); i++) {
        int64_t index = tensor_get_integer(indices, i);
        if (!row_there(call, index)) return;
        row_load(weight, index * weight->stride[0], weight->stride[1], width, row);
        row_store(out, i * width, 1, width, row);
    }
}

// The row that padding_idx names, which gets no gradient; -1: there is none.
static int64_t padding_row(const struct kernel_call *call)
{
    int64_t row = kernel_int(call, "padding_idx", INT64_MIN);
    if (row == INT64_MIN) return -1;
    return row < 0 ? row + call->in[WEIGHT].dim[0] : row;
}

// How often each row is named, where its gradient is divided by that; else NULL.
static const double *frequencies(struct kernel_call *call)
{
    if (!kernel_bool(call, "scale_grad_by_freq", false)) return NULL;
    const struct tensor *indices = &call->in[INDICES];
    double *counts = kernel_zeros(call, call->in[WEIGHT].dim[0]);
    for (int64_t i = 0; i < tensor_count(indices); i++) {
        int64_t index = tensor_get_integer(indices, i);
        if (!row_there(call, index)) return NULL;
        counts[index] += 1.0;
    }
    return counts;
}

static void embedding_backward(struct kernel_call *call)
{
    if (!kernel_wants(call, WEIGHT)) return;
    const struct tensor *indices = &call->in[INDICES];
    struct tensor *dw = kernel_gradient(call, WEIGHT);
    int64_t width = dw->dim[1], padding = padding_row(call);
    const double *g = kernel_numbers(call, &call->grad_out[0], DTYPE_F64);
    const double *often = frequencies(call);
    double *sums = kernel_zeros(call, tensor_count(dw));
    for (int64_t i = 0; i < tensor_count(indices); i++) {
        int64_t index = tensor_get_integer(indices, i);
        if (index == padding) continue;
        if (!row_there(call, index)) return;
        double share = often ? 1.0 / often[index] : 1.0;
        for (int64_t k = 0; k < width; k++) sums[index * width + k] += share * g[i * width + k];
    }
    row_store(dw, 0, 1, tensor_count(dw), sums);
}

const struct op op_embedding = {
    .name = "embedding",
    .aten = "aten::embedding",
    .sig = "input[N,T]:i64 weight[V,E] -> output[N,T,E]",
    .doc = "The rows of a table that the indices name.",
    .axes = "NT?",
    .attrs = {{"padding_idx", ATTR_INT},
              {"max_norm", ATTR_FLOAT},
              {"norm_type", ATTR_FLOAT},
              {"scale_grad_by_freq", ATTR_BOOL},
              {"sparse", ATTR_BOOL}},
    .saved.any = SAVE_IN(0),
    .index = {INDICES, WEIGHT, 0},
    .shape = embedding_shape,
    .forward = embedding_forward,
    .backward = embedding_backward,
};

// ---- embedding_bag
//
// A matrix of indices has a bag in each row. A list of indices has its bags one
// after the other: offsets[i] is where bag i begins, and with include_last_offset
// the last offset only says where the last bag ends.

static bool sample_weights_fit(struct infer *in, const char *mode)
{
    if (!infer_has(in, SAMPLE_WEIGHTS)) return true;
    if (strcmp(mode, "sum") != 0) {
        return refuse(in, DIAG_OPTION_RANGE,
                      "per_sample_weights of embedding_bag need mode \"sum\", not \"%s\"", mode);
    }
    int rank = infer_rank(in, INDICES);
    if (!require_rank(in, SAMPLE_WEIGHTS, rank, rank)) return false;
    for (int axis = 0; axis < rank; axis++) {
        require_equal(in, DIAG_INDEX_SHAPE, infer_dim(in, SAMPLE_WEIGHTS, axis),
                      infer_dim(in, INDICES, axis), "give one weight for each index");
    }
    return rule_same_dtype(in, WEIGHT, SAMPLE_WEIGHTS);
}

// The largest of a bag has no gradient that could be counted or kept sparse.
static bool mode_fits(struct infer *in, const char *mode)
{
    if (strcmp(mode, "max") != 0) return true;
    for (int i = 0; i < 2; i++) {
        const char *attr = i ? "sparse" : "scale_grad_by_freq";
        if (infer_bool(in, attr, false))
            return refuse(in, DIAG_OPTION_RANGE,
                          "%s of embedding_bag does not go with mode \"max\"", attr);
    }
    return true;
}

// Known offsets begin with 0, and the last bag begins within the list or right behind it.
static bool offsets_within(struct infer *in)
{
    int64_t first, last, count, length;
    const struct sym *begin = rule_known_index(in, OFFSETS, 0);
    if (begin && sym_is_const(begin, &first) && first != 0)
        return refuse(in, DIAG_INDEX_RANGE, "offsets must begin with 0, not %lld",
                      (long long)first);
    if (!sym_is_const(rule_count(in, OFFSETS), &count) || count < 1 || count > INT32_MAX)
        return true;
    const struct sym *end = rule_known_index(in, OFFSETS, (int)count - 1);
    if (!end || !sym_is_const(end, &last)) return true;
    struct term list = infer_dim(in, INDICES, 0);
    if (!sym_is_const(list.size, &length)) {
        require_at_least(in, DIAG_INDEX_RANGE, list, last, "the last offset must lie in the list");
        return true;
    }
    return last <= length ||
           refuse(in, DIAG_INDEX_RANGE, "the last offset is %lld, but there are %lld indices",
                  (long long)last, (long long)length);
}

// How many bags: the rows of a matrix of indices, or the offsets into a list of them.
static bool count_bags(struct infer *in, struct term *bags)
{
    if (infer_rank(in, INDICES) == 2) {
        if (infer_has(in, OFFSETS)) {
            return refuse(in, DIAG_RANK_NEEDED,
                          "embedding_bag takes offsets only with a list of indices; input is %s",
                          rule_type_string(in, INDICES));
        }
        require_at_least(in, DIAG_EMPTY_AXIS, infer_dim(in, INDICES, 1), 1, RULE_NOT_EMPTY);
        *bags = infer_dim(in, INDICES, 0);
        return true;
    }
    if (!rule_required(in, OFFSETS, "where input is a list of indices")) return false;
    if (!require_rank(in, OFFSETS, 1, 1) || !offsets_within(in)) return false;
    *bags = infer_dim(in, OFFSETS, 0);
    return true;
}

// Indices and offsets are promoted to one dtype first.
static bool bag_index_dtypes(struct infer *in)
{
    enum dtype dtype = infer_dtype_of(in, INDICES);
    if (infer_has(in, OFFSETS)) dtype = dtype_promote(dtype, infer_dtype_of(in, OFFSETS));
    if (dtype == DTYPE_I64 || dtype == DTYPE_I32) return true;
    return refuse(in, DIAG_INDEX_DTYPE, "embedding_bag needs i64 or i32 indices; input is %s",
                  rule_type_string(in, INDICES));
}

static void embedding_bag_shape(struct infer *in)
{
    if (!require_rank(in, WEIGHT, 2, 2) || !require_rank(in, INDICES, 1, 2)) return;
    if (!bag_index_dtypes(in)) return;
    // The one float op of which no device has a bf16 kernel.
    if (!rule_dtype(in, WEIGHT, DTYPES_FLOAT & ~DTYPE_SET(BF16))) return;
    const char *mode = rule_word(in, "mode", "mean", "sum|mean|max");
    struct term bags;
    if (refused(in) || !mode_fits(in, mode) || !sample_weights_fit(in, mode)) return;
    if (!padding_row_there(in) || !indices_within(in) || !count_bags(in, &bags)) return;
    if (infer_bool(in, "include_last_offset", false)) {
        require_at_least(in, DIAG_EMPTY_AXIS, bags, 1, "include_last_offset needs an offset");
        bags.size = sym_add_const(in->syms, bags.size, -1);
    }
    struct shape out = {.rank = 2, .dim = {bags.size, infer_dim(in, WEIGHT, 1).size}};
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, WEIGHT), &out);
}

// Every index adds a row.
static const struct sym *embedding_bag_flops(const struct infer *in)
{
    return sym_mul(in->syms, rule_count(in, INDICES), infer_dim(in, WEIGHT, 1).size);
}

// Which row gave the largest element, for each element.
static void embedding_bag_saved(struct saving *s)
{
    if (strcmp(infer_string(&s->in, "mode", "mean"), "max") == 0)
        saving_add(s, "indices", DTYPE_I64, &s->in.out[0].type.shape);
}

const struct op op_embedding_bag = {
    .name = "embedding_bag",
    .aten = "aten::embedding_bag",
    .sig =
        "input[N]:i64 weight[V,E] offsets[B]:i64? per_sample_weights[N]? mode=sum -> output[B,E]",
    .doc = "Sum, mean or maximum of rows of a table, over bags of indices.",
    .axes = "NT?",
    .attrs = {{"mode", ATTR_STRING},
              {"padding_idx", ATTR_INT},
              {"max_norm", ATTR_FLOAT},
              {"norm_type", ATTR_FLOAT},
              {"scale_grad_by_freq", ATTR_BOOL},
              {"sparse", ATTR_BOOL},
              {"include_last_offset", ATTR_BOOL}},
    .saved = {.any = SAVE_IN(0) | SAVE_IN(2) | SAVE_IN(3),
              .of = {[SAMPLE_WEIGHTS] = SAVE_IN(WEIGHT)},
              .more = embedding_bag_saved},
    .shape = embedding_bag_shape,
    .flops = embedding_bag_flops,
    .forward = embedding_bag_forward,
    .backward = embedding_bag_backward,
};
