// The same elements in another shape: view, reshape, flatten, unflatten.
//
// Two questions are kept apart. Does the new shape hold as many elements? That is
// one equality of products. And do the elements lie in an order that the new
// shape can walk without a copy? ir/ops/layout.c answers that from the strides.

#include "ir/kernel.h"
#include "ir/ops/axes.h"
#include "ir/ops/layout.h"
#include "ir/ops/ones.h"
#include "ir/ops/rules.h"

// ---- sizes with a -1 among them

// Takes each size of `of` that also stands in `from` out of both, so that what
// is left divides without knowing that the rest is not zero.
static void cancel(const struct sym **of, int *n_of, const struct sym **from, int *n_from)
{
    for (int i = 0; i < *n_of;) {
        int k = 0;
        while (k < *n_from && from[k] != of[i]) k++;
        if (k == *n_from) {
            i++;
            continue;
        }
        from[k] = from[--*n_from];
        of[i] = of[--*n_of];
    }
}

// Of up to MAX_RANK factors.
static const struct sym *product(struct infer *in, const struct sym *const *factors, int n)
{
    struct shape shape = {.rank = n};
    for (int i = 0; i < n; i++) shape.dim[i] = factors[i];
    return shape_count(in->syms, &shape);
}

// Of a count that symbols on both sides were taken out of.
#define SHORTENED "number of elements, less the sizes that stay,"

// What is to be shown in another shape: all of operand 0, or one axis of it.
struct whole {
    struct shape shape;
    struct term count; // the product of its sizes, and how a message names it
};

static struct whole whole_tensor(struct infer *in)
{
    struct whole whole = {.shape = *infer_shape(in, 0)};
    whole.count = (struct term){shape_count(in->syms, &whole.shape), 0, 0, "number of elements"};
    return whole;
}

static struct whole whole_axis(struct infer *in, int axis)
{
    struct term size = infer_dim(in, 0, axis);
    return (struct whole){.shape = {1, {size.size}}, .count = size};
}

// Beside a size of 0, -1 could stand for any. Of those that are left to divide by, the division
// says it; these are no more among them.
static void require_not_zero(struct infer *in, const struct shape *to, int at, int n_left,
                             const struct sym *const *left)
{
    for (int i = 0; i < to->rank; i++) {
        bool divides = i == at || sym_kind(to->dim[i]) == SYM_UNKNOWN;
        for (int k = 0; k < n_left; k++) divides |= left[k] == to->dim[i];
        if (!divides && sym_lower(in->syms, to->dim[i]) == 0)
            require_at_least(in, DIAG_VIEW_INFER, infer_term(to->dim[i], "a size beside -1"), 1,
                             RULE_NOT_EMPTY);
    }
}

// The size that -1 stands for: what remains of the whole after the given sizes.
static const struct sym *inferred_size(struct infer *in, const struct whole *whole,
                                       const struct shape *to, int at)
{
    const struct sym *given[MAX_RANK], *have[MAX_RANK];
    int n_given = 0, n_have = whole->shape.rank;
    for (int i = 0; i < n_have; i++) have[i] = whole->shape.dim[i];
    for (int i = 0; i < to->rank; i++)
        if (i != at) given[n_given++] = to->dim[i];
    if (sym_is(product(in, given, n_given), 0)) {
        refuse(in, DIAG_VIEW_INFER, "-1 at axis %d could be any size, since another size is 0", at);
        return sym_unknown(in->syms, "ambiguous size");
    }
    cancel(given, &n_given, have, &n_have);
    require_not_zero(in, to, at, n_given, given);
    const struct sym *known = product(in, given, n_given), *count = product(in, have, n_have);
    // view(N, -1) of [N, C, H, W]: nothing is left to divide by.
    if (sym_is(known, 1)) return count;
    struct term rest = whole->count;
    rest.size = count;
    if (n_have < whole->shape.rank) rest.what = SHORTENED;
    require_divides(in, DIAG_VIEW_COUNT, infer_term(known, "the product of the given sizes"), rest,
                    "choose sizes that divide the number of elements");
    return sym_floordiv(in->syms, count, known);
}

// Sizes on both sides of a view that are not the same yet.
struct sides {
    const struct sym *have[MAX_RANK], *given[MAX_RANK];
    int n_have, n_given;
};

