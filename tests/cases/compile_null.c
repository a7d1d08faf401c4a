// A compiled model is its module; one that is NULL is told.
#include <shapeprof/nn.h>

nn_tensor *twice(nn_tensor *x)
{
    nn_compiled *fast = nn_compile(nn_linear(8, 8), .mode = "reduce-overhead");
    nn_tensor *y = nn_compiled_call(fast, nn_compiled_call(fast, x));
    nn_compiled *wrong = nn_compile(nn_linear(4, 4));
    nn_compiled_call(wrong, y); // expect SP101: its dim 1 (8) must equal dim 1 (4) of weight
    nn_compiled *none = NULL;
    nn_compiled_call(none, y); // expect SP324: nn_compiled_call: the compiled model is NULL
    return y;
}
