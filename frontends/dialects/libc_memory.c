// malloc and its family, mem* of <string.h>.

#include "frontends/c/kernels/raw.h"
#include "frontends/c/loops/settle.h"
#include "frontends/dialects/libc.h"

#include <string.h>

// No machine has a larger address space for programs.
#define MAX_ALLOCATION ((int64_t)1 << 47)

// ---- getting and giving back

static struct cvalue allocated(const struct dialect_call *c, struct object *o)
{
    o->exposed = true;
    return (struct cvalue){.kind = CVALUE_POINTER, .type = c->result, .pointer = {o->id, 0}};
}

static struct cvalue impossible(const struct dialect_call *c, const char *what)
{
    eval_fault(c->eval, c->eval->at, DIAG_ALLOCATION_SIZE, "%s", what);
    return cvalue_null(c->result);
}

// What is asked for: how, in all, and of calloc how many of which size.
struct wanted {
    enum raw_function function;
    struct cvalue size;
    enum heap_fill fill;
    const struct sym *nmemb, *each;
};

static struct cvalue recorded(const struct dialect_call *c, const struct wanted *w,
                              const struct sym *bytes, struct object *o)
{
    raw_allocated(c->eval, w->function, o, bytes, w->nmemb, w->each);
    return allocated(c, o);
}

// Sizes that are not numbers: the object has no known end.
static struct cvalue allocate(const struct dialect_call *c, const struct wanted *w)
{
    struct eval *e = c->eval;
    const struct cvalue *size = &w->size;
    int64_t bytes;
    if (cvalue_as_int(size, &bytes)) {
        if (bytes < 0 || bytes > MAX_ALLOCATION)
            return impossible(
                c, arena_printf(e->arena, "%llu bytes are asked for", (unsigned long long)bytes));
        return recorded(c, w, sym_const(e->syms, bytes),
                        heap_new(e->heap, OBJECT_HEAP, bytes, w->fill, NULL, NULL));
    }
    const struct sym *s = cvalue_as_sym(e, size);
    if (sym_overflowed(s)) return impossible(c, sym_name(s));
    struct object *o = heap_new(e->heap, OBJECT_HEAP, INT64_MAX, w->fill, NULL, NULL);
    heap_rare(e->heap, o)->size = s;
    return recorded(c, w, s, o);
}

static struct cvalue apply_malloc(const struct dialect_call *c)
{
    return allocate(
        c,
        &(struct wanted){.function = RAW_MALLOC, .size = c->arguments[0], .fill = c->eval->unset});
}

// Given back when the function returns, which nobody looks at: as if it lived on.
static struct cvalue apply_alloca(const struct dialect_call *c)
{
    return allocate(
        c,
        &(struct wanted){.function = RAW_ALLOCA, .size = c->arguments[0], .fill = c->eval->unset});
}

static struct cvalue apply_aligned_alloc(const struct dialect_call *c)
{
    return allocate(c,
                    &(struct wanted){.function = c->rule->data ? RAW_MEMALIGN : RAW_ALIGNED_ALLOC,
                                     .size = c->arguments[1],
                                     .fill = c->eval->unset});
}

static struct cvalue apply_calloc(const struct dialect_call *c)
{
    const struct ctype *size = c->eval->types->size;
    int64_t n, bytes, total;
    struct wanted w = {.function = RAW_CALLOC, .fill = FILL_ZERO};
    w.nmemb = cvalue_as_sym(c->eval, &c->arguments[0]);
    w.each = cvalue_as_sym(c->eval, &c->arguments[1]);
    if (libc_integer(c, 0, &n) && libc_integer(c, 1, &bytes)) {
        if (n < 0 || bytes < 0 || __builtin_mul_overflow(n, bytes, &total))
            return impossible(c, arena_printf(c->eval->arena, "%llu x %llu bytes are asked for",
                                              (unsigned long long)n, (unsigned long long)bytes));
        w.size = (struct cvalue){.kind = CVALUE_INT, .type = size, .integer = total};
        return allocate(c, &w);
    }
    const struct sym *product = sym_mul(c->eval->syms, w.nmemb, w.each);
    w.size = cvalue_sym(size, product);
    return allocate(c, &w);
}

