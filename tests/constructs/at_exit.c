// Functions that are called when the program ends: the last one that was given first, each once,
// also where one of them ends the program again or gives another.
#include <stdio.h>
#include <stdlib.h>

static void first(void)
{
    puts("first");
}
static void added(void)
{
    puts("added");
    exit(9);
}
static void second(void)
{
    puts("second");
    atexit(added);
    exit(8);
}

int main(void)
{
    atexit(first);
    atexit(second);
    puts("main");
    return 7;
}
