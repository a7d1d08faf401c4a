#ifndef SHAPEPROF_NNOM_LAYERS_H
#define SHAPEPROF_NNOM_LAYERS_H

// All of NNoM is declared in nnom.h.

#include "nnom.h"

#endif
