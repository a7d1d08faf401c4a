// As many tensors as a call can have, and one more: the count is refused, and what the call would
// have given is not known, so that nothing follows from it.
// options: --input f32[4,8] --dtype f32
// says: f32[4, 524280]
// says: n_list is 65536
#include <shapeprof/nn.h>

enum { MOST = 65535, MORE = 65536, FAR_MORE = 70000 };

nn_tensor *as_many_as_possible(nn_tensor *x)
{
    static nn_tensor *list[MOST];
    for (int i = 0; i < MOST; i++) list[i] = x;
    return nn_cat(.list = list, .n_list = MOST, .dim = 1);
}

nn_tensor *one_more(nn_tensor *x)
{
    static nn_tensor *list[MORE];
    for (int i = 0; i < MORE; i++) list[i] = x;
    nn_tensor *y = nn_cat(.list = list, .n_list = MORE, .dim = 1); // expect SP320: n_list is 65536; at most 65535 are possible
    return nn_f_relu(y);
}

nn_tensor *far_more(nn_tensor *x)
{
    static nn_tensor *list[FAR_MORE];
    for (int i = 0; i < FAR_MORE; i++) list[i] = x;
    return nn_stack(.list = list, .n_list = FAR_MORE); // expect SP320: n_list is 70000; at most 65535 are possible
}
