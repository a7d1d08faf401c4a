// Programs that run backward themselves, round after round: what a round kept is given back by its
// own nn_backward, and figures are those of the worst round.
#include <shapeprof/nn.h>

static nn_tensor *square(nn_tensor *x, void *user)
{
    (void)user;
    return nn_mul(x, x);
}

// Each round's input stays, as nobody gives it back.
static void kept_inputs(void)
{
    nn_module *net = nn_sequential(nn_linear(8, 64), nn_relu(), nn_linear(64, 1));
    nn_optimizer *optimizer = nn_optim_sgd(net, 0.1);
    for (int i = 0; i < 5; i++) {
        nn_tensor *x = nn_input(NN_F32, 4 + 3 * (i % 3), 8);
        nn_optim_zero_grad(optimizer);
        nn_backward(nn_sum(nn_call(net, x)));
        nn_optim_step(optimizer);
    }
}

static void scoped(void)
{
    nn_module *net = nn_sequential(nn_linear(8, 64), nn_batch_norm1d(64), nn_dropout(.p = 0.2),
                                   nn_gelu(), nn_linear(64, 3));
    nn_optimizer *optimizer = nn_optim_adam(net, .lr = 1e-3);
    for (int i = 0; i < 4; i++) {
        NN_TENSOR_SCOPE scope = nn_tensor_scope();
        nn_tensor *x = nn_input(NN_F32, 4 + i, 8), *y = nn_input(NN_I64, 4 + i);
        nn_optim_zero_grad(optimizer);
        nn_tensor *logits = nn_call(net, x);
        nn_backward(nn_cross_entropy(logits, y));
        nn_optim_step(optimizer);
        nn_argmax(logits, 1);
    }
}

// A round's loss is run back once it is kept, and once more.
static void adversaries(void)
{
    nn_module *g = nn_sequential(nn_linear(8, 64), nn_relu(), nn_linear(64, 16));
    nn_module *d = nn_sequential(nn_linear(16, 32), nn_leaky_relu(), nn_linear(32, 1));
    nn_tensor *z = nn_input(NN_F32, 16, 8), *real = nn_input(NN_F32, 16, 16);
    for (int i = 0; i < 3; i++) {
        nn_tensor *fake = nn_call(g, z);
        nn_tensor *on_real = nn_call(d, real), *on_fake = nn_call(d, nn_detach(fake));
        nn_backward(nn_sub(nn_mean(on_fake), nn_mean(on_real)));
        nn_tensor *fooled = nn_mean(nn_call(d, fake));
        nn_backward(fooled, .retain_graph = true);
        nn_backward(fooled);
    }
}

static void checkpoints(void)
{
    nn_module *body = nn_sequential(nn_linear(8, 64), nn_tanh(), nn_linear(64, 32), nn_gelu());
    nn_module *head = nn_linear(32, 1);
    for (int i = 0; i < 3; i++) {
        NN_TENSOR_SCOPE scope = nn_tensor_scope();
        nn_tensor *h = nn_checkpoint(.module = body, .x = nn_input(NN_F32, 4 + i, 8));
        nn_tensor *loss = nn_mean(nn_checkpoint(square, nn_call(head, h)));
        nn_backward(loss);
        nn_argmax(h, 1);
    }
}

// One pass of its own, and what it gives back is run backward afterwards.
nn_tensor *both(nn_tensor *x)
{
    nn_module *a = nn_linear(8, 64), *b = nn_linear(64, 8);
    nn_tensor *h = nn_f_gelu(nn_call(a, x));
    nn_backward(nn_sum(nn_call(b, h)));
    return nn_add(nn_call(b, nn_call(a, x)), nn_detach(nn_mean(h)));
}

int main(int argc, char **argv)
{
    static void (*const programs[])(void) = {kept_inputs, scoped, adversaries, checkpoints};
    int which = argc > 1 ? argv[1][0] - '0' : 0;
    programs[which]();
    return 0;
}
