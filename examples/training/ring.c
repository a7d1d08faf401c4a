// Learns whether a point of the square lies inside a circle: a small network, trained with Adam.
// The same file is read by `shapeprof ring.c`, which trains nothing.
//
//     cc ring.c $(pkg-config --cflags --libs shapeprof)
#include <shapeprof/nn.h>
#include <stdio.h>

#define N_POINTS 128
#define N_STEPS 200

// Points on a grid of the square, and the class of each.
static void make_points(nn_tensor *points, nn_tensor *classes)
{
    float at[N_POINTS][2];
    int64_t inside[N_POINTS];
    for (int i = 0; i < N_POINTS; i++) {
        float x = (float)(i % 16) / 7.5f - 1, y = (float)(i / 16) / 3.5f - 1;
        at[i][0] = x;
        at[i][1] = y;
        inside[i] = x * x + y * y < 0.5f;
    }
    nn_set_data(points, at, sizeof at);
    nn_set_data(classes, inside, sizeof inside);
}

static nn_module *network(void)
{
    return nn_sequential(nn_linear(2, 16), nn_tanh(), nn_linear(16, 16), nn_tanh(),
                         nn_linear(16, 2));
}

// One step; what it makes is given back at its end.
static double step(nn_module *model, nn_optimizer *optimizer, nn_tensor *points, nn_tensor *classes)
{
    NN_TENSOR_SCOPE scope = nn_tensor_scope();
    nn_optim_zero_grad(optimizer);
    nn_tensor *loss = nn_cross_entropy(nn_call(model, points), classes);
    if (!nn_backward(loss)) return -1;
    nn_optim_step(optimizer);
    return nn_read(loss, 0);
}

static int n_right(nn_module *model, nn_tensor *points, nn_tensor *classes)
{
    NN_TENSOR_SCOPE scope = nn_tensor_scope();
    bool before = nn_set_grad_enabled(false);
    nn_tensor *right = nn_eq(nn_argmax(nn_call(model, points), .dim = 1), classes);
    int n = (int)nn_read(nn_sum(right), 0);
    nn_set_grad_enabled(before);
    return n;
}

int main(void)
{
    nn_module *model = network();
    nn_optimizer *optimizer = nn_optim_adam(model, 0.02);
    nn_tensor *points = nn_input(NN_F32, N_POINTS, 2), *classes = nn_input(NN_I64, N_POINTS);
    make_points(points, classes);
    for (int i = 0; i <= N_STEPS; i++) {
        double loss = step(model, optimizer, points, classes);
        if (i % 100 == 0) printf("step %3d: loss %.1f\n", i, loss);
    }
    printf("right: %d of %d\n", n_right(model, points, classes), N_POINTS);
    printf("state of the optimizer: %lld bytes\n", (long long)nn_optim_state_bytes(optimizer));
    printf("alive: %lld bytes, at most %lld\n", (long long)nn_memory_allocated(),
           (long long)nn_max_memory_allocated());
    fputs(nn_diagnostics(), stderr);
    bool failed = nn_n_errors();
    nn_recording_close();
    return failed;
}
