// That a function does not come back is read off its declaration; whose body is elsewhere is no
// matter, and what would follow a call is not followed.
// says: n >= 4: otherwise the program ends
// says: noreturn.c:net, if n <= 9
#include <shapeprof/nn.h>

#define FATAL __attribute__((cold, noreturn))

_Noreturn void die(const char *message);
void panic(const char *message) FATAL;
void complain(const char *message); // this one does

static void must(int holds)
{
    if (!holds) panic("it does not hold");
}

nn_module *net(int n)
{
    if (n < 4) die("too small");
    must(n <= 9);
    return nn_linear(n, 64);
}

nn_module *warned(int n)
{
    if (n < 4) complain("small"); // expect SP412: `complain` has no body here
    return nn_linear(8, 64);
}
