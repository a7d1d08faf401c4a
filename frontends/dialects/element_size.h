#ifndef FRONTENDS_DIALECTS_ELEMENT_SIZE_H
#define FRONTENDS_DIALECTS_ELEMENT_SIZE_H

// Elements of a tensor that a program multiplies by the size of a float, while they are no floats.

#include "frontends/c/dialect.h"
#include "ir/tensor.h"

// Of the current call, which gives the number of elements of a tensor of this type; `instead` is
// the function that counts its bytes. Told once a call.
void element_size_check(struct eval *, struct diags *, enum dtype, const char *instead);
// The same where the type is an unknown number of this name.
void element_size_check_parameter(struct eval *, struct diags *, const char *name,
                                  const char *instead);

#endif
