#ifndef SHAPEPROF_NN_PROFILER_H
#define SHAPEPROF_NN_PROFILER_H

// Where the time of a program that runs goes, kernel by kernel, by the names that PyTorch's
// profiler prints. Include <shapeprof/nn.h>.
//
//     nn_profiler *profiler = nn_profiler_start();
//     for (int i = 0; i < 5; i++) {
//         ...
//         nn_optim_step(optimizer);
//         nn_profiler_step(profiler);
//     }
//     nn_profiler_stop(profiler);
//     puts(nn_profiler_table(profiler));

#include <shapeprof/nn_run.h>

typedef struct nn_profiler nn_profiler;

// torch.profiler.profile: what kernels of the current recording take is noted from now on. What was
// recorded before and has not run yet is run first. Errors, with NULL: one is running already.
#define nn_profiler_start() nn_profiler_start_with(NN_ARGS(profiler, .profiler = NULL))
// What the functions below take.
struct nn_profiler_args {
    struct nn_here nn_here;
    nn_profiler *profiler;
    const char *name; // of a kernel, or of a file
};
#define NN_PROFILER(name_, ...) nn_profiler_##name_##_with(NN_ARGS(profiler, __VA_ARGS__))
nn_profiler *nn_profiler_start_with(const struct nn_profiler_args *);
// profiler.step(): what follows is another step. Errors, with false: no profiler, one of another
// recording, one that was stopped.
#define nn_profiler_step(profiler_) NN_PROFILER(step, .profiler = (profiler_))
bool nn_profiler_step_with(const struct nn_profiler_args *);
// Notes nothing more; what was noted stays. The same errors.
#define nn_profiler_stop(profiler_) NN_PROFILER(stop, .profiler = (profiler_))
bool nn_profiler_stop_with(const struct nn_profiler_args *);
// Stops at the end of the block in which it is declared, unless that was done:
//     NN_PROFILER_SCOPE profiler = nn_profiler_start();
#define NN_PROFILER_SCOPE __attribute__((cleanup(nn_profiler_scope_end), unused)) nn_profiler *
void nn_profiler_scope_end(nn_profiler **);

// key_averages().table(): a line a kernel, what took longest first; valid until the recording is
// closed. Errors, with "": no profiler, one of another recording.
#define nn_profiler_table(profiler_) NN_PROFILER(table, .profiler = (profiler_))
const char *nn_profiler_table_with(const struct nn_profiler_args *);
// How often the kernel was called, "aten::addmm"; -1 with the same errors.
#define nn_profiler_calls(profiler_, kernel_)                                                      \
    NN_PROFILER(calls, .profiler = (profiler_), .name = (kernel_))
int64_t nn_profiler_calls_with(const struct nn_profiler_args *);
// export_chrome_trace, for chrome://tracing and Perfetto; and for speedscope. Errors, with false:
// the same, and a file that cannot be written.
#define nn_profiler_export_chrome_trace(profiler_, path_)                                          \
    NN_PROFILER(export_chrome_trace, .profiler = (profiler_), .name = (path_))
bool nn_profiler_export_chrome_trace_with(const struct nn_profiler_args *);
#define nn_profiler_export_speedscope(profiler_, path_)                                            \
    NN_PROFILER(export_speedscope, .profiler = (profiler_), .name = (path_))
bool nn_profiler_export_speedscope_with(const struct nn_profiler_args *);

#endif
