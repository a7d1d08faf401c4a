// A side that jumps to a setjmp ends no program: what stands behind that is followed, too.
// says: if n <= 3
// says: f32[N, 24]
// says: f32[N, 64]
#include <setjmp.h>
#include <shapeprof/nn.h>

static jmp_buf failed;

static void check(int n)
{
    if (n > 3) longjmp(failed, 2);
}

nn_module *net(int n)
{
    int width = 64;
    if (setjmp(failed) == 2) return nn_sequential(nn_linear(8, 24), nn_linear(25, 2)); // expect SP101: 24
    check(n);
    return nn_sequential(nn_linear(8, width), nn_relu());
}
