#include "analyzer/kernel_log.h"

#include "ir/base/clock.h"
#include "ir/base/map.h"

#include <stdlib.h>
#include <string.h>

void kernel_log_begin(struct kernel_log *log)
{
    log->begin = clock_seconds();
    log->step = 0;
}

struct execution_kernel *kernel_log_kernel(struct kernel_log *log, const char *name)
{
    if (!log->by_name) log->by_name = map_open(log->arena);
    uintptr_t index = (uintptr_t)map_get_string(log->by_name, name);
    if (!index) {
        *vec_push(log->arena, &log->kernels) = (struct execution_kernel){.name = name};
        index = (uintptr_t)log->kernels.n;
        map_put_string(log->by_name, name, (void *)index);
    }
    return &log->kernels.at[index - 1];
}

// What one of the calls took, of a kernel that took `seconds` and its products `product_seconds`.
static double share(const struct torch_calls *calls, int index, double seconds,
                    double product_seconds)
{
    int n_products = 0;
    for (int i = 0; i < calls->n; i++) n_products += calls->at[i].product;
    int n_others = calls->n - n_products;
    if (!n_products || !n_others) return seconds / calls->n;
    if (calls->at[index].product) return product_seconds / n_products;
    return (seconds - product_seconds) / n_others;
}

static void note(struct kernel_log *log, struct exec *x, node_id id, enum torch_pass pass,
                 double seconds)
{
    if (log->step < 0) return;
    struct torch_calls calls = torch_calls_of(log->arena, log->program, id, pass);
    const char *leaf = log->leaf_of(log->user, id);
    double begin = clock_seconds() - seconds - log->begin;
    for (int i = 0; i < calls.n; i++) {
        double part = share(&calls, i, seconds, exec_product_seconds(x));
        struct execution_kernel *kernel = kernel_log_kernel(log, calls.at[i].name);
        int operand = calls.at[i].operand;
        kernel->calls++;
        kernel->seconds += part;
        kernel->bytes += operand < 0 ? log->all_bytes : log->gradient_bytes[operand];
        *vec_push(log->arena, &log->events) = (struct execution_event){
            calls.at[i].name, leaf, pass == TORCH_BACKWARD, log->step, begin, part};
        begin += part;
    }
}

void kernel_log_node(struct kernel_log *log, struct exec *x, node_id id, double seconds)
{
    const struct node *node = program_node(log->program, id);
    log->all_bytes = 0;
    for (int i = 0; i < node->n_out; i++) {
        value_id out = node->out + (value_id)i;
        if (!program_value(log->program, out)->view_of)
            log->all_bytes += exec_measured(x, out)->bytes;
    }
    note(log, x, id, TORCH_FORWARD, seconds);
    log->all_bytes = 0;
}

void kernel_log_gradient(struct kernel_log *log, int operand, const struct tensor *gradient)
{
    int64_t bytes = tensor_owned_bytes(gradient);
    if (operand < MAX_OPERANDS) log->gradient_bytes[operand] += bytes;
    log->all_bytes += bytes;
}

void kernel_log_backward(struct kernel_log *log, struct exec *x, node_id id, double seconds)
{
    note(log, x, id, TORCH_BACKWARD, seconds);
    memset(log->gradient_bytes, 0, sizeof log->gradient_bytes);
    log->all_bytes = 0;
}

static int by_time(const void *left, const void *right)
{
    const struct execution_kernel *a = left, *b = right;
    if (a->seconds != b->seconds) return a->seconds < b->seconds ? 1 : -1;
    return strcmp(a->name, b->name);
}

void kernel_log_profile(const struct kernel_log *log, struct arena *arena,
                        struct execution_profile *profile)
{
    size_t n = (size_t)log->kernels.n;
    struct execution_kernel *kernels = arena_array(arena, struct execution_kernel, log->kernels.n);
    if (n) memcpy(kernels, log->kernels.at, n * sizeof *kernels);
    if (n) qsort(kernels, n, sizeof *kernels, by_time);
    profile->n_kernels = log->kernels.n;
    profile->kernels = kernels;
    profile->n_events = log->events.n;
    profile->events = log->events.at;
}