// Finds an old size that is divided into two new ones, the second of them
// rounded down: C into n_head and C / n_head. Takes all three out.
static bool take_divided(struct infer *in, struct sides *s, const struct sym **whole,
                         const struct sym **divisor)
{
    for (int h = 0; h < s->n_have; h++) {
        if (sym_is_const(s->have[h], NULL)) continue;
        for (int i = 0; i < s->n_given * s->n_given; i++) {
            int by = i / s->n_given, rest = i % s->n_given;
            if (by == rest || sym_is(s->given[by], 0)) continue;
            if (sym_floordiv(in->syms, s->have[h], s->given[by]) != s->given[rest]) continue;
            *whole = s->have[h];
            *divisor = s->given[by];
            s->have[h] = s->have[--s->n_have];
            s->given[by > rest ? by : rest] = s->given[--s->n_given];
            s->given[by > rest ? rest : by] = s->given[--s->n_given];
            return true;
        }
    }
    return false;
}

// Is all that differs that some sizes are divided? A size rounded down and
// multiplied again is never larger than before, so the products are equal just
// where each division is even. Then those are the conditions.
static bool only_divides(struct infer *in, struct sides sides, struct term count)
{
    const struct sym *whole[MAX_RANK], *divisor[MAX_RANK];
    int n = 0;
    while (n < MAX_RANK && take_divided(in, &sides, &whole[n], &divisor[n])) n++;
    bool rest_equal =
        product(in, sides.have, sides.n_have) == product(in, sides.given, sides.n_given);
    if (n == 0 || !rest_equal) return false;
    for (int i = 0; i < n; i++) {
        struct term size = {whole[i], count.operand, 0, "size that is divided"};
        require_divides(in, DIAG_VIEW_COUNT, infer_term(divisor[i], "its part"), size,
                        "choose sizes that divide evenly");
    }
    return true;
}

// The product of the new sizes must be the count. Symbols that stand on both
// sides are left out, or a condition could be met by a size of 0.
static void counts_equal(struct infer *in, const struct whole *whole, const struct shape *to)
{
    struct sides sides = {.n_have = whole->shape.rank, .n_given = to->rank};
    const struct sym *count = shape_count(in->syms, to);
    struct term left = whole->count, right = infer_term(count, NULL);
    if (count == left.size) return;
    for (int i = 0; i < sides.n_have; i++) sides.have[i] = whole->shape.dim[i];
    for (int i = 0; i < sides.n_given; i++) sides.given[i] = to->dim[i];
    if (!sym_is_const(count, NULL) && !sym_is_const(left.size, NULL)) {
        cancel(sides.given, &sides.n_given, sides.have, &sides.n_have);
        if (only_divides(in, sides, left)) return;
        left.size = product(in, sides.have, sides.n_have);
        right.size = product(in, sides.given, sides.n_given);
        if (sides.n_have < whole->shape.rank) left.what = SHORTENED;
    }
    right.what = arena_printf(in->arena, "the product of %s", shape_string(in->arena, to));
    require_equal(in, DIAG_VIEW_COUNT, left, right,
                  "the sizes must multiply to {a}, or leave one of them to -1");
}

// A size must be -1 or not negative, and only one of them -1: `infer_at`.
static bool size_allowed(struct infer *in, const char *name, const struct sym *size, int axis,
                         int *infer_at)
{
    int64_t value;
    if (!sym_is_const(size, &value) || value >= 0) return true;
    if (value < -1)
        return refuse(in, DIAG_SIZE_NEGATIVE, "size %lld at axis %d of %s is negative",
                      (long long)value, axis, name);
    if (*infer_at >= 0)
        return refuse(in, DIAG_VIEW_INFER,
                      "%s has -1 at axes %d and %d; only one size can be inferred", name, *infer_at,
                      axis);
    *infer_at = axis;
    return true;
}

// Reads a list of sizes that shall hold as many elements as the whole. False
// after a refusal.
static bool sizes_read(struct infer *in, const char *name, const struct whole *whole,
                       struct shape *to)
{
    int n, infer_at = -1;
    const struct sym *const *given = ints_read(in, name, &n);
    if (n > MAX_RANK)
        return refuse(in, DIAG_OPTION_RANGE, "%s has %d sizes; at most %d are supported", name, n,
                      MAX_RANK);
    to->rank = n;
    for (int i = 0; i < n; i++) {
        to->dim[i] = given[i];
        if (!size_allowed(in, name, given[i], i, &infer_at)) return false;
    }
    if (infer_at >= 0) {
        to->dim[infer_at] = inferred_size(in, whole, to, infer_at);
        return !refused(in);
    }
    counts_equal(in, whole, to);
    return !refused(in);
}

// ---- results

// Without a copy, where the numbers of elements are equal?
static bool is_shown(const struct layout_view *view)
{
    return view->verdict == VERDICT_PROVED ||
           (view->verdict == VERDICT_OPEN && view->counts_decide);
}

static bool can_be_shown(const struct infer *in, const struct tensor_type *type,
                         const struct shape *to)
{
    struct layout_view view;
    layout_view(in, type, to, &view);
    return is_shown(&view);
}

