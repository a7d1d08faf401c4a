#include "ir/base/vec.h"

#include <limits.h>
#include <string.h>

void vec_reserve(struct arena *arena, void **at, int *capacity, int n, size_t item_size)
{
    if (n < *capacity) return;
    // A vector that reaches INT_MAX items asks for more than can be had, which
    // is the arena's way to say out of memory.
    size_t grown = *capacity ? (size_t)*capacity * 2 : 8;
    if (grown > INT_MAX) grown = n < INT_MAX ? INT_MAX : SIZE_MAX;
    void *items = arena_alloc_array(arena, grown, item_size);
    if (n) memcpy(items, *at, (size_t)n * item_size);
    *at = items;
    *capacity = (int)grown;
}
