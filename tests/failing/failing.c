// Every n-th allocation of the program fails in turn: linked in front of malloc, calloc and realloc
// (not of those that libclang makes). FAIL_AT=n lets the n-th one fail and all behind it succeed;
// FAIL_COUNT=1 prints how many there were.

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void *__real_aligned_alloc(size_t, size_t);
void *__wrap_malloc(size_t);
void *__wrap_calloc(size_t, size_t);
void *__wrap_realloc(void *, size_t);
void *__wrap_aligned_alloc(size_t, size_t);

static atomic_long n_allocations;
static long fail_at;

static void print_count(void)
{
    fprintf(stderr, "failing: %ld allocations\n", (long)n_allocations);
}

__attribute__((constructor)) static void read_environment(void)
{
    const char *at = getenv("FAIL_AT");
    fail_at = at ? strtol(at, NULL, 10) : 0;
    if (getenv("FAIL_COUNT")) atexit(print_count);
}

static int fails(void)
{
    return ++n_allocations == fail_at;
}

void *__wrap_malloc(size_t bytes)
{
    return fails() ? NULL : __real_malloc(bytes);
}

void *__wrap_calloc(size_t n, size_t bytes)
{
    return fails() ? NULL : __real_calloc(n, bytes);
}

void *__wrap_aligned_alloc(size_t alignment, size_t bytes)
{
    return fails() ? NULL : __real_aligned_alloc(alignment, bytes);
}

void *__wrap_realloc(void *memory, size_t bytes)
{
    return fails() ? NULL : __real_realloc(memory, bytes);
}
