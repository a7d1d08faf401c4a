// What was made in a recording is freed with it.
#include <shapeprof/nn.h>

int main(void)
{
    nn_recording_open("first");
    nn_module *fc = nn_linear(8, 8);
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    nn_tensor *y = nn_call(fc, x);
    nn_recording_close();
    nn_recording_open("second");
    nn_tensor *z = nn_input(NN_F32, 4, 8);
    nn_call(fc, z);      // expect SP324: the module was made in a recording that has ended
    nn_f_relu(y);        // expect SP324: the tensor was made in a recording that has ended
    nn_f_relu(z);
    nn_recording_close();
    return 0;
}
