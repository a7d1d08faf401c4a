// Flatten works in place, so both inputs of the sum lie in the block that the Softmax waits for as
// well: it looks filled when the second of them leads to the sum.
// options: -- -I ../../frontends/nnom/include
#include "nnom.h"

static int8_t in_buf[120], out_buf[240];

int main(void)
{
    nnom_model_t m;
    nnom_layer_t *in, *x, *y;
    new_model(&m);
    in = Input(shape(1, 1, 120), in_buf);
    y = m.hook(Flatten(), in);
    x = m.merge(Add(0), y, in); // expect SP755: model_compile does not come back
    y = m.hook(Softmax(), in);
    x = m.merge(Concat(-1), m.hook(Flatten(), y), x);
    x = m.hook(Output(shape(240, 1, 1), out_buf), x);
    model_compile(&m, in, x);
    return 0;
}
