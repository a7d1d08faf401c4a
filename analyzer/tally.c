// Sums of bytes that change by one item at a time: a constant, and how often each different
// symbolic size is in it. Adding and taking away is a few integers, where a symbolic sum would be
// made anew at each of millions of events; memory.c makes symbols only of the moments that remain.
//
// Sizes are interned, so an equal size is the same pointer and the key of the table of kinds.

#include "analyzer/tally.h"
#include "ir/base/checked.h"

#include <string.h>

void tally_kinds_open(struct tally_kinds *kinds, struct arena *arena, struct syms *syms)
{
    *kinds = (struct tally_kinds){.arena = arena, .syms = syms, .numbers = map_open(arena)};
}

struct tally_item tally_item(struct tally_kinds *kinds, const struct sym *size)
{
    struct tally_item item = {.kind = -1};
    if (sym_is_const(size, &item.constant)) return item;
    item.constant = 0;
    if (sym_kind(size) == SYM_UNKNOWN) {
        item.unknown = sym_name(size);
        return item;
    }
    uintptr_t known = (uintptr_t)map_get_number(kinds->numbers, (uintptr_t)size);
    if (known) {
        item.kind = (int)known - 1;
    } else if (kinds->sizes.n == MAX_TALLY_KINDS) {
        item.unknown = "more different symbolic sizes than are kept apart";
    } else {
        item.kind = kinds->sizes.n;
        *vec_push(kinds->arena, &kinds->sizes) = size;
        map_put_number(kinds->numbers, (uintptr_t)size, (void *)((uintptr_t)item.kind + 1));
    }
    return item;
}

void tally_open(struct tally *tally, const struct tally_kinds *kinds)
{
    *tally = (struct tally){.count = arena_array(kinds->arena, int64_t, kinds->sizes.n)};
}

void tally_copy(const struct tally_kinds *kinds, struct tally *to, const struct tally *from)
{
    to->constant = from->constant;
    to->overflowed = from->overflowed;
    memcpy(to->count, from->count, (size_t)kinds->sizes.n * sizeof *to->count);
}

void tally_add(struct tally *tally, struct tally_item item, int64_t times)
{
    int64_t bytes;
    if (!checked_mul(item.constant, times, &bytes) ||
        !checked_add(tally->constant, bytes, &tally->constant))
        tally->overflowed = true;
    if (item.kind >= 0) tally->count[item.kind] += times;
}

// Enough, not necessary: every kind of size is >= 0, so at most as many of each is at most as
// much.
bool tally_at_most(const struct tally_kinds *kinds, const struct tally *a, const struct tally *b)
{
    if (a->constant > b->constant) return false;
    for (int i = 0; i < kinds->sizes.n; i++) {
        if (a->count[i] > b->count[i]) return false;
    }
    return true;
}

// A sum that is at least as large as both, for when there is no more room to keep them apart.
void tally_join(const struct tally_kinds *kinds, struct tally *tally, const struct tally *other)
{
    tally->overflowed |= other->overflowed;
    if (other->constant > tally->constant) tally->constant = other->constant;
    for (int i = 0; i < kinds->sizes.n; i++) {
        if (other->count[i] > tally->count[i]) tally->count[i] = other->count[i];
    }
}

// What both sides have decides nothing.
static void cancel(int64_t *a, int64_t *b)
{
    int64_t common = *a < *b ? *a : *b;
    *a -= common;
    *b -= common;
}

void tally_cancel(const struct tally_kinds *kinds, struct tally *a, struct tally *b)
{
    cancel(&a->constant, &b->constant);
    for (int i = 0; i < kinds->sizes.n; i++) cancel(&a->count[i], &b->count[i]);
}

const struct sym *tally_sum(const struct tally_kinds *kinds, const struct tally *tally)
{
    if (tally->overflowed) return sym_unknown(kinds->syms, "the sum passes 2^63 - 1");
    const struct sym *sum = sym_const(kinds->syms, tally->constant);
    for (int i = 0; i < kinds->sizes.n; i++) {
        if (!tally->count[i]) continue;
        const struct sym *part = sym_mul_const(kinds->syms, kinds->sizes.at[i], tally->count[i]);
        sum = sym_add(kinds->syms, sum, part);
    }
    return sum;
}
