// nnom_mem, tensors and shapes.

#include "frontends/dialects/nnom_dialect.h"

#include "ir/base/text.h"

#define NARROW ((int64_t)UINT16_MAX)
#define MOST_BYTES ((int64_t)1 << 40) // that are worth an object: sizes that wrapped are larger

// ---- memory

struct cvalue nnom_take(struct dialect_nnom *d, enum nnom_kind kind, const struct sym *bytes,
                        const struct ctype *pointer, const char *name)
{
    int64_t size;
    const struct sym *whole = nnom_aligned(d->syms, bytes, d->pointer_bytes);
    d->taken[kind] = sym_add(d->syms, d->taken[kind], whole);
    d->n_taken[kind]++;
    if (!sym_is_const(whole, &size) || size < 0 || size > MOST_BYTES) size = MOST_BYTES;
    return eval_allocate(d->eval, size, pointer, name);
}

const struct sym *nnom_size_t(struct dialect_nnom *d, const struct sym *size)
{
    int64_t value;
    if (d->pointer_bytes > 4 || !sym_is_const(size, &value)) return size;
    return sym_const(d->syms, value & (int64_t)UINT32_MAX);
}

// ---- 16 bits

void nnom_grant(struct dialect_nnom *d, const char *text, enum requirement_kind kind,
                const struct sym *left, const struct sym *right)
{
    struct claim claim = {
        .text = text,
        .requirement = {kind, sym_string(d->arena, left), sym_string(d->arena, right)}};
    if (map_get_string(d->told, text)) return;
    map_put_string(d->told, text, d);
    eval_grant(d->eval, &claim);
    requirement_assume(d->syms, &claim.requirement);
}

static void grant_narrow(struct dialect_nnom *d, const struct sym *size)
{
    if (sym_kind(size) == SYM_UNKNOWN || sym_upper(d->syms, size) <= NARROW) return;
    const char *text =
        arena_printf(d->arena, "%s <= 65535, the largest dimension", sym_string(d->arena, size));
    nnom_grant(d, text, REQUIRE_AT_MOST, size, sym_const(d->syms, NARROW));
}

const struct sym *nnom_narrow(struct dialect_nnom *d, struct nnom_made *made,
                              const struct sym *size)
{
    int64_t value;
    if (!sym_is_const(size, &value)) {
        grant_narrow(d, size);
        return size;
    }
    if (value >= 0 && value <= NARROW) return size;
    struct diag *diag = nnom_tell(
        d, made, DIAG_NNOM_TRUNCATED, NULL,
        "%s: %lld is no 16-bit number, and dimensions have 16 bits: the library goes on with %lld",
        nnom_layer_name(d, made), (long long)value, (long long)(value & NARROW));
    if (diag) {
        nnom_note_inputs(d, diag, made);
        diag_fix(d->diags, diag, "keep every dimension at 65535 or less");
    }
    return sym_const(d->syms, value & NARROW);
}

// ---- tensors

struct cvalue nnom_tensor_new(struct dialect_nnom *d, int64_t n_dims)
{
    int64_t word = d->pointer_bytes, own = nnom_record_bytes(d, NNOM_RECORD_TENSOR);
    int64_t dims = (n_dims * d->shape_data->size + word - 1) / word * word;
    const struct ctype *pointer =
        unit_pointer_to(eval_unit(d->eval), d->record[NNOM_RECORD_TENSOR]);
    // One scale and one offset of 4 bytes each: the library quantises per tensor.
    struct cvalue t =
        nnom_take(d, NNOM_KIND_TENSORS,
                  sym_const(d->syms, (own + word - 1) / word * word + dims + 8), pointer, "tensor");
    struct cvalue at = t;
    at.pointer.offset = own;
    nnom_put(d, &t, NNOM_RECORD_TENSOR, "dim", at);
    at.pointer.offset += dims;
    nnom_put(d, &t, NNOM_RECORD_TENSOR, "q_dec", at);
    at.pointer.offset += 4;
    nnom_put(d, &t, NNOM_RECORD_TENSOR, "q_offset", at);
    nnom_put_int(d, &t, NNOM_RECORD_TENSOR, "num_dim", n_dims);
    return t;
}

const struct sym *nnom_dim(struct dialect_nnom *d, const struct cvalue *tensor, int i)
{
    struct cvalue dims = nnom_get(d, tensor, NNOM_RECORD_TENSOR, "dim");
    struct cvalue dim = nnom_element(d, &dims, i);
    return cvalue_as_sym(d->eval, &dim);
}

