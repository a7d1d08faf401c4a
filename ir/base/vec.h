#ifndef IR_BASE_VEC_H
#define IR_BASE_VEC_H

// A growing array in an arena:
//
//     VEC(struct node) nodes = {0};
//     *vec_push(arena, &nodes) = node;        // zeroed slot, grows by doubling
//     for (int i = 0; i < nodes.n; i++) use(&nodes.at[i]);
//
// Growing moves the items, so a pointer to one lives until the next push.

#include "ir/base/arena.h"

#define VEC(type)                                                                                  \
    struct {                                                                                       \
        type *at;                                                                                  \
        int n;                                                                                     \
        int capacity;                                                                              \
    }

#define vec_push(arena, vec)                                                                       \
    (vec_reserve((arena), (void **)&(vec)->at, &(vec)->capacity, (vec)->n, sizeof *(vec)->at),     \
     &(vec)->at[(vec)->n++])

void vec_reserve(struct arena *, void **at, int *capacity, int n, size_t item_size);

#endif
