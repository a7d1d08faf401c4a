// What gcc makes of orders that C leaves open: arguments from the right, the rest from the left.
#include <stdio.h>

static int n;
static int next(const char *name)
{
    printf("%s ", name);
    return ++n;
}

static int three(int a, int b, int c)
{
    return a * 100 + b * 10 + c;
}

static int (*choose(void))(int, int, int)
{
    printf("function ");
    return three;
}

int main(void)
{
    printf("%d\n", three(next("a"), next("b"), next("c")));
    n = 0;
    int sum = next("left") * 10 + next("right");
    printf("%d\n", sum);
    n = 0;
    int list[] = {next("first"), next("second"), next("third")};
    printf("%d%d%d\n", list[0], list[1], list[2]);
    n = 0;
    struct {
        int a, b;
    } s = {.a = next("a"), .b = next("b")};
    printf("%d%d\n", s.a, s.b);
    n = 0;
    int a[5] = {0}, i = (next("x"), next("y"));
    a[i] = next("value");
    printf("%d\n", a[2]);
    n = 0;
    printf("%d\n", next("p") && next("q") || next("r"));
    n = 0;
    printf("%d %d\n", next("m") > 5 && next("never"), n ? next("t") : next("f"));
    int k = 1;
    k += k++ * 0 + 2;
    printf("%d\n", three(1, three(next("in1"), next("in2"), 3), next("out")));
    return 0;
}
