// Or and exclusive or with masks whose bits a number has or has not; sums without a sign that wrap
// on the way.
// says: Linear(8, n + 16)
// says: Linear(n - n % 2 + 1, 8)
// says: Linear(3, n + 5)
// says: Linear(9, 4)
// says: Linear(d + 8, 4)
#include <shapeprof/nn.h>

nn_module *all_bits(int n)
{
    return nn_linear((n | ~0) + 9, n + 16);
}

nn_module *lowest_bits(int n)
{
    return nn_linear(n | 1, 8);
}

nn_module *high_bits(int n)
{
    int low = (n | -16) & 15;
    return nn_linear(3, n + 5 + low - n % 16);
}

nn_module *of_itself(int n)
{
    int none = (n ^ n) + (n & 0), same = (n | n) - (n & n);
    return nn_linear(9 + none + same + ((n ^ -1) + n + 1), 4);
}

nn_module *added(unsigned d)
{
    unsigned n = 16;
    n += d - 8;
    return nn_linear((int)n, 4);
}
