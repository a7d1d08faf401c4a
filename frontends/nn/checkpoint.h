#ifndef FRONTENDS_NN_CHECKPOINT_H
#define FRONTENDS_NN_CHECKPOINT_H

// checkpoint_sequential, for a program that runs and for the interpreter, in which nothing is kept
// and hence nothing given back.

#include "frontends/nn/recording.h"

// The output; poisoned, with a finding, where the module can't be parted so.
value_id checkpoint_sequential(struct nn_recording *, nn_module_id, int64_t n_segments, value_id x);

#endif
