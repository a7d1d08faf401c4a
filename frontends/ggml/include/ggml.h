#ifndef SHAPEPROF_GGML_H
#define SHAPEPROF_GGML_H

// Declarations of ggml's C interface as of version 0.21, for reading programs
// whose ggml.h is not at hand. Declarations only: there is no library behind
// them. Names, types, values of enumerators and layouts of structs are ggml's.
//
//   ggml/base.h       constants, assertions, half precision, the log
//   ggml/types.h      element types, flags, choices that operators take
//   ggml/operators.h  the numbers of the operators
//   ggml/tensor.h     tensors, their sizes, the contexts that they lie in
//   ggml/pointwise.h  element by element, gates, norms, reductions
//   ggml/products.h   matrix products, copies, views, rows
//   ggml/windows.h    convolution, pooling, resizing
//   ggml/sequence.h   attention, positions, recurrences, a program's own operators
//   ggml/graph.h      graphs, their gradients, training
//
// ggml-alloc.h, ggml-backend.h, ggml-cpu.h, ggml-opt.h and gguf.h lie beside it.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "ggml/base.h"
#include "ggml/types.h"
#include "ggml/operators.h"
#include "ggml/tensor.h"
#include "ggml/pointwise.h"
#include "ggml/products.h"
#include "ggml/windows.h"
#include "ggml/sequence.h"
#include "ggml/graph.h"

#ifdef __cplusplus
}
#endif

#endif
