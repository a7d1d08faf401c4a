// The pool in numbers, to the byte as ggml_dyn_tallocr of ggml-alloc.c has it: the smallest range
// that fits, the highest of equal ones; the last range only if no other fits; cut from the front.
// A tensor of 0 bytes takes nothing but may leave an empty range behind, as in the library.

#include "analyzer/models/ggml_pool.h"

#include <string.h>

void ggml_pool_open(struct ggml_pool *p)
{
    p->n = p->most = 1;
    p->top = p->at[0] = 0;
    p->size[0] = INT64_MAX; // SIZE_MAX/2 of the library
}

static void drop(struct ggml_pool *p, int i)
{
    size_t above = (size_t)(p->n - i - 1);
    memmove(&p->at[i], &p->at[i + 1], above * sizeof p->at[0]);
    memmove(&p->size[i], &p->size[i + 1], above * sizeof p->size[0]);
    p->n--;
}

static bool insert(struct ggml_pool *p, int64_t at, int64_t bytes)
{
    if (p->n == GGML_FREE_RANGES) return false;
    int i = 0;
    while (i < p->n && p->at[i] < at) i++;
    size_t above = (size_t)(p->n - i);
    memmove(&p->at[i + 1], &p->at[i], above * sizeof p->at[0]);
    memmove(&p->size[i + 1], &p->size[i], above * sizeof p->size[0]);
    p->at[i] = at;
    p->size[i] = bytes;
    if (++p->n > p->most) p->most = p->n;
    return true;
}

static int best_fit(const struct ggml_pool *p, int64_t bytes)
{
    int best = -1;
    for (int i = 0; i < p->n - 1; i++) {
        bool fits = p->size[i] >= bytes;
        if (fits && (best < 0 || p->size[i] <= p->size[best])) best = i;
    }
    return best < 0 ? p->n - 1 : best;
}

int64_t ggml_pool_take(struct ggml_pool *p, int64_t bytes)
{
    int i = best_fit(p, bytes);
    if (p->size[i] < bytes) return -1;
    int64_t at = p->at[i];
    p->at[i] += bytes;
    p->size[i] -= bytes;
    if (p->size[i] == 0) drop(p, i);
    if (at + bytes > p->top) p->top = at + bytes;
    return at;
}

// Range i ends where the one behind it begins: they become one.
static void join(struct ggml_pool *p, int i)
{
    if (i < 0 || i + 1 >= p->n || p->at[i] + p->size[i] != p->at[i + 1]) return;
    p->size[i] += p->size[i + 1];
    drop(p, i + 1);
}

bool ggml_pool_give(struct ggml_pool *p, int64_t at, int64_t bytes)
{
    for (int i = 0; i < p->n; i++) {
        if (p->at[i] + p->size[i] == at) {
            p->size[i] += bytes;
            join(p, i);
            return true;
        }
        if (at + bytes == p->at[i]) {
            p->at[i] = at;
            p->size[i] += bytes;
            join(p, i - 1);
            return true;
        }
    }
    return insert(p, at, bytes);
}
