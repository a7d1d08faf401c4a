#ifndef FRONTENDS_NN_HANDLES_H
#define FRONTENDS_NN_HANDLES_H

// Memory of what a program holds on to: handles of tensors, and lists of them. An address is never
// given out twice. What is taken back becomes zeros and gives its memory to the system, so that
// reading through an old pointer is safe, and says that nothing is there any more.

#include "ir/base/arena.h"

struct handles_chunk {
    char *at;
    size_t bytes;
};

struct handles {
    int n, capacity;
    struct handles_chunk *chunks;
    size_t used;               // of the last one
    size_t dead_from, dead_to; // of the last one: what was taken back, with what lay before it
};

struct handles_mark {
    int n_chunks;
    size_t used;
    size_t dead; // from here on all was taken back already
};

// Zeroed, aligned for pointers and numbers of 64 bits. Without memory, the handler of arenas ends
// the program.
void *handles_room(struct handles *, size_t bytes);
struct handles_mark handles_mark(const struct handles *);
void handles_take_back(struct handles *, struct handles_mark); // all that was given out since
void handles_close(struct handles *);

#endif
