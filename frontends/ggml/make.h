#ifndef FRONTENDS_GGML_MAKE_H
#define FRONTENDS_GGML_MAKE_H

// The tensors that a rule makes. All go through one constructor, as in ggml_new_tensor_impl: a view
// is always one of the root, at an offset into the root's data, and may not reach past its end when
// it is taken for dense. Tensors of a call that is refused are made as well, but nowhere listed.

#include "frontends/ggml/call.h"

// Sizes from dimension 0 on; those that are left out are 1.
#define SIZES(...)                                                                                 \
    (const struct sym *const[GGML_DIMS])                                                           \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
// Sources from 0 on; NULL for one that was not given.
#define SOURCES(...)                                                                               \
    (struct ggml_tensor *const[GGML_SOURCES])                                                      \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

struct ggml_tensor *tensor_new(struct ggml_call *, enum dtype, const struct sym *const *sizes);
// A view of part of a tensor, with the strides of a fresh one; the name is the source's with
// `suffix` behind it.
struct ggml_tensor *tensor_part(struct ggml_call *, struct ggml_tensor *of,
                                const struct sym *const *sizes, const struct sym *offset,
                                const char *suffix);
// A view of the whole, with its strides; op NONE, no sources. The suffix is mostly " (view)".
struct ggml_tensor *tensor_view(struct ggml_call *, struct ggml_tensor *of, const char *suffix);
// Fresh, of the same type and sizes.
struct ggml_tensor *tensor_dup(struct ggml_call *, const struct ggml_tensor *of);
// A view of it for functions of place IN_PLACE, else tensor_dup.
struct ggml_tensor *tensor_like(struct ggml_call *, struct ggml_tensor *of);

// What the tensor is the result of; gives the tensor.
struct ggml_tensor *tensor_result(struct ggml_tensor *, enum ggml_op,
                                  struct ggml_tensor *const *sources);
// The name of another tensor, with a suffix, cut to the room there is.
void tensor_name(struct ggml_call *, struct ggml_tensor *, const char *name, const char *suffix);

// op_params from word `first` on, as the library stores them: integers as 32 bits, floats by
// theirs.
void tensor_param(struct ggml_tensor *, int word, const struct sym *);
void tensor_param_float(struct ggml_tensor *, int word, float);
// numbers[number] and `n - 1` after it.
void tensor_params(const struct ggml_call *, struct ggml_tensor *, int word, int number, int n);
void tensor_params_unknown(struct ggml_tensor *, int word, int n);

#endif
