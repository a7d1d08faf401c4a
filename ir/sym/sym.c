// The table of expressions: every expression exists once, found through xxHash.

#include "ir/sym/expression.h"

#define XXH_INLINE_ALL
#include <stdarg.h>
#include <string.h>
#include <xxhash.h>

struct syms *syms_open(struct arena *arena)
{
    struct syms *syms = arena_new(arena, struct syms);
    syms->arena = arena;
    syms->generation = 1;
    return syms;
}

struct arena *syms_arena(const struct syms *syms)
{
    return syms->arena;
}

// ---- interning

// Hashes are made of names, numbers and the hashes of parts, never of
// addresses, so that they are the same in every run.
static uint64_t hash_of(const struct sym *key)
{
    uint64_t seed = (uint64_t)key->kind + 1;
    if (key->kind == SYM_VAR || key->kind == SYM_UNKNOWN)
        return XXH3_64bits_withSeed(key->name, strlen(key->name), seed);
    uint64_t hash = XXH3_64bits_withSeed(&key->number, sizeof key->number, seed);
    for (int i = 0; i < key->n; i++) {
        uint64_t part[2] = {0};
        switch (key->kind) {
        case SYM_SUM:
            part[0] = (uint64_t)key->terms[i].coefficient;
            part[1] = key->terms[i].monomial->hash;
            break;
        case SYM_PRODUCT:
            part[0] = (uint64_t)key->factors[i].power;
            part[1] = key->factors[i].atom->hash;
            break;
        default: part[1] = key->arguments[i]->hash; break;
        }
        hash = XXH3_64bits_withSeed(part, sizeof part, hash);
    }
    return hash;
}

// Terms, factors and arguments share one pointer of `struct sym`, so copying goes by their size.
static size_t part_size(enum sym_kind kind)
{
    if (kind == SYM_SUM) return sizeof(struct sym_term);
    return kind == SYM_PRODUCT ? sizeof(struct sym_factor) : sizeof(const struct sym *);
}

static bool has_name(const struct sym *sym)
{
    return sym->kind == SYM_VAR || sym->kind == SYM_UNKNOWN;
}

// Parts are interned themselves, so pointers decide.
static bool parts_equal(const struct sym *a, const struct sym *b)
{
    for (int i = 0; i < a->n; i++) {
        bool equal;
        if (a->kind == SYM_SUM)
            equal = a->terms[i].coefficient == b->terms[i].coefficient &&
                    a->terms[i].monomial == b->terms[i].monomial;
        else if (a->kind == SYM_PRODUCT)
            equal = a->factors[i].power == b->factors[i].power &&
                    a->factors[i].atom == b->factors[i].atom;
        else
            equal = a->arguments[i] == b->arguments[i];
        if (!equal) return false;
    }
    return true;
}

// An unknown of an overflow is not one of the same text: only the former is a finding.
static bool same(const struct sym *a, const struct sym *b)
{
    if (a->kind != b->kind || a->number != b->number || a->n != b->n) return false;
    if (has_name(a)) return a->overflowed == b->overflowed && strcmp(a->name, b->name) == 0;
    return parts_equal(a, b);
}

// To twice the room, so that at least half of the slots are free and runs of taken ones stay short.
static void grow(struct syms *syms)
{
    size_t n = syms->n_slots ? syms->n_slots * 2 : 256;
    struct sym_slot *slots = arena_array(syms->arena, struct sym_slot, n);
    for (size_t i = 0; i < syms->n_slots; i++) {
        struct sym_slot slot = syms->slots[i];
        if (!slot.sym) continue;
        size_t at = (size_t)slot.hash & (n - 1);
        while (slots[at].sym) at = (at + 1) & (n - 1);
        slots[at] = slot;
    }
    syms->slots = slots;
    syms->n_slots = n;
}

static const struct sym *part(const struct sym *sym, int i)
{
    if (sym->kind == SYM_SUM) return sym->terms[i].monomial;
    return sym->kind == SYM_PRODUCT ? sym->factors[i].atom : sym->arguments[i];
}

// What is summed up over the parts of a tree.
static void summarise(struct sym *sym)
{
    sym->contains = 1u << sym->kind;
    sym->weight = 1;
    if (sym->kind == SYM_VAR) sym->names = 1ull << (sym->hash & 63);
    if (has_name(sym)) return;
    for (int i = 0; i < sym->n; i++) {
        const struct sym *child = part(sym, i);
        sym->contains |= child->contains;
        sym->names |= child->names;
        sym->weight += child->weight;
        if (child->depth >= sym->depth) sym->depth = child->depth + 1;
    }
}

