// Padding of the last axes. Pairs are given from the last axis on: left and
// right of it, then of the one before. A negative number takes elements away.

#include "ir/base/text.h"
#include "ir/ops/kernels.h"
#include "ir/ops/rules.h"

#include <math.h>
#include <string.h>

struct pads {
    int n;                                              // axes that are padded
    const struct sym *left[MAX_RANK], *right[MAX_RANK]; // of the axis that counts from the end
};

static bool read_pads(struct infer *in, struct pads *pads)
{
    const struct sym *given[2 * MAX_RANK];
    int n = infer_n_ints(in, "pad"), rank = infer_rank(in, 0);
    if (n % 2 != 0)
        return refuse(in, DIAG_LIST_LENGTH, "pad has %s; it needs two for each axis",
                      text_count(in->arena, n, "value", "values"));
    if (n / 2 > rank) {
        return refuse(in, DIAG_LIST_LENGTH, "pad has values for %d axes, but input is %s", n / 2,
                      rule_type_string(in, 0));
    }
    infer_ints(in, "pad", n, 0, given);
    pads->n = n / 2;
    for (int i = 0; i < pads->n; i++) {
        int at = 2 * i;
        pads->left[i] = given[at];
        pads->right[i] = given[at + 1];
    }
    return true;
}

static const struct sym *padded(const struct infer *in, const struct pads *pads, int i)
{
    const struct sym *size = infer_dim(in, 0, -1 - i).size;
    return sym_add(in->syms, sym_add(in->syms, size, pads->left[i]), pads->right[i]);
}

static struct term result_term(const struct infer *in, const struct pads *pads, int i)
{
    struct term term = infer_dim(in, 0, -1 - i);
    term.size = padded(in, pads, i);
    term.what = "size after padding";
    return term;
}

// ---- constant: any rank, any dtype, any number of axes

static bool takes_only(struct infer *in, const struct pads *pads)
{
    for (int i = 0; i < pads->n; i++) {
        if (sym_upper(in->syms, pads->left[i]) > 0 || sym_upper(in->syms, pads->right[i]) > 0)
            return false;
    }
    return true;
}

// A value to fill an integer tensor with must fit into its dtype; its fraction is cut off.
static bool value_fits(struct infer *in)
{
    enum dtype dtype = infer_dtype_of(in, 0);
    double value = trunc(infer_float(in, "value", 0.0));
    if (dtype_category(dtype) != CATEGORY_INTEGER) return true;
    double values = ldexp(1.0, 8 * dtype_block_bytes(dtype));
    double low = dtype == DTYPE_U8 ? 0.0 : -values / 2;
    if (value >= low && value < low + values) return true;
    return refuse(in, DIAG_OPTION_RANGE, "value of pad is %g, which %s cannot hold", value,
                  dtype_name(dtype));
}

// Negative pads are cut off first, each from what is there; a result that something was added to
// may not be empty.
static void constant_fits(struct infer *in, const struct pads *pads)
{
    int64_t least = takes_only(in, pads) ? 0 : 1;
    if (least > 0 && !value_fits(in)) return;
    for (int i = 0; i < pads->n; i++) {
        struct term size = infer_dim(in, 0, -1 - i);
        const struct sym *none = sym_const(in->syms, 0);
        const struct sym *left = sym_min(in->syms, pads->left[i], none);
        const struct sym *right = sym_min(in->syms, pads->right[i], none);
        size.size = sym_add(in->syms, size.size, sym_add(in->syms, left, right));
        size.what = "size after cutting";
        require_at_least(in, DIAG_PAD_SIZE, size, 0, "take away fewer elements");
        require_at_least(in, DIAG_PAD_SIZE, result_term(in, pads, i), least,
                         "take away fewer elements");
    }
}

// ---- reflect, replicate, circular
//
// reflect mirrors at the first and last element without repeating it, replicate
// repeats it, circular continues from the other end.

// One to three spatial axes after a channel axis and, if `batch_optional` or not, a batch axis.
static bool spatial_rank(struct infer *in, const struct pads *pads, int low)
{
    if (pads->n < 1 || pads->n > 3) {
        return refuse(in, DIAG_LIST_LENGTH, "padding mode \"%s\" pads 1 to 3 axes, not %d",
                      infer_string(in, "mode", "constant"), pads->n);
    }
    if (!require_rank(in, 0, pads->n + low, pads->n + 2)) return false;
    in->unbatched = infer_rank(in, 0) == pads->n + 1;
    return true;
}

