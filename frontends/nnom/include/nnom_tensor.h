#ifndef SHAPEPROF_NNOM_TENSOR_H
#define SHAPEPROF_NNOM_TENSOR_H

// All of NNoM is declared in nnom.h.

#include "nnom.h"

#endif
