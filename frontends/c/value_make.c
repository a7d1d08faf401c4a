// Values made: in the width of their type, symbolic only where no number, unknown with a reason;
// and read back as numbers and symbols.

#include "frontends/c/interp.h"

#include <math.h>

int64_t value_wrap(const struct ctype *type, int64_t v)
{
    if (type->kind == CTYPE_BOOL) return v != 0;
    switch (type->size) {
    case 1: return type->is_signed ? (int8_t)v : (uint8_t)v;
    case 2: return type->is_signed ? (int16_t)v : (uint16_t)v;
    case 4: return type->is_signed ? (int32_t)v : (int64_t)(uint32_t)v;
    default: return v;
    }
}

struct cvalue cvalue_int(const struct ctype *type, int64_t v)
{
    return (struct cvalue){.kind = CVALUE_INT, .type = type, .integer = value_wrap(type, v)};
}

// A symbolic value is never a constant: then it is an integer, with the width of its type.
struct cvalue cvalue_sym(const struct ctype *type, const struct sym *s)
{
    int64_t known;
    if (sym_is_const(s, &known)) return cvalue_int(type, known);
    return (struct cvalue){.kind = CVALUE_SYMBOLIC, .type = type, .sym = s};
}

// Floats are kept as long double and rounded to their type after each operation. For float and
// double that is the value that the machine computes, since operations are done in the type itself
// (float_binary).
static long double round_to(const struct ctype *type, long double v)
{
    if (type->size == 4) return (long double)(float)v;
    if (type->size == 8) return (long double)(double)v;
    return v;
}

struct cvalue cvalue_float(const struct ctype *type, long double v)
{
    return (struct cvalue){.kind = CVALUE_FLOATING, .type = type, .floating = round_to(type, v)};
}

struct cvalue cvalue_null(const struct ctype *type)
{
    return (struct cvalue){.kind = CVALUE_POINTER, .type = type};
}

struct cvalue cvalue_unknown(const struct ctype *type, const char *reason)
{
    if (type->kind == CTYPE_VOID) return (struct cvalue){.kind = CVALUE_NOTHING, .type = type};
    return (struct cvalue){.kind = CVALUE_UNKNOWN, .type = type, .reason = reason};
}

// What stands for the result of something that went wrong: it never becomes a
// symbol that the user could set.
struct cvalue value_blank(struct eval *e, const struct ctype *type, const char *reason)
{
    if (ctype_is_integer(type)) return cvalue_sym(type, sym_unknown(e->syms, reason));
    return cvalue_unknown(type, reason);
}

const struct sym *cvalue_as_sym(struct eval *e, const struct cvalue *v)
{
    switch (v->kind) {
    case CVALUE_INT: return sym_const(e->syms, v->integer);
    case CVALUE_SYMBOLIC: return v->sym;
    case CVALUE_UNKNOWN: return sym_unknown(e->syms, v->reason);
    case CVALUE_FLOATING:
        if (v->floating == truncl(v->floating) && fabsl(v->floating) < 0x1p62L)
            return sym_const(e->syms, (int64_t)v->floating);
        break;
    default: break;
    }
    return sym_unknown(e->syms, "not an integer");
}

bool cvalue_as_int(const struct cvalue *v, int64_t *out)
{
    if (v->kind != CVALUE_INT) return false;
    *out = v->integer;
    return true;
}

bool cvalue_is_null(const struct cvalue *v)
{
    if (v->kind == CVALUE_INT) return v->integer == 0;
    return v->kind == CVALUE_POINTER && v->pointer.object == 0 && v->pointer.offset == 0;
}
