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
    if (state != BYTE_CONCRETE) return bits_unknown(e, m, "a bit-field that is not known");
    wide_bits all = 0;
    memcpy(&all, bytes, sizeof all);
    return bits_value(m->type, m->bit_width, (uint64_t)(all >> b.shift));
}

// Bits around the field keep their values; those that were never set are taken as 0. Where a
// neighbour in the same bytes is not known, the field is lost with it: states are kept by byte.
void place_store_bits(struct eval *e, struct place p, int width, int bit_offset,
                      const struct cvalue *v, const struct ast *n)
{
    struct bits b = bits_at(p.offset, bit_offset, width);
    struct place at = {p.object, b.first, p.reason};
    if (e->flow >= FLOW_JUMP || !place_check(e, &at, b.n_bytes, ACCESS_WRITE, n)) return;
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
