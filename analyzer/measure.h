#ifndef ANALYZER_MEASURE_H
#define ANALYZER_MEASURE_H

// The state of memory_measure; private to memory.c, weigh.c, holders.c and timeline.c.

#include "analyzer/held.h"
#include "analyzer/memory.h"
#include "analyzer/tally.h"

#define MAX_MOMENTS 16

// What a storage counts as.
enum account { ACCOUNT_LIVE, ACCOUNT_PARAMETERS, ACCOUNT_BUFFERS, ACCOUNT_GRADIENTS, N_ACCOUNTS };

struct candidate {
    struct tally tally;
    int event;
};

// A tensor of an op's own that the model wants held.
struct held_item {
    struct tally_item item;
    int event; // at which it is made
    int region;
    int next;        // of the same node, or -1
    int next_let_go; // that the same event gives back, or -1
};

struct measure {
    struct arena *arena; // of the answer
    struct arena *scratch;
    const struct memory_request *request;
    const struct program *program;
    struct liveness live;
    struct tally_kinds kinds, account_kinds; // of what is alive, and of the other accounts
    struct tally_item *items;                // by storage
    struct wishes wishes;                    // what is kept to the end of the forward pass
    bool *kept;                              // by storage: its `storages`
    struct held_item *held_items;            // of its `tensors`
    int *first_held_item;                    // by node, or -1
    int *first_let_go;                       // by event, or -1
    bool *pool;                              // by storage: only the place of others
    struct held held;
    const struct sym **levels;     // by node; NULL: nobody asks
    enum dtype asked;              // in whose turn it is
    enum dtype live_as;            // what is alive is counted as this, and scaled at the end
    int *first_alloc, *first_free; // by event: the first storage, 0: none
    int *next_alloc, *next_free;   // by storage
    struct tally_item *extra;      // by region: what its earlier iterations keep
    struct tally sums[N_ACCOUNTS];
    const char *unknown[N_ACCOUNTS]; // why a sum is only a lower bound
    const char *too_large;           // why the peak is only an upper bound; NULL: it is none
    int n_candidates;
    struct candidate candidates[MAX_MOMENTS];
};

// ---- the state (memory.c)

// Lifetimes, what the model keeps, when storages are born and die. The caller closes `scratch`.
struct measure *memory_open(struct arena *, const struct memory_request *);
// Weighs everything as this type.
void memory_count_as(struct measure *, enum dtype);

// ---- what storages weigh (weigh.c)

// Its bytes as the asked type; of what is alive as `live_as`.
const struct sym *weigh_storage(const struct measure *, const struct storage *);
// Of all copies of a tensor of an op's own.
const struct sym *weigh_tensor(const struct measure *, const struct held_tensor *);
bool weigh_can_be_scaled(const struct measure *);
// A sum of what is alive, from `live_as` to the asked type.
const struct sym *weigh_scaled(const struct measure *, const struct sym *bytes);
// Before each sweep, since sizes depend on the type that is asked for.
void weigh_live(struct measure *);
void weigh_accounts(struct measure *); // and their sums
// Is it alive at some time, and no pool or alias of others?
bool weigh_is_counted(const struct measure *, storage_id);
void weigh_leave_out_pools(struct measure *);

// ---- who holds them (holders.c)

// "layer1.0.conv2", "cat (unet.c:41)"
const char *holders_node_name(struct measure *, node_id);
const char *holders_storage_name(struct measure *, storage_id); // "x", "layer1.0.conv2"
void holders_find(struct measure *, struct memory_moment *);

#endif
