#ifndef SHAPEPROF_NN_MODULE_H
#define SHAPEPROF_NN_MODULE_H

// Modules: calling them, writing one's own, names. Include <shapeprof/nn.h>.

#include <shapeprof/nn_base.h>

// The part that all modules share; the first member of a module of your own.
struct nn_module {
    uint64_t nn_private[2];
};

// ---- calling a module

// nn_call(module, x) is PyTorch's module(x): the tensor that comes out, the
// first one of several; nn_call_all gives all of them. Modules with several
// inputs take them in PyTorch's order: nn_call(attention, q, k, v),
// nn_call_all(lstm, x, h0, c0), nn_call(crossentropy, logits, target).
//
// Options are those of the module's forward in PyTorch and 0 elsewhere:
//   output_size(s)            ConvTransposeNd, MaxUnpool2d
//   per_sample_weights        EmbeddingBag
//   attn_mask, key_padding_mask, need_weights, average_attn_weights
//                             MultiheadAttention
//   src_mask, src_key_padding_mask, tgt_mask, memory_mask, ...   Transformer layers
// Errors: no input, or more than the module takes; those of the module.
struct nn_call_args {
    struct nn_here nn_here;
    nn_module *module;
    nn_tensor *x, *x1, *x2, *x3, *x4, *x5, *x6, *x7;
    int64_t output_size, output_sizes[NN_MAX_SIZES];
    nn_tensor *per_sample_weights;
    nn_tensor *attn_mask, *key_padding_mask;
    enum nn_flag need_weights, average_attn_weights;
    nn_tensor *mask, *src_mask, *src_key_padding_mask;
    nn_tensor *tgt_mask, *memory_mask, *tgt_key_padding_mask, *memory_key_padding_mask;
};
#define nn_call(...) nn_call_with(NN_ARGS(call, __VA_ARGS__))
#define nn_call_all(...) nn_call_all_with(NN_ARGS(call, __VA_ARGS__))
nn_tensor *nn_call_with(const struct nn_call_args *);
struct nn_tensors nn_call_all_with(const struct nn_call_args *);

// ---- modules of your own
//
//     struct block {
//         nn_module base;
//         nn_module *conv, *norm;
//         nn_module *layers[4];
//     };
//
//     static nn_tensor *block_forward(nn_module *self, nn_tensor *x)
//     {
//         struct block *b = (struct block *)self;
//         return nn_add(x, nn_call(b->norm, nn_call(b->conv, x)));
//     }
//
//     nn_module *block_new(int64_t channels)
//     {
//         struct block *b = nn_new(struct block, block_forward);
//         nn_member(b, conv, nn_conv2d(channels, channels, 3, .padding = 1));
//         nn_member(b, norm, nn_batch_norm2d(channels));
//         for (int i = 0; i < 4; i++)
//             nn_item(b, layers, i, nn_relu());
//         return &b->base;
//     }
//
// Children get the names that PyTorch's named_modules() gives: conv, norm,
// layers.0, layers.1. One object under two names appears once, under the first.

typedef nn_tensor *nn_forward(nn_module *self, nn_tensor *x);
typedef nn_tensor *nn_forward2(nn_module *self, nn_tensor *x, nn_tensor *y);
typedef nn_tensor *nn_forward3(nn_module *self, nn_tensor *x, nn_tensor *y, nn_tensor *z);
// Any number of inputs and results: in.n inputs, in.at[i] is NULL behind the last;
// nn_results(a, b) makes the value to return.
typedef struct nn_tensors nn_forward_all(nn_module *self, struct nn_tensors in);

