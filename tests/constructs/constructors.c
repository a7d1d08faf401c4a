// Functions that run before main, by their priorities, and behind it; weak and unused definitions.
#include <stdio.h>

static int order;

__attribute__((constructor(202))) static void second(void)
{
    order = 10 * order + 2;
}

__attribute__((constructor(201))) static void first(void)
{
    order = 10 * order + 1;
}

__attribute__((constructor)) static void third(void)
{
    order = 10 * order + 3;
}

__attribute__((destructor)) static void last(void)
{
    printf("last %d\n", order);
}

__attribute__((weak)) int weak_one(void)
{
    return 5;
}

int main(void)
{
    printf("main %d %d\n", order, weak_one());
    order = 7;
    return 0;
}
