// Profilers that go on after the function has ended.
#include <shapeprof/nn.h>
#include <stdio.h>

static void never(nn_module *model, nn_tensor *x)
{
    nn_profiler *profiler = nn_profiler_start();   // expect SP808: `profiler` is never stopped
    nn_call(model, x);
    nn_profiler_step(profiler);
    puts(nn_profiler_table(profiler));
}

static int early(nn_module *model, nn_tensor *x, int limit)
{
    nn_profiler *profiler = nn_profiler_start();   // expect SP808: not stopped on the way out at line 19
    nn_call(model, x);
    for (int i = 0; i < limit; i++)
        if (!nn_profiler_step(profiler))
            return -1;
    nn_profiler_stop(profiler);
    return 0;
}

static int checked(nn_module *model, nn_tensor *x)
{
    nn_profiler *profiler = nn_profiler_start();
    if (profiler == NULL) return -1;
    nn_call(model, x);
    nn_profiler_stop(profiler);
    return nn_profiler_calls(profiler, "aten::addmm") > 0;
}

static void if_there(nn_module *model, nn_tensor *x, int measure)
{
    nn_profiler *profiler = measure ? nn_profiler_start() : NULL;
    nn_call(model, x);
    if (profiler) nn_profiler_stop(profiler);
}

static int scoped(nn_module *model, nn_tensor *x, int n)
{
    NN_PROFILER_SCOPE profiler = nn_profiler_start();
    nn_call(model, x);
    if (n > 2) return n;
    nn_profiler_step(profiler);
    return 0;
}

int main(void)
{
    nn_module *model = nn_linear(8, 64);
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    never(model, x);
    nn_profiler_start();                           // expect SP808: the profiler is never stopped
    if_there(model, x, 1);
    return early(model, x, 2) + checked(model, x) + scoped(model, x, 1);
}
