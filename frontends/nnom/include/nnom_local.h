#ifndef SHAPEPROF_NNOM_LOCAL_H
#define SHAPEPROF_NNOM_LOCAL_H

// NNoM's private header, as far as programs include it.

#include "nnom.h"

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))

#endif
