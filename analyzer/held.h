#ifndef ANALYZER_HELD_H
#define ANALYZER_HELD_H

// What the iterations of a repeat region leave behind. Where backward reads
// again what an iteration begins with, that is the initial value for the first
// iteration and, for each other one, what the iteration before handed on: the
// carried value itself is no memory of its own then.

#include "analyzer/liveness.h"

enum hold {
    HOLD_HANDED, // each iteration's but the last one's
    HOLD_ALL     // each iteration's
};

// One storage that a region holds, beside those that are kept on their own account.
struct held_part {
    int region;
    storage_id storage;
    enum hold hold;
    int next; // part of the same storage, or -1
};

struct held {
    const struct liveness *live;
    const bool *kept;
    bool *alias; // by storage: it is what an earlier iteration made
    VEC(struct held_part) parts;
    int *first_part; // by storage, or -1
};

// `kept` says by storage what is kept, in each iteration; carried values in it
// are replaced by what they are. Lifetimes of what is held are extended.
void held_find(struct arena *, struct liveness *, bool *kept, struct held *);
const struct sym *held_count(const struct held *, int region); // iterations
// How many copies of a storage there are at an event, counting the one that is
// alive; NULL: one.
const struct sym *held_copies(const struct held *, storage_id, int event);
// How often the body of a region runs in all; once for region -1.
const struct sym *held_runs(const struct held *, int region);
// Is the storage alive at the event, or left behind by an earlier iteration?
bool held_alive(const struct held *, storage_id, int event);

#endif
