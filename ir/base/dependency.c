// Fingerprints of files. Contents are always read: hashing a hundred headers takes less time than
// finding out whether a time stamp can be trusted.

#include "ir/base/dependency.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

struct fingerprint fingerprint_of(const void *bytes, size_t n)
{
    XXH128_hash_t hash = XXH3_128bits(bytes, n);
    return (struct fingerprint){hash.low64, hash.high64};
}

bool fingerprint_is_same(struct fingerprint a, struct fingerprint b)
{
    return a.low == b.low && a.high == b.high;
}

// Read in pieces rather than mapped: a file that is cut meanwhile must be no fault of ours.
static bool hash_file(int file, struct fingerprint *found)
{
    char bytes[32768];
    ssize_t n;
    XXH3_state_t state;
    XXH3_128bits_reset(&state);
    while ((n = read(file, bytes, sizeof bytes)) > 0) XXH3_128bits_update(&state, bytes, (size_t)n);
    XXH128_hash_t hash = XXH3_128bits_digest(&state);
    *found = (struct fingerprint){hash.low64, hash.high64};
    return n == 0;
}

static bool measure_contents(const char *path, struct fingerprint *found)
{
    struct stat status;
    // Without waiting for somebody to write to a pipe.
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return false;
    bool known = fstat(file, &status) == 0 && S_ISREG(status.st_mode) && hash_file(file, found);
    close(file);
    if (!known) *found = (struct fingerprint){0};
    return known;
}

static bool measure_status(const char *path, struct fingerprint *found)
{
    struct stat status;
    if (stat(path, &status) != 0) return false;
    const int64_t facts[] = {status.st_size,         status.st_mtim.tv_sec,  status.st_mtim.tv_nsec,
                             status.st_ctim.tv_sec,  status.st_ctim.tv_nsec, (int64_t)status.st_ino,
                             (int64_t)status.st_dev, status.st_mode};
    *found = fingerprint_of(facts, sizeof facts);
    return true;
}

bool dependency_measure(enum dependency_kind kind, const char *path, struct fingerprint *found)
{
    *found = (struct fingerprint){0};
    switch (kind) {
    case DEPENDENCY_CONTENTS: return measure_contents(path, found);
    case DEPENDENCY_STATUS: return measure_status(path, found);
    case N_DEPENDENCY_KINDS: break;
    }
    return false;
}

void dependencies_open(struct dependencies *all, struct arena *arena)
{
    *all = (struct dependencies){.arena = arena, .known = map_open(arena)};
}

// The new one's slot; NULL: it is there already.
static struct dependency *new_dependency(struct dependencies *all, enum dependency_kind kind,
                                         const char *path)
{
    const char *key = arena_printf(all->arena, "%d%s", (int)kind, path);
    if (map_get_string(all->known, key)) return NULL;
    map_put_string(all->known, key, all);
    struct dependency *added = vec_push(all->arena, &all->list);
    *added = (struct dependency){.kind = kind, .path = key + 1};
    return added;
}

void dependencies_add(struct dependencies *all, enum dependency_kind kind, const char *path)
{
    struct dependency *added = new_dependency(all, kind, path);
    if (added) dependency_measure(kind, path, &added->found);
}

void dependencies_add_contents(struct dependencies *all, const char *path, const char *bytes,
                               size_t n)
{
    struct dependency *added = new_dependency(all, DEPENDENCY_CONTENTS, path);
    if (added) added->found = fingerprint_of(bytes, n);
}

void dependencies_add_all(struct dependencies *all, const struct dependencies *other)
{
    for (int i = 0; i < other->list.n; i++) {
        const struct dependency *from = &other->list.at[i];
        struct dependency *added = new_dependency(all, from->kind, from->path);
        if (added) added->found = from->found;
    }
    if (other->unlisted) dependencies_miss(all, other->unlisted);
}

void dependencies_miss(struct dependencies *all, const char *why)
{
    if (!all->unlisted) all->unlisted = why;
}
