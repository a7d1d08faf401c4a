// longjmp: into a frame further out, and within the same; out of loops and of what a library calls.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#include <stdarg.h>
static jmp_buf outer;
static int tries;
static void fail(const char *w, ...)
{
    va_list a;
    va_start(a, w);
    vprintf(w, a);
    va_end(a);
    longjmp(outer, ++tries);
}
static int work(int n)
{
    int local[4] = {n, n + 1};
    if (n > 2) fail("failed at %d\n", n);
    return local[1];
}
static int nested(void)
{
    jmp_buf in;
    volatile int k = 0;
    switch (setjmp(in)) {
    case 0: k = 1; longjmp(in, 2);
    case 2: k += 10; longjmp(in, 7);
    default: k += 100;
    }
    return k;
}
struct ctx {
    jmp_buf env;
    int code;
};
static void raise_in(struct ctx *c, int code)
{
    c->code = code;
    longjmp(c->env, 1);
}
static int try_it(int n)
{
    struct ctx c = {.code = 0};
    if (setjmp(c.env)) return -c.code;
    for (int i = 0; i < n; i++)
        if (i == 3) raise_in(&c, i * 7);
    return n;
}
static int cmp(const void *a, const void *b)
{
    static int calls;
    if (++calls == 4) longjmp(outer, 99);
    return *(const int *)a - *(const int *)b;
}
int main(void)
{
    int r;
    if ((r = setjmp(outer)) != 0) printf("again %d\n", r);
    if (tries < 3) {
        int s = 0;
        for (int i = 0; i < 10; i++) {
            s += work(i);
        }
        printf("not here %d\n", s);
    }
    printf("%d\n", nested());
    printf("%d %d\n", try_it(2), try_it(9));
    if (r != 99) {
        int v[] = {5, 2, 8, 1, 9, 3};
        qsort(v, 6, sizeof v[0], cmp);
        puts("unsorted?");
    }
    int n = 0;
    int got = setjmp(outer);
    n = n + 0;
    while (got < 3) {
        got++;
        if (got == 2) {
            printf("jump %d\n", got);
            longjmp(outer, got + 3);
        }
    }
    printf("end %d\n", got);
    return 0;
}
