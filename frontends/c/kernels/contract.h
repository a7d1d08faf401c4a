#ifndef FRONTENDS_C_CONTRACT_H
#define FRONTENDS_C_CONTRACT_H

// The text of SP_SHAPES (shapeprof/contracts.h): which parameters are read and written, as tensors
// of which sizes. Sizes stay text; they are expressions of ir/sym.

#include "ir/base/vec.h"
#include "ir/tensor.h"

struct contract_term {
    const char *name; // of the parameter
    bool optional;    // NULL is allowed
    bool read, written;
    enum dtype dtype;
    int rank;
    const char *dim[MAX_RANK];
};

struct contract {
    const char *error; // why the text is none; NULL: it is one
    VEC(struct contract_term) terms;
};

struct contract contract_parse(struct arena *, const char *text);

#endif