// Is the view impossible? A wrong number of elements is the better explanation,
// and is one already. Where the number is right for all sizes but a run is not,
// only sizes of 1 could help.
static bool needs_copy(struct infer *in, const struct layout_view *view, const struct shape *to)
{
    const struct sym *new_count = shape_count(in->syms, to);
    enum verdict counts = sym_prove_equal(in->syms, rule_count(in, 0), new_count).verdict;
    if (view->verdict == VERDICT_REFUTED) return counts != VERDICT_REFUTED;
    if (view->verdict == VERDICT_PROVED || counts != VERDICT_PROVED) return false;
    return sym_prove_equal(in->syms, view->left, view->right).verdict == VERDICT_REFUTED;
}

// A view that only sizes of 1 make possible is one of these, whatever the symbols are called.
static void view_of_ones(struct infer *in, const struct ones *ones, const struct shape *to,
                         const char *fix)
{
    struct layout_view view;
    layout_view(in, &ones->type, &ones->to, &view);
    infer_results(in, 1);
    layout_result(in, 0, 0, to, view.stride, NULL);
    require_at_most(
        in, DIAG_VIEW_STRIDES,
        infer_term(ones_least(in, ones), "a size that can be viewed only where it is 1"),
        infer_term(sym_const(in->syms, 1), NULL), fix);
}

// view never copies. Where the strides leave it open, the view is assumed and the
// equality that it needs becomes a condition.
static void view_or_refuse(struct infer *in, const struct shape *to)
{
    static const char fix[] = "use reshape, which copies, or call contiguous() first";
    struct layout_view view;
    layout_view(in, &in->in[0].type, to, &view);
    if (needs_copy(in, &view, to)) {
        struct ones ones;
        ones_find(in, &in->in[0].type, to, can_be_shown, &ones);
        if (ones.n) {
            view_of_ones(in, &ones, to, fix);
            return;
        }
        refuse(in, DIAG_VIEW_STRIDES,
               "the elements of %s do not lie in an order that can be viewed as %s",
               rule_type_string(in, 0), shape_string(in->arena, to));
        in->fix = fix;
        return;
    }
    infer_results(in, 1);
    layout_result(in, 0, 0, to, view.verdict == VERDICT_REFUTED ? NULL : view.stride, NULL);
    if (view.verdict == VERDICT_OPEN && !view.counts_decide)
        require_equal(in, DIAG_VIEW_STRIDES,
                      (struct term){view.right, 0, 0, "run of axes that lie evenly in memory"},
                      infer_term(view.left, "the new sizes for it"), fix);
}

// A view where that is certain to be possible, else a copy.
static void view_or_copy(struct infer *in, const struct shape *to)
{
    struct layout_view view;
    layout_view(in, &in->in[0].type, to, &view);
    infer_results(in, 1);
    if (is_shown(&view)) {
        layout_result(in, 0, 0, to, view.stride, NULL);
        return;
    }
    struct ones ones;
    ones_find(in, &in->in[0].type, to, can_be_shown, &ones);
    ones_rule_out(in, &ones, "nothing is copied");
    infer_result(in, 0, infer_dtype_of(in, 0), to);
}

// Memory is shared, so nothing is computed and backward needs nothing.
static void view_shape(struct infer *in)
{
    struct shape to;
    struct whole whole = whole_tensor(in);
    if (sizes_read(in, "shape", &whole, &to)) view_or_refuse(in, &to);
}

static void reshape_shape(struct infer *in)
{
    struct shape to;
    struct whole whole = whole_tensor(in);
    if (sizes_read(in, "shape", &whole, &to)) view_or_copy(in, &to);
}

// A tensor of rank 0 becomes one of rank 1, so start_dim 1 is out of range for it;
// a single axis is left as it is.
static void flatten_shape(struct infer *in)
{
    const struct shape *x = infer_shape(in, 0);
    int first = axis_read(in, "start_dim", 0, x->rank);
    int last = first < 0 ? -1 : axis_read(in, "end_dim", -1, x->rank);
    if (last < 0) return;
    if (first > last) {
        refuse(in, DIAG_FLATTEN_ORDER, "start_dim %d comes after end_dim %d of %s", first, last,
               rule_type_string(in, 0));
        return;
    }
    struct shape part = {0}, to = {0};
    for (int i = 0; i < first; i++) to.dim[to.rank++] = x->dim[i];
    for (int i = first; i <= last && i < x->rank; i++) part.dim[part.rank++] = x->dim[i];
    to.dim[to.rank++] = shape_count(in->syms, &part);
    for (int i = last + 1; i < x->rank; i++) to.dim[to.rank++] = x->dim[i];
    view_or_copy(in, &to);
}

