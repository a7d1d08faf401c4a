#ifndef FRONTENDS_NN_CHECKPOINT_H
#define FRONTENDS_NN_CHECKPOINT_H

// Checkpoints, for a program that runs and for the interpreter.

#include "frontends/nn/recording.h"

// Around the calls of one; what begin gives is end's `first`. The output may be 0: there is none.
node_id checkpoint_begin(struct nn_recording *);
void checkpoint_end(struct nn_recording *, node_id first, value_id output);

// The output; poisoned, with a finding, where the module can't be parted so.
value_id checkpoint_sequential(struct nn_recording *, nn_module_id, int64_t n_segments, value_id x);

#endif
