#ifndef SHAPEPROF_NNOM_PORT_H
#define SHAPEPROF_NNOM_PORT_H

// What a program's own port of NNoM says, where it has none: memory of the C library, eight blocks,
// no clock.

#include <stdio.h>
#include <stdlib.h>

#ifndef NNOM_USING_STATIC_MEMORY
#define nnom_malloc(n) malloc(n)
#define nnom_free(p) free(p)
#endif
#define nnom_memset(p, v, s) memset(p, v, s)
#define nnom_memcpy(to, from, n) memcpy(to, from, n)
#define nnom_us_get() 0
#define nnom_ms_get() 0
#ifndef NNOM_LOG
#define NNOM_LOG(...) printf(__VA_ARGS__)
#endif
#ifndef NNOM_BLOCK_NUM
#define NNOM_BLOCK_NUM 8
#endif
#ifndef DENSE_WEIGHT_OPT
#define DENSE_WEIGHT_OPT 1
#endif

#endif
