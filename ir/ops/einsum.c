// einsum: a product of tensors whose axes are named by letters, summed over the
// letters that the result has not.
//
// Letters run A..Z, a..z, the order in which PyTorch lists a result that is not
// spelled out. `...` stands for the axes that no letter names; they line up at
// the right and broadcast.

#include "ir/ops/axes.h"
#include "ir/ops/kernels.h"
#include "ir/ops/layout.h"
#include "ir/ops/rules.h"
#include "ir/saving.h"

#include <string.h>

#define N_LETTERS 52
#define ELLIPSIS N_LETTERS
// Labels: the letters, then the axes that `...` stands for.
#define N_LABELS (N_LETTERS + MAX_RANK)

struct subscripts {
    int n;
    int at[MAX_RANK + 1]; // letters and at most one ELLIPSIS
    bool ellipsis;
};

struct label {
    const struct sym *size; // NULL: not used
    struct term where;      // an axis that has this size
    int last;               // the last operand in which its size is not 1
    int uses;               // how often it stands in the equation
    bool kept;              // is it in the result?
};

struct einsum {
    struct infer *in;
    const char *equation;
    struct subscripts *operand, out;
    int ellipsis_axes;
    struct label label[N_LABELS];
};

// ---- reading the equation

// Names the place in the equation, counted from 1.
static bool wrong(struct einsum *e, const char *at, const char *what)
{
    return refuse(e->in, DIAG_EINSUM_EQUATION, "equation \"%s\": %s at character %d", e->equation,
                  what, (int)(at - e->equation) + 1);
}

static int letter_of(char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    return -1;
}

// A letter, or the dots of which only the first is looked at here.
static bool add_subscript(struct einsum *e, struct subscripts *s, const char *at)
{
    if (s->n > MAX_RANK) return wrong(e, at, "more letters than a tensor has axes");
    if (*at == '.') {
        if (s->ellipsis) return wrong(e, at, "a second \"...\" for one tensor");
        if (strncmp(at, "...", 3) != 0) return wrong(e, at, "a dot that is not part of \"...\"");
        s->ellipsis = true;
        s->at[s->n++] = ELLIPSIS;
        return true;
    }
    int letter = letter_of(*at);
    if (letter < 0) return wrong(e, at, "a subscript that is no letter");
    s->at[s->n++] = letter;
    return true;
}

static const char *arrow_of(const char *equation)
{
    const char *arrow = strstr(equation, "->");
    return arrow ? arrow : equation + strlen(equation);
}

// Everything before the arrow; blanks are skipped, commas separate operands.
static bool read_operands(struct einsum *e)
{
    int k = 0;
    for (const char *at = e->equation, *end = arrow_of(at); at < end; at++) {
        if (*at == ' ') continue;
        if (*at == ',') {
            if (++k >= e->in->n_in) return wrong(e, at, "more operands than there are tensors");
            continue;
        }
        if (!add_subscript(e, &e->operand[k], at)) return false;
        if (*at == '.') at += 2;
    }
    if (k + 1 < e->in->n_in)
        return refuse(e->in, DIAG_EINSUM_EQUATION,
                      "equation \"%s\" names %d operands, but there are %d tensors", e->equation,
                      k + 1, e->in->n_in);
    return true;
}

// Everything behind the arrow. `...` that operands have and the result has not is
// summed like a letter.
static bool read_result(struct einsum *e, const char *at)
{
    for (; *at; at++) {
        if (*at == ' ') continue;
        if (!add_subscript(e, &e->out, at)) return false;
        if (*at == '.') {
            at += 2;
            continue;
        }
        struct label *label = &e->label[letter_of(*at)];
        if (!label->size) return wrong(e, at, "a letter of the result that no operand has");
        if (label->kept) return wrong(e, at, "a letter that stands twice in the result");
        label->kept = true;
    }
    return true;
}

// Not spelled out, the result has the axes of `...` and each letter that stands once.
static void implicit_result(struct einsum *e)
{
    e->out = (struct subscripts){.n = 1, .at = {ELLIPSIS}, .ellipsis = true};
    for (int letter = 0; letter < N_LETTERS && e->out.n <= MAX_RANK; letter++) {
        if (e->label[letter].uses != 1) continue;
        e->label[letter].kept = true;
        e->out.at[e->out.n++] = letter;
    }
}

// ---- sizes

