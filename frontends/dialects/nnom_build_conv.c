// Layers with a kernel, dense and recurrent ones: sizes in the library's own arithmetic. Numbers
// are computed as it does, in 32 bits without a sign and with what wraps; where a size is a symbol,
// the formula is that of the case without a wrap, whose condition is said.

#include "frontends/dialects/nnom_build.h"

struct window {
    const struct sym *n, *kernel, *stride, *dilation; // of one axis
    bool same;                                        // padding
};

static struct window window_of(struct build *b, enum nnom_record record, const char *axis, int i)
{
    struct dialect_nnom *d = b->d;
    struct window w = {.n = nnom_dim(d, &b->in, i)};
    w.kernel = nnom_get_size(d, &b->layer, record, arena_printf(d->arena, "kernel.%s", axis));
    w.stride = nnom_get_size(d, &b->layer, record, arena_printf(d->arena, "stride.%s", axis));
    w.dilation =
        record == NNOM_RECORD_CONV_LAYER
            ? nnom_get_size(d, &b->layer, record, arena_printf(d->arena, "dilation.%s", axis))
            : sym_const(d->syms, 1);
    w.same = nnom_get_int(d, &b->layer, record, "padding_type", 0) == 1;
    return w;
}

// ---- findings

// Where something was left out of a configuration, it would stand at its end.
static const struct site *place_of_config(struct build *b)
{
    if (b->made->config.kind == CVALUE_NOTHING) return NULL;
    return eval_initializer_end(b->d->eval, &b->made->config);
}

static void tell_zero(struct build *b, const char *what, const char *follows)
{
    const struct site *config = place_of_config(b);
    struct diag *diag =
        nnom_tell(b->d, b->made, DIAG_NNOM_ZERO, config, "%s: the %s is 0%s: %s",
                  nnom_layer_name(b->d, b->made), what,
                  config ? ", as of a field that the configuration leaves out" : "", follows);
    if (!diag) return;
    if (config) diag_note(b->d->diags, diag, b->made->site, "the layer is made here");
    diag_fix(b->d->diags, diag, "give the %s", what);
}

// False: a size is left with which nothing can be computed.
static bool check_window(struct build *b, const struct window *w)
{
    if (sym_is(w->stride, 0)) {
        tell_zero(b, "stride", "the library divides by it, so that the program ends there");
        return false;
    }
    if (sym_is(w->kernel, 0)) {
        tell_zero(b, "kernel size", "the library computes with it all the same");
        return true;
    }
    if (sym_is(w->dilation, 0))
        tell_zero(b, "dilation",
                  w->same ? "the convolution divides by it when it runs"
                          : "the kernel counts as 1 wide, so VALID padding takes nothing off, and "
                            "the convolution divides by it when it runs");
    return true;
}

static void tell_small(struct build *b, const struct window *w, int64_t reach, int64_t goes_on)
{
    int64_t n = 0;
    sym_is_const(w->n, &n);
    struct diag *diag = nnom_tell(
        b->d, b->made, DIAG_NNOM_UNDERFLOW, NULL,
        "%s: a kernel that reaches over %lld does not fit into the %lld of its input %s without "
        "padding: the size wraps around, and the library goes on with %lld",
        nnom_layer_name(b->d, b->made), (long long)reach, (long long)n,
        nnom_tensor_string(b->d, &b->in), (long long)goes_on);
    if (!diag) return;
    nnom_note_inputs(b->d, diag, b->made);
    diag_fix(b->d->diags, diag, "use PADDING_SAME, a smaller kernel, or a larger input");
}

static void grant_fits(struct build *b, const struct sym *n, const struct sym *reach)
{
    struct dialect_nnom *d = b->d;
    if (sym_is_at_most(d->syms, reach, n)) return;
    const char *text = arena_printf(d->arena, "%s >= %s, so that the kernel fits",
                                    sym_string(d->arena, n), sym_string(d->arena, reach));
    nnom_grant(d, text, REQUIRE_AT_LEAST, n, reach);
}

static bool known(const struct window *w, int64_t v[4])
{
    return sym_is_const(w->n, &v[0]) && sym_is_const(w->kernel, &v[1]) &&
           sym_is_const(w->stride, &v[2]) && sym_is_const(w->dilation, &v[3]);
}

// ---- lengths

