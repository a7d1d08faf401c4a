#ifndef ANALYZER_EXEC_NPY_H
#define ANALYZER_EXEC_NPY_H

// Numbers of an input as NumPy's files have them (.npy, format versions 1 to 3): the type and the
// sizes in a header, then the elements in row-major order, little-endian.

#include "ir/kernel.h"

struct npy {
    const char *input;    // whose numbers they are; set by who gives them
    struct tensor tensor; // contiguous, in the file's own type
};

// False, with the reason, for a file that cannot be read or is none, and for types and orders that
// inputs do not have.
bool npy_read(struct arena *, const char *path, struct npy *, const char **error);
// The elements in the other tensor's type, which has the same sizes.
void npy_copy(const struct npy *, const struct tensor *);

#endif
