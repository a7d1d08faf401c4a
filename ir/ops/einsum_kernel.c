// einsum: the sum, over all assignments of the letters, of the product of the operands' elements.
// Letters run as in einsum.c: A..Z, a..z, then the axes that `...` stands for, lined up at the
// right.

#include "ir/ops/kernels.h"

#include <string.h>

#define N_LETTERS 52
#define N_LABELS (N_LETTERS + MAX_RANK)
#define MAX_FACTORS 16

// Of one operand or of the result: which label each axis has.
struct labels {
    int rank;
    int at[MAX_RANK];
};

// What the equation says, with the size of each label and how many axes have it.
struct equation {
    int n; // operands
    struct labels operand[MAX_FACTORS], out;
    int64_t size[N_LABELS];
    int uses[N_LABELS];
};

static int letter_of(char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    return c >= 'a' && c <= 'z' ? c - 'a' + 26 : -1;
}

// Letters up to a comma or an arrow; `...` covers what is left of `rank`.
static const char *read_labels(const char *at, int rank, struct labels *l)
{
    int letters = 0;
    for (const char *p = at; *p && *p != ',' && *p != '-'; p++) letters += letter_of(*p) >= 0;
    int width = rank - letters;
    l->rank = 0;
    for (; *at && *at != ',' && *at != '-'; at++) {
        if (letter_of(*at) >= 0) l->at[l->rank++] = letter_of(*at);
        if (strncmp(at, "...", 3) != 0) continue;
        for (int i = 0; i < width; i++) l->at[l->rank++] = N_LETTERS + MAX_RANK - width + i;
        at += 2;
    }
    return at;
}

// A size of 1 is stretched to whatever another operand has (broadcasting of `...`).
static void learn_sizes(const struct kernel_call *call, struct equation *e)
{
    for (int k = 0; k < e->n; k++) {
        for (int axis = 0; axis < e->operand[k].rank; axis++) {
            int label = e->operand[k].at[axis];
            int64_t size = call->in[k].dim[axis];
            if (!e->uses[label]++ || e->size[label] == 1) e->size[label] = size;
        }
    }
}

// How many axes `...` stands for at most: shorter ones are lined up at the right.
static int ellipsis_width(const struct equation *e)
{
    int width = 0;
    while (width < MAX_RANK && e->uses[N_LABELS - 1 - width]) width++;
    return width;
}

// Without an arrow: the axes of `...`, then each letter that stands once.
static void implicit_result(struct equation *e)
{
    e->out.rank = 0;
    for (int i = N_LETTERS; i < N_LABELS; i++)
        if (e->uses[i]) e->out.at[e->out.rank++] = i;
    for (int i = 0; i < N_LETTERS; i++)
        if (e->uses[i] == 1) e->out.at[e->out.rank++] = i;
}

static bool read_equation(struct kernel_call *call, struct equation *e)
{
    const char *at = kernel_string(call, "equation", "");
    memset(e, 0, sizeof *e);
    if (call->n_in > MAX_FACTORS) {
        kernel_fail(call, "einsum of more than %d tensors is not executed", MAX_FACTORS);
        return false;
    }
    for (e->n = 0; e->n < call->n_in; e->n++) {
        at = read_labels(at, call->in[e->n].rank, &e->operand[e->n]);
        at += *at == ',';
    }
    learn_sizes(call, e);
    if (strncmp(at, "->", 2) != 0) {
        implicit_result(e);
        return true;
    }
    int letters = 0;
    for (const char *p = at; *p; p++) letters += letter_of(*p) >= 0;
    read_labels(at + 2, letters + ellipsis_width(e), &e->out);
    return true;
}

// ---- all assignments

// One assignment of numbers to labels after the other, with the offset of each operand's element
// kept along: each step costs one addition an operand.
struct walk {
    int n; // labels that are walked: those of the result first
    int label[N_LABELS];
    int64_t place[N_LABELS];                   // by label
    int64_t stride[MAX_FACTORS + 1][N_LABELS]; // of each operand, and of the result
    int64_t offset[MAX_FACTORS + 1];
};

// A label that an operand has twice walks along both axes at once, its diagonal; an axis of size 1
// stays where it is.
static void add_strides(const struct labels *l, const struct tensor *t, int64_t *stride)
{
    for (int axis = 0; axis < l->rank; axis++)
        if (t->dim[axis] != 1) stride[l->at[axis]] += t->stride[axis];
}

static void begin_walk(const struct kernel_call *call, const struct equation *e,
                       const struct tensor *out, struct walk *w)
{
    bool listed[N_LABELS] = {false};
    memset(w, 0, sizeof *w);
    for (int i = 0; i < e->out.rank; i++) {
        w->label[w->n++] = e->out.at[i];
        listed[e->out.at[i]] = true;
    }
    for (int label = 0; label < N_LABELS; label++)
        if (e->uses[label] && !listed[label]) w->label[w->n++] = label;
    for (int k = 0; k < e->n; k++) add_strides(&e->operand[k], &call->in[k], w->stride[k]);
    add_strides(&e->out, out, w->stride[e->n]);
}

// As an odometer counts: a label that is through goes back to 0 and the one before it moves.
static bool next_assignment(const struct equation *e, struct walk *w)
{
    for (int i = w->n - 1; i >= 0; i--) {
        int label = w->label[i];
        bool carries = ++w->place[label] == e->size[label];
        int64_t moved = carries ? 1 - e->size[label] : 1;
        for (int k = 0; k <= e->n; k++) w->offset[k] += moved * w->stride[k][label];
        if (!carries) return true;
        w->place[label] = 0;
    }
    return false;
}

