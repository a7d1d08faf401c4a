// Bit-fields: only the bytes that hold bits of the field are touched.

#include "frontends/c/interp.h"

#include <string.h>

// 64 bits of a field that begins within a byte.
__extension__ typedef unsigned __int128 wide_bits;

struct bits {
    int64_t first; // byte of the object
    int n_bytes;
    int shift; // of the field in those bytes
};

// A field lies in the fewest bytes that hold all of its bits, counted from the least significant
// one.
static struct bits bits_at(int64_t offset, int bit_offset, int width)
{
    struct bits b = {.first = offset + bit_offset / 8, .shift = bit_offset % 8};
    b.n_bytes = (b.shift + width + 7) / 8;
    return b;
}

static uint64_t width_mask(int width)
{
    return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
}

static struct cvalue bits_value(const struct ctype *t, int width, uint64_t raw)
{
    raw &= width_mask(width);
    if (t->is_signed && width > 0 && width < 64 && (raw >> (width - 1) & 1))
        raw |= ~width_mask(width);
    return (struct cvalue){.kind = CVALUE_INT, .type = t, .integer = (int64_t)raw};
}

static struct cvalue bits_unknown(struct eval *e, const struct ast *m, const char *reason)
{
    if (e->request.concrete) {
        eval_unsupported(e, m, reason);
        return cvalue_int(m->type, 0);
    }
    const struct sym *s = name_symbol(e, name_expression(e, m), m->type);
    if (m->bit_width < 62) sym_assume_at_most(e->syms, s, (int64_t)width_mask(m->bit_width));
    return cvalue_sym(m->type, s);
}

// ---- fields that are symbols: the bytes that hold them are one number, a sum of fields and powers
// of two

#define PACKED_BYTES 7 // so that 64 bits hold all sums

struct packed {
    int64_t first;
    int n_bytes;
    const struct sym *sum;
};

static const struct sym *power(struct syms *syms, int bits)
{
    return sym_const(syms, (int64_t)1 << bits);
}

// The cell that holds this byte, if it is a number in symbols.
static const struct cell *symbol_from(const struct object *o, int64_t offset)
{
    const struct cell *c = heap_cell_from(o, offset);
    bool number = c && c->value.kind == CVALUE_SYMBOLIC && sym_kind(c->value.sym) != SYM_UNKNOWN;
    return number ? c : NULL;
}

// Adds the byte, or the cell that it begins. Bytes that were never set are taken as 0. How many
// bytes it is; 0: what it holds is not known.
static int packed_add(struct syms *syms, const struct object *o, int64_t at, struct packed *all)
{
    unsigned char byte = 0;
    int size = 1;
    const struct sym *part = NULL;
    enum byte_state state = heap_read(o, at, 1, &byte);
    if (state == BYTE_UNKNOWN) return 0;
    if (state == BYTE_CELL) {
        const struct cell *c = symbol_from(o, at);
        if (!c || c->offset != at || at - all->first + c->size > PACKED_BYTES) return 0;
        size = (int)c->size;
        part = sym_mod(syms, c->value.sym, power(syms, 8 * size));
    } else {
        part = sym_const(syms, state == BYTE_CONCRETE ? byte : 0);
    }
    part = sym_mul(syms, part, power(syms, 8 * (int)(at - all->first)));
    all->sum = sym_add(syms, all->sum, part);
    return size;
}

// All bytes of the field, and of cells that it shares; false: they are not known, or too many.
static bool packed_read(struct eval *e, const struct object *o, struct bits b, struct packed *all)
{
    const struct cell *c = symbol_from(o, b.first);
    all->first = c ? c->offset : b.first;
    all->sum = sym_const(e->syms, 0);
    int64_t at = all->first;
    while (at < b.first + b.n_bytes && at - all->first < PACKED_BYTES) {
        int size = packed_add(e->syms, o, at, all);
        if (size == 0) return false;
        at += size;
    }
    all->n_bytes = (int)(at - all->first);
    return at >= b.first + b.n_bytes;
}

static const struct sym *packed_field(struct syms *syms, const struct packed *all, struct bits b,
                                      int width)
{
    int shift = b.shift + 8 * (int)(b.first - all->first);
    const struct sym *above = sym_floordiv(syms, all->sum, power(syms, shift));
    return sym_simplify(syms, sym_mod(syms, above, power(syms, width)));
}

// A program that keeps a size in few bits takes it for one that fits.
static void assume_width(struct eval *e, const struct sym *s, const struct ctype *t, int width,
                         const struct ast *n)
{
    int64_t most = (int64_t)width_mask(t->is_signed ? width - 1 : width);
    if (sym_lower(e->syms, s) > most || sym_upper(e->syms, s) <= most) return;
    const char *text = sym_string(e->arena, s),
               *number = arena_printf(e->arena, "%lld", (long long)most);
    struct claim claim = {arena_printf(e->arena, "%s fits in a bit-field of %d bits", text, width),
                          {REQUIRE_AT_MOST, text, number}};
    eval_assume_claim(e, n, &claim);
    sym_assume_at_most(e->syms, s, most);
}

