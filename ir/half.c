// 16-bit floating point numbers, read and written without help of the processor.

#include "ir/half.h"

#include <math.h>
#include <string.h>

#define HALF_MANTISSA_BITS 10
#define HALF_MIN_EXPONENT (-14) // of normal numbers
#define HALF_INFINITY 0x7c00u
#define HALF_NAN 0x7e00u

double half_to_double(uint16_t bits)
{
    int exponent = bits >> HALF_MANTISSA_BITS & 31, mantissa = bits & 1023;
    double size;
    if (exponent == 31)
        size = mantissa ? NAN : INFINITY;
    else if (exponent == 0)
        size = ldexp(mantissa, HALF_MIN_EXPONENT - HALF_MANTISSA_BITS);
    else
        size = ldexp(mantissa + 1024, exponent - 25);
    return bits & 0x8000u ? -size : size;
}

// The step between neighbours near x is 2^(exponent - 10), never finer than that of subnormals;
// x in steps, rounded, is the bit pattern but for the exponent's place. A carry out of the
// mantissa moves into the exponent by itself.
uint16_t half_from_double(double x)
{
    unsigned sign = signbit(x) ? 0x8000u : 0;
    int exponent;
    if (isnan(x)) return (uint16_t)(sign | HALF_NAN);
    x = fabs(x);
    if (x >= 65520.0) return (uint16_t)(sign | HALF_INFINITY); // halfway to the next power of two
    if (x == 0.0) return (uint16_t)sign;
    frexp(x, &exponent);
    exponent--; // x = 1.m * 2^exponent
    if (exponent < HALF_MIN_EXPONENT) exponent = HALF_MIN_EXPONENT;
    unsigned steps = (unsigned)nearbyint(ldexp(x, HALF_MANTISSA_BITS - exponent));
    unsigned biased = (unsigned)(exponent - HALF_MIN_EXPONENT) << HALF_MANTISSA_BITS;
    return (uint16_t)(sign | (biased + steps));
}

double bfloat_to_double(uint16_t bits)
{
    uint32_t wide = (uint32_t)bits << 16;
    float x;
    memcpy(&x, &wide, sizeof x);
    return x;
}

// Rounded to f32 first, as PyTorch's kernels do, which compute in f32.
uint16_t bfloat_from_double(double x)
{
    float single = (float)x;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    if (isnan(x)) return 0x7fc0;
    bits += 0x7fff + (bits >> 16 & 1);
    return (uint16_t)(bits >> 16);
}
