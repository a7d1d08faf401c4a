// The network whose profile PyTorch recorded: oracle/torch/training.json, profiler.
#include <shapeprof/nn.h>
nn_tensor *step(nn_tensor *x, nn_tensor *y)
{
    nn_module *body =
        nn_sequential(nn_linear(128, 256), nn_relu(), nn_linear(256, 10), nn_log_softmax(.dim = 1));
    return nn_f_nll_loss(nn_call(body, x), y);
}
