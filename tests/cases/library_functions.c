// Functions of the C library that are first met in a body, more of them than the file declares.
// options: --input 'f32[4,20]' --dtype f32
// says: Linear(20, 15)
#include <ctype.h>
#include <math.h>
#include <shapeprof/nn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static int width_of(const char *text)
{
    char copy[32], kind[8];
    int sizes[3], n = 0, rows = 0, columns = 0;
    strncpy(copy, text, sizeof copy - 1);
    copy[sizeof copy - 1] = '\0';
    for (char *word = strtok(copy, ","); word && n < 3; word = strtok(NULL, ","))
        sizes[n++] = atoi(word);
    qsort(sizes, 3, sizeof *sizes, compare);
    if (sscanf("conv:3x5", "%4[a-z]:%dx%d", kind, &rows, &columns) != 3) exit(1);
    if (strlen(kind) != 4 || strcmp(kind, "conv") || strchr(kind, 'x')) abort();
    if (isdigit(kind[0]) || toupper(kind[0]) != 'C' || fabs(-1.0) < sqrt(0.25)) abort();
    return sizes[2] == 20 ? rows * columns : 0;
}

nn_module *net(void)
{
    char *name = malloc(16);
    snprintf(name, 16, "%s%d", "20,", 12);
    name = realloc(name, 32);
    strcat(name, ",4");
    int width = width_of(name);
    memset(name, 0, 32);
    free(name);
    return nn_sequential(nn_linear(20, width));
}
