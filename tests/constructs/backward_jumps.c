// Jumps back over declarations: what is declared begins and ends anew each time.
#include <stdio.h>

struct holder {
    int number;
};
static void end(struct holder *holder)
{
    int k = ({
        int m = holder->number;
        m + 1;
    });
    if (k > 0) goto out;
    puts("never");
out:
    printf("end %d\n", holder->number);
}
#define HOLD __attribute__((cleanup(end))) struct holder
static int out_of(void)
{
    for (int i = 0; i < 3; i++) {
        HOLD a = {i};
        if (i == 1) goto behind;
    }
    puts("not here");
behind:
    puts("behind");
    return ({
        HOLD z = {7};
        z.number * 2;
    });
}
static void labelled(void)
{
    goto lab;
    puts("skipped");
lab:
    HOLD a = {3};
    puts("labelled");
}
static void cased(int v)
{
    switch (v) {
    default: puts("default");
    case 1:
        HOLD a = {v};
        puts("one");
        if (v == 1) break;
        puts("more");
    }
    puts("behind");
}
static void again(void)
{
    int n = 0;
again:;
    HOLD a = {n};
    HOLD b = {100 + n};
    n++;
    if (n < 3) goto again;
    puts("behind");
}
static void between(void)
{
    int n = 0;
    HOLD kept = {50};
middle:
    puts("middle");
    HOLD a = {n}, b = {10 + n};
inner:
    n++;
    if (n == 1) goto inner;
    if (n < 4) {
        HOLD c = {200 + n};
        while (1) {
            HOLD d = {300};
            goto middle;
        }
    }
    puts("behind");
}
static int early(void)
{
    int n = 0;
top:
    if (n == 2) return n;
    HOLD a = {n++};
    goto top;
}
static void in_switch(int v)
{
again:
    switch (v) {
    case 0: puts("zero");
    case 1: {
        HOLD a = {v};
        v++;
        if (v < 3) goto again;
        break;
    }
    default: {
    back:;
        HOLD b = {70 + v};
        if (v++ < 4) goto back;
    }
    }
}
static void labelled_again(void)
{
    int n = 0;
lab:
    HOLD a = {n};
    n++;
    if (n < 3) goto lab;
}
static void into(void)
{
    int n = 0;
    if (n) {
    in:
        n++;
        HOLD x = {n};
        if (n < 3) goto in;
        puts("in");
        return;
    }
    HOLD y = {1000};
    n = 0;
    goto in;
}
static int value(void)
{
    int n = 0;
    return ({
        int k = 0;
    l:;
        HOLD z = {k};
        k++;
        if (k < 3) goto l;
        k;
    });
}
struct pair {
    int a, b;
};
static void arrays(void)
{
    int n = 1, sum = 0;
again:;
    int v[n];
    for (int i = 0; i < n; i++) v[i] = i + n;
    sum += (int)sizeof v + v[n - 1];
    printf("%zu %d\n", sizeof v, sum);
    n++;
    if (n < 5) goto again;
    typedef int row[n];
    int rows = 0;
more:;
    row r[rows + 1];
    rows++;
    printf("%zu %zu\n", sizeof r, sizeof(row));
    n += 10;
    if (rows < 3) goto more;
    int k = 2;
t:;
    typedef char text[k];
    text one;
    printf("%zu %zu\n", sizeof(text), sizeof one);
    k *= 3;
    if (k < 60) goto t;
    int q = 1;
u:;
    int(*p)[q] = 0;
    printf("%zu\n", sizeof *p);
    if (q++ < 4) goto u;
    static int fixed[4] = {1, 2, 3, 4};
    int w = 1;
x:;
    int(*m)[w] = (void *)fixed;
    printf("%d\n", m[1][0]);
    if (w++ < 3) goto x;
}
static void compound(void)
{
    int n = 0;
    struct pair *first = 0;
again:;
    struct pair *p = &(struct pair){n, n * 2};
    if (first)
        printf("same %d, %d\n", first == p, first->a);
    else
        first = p;
    p->b += 100;
    printf("%d %d\n", p->a, p->b);
    n++;
    if (n < 3) goto again;
    int *list[3], i = 0;
fill:
    list[i] = (int[]){i, i + 1};
    i++;
    if (i < 3) goto fill;
    printf("%d %d %d\n", list[0][0], list[1][1], list[2][0]);
    int j = 0;
    int *last = 0;
loop : {
    int *q = (int[2]){j};
    printf("%d %d\n", q[0], q[1]);
    q[1] = 9;
    last = q;
}
    if (++j < 3) goto loop;
}
static void variables(void)
{
    int n = 0;
again:;
    int a = 5;
    int *p = &a;
    a += n;
    printf("%d %d\n", a, *p);
    struct pair s = {.a = n};
    printf("%d %d\n", s.a, s.b);
    s.b = 4;
    if (n++ < 3) goto again;
}
int main(void)
{
    printf("%d\n", out_of());
    labelled();
    cased(1);
    cased(2);
    again();
    between();
    printf("%d\n", early());
    in_switch(0);
    labelled_again();
    into();
    printf("%d\n", value());
    arrays();
    compound();
    variables();
    return 0;
}