// The sizes are those of view, for one axis: -1 may stand among them.
static void unflatten_shape(struct infer *in)
{
    const struct shape *x = infer_shape(in, 0);
    int axis = axis_read_real(in, "dim", 0, x->rank);
    if (axis < 0) return;
    struct whole whole = whole_axis(in, axis);
    struct shape sizes, to = {0};
    if (!sizes_read(in, "unflattened_size", &whole, &sizes)) return;
    if (sizes.rank == 0 || sizes.rank + x->rank - 1 > MAX_RANK) {
        refuse(in, DIAG_OPTION_RANGE, "unflattened_size has %d sizes; 1 to %d are possible here",
               sizes.rank, MAX_RANK - x->rank + 1);
        return;
    }
    for (int i = 0; i < axis; i++) to.dim[to.rank++] = x->dim[i];
    for (int i = 0; i < sizes.rank; i++) to.dim[to.rank++] = sizes.dim[i];
    for (int i = axis + 1; i < x->rank; i++) to.dim[to.rank++] = x->dim[i];
    view_or_refuse(in, &to);
}

// ---- kernels

// Sizes as given; one that is -1 holds what the others leave of `count`.
static int read_sizes(const struct kernel_call *call, const char *name, int64_t count, int64_t *dim)
{
    int n = kernel_n_ints(call, name), unknown = -1;
    int64_t known = 1;
    kernel_ints(call, name, n, 0, dim);
    for (int i = 0; i < n; i++) {
        if (dim[i] == -1)
            unknown = i;
        else
            known *= dim[i];
    }
    if (unknown >= 0) dim[unknown] = known ? count / known : 0;
    return n;
}

static void view_forward(struct kernel_call *call)
{
    int64_t dim[MAX_RANK];
    int rank = read_sizes(call, "shape", tensor_count(&call->in[0]), dim);
    kernel_reshape(call, 0, 0, rank, dim);
}

static void flatten_forward(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    int first = kernel_axis(call, "start_dim", 0, x->rank), rank = 0;
    int last = kernel_axis(call, "end_dim", -1, x->rank);
    int64_t dim[MAX_RANK] = {0}, joined = 1;
    for (int axis = 0; axis < first; axis++) dim[rank++] = x->dim[axis];
    for (int axis = first; axis <= last && axis < x->rank; axis++) joined *= x->dim[axis];
    dim[rank++] = joined;
    for (int axis = last + 1; axis < x->rank; axis++) dim[rank++] = x->dim[axis];
    kernel_reshape(call, 0, 0, rank, dim);
}

static void unflatten_forward(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    int divided = kernel_axis(call, "dim", 0, x->rank), rank = 0;
    int64_t dim[2 * MAX_RANK];
    for (int axis = 0; axis < divided; axis++) dim[rank++] = x->dim[axis];
    rank += read_sizes(call, "unflattened_size", x->dim[divided], dim + rank);
    for (int axis = divided + 1; axis < x->rank; axis++) dim[rank++] = x->dim[axis];
    kernel_reshape(call, 0, 0, rank, dim);
}

// ---- ops

const struct op op_view = {
    .name = "view",
    .aten = "aten::view",
    .sig = "input[M,6] -> output[M,2,3] shape=[M,2,-1]",
    .doc = "The same memory in another shape; one size may be -1.",
    .attrs = {{"shape", ATTR_INTS}},
    .shape = view_shape,
    .forward = view_forward,
    .backward = kernel_reshape_backward,
};

const struct op op_reshape = {
    .name = "reshape",
    .aten = "aten::reshape",
    .sig = "input[M,6] -> output[M,2,3] shape=[M,2,-1]",
    .doc = "The same elements in another shape, copied only if they do not lie in order.",
    .attrs = {{"shape", ATTR_INTS}},
    .shape = reshape_shape,
    .forward = view_forward,
    .backward = kernel_reshape_backward,
};

const struct op op_flatten = {
    .name = "flatten",
    .aten = "aten::flatten",
    .sig = "input[N,C,H,W] -> output[N,C*H*W] start_dim=1",
    .doc = "Axes start_dim to end_dim become one.",
    .attrs = {{"start_dim", ATTR_INT}, {"end_dim", ATTR_INT}},
    .shape = flatten_shape,
    .forward = flatten_forward,
    .backward = kernel_reshape_backward,
};

const struct op op_unflatten = {
    .name = "unflatten",
    .aten = "aten::unflatten",
    .sig = "input[N,6] -> output[N,2,3] dim=1 unflattened_size=[2,3]",
    .doc = "One axis becomes several.",
    .attrs = {{"dim", ATTR_INT}, {"unflattened_size", ATTR_INTS}},
    .shape = unflatten_shape,
    .forward = unflatten_forward,
    .backward = kernel_reshape_backward,
};