void nnom_set_dim(struct dialect_nnom *d, struct nnom_made *made, const struct cvalue *tensor,
                  int i, const struct sym *size)
{
    struct cvalue dims = nnom_get(d, tensor, NNOM_RECORD_TENSOR, "dim");
    struct cvalue value = nnom_number(d->shape_data, nnom_narrow(d, made, size));
    eval_store(d->eval, &dims, i * d->shape_data->size, &value);
}

int64_t nnom_rank(struct dialect_nnom *d, const struct cvalue *tensor)
{
    int64_t rank = nnom_get_int(d, tensor, NNOM_RECORD_TENSOR, "num_dim", 0);
    return rank < NNOM_DIMS ? rank : NNOM_DIMS;
}

struct nnom_shape nnom_shape_of(struct dialect_nnom *d, const struct cvalue *tensor)
{
    struct nnom_shape shape = {0};
    if (eval_is_null(d->eval, tensor) || tensor->kind != CVALUE_POINTER) return shape;
    shape.rank = (int)nnom_rank(d, tensor);
    for (int i = 0; i < shape.rank; i++) shape.dim[i] = nnom_dim(d, tensor, i);
    return shape;
}

// The first dimension counts even of a tensor without any.
const struct sym *nnom_elements(struct dialect_nnom *d, const struct cvalue *tensor)
{
    if (eval_is_null(d->eval, tensor)) return sym_const(d->syms, 0);
    const struct sym *size = nnom_dim(d, tensor, 0);
    int64_t rank = nnom_rank(d, tensor);
    for (int i = 1; i < rank; i++)
        size = nnom_size_t(d, sym_mul(d->syms, size, nnom_dim(d, tensor, i)));
    return size;
}

const char *nnom_tensor_string(struct dialect_nnom *d, const struct cvalue *tensor)
{
    struct nnom_shape shape = nnom_shape_of(d, tensor);
    return nnom_shape_string(d->arena, &shape);
}

static void copy_number(struct dialect_nnom *d, const struct cvalue *to, const struct cvalue *from,
                        const char *field)
{
    struct cvalue source = nnom_get(d, from, NNOM_RECORD_TENSOR, field),
                  target = nnom_get(d, to, NNOM_RECORD_TENSOR, field);
    if (eval_is_null(d->eval, &source)) return;
    struct cvalue number = nnom_element(d, &source, 0);
    eval_store(d->eval, &target, 0, &number);
}

// Only between tensors of as many dimensions.
void nnom_copy_tensor(struct dialect_nnom *d, const struct cvalue *to, const struct cvalue *from)
{
    int64_t rank = nnom_rank(d, from);
    if (nnom_rank(d, to) != rank) return;
    nnom_put(d, to, NNOM_RECORD_TENSOR, "bitwidth",
             nnom_get(d, from, NNOM_RECORD_TENSOR, "bitwidth"));
    copy_number(d, to, from, "q_dec");
    copy_number(d, to, from, "q_offset");
    for (int i = 0; i < rank; i++) nnom_set_dim(d, NULL, to, i, nnom_dim(d, from, i));
}

// ---- rules

static struct cvalue rule_new_tensor(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    int64_t n_dims = 1;
    cvalue_as_int(&c->arguments[1], &n_dims);
    return nnom_result(c, nnom_tensor_new(d, n_dims < 0 || n_dims > 255 ? 0 : n_dims));
}

static struct cvalue rule_cpy_attr(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    nnom_copy_tensor(d, &c->arguments[0], &c->arguments[1]);
    return nnom_result(c, c->arguments[0]);
}

// tensor_set_attr and tensor_set_attr_v, which differ in how the scale is given.
static struct cvalue rule_set_attr(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    const struct cvalue *t = &c->arguments[0];
    int64_t n = 0;
    cvalue_as_int(&c->arguments[4], &n);
    nnom_put_int(d, t, NNOM_RECORD_TENSOR, "num_dim", n);
    for (int i = 0; i < n && i < NNOM_DIMS; i++) {
        struct cvalue dim = nnom_element(d, &c->arguments[3], i);
        nnom_set_dim(d, NULL, t, i, cvalue_as_sym(d->eval, &dim));
    }
    nnom_put(d, t, NNOM_RECORD_TENSOR, "bitwidth", c->arguments[5]);
    struct cvalue scale = nnom_get(d, t, NNOM_RECORD_TENSOR, "q_dec");
    struct cvalue given = c->arguments[1];
    if (given.kind == CVALUE_POINTER) given = nnom_element(d, &given, 0);
    given.type = d->int_;
    eval_store(d->eval, &scale, 0, &given);
    return nnom_result(c, *t);
}

