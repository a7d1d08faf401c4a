#include "analyzer/replace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_exactly(int file, const char *text, size_t n)
{
    while (n) {
        ssize_t put = write(file, text, n);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        text += put;
        n -= (size_t)put;
    }
    return fsync(file) == 0;
}

// As a new file gets it, or as the old one has it.
static mode_t mode_for(const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0) return status.st_mode & 0777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

const char *replace_file(struct arena *arena, const char *path, const char *text, size_t n)
{
    char *temporary = arena_printf(arena, "%s.XXXXXX", path);
    mode_t mode = mode_for(path);
    int file = mkostemp(temporary, O_CLOEXEC);
    if (file < 0) return strerror(errno);
    bool written = write_exactly(file, text, n) && fchmod(file, mode) == 0;
    int wrong = errno;
    if (close(file) != 0 && written) written = false, wrong = errno;
    if (written && rename(temporary, path) != 0) written = false, wrong = errno;
    if (!written) unlink(temporary);
    return written ? NULL : strerror(wrong);
}
