// Strides, as PyTorch's views and TensorIterator have them. With symbolic sizes a
// comparison of strides may stay undecided; then the answer is the one that
// holds for large sizes, or OPEN where a check depends on it.

#include "ir/ops/layout.h"

void layout_strides(const struct infer *in, const struct tensor_type *type,
                    const struct sym **strides)
{
    if (!type->strided) {
        tensor_contiguous_strides(in->syms, &type->shape, strides);
        return;
    }
    for (int i = 0; i < type->shape.rank; i++) strides[i] = type->stride[i];
}

// The stride of an axis of size 1 is never used, so any will do.
static bool strides_contiguous(const struct infer *in, const struct shape *shape,
                               const struct sym *const *strides)
{
    const struct sym *expected[MAX_RANK];
    tensor_contiguous_strides(in->syms, shape, expected);
    for (int i = 0; i < shape->rank; i++)
        if (strides[i] != expected[i] && !sym_is(shape->dim[i], 1)) return false;
    return true;
}

// A tensor without elements counts as contiguous whatever its strides are.
bool layout_contiguous(const struct infer *in, const struct tensor_type *type)
{
    return !type->strided || sym_is(shape_count(in->syms, &type->shape), 0) ||
           strides_contiguous(in, &type->shape, type->stride);
}

static bool proved_equal(const struct infer *in, const struct sym *a, const struct sym *b)
{
    return a == b || sym_prove_equal(in->syms, a, b).verdict == VERDICT_PROVED;
}

// Different whatever the symbols are?
static bool never_equal(const struct infer *in, const struct sym *a, const struct sym *b)
{
    struct proof proof = sym_prove_equal(in->syms, a, b);
    return proof.verdict == VERDICT_REFUTED && proof.always;
}

// The state of the walk that matches runs of old axes with runs of new ones,
// both from the innermost axis outwards.
struct walk {
    const struct infer *in;
    const struct tensor_type *type;
    const struct sym *old[MAX_RANK]; // strides of the old axes
    const struct shape *to;
    int first;                   // axes before it are the same in both shapes
    int old_axis, new_axis;      // the next ones
    const struct sym *base;      // stride of the innermost old axis of the run
    const struct sym *old_count; // elements of the run so far
};

// Axes that are the same on both sides keep their strides, at the outer end and
// then at the inner one. That leaves less to be decided about symbolic sizes.
static void skip_equal_axes(struct walk *w, struct layout_view *view)
{
    const struct shape *from = &w->type->shape, *to = w->to;
    while (w->first < from->rank - 1 && w->first < to->rank &&
           from->dim[w->first] == to->dim[w->first]) {
        view->stride[w->first] = w->old[w->first];
        w->first++;
    }
    while (w->old_axis > w->first && w->new_axis >= w->first &&
           from->dim[w->old_axis] == to->dim[w->new_axis]) {
        view->stride[w->new_axis--] = w->old[w->old_axis--];
    }
}

// Gives new axes to a run of old axes that lie evenly in memory, until both
// hold the same number of elements.
static bool take_run(struct walk *w, struct layout_view *view)
{
    struct syms *s = w->in->syms;
    const struct sym *count = sym_const(s, 1);
    while (w->new_axis >= w->first) {
        const struct sym *size = w->to->dim[w->new_axis];
        bool full = proved_equal(w->in, count, w->old_count);
        if (full && !sym_is(size, 1)) break;
        int64_t have, want;
        if (!full && sym_is_const(count, &have) && sym_is_const(w->old_count, &want) && have > want)
            break;
        view->stride[w->new_axis--] = sym_mul(s, count, w->base);
        count = sym_mul(s, count, size);
    }
    if (proved_equal(w->in, count, w->old_count)) return true;
    view->verdict = never_equal(w->in, count, w->old_count) ? VERDICT_REFUTED : VERDICT_OPEN;
    view->left = count;
    view->right = w->old_count;
    return false;
}

// Does old axis i lie evenly with the run behind it?
static bool joins_run(const struct walk *w, int i)
{
    if (sym_is(w->type->shape.dim[i], 1)) return true;
    return proved_equal(w->in, w->old[i], sym_mul(w->in->syms, w->old_count, w->base));
}

// The rule of at::detail::computeStride: old axes that lie evenly in memory
// form a run, and each run must be a product of new sizes.
static void view_runs(struct walk *w, struct layout_view *view)
{
    bool first_run = true;
    w->base = w->old[w->old_axis];
    w->old_count = sym_const(w->in->syms, 1);
    for (int i = w->old_axis; i >= w->first; i--) {
        w->old_count = sym_mul(w->in->syms, w->old_count, w->type->shape.dim[i]);
        if (i > w->first && joins_run(w, i - 1)) continue;
        if (!take_run(w, view)) {
            view->counts_decide = first_run && i == w->first;
            return;
        }
        first_run = false;
        if (i == w->first) break;
        w->base = w->old[i - 1];
        w->old_count = sym_const(w->in->syms, 1);
    }
    view->verdict = w->new_axis < w->first ? VERDICT_PROVED : VERDICT_REFUTED;
}

// A contiguous tensor is one run, so only its count matters, which the caller checks.
void layout_view(const struct infer *in, const struct tensor_type *type, const struct shape *to,
                 struct layout_view *view)
{
    *view = (struct layout_view){.verdict = VERDICT_PROVED};
    if (type->shape.rank == 0 || layout_contiguous(in, type)) {
        tensor_contiguous_strides(in->syms, to, view->stride);
        return;
    }
    struct walk w = {.in = in, .type = type, .to = to};
    w.old_axis = type->shape.rank - 1;
    w.new_axis = to->rank - 1;
    layout_strides(in, type, w.old);
    skip_equal_axes(&w, view);
    view_runs(&w, view);
}

