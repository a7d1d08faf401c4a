// A variational autoencoder: mean and log variance of a code, a sample of it,
// and the image that it stands for.
#include <shapeprof/nn.h>

struct vae {
    nn_module base;
    nn_module *fc1, *fc21, *fc22, *fc3, *fc4;
};

static nn_tensor *sample(nn_tensor *mean, nn_tensor *log_variance)
{
    nn_tensor *deviation = nn_exp(nn_mul(log_variance, nn_number(0.5)));
    return nn_add(mean, nn_mul(nn_randn_like(deviation), deviation));
}

static struct nn_tensors vae_forward(nn_module *self, struct nn_tensors in)
{
    struct vae *net = (struct vae *)self;
    nn_tensor *hidden = nn_f_relu(nn_call(net->fc1, nn_view(in.at[0], -1, 784)));
    nn_tensor *mean = nn_call(net->fc21, hidden);
    nn_tensor *log_variance = nn_call(net->fc22, hidden);
    nn_tensor *code = sample(mean, log_variance);
    nn_tensor *image = nn_f_sigmoid(nn_call(net->fc4, nn_f_relu(nn_call(net->fc3, code))));
    return nn_results(image, mean, log_variance);
}

nn_module *vae(void)
{
    struct vae *net = nn_new(struct vae, .forward_all = vae_forward);
    nn_member(net, fc1, nn_linear(784, 400));
    nn_member(net, fc21, nn_linear(400, 20));
    nn_member(net, fc22, nn_linear(400, 20));
    nn_member(net, fc3, nn_linear(20, 400));
    nn_member(net, fc4, nn_linear(400, 784));
    return &net->base;
}