// Sums over nothing are 0, and the walk needs a first element.
static bool any_element(const struct kernel_call *call, const struct equation *e)
{
    for (int k = 0; k < e->n; k++)
        if (tensor_count(&call->in[k]) == 0) return false;
    return true;
}

// Operands in one dtype and in order, so that offsets of the walk are theirs.
static struct tensor *in_dtype(struct kernel_call *call, enum dtype dtype)
{
    struct tensor *in = arena_array(call->arena, struct tensor, call->n_in ? call->n_in : 1);
    for (int k = 0; k < call->n_in; k++) {
        in[k] = call->in[k];
        in[k].data = (char *)kernel_numbers(call, &call->in[k], dtype);
        in[k].dtype = dtype;
        tensor_set_contiguous(&in[k]);
    }
    return in;
}

// The product of all operands' elements but one's, which is what that one's gradient is scaled by;
// -1: of all.
static double product_but(const struct tensor *in, const struct equation *e, const struct walk *w,
                          int but)
{
    double product = 1.0;
    for (int k = 0; k < e->n; k++)
        if (k != but) product *= ((const double *)in[k].data)[w->offset[k]];
    return product;
}

// Of integers modulo 2^64.
static void add_product(const struct tensor *in, const struct equation *e, const struct walk *w,
                        const struct tensor *sums)
{
    uint64_t product = 1;
    if (sums->dtype != DTYPE_I64) {
        ((double *)sums->data)[w->offset[e->n]] += product_but(in, e, w, -1);
        return;
    }
    for (int k = 0; k < e->n; k++) product *= ((const uint64_t *)in[k].data)[w->offset[k]];
    ((uint64_t *)sums->data)[w->offset[e->n]] += product;
}

static struct tensor zeros_like(struct kernel_call *call, const struct tensor *t)
{
    struct tensor z = *t;
    z.dtype = DTYPE_F64;
    tensor_set_contiguous(&z);
    z.data = (char *)kernel_zeros(call, tensor_count(t));
    return z;
}

// Is nothing summed?
static bool keeps_all_letters(const struct equation *e)
{
    bool kept[N_LABELS] = {false};
    for (int i = 0; i < e->out.rank; i++) kept[e->out.at[i]] = true;
    for (int label = 0; label < N_LABELS; label++)
        if (e->uses[label] && !kept[label]) return false;
    return true;
}

// One operand of which nothing is summed is only seen in another order.
static void reordered(struct kernel_call *call, const struct equation *e, const int64_t *dim)
{
    int64_t by_label[N_LABELS] = {0}, stride[MAX_RANK];
    add_strides(&e->operand[0], &call->in[0], by_label);
    for (int i = 0; i < e->out.rank; i++) stride[i] = by_label[e->out.at[i]];
    kernel_view(call, 0, 0, e->out.rank, dim, stride, 0);
}

// A sum over letters of one operand is one of integers in 64 bits.
static enum dtype result_dtype(const struct kernel_call *call)
{
    enum dtype dtype = call->in[0].dtype;
    if (call->n_in == 1 && !dtype_is_float(dtype)) return DTYPE_I64;
    for (int k = 1; k < call->n_in; k++) dtype = dtype_promote(dtype, call->in[k].dtype);
    return dtype;
}

void einsum_forward(struct kernel_call *call)
{
    struct equation e;
    struct walk w;
    int64_t dim[MAX_RANK];
    if (!read_equation(call, &e)) return;
    for (int i = 0; i < e.out.rank; i++) dim[i] = e.size[e.out.at[i]];
    if (e.n == 1 && keeps_all_letters(&e)) {
        reordered(call, &e, dim);
        return;
    }
    struct tensor *out = kernel_result(call, 0, result_dtype(call), e.out.rank, dim);
    bool whole = !dtype_is_float(out->dtype);
    call->in = in_dtype(call, whole ? DTYPE_I64 : DTYPE_F64);
    struct tensor sums = zeros_like(call, out);
    if (whole) sums.dtype = DTYPE_I64; // as many bytes, and as many zeros
    begin_walk(call, &e, &sums, &w);
    if (any_element(call, &e)) {
        do add_product(call->in, &e, &w, &sums);
        while (next_assignment(&e, &w));
    }
    tensor_copy(&sums, out);
}

void einsum_backward(struct kernel_call *call)
{
    struct equation e;
    struct walk w;
    if (!read_equation(call, &e)) return;
    struct tensor g = call->grad_out[0];
    g.data = (char *)kernel_numbers(call, &call->grad_out[0], DTYPE_F64);
    g.dtype = DTYPE_F64;
    tensor_set_contiguous(&g);
    struct tensor *gradients[MAX_FACTORS] = {NULL};
    for (int k = 0; k < e.n; k++)
        if (kernel_wants(call, k)) gradients[k] = kernel_gradient(call, k);
    call->in = in_dtype(call, DTYPE_F64);
    for (int k = 0; k < e.n; k++) {
        if (!gradients[k]) continue;
        struct tensor sums = zeros_like(call, gradients[k]);
        begin_walk(call, &e, &g, &w);
        if (any_element(call, &e)) {
            do
                ((double *)sums.data)[w.offset[k]] +=
                    ((const double *)g.data)[w.offset[e.n]] * product_but(call->in, &e, &w, k);
            while (next_assignment(&e, &w));
        }
        tensor_copy(&sums, gradients[k]);
    }
}
