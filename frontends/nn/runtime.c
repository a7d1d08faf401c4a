// The run-time side: handles that user code holds, and the thread's current recording, which
// begins with the first call and which nn_recording_open begins anew.

#include "frontends/nn/runtime.h"
#include <stdatomic.h>
#include <string.h>
#include "frontends/nn/module.h"
#include "frontends/nn/overwritten.h"
#include "ir/base/text.h"

// How many recordings the thread had tells a handle of an earlier one from those of the current.
static _Thread_local struct {
    struct runtime *runtime;
    uint64_t n_opened;
} current;

// ---- the recording

static void open_recording(const char *name)
{
    struct arena *arena = arena_open();
    struct runtime *rt = arena_new(arena, struct runtime);
    struct builder *builder = builder_open(arena, syms_open(arena), arena_string(arena, name));
    rt->arena = arena;
    rt->scratch = arena_open_inside(arena);
    rt->recording = recording_make(arena, builder);
    rt->recording->host = rt;
    rt->recording->forward = runtime_forward;
    rt->recording->run_hook = runtime_run_hook;
    rt->recording->segment_begin = runtime_segment_begin;
    rt->recording->segment_end = runtime_segment_end;
    rt->number = ++current.n_opened;
    rt->sites = map_open(arena);
    rt->gradients = map_open(arena);
    rt->owned = map_open(arena);
    rt->engine = &engine_default;
    builder_program(builder)->library = "nn";
    current.runtime = rt;
}

struct runtime *runtime_current(void)
{
    if (!current.runtime) open_recording("model");
    return current.runtime;
}

struct runtime *runtime_open_one(void)
{
    return current.runtime;
}

uint64_t runtime_thread(void)
{
    return (uintptr_t)&current;
}

struct program *runtime_program(void)
{
    return builder_program(runtime_current()->recording->builder);
}

// A forward or a hook that ended its own recording would come back to memory that is gone.
static bool is_in_use(void)
{
    struct runtime *rt = current.runtime;
    if (!rt || (!rt->recording->calling.n && !rt->recording->n_in_hooks)) return false;
    recording_wrong(rt->recording, DIAG_NN_HANDLE,
                    "a recording can't be closed in a forward function or a hook of its own");
    return true;
}

// The recording that was closed last, of any thread: a handle of it that is used late is an error,
// and not memory that is gone. It is no state of any later recording.
static _Atomic(struct runtime *) retired;

static void retire(struct runtime *rt)
{
    struct runtime *before = atomic_exchange(&retired, rt);
    if (!before) return;
    handles_close(&before->handles);
    arena_close(before->arena);
}

static void close_recording(void)
{
    struct runtime *rt = current.runtime;
    if (!rt) return;
    rt->engine->close(rt->run);
    rt->run = NULL;
    rt->closed = true;
    retire(rt);
    current.runtime = NULL;
}

void nn_recording_open(const char *name)
{
    if (is_in_use()) return;
    close_recording();
    open_recording(name ? name : "model");
}

void nn_recording_close(void)
{
    if (!is_in_use()) close_recording();
}

void nn_recording_unwind(void)
{
    struct runtime *rt = current.runtime;
    if (!rt) return;
    recording_unwind(rt->recording);
    rt->in_backward = false;
    if (rt->run) rt->engine->segment_cancel(rt->run);
}

uint64_t nn_graph_hash(void)
{
    return program_hash(runtime_program());
}

int64_t nn_n_errors(void)
{
    return runtime_program()->diags.n_errors;
}

const char *nn_diagnostics(void)
{
    static const char *const severities[] = {"note", "warning", "error"};
    struct text text = {.arena = runtime_current()->arena};
    for (const struct diag *d = runtime_program()->diags.first; d; d = d->next) {
        if (d->site) text_printf(&text, "%s:%d: ", d->site->file, d->site->line);
        text_printf(&text, "%s: %s [%s]\n", severities[d->severity], d->message,
                    diag_info(d->id)->code);
    }
    return text_string(&text);
}

// ---- places

