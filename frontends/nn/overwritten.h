#ifndef FRONTENDS_NN_OVERWRITTEN_H
#define FRONTENDS_NN_OVERWRITTEN_H

// Which value a tensor of the user's stands for.
//
// A value of the program never changes: a call in place makes a new one in the same memory. A
// tensor of PyTorch's does: after relu_(x), x is the result, and so is what a view of x shows.
// Hence what a handle was made for is not always what it stands for, and a gradient would go around
// the call that overwrote it.

#include "frontends/nn/recording.h"

// The value that holds, for a handle that was made for `id`, what was written since by calls
// through which a gradient goes. A part of a tensor that was overwritten as a whole, or a tensor of
// which a part was, may need a node (as_strided, as_strided_scatter), which is added here. 0 stays
// 0.
value_id overwritten_now(struct nn_recording *, value_id id);

// Around what may be taken away from the program again: what is known of it is kept in that arena
// from now on; returns what was known before.
struct map *overwritten_begin(struct nn_recording *, struct arena *);
// Did nothing since overwrite what values below `first` stand for?
bool overwritten_can_rewind(struct nn_recording *, const struct map *before, value_id first);
void overwritten_rewind(struct nn_recording *, struct map *before, node_id last_node);

#endif
