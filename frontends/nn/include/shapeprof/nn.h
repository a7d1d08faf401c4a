#ifndef SHAPEPROF_NN_H
#define SHAPEPROF_NN_H

// Neural networks in C with PyTorch's names and meaning.
//
//     #include <shapeprof/nn.h>
//
//     nn_module *wide(void)
//     {
//         return nn_sequential(nn_linear(8, 64), nn_relu(), nn_linear(64, 8));
//     }
//
// A model written on this header has two lives. `shapeprof model.c` reads the
// source, never running it, and tells every shape and byte. Compiled and linked
// with libshapeprof the same calls build the same graph at run time, and run it.
//
// Names: a module of torch.nn is nn_ and its class in snake case
// (nn.ConvTranspose2d: nn_conv_transpose2d). A function of torch, Tensor or
// torch.nn.functional is nn_ and its name (nn_matmul, nn_view, nn_pad); where a
// module has that name already, it is nn_f_ and the name (nn_relu() is the
// module, nn_f_relu(x) the function).
//
// Calling a module or a function records a node and returns a tensor whose
// sizes are known at once (nn_size); it is run when its numbers are asked for
// (nn_data). A wrong call returns a poisoned tensor that carries the message
// (nn_error); nothing aborts.
//
//   nn_base.h        how arguments are written, tensors, the recording
//   nn_module.h      calling modules, writing one's own, names
//   nn_layers.h      the modules of torch.nn: linear layers, containers, norms;
//                    nn_windows.h convolutions and pools, nn_resizing.h padding
//                    and shapes, nn_sequences.h recurrent layers and attention;
//                    nn_activations.h and nn_losses.h
//   nn_math.h        functions of tensors: arithmetic, comparisons;
//                    nn_products.h and nn_reductions.h
//   nn_shapes.h      functions of tensors: parts, shapes, joining, indices
//   nn_pointwise.h   more of nn_math.h; nn_choosing.h more of nn_shapes.h
//   nn_making.h      tensors made of nothing, like others, or drawn
//   nn_functional.h  torch.nn.functional; nn_f_layers.h, nn_f_losses.h and
//                    nn_sampling.h too
//   nn_inplace.h     what writes into its operand: nn_add_
//   nn_run.h         numbers: filling, reading, gradients
//   nn_memory.h      giving tensors back, checkpoints, what is allocated
//   nn_optim.h       optimizers: SGD, Adam, AdamW
//   nn_profiler.h    where the time goes, kernel by kernel
//   nn_compile.h     models with a plan that is made once
//   nn_hooks.h       hooks on modules, and the bottleneck of two models

#include <shapeprof/nn_base.h>
#include <shapeprof/nn_module.h>
#include <shapeprof/nn_layers.h>
#include <shapeprof/nn_windows.h>
#include <shapeprof/nn_resizing.h>
#include <shapeprof/nn_sequences.h>
#include <shapeprof/nn_activations.h>
#include <shapeprof/nn_losses.h>
#include <shapeprof/nn_math.h>
#include <shapeprof/nn_products.h>
#include <shapeprof/nn_reductions.h>
#include <shapeprof/nn_shapes.h>
#include <shapeprof/nn_pointwise.h>
#include <shapeprof/nn_making.h>
#include <shapeprof/nn_choosing.h>
#include <shapeprof/nn_functional.h>
#include <shapeprof/nn_f_layers.h>
#include <shapeprof/nn_f_losses.h>
#include <shapeprof/nn_sampling.h>
#include <shapeprof/nn_inplace.h>
#include <shapeprof/nn_run.h>
#include <shapeprof/nn_memory.h>
#include <shapeprof/nn_optim.h>
#include <shapeprof/nn_profiler.h>
#include <shapeprof/nn_compile.h>
#include <shapeprof/nn_hooks.h>

#endif
