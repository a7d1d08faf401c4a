// Arithmetic of C, exact in width and sign where the operands are known, carried on in symbols
// where they are not.

#include "frontends/c/centered.h"
#include "frontends/c/interp.h"
#include "frontends/c/pair.h"

// ---- integers

static int64_t type_min(const struct ctype *t)
{
    if (!t->is_signed) return 0;
    return t->size >= 8 ? INT64_MIN : -((int64_t)1 << (8 * t->size - 1));
}

static int64_t type_max(const struct ctype *t)
{
    if (t->kind == CTYPE_BOOL) return 1;
    if (t->size >= 8) return INT64_MAX;
    return ((int64_t)1 << (8 * t->size - (t->is_signed ? 1 : 0))) - 1;
}

// INT_MIN / -1 wraps, as the machine's negation does; it does not trap here.
static bool divide(const struct ctype *t, enum ast_op op, int64_t a, int64_t b, int64_t *out)
{
    if (b == 0) return false;
    if (!t->is_signed && t->size == 8) {
        uint64_t x = (uint64_t)a, y = (uint64_t)b;
        *out = (int64_t)(op == AST_OP_DIV ? x / y : x % y);
    } else if (b == -1) {
        *out = op == AST_OP_DIV ? (int64_t)(0 - (uint64_t)a) : 0;
    } else {
        *out = op == AST_OP_DIV ? a / b : a % b;
    }
    return true;
}

// The machine takes the count modulo the width of the (promoted) operand.
static int64_t shift(const struct ctype *t, enum ast_op op, int64_t a, int64_t b)
{
    unsigned count = (unsigned)b & (t->size == 8 ? 63u : 31u);
    if (op == AST_OP_SHL) return (int64_t)((uint64_t)a << count);
    if (t->is_signed) return a >> count;
    uint64_t bits = t->size == 8 ? (uint64_t)a : (uint64_t)a & UINT32_MAX;
    return (int64_t)(bits >> count);
}

static bool less(const struct ctype *t, int64_t a, int64_t b)
{
    if (!t->is_signed && t->size == 8) return (uint64_t)a < (uint64_t)b;
    return a < b;
}

// All in unsigned 64-bit arithmetic, then wrapped to the type: signed overflow wraps, as with
// -fwrapv.
bool value_integer_op(enum ast_op op, const struct ctype *t, int64_t a, int64_t b, int64_t *out)
{
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    int64_t r = 0;
    switch (op) {
    case AST_OP_ADD: r = (int64_t)(x + y); break;
    case AST_OP_SUB: r = (int64_t)(x - y); break;
    case AST_OP_MUL: r = (int64_t)(x * y); break;
    case AST_OP_DIV:
    case AST_OP_REM:
        if (!divide(t, op, a, b, &r)) return false;
        break;
    case AST_OP_SHL:
    case AST_OP_SHR: r = shift(t, op, a, b); break;
    case AST_OP_AND: r = a & b; break;
    case AST_OP_OR: r = a | b; break;
    case AST_OP_XOR: r = a ^ b; break;
    case AST_OP_LT: *out = less(t, a, b); return true;
    case AST_OP_GT: *out = less(t, b, a); return true;
    case AST_OP_LE: *out = !less(t, b, a); return true;
    case AST_OP_GE: *out = !less(t, a, b); return true;
    case AST_OP_EQ: *out = a == b; return true;
    case AST_OP_NE: *out = a != b; return true;
    default: break;
    }
    *out = value_wrap(t, r);
    return true;
}

// Of signed numbers as wide as int at least: narrower ones are computed as int, and unsigned ones
// wrap by C's rules. Shifts that lose bits are left out: programs mean the bits, compilers keep
// them.
static bool overflows(enum ast_op op, const struct ctype *t, int64_t a, int64_t b)
{
    int64_t r;
    bool wraps = false;
    if (t->kind != CTYPE_INT || !t->is_signed || t->size < 4) return false;
    switch (op) {
    case AST_OP_ADD: wraps = __builtin_add_overflow(a, b, &r); break;
    case AST_OP_SUB: wraps = __builtin_sub_overflow(a, b, &r); break;
    case AST_OP_MUL: wraps = __builtin_mul_overflow(a, b, &r); break;
    case AST_OP_DIV:
    case AST_OP_REM: return b == -1 && a == type_min(t);
    default: return false;
    }
    return wraps || r < type_min(t) || r > type_max(t);
}

