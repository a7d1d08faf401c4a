// What shape rules are written with: attributes by name, operands by position, results, and
// checks. A rule never compares sizes itself: it asks here, and what constants do not decide stays
// behind as an obligation.
//
// Everything answers for operands and attributes that are not there too (no axes, no dtype, the
// default), so that a rule may read first and check afterwards.

#include "ir/base/checked.h"
#include "ir/base/text.h"
#include "ir/infer.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// ---- attributes

// A name that the op does not list is a mistake of the rule.
static const struct attr *attr_of(const struct infer *in, const char *name)
{
    static const struct attr none = {.kind = ATTR_NONE};
    int index = op_attr_index(in->op, name);
    assert(index >= 0);
    return in->attrs && index >= 0 ? &in->attrs[index] : &none;
}

// The program's symbol as it is known by now: a branch may have told that it is a number.
static const struct sym *as_known(const struct infer *in, const struct sym *size)
{
    return size && !sym_is_const(size, NULL) ? sym_simplify(in->syms, size) : size;
}

// Element `index` of an attribute as a size; NULL where it has none. A float counts if it is a
// whole number that a double holds exactly (2^53 is about 9e15).
static const struct sym *as_size(const struct infer *in, const struct attr *attr, int index)
{
    switch (attr->kind) {
    case ATTR_INT: return as_known(in, attr->i);
    case ATTR_INTS: return index < attr->n ? as_known(in, attr->ints[index]) : NULL;
    case ATTR_BOOL: return sym_const(in->syms, attr->b);
    case ATTR_FLOAT:
        if (fabs(attr->f) > 9e15 || attr->f != trunc(attr->f)) return NULL;
        return sym_const(in->syms, (int64_t)attr->f);
    default: return NULL;
    }
}

const struct sym *infer_int(const struct infer *in, const char *name, int64_t otherwise)
{
    const struct sym *size = as_size(in, attr_of(in, name), 0);
    return size ? size : sym_const(in->syms, otherwise);
}

int64_t infer_const(struct infer *in, const char *name, int64_t otherwise)
{
    const struct sym *size = as_size(in, attr_of(in, name), 0);
    if (!size) return otherwise;
    int64_t value;
    if (sym_is_const(size, &value)) return value;
    refuse(in, DIAG_CONSTANT_NEEDED, "%s of %s is %s; it must be a number that is known", name,
           in->op->name, sym_string(in->arena, size));
    in->fix = "bind the symbols with --set";
    return otherwise;
}

double infer_float(const struct infer *in, const char *name, double otherwise)
{
    const struct attr *attr = attr_of(in, name);
    int64_t value;
    if (attr->kind == ATTR_FLOAT) return attr->f;
    if (attr->kind == ATTR_INT && sym_is_const(attr->i, &value)) return (double)value;
    return otherwise;
}

bool infer_bool(const struct infer *in, const char *name, bool otherwise)
{
    const struct attr *attr = attr_of(in, name);
    int64_t value;
    if (attr->kind == ATTR_BOOL) return attr->b;
    if (attr->kind == ATTR_INT && sym_is_const(attr->i, &value)) return value != 0;
    return otherwise;
}

const char *infer_string(const struct infer *in, const char *name, const char *otherwise)
{
    const struct attr *attr = attr_of(in, name);
    return attr->kind == ATTR_STRING ? attr->s : otherwise;
}

enum dtype infer_dtype(const struct infer *in, const char *name, enum dtype otherwise)
{
    const struct attr *attr = attr_of(in, name);
    return attr->kind == ATTR_DTYPE ? attr->dtype : otherwise;
}

bool infer_given(const struct infer *in, const char *name)
{
    return attr_of(in, name)->kind != ATTR_NONE;
}

