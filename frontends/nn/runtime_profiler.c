// Profilers: nn_profiler.h. The engine notes what kernels take.

#include "frontends/nn/runtime.h"

struct nn_profiler {
    struct runtime *runtime;
    struct engine_profile *profile;
    bool stopped;
};

nn_profiler *nn_profiler_start_with(const struct nn_profiler_args *a)
{
    struct runtime *rt = runtime_current();
    runtime_at(rt, &a->nn_here);
    if (rt->profiler && !rt->profiler->stopped) {
        recording_wrong(rt->recording, DIAG_NN_HANDLE,
                        "nn_profiler_start: a profiler is running already; stop it before");
        return NULL;
    }
    rt->profiler = arena_new(rt->arena, nn_profiler);
    *rt->profiler =
        (nn_profiler){.runtime = rt, .profile = rt->engine->profile_begin(runtime_engine(rt))};
    return rt->profiler;
}

// The profile, if it is of the current recording; NULL, and a finding.
static struct engine_profile *profile_of(const struct nn_profiler_args *a, const char *function)
{
    struct runtime *rt = runtime_current();
    runtime_at(rt, &a->nn_here);
    if (a->profiler && a->profiler->runtime == rt) return a->profiler->profile;
    recording_wrong(rt->recording, DIAG_NN_HANDLE, "nn_profiler_%s: the profiler is %s", function,
                    a->profiler ? "of another recording" : "NULL");
    return NULL;
}

// The same of one that runs.
static struct engine_profile *running_of(const struct nn_profiler_args *a, const char *function)
{
    struct engine_profile *profile = profile_of(a, function);
    if (!profile || !a->profiler->stopped) return profile;
    recording_wrong(a->profiler->runtime->recording, DIAG_NN_HANDLE,
                    "nn_profiler_%s: the profiler was stopped", function);
    return NULL;
}

bool nn_profiler_step_with(const struct nn_profiler_args *a)
{
    struct engine_profile *profile = running_of(a, "step");
    if (profile) a->profiler->runtime->engine->profile_step(profile);
    return profile != NULL;
}

static void stop(nn_profiler *profiler)
{
    profiler->runtime->engine->profile_end(profiler->profile);
    profiler->stopped = true;
}

bool nn_profiler_stop_with(const struct nn_profiler_args *a)
{
    struct engine_profile *profile = running_of(a, "stop");
    if (profile) stop(a->profiler);
    return profile != NULL;
}

// Of a recording that was closed meanwhile nothing is left to stop.
void nn_profiler_scope_end(nn_profiler **profiler)
{
    struct runtime *rt = runtime_open_one();
    if (*profiler && rt && rt->profiler == *profiler && !(*profiler)->stopped) stop(*profiler);
}

const char *nn_profiler_table_with(const struct nn_profiler_args *a)
{
    struct engine_profile *profile = profile_of(a, "table");
    if (!profile) return "";
    struct runtime *rt = a->profiler->runtime;
    return rt->engine->profile_table(profile, rt->arena);
}

int64_t nn_profiler_calls_with(const struct nn_profiler_args *a)
{
    struct engine_profile *profile = profile_of(a, "calls");
    if (!profile) return -1;
    return a->name ? a->profiler->runtime->engine->profile_calls(profile, a->name) : 0;
}

static bool export_as(const struct nn_profiler_args *a, const char *function,
                      enum engine_profile_form form)
{
    struct engine_profile *profile = profile_of(a, function);
    if (!profile) return false;
    struct runtime *rt = a->profiler->runtime;
    const char *why = "no file is named";
    if (a->name) why = rt->engine->profile_write(profile, rt->arena, a->name, form);
    if (why)
        recording_wrong(rt->recording, DIAG_NN_RUN, "nn_profiler_%s: %s%s%s", function,
                        a->name ? a->name : "", a->name ? ": " : "", why);
    return !why;
}

bool nn_profiler_export_chrome_trace_with(const struct nn_profiler_args *a)
{
    return export_as(a, "export_chrome_trace", ENGINE_CHROME);
}

bool nn_profiler_export_speedscope_with(const struct nn_profiler_args *a)
{
    return export_as(a, "export_speedscope", ENGINE_SPEEDSCOPE);
}
