#ifndef IR_OPS_KERNELS_H
#define IR_OPS_KERNELS_H

// Kernels that stand in a file of their own beside their op's definition, since
// the family's file would be too long with them: X.c has the rules, X_kernel.c
// the kernels.

#include "ir/kernel.h"

// conv_kernel.c, for any number of spatial axes
void conv_forward(struct kernel_call *);
void conv_backward(struct kernel_call *);
void conv_transpose_forward(struct kernel_call *);
void conv_transpose_backward(struct kernel_call *);
// pool_kernel.c
void max_pool_forward(struct kernel_call *);
void adaptive_max_pool_forward(struct kernel_call *);
void fractional_max_pool_forward(struct kernel_call *);
void max_pool_backward(struct kernel_call *); // of all three
void avg_pool_forward(struct kernel_call *);
void avg_pool_backward(struct kernel_call *);
void adaptive_avg_pool_forward(struct kernel_call *);
void adaptive_avg_pool_backward(struct kernel_call *);
void lp_pool_forward(struct kernel_call *);
void lp_pool_backward(struct kernel_call *);
void max_unpool_forward(struct kernel_call *);
void max_unpool_backward(struct kernel_call *);
// norm_kernel.c
void batch_norm_forward(struct kernel_call *);
void batch_norm_backward(struct kernel_call *);
void instance_norm_forward(struct kernel_call *);
void instance_norm_backward(struct kernel_call *);
void group_norm_forward(struct kernel_call *);
void group_norm_backward(struct kernel_call *);
void layer_norm_forward(struct kernel_call *);
void layer_norm_backward(struct kernel_call *);

#endif