static struct cvalue rule_channels(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    int last = (int)nnom_rank(d, &c->arguments[0]) - 1;
    return nnom_number(c->result, nnom_dim(d, &c->arguments[0], last < 0 ? 0 : last));
}

static struct cvalue rule_size(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    return nnom_number(c->result, nnom_elements(d, &c->arguments[0]));
}

// A layer's own function may be asked what it took.
static struct cvalue rule_mem(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    const struct sym *bytes = cvalue_as_sym(d->eval, &c->arguments[0]);
    return nnom_result(c, nnom_take(d, NNOM_KIND_OWN, bytes, c->result, "nnom_mem"));
}

static struct cvalue rule_mem_stat(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    const struct sym *sum = sym_const(d->syms, 0);
    for (int i = 0; i < N_NNOM_KINDS; i++) sum = sym_add(d->syms, sum, d->taken[i]);
    return nnom_number(c->result, sum);
}

static struct cvalue rule_align(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    int64_t unit = 0;
    const struct sym *value = cvalue_as_sym(d->eval, &c->arguments[0]);
    if (!cvalue_as_int(&c->arguments[1], &unit) || unit <= 0 || unit > INT32_MAX)
        return cvalue_unknown(c->result, "an alignment that is not known");
    return nnom_number(c->result, nnom_aligned(d->syms, value, (int)unit));
}

// shape, kernel, stride, dilation: `data` is there where all three sizes are given.
static struct cvalue rule_shape(const struct dialect_call *c)
{
    static const char *const fields[] = {"h", "w", "c"};
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct cvalue record = nnom_record_value(d, c->result);
    struct cvalue at = nnom_record_pointer(d, &record);
    for (int i = 0; i < 3; i++) {
        const struct sym *size = sym_const(d->syms, 1);
        if (i < c->n) size = nnom_narrow(d, NULL, cvalue_as_sym(d->eval, &c->arguments[i]));
        nnom_put_size(d, &at, NNOM_RECORD_SHAPE, fields[i], size);
    }
    return record;
}

static struct cvalue rule_border(const struct dialect_call *c)
{
    static const char *const fields[] = {"top", "bottom", "left", "right"};
    struct dialect_nnom *d = dialect_nnom_of(c);
    struct cvalue record = nnom_record_value(d, c->result);
    struct cvalue at = nnom_record_pointer(d, &record);
    for (int i = 0; i < 4; i++)
        nnom_put_size(d, &at, NNOM_RECORD_BORDER, fields[i],
                      nnom_narrow(d, NULL, cvalue_as_sym(d->eval, &c->arguments[i])));
    return record;
}

static struct cvalue rule_shape_size(const struct dialect_call *c)
{
    struct dialect_nnom *d = dialect_nnom_of(c);
    const struct sym *size = nnom_get_size(d, &c->arguments[0], NNOM_RECORD_SHAPE, "h");
    size = sym_mul(d->syms, size, nnom_get_size(d, &c->arguments[0], NNOM_RECORD_SHAPE, "w"));
    size = sym_mul(d->syms, size, nnom_get_size(d, &c->arguments[0], NNOM_RECORD_SHAPE, "c"));
    return nnom_number(c->result, size);
}

static struct cvalue rule_delete_tensor(const struct dialect_call *c)
{
    dialect_nnom_of(c);
    return (struct cvalue){.kind = CVALUE_NOTHING, .type = c->result};
}

const struct dialect_rule nnom_tensor_rules[] = {
    {"new_tensor", "iii", rule_new_tensor, NULL},
    {"delete_tensor", "p", rule_delete_tensor, NULL},
    {"tensor_cpy_attr", "pp", rule_cpy_attr, NULL},
    {"tensor_set_attr", "ppppii", rule_set_attr, NULL},
    {"tensor_set_attr_v", "piipii", rule_set_attr, NULL},
    {"tensor_get_num_channel", "p", rule_channels, NULL},
    {"tensor_size", "p", rule_size, NULL},
    {"tensor_size_byte", "p", rule_size, NULL},
    {"nnom_mem", "i", rule_mem, NULL},
    {"nnom_mem_stat", "", rule_mem_stat, NULL},
    {"nnom_alignto", "ii", rule_align, NULL},
    {"shape", "iii", rule_shape, NULL},
    {"kernel", "ii", rule_shape, NULL},
    {"stride", "ii", rule_shape, NULL},
    {"dilation", "ii", rule_shape, NULL},
    {"border", "iiii", rule_border, NULL},
    {"shape_size", "p", rule_shape_size, NULL},
    {0},
};
