#ifndef IR_GGML_MEMORY_H
#define IR_GGML_MEMORY_H

// How much of a context's memory ggml's objects take, and how large the buffers are that hold
// weights. Source: ggml_new_object, ggml_new_tensor_impl, ggml_graph_nbytes and ggml_hash_size of
// ggml.c; ggml_backend_alloc_ctx_tensors_from_buft of ggml-alloc.c. All the same in 0.15, 0.21 and
// 0.25, on machines of 64 bits.
//
// Objects lie one behind the other, so what a context uses is the sum of its objects, and a context
// is large enough exactly if that sum is at most its mem_size.

#include "ir/ggml_graph.h"

#define GGML_ALIGNMENT 32 // of buffers of the CPU type
#define GGML_OBJECT_BYTES 32

// bytes, rounded up to a multiple.
const struct sym *ggml_padded(struct syms *, const struct sym *bytes, int64_t multiple);

// ---- objects, with their headers

// Of a tensor; `data` is 0 for views and where the context is no_alloc. struct_bytes: the size of
// struct ggml_tensor, GGML_STRUCT_BYTES for the library's own header.
const struct sym *ggml_tensor_object(struct syms *, int64_t struct_bytes, const struct sym *data);
// ggml_tensor_overhead.
const struct sym *ggml_tensor_overhead_bytes(struct syms *, int64_t struct_bytes);
// Of a graph that can hold `size` nodes: ggml_graph_overhead_custom. Unknown for a size that is no
// number, since a table's length is the next of a list of primes.
enum ggml_gradients { GGML_NO_GRADIENTS, GGML_GRADIENTS };
const struct sym *ggml_graph_object(struct syms *, const struct sym *size, enum ggml_gradients);
// Of a work buffer, as ggml_graph_compute_with_ctx puts one into its context.
const struct sym *ggml_work_object(struct syms *, const struct sym *work);

// ---- limits

// How many tensors a hash table for `size` of them has room for: the smallest listed prime that is
// not smaller. -1: too large.
int64_t ggml_hash_slots(int64_t size);
// Does ggml_backend_sched refuse the graph (an assertion)? graph_size: as it was handed to
// ggml_backend_sched_new.
bool ggml_sched_refuses(int64_t graph_size, const struct ggml_graph *);

// ---- buffers

// Of the buffer that ggml_backend_alloc_ctx_tensors makes for the context's tensors as they are
// now: those that have data, and views, are left out. 0: it gives no buffer.
const struct sym *ggml_context_buffer(struct syms *, const struct ggml_context *);

#endif
