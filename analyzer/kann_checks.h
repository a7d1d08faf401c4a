#ifndef ANALYZER_KANN_CHECKS_H
#define ANALYZER_KANN_CHECKS_H

// What the shape rules of KANN left open in a program with such a network.

#include "analyzer/shapes.h"

void kann_check_demands(struct arena *, struct program *, struct shapes *);

#endif
