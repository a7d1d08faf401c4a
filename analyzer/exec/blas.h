#ifndef ANALYZER_EXEC_BLAS_H
#define ANALYZER_EXEC_BLAS_H

// Matrix products, by the CBLAS library of the machine. It is loaded when the
// first product is asked for: loading it costs more than most analyses.

#include "ir/kernel.h"

// False, with what to install, if there is no such library.
bool blas_load(const char **error);
// CBLAS counts in int.
bool blas_takes(const struct product *);
void blas_multiply(const struct product *); // after blas_load, of what it takes
const char *blas_name(void);                // of the library that was loaded; NULL: none

#endif