void infer_ints(const struct infer *in, const char *name, int n, int64_t otherwise,
                const struct sym **out)
{
    const struct attr *attr = attr_of(in, name);
    bool one_for_all = attr->kind != ATTR_INTS || attr->n == 1;
    for (int i = 0; i < n; i++) {
        out[i] = as_size(in, attr, one_for_all ? 0 : i);
        if (!out[i]) out[i] = sym_const(in->syms, otherwise);
    }
}

int infer_n_ints(const struct infer *in, const char *name)
{
    const struct attr *attr = attr_of(in, name);
    if (attr->kind == ATTR_INTS) return attr->n;
    return attr->kind == ATTR_NONE ? 0 : 1;
}

// ---- operands

static const struct operand nothing = {.type.dtype = DTYPE_NONE};

static const struct operand *operand_of(const struct infer *in, int operand)
{
    return operand >= 0 && operand < in->n_in ? &in->in[operand] : &nothing;
}

bool infer_has(const struct infer *in, int operand)
{
    return operand_of(in, operand)->type.dtype != DTYPE_NONE;
}

const struct shape *infer_shape(const struct infer *in, int operand)
{
    return &operand_of(in, operand)->type.shape;
}

int infer_rank(const struct infer *in, int operand)
{
    return operand_of(in, operand)->type.shape.rank;
}

enum dtype infer_dtype_of(const struct infer *in, int operand)
{
    return operand_of(in, operand)->type.dtype;
}

struct term infer_dim(const struct infer *in, int operand, int axis)
{
    const struct shape *shape = infer_shape(in, operand);
    if (axis < 0) axis += shape->rank;
    if (axis < 0 || axis >= shape->rank) {
        const char *reason = arena_printf(in->arena, "%s has no such axis",
                                          op_operand_name(in->arena, in->op, operand));
        return (struct term){sym_unknown(in->syms, reason), operand, 0, NULL};
    }
    return (struct term){shape->dim[axis], operand, axis, NULL};
}

struct term infer_attr_term(const struct infer *in, const char *name)
{
    return (struct term){infer_int(in, name, 0), -1, 0, name};
}

struct term infer_term(const struct sym *size, const char *what)
{
    return (struct term){size, -1, 0, what};
}

// ---- results

void infer_results(struct infer *in, int n)
{
    in->n_out = n;
    in->out = n <= in->n_room ? in->room : arena_array(in->arena, struct result, n);
    for (int i = 0; i < n; i++) in->out[i] = (struct result){.view_of = -1};
}

void infer_result(struct infer *in, int index, enum dtype dtype, const struct shape *shape)
{
    assert(index < in->n_out);
    in->out[index].type = (struct tensor_type){.dtype = dtype, .shape = *shape};
}

void infer_view(struct infer *in, int index, int of, const struct shape *shape,
                const struct sym *const *strides, const struct sym *offset)
{
    assert(index < in->n_out && of < in->n_in);
    struct result *result = &in->out[index];
    *result = (struct result){.view_of = of, .offset = offset};
    result->type = (struct tensor_type){.dtype = infer_dtype_of(in, of), .shape = *shape};
    if (!strides) return;
    const struct sym *contiguous[MAX_RANK];
    tensor_contiguous_strides(in->syms, shape, contiguous);
    size_t bytes = (size_t)shape->rank * sizeof *strides;
    result->type.strided = memcmp(contiguous, strides, bytes) != 0;
    if (result->type.strided) memcpy(result->type.stride, strides, bytes);
}

// ---- checks

bool refuse(struct infer *in, enum diag_id diag, const char *format, ...)
{
    if (in->refused != DIAG_NONE) return false;
    va_list arguments;
    va_start(arguments, format);
    in->refusal = arena_vprintf(in->arena, format, arguments);
    va_end(arguments);
    in->refused = diag;
    return false;
}

bool refused(const struct infer *in)
{
    return in->refused != DIAG_NONE;
}

