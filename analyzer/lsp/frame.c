#include "analyzer/lsp/frame.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool write_all(int file, const char *at, size_t n)
{
    while (n) {
        ssize_t written = write(file, at, n);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        at += written;
        n -= (size_t)written;
    }
    return true;
}

static bool read_all(int file, char *at, size_t n)
{
    while (n) {
        ssize_t got = read(file, at, n);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got;
        n -= (size_t)got;
    }
    return true;
}

bool frame_write(int file, const json_t *json)
{
    char *text = json_dumps(json, JSON_COMPACT);
    if (!text) return false;
    uint64_t n = strlen(text);
    bool written = write_all(file, (const char *)&n, sizeof n) && write_all(file, text, n);
    free(text);
    return written;
}

json_t *frame_read(int file)
{
    uint64_t n;
    if (!read_all(file, (char *)&n, sizeof n)) return NULL;
    char *text = malloc(n + 1);
    json_t *json = NULL;
    if (text && read_all(file, text, n)) json = json_loadb(text, n, 0, NULL);
    free(text);
    return json;
}