// How many axes of operand k its `...` covers; -1 after a refusal.
static int covered(struct einsum *e, int k)
{
    const struct subscripts *s = &e->operand[k];
    int left = infer_rank(e->in, k) - (s->n - s->ellipsis);
    if (left == 0 || (left > 0 && s->ellipsis)) return left;
    refuse(e->in, DIAG_EINSUM_EQUATION, "equation \"%s\" gives %d letters to %s, which is %s",
           e->equation, s->n - s->ellipsis, rule_operand_name(e->in, k),
           rule_type_string(e->in, k));
    return -1;
}

static int ellipsis_label(const struct einsum *e, int width, int i)
{
    return N_LETTERS + e->ellipsis_axes - width + i;
}

// The labels of operand k's axes, in order; their number is its rank.
static void axis_labels(const struct einsum *e, int k, int *labels)
{
    const struct subscripts *s = &e->operand[k];
    int width = infer_rank(e->in, k) - (s->n - s->ellipsis), axis = 0;
    for (int i = 0; i < s->n; i++) {
        if (s->at[i] != ELLIPSIS) labels[axis++] = s->at[i];
        for (int j = 0; s->at[i] == ELLIPSIS && j < width; j++)
            labels[axis++] = ellipsis_label(e, width, j);
    }
}

// Broadcasts one axis into what is known of its label.
static void merge_axis(struct einsum *e, struct label *label, struct term axis)
{
    if (!sym_is(axis.size, 1)) label->last = axis.operand;
    if (!label->size || sym_is(label->size, 1)) {
        label->size = axis.size;
        label->where = axis;
    } else if (!sym_is(axis.size, 1)) {
        label->size = require_equal(e->in, DIAG_EINSUM_SIZES, label->where, axis,
                                    "give axes with the same letter the same size, or size 1");
    }
}

// A letter that stands twice in an operand takes a diagonal, so the second axis
// only has to be as long as the first.
static void merge_operand(struct einsum *e, int k)
{
    int labels[MAX_RANK];
    axis_labels(e, k, labels);
    for (int i = 0; i < infer_rank(e->in, k); i++) {
        struct label *label = &e->label[labels[i]];
        int twin = 0;
        while (labels[twin] != labels[i]) twin++;
        label->uses++;
        if (twin < i)
            require_equal(
                e->in, DIAG_EINSUM_SIZES, infer_dim(e->in, k, twin), infer_dim(e->in, k, i),
                "a letter that stands twice in one operand takes a diagonal of equal sizes");
        else
            merge_axis(e, label, infer_dim(e->in, k, i));
    }
}

static bool read_sizes(struct einsum *e)
{
    for (int k = 0; k < e->in->n_in; k++) {
        int width = covered(e, k);
        if (width < 0) return false;
        if (width > e->ellipsis_axes) e->ellipsis_axes = width;
    }
    for (int k = 0; k < e->in->n_in; k++) merge_operand(e, k);
    return true;
}

// Reads equation and sizes; false after a refusal. Also used for the flops, on a
// copy of the call, since a pass may ask for them without running the rule again.
static bool einsum_read(struct einsum *e, struct infer *in)
{
    *e = (struct einsum){.in = in, .equation = infer_string(in, "equation", "")};
    if (in->n_in == 0) return refuse(in, DIAG_EMPTY_LIST, "einsum needs at least one tensor");
    e->operand = arena_array(in->arena, struct subscripts, in->n_in);
    if (!read_operands(e) || !read_sizes(e)) return false;
    const char *arrow = arrow_of(e->equation);
    if (!*arrow)
        implicit_result(e);
    else if (!read_result(e, arrow + 2))
        return false;
    for (int i = 0; i < e->ellipsis_axes; i++) e->label[N_LETTERS + i].kept = e->out.ellipsis;
    return true;
}

// The labels of the result's axes. False when there are too many.
static bool result_labels(struct einsum *e, int *labels, int *rank)
{
    *rank = 0;
    for (int i = 0; i < e->out.n; i++) {
        int n = e->out.at[i] == ELLIPSIS ? e->ellipsis_axes : 1;
        if (*rank + n > MAX_RANK)
            return refuse(e->in, DIAG_OPTION_RANGE, "the result of einsum has a rank above %d",
                          MAX_RANK);
        for (int j = 0; j < n; j++)
            labels[(*rank)++] = n == 1 && e->out.at[i] != ELLIPSIS ? e->out.at[i] : N_LETTERS + j;
    }
    return true;
}

