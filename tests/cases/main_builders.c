// says: main_builders.c:behind
// says: peak leaf      `0`: 256*N bytes
#include <shapeprof/nn.h>

nn_module *wrong(void)
{
    return nn_sequential(nn_linear(8, 64), nn_linear(32, 8));
}

nn_module *behind(void)
{
    return nn_sequential(nn_linear(8, 64), nn_linear(16, 8)); // expect SP101: dim 1 (16)
}

nn_module *right(void)
{
    return nn_sequential(nn_linear(8, 64), nn_relu());
}

int main(void)
{
    nn_tensor *x = nn_zeros(NN_F32, 4, 8);
    nn_tensor *y = nn_call(wrong(), x); // expect SP101: dim 1 (64) must equal dim 1 (32)
    y = nn_call(behind(), y);
    nn_call(right(), y);
    return 0;
}
