// What nn_compile gives is not what is called.
#include <shapeprof/nn.h>

static nn_compiled *given_back(nn_module *model)
{
    nn_compiled *fast = nn_compile(model);
    return fast;
}

int main(void)
{
    nn_module *model = nn_linear(8, 64);
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    nn_compile(model);                                         // expect SP807: is dropped
    (void)nn_compile(model, .mode = "reduce-overhead");        // expect SP807: is dropped
    nn_compiled *unused = nn_compile(model);                   // expect SP807: `unused`, which is never called
    nn_call(model, x);
    nn_compiled *fast = given_back(model);
    nn_compiled_call(fast, x);
    nn_compiled *counted = nn_compile(model);
    return nn_compiled_plans(counted) > 1;
}
