// Steps of training in one program: a backward pass gives back what the calls before it kept, so the
// memory of all steps is that of one; where the graph is kept for another pass, steps add up. As a
// compiled program the same steps allocate 65108 bytes at most where there is one, and 67940 where
// there are two or five: the tensors of Adam come on top.
// says: training_steps.c:one_step input: f32[128, 2]
// says: in training 36864 bytes = 36 KiB (f16/bf16: 19968, f64: 70656), while `4` runs with parameters and buffers 38280 bytes = 37.38 KiB total 41984 bytes
// says: in training 36864 bytes = 36 KiB (f16/bf16: 19968, f64: 70656), while `4` runs with parameters and buffers 38280 bytes = 37.38 KiB total 125952 bytes
// says: in training 64516 bytes = 63 KiB (f16/bf16: 34818, f64: 123912), while `4, call 2` runs with parameters and buffers 65932 bytes = 64.39 KiB total 83968 bytes
#include <shapeprof/nn.h>

static nn_module *network(void)
{
    return nn_sequential(nn_linear(2, 16), nn_tanh(), nn_dropout(0.5), nn_linear(16, 16), nn_tanh(),
                         nn_linear(16, 2));
}
static nn_tensor *train(int n_steps, enum nn_flag keep)
{
    nn_module *model = network();
    nn_optimizer *optimizer = nn_optim_adam(model, 0.02);
    nn_tensor *points = nn_input(NN_F32, 128, 2), *classes = nn_input(NN_I64, 128), *loss = NULL;
    for (int i = 0; i < n_steps; i++) {
        nn_optim_zero_grad(optimizer);
        loss = nn_cross_entropy(nn_call(model, points), classes);
        if (!nn_backward(loss, .retain_graph = keep == NN_ON)) return NULL;
        nn_optim_step(optimizer);
    }
    return loss;
}
nn_tensor *one_step(void) { return train(1, NN_OFF); }
nn_tensor *three_steps(void) { return train(3, NN_OFF); }
nn_tensor *two_graphs(void) { return train(2, NN_ON); }
