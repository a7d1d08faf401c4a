#ifndef FRONTENDS_C_COPY_H
#define FRONTENDS_C_COPY_H

// An object as it was, and what is other by now. Both are read byte by byte: what has no bytes, as
// an unknown number, is the same where it is the same symbol.

#include "frontends/c/heap.h"

// An object as it was before the round. What identifies it is kept beside: its id may be another
// object's by the time of the comparison.
struct copy {
    struct object *object;
    const struct ctype *type;
    const char *name;
    uint8_t kind;
    bool large; // too large to be copied
    int64_t size, capacity;
    const uint8_t *bytes, *shadow;
    int n_cells;
    const struct cell *cells;
};

struct copy copy_of(struct arena *, struct object *);
// What a byte was, and the cell that covered it, where copy_state says that one did.
enum byte_state copy_state(const struct copy *, int64_t at);
const struct cell *copy_cell(const struct copy *, int64_t at);
// Bytes that were ever written, then or by now.
int64_t copy_touched(const struct copy *);
bool copy_is_same(const struct copy *, int64_t offset, int64_t n);
// False also of an object that ended since, or became another one.
bool copy_has_changed(const struct copy *);

#endif
