#ifndef FRONTENDS_C_RAW_RECORD_H
#define FRONTENDS_C_RAW_RECORD_H

// What the files of raw.h share.

#include "frontends/c/interp.h"
#include "frontends/c/kernels/raw.h"

// Of one run; NULL in `struct eval` until the program first gets memory.
struct raw_record {
    struct raw_state *state;
    int call;                      // the kernel call that is running, or RAW_NONE
    VEC(const struct ast *) asked; // by number of a buffer: the expression of its size, or NULL
    struct map *told;              // numbers of buffers that SP760 was told of
    struct cvalue given; // what a function of type void * returned last, until it is stored
    bool passes; // arguments are being stored: pointers that are handed on are kept by nobody
};

// NULL where nothing is recorded.
struct raw_record *raw_record_of(struct eval *);

// The program ends, and the object is still there.
void raw_left(struct object *);

// ---- raw_tell.c
// Of an argument that leads to a buffer.
void raw_tell_outside(struct eval *, const struct ast *call, const struct raw_call *,
                      const struct raw_pointer *);
void raw_tell_unused(struct eval *); // at the end of the run

// ---- raw_fields.c
// The object ends, and with it the pointers in it.
void raw_fields_end(struct eval *, struct object *);

#endif
