// Both sides of a branch give one and the same model, or a side gives none: what is wrong on it is
// told all the same, whichever side is followed first.
#include <shapeprof/nn.h>
#include <stdlib.h>

int get(void);

nn_module *wrong_otherwise(void)
{
    int n = get(), d = 0; // expect SP412
    nn_module *m = nn_linear(8, 4);
    if (n > 5)
        d = 1;
    else
        d = 3 / d; // expect SP404
    return m;
}

nn_module *wrong_at_first(void)
{
    int n = get(), d = 0; // expect SP412
    nn_module *m = nn_linear(8, 4);
    if (n <= 5)
        d = 3 / d; // expect SP404
    else
        d = 1;
    return m;
}

nn_module *wrong_twice(void)
{
    int n = get(), d = 0; // expect SP412
    nn_module *m = nn_linear(8, 4);
    if (n > 5) m = nn_linear(8, 5);
    d = 3 / d; // expect SP404
    return m;
}

static nn_module *nothing(int d)
{
    d = 3 / d; // expect SP404
    return NULL;
}

nn_module *wrong_without_model(void)
{
    int n = get(); // expect SP412
    if (n > 5) return nothing(0);
    return nn_linear(8, 4);
}
