#ifndef SHAPEPROF_NN_OPTIM_H
#define SHAPEPROF_NN_OPTIM_H

// Optimizers, with the names, defaults and formulas of torch.optim. Include <shapeprof/nn.h>.
//
//     nn_optimizer *optimizer = nn_optim_sgd(model, 0.1, .momentum = 0.9);
//     for (int i = 0; i < n_steps; i++) {
//         NN_TENSOR_SCOPE scope = nn_tensor_scope();
//         nn_optim_zero_grad(optimizer);
//         nn_backward(nn_call(loss, nn_call(model, x), y));
//         nn_optim_step(optimizer);
//     }
//
// An optimizer belongs to the recording in which it was made. Options that are 0 have PyTorch's
// default; a zero that is meant is nn_at_float(0.0).

#include <shapeprof/nn_run.h>

typedef struct nn_optimizer nn_optimizer;

// torch.optim.SGD over the parameters of the module and those below it. Errors, with NULL: no
// module; no learning rate; a negative option; nesterov without momentum or with dampening.
struct nn_optim_sgd_args {
    struct nn_here nn_here;
    nn_module *module;
    double lr, momentum, dampening, weight_decay;
    bool nesterov, maximize;
};
#define nn_optim_sgd(...) nn_optim_sgd_with(NN_ARGS(optim_sgd, __VA_ARGS__))
nn_optimizer *nn_optim_sgd_with(const struct nn_optim_sgd_args *);

// torch.optim.Adam: lr 1e-3, betas {0.9, 0.999}, eps 1e-8, weight_decay 0, which is added to the
// gradient. Errors, with NULL: no module; a negative option; a beta of 1 or more.
struct nn_optim_adam_args {
    struct nn_here nn_here;
    nn_module *module;
    double lr, betas[2], eps, weight_decay;
    bool amsgrad, maximize;
};
#define nn_optim_adam(...) nn_optim_adam_with(NN_ARGS(optim_adam, __VA_ARGS__))
nn_optimizer *nn_optim_adam_with(const struct nn_optim_adam_args *);
// torch.optim.AdamW: the same with a weight_decay of 1e-2, by which parameters shrink.
#define nn_optim_adamw(...) nn_optim_adamw_with(NN_ARGS(optim_adam, __VA_ARGS__))
nn_optimizer *nn_optim_adamw_with(const struct nn_optim_adam_args *);

// What the functions below take.
struct nn_optim_args {
    struct nn_here nn_here;
    nn_optimizer *optimizer;
    nn_tensor *tensor; // of nn_optim_add
    double lr;         // of nn_optim_set_lr
};
#define NN_OPTIM(name, ...) nn_optim_##name##_with(NN_ARGS(optim, __VA_ARGS__))
// One more tensor that is learned: an input with nn_requires_grad_. Errors, with false: a tensor
// that is no leaf.
#define nn_optim_add(optimizer_, tensor_)                                                          \
    NN_OPTIM(add, .optimizer = (optimizer_), .tensor = (tensor_))
bool nn_optim_add_with(const struct nn_optim_args *);
// optimizer.step(): parameters to which no gradient came stay. The numbers are overwritten: a
// pass through what was computed from them before is refused. Errors, with false: no
// optimizer, one of another recording.
#define nn_optim_step(optimizer_) NN_OPTIM(step, .optimizer = (optimizer_))
bool nn_optim_step_with(const struct nn_optim_args *);
// optimizer.zero_grad(set_to_none=True).
#define nn_optim_zero_grad(optimizer_) NN_OPTIM(zero_grad, .optimizer = (optimizer_))
bool nn_optim_zero_grad_with(const struct nn_optim_args *);
// param_groups[0]['lr'] = lr, for schedules.
#define nn_optim_set_lr(optimizer_, lr_) NN_OPTIM(set_lr, .optimizer = (optimizer_), .lr = (lr_))
bool nn_optim_set_lr_with(const struct nn_optim_args *);
// Bytes of the state that was allocated until now: momentum, averages. PyTorch's counters of steps,
// 4 bytes a parameter of Adam, are not tensors here.
#define nn_optim_state_bytes(optimizer_) NN_OPTIM(state_bytes, .optimizer = (optimizer_))
int64_t nn_optim_state_bytes_with(const struct nn_optim_args *);

#endif
