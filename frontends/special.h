#ifndef FRONTENDS_SPECIAL_H
#define FRONTENDS_SPECIAL_H

// Numbers for symbols that break what shape rules took for granted of them: as that an axis is
// longer than 1, where another answer holds for those of length 1. There the entry is to be
// analysed again. So it is for sizes that were asked for and that the inputs' solution has as
// numbers.

#include "frontends/front.h"

struct special_values {
    int n;
    const char *const *names;
    const int64_t *values;
};

// What the nodes of the program took for granted and no fact proves, each once.
struct claims special_claims(struct arena *, const struct program *);

// The values that the request asks for of the symbol; NULL: none.
const struct front_values *special_asked(const struct front_request *, const char *name);

// Of the values that the request asks for, or of the least ones where it asks for any, those that
// break one of the claims; each combination once. Returns how many there are, at most `limit`.
int special_find(struct arena *, const struct front_request *, struct syms *, const struct claims *,
                 int limit, struct special_values *);

// Of the names that the request has values of, those that are a symbol of none of the models, nor
// bound already. Returns how many.
int special_solved(struct arena *, const struct front_request *, int n_models,
                   const struct front_model *, const struct front_values **solved);

// Likewise those that are a symbol of a model that leaves something open until its sizes are known.
int special_open(struct arena *, const struct front_request *, int n_models,
                 const struct front_model *, const struct front_values **open);

// Have the programs as many inputs, of the same ranks?
bool special_has_ranks(const struct program *, const struct program *);

// Each combination of the values, at most `limit`; returns how many.
int special_combine(struct arena *, int n, const struct front_values *, int limit,
                    struct special_values *);

#endif
