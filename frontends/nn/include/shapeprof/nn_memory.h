#ifndef SHAPEPROF_NN_MEMORY_H
#define SHAPEPROF_NN_MEMORY_H

// Memory of a program that runs: giving tensors back, checkpoints, what is allocated. Include
// <shapeprof/nn.h>.

#include <shapeprof/nn_run.h>

// ---- giving back
//
// Tensors stay until their recording is closed, since any of them may be asked for. A loop gives
// back what a step made:
//
//     for (int i = 0; i < n_steps; i++) {
//         NN_TENSOR_SCOPE scope = nn_tensor_scope();
//         ...
//     }

// Python's del: gives the numbers back, unless something else needs them: a view, a backward pass
// that is to come. Asking for them again is an error. Errors, with false: NULL, a parameter
// or buffer, which belong to a module.
struct nn_tensor_free_args {
    struct nn_here nn_here;
    nn_tensor *tensor;
};
#define nn_tensor_free(tensor_) nn_tensor_free_with(NN_ARGS(tensor_free, .tensor = (tensor_)))
bool nn_tensor_free_with(const struct nn_tensor_free_args *);

// At the end of the block in which it is declared, all tensors that were made in it are given back
// in this way, with what was kept for backward and with gradients of theirs. Parameters, buffers,
// their gradients and the state of optimizers stay. What was recorded goes as well, unless the
// block made something that stays: a loop of many steps needs the memory of one. To use such a
// tensor later is an error; its sizes are -1 then.
typedef struct nn_tensor_mark {
    uint64_t nn_thread, nn_recording, nn_scope;
} nn_tensor_mark;
#define NN_TENSOR_SCOPE __attribute__((cleanup(nn_tensor_scope_end), unused)) nn_tensor_mark
nn_tensor_mark nn_tensor_scope(void);
void nn_tensor_scope_end(nn_tensor_mark *);

// ---- checkpoints

// torch.utils.checkpoint.checkpoint: calls `fn`, or the module, with x. Nothing but x is kept of
// the call; backward makes it again. Gradients are the same to the bit, those of parameters also
// where x wants none, as with use_reentrant=False. What is dropped is drawn the same again; running
// statistics of batch norms move twice, as in PyTorch. Tensors made in the call, but for the one
// that is returned, have no numbers afterwards. In a checkpoint another one counts as a plain call.
typedef nn_tensor *nn_checkpoint_function(nn_tensor *x, void *user);
struct nn_checkpoint_args {
    struct nn_here nn_here;
    nn_checkpoint_function *fn;
    nn_tensor *x;
    void *user;
    nn_module *module; // instead of fn
};
#define nn_checkpoint(...) nn_checkpoint_with(NN_ARGS(checkpoint, __VA_ARGS__))
nn_tensor *nn_checkpoint_with(const struct nn_checkpoint_args *);

// torch.utils.checkpoint.checkpoint_sequential: the children of a Sequential in so many segments of
// equal length, each a checkpoint; the last, with what is left over, runs plainly. Errors: no
// children, no segments or more of them than children.
struct nn_checkpoint_sequential_args {
    struct nn_here nn_here;
    nn_module *module;
    int64_t segments;
    nn_tensor *x;
};
#define nn_checkpoint_sequential(...)                                                              \
    nn_checkpoint_sequential_with(NN_ARGS(checkpoint_sequential, __VA_ARGS__))
nn_tensor *nn_checkpoint_sequential_with(const struct nn_checkpoint_sequential_args *);

// ---- what is allocated

// Bytes that are kept for backward now: operands and results that gradients will be computed from,
// inputs of checkpoints, masks; each memory once, without parameters and buffers.
int64_t nn_saved_bytes(void);
// Bytes of all tensors that are alive (torch.cuda.memory_allocated), and at the worst moment.
int64_t nn_memory_allocated(void);
int64_t nn_max_memory_allocated(void);
// Bytes had from the system (memory_reserved): those alive, rounded up, and those in the cache.
int64_t nn_memory_reserved(void);
int64_t nn_memory_cached(void);
// With true, memory behaves as in PyTorch's caching allocator: sizes are rounded up to 512 bytes,
// and what is given back waits for the next tensor of its size. False empties the cache.
void nn_set_caching_allocator(bool);
// torch.cuda.empty_cache: gives to the system what no tensor uses. Nothing that is alive changes:
// tensors have to be given back before.
void nn_empty_cache(void);

#endif