// Appends, so that the first obligation is the first that the rule asked for: it is the one to
// blame. What was asked for before, of the same argument, is not asked for again.
static void add_obligation(struct infer *in, const struct obligation *added)
{
    bool decided = obligation_plain(added) == VERDICT_PROVED;
    if (decided && !in->keeps_decided) return;
    struct obligation **last = &in->obligations;
    for (; *last; last = &(*last)->next) {
        const struct obligation *o = *last;
        if (!decided && o->relation == added->relation && o->a.size == added->a.size &&
            o->b.size == added->b.size && o->diag == added->diag)
            return;
    }
    *last = arena_copy(in->arena, added, sizeof *added);
}

static void oblige(struct infer *in, enum relation relation, enum diag_id diag, struct term a,
                   struct term b, const char *fix)
{
    struct obligation obligation = {.diag = diag, .relation = relation, .a = a, .b = b, .fix = fix};
    add_obligation(in, &obligation);
}

// Of two sizes that must be equal, the number says more than the symbol, and the symbol more than
// "unknown".
static int knowledge(const struct sym *size)
{
    return sym_kind(size) == SYM_CONST ? 2 : sym_kind(size) != SYM_UNKNOWN;
}

const struct sym *require_equal(struct infer *in, enum diag_id diag, struct term a, struct term b,
                                const char *fix)
{
    oblige(in, RELATION_EQUAL, diag, a, b, fix);
    return knowledge(b.size) > knowledge(a.size) ? b.size : a.size;
}

void require_at_most(struct infer *in, enum diag_id diag, struct term a, struct term b,
                     const char *fix)
{
    oblige(in, RELATION_AT_MOST, diag, a, b, fix);
}

void require_at_least(struct infer *in, enum diag_id diag, struct term term, int64_t minimum,
                      const char *fix)
{
    // Facts about symbols only grow, so what their bounds prove now stays proved.
    if (!in->keeps_decided && sym_kind(term.size) != SYM_UNKNOWN &&
        sym_lower(in->syms, term.size) >= minimum)
        return;
    struct term least = infer_term(sym_const(in->syms, minimum), NULL);
    oblige(in, RELATION_AT_MOST, diag, least, term, fix);
}

void infer_take_at_most(struct infer *in, const struct sym *a, const struct sym *b,
                        const char *otherwise)
{
    struct obligation taken = {.diag = DIAG_NONE,
                               .relation = RELATION_AT_MOST,
                               .a = infer_term(a, NULL),
                               .b = infer_term(b, NULL),
                               .taken = otherwise};
    add_obligation(in, &taken);
}

void infer_take_at_least(struct infer *in, const struct sym *size, int64_t minimum,
                         const char *otherwise)
{
    infer_take_at_most(in, sym_const(in->syms, minimum), size, otherwise);
}

void require_divides(struct infer *in, enum diag_id diag, struct term divisor, struct term term,
                     const char *fix)
{
    if (sym_is(divisor.size, 1)) return;
    // A number of parts. That it is not 0 the division says itself.
    if (sym_kind(divisor.size) != SYM_UNKNOWN && sym_lower(in->syms, divisor.size) < 0)
        require_at_least(in, diag, divisor, 1, NULL);
    oblige(in, RELATION_DIVIDES, diag, divisor, term, fix);
}

// Appends what the op calls the axes of this operand where it has `rank` of them: "[N, C, H, W]".
// False: it has no words for them.
static bool add_axes(struct text *text, const struct infer *in, int operand, int rank)
{
    const char *at = operand <= in->op->n_more_of_axes && in->op->axes ? in->op->axes : "";
    for (size_t length; *at; at += length + (at[length] == ' ')) {
        length = strcspn(at, " ");
        if (length != (size_t)rank || memchr(at, '?', length)) continue;
        for (int i = 0; i < rank; i++) text_printf(text, "%s%c", i ? ", " : "[", at[i]);
        text_add(text, "]");
        return true;
    }
    return false;
}