// (k - 1) d + 1 positions without padding; (o + s - 1)/s of o that begin a window.
static const struct sym *symbolic_length(struct build *b, const struct window *w)
{
    struct syms *syms = b->d->syms;
    const struct sym *reach =
        sym_add_const(syms, sym_mul(syms, sym_add_const(syms, w->kernel, -1), w->dilation), 1);
    const struct sym *places = w->n;
    if (!w->same) {
        grant_fits(b, w->n, reach);
        places = sym_add_const(syms, sym_sub(syms, w->n, reach), 1);
    }
    return sym_ceildiv(syms, places, w->stride);
}

static const struct sym *conv_length(struct build *b, const struct window *w)
{
    int64_t v[4];
    if (!check_window(b, w)) return sym_const(b->d->syms, 0);
    if (!known(w, v)) return symbolic_length(b, w);
    uint32_t n = (uint32_t)v[0], k = (uint32_t)v[1], s = (uint32_t)v[2], d = (uint32_t)v[3];
    if (n == 0) return sym_const(b->d->syms, 0);
    uint32_t reach = (k - 1) * d + 1, places = w->same ? n : n - reach + 1;
    uint16_t length = (uint16_t)((places + s - 1) / s);
    if (!w->same && k && reach > n) tell_small(b, w, reach, length);
    return sym_const(b->d->syms, length);
}

// Pools compute in int, so that what is below 0 is cut towards 0 before it wraps.
static const struct sym *pool_length(struct build *b, const struct window *w)
{
    int64_t v[4];
    if (!check_window(b, w)) return sym_const(b->d->syms, 0);
    if (!known(w, v)) return symbolic_length(b, w);
    int64_t places = w->same ? v[0] : v[0] - v[1] + 1;
    uint16_t length = (uint16_t)((places + v[2] - 1) / v[2]);
    if (!w->same && v[1] > v[0]) tell_small(b, w, v[1], length);
    return sym_const(b->d->syms, length);
}

// n s, and k - s more without padding: also where that is below 0, since its maximum with 0 is
// taken of numbers without a sign.
static const struct sym *trans_length(struct build *b, const struct window *w)
{
    struct syms *syms = b->d->syms;
    const struct sym *length = sym_mul(syms, w->n, w->stride);
    if (w->same) return length;
    int64_t k, s, value;
    length = sym_add(syms, length, sym_sub(syms, w->kernel, w->stride));
    bool loses = sym_is_const(w->kernel, &k) && sym_is_const(w->stride, &s) && k < s;
    if (loses) {
        struct diag *diag = nnom_tell(b->d, b->made, DIAG_NNOM_UNDERFLOW, NULL,
                                      "%s: the kernel %lld is smaller than the stride %lld: the "
                                      "library takes their difference "
                                      "off, so that the output has %s instead of %s",
                                      nnom_layer_name(b->d, b->made), (long long)k, (long long)s,
                                      sym_string(b->d->arena, length),
                                      sym_string(b->d->arena, sym_mul(syms, w->n, w->stride)));
        if (diag) diag_set_severity(b->d->diags, diag, SEVERITY_WARNING);
        b->made->wrong = false; // a shape that one can go on with
    }
    if (sym_is_const(length, &value) && value < 0)
        return sym_const(syms, value & (int64_t)UINT32_MAX);
    return length;
}

// ---- convolutions

static void tell_flat(struct build *b)
{
    if (nnom_rank(b->d, &b->in) >= 3) return;
    struct diag *diag = nnom_tell(
        b->d, b->made, DIAG_NNOM_MISMATCH, NULL,
        "%s: its input %s has no channels: the library takes it for rows and columns, and the "
        "filters show nowhere in the output",
        nnom_layer_name(b->d, b->made), nnom_tensor_string(b->d, &b->in));
    if (diag) nnom_note_inputs(b->d, diag, b->made);
}

static const struct sym *kernel_area(struct build *b, enum nnom_record record)
{
    return sym_mul(b->d->syms, nnom_get_size(b->d, &b->layer, record, "kernel.w"),
                   nnom_get_size(b->d, &b->layer, record, "kernel.h"));
}

// What CMSIS-NN unrolls a kernel's inputs into.
static void put_conv_work(struct build *b, const struct sym *channels)
{
    if (!b->d->cmsis) return;
    const struct sym *area = kernel_area(b, NNOM_RECORD_CONV_LAYER);
    nnom_build_work(b, sym_mul_const(b->d->syms, sym_mul(b->d->syms, channels, area), 4));
}

