#ifndef IR_BASE_DEPENDENCY_H
#define IR_BASE_DEPENDENCY_H

// What of the file system an answer depends on, and how it was found when the
// answer was made: so that somebody who has kept the answer can tell whether
// it would be another one today.

#include "ir/base/arena.h"
#include "ir/base/map.h"
#include "ir/base/vec.h"

#include <stdbool.h>

// 128 bits of xxHash: two texts that differ have two of these.
struct fingerprint {
    uint64_t low, high;
};

struct fingerprint fingerprint_of(const void *, size_t);
bool fingerprint_is_same(struct fingerprint, struct fingerprint);

enum dependency_kind {
    DEPENDENCY_CONTENTS, // the bytes of a file; that there is none is known too
    DEPENDENCY_STATUS,   // size, age and number of a file or folder: for what is too large to read
    N_DEPENDENCY_KINDS
};

struct dependency {
    enum dependency_kind kind;
    const char *path; // absolute, or from the folder that the program was started in
    struct fingerprint found;
};

// Each path once a kind.
struct dependencies {
    struct arena *arena;
    VEC(struct dependency) list;
    struct map *known;
    const char *unlisted; // why not everything could be listed; NULL: it is all there
};

// An empty list; its entries are the arena's.
void dependencies_open(struct dependencies *, struct arena *);
// As it is now.
void dependencies_add(struct dependencies *, enum dependency_kind, const char *path);
// As somebody has read it.
void dependencies_add_contents(struct dependencies *, const char *path, const char *, size_t);
void dependencies_add_all(struct dependencies *, const struct dependencies *);
// The first reason counts.
void dependencies_miss(struct dependencies *, const char *why);

// How it is now. False where there is nothing of that name; the fingerprint is then that of
// nothing. Anything but a regular file has no contents.
bool dependency_measure(enum dependency_kind, const char *path, struct fingerprint *);

#endif
