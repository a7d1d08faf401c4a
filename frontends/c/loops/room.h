#ifndef FRONTENDS_C_ROOM_H
#define FRONTENDS_C_ROOM_H

// Arrays with room for so many elements, indexed by unknown numbers: the condition on those under
// which the index stays inside, "T <= 512". Told beside the model, and nothing is concluded from
// it.

#include "frontends/c/interp.h"

// Element `index` of the array of this name is read or written; the node is where.
void room_need(struct eval *, const struct sym *index, int64_t n_elements, const char *array,
               const struct ast *);
// So many elements are touched where there is room for so many; `array` says of what, "`out` of 4*B
// floats".
void room_need_sizes(struct eval *, const struct sym *needed, const struct sym *room,
                     const char *array, const struct ast *);
// A branch made numbers of symbols: conditions on these alone are decided, and need not be told.
void room_decided(struct eval *);
// A loop is left after a round that nothing but its condition decided: elements that each of its
// rounds touches, by numbers that it counts, up to the last round. To be called before what the
// loop changed becomes unknown.
void room_of_rounds(struct eval *, const struct ast *loop);

#endif
