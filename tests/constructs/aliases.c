// Functions and variables that are another name of one, in whatever order they stand.
#include <stdio.h>
int real_fn(int a)
{
    return a * 2;
}
int other(int) __attribute__((alias("real_fn")));
int var = 5;
extern int var2 __attribute__((alias("var")));
static int weak_impl(void)
{
    return 3;
}
int maybe(void) __attribute__((weak, alias("weak_impl")));
extern int later(int) __attribute__((alias("defined_later")));
int defined_later(int a)
{
    return a + 100;
}

int main(void)
{
    var2 = 9;
    printf("%d %d %d %d\n", other(4), var, maybe(), later(1));
    return 0;
}
