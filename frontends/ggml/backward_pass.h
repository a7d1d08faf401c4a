#ifndef FRONTENDS_GGML_BACKWARD_PASS_H
#define FRONTENDS_GGML_BACKWARD_PASS_H

// What a backward pass and the operators' part in it share: the node whose gradient is handed on,
// the functions that the library calls for it, and how gradients of one tensor come together.

#include "frontends/ggml/backward.h"

#define PASS_SOURCES 3 // no operator with a backward has more

struct pass {
    struct ggml_call *call;
    struct ggml_graph *graph;
    struct backward *result;
    bool *needs; // by tensor number: does it need a gradient?
    uint32_t n_needs;
    // The node that is gone through, its gradient, and its sources.
    struct ggml_tensor *node, *gradient;
    struct ggml_tensor *s[PASS_SOURCES];
};

bool pass_needs(const struct pass *, const struct ggml_tensor *); // false for NULL
bool pass_failed(const struct pass *);
void pass_fail(struct pass *, enum backward_problem, const struct ggml_tensor *at);
// Two shapes, symbolic ones too; the result notes where that is not decided.
bool pass_same(struct pass *, const struct ggml_tensor *, const struct ggml_tensor *);
bool pass_contiguous(struct pass *, const struct ggml_tensor *);

// ---- calls of the library. What they make belongs to the call of the whole pass. Once something
// failed they give their first tensor, and nothing counts any more.

#define TENSORS(...)                                                                               \
    (struct ggml_tensor *const[]){__VA_ARGS__},                                                    \
        (int)(sizeof((struct ggml_tensor *const[]){__VA_ARGS__}) / sizeof(struct ggml_tensor *))
#define NUMBERS(...)                                                                               \
    (const struct call_number[]){__VA_ARGS__},                                                     \
        (int)(sizeof((const struct call_number[]){__VA_ARGS__}) / sizeof(struct call_number))

struct ggml_tensor *pass_call(struct pass *, const char *function, struct ggml_tensor *const *,
                              int n_tensors, const struct call_number *, int n_numbers);
struct ggml_tensor *pass_unary(struct pass *, const char *function, struct ggml_tensor *);
struct ggml_tensor *pass_binary(struct pass *, const char *function, struct ggml_tensor *,
                                struct ggml_tensor *);
struct ggml_tensor *pass_scale(struct pass *, struct ggml_tensor *, float factor);

struct call_number pass_size(const struct sym *);
struct call_number pass_float(float);
// op_params of the node.
struct call_number pass_param(struct pass *, int word);
struct call_number pass_param_float(struct pass *, int word);

// ---- gradients. Each adds to what the source has; where it has none, that is its first. The
// result is named and expanded into the graph at once.

void pass_add(struct pass *, struct ggml_tensor *source, struct ggml_tensor *);
void pass_subtract(struct pass *, struct ggml_tensor *source, struct ggml_tensor *);
// One number for all elements.
void pass_add_one(struct pass *, struct ggml_tensor *source, struct ggml_tensor *);
// For part of the source: strides nb[1] to nb[3] and an offset in bytes.
void pass_add_part(struct pass *, struct ggml_tensor *source, struct ggml_tensor *,
                   const struct call_number *part);

// ---- operators (backward_ops.c, backward_layers.c)

// Hands the gradient of the node on to its sources. NULL: the operator has no backward.
typedef void (*backward_rule)(struct pass *);
backward_rule backward_rule_of(const struct ggml_tensor *);

void backward_mul_mat(struct pass *);
void backward_rms_norm(struct pass *);
void backward_get_rows(struct pass *);
void backward_diag_mask(struct pass *);
void backward_soft_max(struct pass *);
void backward_rope(struct pass *);
void backward_im2col(struct pass *);
void backward_pool_2d(struct pass *);
void backward_cross_entropy(struct pass *);

#endif