// ", for [C, H, W], or 2 for [N, C, H, W]": the numbers of axes that are taken, the nearest first;
// "" where the op has no words for their axes.
static const char *wanted_axes(struct infer *in, int operand, int low, int high)
{
    struct text text = {.arena = in->arena};
    int rank = infer_rank(in, operand), step = rank < low ? 1 : -1;
    for (int n = rank < low ? low : high; n >= low && n <= high; n += step) {
        struct text axes = {.arena = in->arena};
        if (!add_axes(&axes, in, operand, n)) continue;
        if (text.n)
            text_printf(&text, ", or %d for %s", abs(n - rank), text_string(&axes));
        else
            text_printf(&text, ", for %s", text_string(&axes));
    }
    return text_string(&text);
}

static const char *rank_fix(struct infer *in, int operand, int low, int high)
{
    int rank = infer_rank(in, operand);
    const char *name = op_operand_name(in->arena, in->op, operand);
    const char *wanted = wanted_axes(in, operand, low, high);
    if (rank < low)
        return arena_printf(in->arena, "add %s to %s by unsqueeze%s",
                            text_count(in->arena, low - rank, "axis", "axes"), name, wanted);
    if (high == 0)
        return arena_printf(in->arena, "give one element of %s, as a tensor without axes", name);
    return arena_printf(in->arena, "take %s from %s by flatten, squeeze or select%s",
                        text_count(in->arena, rank - high, "axis", "axes"), name, wanted);
}

bool require_rank(struct infer *in, int operand, int low, int high)
{
    int rank = infer_rank(in, operand);
    if (rank >= low && rank <= high) return true;
    const char *wanted = low == high        ? arena_printf(in->arena, "%d", low)
                         : high >= MAX_RANK ? arena_printf(in->arena, "%d or more", low)
                                            : arena_printf(in->arena, "%d to %d", low, high);
    if (refused(in)) return false;
    in->fix = rank_fix(in, operand, low, high);
    return refuse(in, DIAG_RANK, "%s is %s, which has %s; %s needs %s",
                  op_operand_name(in->arena, in->op, operand),
                  tensor_string(in->arena, &operand_of(in, operand)->type),
                  text_count(in->arena, rank, "axis", "axes"), in->op->name, wanted);
}

int require_axis(struct infer *in, int64_t axis, int rank)
{
    int64_t axes = rank > 0 ? rank : 1;
    if (axis >= -axes && axis < axes) return (int)(axis < 0 ? axis + axes : axis);
    refuse(in, DIAG_AXIS, "axis %lld of %s is outside of %lld to %lld", (long long)axis,
           in->op->name, (long long)-axes, (long long)axes - 1);
    return -1;
}

// ---- rules of many ops

// One class of operands: those with axes, those without, numbers.
struct promotion {
    enum dtype with_axes, without, number;
};

static void promote_one(struct promotion *p, const struct operand *operand)
{
    enum dtype dtype = operand->type.dtype;
    if (operand->is_number) {
        // A number of the language has no width: a floating one counts as the default dtype.
        p->number = dtype_promote(p->number, dtype_is_float(dtype) ? DTYPE_F32 : dtype);
    } else if (operand->type.shape.rank > 0) {
        p->with_axes = dtype_promote(p->with_axes, dtype);
    } else {
        p->without = dtype_promote(p->without, dtype);
    }
}

// c10's combine_categories: the lower class only decides where its category is higher.
static enum dtype combine(enum dtype higher, enum dtype lower)
{
    if (higher == DTYPE_NONE) return lower;
    if (lower == DTYPE_NONE || dtype_category(higher) >= dtype_category(lower)) return higher;
    return dtype_promote(higher, lower);
}

enum dtype infer_promote(const struct infer *in)
{
    struct promotion p = {DTYPE_NONE, DTYPE_NONE, DTYPE_NONE};
    for (int i = 0; i < in->n_in; i++) {
        if (infer_has(in, i)) promote_one(&p, &in->in[i]);
    }
    return combine(p.with_axes, combine(p.without, p.number));
}

#define EQUAL_OR_ONE "make the two sizes equal, or one of them 1"