// What a compiler makes of it may differ, so it is said; the run goes on as with -fwrapv.
void value_check_overflow(struct eval *e, const struct ast *n, enum ast_op op,
                          const struct ctype *t, int64_t a, int64_t b)
{
    if (!overflows(op, t, a, b)) return;
    int64_t wrapped = 0;
    value_integer_op(op, t, a, b, &wrapped);
    const char *what =
        n && n->kind == AST_UNARY
            ? arena_printf(e->arena, "-(%lld)", (long long)b)
            : arena_printf(e->arena, "%lld %s %lld", (long long)a, ast_spelling(op), (long long)b);
    eval_fault(e, n, DIAG_SIGNED_OVERFLOW,
               "%s does not fit in the %d bits of its type: C leaves open what the program "
               "computes; it is taken to wrap, to %lld",
               what, (int)(8 * t->size), (long long)wrapped);
}

// The width is that of the promoted left side, whatever the right side's type is.
void value_check_shift(struct eval *e, const struct ast *n, enum ast_op op, const struct cvalue *a,
                       const struct cvalue *b)
{
    int bits = a->type->size == 8 ? 64 : 32;
    bool shifts = op == AST_OP_SHL || op == AST_OP_SHR;
    if (!shifts || b->kind != CVALUE_INT || (b->integer >= 0 && b->integer < bits)) return;
    eval_fault(
        e, n, DIAG_SHIFT_COUNT,
        "a shift by %lld of a number of %d bits: C leaves open what the program computes; it "
        "is taken to shift by %lld",
        (long long)b->integer, bits, (long long)(b->integer & (bits - 1)));
}

// ---- symbols

static struct claim range_claim(struct arena *arena, enum requirement_kind kind,
                                const struct sym *s, int64_t limit)
{
    const char *text = sym_string(arena, s),
               *number = arena_printf(arena, "%lld", (long long)limit);
    return (struct claim){arena_printf(arena, "%s %s %s in C's arithmetic", text,
                                       kind == REQUIRE_AT_MOST ? "<=" : ">=", number),
                          {kind, text, number}};
}

// Values that are given to the symbols later are held against it; each expression once.
static void note_range(struct eval *e, const struct sym *s, const struct ctype *t)
{
    struct {
        const struct sym *sym;
        const struct ctype *type;
    } key = {s, t};
    bool above = sym_upper(e->syms, s) > type_max(t), below = sym_lower(e->syms, s) < type_min(t);
    if (!above && !below) return;
    if (map_get(e->claims.assumed, &key, sizeof key)) return;
    map_put(e->claims.assumed, &key, sizeof key, e);
    if (above)
        *vec_push(e->arena, &e->claims.ranges) =
            range_claim(e->arena, REQUIRE_AT_MOST, s, type_max(t));
    if (below)
        *vec_push(e->arena, &e->claims.ranges) =
            range_claim(e->arena, REQUIRE_AT_LEAST, s, type_min(t));
}

// Would "not negative" say what the symbols are, as of `-n` or `1 - 2*n`? It would where the number
// is largest at the least values of the symbols, and negative one step away from them.
static bool pins_symbols(struct eval *e, const struct sym *s)
{
    const struct sym **vars;
    int n = sym_vars(e->arena, s, &vars);
    int64_t value, largest = sym_upper(e->syms, s);
    struct sym_binding *at = arena_array(e->arena, struct sym_binding, n);
    if (largest <= 0) return true;
    for (int i = 0; i < n; i++) at[i] = (struct sym_binding){vars[i], sym_lower(e->syms, vars[i])};
    if (!sym_evaluate(s, at, n, &value) || value != largest) return false;
    for (int i = 0; i < n; i++) {
        if (at[i].value == INT64_MAX) return false;
        at[i].value++;
        if (!sym_evaluate(s, at, n, &value) || value >= 0) return false;
        at[i].value--;
    }
    return true;
}

// An unsigned number that wraps for nearly all values of its symbols.
static struct cvalue wrapped(struct eval *e, const struct sym *s, const struct ctype *t)
{
    if (t->size < 8) return cvalue_sym(t, sym_mod(e->syms, s, sym_const(e->syms, type_max(t) + 1)));
    const char *text = sym_string(e->arena, s);
    return value_blank(e, t, arena_printf(e->arena, "%s wraps in unsigned arithmetic", text));
}

