#ifndef ANALYZER_TALLY_H
#define ANALYZER_TALLY_H

// A running sum of many sizes. Programs have millions of storages but few
// different symbolic sizes, so a sum is a constant and a count for each
// symbolic size: adding, taking away and comparing cost no symbolic arithmetic.
// All sizes are made into items first; then sums can be opened.

#include "ir/base/map.h"
#include "ir/base/vec.h"
#include "ir/sym/sym.h"

#define MAX_TALLY_KINDS 4096

// The symbolic sizes that sums are made of.
struct tally_kinds {
    struct arena *arena;
    struct syms *syms;
    struct map *numbers; // by address: number + 1
    VEC(const struct sym *) sizes;
};

// A size, ready to be added.
struct tally_item {
    int64_t constant;
    int kind;            // which symbolic size; -1: none
    const char *unknown; // why it counts as nothing; NULL: it is known
};

struct tally {
    int64_t constant;
    int64_t *count; // by kind
    bool overflowed;
};

void tally_kinds_open(struct tally_kinds *, struct arena *, struct syms *);
struct tally_item tally_item(struct tally_kinds *, const struct sym *size);
void tally_open(struct tally *, const struct tally_kinds *);
void tally_add(struct tally *, struct tally_item, int64_t times); // times < 0 takes away
void tally_copy(const struct tally_kinds *, struct tally *to, const struct tally *from);
// Is a <= b in every part? (All sizes are at least 0.)
bool tally_at_most(const struct tally_kinds *, const struct tally *a, const struct tally *b);
// Raises each part to the other's: an upper bound of both.
void tally_join(const struct tally_kinds *, struct tally *, const struct tally *);
// Takes away from both what they have in common.
void tally_cancel(const struct tally_kinds *, struct tally *, struct tally *);
const struct sym *tally_sum(const struct tally_kinds *, const struct tally *);

#endif
