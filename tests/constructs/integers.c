// Conversions and widths: promotions, wraps, shifts, comparisons of mixed signs, division.
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static unsigned char byte(int n)
{
    return n;
}

int main(void)
{
    signed char c = -1;
    unsigned char u = 200;
    short s = (short)40000;
    printf("%d %d %d %d\n", c == 255, u + 100, (unsigned char)(u + 100), s);
    printf("%d %d %u\n", -1 < 1u, (long)-1 < 1u, (unsigned)c);
    printf("%d %d %d %d\n", -7 / 2, -7 % 2, 7 / -2, 7 % -2);
    printf("%d %d %u %lld\n", 1 << 30, -16 >> 2, 0xf0000000u >> 28, 1ll << 40);
    u <<= 1;
    c >>= 1;
    s *= 2;
    printf("%d %d %d %d\n", u, c, s, byte(-1));
    uint32_t x = UINT32_MAX;
    x += 2;
    uint64_t y = 0;
    y--;
    printf("%" PRIu32 " %" PRIu64 " %d\n", x, y, ~0u == UINT_MAX);
    bool b = 0.5, d = (bool)256;
    printf("%d %d %d\n", b, d, (b += 5));
    printf("%d %ld %zu\n", 'a' + '\x7f', 0x7fffffffL + 1, sizeof(2147483648));
    printf("%d %d\n", '\377', L'\x100');
    printf("%d %u\n", INT_MIN, (unsigned)INT_MIN + INT_MAX);
    int i = 5;
    i = i++ + 0;
    int *p = &i, **pp = &p;
    (**pp)--;
    printf("%d %d %d\n", i, i == 4 ? -i : +i, !i);
    printf("%d %d\n", (int8_t)(uint8_t)130, (int16_t)(uint16_t)0x8001);
    printf("%llu\n", 18446744073709551615ull % 10);
    return (int)(u ^ 0x90) & 0x7f;
}
