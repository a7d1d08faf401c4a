// Tensors that are used after they were given back, one by one and at the end of a scope.
#include <shapeprof/nn.h>

static nn_tensor *made_inside(nn_module *model, nn_tensor *x)
{
    NN_TENSOR_SCOPE scope = nn_tensor_scope();
    nn_tensor *y = nn_call(model, x);
    return y;
}

int main(void)
{
    nn_module *model = nn_linear(8, 8);
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    nn_tensor *y = nn_call(model, x);
    nn_tensor *sum = nn_sum(y);
    nn_tensor_free(y);
    int64_t n = nn_numel(y) + nn_size(y, 0);
    nn_call(model, y);                      // expect SP809: used after it was given back
    nn_add(x, y);                           // expect SP809: used after it was given back
    double read = nn_read(sum, 0);
    read += nn_read(y, 0);                  // expect SP809: used after it was given back
    nn_call(model, made_inside(model, x));  // expect SP809: used after it was given back
    for (int i = 0; i < 3; i++) {
        NN_TENSOR_SCOPE scope = nn_tensor_scope();
        y = nn_call(model, x);
        read += nn_read(y, 0);
    }
    y = nn_call(model, x);
    read += nn_read(nn_get_parameter(model, "weight"), 0);
    return nn_numel(y) + n > 5;
}
