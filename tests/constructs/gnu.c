// GNU extensions: statement expressions, ?: without a middle, typeof, builtins, attributes, local
// labels, __func__.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX(a, b)                                                                                  \
    ({                                                                                             \
        __typeof__(a) a_ = (a);                                                                    \
        __typeof__(b) b_ = (b);                                                                    \
        a_ > b_ ? a_ : b_;                                                                         \
    })

static int calls;
static int count(int v)
{
    calls++;
    return v;
}

static __attribute__((noinline, unused)) int find(const int *a, int n, int what)
{
    int found = ({
        int at = -1;
        for (int i = 0; i < n; i++)
            if (a[i] == what) {
                at = i;
                break;
            }
        at;
    });
    return ({
               if (found < 0) return -100;
               found;
           }) +
           1;
}

int main(void)
{
    int a[] = {4, 8, 15}, i = 1;
    int larger = MAX(i++, 1);
    printf("%d %d %d\n", larger, i, (int)MAX(2.5, 1));
    printf("%d %d\n", find(a, 3, 15), find(a, 3, 3));
    printf("%d %d %d\n", count(3) ?: 9, count(0) ?: 8, calls);
    __auto_type copy = a[1];
    printf("%d %s\n", copy, __func__);
    printf("%d %d %d %d %d\n", __builtin_clz(1), __builtin_ctz(40), __builtin_popcount(255),
           __builtin_ffs(0), __builtin_parity(7));
    printf("%d %d %d\n", __builtin_clzll(1), __builtin_ctzll(1ull << 40),
           __builtin_popcountll(-1ll));
    printf("%x %llx %x\n", __builtin_bswap32(0x01020304), __builtin_bswap64(0x0102030405060708ull),
           __builtin_bswap16(0x0102));
    int sum;
    printf("%d ", __builtin_add_overflow(INT_MAX, 1, &sum));
    printf("%d ", sum);
    printf("%d ", __builtin_mul_overflow(1 << 20, 3, &sum));
    printf("%d ", sum);
    unsigned char small;
    printf("%d ", __builtin_sub_overflow(3, 5, &small));
    printf("%d\n", small);
    printf("%d %d %d\n", __builtin_constant_p(3), __builtin_expect(i == 2, 1),
           __builtin_choose_expr(1, 5, "x"));
    printf("%d %d\n", __builtin_types_compatible_p(int, const int),
           __builtin_types_compatible_p(int, long));
    enum { FEW = 5 };
    printf("%d %d %d %d\n", __builtin_types_compatible_p(typeof(FEW), int),
           __builtin_types_compatible_p(int[5], int[]),
           __builtin_types_compatible_p(int[FEW], int[]),
           __builtin_types_compatible_p(typeof(i), double));
    printf("%zu %zu %d\n", __alignof__(double), __builtin_strlen("four"), __builtin_abs(-4));
    printf("%g %d %d %d\n", __builtin_fabs(-2.5), __builtin_isnan(__builtin_nan("")),
           __builtin_isinf(__builtin_inf()) != 0, __builtin_signbit(-0.0) != 0);
    char *buffer = __builtin_alloca(8);
    __builtin_memset(buffer, 'a', 7);
    buffer[7] = 0;
    printf("%s %d\n", buffer, __builtin_memcmp(buffer, "aaab", 4) < 0);
    int x = ({
        __label__ out;
        int y = 3;
        goto out;
        y = 4;
    out:
        y;
    });
    printf("%d %d\n", x, __extension__ 5);
    switch (x) {
    case 0 ... 2: printf("low\n"); break;
    case 3 ... INT_MAX: printf("high\n"); break;
    }
    printf("%d\n", (int)sizeof(struct {}));
    if (x > 100) __builtin_unreachable();
    int calls = 0, filled[4] = {[0 ... 2] = ++calls};
    printf("%d %d %d %d\n", filled[0], filled[2], filled[3], calls);
    void *p = &a[1];
    printf("%d %d\n", *(int *)(p + 4), (int)sizeof(void));
    return 0;
}