// nn_new(type, forward): zeroed memory for a `type` that begins with an
// nn_module, owned by the recording, with its forward function. Options: one
// of the other forms of forward, and the class name to report (default: the
// type's own, without "struct").
//
//     nn_new(struct decoder, .forward2 = decoder_forward, .kind = "Decoder")
struct nn_new_args {
    struct nn_here nn_here;
    size_t nn_bytes;
    const char *nn_type;
    nn_forward *forward;
    nn_forward2 *forward2;
    nn_forward3 *forward3;
    nn_forward_all *forward_all;
    const char *kind;
};
#define nn_new(type, ...)                                                                          \
    ((type *)nn_new_with(NN_ARGS(new, .nn_bytes = sizeof(type), .nn_type = #type, __VA_ARGS__)))
void *nn_new_with(const struct nn_new_args *);

// Several results of a forward_all.
struct nn_results_args {
    struct nn_here nn_here;
    nn_tensor *tensors[NN_MAX_LIST];
};
#define nn_results(...) nn_results_with(NN_ARGS(results, .tensors = {__VA_ARGS__}))
struct nn_tensors nn_results_with(const struct nn_results_args *);

// Module.add_module: registers a child and gives it back. A NULL child is
// PyTorch's None: the name is taken, nothing is called.
// Errors: an empty name or one with a dot; a name that is taken already.
struct nn_child_args {
    struct nn_here nn_here;
    nn_module *self;
    const char *name;
    nn_module *child;
    int64_t nn_index; // of nn_item, plus one
};
#define nn_child(...) nn_child_with(NN_ARGS(child, __VA_ARGS__))
nn_module *nn_child_with(const struct nn_child_args *);
// The child goes into the member of the same name. `self` is the name of a
// variable of your module's type; it is expanded twice, the module once.
#define nn_member(self_, member, module_)                                                          \
    ((self_)->member = nn_child_with(                                                              \
         NN_ARGS(child, .self = &(self_)->base, .name = #member, .child = (module_))))
// The child goes into an element of an array member and is named "member.index",
// as in a ModuleList. Items come in the order of their indices.
#define nn_item(self_, member, index, module_)                                                     \
    ((self_)->member[index] =                                                                      \
         nn_child_with(NN_ARGS(child, .self = &(self_)->base, .name = #member, .child = (module_), \
                               .nn_index = (index) + 1)))

// torch.nn.Parameter: a tensor of its own that the module learns.
//
//     b->scale = nn_parameter(&b->base, "scale", NN_F32, {channels, 1, 1})
//
// Errors: no dtype, a name that is taken, a negative size.
struct nn_parameter_args {
    struct nn_here nn_here;
    nn_module *self;
    const char *name;
    enum nn_dtype dtype;
    int64_t shape[NN_MAX_SIZES];
};
#define nn_parameter(...) nn_parameter_with(NN_ARGS(parameter, __VA_ARGS__))
nn_tensor *nn_parameter_with(const struct nn_parameter_args *);
// Module.register_buffer: kept with the module, not learned.
#define nn_buffer(...) nn_buffer_with(NN_ARGS(parameter, __VA_ARGS__))
nn_tensor *nn_buffer_with(const struct nn_parameter_args *);

// A parameter or buffer of any module by its own name ("weight"), to be used
// directly; NULL if there is none.
nn_tensor *nn_get_parameter(nn_module *, const char *name);
// Ties a parameter to that of another module: `lm_head.weight = embedding.weight`. It is
// counted once. Errors: no such parameter; another shape or dtype.
void nn_set_parameter(nn_module *, const char *name, nn_tensor *);

// Module.train() and eval(), for the module and all below it; a new module is in
// train mode. They give the module back.
nn_module *nn_train(nn_module *);
nn_module *nn_eval(nn_module *);
bool nn_is_training(const nn_module *);

// The child at a position of a Sequential or ModuleList, NULL if there is none;
// negative positions count from the end. nn_append adds one at the end.
nn_module *nn_get(const nn_module *, int64_t index);
int64_t nn_n_children(const nn_module *);
nn_module *nn_append(nn_module *list, nn_module *child);

// named_modules(): how many there are in the tree of `root`, itself included,
// and the dotted name and class of each ("layer1.0.conv1", "Conv2d"; the root is
// ""). NULL for an index outside. Names are owned by the recording.
int64_t nn_n_modules(const nn_module *root);
const char *nn_module_name(const nn_module *root, int64_t index);
const char *nn_module_kind(const nn_module *root, int64_t index);
// Elements of all parameters of the tree, each counted once.
int64_t nn_n_parameters(const nn_module *root);

#endif
