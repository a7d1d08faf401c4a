// What each kind of layer makes of its input's shape: the library's build methods. Their results
// are not looked at by the compiler, so what they refuse goes on with the shape that it had; here
// it is a finding at the layer.

#include "frontends/dialects/nnom_build.h"

#include "ir/base/text.h"

// ---- what all of them begin with

struct build nnom_build_open(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct build b = {.d = d, .layer = c->arguments[0]};
    b.made = nnom_made_of(d, &b.layer);
    b.in_io = nnom_get(d, &b.layer, NNOM_RECORD_LAYER, "in");
    struct cvalue source = nnom_get(d, &b.in_io, NNOM_RECORD_IO, "hook.io");
    if (!eval_is_null(d->eval, &source))
        nnom_put(d, &b.in_io, NNOM_RECORD_IO, "tensor",
                 nnom_get(d, &source, NNOM_RECORD_IO, "tensor"));
    b.in = nnom_get(d, &b.in_io, NNOM_RECORD_IO, "tensor");
    return b;
}

void nnom_build_out(struct build *b, int64_t rank)
{
    struct cvalue out = nnom_get(b->d, &b->layer, NNOM_RECORD_LAYER, "out");
    b->out = nnom_tensor_new(b->d, rank);
    nnom_put(b->d, &out, NNOM_RECORD_IO, "tensor", b->out);
    nnom_put_int(b->d, &b->out, NNOM_RECORD_TENSOR, "bitwidth", 8);
}

void nnom_build_like_input(struct build *b)
{
    nnom_build_out(b, nnom_rank(b->d, &b->in));
    nnom_copy_tensor(b->d, &b->out, &b->in);
}

void nnom_build_dim(struct build *b, int i, const struct sym *size)
{
    nnom_set_dim(b->d, b->made, &b->out, i, size);
}

struct cvalue nnom_build_status(const struct dialect_call *c, int status)
{
    return cvalue_int(c->result, status);
}

void nnom_build_work(struct build *b, const struct sym *bytes)
{
    struct cvalue work = nnom_get(b->d, &b->layer, NNOM_RECORD_LAYER, "comp");
    if (!eval_is_null(b->d->eval, &work))
        nnom_put_size(b->d, &work, NNOM_RECORD_WORK, "size", nnom_size_t(b->d, bytes));
}

void nnom_build_macs(struct build *b, const struct sym *macs)
{
    nnom_put_size(b->d, &b->layer, NNOM_RECORD_LAYER, "stat.macc", nnom_size_t(b->d, macs));
}

const struct sym *nnom_build_last_dim(struct build *b)
{
    int last = (int)nnom_rank(b->d, &b->in) - 1;
    return nnom_dim(b->d, &b->in, last < 0 ? 0 : last);
}

// Is a equal to b? What depends on symbols is taken for granted, and said.
bool nnom_same(struct dialect_nnom *d, const struct sym *a, const struct sym *b)
{
    struct proof proof = sym_prove_equal(d->syms, a, b);
    if (proof.verdict == VERDICT_PROVED) return true;
    if (proof.verdict == VERDICT_REFUTED && proof.always) return false;
    if (sym_kind(a) == SYM_UNKNOWN || sym_kind(b) == SYM_UNKNOWN) return true;
    const char *text =
        arena_printf(d->arena, "%s == %s", sym_string(d->arena, a), sym_string(d->arena, b));
    nnom_grant(d, text, REQUIRE_EQUAL, a, b);
    return true;
}

// ---- layers that keep the shape

static struct cvalue build_default(const struct dialect_call *c)
{
    struct build b = nnom_build_open(c);
    nnom_build_like_input(&b);
    return nnom_build_status(c, 0);
}

static struct cvalue build_flatten(const struct dialect_call *c)
{
    struct build b = nnom_build_open(c);
    nnom_build_out(&b, nnom_rank(b.d, &b.in)); // with room for as many dimensions as the input has
    nnom_put_int(b.d, &b.out, NNOM_RECORD_TENSOR, "num_dim", 1);
    nnom_build_dim(&b, 0, nnom_elements(b.d, &b.in));
    return nnom_build_status(c, 0);
}