// Sites are shared: a loop that makes a thousand calls at one line has one.
void runtime_at(struct runtime *rt, const struct nn_here *here)
{
    struct {
        const char *file;
        const struct site *caller;
        int64_t line;
    } key = {here->file, rt->recording->caller, here->line};
    struct site *site = map_get(rt->sites, &key, sizeof key);
    if (!site) {
        site = arena_new(rt->arena, struct site);
        site->file = arena_string(rt->arena, here->file ? here->file : "");
        site->line = here->line;
        site->caller = rt->recording->caller;
        map_put(rt->sites, &key, sizeof key, site);
    }
    builder_at(rt->recording->builder, site);
}

// ---- handles

nn_tensor *runtime_tensor(struct runtime *rt, value_id value)
{
    bool owned = program_is_of_module(builder_program(rt->recording->builder), value);
    nn_tensor *t = owned ? map_get_number(rt->owned, value) : NULL;
    if (t) return t;
    t = owned ? arena_new(rt->arena, nn_tensor) : handles_room(&rt->handles, sizeof *t);
    *t = (nn_tensor){rt, value};
    if (owned) map_put_number(rt->owned, value, t);
    return t;
}

nn_tensor **runtime_list(struct runtime *rt, int64_t n)
{
    return handles_room(&rt->handles, (size_t)n * sizeof(nn_tensor *));
}

const char runtime_ended[] =
    "the NN_TENSOR_SCOPE in which it was made has ended: its memory was given back";

struct nn_tensors runtime_tensors(struct runtime *rt, int n, const value_id *values)
{
    int room = recording_list_room(rt->recording, n, values);
    struct nn_tensors all = {n, runtime_list(rt, room + 1)};
    for (int i = 0; i < n; i++) all.at[i] = runtime_tensor(rt, values[i]);
    for (int i = n; i < room; i++) all.at[i] = all.at[n - 1];
    return all;
}

value_id runtime_value(struct runtime *rt, const nn_tensor *t)
{
    if (!t) return 0;
    if (t->runtime == rt) return overwritten_now(rt->recording, t->value);
    if (!t->runtime)
        return recording_poison(rt->recording,
                                recording_wrong(rt->recording, DIAG_NN_HANDLE,
                                                "the tensor can't be used: %s", runtime_ended));
    const char *why =
        recording_wrong(rt->recording, DIAG_NN_HANDLE, "the tensor is of %s",
                        t->runtime->closed ? "a recording that was closed: nn_recording_close and "
                                             "nn_recording_open free all that was made before"
                                           : "another recording");
    return recording_poison(rt->recording, why);
}

bool runtime_is_list(struct runtime *rt, const char *what, int64_t n, nn_tensor *const *at)
{
    if (n >= 0 && n <= MAX_NODE_LIST && (at || !n)) return true;
    recording_wrong(rt->recording, DIAG_NN_HANDLE, "%s a list of %lld tensors%s", what,
                    (long long)n, at ? "" : " that is NULL");
    return false;
}

struct runtime_module *runtime_module_at(struct runtime *rt, nn_module_id id)
{
    while ((nn_module_id)rt->modules.n <= id) vec_push(rt->arena, &rt->modules);
    return &rt->modules.at[id];
}

nn_module *runtime_module(struct runtime *rt, nn_module_id id)
{
    if (!id) return NULL;
    struct runtime_module *module = runtime_module_at(rt, id);
    if (!module->self) {
        module->self = arena_new(rt->arena, nn_module);
        module->self->nn_private[0] = id;
        module->self->nn_private[1] = (uintptr_t)rt;
    }
    return module->self;
}

nn_module_id runtime_module_id(struct runtime *rt, const nn_module *m)
{
    if (!m) return 0;
    if (m->nn_private[1] == (uintptr_t)rt) return (nn_module_id)m->nn_private[0];
    recording_wrong(rt->recording, DIAG_NN_HANDLE,
                    "the module was not made by nn_new or a layer of this recording; closing a "
                    "recording frees its modules");
    return 0;
}
