#ifndef IR_GRAPH_FLOAT_H
#define IR_GRAPH_FLOAT_H

// A program whose f32 is another type: what it computes with inputs, parameters and buffers of that
// type, and with that where the program says f32 or asks for the default.
//
// What follows from these says each op's own rule, as torch.result_type does: with a float of
// another type f32's place may be taken by either of them or by a third (f16 with bf16 gives f32),
// and what an op makes of integers is f32, whatever the model's float is.

#include "ir/graph.h"

// A copy that shares what does not change; ids are the same. Tensors of other types keep theirs.
// Each result lies where its op's rule puts it now, with the strides that it gives it: a cast to
// the type that its operand has now makes no copy but lies on the operand; one that is no longer to
// the operand's type makes one, in a storage of its own behind the others, and so on for what is
// made of them. Linear in the nodes. Results of calls whose types do not go together now are
// poisoned, and `refusal` says the first of them, with its place in the source; NULL: there is
// none.
struct program *program_with_float(struct arena *, const struct program *, enum dtype,
                                   const char **refusal);
// For what counts f32 as `*dtype`: the program itself, where each f32 tensor is of that type and
// nothing else changes; else the copy, whose types are as they are: `*dtype` becomes DTYPE_F32.
const struct program *program_as_float(struct arena *, const struct program *, enum dtype *dtype);

#endif
