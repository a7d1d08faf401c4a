// Of a number that a loop lost both sides of a branch are followed, with their own figures: a lower
// bound of one side is none of the other.
// status: 0
// options: --input f32[4,16]
// says: collected, if widths[i] > 250
// says: peak leaf      `0.0`: >= 2048 bytes
// says: collected, if !(widths[i] > 250)
// says: peak leaf      `0.0`: >= 1024 bytes = 1 KiB
// says: behind, if width > 50
// says: behind, if !(width > 50)
// says: pointed, if extra
// says: pointed, if !(extra)
// says: switched, if case 64
#include <shapeprof/nn.h>

extern int n;

nn_module *collected(void)
{
    int widths[64], w = 16;
    for (int i = 0; i < n; i++) { // expect SP410: 1 round was followed
        widths[i] = w;
        w += 8;
    }
    widths[3] = 300;
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) // expect SP410: 1 round was followed
        if (widths[i] > 250)
            nn_append(net, nn_sequential(nn_linear(16, 128), nn_linear(128, 16)));
        else
            nn_append(net, nn_sequential(nn_linear(16, 64), nn_linear(64, 16)));
    return net;
}

nn_module *behind(void)
{
    int width = 16;
    for (int i = 0; i < n; i++) // expect SP410: 1 round was followed
        if (i > 20) width = 64;
    if (width > 50) return nn_linear(16, 128);
    return nn_linear(16, 64);
}

nn_module *pointed(void)
{
    nn_module *extra = NULL;
    for (int i = 0; i < n; i++) // expect SP410: 1 round was followed
        if (i > 20) extra = nn_linear(16, 256);
    nn_module *net = nn_sequential(nn_linear(16, 16));
    if (extra) nn_append(net, extra);
    return net;
}

nn_module *switched(void)
{
    int width = 16;
    for (int i = 0; i < n; i++) // expect SP410: 1 round was followed
        if (i > 20) width = 64;
    switch (width) {
    case 64: return nn_linear(16, 128);
    default: return nn_linear(16, 32);
    }
}
