#ifndef SHAPEPROF_NNOM_UTILS_H
#define SHAPEPROF_NNOM_UTILS_H

// All of NNoM is declared in nnom.h.

#include "nnom.h"

#endif
