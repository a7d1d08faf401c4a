// What ggml.c and ggml-alloc.c ask of a backend, in C, where the library has it in C++: buffers
// that are memory of the process, aligned to 32 bytes, and graphs that are printed instead of
// computed. With it the C part of ggml is a whole program, compiled or interpreted.

#include "print_graph.h"

#include "ggml-backend-impl.h"
#include "ggml-backend.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 32 };

// Stands behind the library's opaque handles of buffers.
struct plain_buffer {
    char *base;
    size_t bytes;
};

// Any object will do for the one type of buffers and the one backend that there are.
static char the_type, the_backend;

static struct plain_buffer *plain(ggml_backend_buffer_t buffer)
{
    return (struct plain_buffer *)(void *)buffer;
}

// ---- printing

static void print_tensor(const struct ggml_tensor *t)
{
    printf("  %s '%s' %s", ggml_op_name(t->op), t->name, ggml_type_name(t->type));
    for (int i = 0; i < GGML_MAX_DIMS; i++) printf(" %lld/%zu", (long long)t->ne[i], t->nb[i]);
    for (int i = 0; i < GGML_MAX_SRC; i++)
        if (t->src[i]) printf(" <%s>", t->src[i]->name);
    if (t->buffer && t->data) printf(" @%td", (char *)t->data - plain(t->buffer)->base);
    printf(" flags %d params %d %d\n", (int)t->flags, t->op_params[0], t->op_params[1]);
}

void print_graph(const char *moment, struct ggml_cgraph *graph)
{
    int n = ggml_graph_n_nodes(graph);
    printf("%s: %d nodes\n", moment, n);
    for (int i = 0; i < n; i++) print_tensor(ggml_graph_node(graph, i));
}

// ---- the type of buffers

ggml_backend_buffer_type_t ggml_backend_cpu_buffer_type(void)
{
    return (ggml_backend_buffer_type_t)(void *)&the_type;
}

const char *ggml_backend_buft_name(ggml_backend_buffer_type_t type)
{
    (void)type;
    return "plain";
}

size_t ggml_backend_buft_get_alignment(ggml_backend_buffer_type_t type)
{
    (void)type;
    return ALIGNMENT;
}

size_t ggml_backend_buft_get_max_size(ggml_backend_buffer_type_t type)
{
    (void)type;
    return SIZE_MAX;
}

size_t ggml_backend_buft_get_alloc_size(ggml_backend_buffer_type_t type,
                                        const struct ggml_tensor *tensor)
{
    (void)type;
    return ggml_nbytes(tensor);
}

bool ggml_backend_buft_is_meta(ggml_backend_buffer_type_t type)
{
    (void)type;
    return false;
}

ggml_backend_buffer_t ggml_backend_buft_alloc_buffer(ggml_backend_buffer_type_t type, size_t bytes)
{
    (void)type;
    struct plain_buffer *b = calloc(1, sizeof *b);
    b->base = aligned_alloc(ALIGNMENT, (bytes / ALIGNMENT + 1) * ALIGNMENT);
    b->bytes = bytes;
    return (ggml_backend_buffer_t)(void *)b;
}

// ---- buffers

void ggml_backend_buffer_free(ggml_backend_buffer_t buffer)
{
    if (!buffer) return;
    free(plain(buffer)->base);
    free(plain(buffer));
}

void *ggml_backend_buffer_get_base(ggml_backend_buffer_t buffer)
{
    return plain(buffer)->base;
}

size_t ggml_backend_buffer_get_size(ggml_backend_buffer_t buffer)
{
    return plain(buffer)->bytes;
}

size_t ggml_backend_buffer_get_alignment(ggml_backend_buffer_t buffer)
{
    (void)buffer;
    return ALIGNMENT;
}

size_t ggml_backend_buffer_get_alloc_size(ggml_backend_buffer_t buffer,
                                          const struct ggml_tensor *tensor)
{
    (void)buffer;
    return ggml_nbytes(tensor);
}

enum ggml_backend_buffer_usage ggml_backend_buffer_get_usage(ggml_backend_buffer_t buffer)
{
    (void)buffer;
    return GGML_BACKEND_BUFFER_USAGE_ANY;
}

void ggml_backend_buffer_set_usage(ggml_backend_buffer_t buffer,
                                   enum ggml_backend_buffer_usage usage)
{
    (void)buffer, (void)usage;
}

void ggml_backend_buffer_reset(ggml_backend_buffer_t buffer)
{
    (void)buffer;
}

