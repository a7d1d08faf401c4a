#ifndef ANALYZER_CACHE_STORE_H
#define ANALYZER_CACHE_STORE_H

// Bytes on disk, found by a fingerprint. A file appears whole or not at all,
// says how long it is and what it hashes to, and is removed when it does not;
// processes may read, write and remove at once, and the folder may be deleted
// at any time. When the folder is too large, what was not used for longest goes.
//
// Nothing here is an error: what cannot be read is not there, and what cannot
// be written is lost.

#include "ir/base/dependency.h"

struct store {
    struct arena *arena;
    const char *folder;
    int64_t limit_bytes;
};

bool store_get(const struct store *, struct fingerprint key, const char **bytes, size_t *n);
void store_put(const struct store *, struct fingerprint key, const char *bytes, size_t n);

#endif
