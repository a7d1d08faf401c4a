// Kernels of chunk, split, tensor_split and unbind: each result is a view of the operand, and
// the gradient of the operand the gradients of its parts side by side.

#include "ir/ops/kernels.h"
#include "ir/ops/view_kernel.h"

static int split_axis(const struct kernel_call *call, const struct tensor *x)
{
    return kernel_axis(call, "dim", 0, x->rank);
}

// Parts of `part` elements, the last one smaller.
static void even_view(const struct tensor *x, int axis, int64_t part, int index,
                      struct tensor *view)
{
    int64_t start = part * index, left = x->dim[axis] - start;
    view_slice(view, axis, start, left < part ? left : part, 1);
}

static int64_t even_count(int64_t size, int64_t part)
{
    return size > 0 && part > 0 ? (size + part - 1) / part : 1;
}

static int64_t chunk_part(const struct kernel_call *call, int64_t size)
{
    int64_t chunks = kernel_int(call, "chunks", 1);
    return (size + chunks - 1) / chunks;
}

static void chunk_view(const struct kernel_call *call, int index, struct tensor *view)
{
    int axis = split_axis(call, view);
    struct tensor whole = *view;
    even_view(&whole, axis, chunk_part(call, view->dim[axis]), index, view);
}

// Of an empty axis there are as many empty parts as asked for.
void chunk_forward(struct kernel_call *call)
{
    int64_t size = call->in[0].dim[split_axis(call, &call->in[0])];
    int64_t n = size ? even_count(size, chunk_part(call, size)) : kernel_int(call, "chunks", 1);
    views_forward(call, (int)n, chunk_view);
}

void chunk_backward(struct kernel_call *call)
{
    views_backward(call, chunk_view);
}

static void split_view(const struct kernel_call *call, int index, struct tensor *view)
{
    int axis = split_axis(call, view), n = kernel_n_ints(call, "sections");
    struct tensor whole = *view;
    if (!kernel_given(call, "sections")) {
        even_view(&whole, axis, kernel_int(call, "split_size", 0), index, view);
        return;
    }
    int64_t *sections = arena_array(call->arena, int64_t, n ? n : 1), start = 0;
    kernel_ints(call, "sections", n, 0, sections);
    for (int i = 0; i < index; i++) start += sections[i];
    view_slice(view, axis, start, sections[index], 1);
}

void split_forward(struct kernel_call *call)
{
    int64_t size = call->in[0].dim[split_axis(call, &call->in[0])];
    int64_t n = kernel_given(call, "sections")
                    ? kernel_n_ints(call, "sections")
                    : even_count(size, kernel_int(call, "split_size", 0));
    views_forward(call, (int)n, split_view);
}

void split_backward(struct kernel_call *call)
{
    views_backward(call, split_view);
}

// Where cut `i` lies; cut 0 is the begin, and the last is the end.
static int64_t cut_at(const struct kernel_call *call, int64_t size, int i)
{
    int n = kernel_n_ints(call, "indices");
    if (i == 0) return 0;
    if (!kernel_given(call, "indices")) {
        int64_t sections = kernel_int(call, "sections", 1);
        int64_t larger = i < size % sections ? i : size % sections;
        return size / sections * i + larger;
    }
    if (i > n) return size;
    int64_t *indices = arena_array(call->arena, int64_t, n);
    kernel_ints(call, "indices", n, 0, indices);
    int64_t at = indices[i - 1] < 0 ? indices[i - 1] + size : indices[i - 1];
    return at < 0 ? 0 : at > size ? size : at;
}

static void part_view(const struct kernel_call *call, int axis, int index, struct tensor *view)
{
    int64_t size = view->dim[axis];
    int64_t start = cut_at(call, size, index), end = cut_at(call, size, index + 1);
    view_slice(view, axis, start, end > start ? end - start : 0, 1);
}

static void tensor_split_view(const struct kernel_call *call, int index, struct tensor *view)
{
    part_view(call, split_axis(call, view), index, view);
}

static int64_t n_cuts(const struct kernel_call *call)
{
    return kernel_given(call, "indices") ? kernel_n_ints(call, "indices") + 1
                                         : kernel_int(call, "sections", 1);
}

void tensor_split_forward(struct kernel_call *call)
{
    views_forward(call, (int)n_cuts(call), tensor_split_view);
}

void tensor_split_backward(struct kernel_call *call)
{
    views_backward(call, tensor_split_view);
}

// The axis goes by the name.
#define NAMED_SPLIT_KERNELS(symbol, axis_of)                                                       \
    static void symbol##_view(const struct kernel_call *call, int index, struct tensor *view)      \
    {                                                                                              \
        part_view(call, axis_of, index, view);                                                     \
    }                                                                                              \
    void symbol##_forward(struct kernel_call *call)                                                \
    {                                                                                              \
        views_forward(call, (int)n_cuts(call), symbol##_view);                                     \
    }                                                                                              \
    void symbol##_backward(struct kernel_call *call)                                               \
    {                                                                                              \
        views_backward(call, symbol##_view);                                                       \
    }

NAMED_SPLIT_KERNELS(hsplit, view->rank > 1)
NAMED_SPLIT_KERNELS(vsplit, 0)
NAMED_SPLIT_KERNELS(dsplit, 2)

static void unbind_view(const struct kernel_call *call, int index, struct tensor *view)
{
    int axis = split_axis(call, view);
    view_slice(view, axis, index, 1, 1);
    view_drop_axis(view, axis);
}

void unbind_forward(struct kernel_call *call)
{
    views_forward(call, (int)call->in[0].dim[split_axis(call, &call->in[0])], unbind_view);
}

void unbind_backward(struct kernel_call *call)
{
    views_backward(call, unbind_view);
}
