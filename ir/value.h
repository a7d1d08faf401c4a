#ifndef IR_VALUE_H
#define IR_VALUE_H

// Tensors and the memory that they lie in.
//
//   value    a tensor at one point of the program: type, storage, offset.
//            Views and in-place results share a storage; every write makes a
//            new value, so a value never changes.
//   storage  memory that has a lifetime of its own
//
// Ids are indices into the arrays of the program (ir/graph.h), from 1; 0 is "none".

#include "ir/base/site.h"
#include "ir/op.h"

typedef uint32_t value_id;
typedef uint32_t node_id;
typedef uint32_t storage_id;
typedef uint32_t scope_id;
typedef uint32_t graph_id;

enum storage_kind {
#define STORAGE(id, name, account, lifetime, doc) STORAGE_##id,
#include "ir/storages.def"
#undef STORAGE
    N_STORAGE_KINDS
};

struct storage {
    enum storage_kind kind;
    enum dtype dtype; // of its elements; DTYPE_NONE: bytes
    const struct sym *bytes;
    const char *name; // lvalue path or parameter name; NULL for plain results
    const struct site *site;
    value_id first;    // the value it was made for; 0 for raw memory
    storage_id inside; // the pool it was carved from, or 0
    const struct sym *inside_offset;
};

enum value_flag {
    VALUE_POISONED = 1, // the call that should have made it was refused; `reason` says why
    VALUE_REQUIRES_GRAD = 2,
    VALUE_OUTPUT = 4,    // the program gives it back
    VALUE_NUMBER = 8,    // a scalar of the source language; it has no storage
    VALUE_IN_PLACE = 16, // made by overwriting `view_of`
    VALUE_HOOKED = 32,   // a backward hook waits for its gradient: it must not be overwritten
    VALUE_LEAF = 64      // a call made it, and gradients end here: it was told to want one
};

// The order of fields keeps it at 88 bytes: graphs have millions.
struct value {
    enum dtype dtype; // DTYPE_NONE: poisoned
    uint8_t rank;
    uint8_t flags;
    uint16_t result;                 // which result of the producer
    storage_id storage;              // 0: poisoned, or a number
    value_id view_of;                // the value it is a view of or overwrites, or 0
    node_id producer;                // 0: input, parameter, constant
    const struct sym *const *dim;    // rank sizes
    const struct sym *const *stride; // rank strides in elements; NULL: contiguous
    const struct sym *offset;        // bytes into the storage; NULL: 0
    const char *name;                // the user's or the library's; may be NULL
    const char *reason;              // VALUE_POISONED
    const struct site *site;
    const struct attr *constant; // contents where known, else NULL
    // Integers that lie from 0 to below this, whatever they are (an arange); NULL: not known.
    const struct sym *below;
};

enum access_mode { ACCESS_READ = 1, ACCESS_WRITE = 2 };

// Bytes [low, high) of a storage that a node touches besides what its operands
// and results say: kernels that fill a destination, a KV cache written in part.
struct access {
    storage_id storage;
    unsigned mode;
    const struct sym *low, *high;
};

enum storage_kind storage_kind_find(const char *name); // N_STORAGE_KINDS if there is none
const char *storage_kind_name(enum storage_kind);      // "parameter"

struct tensor_type value_type(const struct value *);

#endif