// ---- products in pairs
//
// PyTorch multiplies from left to right. A letter that no other operand has is
// summed first; a letter that the two factors share and nobody else needs is
// summed by a batched matrix product. Axes of size 1 count as missing.

struct pair {
    bool left_sum, right_sum;             // sums in one factor before the product
    bool product_sum;                     // sums over what both have
    bool left[N_LABELS], right[N_LABELS]; // which labels the factors have, sizes of 1 left out
};

// How many operands from `first` on have the label.
static int holders(const struct einsum *e, int label, int first)
{
    int n = 0, labels[MAX_RANK];
    for (int k = first; k < e->in->n_in; k++) {
        bool has = false;
        axis_labels(e, k, labels);
        for (int i = 0; i < infer_rank(e->in, k); i++)
            has = has || (labels[i] == label && !sym_is(infer_dim(e->in, k, i).size, 1));
        n += has;
    }
    return n;
}

// The product of the first k operands with operand k. `left` comes from the step before.
static void pair_step(const struct einsum *e, int k, struct pair *pair)
{
    for (int label = 0; label < N_LABELS; label++) {
        int from_here = holders(e, label, k), later = holders(e, label, k + 1);
        bool free = !e->label[label].kept && later == 0;
        pair->right[label] = from_here > later;
        if (!free || !e->label[label].size) continue;
        if (pair->left[label] && pair->right[label])
            pair->product_sum = true;
        else if (pair->left[label])
            pair->left_sum = true;
        else if (pair->right[label])
            pair->right_sum = true;
    }
}

// What is left of the factors after their product.
static struct pair next_pair(const struct einsum *e, int k, const struct pair *before)
{
    struct pair next = {.left_sum = false};
    for (int label = 0; label < N_LABELS; label++) {
        bool needed = e->label[label].kept || holders(e, label, k) > 0;
        next.left[label] = needed && before && (before->left[label] || before->right[label]);
        if (!before) next.left[label] = holders(e, label, 0) > holders(e, label, 1);
    }
    pair_step(e, k, &next);
    return next;
}

// Sums of integers are i64. Matrix products do not promote, products place by place do.
static enum dtype pair_dtype(struct einsum *e, const struct pair *pair, int k, enum dtype left)
{
    enum dtype right = infer_dtype_of(e->in, k);
    if (pair->left_sum && !dtype_is_float(left)) left = DTYPE_I64;
    if (pair->right_sum && !dtype_is_float(right)) right = DTYPE_I64;
    if (!pair->product_sum) return dtype_promote(left, right);
    for (int i = 0; i < N_LABELS; i++)
        if (e->label[i].size && sym_is(e->label[i].size, 0)) return right;
    if (left != right) {
        refuse(e->in, DIAG_MIXED_DTYPE, "einsum multiplies %s by %s, which is %s", dtype_name(left),
               rule_operand_name(e->in, k), rule_type_string(e->in, k));
        e->in->fix = "convert the tensors to one dtype";
    } else if (left == DTYPE_BOOL) {
        rule_dtype(e->in, k, DTYPES_NUMBER);
    }
    return left;
}

// The dtype of the result; `last` is the final pair.
static enum dtype einsum_dtype(struct einsum *e, struct pair *last)
{
    enum dtype dtype = infer_dtype_of(e->in, 0);
    for (int k = 1; k < e->in->n_in; k++) {
        struct pair step = next_pair(e, k, k > 1 ? last : NULL);
        *last = step;
        dtype = pair_dtype(e, last, k, dtype);
    }
    return dtype;
}

// ---- the result

// Does the result keep every letter? Then one operand needs no computation.
static bool sums_nothing(const struct einsum *e)
{
    for (int i = 0; i < N_LABELS; i++)
        if (e->label[i].size && !e->label[i].kept) return false;
    return true;
}

// Operand k with its axes in the order of the result; what it has not has size 1.
static struct operand permuted(const struct einsum *e, int k, const int *labels, int rank)
{
    const struct sym *own[MAX_RANK];
    struct operand view = e->in->in[k];
    int axes[MAX_RANK];
    layout_strides(e->in, &view.type, own);
    axis_labels(e, k, axes);
    view.type.strided = true;
    view.type.shape.rank = rank;
    for (int i = 0; i < rank; i++) {
        view.type.shape.dim[i] = sym_const(e->in->syms, 1);
        view.type.stride[i] = sym_const(e->in->syms, 0);
        for (int axis = 0; axis < infer_rank(e->in, k); axis++) {
            if (axes[axis] != labels[i]) continue;
            view.type.shape.dim[i] = infer_dim(e->in, k, axis).size;
            view.type.stride[i] = sym_add(e->in->syms, view.type.stride[i], own[axis]);
        }
    }
    return view;
}

