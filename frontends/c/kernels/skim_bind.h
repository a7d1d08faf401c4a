#ifndef FRONTENDS_C_SKIM_BIND_H
#define FRONTENDS_C_SKIM_BIND_H

// What the files of skim.h share: a nest, and what its symbols and pointers are at one place.

#include "frontends/c/interp.h"
#include "frontends/c/kernels/nest.h"
#include "frontends/c/kernels/raw.h"

struct skim {
    struct eval *eval;
    const struct ast *node;    // the call or the loop
    struct function *function; // that is called; NULL: a loop
    const struct nest *nest;
    int n_arguments;
    const struct cvalue *arguments;
    struct sym_replacement *values; // of the nest's symbols
    struct cvalue *pointers;        // of its roots
    struct raw_call *record;
};

// Finds out what all symbols and roots are; false: some are not known, or below 0, which sizes are
// not taken to be.
bool skim_bind(struct skim *);
struct nest_extent skim_extent(const struct skim *, int root, enum access_mode);

// ---- skim_record.c
void skim_record(const struct skim *); // the ranges of the call's record, and what they take
// As the caller would write it: `out->data` is `l->out.data` where `&l->out` is given for `out`.
const char *skim_text(const struct skim *, const struct nest_root *);

// ---- skim_check.c
// Findings. False: one of them was told of, and running the body
// would only tell it again.
bool skim_check(const struct skim *);
// The number of elements in the kernel's own words; NULL: they do not begin at the pointer.
const char *skim_form(const struct skim *, int root, enum access_mode);

// ---- skim_apply.c
// What the kernel writes is unknown from here on.
void skim_apply(const struct skim *);

#endif
