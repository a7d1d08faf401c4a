#ifndef FRONTENDS_ATTEMPT_H
#define FRONTENDS_ATTEMPT_H

// Inputs that are tried: a run of the entry with them, repeated with the sizes that its open
// conditions gave, and a score by which attempts are compared.

#include "frontends/choices.h"
#include "frontends/learn.h"

struct attempt {
    struct run run;
    struct learning learning;
    struct choices choices;
    bool unbatched;
    bool is_mistyped; // an op refused an input for the type that it was guessed to have
    int64_t score;
};

// Runs with what the last run taught until there is no more to learn, or a run was given up.
void attempt_run(const struct front *, struct attempt *);
// Why the attempt is worse than another: errors first, then a batch axis that is not free, then
// how early it went wrong.
int64_t attempt_score(const struct front *, const struct attempt *);
// Did an op refuse an input for the type that it was only guessed to have?
bool attempt_is_mistyped(const struct attempt *);
bool attempt_is_better(const struct front *, const struct attempt *, const struct attempt *best);
// Nothing that counts speaks against it, so no other has to be tried.
bool attempt_is_perfect(const struct attempt *);
// Is such a finding among those of the run?
bool attempt_finds(const struct run *, enum diag_id);

#endif