struct cvalue value_fit(struct eval *e, const struct sym *s, const struct ctype *t,
                        const struct ast *n)
{
    int64_t known;
    if (t->size == 4 && !t->is_signed && sym_upper(e->syms, s) > type_max(t))
        s = centered_sum(e, s);
    if (sym_is_const(s, &known)) return cvalue_int(t, known);
    struct cvalue v = {.kind = CVALUE_SYMBOLIC, .type = t, .sym = s};
    if (sym_kind(s) == SYM_UNKNOWN) return v;
    bool below = !t->is_signed && sym_lower(e->syms, s) < 0;
    if (below && pins_symbols(e, s)) return wrapped(e, s, t);
    if (t->size < 8 && t->size > 0) note_range(e, s, t);
    if (below) {
        const char *text = sym_string(e->arena, s);
        const struct claim claim = {
            arena_printf(e->arena, "%s >= 0: it is used as an unsigned size", text),
            {REQUIRE_AT_LEAST, text, "0"}};
        eval_assume_claim(e, n, &claim);
        sym_assume_at_least(e->syms, s, 0);
    }
    bool wraps = t->size < 4 || (t->size == 4 && !t->is_signed);
    if (wraps && (sym_upper(e->syms, s) > type_max(t) || sym_lower(e->syms, s) < type_min(t)))
        eval_assume(e, n,
                    arena_printf(e->arena, "%s fits in %d bits", sym_string(e->arena, s),
                                 (int)(8 * t->size)));
    return v;
}

// `a & b` where one side is a mask of all, of the lowest or of all but the lowest bits.
static const struct sym *symbolic_and(struct eval *e, const struct sym *a, const struct sym *b,
                                      const struct ctype *t)
{
    int64_t mask;
    if (a == b && sym_kind(a) != SYM_UNKNOWN) return a;
    if (!sym_is_const(b, &mask)) {
        if (sym_is_const(a, &mask)) return symbolic_and(e, b, a, t);
        return sym_unknown(e->syms, "bit operations on an unknown");
    }
    uint64_t bits = (uint64_t)mask, all = t->size >= 8 ? UINT64_MAX : (1ull << (8 * t->size)) - 1;
    if ((bits &= all) == all) return a;
    if (bits == 0) return sym_const(e->syms, 0);
    if (bits == INT64_MAX)
        return sym_lower(e->syms, a) >= 0 ? a : sym_unknown(e->syms, "a sign bit");
    if ((bits & (bits + 1)) == 0) return sym_mod(e->syms, a, sym_const(e->syms, (int64_t)bits + 1));
    uint64_t low = ~bits & all;
    if ((low & (low + 1)) == 0 && low < INT64_MAX)
        return sym_sub(e->syms, a, sym_mod(e->syms, a, sym_const(e->syms, (int64_t)low + 1)));
    return sym_unknown(e->syms, "bit operations on an unknown");
}

// Multiplication and division by a power of two, exact as long as nothing overflows.
static const struct sym *symbolic_shift(struct syms *syms, enum ast_op op, const struct sym *a,
                                        const struct sym *b)
{
    int64_t count;
    if (sym_is_const(b, &count) && (count < 0 || count > 61))
        return sym_unknown(syms, "a shift by more bits than there are");
    // A program that shifts by a size goes on only where it is not negative.
    if (sym_kind(b) != SYM_UNKNOWN && sym_lower(syms, b) < 0) sym_assume_at_least(syms, b, 0);
    const struct sym *factor = sym_pow(syms, 2, b);
    return op == AST_OP_SHL ? sym_mul(syms, a, factor) : sym_floordiv(syms, a, factor);
}

