// What rules of many families ask. Each check refuses with a message that names the op and the
// operand, and says how to mend it; rules stop at the first one, as PyTorch does.

#include "ir/ops/rules.h"

#include "ir/ops/layout.h"

#include <math.h>
#include <string.h>

const char *rule_operand_name(const struct infer *in, int operand)
{
    return op_operand_name(in->arena, in->op, operand);
}

const char *rule_type_string(const struct infer *in, int operand)
{
    return tensor_string(in->arena, &in->in[operand].type);
}

bool rule_dtype(struct infer *in, int operand, unsigned set)
{
    enum dtype dtype = infer_dtype_of(in, operand);
    if (set >> dtype & 1u) return true;
    const char *to = (set & DTYPES_FLOAT) ? "f32" : "i64";
    refuse(in, DIAG_KERNEL_DTYPE, "%s is not defined for %s: %s is %s", in->op->name,
           dtype_name(dtype), rule_operand_name(in, operand), rule_type_string(in, operand));
    in->fix = arena_printf(in->arena, "convert %s to %s first", rule_operand_name(in, operand), to);
    return false;
}

bool rule_same_dtype(struct infer *in, int a, int b)
{
    if (!infer_has(in, a) || !infer_has(in, b)) return true;
    if (infer_dtype_of(in, a) == infer_dtype_of(in, b)) return true;
    refuse(in, DIAG_MIXED_DTYPE, "%s mixes dtypes: %s is %s, %s is %s", in->op->name,
           rule_operand_name(in, a), rule_type_string(in, a), rule_operand_name(in, b),
           rule_type_string(in, b));
    in->fix = arena_printf(in->arena, "convert %s to %s", rule_operand_name(in, a),
                           dtype_name(infer_dtype_of(in, b)));
    return false;
}

bool rule_index_dtype(struct infer *in, int operand, unsigned set)
{
    if (set >> infer_dtype_of(in, operand) & 1u) return true;
    refuse(in, DIAG_INDEX_DTYPE, "%s of %s holds indices, which must be %s; it is %s",
           rule_operand_name(in, operand), in->op->name,
           set == DTYPE_SET(I64) ? "i64" : "i64 or i32", rule_type_string(in, operand));
    in->fix = arena_printf(in->arena, "convert %s to i64", rule_operand_name(in, operand));
    return false;
}

const struct sym *rule_known_index(const struct infer *in, int operand, int i)
{
    const struct attr *value = in->in[operand].value;
    if (!value) return NULL;
    if (value->kind == ATTR_INT) return i == 0 ? value->i : NULL;
    return value->kind == ATTR_INTS && i < value->n ? value->ints[i] : NULL;
}

static bool index_outside(struct infer *in, int operand, int64_t index, struct term size)
{
    refuse(in, DIAG_INDEX_RANGE, "%s of %s holds index %lld, but the axis has size %s",
           rule_operand_name(in, operand), in->op->name, (long long)index,
           sym_string(in->arena, size.size));
    in->fix = "indices run from 0 to the size of the axis, less 1";
    return false;
}

// An axis that indices go into has elements; whether they lie in it is for the caller to ask.
static bool axis_has_elements(struct infer *in, int operand, struct term size)
{
    int64_t count;
    if (!sym_is(size.size, 0) || !sym_is_const(rule_count(in, operand), &count) || count == 0)
        return true;
    return refuse(in, DIAG_INDEX_RANGE, "%s of %s holds indices into an axis of size 0",
                  rule_operand_name(in, operand), in->op->name);
}

// Looks at the contents as far as they are known: a list that a model builds from numbers. The
// largest index bounds an axis of unknown size from below.
bool rule_indices_within(struct infer *in, int operand, struct term size, int64_t ignored)
{
    int64_t limit = INT64_MAX, index, largest = -1, count = INT64_MAX;
    sym_is_const(size.size, &limit);
    sym_is_const(rule_count(in, operand), &count);
    if (!axis_has_elements(in, operand, size)) return false;
    const struct sym *item;
    for (int i = 0; i < count && (item = rule_known_index(in, operand, i)); i++) {
        if (!sym_is_const(item, &index) || index == ignored) continue;
        if (index < 0 || index >= limit) return index_outside(in, operand, index, size);
        if (index > largest) largest = index;
    }
    if (largest >= 0 && limit == INT64_MAX) {
        require_at_least(in, DIAG_INDEX_RANGE, size, largest + 1,
                         arena_printf(in->arena, "%s holds the index %lld",
                                      rule_operand_name(in, operand), (long long)largest));
    }
    const struct sym *below = in->in[operand].below;
    if (largest < 0 && below)
        require_at_most(in, DIAG_INDEX_RANGE, infer_term(below, "the end of the indices"), size,
                        "take fewer of them, or give the axis that they go into more elements");
    return true;
}

bool rule_required(struct infer *in, int operand, const char *because)
{
    if (infer_has(in, operand)) return true;
    return refuse(in, DIAG_OPERAND_MISSING, "%s needs %s %s", in->op->name,
                  rule_operand_name(in, operand), because);
}

bool rule_expands_to(struct infer *in, int operand, const struct shape *to, enum diag_id diag,
                     const char *what, const char *fix)
{
    if (!require_rank(in, operand, 0, to->rank)) return false;
    int rank = infer_rank(in, operand);
    for (int axis = 0; axis < rank; axis++) {
        struct term size = infer_dim(in, operand, axis);
        if (sym_is(size.size, 1)) continue;
        require_equal(in, diag, size, infer_term(to->dim[to->rank - rank + axis], what), fix);
    }
    return true;
}

