// Definitions with lists of identifiers, tentative definitions, functions without a prototype,
// parameters of array and function type, sizes of parameters with side effects.
#include <stdio.h>

int later[];
int *at_later(void)
{
    return later;
}
int later[3] = {4, 5, 6};
static int twice;
static int twice;
struct open;
extern struct open hidden;
struct open {
    char name[8];
    int n;
};
struct open hidden = {"open", 2};

static int promoted(c, f, s)
char c;
float f;
short s;
{
    return (int)sizeof c + (int)sizeof f * 10 + (int)(c + f + s) * 100;
}

static long mixed(n, list)
int n, *list;
{
    long sum = 0;
    while (n-- > 0) sum = 10 * sum + *list++;
    return sum;
}

static int open_ended();

typedef int operation(int, int);

static int add(int a, int b)
{
    return a + b;
}

static int fold(operation op, int list[static 2], int n)
{
    int r = list[0];
    for (int i = 1; i < n; i++) r = op(r, list[i]);
    list++;
    return 100 * r + (int)sizeof list + *list;
}

static int n_evaluated;

static int evaluated(int n)
{
    n_evaluated++;
    return n;
}

static int corner(int n, int table[][evaluated(n)], int row)
{
    return table[row][n - 1] + (int)(sizeof table[0] / sizeof table[0][0]) * 100;
}

int main()
{
    int table[2][3] = {{1, 2, 3}, {4, 5, 6}}, list[] = {7, 8, 9};
    printf("%d %d %d %d\n", at_later()[1], twice, hidden.n, (int)sizeof hidden);
    printf("%d\n", promoted(300, 2.75, 70000));
    printf("%ld %d\n", mixed(3, list), open_ended(3, 4));
    printf("%d %d\n", fold(add, list, 3), fold(&add, list + 1, 2));
    printf("%d %d\n", corner(3, table, 1), n_evaluated);
    return 0;
}

static int open_ended(a, b)
int a, b;
{
    return 10 * a + b;
}
