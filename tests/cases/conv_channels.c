// Channels that do not fit: a batch of signals without an axis for the one channel.
// options: --input 'f32[2,16000]'
// says: if dim 0 is the batch, unsqueeze the input at dim 1
#include <shapeprof/nn.h>

nn_module *audio(void)
{
    return nn_sequential(nn_conv1d(1, 32, 80, .stride = 4)); // expect SP113: its dim 0 (2) must equal in_channels (1)
}
