#ifndef SHAPEPROF_NNOM_H
#define SHAPEPROF_NNOM_H

// Declarations of NNoM's C interface as of version 0.4.3, for reading programs whose nnom.h is not
// at hand. Declarations only: there is no library behind them. Names, types, values of enumerators
// and layouts of structs are NNoM's.
//
//   nnom/types.h      enumerations, shapes, tensors, blocks of memory
//   nnom/graph.h      layers, how they are hooked together, the model
//   nnom/layers.h     the structs of layers and cells
//   nnom/configs.h    what generated headers fill in
//   nnom/functions.h  everything that can be called

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// In angle brackets, so that a program's own port comes first.
#include <nnom_port.h>

#ifndef NNOM_BLOCK_NUM
#define NNOM_BLOCK_NUM 8
#endif

#define NNOM_MAJORVERSION 0
#define NNOM_SUBVERSION 4
#define NNOM_REVISION 3
#define NNOM_VERSION (NNOM_MAJORVERSION * 10000 + NNOM_SUBVERSION * 100 + NNOM_REVISION)
#define NNOM_ALIGN (sizeof(char *))

#define q7_t int8_t
#define q15_t int16_t
#define q31_t int32_t
#define q63_t int64_t
#define nnom_qformat_param_t int32_t
#define nnom_shape_data_t uint16_t

#include "nnom/types.h"
#include "nnom/graph.h"
#include "nnom/layers.h"
#include "nnom/configs.h"
#include "nnom/functions.h"

// How the library is built, which no declaration of its own depends on: told to shapeprof by a
// type.
#ifdef NNOM_USING_CHW
struct shapeprof_nnom_chw {
    char is_given;
};
#endif
#ifdef NNOM_USING_CMSIS_NN
struct shapeprof_nnom_cmsis_nn {
    char is_given;
};
#endif

#endif
