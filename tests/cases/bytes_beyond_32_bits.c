// 65536 x 65536 numbers of four bytes are 2^34 bytes, which 32 bits take for 0
// (tensorflow/tflite-micro#3552).
// status: 0
// says: f32[65536, 65536] 17179869184
#include <shapeprof/nn.h>

nn_tensor *square(void)
{
    return nn_f_relu(nn_input(NN_F32, 65536, 65536));
}
