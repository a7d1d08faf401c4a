// PyTorch's LogSigmoid keeps a buffer of the size of its input beside that input: 1024 bytes more
// are held in training than the mathematics of backward needs.
// options: --input 'f32[4,8]' --dtype f32 --memory-model torch
// status: 0
// says: in training    3328 bytes
// says: memory model torch: as ideal, but training keeps what PyTorch 1.13's autograd keeps on a CPU
#include <shapeprof/nn.h>

nn_module *net(void)
{
    return nn_sequential(nn_linear(8, 64), nn_log_sigmoid(), nn_linear(64, 8));
}
