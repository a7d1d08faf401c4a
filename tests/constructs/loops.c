// for with each part missing, from macros too; loops under pragmas and attributes; empty bodies;
// declarations that hide others; break and continue through switches.
#include <stdio.h>

#define EACH(i, n) for (int i = 0; i < (n); i++)
#define FOREVER for (;;)
#define FROM(i, a) for (i = a;;)
#define WHILE(c) for (; c;)
#define STEPS(s) for (;; s)
#define IF_ELSE(c, a, b)                                                                           \
    if (c) {                                                                                       \
        a;                                                                                         \
    } else {                                                                                       \
        b;                                                                                         \
    }

static int classes(int n)
{
    int seen = 0;
    for (int i = 0; i < n; i++) {
        switch (i % 4) {
        case 0: continue;
        case 1: break;
        case 2: seen += 10; __attribute__((fallthrough));
        default: seen++;
        }
        seen += 100;
        if (seen > 700) break;
    }
    return seen;
}

int main(void)
{
    int i = 0, n = 0, sum = 0;
    EACH(i, 3) EACH(j, i + 1) sum += 10 * i + j;
    FOREVER
    {
        if (++n == 5) break;
    }
    FROM(i, 7)
    {
        if (i-- < 4) break;
    }
    WHILE(n < 9) n += 2;
    STEPS(n++)
    {
        if (n > 12) break;
    }
    printf("%d %d %d\n", sum, i, n);
    for (; i < 6; i++)
        ;
    for (i = 3; i < 10;) i += 4;
    for (;; i--)
        if (i < 0) break;
    for (n = 0, i = 9; n < i; n++, i--) sum++;
    printf("%d %d %d %d\n", sum, i, n, classes(20));
#pragma GCC unroll 4
    for (int i = 0; i < 5; i++) {
        int i = 2;
        sum += i++;
    }
#pragma GCC ivdep
    do sum++;
    while (sum % 7);
    while (sum-- > 40) IF_ELSE(sum & 1, n += sum, n -= 1)
    printf("%d %d\n", sum, n);
    return 0;
}
