#ifndef FRONTENDS_C_KEYED_H
#define FRONTENDS_C_KEYED_H

// Numbers that a file has under their names: `if (!strcmp(key, "n_embd")) hp->n_embd = value; else
// if ...`, of a text that nobody knows. Followed branch by branch each name would double the ways
// through the program, and one of them has one number only. So no side is followed: each number
// becomes a symbol of its own, as if the file had all of them.

#include "frontends/c/interp.h"

// True: the statement is such a chain, and it is done.
bool keyed_run(struct eval *, const struct ast *branch);
// Does the body of the loop do nothing but that? More rounds do nothing else then.
bool keyed_is_all(const struct eval *, const struct ast *loop);
// Was the number at this place given its symbol so, or what `--set` binds it to?
bool keyed_is_place(const struct eval *, const struct object *, int64_t offset);

#endif
