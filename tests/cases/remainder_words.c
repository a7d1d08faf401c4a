// A remainder that a program works out by hand is told as a remainder, and so is its opposite.
// options: --dtype f32
// says: remainder_words.c:above, if L % 8 != 0
// says: remainder_words.c:above, if L % 8 == 0
// says: remainder_words.c:times, if n % 6 == 0
// says: remainder_words.c:times, if n % 6 != 0
// says: remainder_words.c:order, if L % 4 == 0
// says: remainder_words.c:order, if L % 4 != 0
#include <shapeprof/nn.h>

extern int L, n;

nn_module *above(void)
{
    return L - 8 * (L / 8) > 0 ? nn_linear(3, 4) : nn_linear(3, 12);
}

nn_module *times(void)
{
    return n / 6 * 6 == n ? nn_linear(3, 4) : nn_linear(3, 12);
}

nn_module *order(void)
{
    return L % 4 <= 0 ? nn_linear(3, 4) : nn_linear(3, 12);
}
