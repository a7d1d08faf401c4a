#ifndef IR_BASE_SITE_H
#define IR_BASE_SITE_H

// A place in the user's source, with the calls that led there: "block.c:88 in
// block_new, called at model.c:12". Sites are shared: a chain is a list of
// sites through `caller`, so ten thousand nodes of one loop cost one site each
// call of the loop body, not a copy of the stack.

#include "ir/base/arena.h"

#include <stdbool.h>
#include <stdint.h>

struct site {
    const char *file;          // as the user named it; NULL: nowhere
    int line, column;          // from 1; 0 unknown
    const char *function;      // the function that the place is in; NULL at file scope
    const struct site *caller; // where that function was called, or NULL
};

// "file:line:column", or "" for no site.
const char *site_string(struct arena *, const struct site *);
// Behind what it is about, " (block.c:88)"; "" for no site.
const char *site_behind(struct arena *, const struct site *);
// The last part of a path, "block.c", for where there is no room for all of it.
const char *site_base_name(const char *path);
// The place and its callers in another arena; the names stay where they are.
const struct site *site_copy(struct arena *, const struct site *);
// Is it the same place in the source, whoever called it?
bool site_is_same(const struct site *, const struct site *);
// The same for all sites that are the same, and for no others: for keys of maps, without padding.
struct site_key {
    uint64_t file;
    int32_t line, column;
};
struct site_key site_key_of(const struct site *);
// Of the place and all its callers, mixed into what is already in `hash`: the same in every run, as
// files go by their names.
uint64_t site_chain_hash(uint64_t hash, const struct site *);

#endif
