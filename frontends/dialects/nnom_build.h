#ifndef FRONTENDS_DIALECTS_NNOM_BUILD_H
#define FRONTENDS_DIALECTS_NNOM_BUILD_H

// What the library's build methods share: a layer, the tensor that comes in, the one that they
// make.

#include "frontends/dialects/nnom_dialect.h"

#define MAX_INPUTS 64 // of one layer

struct build {
    struct dialect_nnom *d;
    struct nnom_made *made;
    struct cvalue layer, in_io;
    struct cvalue in, out; // tensors
};

// The call's layer; its first input gets the tensor of the layer that it is hooked to.
struct build nnom_build_open(const struct dialect_call *);
// A tensor for the output, with room for so many dimensions.
void nnom_build_out(struct build *, int64_t rank);
void nnom_build_like_input(struct build *);                     // the same with the input's shape
void nnom_build_dim(struct build *, int i, const struct sym *); // of the output
void nnom_build_work(struct build *, const struct sym *bytes);
void nnom_build_macs(struct build *, const struct sym *);
const struct sym *nnom_build_last_dim(struct build *); // of the input
struct cvalue nnom_build_status(const struct dialect_call *, int status);
// Are two sizes equal? What depends on symbols is taken for granted, and said.
bool nnom_same(struct dialect_nnom *, const struct sym *, const struct sym *);

#endif
