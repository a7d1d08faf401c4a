// <stdlib.h> and <assert.h>: sorting, ending, integers, the environment.

#include "frontends/dialects/libc.h"

#include <stdlib.h>
#include <string.h>

// ---- sorting: stable, as glibc's merge sort is

struct sorting {
    struct eval *eval;
    const struct cvalue *compare;
    struct cvalue base; // of a copy of the array
    int64_t size;
    bool unknown; // a comparison was
};

static bool sorted_before(struct sorting *s, int64_t a, int64_t b)
{
    struct cvalue sides[2] = {s->base, s->base};
    sides[0].pointer.offset += a * s->size;
    sides[1].pointer.offset += b * s->size;
    struct cvalue order = eval_call(s->eval, s->compare, 2, sides);
    s->unknown |= order.kind != CVALUE_INT;
    return !s->unknown && order.integer > 0;
}

static void merge(struct sorting *s, int64_t *order, int64_t *spare, int64_t n)
{
    if (n < 2 || eval_stopped(s->eval)) return;
    int64_t half = n / 2, i = 0, j = half, k = 0;
    merge(s, order, spare, half);
    merge(s, order + half, spare, n - half);
    while (i < half && j < n) {
        bool right = sorted_before(s, order[i], order[j]);
        spare[k++] = right ? order[j++] : order[i++];
    }
    while (i < half) spare[k++] = order[i++];
    memcpy(order, spare, (size_t)k * sizeof *order);
}

static struct cvalue apply_qsort(const struct dialect_call *c)
{
    struct eval *e = c->eval;
    struct place p;
    int64_t n, size, bytes;
    if (!libc_integer(c, 1, &n) || !libc_integer(c, 2, &size)) {
        libc_forget(c, 0, "it was sorted");
        return libc_nothing(c);
    }
    if (n < 2 || size <= 0 || __builtin_mul_overflow(n, size, &bytes)) return libc_nothing(c);
    if (!libc_place(c, 0, bytes, ACCESS_WRITE, &p)) return libc_nothing(c);
    struct object *copy =
        heap_new(e->heap, OBJECT_HEAP, bytes, FILL_ZERO, p.object->type, "the array");
    heap_copy(e->heap, copy, 0, p.object, p.offset, bytes);
    struct sorting s = {e, &c->arguments[3],
                        place_pointer((struct place){copy, 0, NULL}, e->types->void_pointer), size,
                        false};
    int64_t *order = arena_array(e->arena, int64_t, n), *spare = arena_array(e->arena, int64_t, n);
    for (int64_t i = 0; i < n; i++) order[i] = i;
    merge(&s, order, spare, n);
    for (int64_t i = 0; i < n; i++)
        heap_copy(e->heap, p.object, p.offset + i * size, copy, order[i] * size, size);
    heap_release(e->heap, copy);
    if (s.unknown) libc_forget(c, 0, "it was sorted by what is not known");
    return libc_nothing(c);
}

static struct cvalue apply_bsearch(const struct dialect_call *c)
{
    int64_t n, size, low = 0;
    if (!libc_integer(c, 2, &n) || !libc_integer(c, 3, &size))
        return libc_unknown(c, "a search in an array of unknown length");
    while (low < n && !eval_stopped(c->eval)) {
        int64_t middle = low + (n - low) / 2;
        struct cvalue sides[2] = {c->arguments[0], libc_pointer(c, 1, middle * size)};
        struct cvalue order = eval_call(c->eval, &c->arguments[4], 2, sides);
        if (order.kind != CVALUE_INT) return libc_unknown(c, "a search among unknowns");
        if (order.integer == 0) return sides[1];
        if (order.integer < 0)
            n = middle;
        else
            low = middle + 1;
    }
    return cvalue_null(c->result);
}

// ---- ending

static struct cvalue apply_exit(const struct dialect_call *c)
{
    int64_t status = 0;
    libc_integer(c, 0, &status);
    eval_exit(c->eval, (int)(status & 255));
    return libc_nothing(c);
}

// Nothing that was given to atexit is called.
static struct cvalue apply_exit_at_once(const struct dialect_call *c)
{
    c->eval->ending.at_exit.n = 0;
    return apply_exit(c);
}

static struct cvalue apply_abort(const struct dialect_call *c)
{
    eval_abort(c->eval, arena_printf(c->eval->arena, "%s was called", c->function->name));
    return libc_nothing(c);
}

static struct cvalue apply_assert_fail(const struct dialect_call *c)
{
    const char *text = libc_text(c, 0);
    if (!c->eval->request.concrete)
        eval_fault(c->eval, c->eval->at, DIAG_ASSERTION_FAILED, "the assertion `%s` fails",
                   text ? text : "?");
    eval_abort(c->eval, "an assertion fails");
    return libc_nothing(c);
}

