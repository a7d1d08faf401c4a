#include "ir/ggml_memory.h"

#define OBJECT_ALIGNMENT 16
#define GRAPH_STRUCT_BYTES 96
#define POINTER_BYTES 8
#define COUNT_BYTES 4 // of a use count, and of a word of 32 bits of a set

const struct sym *ggml_padded(struct syms *s, const struct sym *bytes, int64_t multiple)
{
    int64_t n;
    if (sym_is_const(bytes, &n) && n >= 0 && n <= INT64_MAX - multiple)
        return sym_const(s, (n + multiple - 1) / multiple * multiple);
    const struct sym *steps = sym_ceildiv(s, bytes, sym_const(s, multiple));
    return sym_mul_const(s, steps, multiple);
}

static const struct sym *object(struct syms *s, const struct sym *payload)
{
    return sym_add_const(s, ggml_padded(s, payload, OBJECT_ALIGNMENT), GGML_OBJECT_BYTES);
}

const struct sym *ggml_tensor_object(struct syms *s, int64_t struct_bytes, const struct sym *data)
{
    return object(s, sym_add_const(s, data, struct_bytes));
}

const struct sym *ggml_tensor_overhead_bytes(struct syms *s, int64_t struct_bytes)
{
    return sym_const(s, struct_bytes + GGML_OBJECT_BYTES);
}

const struct sym *ggml_work_object(struct syms *s, const struct sym *work)
{
    return object(s, work);
}

// The list of ggml_hash_size: roughly doubling. Above it any odd number will do.
int64_t ggml_hash_slots(int64_t size)
{
    static const int64_t primes[] = {
        2,        3,        5,        11,        17,        37,        67,         131,
        257,      521,      1031,     2053,      4099,      8209,      16411,      32771,
        65537,    131101,   262147,   524309,    1048583,   2097169,   4194319,    8388617,
        16777259, 33554467, 67108879, 134217757, 268435459, 536870923, 1073741827, 2147483659};
    for (size_t i = 0; i < sizeof primes / sizeof *primes; i++)
        if (primes[i] >= size) return primes[i];
    return size == INT64_MAX ? -1 : size | 1;
}

// The parts of a graph, each aligned for its items. 0: too large.
static int64_t graph_bytes(int64_t size, enum ggml_gradients gradients)
{
    if (size < 0 || size > INT64_MAX / 256) return 0;
    int64_t slots = ggml_hash_slots(2 * size);
    int64_t bytes = GRAPH_STRUCT_BYTES + 2 * size * POINTER_BYTES + slots * COUNT_BYTES;
    bytes = (bytes + POINTER_BYTES - 1) / POINTER_BYTES * POINTER_BYTES;
    bytes += slots * POINTER_BYTES * (gradients == GGML_GRADIENTS ? 3 : 1);
    return bytes + (slots + 31) / 32 * COUNT_BYTES;
}

const struct sym *ggml_graph_object(struct syms *s, const struct sym *size,
                                    enum ggml_gradients gradients)
{
    int64_t n;
    if (!sym_is_const(size, &n))
        return sym_unknown(s, "the bytes of a graph follow from primes above its size");
    int64_t bytes = graph_bytes(n, gradients);
    return bytes ? object(s, sym_const(s, bytes)) : sym_unknown(s, "a graph of that size");
}

bool ggml_sched_refuses(int64_t graph_size, const struct ggml_graph *graph)
{
    return ggml_hash_slots(graph_size) < (int64_t)graph->nodes.n + graph->leafs.n;
}

const struct sym *ggml_context_buffer(struct syms *s, const struct ggml_context *context)
{
    const struct sym *sum = sym_const(s, 0);
    for (int i = 0; i < context->tensors.n; i++) {
        const struct ggml_tensor *t = context->tensors.at[i];
        if (t->has_data || t->view_src) continue;
        sum = sym_add(s, sum, ggml_padded(s, ggml_tensor_bytes(s, t), GGML_ALIGNMENT));
    }
    return sum;
}