// The count is not looked at by the library.
static void check_reshape(struct build *b)
{
    const struct sym *before = nnom_elements(b->d, &b->in), *after = nnom_elements(b->d, &b->out);
    if (nnom_same(b->d, before, after)) return;
    struct diag *diag = nnom_tell(
        b->d, b->made, DIAG_NNOM_MISMATCH, NULL,
        "%s: %s has %s elements and %s has %s: the library never compares them, and goes on with "
        "the second",
        nnom_layer_name(b->d, b->made), nnom_tensor_string(b->d, &b->in),
        sym_string(b->d->arena, before), nnom_tensor_string(b->d, &b->out),
        sym_string(b->d->arena, after));
    if (diag) nnom_note_inputs(b->d, diag, b->made);
}

static struct cvalue build_reshape(const struct dialect_call *c)
{
    struct build b = nnom_build_open(c);
    struct dialect_nnom *d = b.d;
    struct cvalue dims = nnom_get(d, &b.layer, NNOM_RECORD_RESHAPE_LAYER, "dim");
    int64_t rank = nnom_get_int(d, &b.layer, NNOM_RECORD_RESHAPE_LAYER, "num_dim", 0);
    nnom_build_out(&b, rank);
    for (int i = 0; i < rank && i < NNOM_DIMS; i++) {
        struct cvalue dim = nnom_element(d, &dims, i);
        nnom_build_dim(&b, i, cvalue_as_sym(d->eval, &dim));
    }
    check_reshape(&b);
    return nnom_build_status(c, 0);
}

// ---- layers with several inputs

// Reads the tensors of all inputs, for inputs stand in a list.
static int all_inputs(struct build *b, struct cvalue tensors[MAX_INPUTS])
{
    struct dialect_nnom *d = b->d;
    struct cvalue io = b->in_io;
    int n = 0;
    while (!eval_is_null(d->eval, &io) && n < MAX_INPUTS && !eval_stopped(d->eval)) {
        struct cvalue source = nnom_get(d, &io, NNOM_RECORD_IO, "hook.io");
        tensors[n] = nnom_get(d, &source, NNOM_RECORD_IO, "tensor");
        nnom_put(d, &io, NNOM_RECORD_IO, "tensor", tensors[n++]);
        io = nnom_get(d, &io, NNOM_RECORD_IO, "aux");
    }
    return n;
}

static void tell_concat(struct build *b, const struct cvalue *x, const struct cvalue *y, int axis)
{
    struct diag *diag = nnom_tell(
        b->d, b->made, DIAG_NNOM_MISMATCH, NULL,
        "%s: %s and %s differ in dimension %d, which is not the one that is concatenated: the "
        "library ignores the error and goes on with %s",
        nnom_layer_name(b->d, b->made), nnom_tensor_string(b->d, x), nnom_tensor_string(b->d, y),
        axis, nnom_tensor_string(b->d, &b->out));
    if (!diag) return;
    nnom_note_inputs(b->d, diag, b->made);
    diag_fix(b->d->diags, diag, "all dimensions but the concatenated one must be equal");
}

static bool sum_axis(struct build *b, const struct cvalue *tensors, int n, int axis)
{
    const struct sym *sum = sym_const(b->d->syms, 0);
    for (int i = 0; i < n; i++) sum = sym_add(b->d->syms, sum, nnom_dim(b->d, &tensors[i], axis));
    nnom_build_dim(b, axis, sum);
    return true;
}

static bool axis_fits(struct build *b, const struct cvalue *tensors, int n, int axis)
{
    for (int i = 0; i + 1 < n; i++) {
        bool there = nnom_rank(b->d, &tensors[i + 1]) > axis;
        if (there && nnom_same(b->d, nnom_dim(b->d, &tensors[i], axis),
                               nnom_dim(b->d, &tensors[i + 1], axis)))
            continue;
        tell_concat(b, &tensors[i], &tensors[i + 1], axis);
        return false;
    }
    return true;
}

