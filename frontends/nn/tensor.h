#ifndef FRONTENDS_NN_TENSOR_H
#define FRONTENDS_NN_TENSOR_H

// Tensors that no op of the model makes from others: inputs, zeros, constants;
// and what model code reads back of any tensor.

#include "frontends/nn/recording.h"

enum tensor_origin {
    TENSOR_INPUT,
    TENSOR_ZEROS,
    TENSOR_ONES,
    TENSOR_EMPTY,
    TENSOR_RAND,
    TENSOR_RANDN,
    TENSOR_CONSTANT
};

// `args` are those of nn_tensor_fields, or of nn_constant_fields for a constant.
value_id tensor_make(struct nn_recording *, enum tensor_origin, const struct nn_arg *args);
extern const struct nn_field nn_tensor_fields[];
extern const struct nn_field nn_constant_fields[];

// NULL for a poisoned tensor; NULL and a finding for an axis that is not there.
const struct sym *tensor_size(struct nn_recording *, value_id, int64_t axis);
const struct sym *tensor_numel(struct nn_recording *, value_id);
// Tensor.requires_grad_; a finding where that can't be.
enum tensor_learning { TENSOR_LEARNS, TENSOR_FROZEN };
void tensor_require_gradient(struct nn_recording *, value_id, enum tensor_learning);
// PyTorch's is_leaf: gradients end there.
bool tensor_is_leaf(const struct nn_recording *, value_id);
// What is wrong with a tensor that is to be learned and is none (0) or no leaf.
const char *tensor_not_learned(value_id);
// Why backward can't begin at `loss` with this gradient (0: none is given); NULL: nothing is known
// against it.
const char *tensor_not_a_loss(struct nn_recording *, value_id loss, value_id gradient);
// The dtype in which two operands meet; DTYPE_NONE if one is poisoned.
enum dtype tensor_result_type(struct nn_recording *, value_id, value_id);

#endif