typedef const struct sym *length_function(struct build *, const struct window *);

static void put_lengths(struct build *b, enum nnom_record record, length_function *length)
{
    static const char *const axes[] = {"h", "w"};
    nnom_build_like_input(b);
    for (int i = 0; i < 2; i++) {
        struct window w = window_of(b, record, axes[i], i);
        nnom_build_dim(b, i, length(b, &w));
    }
}

static void put_conv_macs(struct build *b, const struct sym *channels)
{
    struct syms *syms = b->d->syms;
    const struct sym *each = sym_mul(syms, kernel_area(b, NNOM_RECORD_CONV_LAYER), channels);
    nnom_build_macs(b, sym_mul(syms, each, nnom_elements(b->d, &b->out)));
}

static struct cvalue build_conv_by(const struct dialect_call *c, length_function *length)
{
    struct build b = nnom_build_open(c);
    put_lengths(&b, NNOM_RECORD_CONV_LAYER, length);
    nnom_build_dim(&b, 2, nnom_get_size(b.d, &b.layer, NNOM_RECORD_CONV_LAYER, "filter_mult"));
    if (sym_is(nnom_get_size(b.d, &b.layer, NNOM_RECORD_CONV_LAYER, "filter_mult"), 0))
        tell_zero(&b, "number of filters", "the output has no elements");
    tell_flat(&b);
    nnom_check_weights(b.d, b.made);
    put_conv_macs(&b, nnom_dim(b.d, &b.in, 2));
    if (length == conv_length) put_conv_work(&b, nnom_dim(b.d, &b.in, 2));
    return nnom_build_status(c, 0);
}

static struct cvalue build_conv(const struct dialect_call *c)
{
    return build_conv_by(c, conv_length);
}

static struct cvalue build_conv_trans(const struct dialect_call *c)
{
    return build_conv_by(c, trans_length);
}

static struct cvalue build_dw_conv(const struct dialect_call *c)
{
    struct build b = nnom_build_open(c);
    struct syms *syms = b.d->syms;
    put_lengths(&b, NNOM_RECORD_CONV_LAYER, conv_length);
    const struct sym *channels = nnom_dim(b.d, &b.in, 2),
                     *multiplier =
                         nnom_get_size(b.d, &b.layer, NNOM_RECORD_CONV_LAYER, "filter_mult");
    nnom_build_dim(&b, 2, sym_mul(syms, channels, multiplier));
    tell_flat(&b);
    nnom_check_weights(b.d, b.made);
    put_conv_macs(&b, sym_const(syms, 1));
    if (!sym_is(multiplier, 0)) put_conv_work(&b, sym_floordiv(syms, channels, multiplier));
    return nnom_build_status(c, 0);
}

// ---- pools

static struct cvalue build_maxpool(const struct dialect_call *c)
{
    struct build b = nnom_build_open(c);
    put_lengths(&b, NNOM_RECORD_POOL_LAYER, pool_length);
    nnom_build_dim(&b, 2, nnom_dim(b.d, &b.in, 2));
    return nnom_build_status(c, 0);
}

static struct cvalue build_avgpool(const struct dialect_call *c)
{
    struct cvalue status = build_maxpool(c);
    struct build b = nnom_build_open(c);
    struct cvalue out = nnom_get(b.d, &b.layer, NNOM_RECORD_LAYER, "out");
    out = nnom_get(b.d, &out, NNOM_RECORD_IO, "tensor");
    const struct sym *side = sym_max(b.d->syms, nnom_dim(b.d, &out, 0), nnom_dim(b.d, &out, 1));
    if (b.d->cmsis)
        nnom_build_work(
            &b, sym_mul_const(b.d->syms, sym_mul(b.d->syms, side, nnom_dim(b.d, &b.in, 2)), 2));
    return status;
}

static struct cvalue build_sumpool(const struct dialect_call *c)
{
    struct cvalue status = build_maxpool(c);
    struct build b = nnom_build_open(c);
    struct cvalue out = nnom_get(b.d, &b.layer, NNOM_RECORD_LAYER, "out");
    out = nnom_get(b.d, &out, NNOM_RECORD_IO, "tensor");
    nnom_build_work(&b, sym_mul_const(b.d->syms, nnom_elements(b.d, &out), 4));
    return status;
}

