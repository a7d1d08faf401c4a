// Padding by unsigned arithmetic that wraps says nothing about the size that is padded.
// says: Linear(sizes.n, sizes.n + 7*sizes.n % 8)
// says: Linear(8, sizes.k + 15*sizes.k % 16)
// says: Linear(8, sizes.m + 3*sizes.m % 4)
// says: Linear(8, sizes.wide + 63*sizes.wide % 64)
// says: Linear(8, 7*sizes.i % 8 + 1)
// says: Linear(sizes.odd, ?)
// says: Linear(8, sizes.n) f32[N, sizes.n]
#include <shapeprof/nn.h>
#include <stddef.h>

extern struct sizes {
    unsigned n, k, m;
    size_t wide, odd;
    int i;
} sizes;

nn_module *negated(void)
{
    unsigned n = sizes.n, pad = -n & 7;
    return nn_sequential(nn_linear(8, n), nn_linear(n, n + pad));
}

nn_module *mask_first(void)
{
    unsigned k = sizes.k;
    return nn_linear(8, k + (15u & (0u - k)));
}

nn_module *kept_first(void)
{
    unsigned m = sizes.m, left = -m;
    left %= 4;
    return nn_linear(8, m + left);
}

nn_module *rest_of_64(void)
{
    size_t wide = sizes.wide, pad = (64 - wide) % 64;
    return nn_linear(8, wide + pad);
}

nn_module *cast_first(void)
{
    return nn_linear(8, (unsigned)-sizes.i % 8 + 1);
}

nn_module *wraps_in_64_bits(void)
{
    size_t odd = sizes.odd, left = 1 - 2 * odd;
    return nn_sequential(nn_linear(8, odd), nn_linear(odd, left));
}

nn_module *complement_twice(void)
{
    unsigned n = sizes.n, all = ~n;
    return nn_linear(8, ~all);
}