// The object that a pointer from malloc stands for; NULL after a finding.
static struct object *owned(const struct dialect_call *c)
{
    struct eval *e = c->eval;
    const struct cvalue *v = &c->arguments[0];
    struct object *o = v->kind == CVALUE_POINTER ? heap_object(e->heap, v->pointer.object) : NULL;
    if (v->kind == CVALUE_UNKNOWN) return NULL;
    if (o && !o->live) {
        eval_fault(e, e->at, DIAG_BAD_FREE, "the memory was freed before");
        return NULL;
    }
    bool fits = o && v->pointer.offset == 0 && (o->kind == OBJECT_HEAP || o->kind == OBJECT_LAZY);
    if (fits) return o;
    eval_fault(e, e->at, DIAG_BAD_FREE, "%s did not come from malloc",
               o && o->name ? arena_printf(e->arena, "`%s`", o->name) : "the pointer");
    return NULL;
}

static void give_back(const struct dialect_call *c, struct object *o)
{
    if (!c->eval->request.concrete) heap_rare(c->eval->heap, o)->freed = eval_site(c->eval);
    raw_freed(c->eval, o);
    heap_release(c->eval->heap, o);
}

static struct cvalue apply_free(const struct dialect_call *c)
{
    struct object *o;
    if (cvalue_is_null(&c->arguments[0])) return libc_nothing(c);
    o = owned(c);
    if (o && o->null != NULLNESS_ALWAYS) give_back(c, o);
    return libc_nothing(c);
}

static struct cvalue apply_realloc(const struct dialect_call *c)
{
    struct cvalue fresh = allocate(
        c,
        &(struct wanted){.function = RAW_REALLOC, .size = c->arguments[1], .fill = c->eval->unset});
    if (cvalue_is_null(&c->arguments[0]) || cvalue_is_null(&fresh)) return fresh;
    struct object *old = owned(c), *o = heap_object(c->eval->heap, fresh.pointer.object);
    if (!old) {
        // What the memory held that nobody knows is not unwritten.
        if (c->arguments[0].kind == CVALUE_UNKNOWN) o->fill = FILL_UNKNOWN;
        return fresh;
    }
    o->type = old->type;
    o->fill = old->fill == FILL_UNKNOWN ? FILL_UNKNOWN : o->fill;
    heap_copy(c->eval->heap, o, 0, old, 0, old->size < o->size ? old->size : o->size);
    raw_copied(c->eval, o, 0, old, 0, old->size < o->size ? old->size : o->size);
    raw_grown(c->eval, o, old);
    give_back(c, old);
    return fresh;
}

static struct cvalue apply_posix_memalign(const struct dialect_call *c)
{
    struct dialect_call inner = *c;
    inner.result = c->eval->types->void_pointer;
    struct cvalue fresh = allocate(&inner, &(struct wanted){.function = RAW_POSIX_MEMALIGN,
                                                            .size = c->arguments[2],
                                                            .fill = c->eval->unset});
    eval_store(c->eval, &c->arguments[0], 0, &fresh);
    return libc_int(c, 0);
}

// ---- mem*

// Whole ranges are written this many times as fast as bytes are looked at one by one.
#define MOVED_A_LOOK 8

static struct cvalue apply_memcpy(const struct dialect_call *c)
{
    struct place to, from;
    int64_t n;
    bool after = c->rule->data != NULL; // mempcpy
    if (!libc_integer(c, 2, &n)) {
        libc_forget(c, 0, "it was copied with a length that is not known");
        return libc_pointer(c, 0, 0);
    }
    if (n < 0) n = INT64_MAX; // a negative length is a huge one
    if (n > 0 && libc_place(c, 1, n, ACCESS_READ, &from) &&
        libc_place(c, 0, n, ACCESS_WRITE, &to)) {
        if (!to.object->type) to.object->type = from.object->type;
        int64_t there = from.object->capacity - from.offset;
        if (there > 0) eval_look(c->eval, (there < n ? there : n) / MOVED_A_LOOK);
        if (from.object->kind == OBJECT_ELEMENT) family_choose(c->eval, &from, c->eval->at);
        settle_bytes_before_copy(c->eval, &from, n, NULL);
        heap_copy(c->eval->heap, to.object, to.offset, from.object, from.offset, n);
        raw_copied(c->eval, to.object, to.offset, from.object, from.offset, n);
    }
    return libc_pointer(c, 0, after ? n : 0);
}

