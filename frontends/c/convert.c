// Conversions of C between the types of values.

#include "frontends/c/interp.h"
#include "frontends/c/pair.h"

#include <math.h>

// Outside the range the result is what an x86-64 gives.
static int64_t truncate(const struct ctype *t, long double v)
{
    if (!t->is_signed && t->size == 8) {
        if (v >= 0x1p64L || isnan(v)) return INT64_MIN;
        if (v >= 0x1p63L) return (int64_t)(uint64_t)v;
    }
    bool is_int = t->is_signed && t->size == 4;
    if (is_int && (isnan(v) || v >= 0x1p31L || v <= -0x1p31L - 1)) return INT32_MIN;
    if (isnan(v) || v >= 0x1p63L || v < -0x1p63L) return t->size < 8 ? 0 : INT64_MIN;
    return (int64_t)v;
}

// Whether the type has the number, cut toward zero: -0.9 is 0 in an unsigned type (C17 6.3.1.4).
static bool holds(const struct ctype *t, long double v)
{
    int bits = (int)(8 * t->size);
    if (t->kind == CTYPE_BOOL) return true;
    if (t->is_signed) return v > -ldexpl(1, bits - 1) - 1 && v < ldexpl(1, bits - 1);
    return v > -1 && v < ldexpl(1, bits);
}

// C leaves open what comes of a number outside of the type, so it is said, and the machine's answer
// taken.
static struct cvalue truncated(struct eval *e, const struct ctype *t, long double v,
                               const struct ast *n)
{
    struct cvalue result = cvalue_int(t, truncate(t, v));
    if (!holds(t, v))
        eval_fault(e, n, DIAG_FLOAT_TO_INTEGER,
                   "%s is converted to %s, which cannot hold it; the program is taken to go on "
                   "with %lld",
                   isnan(v) ? "NaN" : arena_printf(e->arena, "%Lg", v),
                   t->name ? t->name : "an integer type", (long long)result.integer);
    return result;
}

// An address is a number; a float is cut towards zero.
static struct cvalue to_integer(struct eval *e, const struct cvalue *v, const struct ctype *t,
                                const struct ast *n)
{
    if (t->size < 4) compare_note_steps(e, v);
    switch (v->kind) {
    case CVALUE_INT: return cvalue_int(t, v->integer);
    case CVALUE_SYMBOLIC: return value_fit(e, v->sym, t, n);
    case CVALUE_FLOATING: return truncated(e, t, v->floating, n);
    case CVALUE_POINTER: return cvalue_int(t, heap_address(v->pointer.object, v->pointer.offset));
    case CVALUE_CODE:
        return cvalue_int(t, heap_address(eval_function_info(e, v->function)->code->id, 0));
    case CVALUE_UNKNOWN: return cvalue_unknown(t, v->reason);
    default: return value_blank(e, t, "not a number");
    }
}

// A symbol as a float is not followed: only integers are symbolic. The reason names it.
static struct cvalue to_float(struct eval *e, const struct cvalue *v, const struct ctype *t)
{
    // One that is lost stays so.
    if (v->type->kind != CTYPE_FLOAT) compare_note_steps(e, v);
    switch (v->kind) {
    case CVALUE_FLOATING: return cvalue_float(t, v->floating);
    case CVALUE_INT: {
        bool wide = !v->type->is_signed && v->type->size == 8;
        long double exact = wide ? (long double)(uint64_t)v->integer : (long double)v->integer;
        return cvalue_float(t, exact);
    }
    case CVALUE_SYMBOLIC:
        if (sym_kind(v->sym) == SYM_UNKNOWN) return cvalue_unknown(t, sym_name(v->sym));
        return cvalue_unknown(
            t, arena_printf(e->arena, "depends on %s", sym_string(e->arena, v->sym)));
    case CVALUE_UNKNOWN: return cvalue_unknown(t, v->reason);
    default: return cvalue_unknown(t, "not a number");
    }
}

// An integer that is the address of an object is a pointer to it again.
static struct cvalue to_pointer(struct heap *heap, const struct cvalue *v, const struct ctype *t)
{
    struct cvalue p = *v;
    p.type = t;
    if (v->kind == CVALUE_POINTER) {
        struct object *o = heap_object(heap, v->pointer.object);
        const struct ctype *element = t->element;
        // malloc's memory has the type that it is first used as.
        if (o && !o->type && element && element->kind != CTYPE_VOID && element->size > 1)
            o->type = element;
        return p;
    }
    if (v->kind == CVALUE_CODE) return p;
    if (v->kind == CVALUE_UNKNOWN) return p;
    if (v->kind == CVALUE_SYMBOLIC) return cvalue_unknown(t, "a pointer made from an unknown");
    if (v->kind != CVALUE_INT) return cvalue_unknown(t, "not a pointer");
    p = (struct cvalue){.kind = CVALUE_POINTER, .type = t};
    heap_locate(heap, v->integer, &p.pointer.object, &p.pointer.offset);
    const struct object *o = heap_object(heap, p.pointer.object);
    if (o && o->kind == OBJECT_CODE && p.pointer.offset == 0)
        return (struct cvalue){.kind = CVALUE_CODE, .type = t, .function = o->rare->function};
    return p;
}

struct cvalue value_convert(struct eval *e, const struct cvalue *v, const struct ctype *t,
                            const struct ast *n)
{
    bool unknown = v->kind == CVALUE_UNKNOWN;
    if ((t->pair || pair_is(v)) && t->kind != CTYPE_VOID && !unknown)
        return pair_convert(e, v, t, n);
    switch (t->kind) {
    case CTYPE_VOID: return (struct cvalue){.kind = CVALUE_NOTHING, .type = t};
    case CTYPE_BOOL:
        if (v->kind == CVALUE_INT) return cvalue_int(t, v->integer != 0);
        return cvalue_int(t, compare_truth(e, v, n, (struct hint){0}));
    case CTYPE_INT: return to_integer(e, v, t, n);
    case CTYPE_FLOAT: return to_float(e, v, t);
    case CTYPE_POINTER: return to_pointer(e->heap, v, t);
    case CTYPE_RECORD: {
        struct cvalue record = *v;
        record.type = t;
        return record;
    }
    default: return cvalue_unknown(t, t->name ? t->name : "a type that is not supported");
    }
}
