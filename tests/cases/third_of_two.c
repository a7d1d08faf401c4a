// A fault of the program itself, behind ops that accept their input, is what is told: the input is
// solved from what went well.
#include <shapeprof/nn.h>

struct vae {
    nn_module base;
    nn_module *encoder;
};

static nn_tensor *vae_forward(nn_module *self, nn_tensor *x)
{
    struct vae *v = (struct vae *)self;
    nn_tensor *h = nn_call(v->encoder, x);
    struct nn_tensors parts = nn_chunk(h, 2, .dim = 1);
    return nn_mul(parts.at[1], nn_randn_like(parts.at[2])); // expect SP402: element 2 of `parts.at`, which has 2: 0 to 1
}

nn_module *make_vae(void)
{
    struct vae *v = nn_new(struct vae, vae_forward);
    nn_member(v, encoder, nn_linear(784, 40));
    return &v->base;
}
