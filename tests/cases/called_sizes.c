// Sizes from functions without a body, where only the call gives them a name.
// status: 0
// options: --dtype f32 --set 'width()#2=6'
// says: Linear(8, `width()`)
// says: Linear(`width()`, 6)
// says: Linear(6, 2*`width()#3`)
// says: depth(wide, 3)
// says: wide = 2*`width()#3`
#include <shapeprof/nn.h>

int width(void);
int64_t depth(int of, int level);
nn_module *block(int width);

nn_module *net(void)
{
    nn_module *net = nn_sequential(nn_linear(8, width())); // expect SP412: width
    nn_append(net, nn_relu());
    nn_append(net, nn_linear(nn_size(nn_call(net, nn_input(NN_F32, 1, 8)), 1), width()));
    nn_append(net, nn_linear(6, 2 * width()));
    int wide = width();
    nn_append(net, nn_linear(wide, depth(wide, 3))); // expect SP412: depth
    nn_append(net, block(4)); // expect SP412: block
    return net;
}
