// A function of the program is what its body does, whatever its name.
// options: --dtype f32
// says: own_quick_exit.c:net, if n > 3
// says: own_quick_exit.c:net, if n <= 3
// says: assumed: k >= 2: otherwise the program ends
#include <shapeprof/nn.h>

int get(void);
void _Exit(int);

static int quick_exit(void)
{
    return 1;
}

static nn_module *longjmp(int k)
{
    return nn_linear(8, k);
}

nn_module *net(void)
{
    int n = get(); // expect SP412
    if (n > 3) {
        quick_exit();
        return longjmp(100);
    }
    return nn_linear(8, 16);
}

nn_module *ends(void)
{
    int k = get(); // expect SP412
    if (k < 2) _Exit(3);
    return nn_linear(8, k);
}
