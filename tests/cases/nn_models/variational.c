#include <shapeprof/nn.h>

// A forward with several results, and one with two inputs.
struct vae {
    nn_module base;
    nn_module *encoder, *mean, *variance, *decoder;
};

static struct nn_tensors vae_forward(nn_module *self, struct nn_tensors in)
{
    struct vae *v = (struct vae *)self;
    nn_tensor *h = nn_f_relu(nn_call(v->encoder, in.at[0]));
    nn_tensor *mean = nn_call(v->mean, h), *variance = nn_call(v->variance, h);
    nn_tensor *noise = nn_randn_like(mean);
    nn_tensor *deviation = nn_exp(nn_mul(variance, nn_number(0.5)));
    nn_tensor *z = nn_add(mean, nn_mul(noise, deviation));
    return nn_results(nn_f_sigmoid(nn_call(v->decoder, z)), mean, variance);
}

struct weighted {
    nn_module base;
    nn_tensor *scale;
};

static nn_tensor *weighted_forward(nn_module *self, nn_tensor *x, nn_tensor *y)
{
    struct weighted *w = (struct weighted *)self;
    return nn_mul(nn_sub(x, y), w->scale);
}

nn_tensor *variational(void);

nn_tensor *variational(void)
{
    struct vae *v = nn_new(struct vae, .forward_all = vae_forward, .kind = "VAE");
    nn_member(v, encoder, nn_linear(784, 400));
    nn_member(v, mean, nn_linear(400, 20));
    nn_member(v, variance, nn_linear(400, 20));
    nn_member(v, decoder, nn_linear(20, 784));
    struct weighted *w = nn_new(struct weighted, .forward2 = weighted_forward);
    w->scale = nn_parameter(&w->base, "scale", NN_F32, {784});
    nn_buffer(&w->base, "seen", NN_I64, {NN_END});
    nn_tensor *x = nn_input(NN_F32, 4, 784);
    return nn_call(&w->base, x, nn_call_all(&v->base, x).at[0]);
}
