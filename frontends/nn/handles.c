// Pages of the system: those that were taken back read as zeros without memory behind them.

#include "frontends/nn/handles.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define CHUNK_BYTES ((size_t)1 << 20)
#define ALIGNMENT sizeof(uint64_t)

static char *map_pages(size_t bytes)
{
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (pages != MAP_FAILED) return pages;
    arena_exhausted(bytes);
    abort();
}

void *handles_room(struct handles *h, size_t bytes)
{
    bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!h->n || h->chunks[h->n - 1].bytes - h->used < bytes) {
        size_t room = bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES;
        if (h->n == h->capacity) {
            int capacity = h->n ? h->n * 2 : 8;
            struct handles_chunk *chunks = realloc(h->chunks, (size_t)capacity * sizeof *chunks);
            if (!chunks) {
                arena_exhausted((size_t)capacity * sizeof *chunks);
                abort();
            }
            h->chunks = chunks;
            h->capacity = capacity;
        }
        h->chunks[h->n++] = (struct handles_chunk){.at = map_pages(room), .bytes = room};
        h->used = h->dead_from = h->dead_to = 0;
    }
    char *at = h->chunks[h->n - 1].at + h->used;
    h->used += bytes;
    return at;
}

struct handles_mark handles_mark(const struct handles *h)
{
    return (struct handles_mark){h->n, h->used, h->dead_to == h->used ? h->dead_from : h->used};
}

static size_t down_to_page(size_t offset)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return offset - offset % page;
}

// Zeros from `from` to `to`. What lies between `dead` and `from` is zeros already: pages that hold
// nothing else go back to the system, and read as zeros without memory.
static void clear(char *at, size_t dead, size_t from, size_t to)
{
    memset(at + from, 0, to - from);
    size_t first = down_to_page(from), end = down_to_page(to);
    if (first < dead) first = down_to_page(dead + (size_t)sysconf(_SC_PAGESIZE) - 1);
    if (first < end) (void)madvise(at + first, end - first, MADV_DONTNEED);
}

// What is dead grows where one step follows the other, so that pages of many steps go, too.
void handles_take_back(struct handles *h, struct handles_mark mark)
{
    for (int i = mark.n_chunks ? mark.n_chunks - 1 : 0; i < h->n; i++) {
        bool first = i == mark.n_chunks - 1;
        size_t from = first ? mark.used : 0, dead = first ? mark.dead : 0;
        size_t to = i == h->n - 1 ? h->used : h->chunks[i].bytes;
        if (to > from) clear(h->chunks[i].at, dead, from, to);
        h->dead_from = dead;
        h->dead_to = to;
    }
}

void handles_close(struct handles *h)
{
    for (int i = 0; i < h->n; i++) munmap(h->chunks[i].at, h->chunks[i].bytes);
    free(h->chunks);
    *h = (struct handles){0};
}