// A batched matrix product gives the letters that both factors have, then those
// of the left one, then the rest, and is shown in the order of the result.
static void product_order(const struct einsum *e, const struct pair *pair, const int *labels)
{
    const struct shape *shape = &e->in->out[0].type.shape;
    const struct sym *strides[MAX_RANK], *stride = sym_const(e->in->syms, 1);
    for (int group = 2; group >= 0; group--) {
        for (int i = shape->rank - 1; i >= 0; i--) {
            bool left = pair->left[labels[i]], right = pair->right[labels[i]];
            if (group != (left && right ? 0 : left ? 1 : 2)) continue;
            strides[i] = stride;
            stride = sym_mul(e->in->syms, stride, shape->dim[i]);
        }
    }
    layout_set(e->in, 0, strides);
}

// A product place by place is laid out as any element-wise result.
static void elementwise_order(struct einsum *e, const int *labels)
{
    struct infer *in = e->in;
    const struct operand *own = in->in;
    int rank = in->out[0].type.shape.rank;
    struct operand views[2] = {permuted(e, 0, labels, rank), permuted(e, 1, labels, rank)};
    in->in = views;
    layout_like_operands(in, 0, 2);
    in->in = own;
}

// The order in memory matters to a view of the result: a batched product is laid
// out by the pair that made it, not as the equation spells the result.
static void einsum_result(struct einsum *e, const struct shape *out, const int *labels)
{
    struct infer *in = e->in;
    struct pair last = {.left_sum = false};
    enum dtype dtype = einsum_dtype(e, &last);
    if (refused(in)) return;
    infer_results(in, 1);
    if (in->n_in == 1 && sums_nothing(e)) {
        struct operand view = permuted(e, 0, labels, out->rank);
        layout_result(in, 0, 0, out, view.type.stride, NULL);
        return;
    }
    if (in->n_in == 1 && !dtype_is_float(dtype)) dtype = DTYPE_I64;
    infer_result(in, 0, dtype, out);
    if (last.product_sum)
        product_order(e, &last, labels);
    else if (in->n_in == 2 && !last.left_sum && !last.right_sum)
        elementwise_order(e, labels);
}

// Sizes first, since a wrong one is more telling than a dtype.
static void einsum_shape(struct infer *in)
{
    struct einsum e;
    int labels[MAX_RANK];
    struct shape out = {0};
    if (!einsum_read(&e, in) || !result_labels(&e, labels, &out.rank)) return;
    for (int i = 0; i < out.rank; i++) out.dim[i] = e.label[labels[i]].size;
    einsum_result(&e, &out, labels);
}

// A product and a sum for each combination of the letters in the pair of
// factors, from left to right; of one operand, a sum for each element.
static const struct sym *einsum_flops(const struct infer *in)
{
    struct einsum e;
    struct infer scratch = *in;
    const struct sym *flops = sym_const(in->syms, 0);
    if (!einsum_read(&e, &scratch)) return flops;
    if (in->n_in == 1) return sums_nothing(&e) ? flops : rule_count(in, 0);
    for (int k = 1; k < in->n_in; k++) {
        const struct sym *pairs = sym_const(in->syms, 1);
        for (int i = 0; i < N_LABELS; i++) {
            const struct label *label = &e.label[i];
            if (label->size && (label->kept || label->last >= k))
                pairs = sym_mul(in->syms, pairs, label->size);
        }
        flops = sym_add(in->syms, flops, sym_mul_const(in->syms, pairs, 2));
    }
    return flops;
}

static void einsum_saved(struct saving *s)
{
    saving_others(s, s->in.n_in);
}

const struct op op_einsum = {
    .name = "einsum",
    .aten = "aten::einsum",
    .sig = "operands*[N,N] -> output[N,N] equation=ij,jk->ik",
    .doc = "Products summed over the letters of an equation that the result has not.",
    .attrs = {{"equation", ATTR_STRING}},
    .saved.more = einsum_saved,
    .shape = einsum_shape,
    .flops = einsum_flops,
    .forward = einsum_forward,
    .backward = einsum_backward,
};
