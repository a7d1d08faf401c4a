// Signed numbers that leave their type are told once a place; what C lets wrap, and bits that are
// shifted out, are not.
#include <limits.h>
#include <shapeprof/nn.h>

static int hashed(int seed)
{
    for (int i = 0; i < 40; i++) seed = seed * 31 + 7; // expect SP420: does not fit in the 32 bits
    return seed;
}

nn_module *net(void)
{
    int width = 65536, most = INT_MAX, least = INT_MIN;
    int area = width * width; // expect SP420: 65536 * 65536 does not fit in the 32 bits
    most++;                   // expect SP420: 2147483647 + 1
    least = -least;           // expect SP420: -(-2147483648)
    long long wide = LLONG_MAX;
    wide += 1; // expect SP420: 9223372036854775807 + 1 does not fit in the 64 bits
    unsigned wrapped = 65536u;
    wrapped *= wrapped;
    short narrow = SHRT_MAX;
    narrow++;
    int top = 1 << 31, cut = (int)4294967296, down = -INT_MAX - 1;
    long area_of_long = (long)width * width;
    return nn_linear(8, 8 + area + (hashed(1) & 0) + (int)wrapped + cut + (int)(area_of_long & 0) +
                            (top & 0) + (down & 0) + (narrow & 0) + (most & 0) + (least & 0) +
                            (int)(wide & 0));
}
