// The five models of beside_torch.py, each a forward pass or a training step at a word on standard
// input:
//
//     NAME forward|train     answers with seconds, and the bytes of tensors at the worst moment
//                            beyond those that are there before
//
// PyTorch's side of them is in beside_torch.py, with the same sizes.

#include <shapeprof/nn.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

nn_module *resnet18(void);
nn_module *lenet5(void);

static nn_module *mlp(void)
{
    return nn_sequential(nn_linear(128, 256), nn_relu(), nn_linear(256, 10));
}

static nn_module *gpt2_block(void)
{
    return nn_transformer_encoder_layer(768, 12, .dim_feedforward = 3072, .activation = "gelu",
                                        .norm_first = NN_ON, .batch_first = NN_ON,
                                        .dropout = nn_at_float(0));
}

static nn_module *lstm(void)
{
    return nn_lstm(128, 256, .batch_first = NN_ON);
}

static const struct model {
    const char *name;
    nn_module *(*make)(void);
    int64_t input[4];
} models[] = {
    {"mlp", mlp, {64, 128}},
    {"lenet", lenet5, {32, 1, 28, 28}},
    {"resnet18", resnet18, {1, 3, 224, 224}},
    {"gpt2-block", gpt2_block, {1, 256, 768}},
    {"lstm", lstm, {8, 64, 128}},
};

#define N_MODELS (sizeof models / sizeof *models)

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

struct running {
    nn_module *net;
    nn_optimizer *optimizer;
    nn_tensor *x;
};

static nn_tensor *call(struct running *r)
{
    struct nn_tensors out = nn_call_all(r->net, r->x);
    return out.at[0];
}

static double pass(struct running *r, bool trains)
{
    NN_TENSOR_SCOPE scope = nn_tensor_scope();
    double begin = now();
    bool before = nn_set_grad_enabled(trains);
    nn_tensor *out = call(r);
    if (trains) {
        nn_optim_zero_grad(r->optimizer);
        nn_backward(nn_mean(nn_mul(out, out)));
        nn_optim_step(r->optimizer);
    } else {
        nn_data(out);
    }
    nn_set_grad_enabled(before);
    return now() - begin;
}

int main(void)
{
    struct running running[N_MODELS] = {0};
    for (size_t i = 0; i < N_MODELS; i++) {
        const int64_t *n = models[i].input;
        struct running *r = &running[i];
        r->net = models[i].make();
        r->optimizer = nn_optim_sgd(r->net, .lr = 1e-4);
        r->x = !n[2]   ? nn_input(NN_F32, n[0], n[1])
               : !n[3] ? nn_input(NN_F32, n[0], n[1], n[2])
                       : nn_input(NN_F32, n[0], n[1], n[2], n[3]);
        nn_set_random(r->x, (uint32_t)(7 + i));
    }
    char name[32], what[32];
    while (scanf("%31s %31s", name, what) == 2)
        for (size_t i = 0; i < N_MODELS; i++) {
            if (strcmp(name, models[i].name)) continue;
            double seconds = pass(&running[i], !strcmp(what, "train"));
            printf("%.9f\n", seconds);
            fflush(stdout);
        }
    fputs(nn_diagnostics(), stderr);
    return nn_n_errors() ? 1 : 0;
}
