// Bit-fields of all widths: signs, wraps, packing, zero width, in unions, compound assignment,
// promotion.
#include <stdio.h>
#include <string.h>

struct flags {
    unsigned a : 1, b : 3;
    signed c : 4;
    int : 0;
    unsigned long long d : 40;
    _Bool e : 1;
    enum { LOW, HIGH = 3 } f : 3;
};

struct __attribute__((packed)) tight {
    unsigned char kind : 5;
    unsigned short rest : 11;
    int value : 24;
    char tail;
};

union view {
    struct {
        unsigned low : 12, high : 20;
    };
    unsigned whole;
};

static void print_bytes(const void *p, size_t n)
{
    for (size_t i = 0; i < n; i++) printf("%02x", ((const unsigned char *)p)[i]);
    printf("\n");
}

int main(void)
{
    struct flags f = {0};
    f.b = 9;
    f.c = 9;
    f.d = 1ull << 41 | 5;
    f.e = 4;
    f.f = HIGH;
    printf("%zu %u %d %llu %d %d\n", sizeof f, f.b, f.c, (unsigned long long)f.d, f.e, f.f);
    f.a--;
    f.b += 5;
    f.c <<= 1;
    printf("%u %u %d %d %d\n", f.a, f.b, f.c, f.b - 7 < 0, (f.c = 7) == 7);
    print_bytes(&f, sizeof f);
    struct tight t = {.kind = 21, .rest = 1234, .value = -3, .tail = 'z'};
    printf("%zu %d %d %d\n", sizeof t, t.kind, t.rest, t.value);
    print_bytes(&t, sizeof t);
    union view v = {.whole = 0xdeadbeef};
    printf("%x %x\n", v.low, v.high);
    v.low = ~v.low;
    v.high++;
    printf("%x\n", v.whole);
    struct flags copies[2] = {{.d = 3}, f};
    memcpy(&copies[0], &copies[1], sizeof f);
    printf("%llu %d\n", (unsigned long long)copies[0].d, memcmp(&copies[0], &copies[1], sizeof f));
    return 0;
}