// By the bits that both have: a | b is a + b - (a & b), a ^ b is a + b - 2*(a & b).
static const struct sym *symbolic_or(struct eval *e, enum ast_op op, const struct sym *a,
                                     const struct sym *b, const struct ctype *t)
{
    int64_t mask;
    if (sym_is(a, 0)) return b;
    if (sym_is(b, 0)) return a;
    bool beyond = t->size >= 8 && !t->is_signed; // a mask of high bits is no number of 64 with sign
    if (beyond && ((sym_is_const(a, &mask) && mask < 0) || (sym_is_const(b, &mask) && mask < 0)))
        return sym_unknown(e->syms, "bit operations on an unknown");
    const struct sym *both = symbolic_and(e, a, b, t);
    if (sym_kind(both) == SYM_UNKNOWN) return both;
    if (op == AST_OP_XOR) both = sym_mul_const(e->syms, both, 2);
    return sym_sub(e->syms, sym_add(e->syms, a, b), both);
}

// A program that divides by a size goes on only where it is not 0.
static void assume_divisor(struct syms *syms, const struct sym *b)
{
    if (sym_kind(b) != SYM_UNKNOWN && sym_lower(syms, b) == 0) sym_assume_at_least(syms, b, 1);
}

static const struct sym *symbolic_op(struct eval *e, enum ast_op op, const struct sym *a,
                                     const struct sym *b, const struct ctype *t)
{
    switch (op) {
    case AST_OP_ADD: return sym_add(e->syms, a, b);
    case AST_OP_SUB: return sym_sub(e->syms, a, b);
    case AST_OP_MUL: return sym_mul(e->syms, a, b);
    case AST_OP_DIV: assume_divisor(e->syms, b); return sym_truncdiv(e->syms, a, b);
    case AST_OP_REM: assume_divisor(e->syms, b); return sym_truncmod(e->syms, a, b);
    case AST_OP_SHL:
    case AST_OP_SHR: return symbolic_shift(e->syms, op, a, b);
    case AST_OP_AND: return symbolic_and(e, a, b, t);
    case AST_OP_OR:
    case AST_OP_XOR: return symbolic_or(e, op, a, b, t);
    default: return sym_unknown(e->syms, "not arithmetic");
    }
}

// Known or in symbols.
static bool is_integer(const struct cvalue *v)
{
    return v->kind == CVALUE_INT || v->kind == CVALUE_SYMBOLIC;
}

// A finding, and a value that no later finding is made of.
static struct cvalue division_by_zero(struct eval *e, const struct ctype *result,
                                      const struct ast *n)
{
    eval_fault(e, n, DIAG_DIVISION_BY_ZERO, "division by zero");
    return lost_value(e, result, "division by zero");
}

// Sums, products and powers of two go on as they begin.
static void note_steps(struct eval *e, enum ast_op op, const struct cvalue *a,
                       const struct cvalue *b)
{
    if (op == AST_OP_ADD || op == AST_OP_SUB || op == AST_OP_MUL || op == AST_OP_SHL) return;
    // Of floats that are lost nothing comes but what is lost.
    if (a->type->kind == CTYPE_FLOAT && b->type->kind == CTYPE_FLOAT) return;
    compare_note_steps(e, a);
    compare_note_steps(e, b);
}

// Whatever the other side of an or is, all bits of the result are set.
static bool sets_all(enum ast_op op, const struct cvalue *v)
{
    uint64_t all = v->type->size >= 8 ? UINT64_MAX : (1ull << (8 * v->type->size)) - 1;
    return op == AST_OP_OR && v->kind == CVALUE_INT && ((uint64_t)v->integer & all) == all;
}

// Numbers, else symbols. A division by a plain 0 is a finding whatever is divided.
static struct cvalue integer_binary(struct eval *e, enum ast_op op, const struct cvalue *a,
                                    const struct cvalue *b, const struct ctype *result,
                                    const struct ast *n)
{
    int64_t r;
    value_check_shift(e, n, op, a, b);
    if (a->kind == CVALUE_INT && b->kind == CVALUE_INT) {
        if (!value_integer_op(op, a->type, a->integer, b->integer, &r))
            return division_by_zero(e, result, n);
        value_check_overflow(e, n, op, a->type, a->integer, b->integer);
        return cvalue_int(result, r);
    }
    if ((op == AST_OP_DIV || op == AST_OP_REM) && b->kind == CVALUE_INT && b->integer == 0)
        return division_by_zero(e, result, n);
    if (sets_all(op, a) || sets_all(op, b))
        return cvalue_int(result, sets_all(op, a) ? a->integer : b->integer);
    note_steps(e, op, a, b);
    const struct sym *s = symbolic_op(e, op, cvalue_as_sym(e, a), cvalue_as_sym(e, b), a->type);
    return value_fit(e, s, result, n);
}