static struct cvalue build_global_pool(const struct dialect_call *c)
{
    struct build b = nnom_build_open(c);
    struct dialect_nnom *d = b.d;
    const struct sym *channels = nnom_build_last_dim(&b);
    int64_t type = nnom_get_int(d, &b.layer, NNOM_RECORD_LAYER, "type", 0);
    nnom_build_out(&b, 1);
    nnom_build_dim(&b, 0, channels);
    nnom_put_size(d, &b.layer, NNOM_RECORD_POOL_LAYER, "kernel.h", nnom_dim(d, &b.in, 0));
    nnom_put_size(d, &b.layer, NNOM_RECORD_POOL_LAYER, "kernel.w", nnom_dim(d, &b.in, 1));
    nnom_put_int(d, &b.layer, NNOM_RECORD_POOL_LAYER, "stride.h", 1);
    nnom_put_int(d, &b.layer, NNOM_RECORD_POOL_LAYER, "stride.w", 1);
    // The third dimension of a tensor that has two is read all the same, and is 0.
    if (type == NNOM_GLOBAL_AVGPOOL)
        nnom_build_work(
            &b, sym_mul_const(d->syms, sym_mul(d->syms, channels, nnom_dim(d, &b.in, 2)), 2));
    if (type == NNOM_GLOBAL_SUMPOOL)
        nnom_build_work(&b, sym_mul_const(d->syms, nnom_elements(d, &b.out), 4));
    return nnom_build_status(c, 0);
}

// ---- dense and recurrent layers

static struct cvalue build_dense(const struct dialect_call *c)
{
    struct build b = nnom_build_open(c);
    struct dialect_nnom *d = b.d;
    bool image = nnom_rank(d, &b.in) == 3;
    const struct sym *units = nnom_get_size(d, &b.layer, NNOM_RECORD_DENSE_LAYER, "output_unit");
    // Room for one dimension; of an image two are written.
    nnom_build_out(&b, 1);
    nnom_put_int(d, &b.out, NNOM_RECORD_TENSOR, "num_dim", image ? 2 : 1);
    if (image) nnom_build_dim(&b, 0, sym_const(d->syms, 1));
    nnom_build_dim(&b, image ? 1 : 0, units);
    if (sym_is(units, 0)) tell_zero(&b, "number of units", "the output has no elements");
    nnom_check_weights(d, b.made);
    const struct sym *in = nnom_elements(d, &b.in);
    nnom_build_work(&b, sym_mul_const(d->syms, in, 2));
    nnom_build_macs(&b, sym_mul(d->syms, in, nnom_elements(d, &b.out)));
    return nnom_build_status(c, 0);
}

static struct cvalue build_rnn(const struct dialect_call *c)
{
    struct build b = nnom_build_open(c);
    struct dialect_nnom *d = b.d;
    struct cvalue cell = nnom_get(d, &b.layer, NNOM_RECORD_RNN_LAYER, "cell");
    const struct sym *steps = nnom_dim(d, &b.in, nnom_rank(d, &b.in) > 2 ? 1 : 0);
    const struct sym *units = nnom_get_size(d, &cell, NNOM_RECORD_CELL, "units");
    bool sequence = nnom_get_int(d, &b.layer, NNOM_RECORD_RNN_LAYER, "return_sequence", 0) != 0;
    nnom_put_size(d, &b.layer, NNOM_RECORD_RNN_LAYER, "timestamp_size", steps);
    nnom_build_out(&b, sequence ? 2 : 1);
    if (sequence) nnom_build_dim(&b, 0, steps);
    nnom_build_dim(&b, sequence ? 1 : 0, units);
    if (sym_is(units, 0)) tell_zero(&b, "number of units", "the output has no elements");
    nnom_put_size(d, &cell, NNOM_RECORD_CELL, "feature_size", nnom_build_last_dim(&b));
    struct cvalue build = nnom_get(d, &cell, NNOM_RECORD_CELL, "build");
    eval_call(d->eval, &build, 1, &cell);
    nnom_check_weights(d, b.made);
    nnom_build_work(&b, nnom_get_size(d, &cell, NNOM_RECORD_CELL, "comp_buf_size"));
    const struct sym *state = nnom_get_size(d, &cell, NNOM_RECORD_CELL, "state_size");
    struct cvalue kept =
        nnom_take(d, NNOM_KIND_STATES, sym_mul_const(d->syms, state, 2), d->void_pointer, "state");
    nnom_put(d, &b.layer, NNOM_RECORD_RNN_LAYER, "state_buf", kept);
    nnom_build_macs(&b, sym_mul(d->syms, nnom_get_size(d, &cell, NNOM_RECORD_CELL, "macc"), steps));
    return nnom_build_status(c, 0);
}

