// How arrays grow: twice as large while they are small, then by half.

#include "ir/base/vec.h"

#include <limits.h>

#define SMALL ((size_t)1 << 10)

void vec_reserve(struct arena *arena, void **at, int *capacity, int n, size_t item_size)
{
    if (n < *capacity) return;
    // A vector that reaches INT_MAX items asks for more than can be had, which
    // is the arena's way to say out of memory.
    size_t grown = *capacity ? (size_t)*capacity * 2 : 8, bytes;
    // A large one is resized in place, so slack is what costs, not the copies.
    if (grown > SMALL) grown = grown / 4 * 3;
    if (grown > INT_MAX) grown = n < INT_MAX ? INT_MAX : SIZE_MAX;
    if (__builtin_mul_overflow(grown, item_size, &bytes)) bytes = SIZE_MAX;
    *at = arena_grow(arena, *at, (size_t)n * item_size, bytes);
    *capacity = (int)grown;
}
