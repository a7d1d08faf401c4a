// The same with pointers and int of two bytes.
// options: --input 'f32[4,8]' -- --target=avr
// status: 0
// says: Linear(8, 70)
#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <shapeprof/nn.h>

nn_module *model(void)
{
    char *text = malloc(16);
    if (!text) return NULL;
    snprintf(text, 16, "%" PRId32, (int32_t)64);
    int width = atoi(text) + (int)strlen(text) + (int)sqrt(16.0);
    assert(isdigit(text[0]) && width < INT_MAX);
    free(text);
    return nn_linear((int64_t)(sizeof(void *) + sizeof(size_t) + sizeof(long)), width);
}
