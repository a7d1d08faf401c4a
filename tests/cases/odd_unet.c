// Three levels of halving: of the conditions of the three joins the one that implies the others is told.
// options: --input x=f32[1,3,358,358]
#include <shapeprof/nn.h>

#define N_LEVELS 3

nn_tensor *unet(nn_tensor *x)
{
    nn_tensor *skip[N_LEVELS];
    for (int i = 0; i < N_LEVELS; i++) {
        skip[i] = x;
        x = nn_call(nn_max_pool2d(2), x);
    }
    for (int i = N_LEVELS - 1; i >= 0; i--)
        x = nn_cat({skip[i], nn_call(nn_upsample(.scale_factor = 2), x)}, .dim = 1); // expect SP155: its dim 2 (89) must equal dim 2 (88) of tensors[1] f32[1, 3, 88, 88]; needs H % 8 == 0; 358 % 8 = 6; needs W % 8 == 0; 358 % 8 = 6
    return x;
}
