#ifndef FRONTENDS_C_FLAGS_H
#define FRONTENDS_C_FLAGS_H

// The flags that libclang gets for a file: ours, those of the compilation
// database, then the user's, which win.

#include "frontends/c/unit.h"

struct flags {
    int n;
    const char *const *at;
    struct dependencies dependencies; // files that they were taken from
};

struct flags flags_of(struct arena *, const struct unit_request *, const char *path,
                      struct diags *);

// The triple that the code is for, as the last flag has it; NULL: this machine.
const char *flags_target(const struct flags *);

// The flag that makes the compiler read the file as C++ or another language; NULL: it is C.
const char *flags_other_language(const struct flags *);

#endif
