#ifndef FRONTENDS_SPECIAL_H
#define FRONTENDS_SPECIAL_H

// Numbers for symbols that break what shape rules took for granted of them: as that an axis is
// longer than 1, where another answer holds for those of length 1. There the entry is to be
// analysed again.

#include "frontends/front.h"

struct special_values {
    int n;
    const char *const *names;
    const int64_t *values;
};

// What the nodes of the program took for granted and no fact proves, each once.
struct claims special_claims(struct arena *, const struct program *);

// Of the values that the request asks for, or of the least ones where it asks for any, those that
// break one of the claims; each combination once. Returns how many there are, at most `limit`.
int special_find(struct arena *, const struct front_request *, struct syms *, const struct claims *,
                 int limit, struct special_values *);

#endif
