// Each variant's condition is true where the program takes it, and only there.
// options: --dtype f32
// says: variant_conditions.c:words, if n != 12 && n != 1
// says: variant_conditions.c:words, if n == 12
// says: variant_conditions.c:words, if n == 1
// says: variant_conditions.c:merged, if m <= 1 || m > 12
// says: variant_conditions.c:merged, if m > 1 && m <= 12
// says: variant_conditions.c:chained, if k >= 100
// says: variant_conditions.c:chained, if k >= 10 && k < 100
// says: variant_conditions.c:chained, if k < 10
// says: variant_conditions.c:covered, if j < 5
// says: variant_conditions.c:covered, if j >= 5
// says: variant_conditions.c:no_matter, if q > 7
// says: variant_conditions.c:no_matter, if q <= 7
// says: variant_conditions.c:only, if r > 2
#include <shapeprof/nn.h>
#include <stdlib.h>

int get(void);

nn_module *words(void)
{
    int n = get(); // expect SP412
    if (n == 12) return nn_linear(8, 5);
    if (n == 1) return nn_linear(8, 4);
    return nn_linear(8, 6);
}

nn_module *merged(void)
{
    int m = get(); // expect SP412
    if (m <= 1) return nn_linear(8, 8);
    if (m <= 12) return nn_linear(8, 16);
    return nn_linear(8, 8);
}

nn_module *chained(void)
{
    int k = get(); // expect SP412
    if (k >= 10) {
        if (k >= 100) return nn_linear(8, 1);
        return nn_linear(8, 2);
    }
    return nn_linear(8, 3);
}

nn_module *covered(void)
{
    int j = get(); // expect SP412
    if (j < 3) return nn_linear(8, 8);
    if (j < 5) return nn_linear(8, 8);
    return nn_linear(8, 16);
}

nn_module *no_matter(void)
{
    int p = get(), q = get(), loud = 0; // expect SP412
    if (p > 3) loud = 1;
    nn_module *m = nn_linear(8, q > 7 ? 16 : 8);
    return loud ? m : m;
}

nn_module *only(void)
{
    int r = get(); // expect SP412
    nn_module *m = NULL;
    if (r > 2) m = nn_linear(8, 8);
    return m;
}
