// A float that no int holds: what the program goes on with is told, and that it is no size.
// options: --input 'f32[4,8]'
#include <shapeprof/nn.h>

nn_tensor *net(nn_tensor *x)
{
    float ratio = 0.0f / 0.0f;
    int n = (int)ratio; // expect SP421: NaN is converted to int, which cannot hold it; the program is taken to go on with -2147483648
    return nn_call(nn_linear(8, n), x); // expect SP310: -2147483648
}

nn_tensor *large(nn_tensor *x)
{
    return nn_call(nn_linear(8, (short)(64 * 1024.5)), x); // expect SP421: 65568 is converted to short
}

nn_tensor *kept(nn_tensor *x)
{
    return nn_call(nn_linear(8, (unsigned char)255.9), x);
}
