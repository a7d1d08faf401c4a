#ifndef FRONTENDS_C_RECURRENCE_H
#define FRONTENDS_C_RECURRENCE_H

// Numbers that each round of a loop makes from the one before as factor * x + addend modulo a power
// of two: generators of random numbers. What many rounds come to takes no more than a few steps.
// Private to the interpreter.

#include "frontends/c/ast.h"

struct recurrence {
    uint64_t factor, addend;
    uint64_t mask; // of the bits that stay
};

// What the assignment makes of its variable, an unsigned integer that is at least as wide as int.
// False: something else.
bool recurrence_of(const struct ast *write, const struct variable *, struct recurrence *);
// After so many rounds (0 and more).
int64_t recurrence_after(const struct recurrence *, int64_t start, int64_t rounds);

#endif
