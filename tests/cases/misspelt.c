// Names of functions that do not exist, with the nearest that do; nothing follows from them.
#include <shapeprof/nn.h>

nn_tensor *net(nn_tensor *x)
{
    x = nn_flatten_(x);     // expect SP422: there is no function `nn_flatten_`; did you mean `nn_flatten`?
    x = nn_reluu(x);        // expect SP422: did you mean `nn_relu`?
    x = nn_f_log_sofmax(x); // expect SP422: did you mean `nn_f_log_softmax`?
    x = nn_flatten_dims(x, 2); // expect SP422: did you mean `nn_flatten`?
    x = nn_quantum_gate(x); // expect SP422: nothing declares `nn_quantum_gate`
    return nn_f_relu(x);
}

nn_module *layers(void)
{
    return nn_sequential(nn_linaer(8, 8), // expect SP422: did you mean `nn_linear`?
                         nn_conv2(3, 3, 3)); // expect SP422: did you mean `nn_conv2d`?
}
