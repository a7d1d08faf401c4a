#include <string.h>
#include <shapeprof/nn.h>

// What a program can ask of modules and tensors, each answer a size of the graph.
nn_tensor *introspection(void);

nn_tensor *introspection(void)
{
    nn_module *model = nn_sequential(nn_conv2d(1, 2, 3), nn_sequential(nn_relu(), nn_gelu()));
    nn_append(model, nn_batch_norm2d(2));
    nn_eval(nn_get(model, 1));
    int64_t sizes[12] = {
        nn_n_children(model),
        nn_n_modules(model),
        nn_n_parameters(model),
        (int64_t)strlen(nn_module_name(model, 4)),
        (int64_t)strlen(nn_module_kind(model, -1 + nn_n_modules(model))),
        nn_is_training(model) + 2 * nn_is_training(nn_get(nn_get(model, -2), 0)),
        nn_get(model, 3) ? 5 : 6,
        nn_module_name(model, 99) ? 7 : 8,
    };
    nn_tensor *x = nn_call(model, nn_input(NN_F16, 1, 1, 5, 6));
    nn_tensor *y = nn_call(model, nn_input(NN_F32, 1, 1, 5, 6));
    sizes[8] = nn_error(x) ? 9 : 10;
    sizes[9] = nn_dim(y) + nn_numel(y);
    sizes[10] = nn_nbytes(y) + nn_dtype_of(y);
    sizes[11] = nn_n_errors();
    nn_tensor *all = nn_zeros(NN_F32, sizes[11], sizes[0]);
    for (int i = 0; i < 12; i++) all = nn_cat({all, nn_zeros(NN_F32, sizes[i], sizes[0])});
    return nn_call(nn_linear(sizes[0], nn_size(nn_get_parameter(nn_get(model, 0), "weight"), 2)),
                   all);
}
