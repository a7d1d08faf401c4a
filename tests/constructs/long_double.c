// long double, floating conversions, rounding, comparisons with NaN, limits, hexadecimal constants.
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
    long double third = 1.0L / 3, big = 1e4000L, small = 0x1p-100L;
    printf("%zu %.20Lf %Lg %d\n", sizeof third, third, big, 1 + small == 1);
    printf("%d %.15Lg\n", third != 1.0 / 3, sqrtl(2.0L));
    printf("%Lg %Lg %d\n", fabsl(-third), floorl(-2.5L), (int)(2.9L));
    double d = 0.1, e = 0.2;
    float f = (float)d;
    printf("%d %d %.17g %.9g\n", d + e == 0.3, f == 0.1f, d + e, f);
    printf("%d %d %u %d\n", (int)-2.7, (int)2.7f, (unsigned)3e9, (int)(char)300);
    printf("%lld %llu\n", (long long)1e18, (unsigned long long)1.8e19);
    double nan = NAN;
    printf("%d %d %d %d\n", nan == nan, nan != nan, nan < 1, !(nan >= 1));
    printf("%a %g %g\n", 0x1.8p3, 0x.8p1, 1e-320);
    printf("%g %g %g %g\n", DBL_MAX, DBL_MIN, (double)FLT_EPSILON, DBL_MAX * 2);
    printf("%.0f %.0f %.0f %.1f\n", 0.5, 1.5, 2.5, 0.25);
    printf("%g %g %ld %g\n", round(-2.5), rint(2.5), lround(3.5), trunc(-1.7));
    printf("%g %g %g\n", fmod(-7, 3), remainder(7, 4), copysign(3, -0.0));
    int exponent;
    double mantissa = frexp(40, &exponent), whole;
    printf("%g %d %g", mantissa, exponent, modf(-3.25, &whole));
    printf(" %g %g\n", whole, ldexp(0.75, 4));
    printf("%.6f %.6f %.6f %.6f\n", exp(1), log(10), pow(2, 0.5), atan2(1, -1));
    printf("%d\n", (0.1f + 0.2f) * 10 == 3.0f);
    printf("%Lg %Lg %Lg %d\n", LDBL_MAX, LDBL_EPSILON, LDBL_MAX / 2, LDBL_MAX_EXP);
    printf("%d %d %g\n", ilogb(10), ilogb(0.3), logb(1000));
    float big_float = 16777216.f;
    printf("%d %.1f\n", big_float + 1 == big_float, (double)(float)123456789);
    return 0;
}