bool rule_is_empty(const struct infer *in, int operand)
{
    const struct shape *shape = infer_shape(in, operand);
    for (int axis = 0; axis < shape->rank; axis++) {
        if (sym_is(shape->dim[axis], 0)) return true;
    }
    return false;
}

const struct sym *rule_count(const struct infer *in, int operand)
{
    return shape_count(in->syms, infer_shape(in, operand));
}

const struct sym *rule_out_count(const struct infer *in)
{
    return shape_count(in->syms, &in->out[0].type.shape);
}

// An expanded tensor has several elements at one place in memory.
static bool overlaps(const struct tensor_type *type)
{
    for (int i = 0; type->strided && i < type->shape.rank; i++)
        if (sym_is(type->stride[i], 0) && !sym_is(type->shape.dim[i], 1)) return true;
    return false;
}

bool rule_writable(struct infer *in)
{
    if (in->in[0].is_number)
        return refuse(in, DIAG_INPLACE_SIZE,
                      "in place it needs a tensor to write to, not a number");
    if (!overlaps(&in->in[0].type)) return true;
    refuse(in, DIAG_INPLACE_OVERLAP, "in place it would write elements of %s several times",
           rule_type_string(in, 0));
    in->fix = "copy the expanded tensor with contiguous() first";
    return false;
}

void rule_write_input(struct infer *in)
{
    rule_pass_on(in);
    in->out[0].in_place = true;
}

// The order of axes is the operand's too: an element-wise result of a channels-last tensor is
// channels-last.
void rule_like_input(struct infer *in)
{
    const struct tensor_type *type = &in->in[0].type;
    if (op_attr_index(in->op, "inplace") >= 0 && infer_bool(in, "inplace", false)) {
        if (rule_writable(in)) rule_write_input(in);
        return;
    }
    infer_results(in, 1);
    infer_result(in, 0, type->dtype, &type->shape);
    layout_like_operands(in, 0, 1);
}

// A view of all of it, no copy: dropout in evaluation.
void rule_pass_on(struct infer *in)
{
    const struct tensor_type *type = &in->in[0].type;
    infer_results(in, 1);
    infer_result(in, 0, type->dtype, &type->shape);
    infer_view(in, 0, 0, &type->shape, type->strided ? type->stride : NULL, NULL);
}

void rule_unary(struct infer *in, unsigned set)
{
    if (rule_dtype(in, 0, set)) rule_like_input(in);
}

enum dtype rule_float_dtype(const struct infer *in, int operand, enum dtype otherwise)
{
    enum dtype dtype = infer_dtype_of(in, operand);
    return dtype_is_float(dtype) ? dtype : otherwise;
}

// Is `word` one of the words of "mean|sum|none"?
static bool is_one_of(const char *word, const char *words)
{
    size_t length = strlen(word);
    for (const char *at = words; at; at = strchr(at, '|') ? strchr(at, '|') + 1 : NULL) {
        if (strncmp(at, word, length) == 0 && (at[length] == '|' || at[length] == '\0'))
            return true;
    }
    return false;
}

const char *rule_word(struct infer *in, const char *attr, const char *otherwise, const char *words)
{
    if (op_attr_index(in->op, attr) < 0) return otherwise;
    const char *word = infer_string(in, attr, otherwise);
    if (!is_one_of(word, words)) {
        refuse(in, DIAG_UNKNOWN_WORD, "%s of %s is \"%s\"; it must be one of %s", attr,
               in->op->name, word, words);
    }
    return word;
}

double rule_float_within(struct infer *in, const char *attr, double otherwise, double low,
                         double high)
{
    double value = infer_float(in, attr, otherwise);
    if (value < low || value > high) {
        refuse(in, DIAG_OPTION_RANGE, "%s of %s is %g; it must lie between %g and %g", attr,
               in->op->name, value, low, high);
    }
    return value;
}

const struct sym *rule_scaled(const struct infer *in, const struct sym *size, double factor)
{
    int64_t value;
    if (isnan(factor)) return sym_unknown(in->syms, "the factor of a size is not known");
    if (sym_is_const(size, &value)) {
        double scaled = floor((double)value * factor);
        if (fabs(scaled) < 0x1p62) return sym_const(in->syms, (int64_t)scaled);
        return sym_unknown(in->syms, "a scaled size is larger than 64 bits");
    }
    // factor = numerator / 2^shift: the product with a size below 2^44 has no rounding.
    double numerator = factor;
    for (int shift = 0; shift <= 8; shift++, numerator *= 2) {
        if (floor(numerator) != numerator || fabs(numerator) > 512) continue;
        const struct sym *product = sym_mul_const(in->syms, size, (int64_t)numerator);
        return sym_floordiv_const(in->syms, product, INT64_C(1) << shift);
    }
    return sym_unknown(in->syms, arena_printf(in->arena, "(%s) * %g depends on rounding",
                                              sym_string(in->arena, size), factor));
}

int64_t rule_one_an_operand(const struct infer *in)
{
    return in->n_in;
}

const struct sym *rule_flops_elementwise(const struct infer *in)
{
    return rule_out_count(in);
}

void rule_no_empty_axis(struct infer *in, int first)
{
    for (int axis = first; axis < infer_rank(in, 0); axis++)
        require_at_least(in, DIAG_EMPTY_AXIS, infer_dim(in, 0, axis), 1, RULE_NOT_EMPTY);
}
