// A size that is given in its plural form is no second one that nobody wrote.
// options: --format csv
// says: Conv2d,"3, 4, kernel_size=(3, 5)"
#include <shapeprof/nn.h>

nn_module *net(void)
{
    return nn_conv2d(3, 4, .kernel_sizes = {3, 5});
}
