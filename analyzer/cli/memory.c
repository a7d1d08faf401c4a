#include "analyzer/cli/memory.h"

#include <stdlib.h> // tells which C library this is

#ifdef __GLIBC__

#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#define AT_ONCE ((size_t)64 << 20) // of addresses; memory is what is used of them
#define LARGE_PAGE ((uintptr_t)2 << 20)
#define LEAST_MAPPED (32 << 20) // bytes of one block that has its own pages, given back with it
#define MOST_KEPT (256 << 20)

// Runs take and give back memory in turn; what goes back to the system is had again only page by
// page, so the process keeps it.
static void keep_what_is_freed(void)
{
    mallopt(M_ARENA_MAX, 1); // the thread that works uses the memory of the one that waits
    mallopt(M_MMAP_THRESHOLD, LEAST_MAPPED);
    mallopt(M_TRIM_THRESHOLD, MOST_KEPT);
    mallopt(M_TOP_PAD, (int)AT_ONCE);
}

void memory_prepare(void)
{
    keep_what_is_freed();
    char *from = sbrk(0);
    // More than there is, so that the heap grows; a compiler may leave out what is not used.
    void *volatile more = malloc(LEAST_MAPPED / 2);
    free(more);
    char *to = sbrk(0);
    size_t before = (size_t)(-(uintptr_t)from % LARGE_PAGE);
    // Where the system has no large pages, small ones do.
    if (to > from && (size_t)(to - from) > before)
        (void)madvise(from + before, (size_t)(to - from) - before, MADV_HUGEPAGE);
}

#else

void memory_prepare(void)
{
}

#endif