// State, work and multiplications of a cell, in units u and features f.
struct cell_sizes {
    int state;           // bytes per unit
    int work, fed;       // bytes per unit and per feature
    int in, again, each; // multiplications: of f u, u u and u
};

static struct cvalue build_cell(const struct dialect_call *c)
{
    const struct cell_sizes *sizes = c->rule->data;
    struct dialect_nnom *d = dialect_nnom_of(c);
    const struct cvalue *cell = &c->arguments[0];
    struct syms *s = d->syms;
    const struct sym *u = nnom_get_size(d, cell, NNOM_RECORD_CELL, "units"),
                     *f = nnom_get_size(d, cell, NNOM_RECORD_CELL, "feature_size");
    const struct sym *macs = sym_mul_const(s, sym_mul(s, f, u), sizes->in);
    macs = sym_add(s, macs, sym_mul_const(s, sym_mul(s, u, u), sizes->again));
    macs = sym_add(s, macs, sym_mul_const(s, u, sizes->each));
    const struct sym *work =
        sym_add(s, sym_mul_const(s, u, sizes->work), sym_mul_const(s, f, sizes->fed));
    nnom_put_size(d, cell, NNOM_RECORD_CELL, "state_size", sym_mul_const(s, u, sizes->state));
    nnom_put_size(d, cell, NNOM_RECORD_CELL, "comp_buf_size", work);
    nnom_put_size(d, cell, NNOM_RECORD_CELL, "macc", macs);
    return nnom_build_status(c, 0);
}

// Refuses all activations but two, before it has worked out anything: no state, no work.
static struct cvalue build_simple_cell(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct cvalue config = nnom_get(d, &c->arguments[0], NNOM_RECORD_CELL, "config"),
                  layer = nnom_get(d, &c->arguments[0], NNOM_RECORD_CELL, "layer");
    int64_t act = nnom_get_int(d, &config, NNOM_RECORD_SIMPLE_CONFIG, "act_type", 4);
    if (act == 4 || act == 5) return build_cell(c);
    struct nnom_made *made = nnom_made_of(d, &layer);
    struct diag *diag = nnom_tell(
        d, made, DIAG_NNOM_ZERO, eval_initializer_end(d->eval, &config),
        "%s: a simple cell knows ACT_TANH and ACT_SIGMOID, its act_type is %lld: the library "
        "ignores the error and goes on with a state of 0 bytes",
        nnom_layer_name(d, made), (long long)act);
    if (diag && made) diag_note(d->diags, diag, made->site, "the layer is made here");
    return nnom_build_status(c, -1);
}

// Of three gates and of four; the numbers in 16 bits, hence the factors of 2.
static const struct cell_sizes simple_sizes = {1, 0, 0, 1, 1, 0}, gru_sizes = {2, 18, 2, 3, 8, 11},
                               lstm_sizes = {4, 24, 2, 4, 4, 10};

const struct dialect_rule nnom_build_conv_rules[] = {
    {"conv2d_build", "p", build_conv, NULL},
    {"dw_conv2d_build", "p", build_dw_conv, NULL},
    {"conv2d_trans_build", "p", build_conv_trans, NULL},
    {"maxpool_build", "p", build_maxpool, NULL},
    {"avgpool_build", "p", build_avgpool, NULL},
    {"sumpool_build", "p", build_sumpool, NULL},
    {"global_pool_build", "p", build_global_pool, NULL},
    {"dense_build", "p", build_dense, NULL},
    {"rnn_build", "p", build_rnn, NULL},
    {"simple_cell_build", "p", build_simple_cell, &simple_sizes},
    {"gru_cell_build", "p", build_cell, &gru_sizes},
    {"lstm_cell_q7_q15_build", "p", build_cell, &lstm_sizes},
    {0},
};