static struct cvalue apply_memset(const struct dialect_call *c)
{
    struct place to;
    int64_t n, byte;
    bool zero = c->n == 2; // bzero
    int size = zero ? 1 : 2;
    if (!zero && !libc_integer(c, 1, &byte)) return libc_pointer(c, 0, 0);
    if (zero) byte = 0;
    if (!libc_integer(c, size, &n)) {
        // All of an object whose own size is not known either, as after a malloc; of another
        // one nobody knows how much.
        bool there = libc_place(c, 0, 1, ACCESS_WRITE, &to);
        if (there && to.offset == 0 && to.object->rare && to.object->rare->size)
            heap_set(c->eval->heap, to.object, 0, to.object->size, (uint8_t)byte);
        else if (there)
            libc_forget(c, 0, "it was set over a length that is not known");
    } else if (n != 0 && libc_place(c, 0, n < 0 ? INT64_MAX : n, ACCESS_WRITE, &to)) {
        bool whole = byte == 0 && to.offset == 0 && n == to.object->size; // written nowhere
        if (!whole) eval_look(c->eval, n / MOVED_A_LOOK);
        heap_set(c->eval->heap, to.object, to.offset, n, (uint8_t)byte);
    }
    return libc_pointer(c, 0, 0);
}

#define LOOK 4096 // bytes of a long range that are read at once

// The known bytes from a place on, at most LOOK: how many; the state of the one behind them does
// not matter where a difference or a find comes before it.
static int64_t look(struct place p, int64_t n, uint8_t *bytes)
{
    int64_t known = heap_concrete(p.object, p.offset, n < LOOK ? n : LOOK);
    if (known) heap_read(p.object, p.offset, known, bytes);
    return known;
}

static struct cvalue compare_bytes(const struct dialect_call *c, struct place a, struct place b,
                                   int64_t n)
{
    uint8_t x[LOOK], y[LOOK];
    while (n > 0) {
        int64_t known = look(a, n, x), other = look(b, n, y);
        if (other < known) known = other;
        if (!eval_look(c->eval, known)) return libc_unknown(c, "the run ended");
        int order = memcmp(x, y, (size_t)known);
        if (order) return libc_int(c, order < 0 ? -1 : 1);
        if (known == 0) return libc_unknown(c, "a comparison of bytes that are not known");
        n -= known, a.offset += known, b.offset += known;
    }
    return libc_int(c, 0);
}

static struct cvalue apply_memcmp(const struct dialect_call *c)
{
    struct place a, b;
    int64_t n;
    if (!libc_integer(c, 2, &n)) return libc_unknown(c, "a comparison of unknown length");
    if (n == 0) return libc_int(c, 0);
    if (n < 0) n = INT64_MAX;
    if (!libc_place(c, 0, n, ACCESS_READ, &a) || !libc_place(c, 1, n, ACCESS_READ, &b))
        return libc_unknown(c, "a comparison of memory that is not there");
    return compare_bytes(c, a, b, n);
}

static struct cvalue apply_memchr(const struct dialect_call *c)
{
    struct place p;
    int64_t byte, n;
    if (!libc_integer(c, 1, &byte) || !libc_integer(c, 2, &n) ||
        !libc_place(c, 0, n != 0, ACCESS_READ, &p))
        return libc_unknown(c, "a search in memory that is not known");
    int64_t room = p.object->size - p.offset, first = p.offset;
    if (n < 0 || n > room) n = room; // a negative length is a huge one
    while (n > 0) {
        uint8_t bytes[LOOK];
        int64_t known = look(p, n, bytes);
        if (!eval_look(c->eval, known)) return libc_unknown(c, "the run ended");
        const uint8_t *found = memchr(bytes, (uint8_t)byte, (size_t)known);
        if (found) return libc_pointer(c, 0, p.offset - first + (found - bytes));
        if (known == 0) return libc_unknown(c, "a search in bytes that are not known");
        n -= known, p.offset += known;
    }
    return cvalue_null(c->result);
}

const struct dialect_rule libc_memory_rules[] = {
    {"malloc", "i", apply_malloc, NULL},
    {"alloca", "i", apply_alloca, NULL},
    {"calloc", "ii", apply_calloc, NULL},
    {"realloc", "pi", apply_realloc, NULL},
    {"aligned_alloc", "ii", apply_aligned_alloc, NULL},
    {"memalign", "ii", apply_aligned_alloc, libc_memory_rules},
    {"posix_memalign", "pii", apply_posix_memalign, NULL},
    {"free", "p", apply_free, NULL},
    {"memcpy", "ppi@", apply_memcpy, NULL},
    {"memmove", "ppi@", apply_memcpy, NULL},
    {"mempcpy", "ppi", apply_memcpy, libc_memory_rules},
    {"memset", "pii0", apply_memset, NULL},
    {"bzero", "pi", apply_memset, NULL},
    {"memcmp", "ppi", apply_memcmp, NULL},
    {"bcmp", "ppi", apply_memcmp, NULL},
    {"memchr", "pii", apply_memchr, NULL},
    {0}};
