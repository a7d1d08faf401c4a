// A profiler that may be NULL is told where it is used.
#include <shapeprof/nn.h>

nn_tensor *step(nn_tensor *x)
{
    nn_profiler *profiler = NULL;
    nn_tensor *y = nn_f_relu(x);
    nn_profiler_step(profiler); // expect SP324: nn_profiler_step: the profiler is NULL
    profiler = nn_profiler_start();
    nn_profiler_step(profiler);
    nn_profiler_stop(profiler);
    return y;
}