void ggml_backend_buffer_clear(ggml_backend_buffer_t buffer, uint8_t value)
{
    (void)buffer, (void)value;
}

// Only for models that lie on several devices.
ggml_backend_buffer_t ggml_backend_multi_buffer_alloc_buffer(ggml_backend_buffer_t *buffers,
                                                             size_t n)
{
    (void)buffers, (void)n;
    abort();
}

struct ggml_backend_buffer *
ggml_backend_meta_alloc_ctx_tensors_from_buft(struct ggml_context *context,
                                              ggml_backend_buffer_type_t type)
{
    (void)context, (void)type;
    abort();
}

// ---- tensors in them

enum ggml_status ggml_backend_tensor_alloc(ggml_backend_buffer_t buffer, struct ggml_tensor *tensor,
                                           void *address)
{
    tensor->buffer = buffer;
    tensor->data = address;
    return GGML_STATUS_SUCCESS;
}

enum ggml_status ggml_backend_view_init(struct ggml_tensor *tensor)
{
    tensor->buffer = tensor->view_src->buffer;
    tensor->data = (char *)tensor->view_src->data + tensor->view_offs;
    return GGML_STATUS_SUCCESS;
}

// Data of results do not exist, and data of weights do not matter.
void ggml_backend_tensor_set(struct ggml_tensor *tensor, const void *data, size_t at, size_t bytes)
{
    (void)tensor, (void)data, (void)at, (void)bytes;
}

void ggml_backend_tensor_get(const struct ggml_tensor *tensor, void *data, size_t at, size_t bytes)
{
    (void)tensor, (void)at;
    memset(data, 0, bytes);
}

void ggml_backend_tensor_memset(struct ggml_tensor *tensor, uint8_t value, size_t at, size_t bytes)
{
    (void)tensor, (void)value, (void)at, (void)bytes;
}

float ggml_get_f32_1d(const struct ggml_tensor *tensor, int i)
{
    (void)tensor, (void)i;
    return 0;
}

void ggml_set_f32_1d(const struct ggml_tensor *tensor, int i, float value)
{
    (void)tensor, (void)i, (void)value;
}

struct ggml_tensor *ggml_set_f32(struct ggml_tensor *tensor, float value)
{
    (void)value;
    return tensor;
}

// ---- backends and schedulers

ggml_backend_t ggml_backend_cpu_init(void)
{
    return (ggml_backend_t)(void *)&the_backend;
}

void ggml_backend_free(ggml_backend_t backend)
{
    (void)backend;
}

ggml_backend_buffer_type_t ggml_backend_get_default_buffer_type(ggml_backend_t backend)
{
    (void)backend;
    return ggml_backend_cpu_buffer_type();
}

enum ggml_status ggml_backend_graph_compute(ggml_backend_t backend, struct ggml_cgraph *graph)
{
    (void)backend;
    print_graph("computed", graph);
    return GGML_STATUS_SUCCESS;
}

enum ggml_status ggml_graph_compute_with_ctx(struct ggml_context *context,
                                             struct ggml_cgraph *graph, int n_threads)
{
    (void)context, (void)n_threads;
    print_graph("computed in its context", graph);
    return GGML_STATUS_SUCCESS;
}

// A scheduler over one backend is an allocator of graphs.
ggml_backend_sched_t ggml_backend_sched_new(ggml_backend_t *backends,
                                            ggml_backend_buffer_type_t *types, int n_backends,
                                            size_t graph_size, bool parallel, bool op_offload)
{
    (void)backends, (void)types, (void)n_backends, (void)graph_size, (void)parallel,
        (void)op_offload;
    return (ggml_backend_sched_t)(void *)ggml_gallocr_new(ggml_backend_cpu_buffer_type());
}

bool ggml_backend_sched_reserve(ggml_backend_sched_t sched, struct ggml_cgraph *graph)
{
    return ggml_gallocr_reserve((ggml_gallocr_t)(void *)sched, graph);
}

size_t ggml_backend_sched_get_buffer_size(ggml_backend_sched_t sched, ggml_backend_t backend)
{
    (void)backend;
    return ggml_gallocr_get_buffer_size((ggml_gallocr_t)(void *)sched, 0);
}

void ggml_backend_sched_free(ggml_backend_sched_t sched)
{
    ggml_gallocr_free((ggml_gallocr_t)(void *)sched);
}

// ---- what else is not C

void ggml_critical_section_start(void)
{
}

void ggml_critical_section_end(void)
{
}
