#ifndef FRONTENDS_KANN_RULES_H
#define FRONTENDS_KANN_RULES_H

// The rules of the functions that make nodes, a family a file. Source: kautodiff.c of r556 and
// kann.c of r557.

#include "frontends/kann/call.h"

#define KANN_FUNCTION(name, letters, rule, data) kann_function_rule rule;
#include "frontends/kann/functions.def"
#undef KANN_FUNCTION

int kann_call_data(const struct kann_call *); // of the function that is called

#endif