// What mends any broadcast; rules that know what their axes mean say more.
static const char *broadcast_fix(const struct infer *in, const struct term *a, const struct term *b)
{
    bool same_rank = infer_rank(in, a->operand) == infer_rank(in, b->operand);
    return same_rank ? EQUAL_OR_ONE : EQUAL_OR_ONE "; the axes are lined up at the last one";
}

// Axis of the result so far, met with that of the next operand. Without a size yet, or with 1, the
// next one takes its place.
static void broadcast_axis(struct infer *in, struct term *sum, struct term next)
{
    if (!sum->size || sym_is(sum->size, 1)) {
        *sum = next;
        return;
    }
    if (sum->size == next.size || sym_is(next.size, 1)) return;
    bool constant = sym_kind(sum->size) == SYM_CONST || sym_kind(next.size) == SYM_CONST;
    bool both = sym_kind(sum->size) == SYM_CONST && sym_kind(next.size) == SYM_CONST;
    // A symbol beside a constant may still be 1; of two symbols equality is asked for,
    // since no size of the result would be right for every case.
    oblige(in, constant && !both ? RELATION_BROADCAST : RELATION_EQUAL, DIAG_BROADCAST, *sum, next,
           broadcast_fix(in, sum, &next));
    if (knowledge(next.size) > knowledge(sum->size)) *sum = next;
}

void infer_broadcast(struct infer *in, int first, int n, struct shape *out)
{
    struct term dim[MAX_RANK] = {0};
    out->rank = 0;
    for (int i = first; i < first + n; i++) {
        if (infer_rank(in, i) > out->rank) out->rank = infer_rank(in, i);
    }
    for (int i = first; i < first + n; i++) {
        if (!infer_has(in, i)) continue;
        int rank = infer_rank(in, i), shift = out->rank - rank;
        for (int axis = 0; axis < rank; axis++) {
            broadcast_axis(in, &dim[shift + axis], infer_dim(in, i, axis));
        }
    }
    for (int axis = 0; axis < out->rank; axis++) out->dim[axis] = dim[axis].size;
}

// ---- the rule

// The zero is most likely one that nobody wrote where values come before it and none behind it.
const char *infer_short_list(struct infer *in, const char *attr, int n,
                             const struct sym *const *values, int zero)
{
    for (int i = 0; i < n; i++)
        if (sym_is(values[i], 0) != (i >= zero)) return "";
    if (!zero) return "";
    return arena_printf(in->arena,
                        ": of its %d values only %s given, and C makes the others 0; write %d "
                        "values, or %s as one number for all axes",
                        n, zero == 1 ? "the first is" : "the first ones are", n, attr);
}

static bool is_at_least(struct infer *in, const struct attr_least *bound)
{
    // A family's list names what not every op of it has.
    if (op_attr_index(in->op, bound->attr) < 0) return true;
    const struct sym *values[MAX_RANK];
    int n = infer_n_ints(in, bound->attr);
    if (n > MAX_RANK) n = MAX_RANK; // a list of a length that the rule refuses
    infer_ints(in, bound->attr, n, bound->least, values);
    for (int i = 0; i < n; i++) {
        if (sym_upper(in->syms, values[i]) < bound->least)
            return refuse(in, DIAG_OPTION_RANGE,
                          "%s of %s is %s; it must be at least %" PRId64 "%s", bound->attr,
                          in->op->name, sym_string(in->arena, values[i]), bound->least,
                          infer_short_list(in, bound->attr, n, values, i));
        require_at_least(in, DIAG_OPTION_RANGE, infer_term(values[i], bound->attr), bound->least,
                         NULL);
    }
    return true;
}

static bool attrs_are_large_enough(struct infer *in)
{
    const struct attr_least *bound = in->op->least;
    while (bound && bound->attr && is_at_least(in, bound)) bound++;
    return !bound || !bound->attr;
}

void infer_run(struct infer *in)
{
    if (attrs_are_large_enough(in)) in->op->shape(in);
}
