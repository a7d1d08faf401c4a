// The lock on disk. Readers need no lock of their own: the name always stands for a whole file.

#include "analyzer/baseline/lock_file.h"

#include "analyzer/baseline/lock_text.h"
#include "analyzer/replace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

// Locks of real projects have kilobytes.
#define MAX_BYTES (256 << 20)

// ---- reading

static const char *read_bytes(struct arena *arena, int file, char **text, size_t *n)
{
    struct stat status;
    if (fstat(file, &status) != 0) return strerror(errno);
    if (!S_ISREG(status.st_mode)) return "it is no regular file";
    if (status.st_size > MAX_BYTES) return "it is too large";
    *text = arena_alloc(arena, (size_t)status.st_size + 1);
    while (*n < (size_t)status.st_size) {
        ssize_t got = read(file, *text + *n, (size_t)status.st_size - *n);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return strerror(errno);
        if (!got) break;
        *n += (size_t)got;
    }
    return NULL;
}

enum lock_reading lock_file_read(struct arena *arena, const char *path, struct baseline *baseline,
                                 const char **error)
{
    char *text = NULL;
    size_t n = 0;
    *baseline = (struct baseline){0};
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0 && (errno == ENOENT || errno == ENOTDIR)) return LOCK_IS_ABSENT;
    *error = file < 0 ? strerror(errno) : read_bytes(arena, file, &text, &n);
    if (file >= 0) close(file);
    if (!*error) *error = lock_text_parse(arena, text, n, baseline);
    return *error ? LOCK_IS_BROKEN : LOCK_IS_READ;
}

// ---- writing

// The folder stands for the file, which is another one after each change. -1: it cannot be opened.
static int lock_folder(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *folder = slash ? arena_string_n(arena, path, (size_t)(slash - path) + 1) : ".";
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (file >= 0 && flock(file, LOCK_EX) != 0 && errno == EINTR) continue;
    return file;
}

bool lock_file_change(struct arena *arena, const char *path, lock_change *change, void *data,
                      const char **error)
{
    struct baseline baseline;
    // A link stays one: what it leads to is replaced.
    char *real = realpath(path, NULL);
    const char *target = real ? arena_string(arena, real) : path;
    free(real);
    int folder = lock_folder(arena, target);
    *error = folder < 0 ? strerror(errno) : NULL;
    if (!*error && lock_file_read(arena, target, &baseline, error) != LOCK_IS_BROKEN) {
        change(data, &baseline);
        const char *text = lock_file_text(arena, &baseline);
        *error = replace_file(arena, target, text, strlen(text));
    }
    if (folder >= 0) close(folder);
    return !*error;
}
