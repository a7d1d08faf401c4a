// One table for all variants of an entry: each combination stands in it once, as the variant that it
// makes the entry. A budget says which of them it is about.
// options: --dtype f32 --at kind=0,1,2,3 --at N=4 --budget peak_leaf<=2KiB
// says: if kind == 1: assumed: x: dim 1 is 8, as Linear `0` needs (at_variants.c:19)
// says: kind N dtype peak leaf bytes peak live in training parameters budget 0 4 f32
// says: 0 4 f32 open: peak_leaf none of the 4 variants has these values 1 4 f32 0 256
// says: 1 4 f32 0 256 640 640 1120 kept if kind == 1 2 4 f32 0 1024 2176 2176 4384 kept if kind == 2 3 4 f32
// says: 3 4 f32 0 4096 8320 8320 17440 broken: peak_leaf if kind == 3
#include <shapeprof/nn.h>

int get(void);

nn_module *net(void) // expect SP502: at kind=0, N=4: none of the 4 variants has these values
{
    int kind = get(); // expect SP412
    if (kind < 1) return NULL;
    switch (kind) {
    case 1:
        return nn_sequential(nn_linear(8, 16), nn_relu(), nn_linear(16, 8));
    case 2: return nn_sequential(nn_linear(8, 64), nn_relu(), nn_linear(64, 8));
    case 3:
        return nn_sequential(
            nn_linear(8, 256), // expect SP501: if kind == 3, at kind=3, N=4 peak_leaf has 4096
            nn_relu(), nn_linear(256, 8));
    }
    return nn_linear(8, 8);
}