static void pads_at_most(struct infer *in, const struct pads *pads, int i, int64_t less,
                         const char *fix)
{
    struct term limit = infer_dim(in, 0, -1 - i);
    limit.size = sym_add_const(in->syms, limit.size, -less);
    limit.what = less ? "size of the axis - 1" : NULL;
    require_at_most(in, DIAG_PAD_SIZE, infer_term(pads->left[i], "left padding"), limit, fix);
    require_at_most(in, DIAG_PAD_SIZE, infer_term(pads->right[i], "right padding"), limit, fix);
}

// No size is negative, and one of them is not 0: PyTorch's checks are joined by "or".
static void something_left(struct infer *in, const struct pads *pads)
{
    const struct sym *largest = padded(in, pads, 0);
    for (int i = 0; i < pads->n; i++) {
        struct term size = result_term(in, pads, i);
        require_at_least(in, DIAG_PAD_SIZE, size, 0, "take away fewer elements");
        largest = sym_max(in->syms, largest, size.size);
    }
    require_at_least(in, DIAG_PAD_SIZE, infer_term(largest, "largest size after padding"), 1,
                     "take away fewer elements");
}

static void reflect_fits(struct infer *in, const struct pads *pads)
{
    if (!spatial_rank(in, pads, 1) || !rule_dtype(in, 0, DTYPES_FLOAT)) return;
    // In one and two dimensions an image without channels passes PyTorch's checks.
    rule_no_empty_axis(in, in->unbatched && pads->n == 3 ? 0 : 1);
    for (int i = 0; i < pads->n; i++)
        pads_at_most(in, pads, i, 1, "a reflected padding must be smaller than the axis");
    something_left(in, pads);
}

static void replicate_fits(struct infer *in, const struct pads *pads)
{
    if (!spatial_rank(in, pads, 1) || !rule_dtype(in, 0, DTYPES_FLOAT)) return;
    rule_no_empty_axis(in, in->unbatched ? 0 : 1);
    something_left(in, pads);
}

static void circular_fits(struct infer *in, const struct pads *pads)
{
    // PyTorch's function wants a batch axis up to 1.13, its modules, which are younger, do not.
    if (!spatial_rank(in, pads, infer_bool(in, "batch_optional", false) ? 1 : 2)) return;
    for (int i = 0; i < pads->n; i++) {
        pads_at_most(in, pads, i, 0, "a circular padding may go around once");
        require_at_least(in, DIAG_PAD_SIZE, result_term(in, pads, i), 0,
                         "take away fewer elements");
    }
}

static void pad_shape(struct infer *in)
{
    static const struct {
        const char *mode;
        void (*fits)(struct infer *, const struct pads *);
    } modes[] = {{"constant", constant_fits},
                 {"reflect", reflect_fits},
                 {"replicate", replicate_fits},
                 {"circular", circular_fits}};
    const char *mode = rule_word(in, "mode", "constant", "constant|reflect|replicate|circular");
    struct pads pads;
    if (refused(in) || !read_pads(in, &pads)) return;
    if (strcmp(mode, "constant") != 0 && infer_float(in, "value", 0.0) != 0.0) {
        refuse(in, DIAG_OPTION_RANGE, "padding mode \"%s\" takes no value", mode);
        return;
    }
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        if (strcmp(mode, modes[i].mode) == 0) modes[i].fits(in, &pads);
    }
    if (refused(in)) return;
    struct shape out = *infer_shape(in, 0);
    for (int i = 0; i < pads.n; i++) out.dim[out.rank - 1 - i] = padded(in, &pads, i);
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
}

const struct op op_pad = {
    .name = "pad",
    .aten = "aten::pad",
    .sig = "input[N,C,H] pad=[1,2] -> output[N,C,H+3]",
    .doc = "Adds elements before and after the last axes: a value, or reflected or repeated ones.",
    .attrs = {{"pad", ATTR_INTS},
              {"mode", ATTR_STRING},
              {"value", ATTR_FLOAT},
              {"batch_optional", ATTR_BOOL}},
    .shape = pad_shape,
    .forward = pad_forward,
    .backward = pad_backward,
};
