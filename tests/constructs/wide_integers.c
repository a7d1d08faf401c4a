// __int128: arithmetic, shifts, comparisons, conversions, memory.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static void show(const char *what, u128 v)
{
    printf("%s %016llx%016llx\n", what, (unsigned long long)(v >> 64), (unsigned long long)v);
}

static void show_decimal(i128 v)
{
    char text[64], *at = text + sizeof text;
    u128 left = v < 0 ? -(u128)v : (u128)v;
    *--at = 0;
    do *--at = (char)('0' + (int)(left % 10));
    while (left /= 10);
    if (v < 0) *--at = '-';
    puts(at);
}

static i128 factorial(int n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

static u128 last(int n, ...)
{
    va_list list;
    u128 v = 0;
    va_start(list, n);
    while (n--) v = va_arg(list, u128);
    va_end(list);
    return v;
}

struct holder {
    char c;
    i128 v;
    int after;
};

static i128 table[] = {-1, 5, (i128)1 << 90};
static const u128 all = -1;

int main(void)
{
    i128 a = -5, b = (i128)0x123456789abcdef0 * 0x1000000001, c;
    u128 u = a, w = ~(u128)0;
    show("a", a), show("b", b), show("u", u), show("all", all);
    show("a+b", a + b), show("b-a", b - a), show("a*b", a * b), show("b/a", b / a),
        show("b%7", b % 7);
    show("u/3", u / 3), show("u%10", u % 10), show("neg", -b), show("not", ~b), show("plus", +b);
    show("and", b & 0xffff), show("or", b | 1), show("xor", b ^ u);
    for (int i = 0; i < 128; i += 31)
        show("shl", (u128)3 << i), show("shr", b >> i), show("sar", a >> i);
    printf("%d %d %d %d %d %d\n", a < b, u < w, a < 0, u < 0, a == -5, b != b);
    printf("%d %d %d\n", a<3u, (u128)a> 3, (int64_t)b < 0);
    printf("%lld %d %u %d\n", (long long)b, (short)b, (unsigned)a, (_Bool)((u128)1 << 100));
    printf("%.17g %.9g %.20Lg %.17g\n", (double)b, (float)a, (long double)b, (double)w);
    c = 1e25, show("from double", c), c = -1.5f, show("from float", c);
    u = 0x1p100, show("power", u), c = -7.9L, show("from long", c);
    c = b, c += 1, c -= 2, c *= 3, c /= 2, c <<= 4, c >>= 2, c |= 1, c ^= 5, c &= ~(i128)2,
    c %= 1000000007;
    show("assigned", c);
    c++, ++c, c--, show("steps", c++);
    long long narrow = 7;
    narrow += b, narrow ^= (i128)1 << 70;
    double real = 1.5;
    real += (i128)3;
    printf("%lld %g %d %lld\n", narrow, real, !b, 1LL << (i128)5);
    printf("%d %s %zu %zu\n", b && a, b ? "set" : "zero", sizeof b, _Alignof(i128));
    printf("%zu %zu\n", sizeof(struct holder), __builtin_offsetof(struct holder, after));
    struct holder h = {'x', -3, 9}, g = h;
    g.v *= h.v;
    show("member", g.v), printf("%c %d\n", g.c, g.after);
    for (int i = 0; i < 3; i++) show("table", table[i]);
    union {
        u128 whole;
        uint64_t half[2];
        unsigned char bytes[16];
    } parts = {.half = {1, 2}};
    show("union", parts.whole), parts.whole += ~0ull,
        printf("%llu %llu\n", (unsigned long long)parts.half[0], (unsigned long long)parts.half[1]);
    memset(&parts, 0x5a, sizeof parts), show("memset", parts.whole);
    show_decimal(factorial(30)), show_decimal(-factorial(33)), show_decimal((i128)-1 << 127);
    show("varargs", last(3, (u128)1, (u128)2, (u128)3 << 70));
    int elements[] = {10, 20, 30};
    printf("%d %d\n", elements[(i128)2], *(elements + (u128)1));
    i128 out;
    printf("%d", __builtin_mul_overflow(b, b, &out)), show(" overflow", out);
    printf("%d", __builtin_add_overflow((i128)1, 5, &out)), show(" overflow", out);
    int few;
    printf("%d", __builtin_mul_overflow((i128)1 << 20, 1 << 15, &few)), printf(" %d\n", few);
    u128 product = (u128)0xfedcba9876543210 * 0xfedcba9876543210;
    show("product", product), show("mixed", 1 ? product : -1);
    switch ((i128)3) {
    case 3: puts("three"); break;
    default: puts("other");
    }
    puts(_Generic(a, int
                  : "int", unsigned __int128
                  : "unsigned", __int128
                  : "wide", default
                  : "other"));
    for (i128 i = 0; i < 3; i++) printf("%d ", (int)i);
    return (int)(product >> 120);
}
