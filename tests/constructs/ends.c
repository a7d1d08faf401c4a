// exit with a status that does not fit, from within a function; what was printed before stays.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static int leave(int status)
{
    if (getenv("HOME") != NULL || 1) exit(status);
    return 0;
}

int main(void)
{
    assert(1 + 1 == 2);
    puts("before");
    putchar('x');
    fputs("y\n", stdout);
    return leave(300 + 7) + 1;
}
