#include <shapeprof/nn.h>

// LeNet-5 with the functions between its layers.
struct lenet {
    nn_module base;
    nn_module *conv1, *conv2, *fc1, *fc2, *fc3;
};

static nn_tensor *lenet_forward(nn_module *self, nn_tensor *x)
{
    struct lenet *m = (struct lenet *)self;
    x = nn_f_max_pool2d(nn_f_relu(nn_call(m->conv1, x)), 2);
    x = nn_f_max_pool2d(nn_f_relu(nn_call(m->conv2, x)), 2);
    x = nn_view(x, nn_size(x, 0), -1);
    x = nn_f_relu(nn_call(m->fc1, x));
    x = nn_f_relu(nn_call(m->fc2, x));
    return nn_f_log_softmax(nn_call(m->fc3, x), .dim = 1);
}

nn_tensor *lenet(void);

nn_tensor *lenet(void)
{
    struct lenet *m = nn_new(struct lenet, lenet_forward, .kind = "LeNet");
    nn_member(m, conv1, nn_conv2d(1, 6, 5, .padding = 2));
    nn_member(m, conv2, nn_conv2d(6, 16, 5));
    nn_member(m, fc1, nn_linear(16 * 5 * 5, 120));
    nn_member(m, fc2, nn_linear(120, 84));
    nn_member(m, fc3, nn_linear(84, 10));
    return nn_call(&m->base, nn_input(NN_F32, 16, 1, 28, 28));
}
