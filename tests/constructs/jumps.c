// goto into and out of loops and blocks, Duff's device, switches that share statements, labels as
// values.
#include <stdio.h>

static void duff(char *to, const char *from, int count)
{
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0: do { *to++ = *from++;
        case 7: *to++ = *from++;
        case 6: *to++ = *from++;
        case 5: *to++ = *from++;
        case 4: *to++ = *from++;
        case 3: *to++ = *from++;
        case 2: *to++ = *from++;
        case 1: *to++ = *from++;
        } while (--n > 0);
    }
}

static int into_loop(int start)
{
    int i = start, sum = 0;
    if (start > 2) goto inside;
    for (i = 0; i < 5; i++) {
        sum += 100;
    inside:
        sum += i;
    }
    return sum;
}

static int out_of_nest(int limit)
{
    int steps = 0;
    for (int i = 0; i < 10; i++)
        for (int k = 0; k < 10; k++) {
            while (1) {
                if (++steps > limit) goto done;
                if (steps % 3) break;
            }
        }
done:
    return steps;
}

static int past_declaration(int skip)
{
    int sum = 1;
    {
        if (skip) goto behind;
        int a = 5;
        sum += a;
    behind:
        a = 7;
        sum += a;
    }
    return sum;
}

static int shared(int n)
{
    int i = 1;
    switch (n) {
        int inner;
    case 1 ... 3: inner = n * 10; return inner;
    default: n += 100; /* fall through */
    case 7: n++; break;
    case -5:
        for (i = 0; i < 3; i++) {
        case 9: n += 2;
        }
        break;
    }
    return n;
}

static int wide(long long n)
{
    switch (n) {
    case 0x100000000ll: return 1;
    case 0: return 2;
    case -1: return 3;
    default: return 4;
    }
}

int main(void)
{
    char text[40] = {0};
    for (int n = 1; n < 20; n += 6) {
        duff(text, "the quick brown fox jumps over it", n);
        printf("%s|", text);
    }
    printf("\n%d %d %d\n", into_loop(0), into_loop(3), out_of_nest(17));
    printf("%d %d\n", past_declaration(0), past_declaration(1));
    for (int n = -6; n < 11; n++) printf("%d ", shared(n));
    printf("\n%d %d %d %d\n", wide(0x100000000ll), wide(0), wide(-1), wide(0xffffffff));
    int i = 0;
again:
    if (i++ < 3) goto again;
    do {
        if (i++ == 5) continue;
        if (i > 8) break;
    } while (i < 20);
    printf("%d\n", i);
    return i;
}
