#ifndef FRONTENDS_C_SKIM_REACH_H
#define FRONTENDS_C_SKIM_REACH_H

// One range of one pointer of a kernel, or of a function with a contract, and whether it fits into
// the memory that is there. Shared by the files of skim.h.

#include "frontends/c/interp.h"
#include "frontends/c/kernels/nest.h"
#include "frontends/c/kernels/raw.h"

struct skim;

struct reach {
    struct eval *eval;
    const struct ast *node;          // what is blamed
    const struct function *function; // that touches it; NULL: the loop that is the node
    const char *text,
        *path;        // what the caller gives, and what it is called there; NULL: as `kernel`
    const char *form; // "n_out*rows", in the function's own words; NULL: no such form
    const struct skim *kernel; // whose `root` it is: the form is asked for where it is told
    int root;
    const char *promise; // of a contract: "f32[B,T,C]"; NULL: the body says so
    enum access_mode mode;
    struct nest_extent x;
    const struct cvalue *pointer;
    int64_t part_bytes; // of the array in a record that the pointer is; 0: it is none
    // Filled by reach_find.
    struct object *object;
    const struct sym *offset;        // bytes into the object
    const struct sym *bytes;         // of the object; NULL: not known
    const struct raw_buffer *buffer; // NULL: it is none that is recorded
};

// The memory behind the pointer; false: there is none, or nothing is touched.
bool reach_find(struct reach *);
// Tells what does not fit; false: something does not.
bool reach_fits(const struct reach *);

#endif
