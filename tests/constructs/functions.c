// Function pointers in tables and records, recursion, static locals, structs by value, callbacks.
#include <stdio.h>
#include <string.h>

typedef int operation(int, int);
struct matrix {
    int n[3][3];
};

static int add(int a, int b)
{
    return a + b;
}
static int sub(int a, int b)
{
    return a - b;
}
static int power(int a, int b)
{
    return b ? a * power(a, b - 1) : 1;
}
static operation *const table[] = {add, sub, power};

static int counter(void)
{
    static int n = 10, *p = &n;
    return ++*p;
}

static struct matrix product(struct matrix a, struct matrix b)
{
    struct matrix c = {0};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            for (int m = 0; m < 3; m++) c.n[i][k] += a.n[i][m] * b.n[m][k];
    a.n[0][0] = 99;
    return c;
}

static int apply(operation *f, int n, ...)
{
    return f(n, 2);
}

static operation *pick(const char *name)
{
    static const struct {
        const char *name;
        operation *f;
    } named[] = {{"add", add}, {"sub", &sub}, {"power", *power}};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (strcmp(named[i].name, name) == 0) return named[i].f;
    return NULL;
}

static int even(int);
static int odd(int n)
{
    return n ? even(n - 1) : 0;
}
static int even(int n)
{
    return n ? odd(n - 1) : 1;
}
static int ackermann(int m, int n)
{
    return !m ? n + 1 : !n ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

// What a body gives that ends without return is not what its last call gave.
struct pair {
    int a, b;
};
static short touched_late = 1;
static struct pair made = {1, 2}, taken, other;
static struct pair make(void)
{
    return made;
}
static void without_return(void)
{
    taken = make();
    touched_late = 5;
    other = taken;
}

int main(void)
{
    without_return();
    without_return();
    printf("%d %d %d\n", touched_late, taken.b, other.a);
    for (int i = 0; i < 3; i++) printf("%d ", table[i](5, 3));
    printf("%d %d %d\n", counter(), counter(), apply(power, 7));
    struct matrix a = {{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}}, b = product(a, a);
    printf("%d %d %d\n", b.n[0][0], b.n[2][2], product(b, a).n[1][1]);
    printf("%d %d\n", pick("sub")(9, 4), pick("none") == NULL);
    printf("%d %d %d\n", even(10), odd(10), ackermann(2, 3));
    int (*volatile f)(int, int) = a.n[0][0] ? &add : sub;
    printf("%d %d\n", (*f)(1, 2), (**f)(3, 4));
    if (printf("%d\n", f == add && f != sub) != 2) return 1;
}