void layout_result(struct infer *in, int index, int of, const struct shape *shape,
                   const struct sym *const *strides, const struct sym *offset)
{
    bool plain = !strides || strides_contiguous(in, shape, strides);
    infer_view(in, index, of, shape, plain ? NULL : strides, offset);
}

// With every symbol at one number that is large and that small numbers divide: which order all but
// small sizes give.
static int compare_at_large(const struct infer *in, const struct sym *a, const struct sym *b)
{
    enum { LARGE = 5040 };
    const struct sym **vars;
    struct arena *arena = syms_arena(in->syms);
    int n = sym_vars(arena, sym_add(in->syms, a, b), &vars);
    struct sym_binding *at = arena_array(arena, struct sym_binding, n + 1);
    for (int i = 0; i < n; i++) at[i] = (struct sym_binding){vars[i], LARGE};
    int64_t x, y;
    if (!sym_evaluate(a, at, n, &x) || !sym_evaluate(b, at, n, &y)) return 0;
    return x < y ? -1 : x > y;
}

// -1: a lies inside b, 1: outside, 0: not decided. Strides of one tensor are
// products of sizes, so the smaller one divides the larger; a slice with a step has others.
static int compare_strides(const struct infer *in, const struct sym *a, const struct sym *b)
{
    int64_t x, y;
    if (a == b) return 0;
    if (sym_is_const(a, &x) && sym_is_const(b, &y)) return x < y ? -1 : x > y;
    if (sym_prove_divides(in->syms, a, b).verdict == VERDICT_PROVED) return -1;
    if (sym_prove_divides(in->syms, b, a).verdict == VERDICT_PROVED) return 1;
    return compare_at_large(in, a, b);
}

struct strided_operand {
    const struct sym *stride[MAX_RANK]; // by axis of the result; zero where it is repeated
};

// Strides by axis of the result: lined up at the last axes, zero where the
// operand has no such axis or repeats its only element.
static void strides_in_result(const struct infer *in, const struct tensor_type *type,
                              const struct shape *shape, struct strided_operand *out)
{
    const struct sym *own[MAX_RANK], *zero = sym_const(in->syms, 0);
    int lead = shape->rank - type->shape.rank;
    layout_strides(in, type, own);
    for (int i = 0; i < lead; i++) out->stride[i] = zero;
    for (int i = 0; i < type->shape.rank; i++) {
        bool repeated = sym_is(type->shape.dim[i], 1) && !sym_is(shape->dim[lead + i], 1);
        out->stride[lead + i] = repeated ? zero : own[i];
    }
}

// Should axis `inner`, now inside `outer`, change places with it? 1 yes, -1 no, 0 no operand says.
static int should_swap(const struct infer *in, const struct strided_operand *operands, int n,
                       const struct shape *shape, int inner, int outer)
{
    for (int k = 0; k < n; k++) {
        const struct sym *a = operands[k].stride[inner], *b = operands[k].stride[outer];
        // A repeated axis says nothing; the next operand may.
        if (sym_is(a, 0) || sym_is(b, 0)) continue;
        int order = compare_strides(in, a, b);
        if (order) return order;
        // Equal strides: one of the axes has size 1, and it goes inside.
        int64_t x, y;
        if (a == b && sym_is_const(shape->dim[inner], &x) && sym_is_const(shape->dim[outer], &y) &&
            x > y)
            return 1;
    }
    return 0;
}

// order[0] becomes the innermost axis. Insertion sort that steps over pairs
// which no operand decides, as TensorIterator::reorder_dimensions.
static void order_axes(const struct infer *in, const struct strided_operand *operands, int n,
                       const struct shape *shape, int *order)
{
    for (int i = 0; i < shape->rank; i++) order[i] = shape->rank - 1 - i;
    for (int i = 1; i < shape->rank; i++) {
        int moving = i;
        for (int k = i - 1; k >= 0; k--) {
            int swap = should_swap(in, operands, n, shape, order[k], order[moving]);
            if (swap < 0) break;
            if (swap == 0) continue;
            int axis = order[k];
            order[k] = order[moving];
            order[moving] = axis;
            moving = k;
        }
    }
}

void layout_set(struct infer *in, int index, const struct sym *const *strides)
{
    struct tensor_type *type = &in->out[index].type;
    type->strided = !strides_contiguous(in, &type->shape, strides);
    for (int i = 0; i < type->shape.rank; i++) type->stride[i] = strides[i];
}

// Nothing to do where all operands are contiguous, which is the usual case.
void layout_like_operands(struct infer *in, int index, int n)
{
    struct strided_operand operands[MAX_OPERANDS];
    struct tensor_type *type = &in->out[index].type;
    int n_operands = 0, order[MAX_RANK];
    bool any = false;
    for (int i = 0; i < n && i < in->n_in && n_operands < MAX_OPERANDS; i++) {
        const struct operand *operand = &in->in[i];
        if (operand->is_number || operand->type.dtype == DTYPE_NONE) continue;
        any = any || !layout_contiguous(in, &operand->type);
        strides_in_result(in, &operand->type, &type->shape, &operands[n_operands++]);
    }
    if (!any) return;
    order_axes(in, operands, n_operands, &type->shape, order);
    const struct sym *strides[MAX_RANK], *stride = sym_const(in->syms, 1);
    for (int i = 0; i < type->shape.rank; i++) {
        strides[order[i]] = stride;
        stride = sym_mul(in->syms, stride, type->shape.dim[order[i]]);
    }
    layout_set(in, index, strides);
}