// False: bytes of the field are not known, or its value.
static bool packed_store(struct eval *e, struct object *o, struct bits b, int width,
                         const struct cvalue *v, const struct ast *n)
{
    struct packed all;
    bool number = v->kind == CVALUE_INT || v->kind == CVALUE_SYMBOLIC;
    if (!number || e->request.concrete || width < 1 || !packed_read(e, o, b, &all)) return false;
    const struct sym *value = cvalue_as_sym(e, v);
    if (sym_kind(value) == SYM_UNKNOWN) return false;
    assume_width(e, value, v->type, width, n);
    value = sym_mod(e->syms, value, power(e->syms, width));
    const struct sym *change = sym_sub(e->syms, value, packed_field(e->syms, &all, b, width));
    int shift = b.shift + 8 * (int)(b.first - all.first);
    const struct sym *sum =
        sym_add(e->syms, all.sum, sym_mul(e->syms, change, power(e->syms, shift)));
    int64_t known;
    if (sym_kind(sum) == SYM_UNKNOWN) return false;
    struct cvalue cell = cvalue_sym(e->types->long_, sym_simplify(e->syms, sum));
    if (cvalue_as_int(&cell, &known))
        heap_write(e->heap, o, all.first, all.n_bytes, &known);
    else
        heap_write_cell(e->heap, o, all.first, all.n_bytes, &cell);
    return true;
}

static bool packed_load(struct eval *e, const struct object *o, struct bits b, const struct ast *m,
                        struct cvalue *out)
{
    struct packed all;
    if (m->bit_width < 1 || !packed_read(e, o, b, &all)) return false;
    const struct sym *field = packed_field(e->syms, &all, b, m->bit_width);
    int64_t most = (int64_t)width_mask(m->type->is_signed ? m->bit_width - 1 : m->bit_width);
    if (sym_kind(field) == SYM_UNKNOWN || sym_upper(e->syms, field) > most) return false;
    *out = cvalue_sym(m->type, field);
    return true;
}

// ---- reading and writing

struct cvalue place_load_bits(struct eval *e, struct place p, const struct ast *m)
{
    struct bits b = bits_at(p.offset, m->bit_offset, m->bit_width);
    struct place at = {p.object, b.first, p.reason};
    unsigned char bytes[16] = {0};
    if (!place_check(e, &at, b.n_bytes, ACCESS_READ, m))
        return lost_value(e, m->type, "read from memory that is not there");
    enum byte_state state = heap_read(p.object, b.first, b.n_bytes, bytes);
    if (state == BYTE_UNSET)
        return place_load_unset(e, at, m->type->size <= b.n_bytes ? m->type : e->types->char_, m);
    struct cvalue packed;
    if (state == BYTE_CELL && packed_load(e, p.object, b, m, &packed)) return packed;
    if (state != BYTE_CONCRETE) return bits_unknown(e, m, "a bit-field that is not known");
    wide_bits all = 0;
    memcpy(&all, bytes, sizeof all);
    return bits_value(m->type, m->bit_width, (uint64_t)(all >> b.shift));
}

// Bits around the field keep their values; those that were never set are taken as 0. Where a
// neighbour in the same bytes is neither known nor a symbol, the field is lost with it: states are
// kept by byte.
void place_store_bits(struct eval *e, struct place p, int width, int bit_offset,
                      const struct cvalue *v, const struct ast *n)
{
    struct bits b = bits_at(p.offset, bit_offset, width);
    struct place at = {p.object, b.first, p.reason};
    if (e->flow >= FLOW_JUMP || !place_check(e, &at, b.n_bytes, ACCESS_WRITE, n)) return;
    bool symbols = v->kind == CVALUE_SYMBOLIC;
    for (int i = 0; i < b.n_bytes; i++)
        if (symbol_from(p.object, b.first + i)) symbols = true;
    if (symbols && packed_store(e, p.object, b, width, v, n)) return;
    if (v->kind != CVALUE_INT) {
        heap_mark(e->heap, p.object, b.first, b.n_bytes, BYTE_UNKNOWN);
        return;
    }
    unsigned char bytes[16] = {0};
    bool lost[16] = {false};
    wide_bits all = 0, mask = (wide_bits)width_mask(width) << b.shift;
    for (int i = 0; i < b.n_bytes; i++) {
        enum byte_state state = heap_read(p.object, b.first + i, 1, &bytes[i]);
        if (state != BYTE_CONCRETE) bytes[i] = 0;
        bool covered = (uint8_t)(mask >> (8 * i)) == UINT8_MAX;
        lost[i] = !covered && (state == BYTE_UNKNOWN || state == BYTE_CELL);
    }
    memcpy(&all, bytes, sizeof all);
    all = (all & ~mask) | (((wide_bits)(uint64_t)v->integer << b.shift) & mask);
    memcpy(bytes, &all, sizeof all);
    heap_write(e->heap, p.object, b.first, b.n_bytes, bytes);
    for (int i = 0; i < b.n_bytes; i++)
        if (lost[i]) heap_mark(e->heap, p.object, b.first + i, 1, BYTE_UNKNOWN);
}
