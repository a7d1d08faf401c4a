#ifndef ANALYZER_REPORT_MODULE_PLACES_H
#define ANALYZER_REPORT_MODULE_PLACES_H

// Where each module stands in the tree of all modules, and how many parameters its block has.

#include "analyzer/report/quantity.h"
#include "ir/graph.h"

struct module_place {
    // In preorder of the tree, a module and all below it are `first` .. `first` + `size`.
    int first, size;
    // Elements of all parameters that the module and those below it register, a tensor that
    // several of them have (tied weights) once, as in PyTorch's parameters(). A lower bound where
    // one may have registered more.
    struct quantity parameters;
};

// By scope; [0] is above all roots.
const struct module_place *module_places(struct arena *, const struct program *);

#endif