// The key is the caller's, on its stack: parts and name are copied, the parts of parts are interned
// already.
static struct sym *store(struct syms *syms, const struct sym *key)
{
    struct sym *sym = arena_copy(syms->arena, key, sizeof *key);
    sym->owner = syms;
    if (has_name(key))
        sym->name = arena_string(syms->arena, key->name);
    else if (key->n)
        sym->arguments =
            arena_copy(syms->arena, key->arguments, (size_t)key->n * part_size(key->kind));
    if (!sym->monomial && sym->kind != SYM_SUM && sym->kind != SYM_CONST) sym->monomial = sym;
    return sym;
}

const struct sym *sym_intern(struct syms *syms, struct sym *key)
{
    if (syms->n_used * 2 >= syms->n_slots) grow(syms);
    key->hash = hash_of(key);
    size_t mask = syms->n_slots - 1;
    size_t at = (size_t)key->hash & mask;
    for (; syms->slots[at].sym; at = (at + 1) & mask)
        if (syms->slots[at].hash == key->hash && same(syms->slots[at].sym, key))
            return syms->slots[at].sym;
    summarise(key);
    if (key->weight > MAX_WEIGHT || key->depth > MAX_DEPTH) return sym_too_large(syms);
    syms->n_used++;
    syms->slots[at] = (struct sym_slot){key->hash, store(syms, key)};
    return syms->slots[at].sym;
}

// ---- leaves

// Small numbers, which are nearly all, are found without hashing.
const struct sym *sym_const(struct syms *syms, int64_t value)
{
    const struct sym **cached = NULL;
    if (value >= SMALLEST_CACHED && value <= LARGEST_CACHED) {
        cached = &syms->small[value - SMALLEST_CACHED];
        if (*cached) return *cached;
    }
    const struct sym *sym = sym_intern(syms, &(struct sym){.kind = SYM_CONST, .number = value});
    if (cached) *cached = sym;
    return sym;
}

const struct sym *sym_var(struct syms *syms, const char *name)
{
    return sym_intern(syms, &(struct sym){.kind = SYM_VAR, .name = name});
}

const struct sym *sym_unknown(struct syms *syms, const char *reason)
{
    return sym_intern(syms, &(struct sym){.kind = SYM_UNKNOWN, .name = reason});
}

const struct sym *sym_too_large(struct syms *syms)
{
    return sym_unknown(syms, "the expression is too large");
}

const struct sym *sym_overflow(struct syms *syms, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *reason = arena_vprintf(syms->arena, format, arguments);
    va_end(arguments);
    return sym_intern(syms, &(struct sym){.kind = SYM_UNKNOWN, .name = reason, .overflowed = true});
}

// ---- reading

enum sym_kind sym_kind(const struct sym *sym)
{
    return sym->kind;
}

bool sym_is_const(const struct sym *sym, int64_t *value)
{
    if (sym->kind != SYM_CONST) return false;
    if (value) *value = sym->number;
    return true;
}

bool sym_is(const struct sym *sym, int64_t value)
{
    return sym->kind == SYM_CONST && sym->number == value;
}

const char *sym_name(const struct sym *sym)
{
    return has_name(sym) ? sym->name : NULL;
}

bool sym_overflowed(const struct sym *sym)
{
    return sym->overflowed;
}

bool sym_has_quotients(const struct sym *sym)
{
    return sym_has(sym, SYM_FLOORDIV);
}

uint64_t sym_hash(const struct sym *sym)
{
    return sym->hash;
}

struct sym *sym_mutable(const struct sym *sym)
{
    return (struct sym *)(uintptr_t)sym;
}

void sym_parts(const struct sym *sym, struct sym_parts *parts)
{
    *parts = (struct sym_parts){0};
    switch (sym->kind) {
    case SYM_CONST: parts->constant = sym->number; return;
    case SYM_SUM:
        parts->constant = sym->number;
        parts->n = sym->n;
        parts->terms = sym->terms;
        return;
    case SYM_PRODUCT: parts->single = (struct sym_term){sym->number, sym->monomial}; break;
    default: parts->single = (struct sym_term){1, sym}; break;
    }
    parts->n = 1;
    parts->terms = &parts->single;
}

int sym_factors(const struct sym *monomial, struct sym_factor *single,
                const struct sym_factor **factors)
{
    if (monomial->kind == SYM_PRODUCT) {
        *factors = monomial->factors;
        return monomial->n;
    }
    *single = (struct sym_factor){monomial, 1};
    *factors = single;
    return 1;
}