// Keras counts the batch, so an axis above 0 is one less here; 0 stays the first.
static int64_t concat_axis(struct build *b, int64_t rank)
{
    int64_t axis = nnom_get_int(b->d, &b->layer, NNOM_RECORD_CONCAT_LAYER, "axis", -1);
    if (axis < 0)
        axis += rank;
    else if (axis > 0)
        axis--;
    nnom_put_int(b->d, &b->layer, NNOM_RECORD_CONCAT_LAYER, "axis", axis);
    if (axis >= 0 && axis < rank) return axis;
    struct diag *diag = nnom_tell(b->d, b->made, DIAG_NNOM_MISMATCH, NULL,
                                  "%s: there is no axis %lld in %s, so nothing is concatenated",
                                  nnom_layer_name(b->d, b->made), (long long)axis,
                                  nnom_tensor_string(b->d, &b->in));
    if (diag) nnom_note_inputs(b->d, diag, b->made);
    return axis;
}

// The walk over the dimensions ends at the first that differs.
static struct cvalue build_concat(const struct dialect_call *c)
{
    struct build b = nnom_build_open(c);
    struct cvalue tensors[MAX_INPUTS];
    int n = all_inputs(&b, tensors);
    nnom_build_like_input(&b);
    int64_t rank = nnom_rank(b.d, &b.in), axis = concat_axis(&b, rank);
    for (int i = 0; i < rank; i++) {
        bool goes_on = i == axis ? sum_axis(&b, tensors, n, i) : axis_fits(&b, tensors, n, i);
        if (!goes_on) return nnom_build_status(c, -1);
    }
    return nnom_build_status(c, 0);
}

// Elements are taken one by one, so dimensions of 1 tell two shapes not apart.
static int without_ones(struct dialect_nnom *d, const struct cvalue *tensor,
                        const struct sym **dims)
{
    int n = 0;
    int64_t rank = nnom_rank(d, tensor);
    for (int i = 0; i < rank; i++) {
        const struct sym *dim = nnom_dim(d, tensor, i);
        if (!sym_is(dim, 1)) dims[n++] = dim;
    }
    return n;
}

static bool are_alike(struct dialect_nnom *d, const struct cvalue *x, const struct cvalue *y)
{
    const struct sym *a[NNOM_DIMS], *b[NNOM_DIMS];
    int n = without_ones(d, x, a), m = without_ones(d, y, b);
    bool alike = n == m;
    for (int i = 0; i < n && alike; i++) alike = nnom_same(d, a[i], b[i]);
    return alike;
}

static struct cvalue build_matrix(const struct dialect_call *c)
{
    struct build b = nnom_build_open(c);
    struct cvalue tensors[MAX_INPUTS];
    int n = all_inputs(&b, tensors);
    nnom_build_like_input(&b);
    for (int i = 1; i < n; i++) {
        if (are_alike(b.d, &tensors[0], &tensors[i])) continue;
        struct diag *diag = nnom_tell(
            b.d, b.made, DIAG_NNOM_MISMATCH, NULL,
            "%s: %s and %s differ: the library never compares them, and takes %s elements of both",
            nnom_layer_name(b.d, b.made), nnom_tensor_string(b.d, &tensors[0]),
            nnom_tensor_string(b.d, &tensors[i]),
            sym_string(b.d->arena, nnom_elements(b.d, &tensors[0])));
        if (diag) nnom_note_inputs(b.d, diag, b.made);
    }
    return nnom_build_status(c, 0);
}

// ---- padding, cropping, upsampling

static const struct sym *border_of(struct build *b, const char *first, const char *second)
{
    const struct sym *one = nnom_get_size(b->d, &b->layer, NNOM_RECORD_PADDING_LAYER, first);
    return sym_add(b->d->syms, one,
                   nnom_get_size(b->d, &b->layer, NNOM_RECORD_PADDING_LAYER, second));
}

