// Windows of 7 x 7 over patches of 4 x 4, twice, with the picture halved between: what the first
// windows demand of a size settles every view behind them, so one condition is left and all sizes
// are told by one quotient. A second round of the search for inputs is enough.
// options: --dtype f32
// says: with H % 56 <= 3, W % 56 <= 3 for cat
// says: sizes: H1 = H/56, W1 = W/56
// says: f32[N, 7*H1, 7*W1, 64]
#include <shapeprof/nn.h>

enum { WINDOW = 7, WIDTH = 32 };

static nn_tensor *in_windows(nn_tensor *x)
{
    int64_t batch = nn_size(x, 0), height = nn_size(x, 1), width = nn_size(x, 2);
    x = nn_view(x, batch, height / WINDOW, WINDOW, width / WINDOW, WINDOW, nn_size(x, 3));
    return nn_reshape(nn_permute(x, 0, 1, 3, 2, 4, 5), -1, WINDOW * WINDOW, nn_size(x, 5));
}

static nn_tensor *from_windows(nn_tensor *windows, int64_t height, int64_t width)
{
    int64_t in_picture = height * width / WINDOW / WINDOW;
    int64_t batch = nn_size(windows, 0) / in_picture;
    nn_tensor *x = nn_view(windows, batch, height / WINDOW, width / WINDOW, WINDOW, WINDOW, -1);
    return nn_reshape(nn_permute(x, 0, 1, 3, 2, 4, 5), batch, height, width, -1);
}

static nn_tensor *attend(nn_module *linear, nn_tensor *x)
{
    nn_tensor *mixed = nn_call(linear, in_windows(x));
    return nn_add(x, from_windows(mixed, nn_size(x, 1), nn_size(x, 2)));
}

nn_tensor *pyramid(nn_tensor *picture)
{
    nn_tensor *x = nn_call(nn_conv2d(3, WIDTH, 4, .stride = 4), picture);
    x = attend(nn_linear(WIDTH, WIDTH), nn_permute(x, 0, 2, 3, 1));
    nn_tensor *even = nn_slice(nn_slice(x, 1, 0, .step = 2), 2, 0, .step = 2);
    nn_tensor *odd = nn_slice(nn_slice(x, 1, 1, .step = 2), 2, 1, .step = 2);
    return attend(nn_linear(2 * WIDTH, 2 * WIDTH), nn_cat(even, odd, .dim = -1));
}
