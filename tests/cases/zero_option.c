// A zero that counts as "not given" is told where the default is another; where 0 is the default, or
// the zero is wrapped, there is nothing to tell.
// options: --input f32[4,8]
// says: where a zero is meant, wrap it: .p = nn_at_float(...)
// says: wrap it: .dims = {nn_at(...)}
// says: sum *
#include <shapeprof/nn.h>

nn_module *modules(double p)
{
    return nn_sequential(nn_softmax(0),  // expect SP326: `dim` is 0 here
                         nn_dropout(0.0), // expect SP326: `p` is 0 here
                         nn_dropout(nn_at_float(0.0)), nn_softmax(nn_at(0)));
}

static nn_tensor *total(nn_tensor *x, int axis)
{
    return nn_sum(x, .dim = axis, .keepdim = true); // expect SP326: `dim` is 0 here
}

nn_tensor *functions(nn_tensor *x)
{
    for (int axis = 0; axis < 2; axis++) x = total(x, axis);
    x = nn_sum(x, .dims = {0}); // expect SP326: `dims` is 0 here
    x = nn_reshape(x, 1, 1);
    x = nn_cat({x, x}, .dim = 0);
    x = nn_f_flatten(x, .start_dim = 0);
    return nn_sum(x, .dim = nn_at(0));
}

nn_module *padded(int padding)
{
    return nn_sequential(nn_unflatten(1, {2, 2, 2}), nn_conv2d(2, 2, 1, .padding = 0, .stride = 1));
}