static struct cvalue build_zero_padding(const struct dialect_call *c)
{
    struct build b = nnom_build_open(c);
    struct syms *syms = b.d->syms;
    nnom_build_like_input(&b);
    nnom_build_dim(&b, 1,
                   sym_add(syms, nnom_dim(b.d, &b.in, 1), border_of(&b, "pad.left", "pad.right")));
    nnom_build_dim(&b, 0,
                   sym_add(syms, nnom_dim(b.d, &b.in, 0), border_of(&b, "pad.top", "pad.bottom")));
    nnom_build_dim(&b, 2, nnom_dim(b.d, &b.in, 2));
    return nnom_build_status(c, 0);
}

// True where nothing is left of the axis, as far as numbers tell.
static bool is_cropped_away(struct build *b, const struct sym *size, const struct sym *border)
{
    int64_t n, cut;
    if (sym_is_const(size, &n) && sym_is_const(border, &cut)) return n <= cut;
    const struct sym *least = sym_add_const(b->d->syms, border, 1);
    const char *text = arena_printf(b->d->arena, "%s >= %s, so that cropping leaves something",
                                    sym_string(b->d->arena, size), sym_string(b->d->arena, least));
    nnom_grant(b->d, text, REQUIRE_AT_LEAST, size, least);
    return false;
}

static struct cvalue build_cropping(const struct dialect_call *c)
{
    struct build b = nnom_build_open(c);
    struct syms *syms = b.d->syms;
    const struct sym *h = nnom_dim(b.d, &b.in, 0), *w = nnom_dim(b.d, &b.in, 1);
    const struct sym *rows = border_of(&b, "pad.top", "pad.bottom"),
                     *columns = border_of(&b, "pad.left", "pad.right");
    nnom_build_like_input(&b);
    if (is_cropped_away(&b, h, rows) || is_cropped_away(&b, w, columns)) {
        struct diag *diag = nnom_tell(
            b.d, b.made, DIAG_NNOM_UNDERFLOW, NULL,
            "%s: %s rows and %s columns cut from %s leave nothing: the library ignores the error "
            "and leaves the shape as it was",
            nnom_layer_name(b.d, b.made), sym_string(b.d->arena, rows),
            sym_string(b.d->arena, columns), nnom_tensor_string(b.d, &b.in));
        if (diag) nnom_note_inputs(b.d, diag, b.made);
        return nnom_build_status(c, -1);
    }
    nnom_build_dim(&b, 0, sym_sub(syms, h, rows));
    nnom_build_dim(&b, 1, sym_sub(syms, w, columns));
    nnom_build_dim(&b, 2, nnom_dim(b.d, &b.in, 2));
    return nnom_build_status(c, 0);
}

static struct cvalue build_upsample(const struct dialect_call *c)
{
    struct build b = nnom_build_open(c);
    struct dialect_nnom *d = b.d;
    nnom_build_like_input(&b);
    nnom_build_dim(&b, 0,
                   sym_mul(d->syms, nnom_dim(d, &b.in, 0),
                           nnom_get_size(d, &b.layer, NNOM_RECORD_UPSAMPLE_LAYER, "kernel.h")));
    nnom_build_dim(&b, 1,
                   sym_mul(d->syms, nnom_dim(d, &b.in, 1),
                           nnom_get_size(d, &b.layer, NNOM_RECORD_UPSAMPLE_LAYER, "kernel.w")));
    return nnom_build_status(c, 0);
}

// The first layer's input has its tensor from the start.
static struct cvalue build_input(const struct dialect_call *c)
{
    return build_default(c);
}

const struct dialect_rule nnom_build_rules[] = {
    {"default_build", "p", build_default, NULL},
    {"input_build", "p", build_input, NULL},
    {"softmax_build", "p", build_default, NULL},
    {"matrix_build", "p", build_matrix, NULL},
    {"flatten_build", "p", build_flatten, NULL},
    {"reshape_build", "p", build_reshape, NULL},
    {"concat_build", "p", build_concat, NULL},
    {"zero_padding_build", "p", build_zero_padding, NULL},
    {"cropping_build", "p", build_cropping, NULL},
    {"upsample_build", "p", build_upsample, NULL},
    {0},
};
