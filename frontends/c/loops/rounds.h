#ifndef FRONTENDS_C_ROUNDS_H
#define FRONTENDS_C_ROUNDS_H

// What is known behind a loop of which only the first round was followed.

#include "frontends/c/interp.h"

struct rounds_memory;
struct rounds_form;

// Before the first round whose number is not known: how memory and modules are then. NULL in a
// concrete run, where all numbers are known.
struct rounds_memory *rounds_begin(struct eval *);
// The loop is left: what it changed since becomes unknown, for a reason that names it; where it
// made parts of the graph, the program is told that there may be more of them.
void rounds_end(struct eval *, const struct ast *loop, struct rounds_memory *);
// Do its rounds only compute with models of a library that are there, as in training? Then one more
// than these `n` tells nothing new, which is noted as taken for granted. Never in a concrete run.
bool rounds_are_enough(struct eval *, const struct ast *loop, int n);
// Can no round of the loop do something else than the others because of its number? Told by the
// form of its statements and of the functions that get the number: which numbers change, and how.
// NULL: one may.
const struct rounds_form *rounds_alike(struct eval *, const struct ast *loop);
// Is this a number that was looked at there? `member`: of a structure, that the object is or has in
// it; NULL: it is a number or an array of them.
bool rounds_follow(const struct rounds_form *, const struct eval *, const struct object *,
                   const struct cfield *member);
// Of an array of numbers that the rounds filled, an element each: was nothing there before? True of
// all that they did not fill. From then on later loops may take its numbers for such as change in
// their rounds.
struct copy;
bool rounds_fill_blank(const struct rounds_form *, const struct copy *before);
void rounds_collect(struct eval *, const struct rounds_form *);
// Is the index, of elements of `size` bytes, a symbol and little more or less, as the last of all,
// `widths[n - 1]`, is, and does the array hold what rounds filled it with? Then few rounds come by
// all that there is to be met.
bool rounds_index_collected(struct eval *, const struct object *, int64_t size,
                            const struct sym *index);
// Is it a tensor of a library that shows its sizes, and rounds are alike only if all of theirs are?
bool rounds_tells_layout(const struct ctype *record);
// The same of rounds that only compute, which make nothing of the model: no more is said.
void rounds_skip(struct eval *, const struct ast *loop, struct rounds_memory *);
void rounds_forget(struct rounds_memory *); // NULL is allowed

#endif
