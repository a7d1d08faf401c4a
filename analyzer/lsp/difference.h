#ifndef ANALYZER_LSP_DIFFERENCE_H
#define ANALYZER_LSP_DIFFERENCE_H

// Facts of a document as they differ from facts that the other side of the pipe has: a keystroke
// changes few of them. Lists are sent as how many of their first and last things are the same, and
// what lies between these.

#include <jansson.h>

// What there is to send; `before` NULL: all.
json_t *difference_of(const json_t *before, const json_t *after);
// The facts that were meant. Takes nothing: what is the same is shared with `before`. NULL: they
// differ from other facts than these.
json_t *difference_apply(const json_t *before, const json_t *difference);

#endif