static struct cvalue apply_nothing(const struct dialect_call *c)
{
    return libc_nothing(c);
}

// What is not known of a program lies before its end, so only where all is known is it run to the
// last call.
static struct cvalue apply_atexit(const struct dialect_call *c)
{
    struct eval *e = c->eval;
    const struct cvalue *f = &c->arguments[0];
    if (e->request.concrete && f->kind == CVALUE_CODE)
        *vec_push(e->arena, &e->ending.at_exit) = f->function;
    else if (e->request.concrete)
        eval_unsupported(e, e->at, "a function for the program's end that is not known");
    return libc_int(c, 0);
}

// ---- integers, the environment, chance

static struct cvalue apply_abs(const struct dialect_call *c)
{
    struct cvalue v = c->arguments[0];
    if (v.kind == CVALUE_INT)
        return libc_int(c, v.integer < 0 ? (int64_t)(0 - (uint64_t)v.integer) : v.integer);
    if (v.kind != CVALUE_SYMBOLIC) return v;
    const struct sym *minus = sym_neg(c->eval->syms, v.sym);
    return cvalue_sym(c->result, sym_max(c->eval->syms, v.sym, minus));
}

static struct cvalue apply_div(const struct dialect_call *c)
{
    struct eval *e = c->eval;
    const struct ctype *t = c->result;
    const struct cfield *quotient = ctype_field(t, "quot"), *rest = ctype_field(t, "rem");
    if (!quotient || !rest) return libc_unknown(c, "a division");
    struct object *o = eval_temporary(e, t);
    struct place p = {o, quotient->offset, NULL};
    struct cvalue a = value_convert(e, &c->arguments[0], quotient->type, e->at);
    struct cvalue b = value_convert(e, &c->arguments[1], quotient->type, e->at);
    struct cvalue v = value_binary(e, AST_OP_DIV, &a, &b, quotient->type, e->at);
    place_store(e, p, quotient->type, &v, e->at);
    p.offset = rest->offset;
    v = value_binary(e, AST_OP_REM, &a, &b, rest->type, e->at);
    place_store(e, p, rest->type, &v, e->at);
    return (struct cvalue){.kind = CVALUE_RECORD, .type = t, .record = o->id};
}

static struct cvalue apply_getenv(const struct dialect_call *c)
{
    if (c->eval->request.concrete) return cvalue_null(c->result);
    return libc_unknown(c, "the environment");
}

static struct cvalue apply_chance(const struct dialect_call *c)
{
    return libc_unknown(c, "a random number: which ones follow a seed is up to the C library");
}

// rand_r(&seed), which goes on with another one.
static struct cvalue apply_seeded(const struct dialect_call *c)
{
    libc_forget(c, 0, "a random number");
    return apply_chance(c);
}

const struct dialect_rule libc_stdlib_rules[] = {
    {"qsort", "piip", apply_qsort, NULL},
    {"bsearch", "ppiip", apply_bsearch, NULL},
    {"exit", "i!", apply_exit, NULL},
    {"_exit", "i!", apply_exit_at_once, NULL},
    {"_Exit", "i!", apply_exit_at_once, NULL},
    {"quick_exit", "i!", apply_exit_at_once, NULL},
    {"abort", "!", apply_abort, NULL},
    {"__builtin_trap", "!", apply_abort, NULL},
    {"__assert_fail", "ppip!", apply_assert_fail, NULL},
    {"atexit", "p", apply_atexit, NULL},
    {"abs", "i=", apply_abs, NULL},
    {"labs", "i=", apply_abs, NULL},
    {"llabs", "i=", apply_abs, NULL},
    {"imaxabs", "i=", apply_abs, NULL},
    {"div", "ii", apply_div, NULL},
    {"ldiv", "ii", apply_div, NULL},
    {"lldiv", "ii", apply_div, NULL},
    {"imaxdiv", "ii", apply_div, NULL},
    {"getenv", "p", apply_getenv, NULL},
    {"secure_getenv", "p", apply_getenv, NULL},
    {"rand", "?", apply_chance, NULL},
    {"random", "?", apply_chance, NULL},
    {"drand48", "?", apply_chance, NULL},
    {"lrand48", "?", apply_chance, NULL},
    {"mrand48", "?", apply_chance, NULL},
    {"rand_r", "p", apply_seeded, NULL},
    {"srand", "i", apply_nothing, NULL},
    {"srandom", "i", apply_nothing, NULL},
    {"srand48", "i", apply_nothing, NULL},
    {0}};
