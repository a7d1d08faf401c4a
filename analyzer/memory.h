#ifndef ANALYZER_MEMORY_H
#define ANALYZER_MEMORY_H

// How many bytes are alive at the worst moment, and who holds them.
//
// Peak live counts inputs and activations (and memory that the program got
// itself), by storage: a view or an in-place result adds nothing. Parameters,
// buffers and gradients are counted apart. Where the largest moment depends on
// the symbols, the peak is the maximum of the moments that may be it.

#include "analyzer/models/model.h"
#include "analyzer/report/quantity.h"

struct memory_request {
    const struct program *program;
    enum model_kind model;
    enum memory_mode mode;
    int n_asked;
    const enum dtype *asked; // what f32 tensors are taken as; DTYPE_F32: as they are
};

struct memory_holder {
    storage_id storage; // 0: a tensor of the op of `tensor_of`: a mask, indices, gates
    value_id first;     // that the storage was made for; 0: raw memory
    node_id tensor_of;
    const char *what;
    const char *name;         // "x", "layer1.0.conv2", "cat (unet.c:41)"
    const struct sym *bytes;  // of all copies that are held
    const struct sym *copies; // kept from iterations of a region; NULL: one
};

// A moment that may be the worst one.
struct memory_moment {
    const struct sym *bytes;
    int event;
    node_id node;     // that runs then; 0: none
    const char *name; // of what runs: "layer1.0.conv2"
    const struct site *site;
    int n_alive;   // how many storages are alive
    int n_holders; // the largest of them, largest first
    const struct memory_holder *holders;
};

struct memory {
    struct quantity peak; // inputs and activations
    int n_moments;        // 0: nothing is ever alive; more than 1: it depends on the symbols
    const struct memory_moment *moments;
    struct quantity parameters, buffers, gradients;
    struct quantity total; // the sum of all
};

// Runs liveness and the model over the event order, and gives one answer for each asked
// type. Linear in the events.
void memory_measure(struct arena *, const struct memory_request *, struct memory *memories);
// What is alive while each node runs, by its id, for the first asked type; NULL for a node that is
// not in the event order.
const struct sym **memory_levels(struct arena *, const struct memory_request *);

// Does the peak count memory of this kind, or is it on another account?
bool memory_is_live(enum storage_kind);

#endif
