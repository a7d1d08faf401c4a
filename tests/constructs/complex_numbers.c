// _Complex: types, literals, parts, operators, conversions, <complex.h>.
#include <complex.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void show(const char *what, double _Complex z)
{
    printf("%s %.17g %.17g\n", what, creal(z), cimag(z));
}

static void show_narrow(const char *what, float complex z)
{
    printf("%s %.9g %.9g\n", what, crealf(z), cimagf(z));
}

struct signal {
    int n;
    float complex at[4];
    double complex gain;
};

static double complex table[] = {1, 2.5 * I, 3 - 4 * I};
static const float complex unit = 1.0if, pair[2] = {[1] = 2 + 1.0if};

static void fft(double complex *x, int n, int stride, double complex *out)
{
    if (n == 1) {
        out[0] = x[0];
        return;
    }
    fft(x, n / 2, 2 * stride, out);
    fft(x + stride, n / 2, 2 * stride, out + n / 2);
    for (int k = 0; k < n / 2; k++) {
        double complex even = out[k],
                       odd = cexp(-2.0 * 3.14159265358979323846 * I * k / n) * out[k + n / 2];
        out[k] = even + odd;
        out[k + n / 2] = even - odd;
    }
}

static double complex sum(int n, ...)
{
    va_list list;
    double complex total = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++) total += va_arg(list, double complex);
    va_end(list);
    return total;
}

static double complex twice(double complex z)
{
    z *= 2;
    return z;
}

#define KIND(x)                                                                                    \
    _Generic((x), float complex                                                                    \
             : "float", double complex                                                             \
             : "double", long double complex                                                       \
             : "long", default                                                                     \
             : "other")

static void integers(void)
{
    _Complex int a = 3 + 4i, b = 2 - 1i;
    _Complex int c = a * b, d = ~a, e = -b, f = a + 7;
    __real__ a += 10;
    __imag__ b = 20;
    printf("%d %d, %d %d, %d %d, %d %d, %d %d, %d %d\n", __real__ c, __imag__ c, __real__ d,
           __imag__ d, __real__ e, __imag__ e, __real__ f, __imag__ f, __real__ a, __imag__ a,
           __real__ b, __imag__ b);
    _Complex char small = 1 + 2i;
    _Complex double from = a;
    printf("%d %d %zu, %d\n", __real__ small, __imag__ small, sizeof small, a == 13 + 4i);
    show("of integers", from);
    a++;
    printf("%d %d\n", __real__ a, __imag__ a);
}

int main(void)
{
    double complex z = 1.5 + 2.25 * I, w = -0.5 + 3 * I, x;
    float complex f = 0.1f + 0.2f * I;
    long double complex l = 1.25L + 0.1L * I;
    show("z", z), show("w", w);
    show("z+w", z + w), show("z-w", z - w), show("z*w", z * w), show("z/w", z / w);
    show("z*2", z * 2), show("2*z", 2 * z), show("z/2", z / 2), show("2/z", 2 / z),
        show("2-z", 2 - z), show("z+1", z + 1);
    show("-z", -z), show("~z", ~z), show("f*z", f * z);
    show_narrow("f*f", f * f), show_narrow("f/f2", f / (f + 1)), show_narrow("f", f);
    printf("%.20Lg %.20Lg\n", creall(l * l), cimagl(l / (l + 2)));
    z += 1, show("+=", z), z -= w, show("-=", z), z *= w, show("*=", z), z /= 3 + I, show("/=", z);
    f *= 1.5, show_narrow("f *= double", f);
    double plain = 2;
    plain *= w;
    printf("%g %d %g\n", plain, (int)z, (double)(1.0f + f));
    x = plain, show("from real", x);
    x = f, show("from float", x);
    __real__ x = 7, __imag__ x += 2, show("parts", x);
    printf("%g %g %d\n", __real__ plain, __imag__ plain, __imag__ 5);
    printf("%d %d %d %d\n", z == w, z != w, x == x, z == 3);
    printf("%d %d %d %d %d\n", !z, z && 0, (_Bool)(0 * I), (_Bool)(1 * I), I * I == -1);
    printf("%s\n", z ? "not zero" : "zero");
    printf("%zu %zu %zu %zu\n", sizeof z, sizeof f, sizeof l, _Alignof(double complex));
    printf("%s %s %s %s %s\n", KIND(f), KIND(z), KIND(l), KIND(f * z), KIND(creal(z)));
    for (int i = 0; i < 3; i++) show("table", table[i]);
    show_narrow("unit", unit), show_narrow("pair", pair[1]), show_narrow("pair0", pair[0]);
    struct signal s = {2, {1, I, 2 + 3 * I}, 4}, t = s;
    t.at[1] *= s.at[2];
    show_narrow("member", t.at[1]), show("gain", t.gain), show_narrow("rest", t.at[3]);
    double raw[2];
    memcpy(raw, &z, sizeof raw);
    printf("%g %g %g\n", raw[0], raw[1], ((double *)&w)[1]);
    union {
        float complex c;
        float f[2];
    } u = {.f = {3, -4}};
    printf("%g\n", cabsf(u.c));
    show("sum", sum(3, 1.0 + I, 2 * z, (double complex)5)), show("twice", twice(1 + 2 * I));
    double complex in[8] = {1, 1, 1, 1}, out[8];
    fft(in, 8, 1, out);
    for (int i = 0; i < 8; i++) show("fft", out[i]);
    show("conj", conj(w)), show("exp", cexp(w)), show("log", clog(w)), show("sqrt", csqrt(w));
    show("pow", cpow(w, z)), show("sin", csin(w)), show("cos", ccos(w)), show("tanh", ctanh(w)),
        show("proj", cproj(w));
    printf("%.17g %.17g %.9g %.20Lg\n", cabs(w), carg(w), cargf(f), cabsl(l));
    show("builtin", __builtin_complex(1.0, -0.0)), show("builtin conj", __builtin_conj(w));
    double infinite = 1e308 * 10;
    printf("annex g %g\n", creal((infinite + 1 * I) * (infinite + 0 * I)));
    show("by zero", z / (0.0 + 0.0 * I));
    x = (z, w), show("comma", x);
    x = plain > 1 ? w : 0, show("choice", x);
    integers();
    double complex vla[plain < 0 ? 2 : 1];
    vla[0] = vla[1] = w, show("chain", vla[0] + vla[1]);
    return (int)creal(w * w);
}
