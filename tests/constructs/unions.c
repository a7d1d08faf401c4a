// Type punning through unions, pointers to characters and memcpy; anonymous and nested records.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

union number {
    float f;
    uint32_t u;
    struct {
        uint16_t low, high;
    } halves;
    unsigned char bytes[4];
};

struct variant {
    int kind;
    union {
        int i;
        double d;
        const char *s;
        struct {
            short x, y;
        };
    };
    struct {
        int depth;
        union {
            int left;
            unsigned right;
        };
    } inner;
};

static union number make(float f)
{
    return (union number){.f = f};
}

static uint64_t bits(double d)
{
    uint64_t u;
    memcpy(&u, &d, sizeof u);
    return u;
}

int main(void)
{
    union number n = make(1.5f);
    printf("%x %x %x\n", n.u, n.halves.high, n.bytes[3]);
    n.halves.high ^= 0x8000;
    printf("%g\n", n.f);
    n.bytes[2] = 0;
    n.bytes[3] = 0x40;
    printf("%g %zu\n", n.f, sizeof(struct variant));
    struct variant v = {.kind = 1, .d = 2.5, .inner = {3, .right = -1}};
    printf("%d %g %d %u %d\n", v.kind, v.d, v.inner.depth, v.inner.right, v.inner.left);
    v.x = 258;
    v.y = -1;
    printf("%d %d\n", v.i, *((unsigned char *)&v.x + 1));
    v.s = "text";
    struct variant w = v;
    printf("%s %d\n", w.s, w.s == v.s);
    printf("%llx %llx\n", (unsigned long long)bits(-0.0), (unsigned long long)bits(1e300));
    int array[3] = {0x01020304, 5, 6};
    short *halves = (short *)array;
    halves[2] = 7;
    printf("%d %d %d\n", halves[0], array[1], ((char *)array)[1]);
    int *p = array + 1;
    uintptr_t address = (uintptr_t)p;
    printf("%d %d\n", *(int *)(address + 4), (int)(address - (uintptr_t)array));
    return 0;
}