// ---- floating point

// In the width of the type: computing in a wider one and rounding would round twice.
static struct cvalue float_binary(enum ast_op op, const struct ctype *t, long double a,
                                  long double b)
{
    if (t->size == 4) {
        float x = (float)a, y = (float)b;
        float r = op == AST_OP_ADD   ? x + y
                  : op == AST_OP_SUB ? x - y
                  : op == AST_OP_MUL ? x * y
                                     : x / y;
        return cvalue_float(t, (long double)r);
    }
    if (t->size == 8) {
        double x = (double)a, y = (double)b;
        double r = op == AST_OP_ADD   ? x + y
                   : op == AST_OP_SUB ? x - y
                   : op == AST_OP_MUL ? x * y
                                      : x / y;
        return cvalue_float(t, (long double)r);
    }
    long double r = op == AST_OP_ADD   ? a + b
                    : op == AST_OP_SUB ? a - b
                    : op == AST_OP_MUL ? a * b
                                       : a / b;
    return cvalue_float(t, r);
}

static bool is_comparison(enum ast_op op)
{
    return op >= AST_OP_LT && op <= AST_OP_NE;
}

// Which of few numbers it is nobody knows (join.h), and as little what comparing it gives.
static const struct sym *unnamed(struct eval *e, const struct cvalue *v)
{
    bool unknown = v->kind == CVALUE_SYMBOLIC && sym_kind(v->sym) == SYM_UNKNOWN;
    return unknown && !e->request.concrete && !lost_is_reason(e, sym_name(v->sym)) ? v->sym : NULL;
}

// What one side is unknown for is what the result is unknown for: the left one's reason first.
struct cvalue value_binary(struct eval *e, enum ast_op op, const struct cvalue *a,
                           const struct cvalue *b, const struct ctype *result, const struct ast *n)
{
    if (!is_comparison(op) && (pair_is(a) || pair_is(b) || result->pair))
        return pair_binary(e, op, a, b, result, n);
    const struct sym *open = is_comparison(op) ? unnamed(e, a) : NULL;
    if (is_comparison(op) && !open) open = unnamed(e, b);
    if (open) return (struct cvalue){.kind = CVALUE_SYMBOLIC, .type = result, .sym = open};
    if (is_comparison(op))
        return cvalue_int(result, compare_values(e, op, a, b, n, (struct hint){0}));
    if (is_integer(a) && is_integer(b)) return integer_binary(e, op, a, b, result, n);
    if (a->kind == CVALUE_FLOATING && b->kind == CVALUE_FLOATING)
        return float_binary(op, result, a->floating, b->floating);
    note_steps(e, op, a, b);
    const struct cvalue *unknown = a->kind == CVALUE_UNKNOWN ? a : b;
    if (unknown->kind == CVALUE_UNKNOWN) return cvalue_unknown(result, unknown->reason);
    return value_blank(e, result, "arithmetic on something that is no number");
}

struct cvalue value_unary(struct eval *e, enum ast_op op, const struct cvalue *a,
                          const struct ctype *result, const struct ast *n)
{
    if (a->kind == CVALUE_UNKNOWN) return cvalue_unknown(result, a->reason);
    if (result->pair) return pair_unary(e, op, a, result, n);
    if (op == AST_OP_PLUS) return *a;
    if (a->kind == CVALUE_INT) {
        uint64_t v = (uint64_t)a->integer;
        if (op == AST_OP_NEG) value_check_overflow(e, n, AST_OP_SUB, a->type, 0, a->integer);
        return cvalue_int(result, (int64_t)(op == AST_OP_NEG ? 0 - v : ~v));
    }
    if (a->kind == CVALUE_FLOATING && op == AST_OP_NEG) return cvalue_float(result, -a->floating);
    if (a->kind == CVALUE_SYMBOLIC) {
        const struct sym *s = sym_neg(e->syms, a->sym);
        bool narrow = !result->is_signed && result->size < 8; // ~x is the largest number less x
        if (op == AST_OP_BITNOT) s = sym_add_const(e->syms, s, narrow ? type_max(result) : -1);
        return value_fit(e, s, result, n);
    }
    return value_blank(e, result, "arithmetic on something that is no number");
}
