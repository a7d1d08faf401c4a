#ifndef FRONTENDS_NN_FIELDS_H
#define FRONTENDS_NN_FIELDS_H

// How a field of an argument struct is spelled in the field lists (fields*.c).
// ARGS is defined before each list as the struct that it describes.
//
//   NEEDED, OPTION   a field with the name of PyTorch's keyword
//   ZERO             an OPTION that is 0, or off, where it is not given
//   FORM, ZERO_FORM  another form of the keyword: FORM(INTS, strides, stride)
//   NEEDED_FORM      the only form of a keyword that is needed
//   LIST             tensors written out in the call, or `list` and `n_list`

#include <shapeprof/nn.h>
#include "frontends/nn/table.h"
#include "frontends/nn/tensor.h"

#define ARGS_OFFSET(name) offsetof(ARGS, name)
// Of an array; an int64_t and a pointer have the same size.
#define ARGS_COUNT(name) ((int)(sizeof(((ARGS *)0)->name) / sizeof(int64_t)))

#define NEEDED(kind, name)                                                                         \
    {                                                                                              \
#name, #name, NN_KIND_##kind, ARGS_OFFSET(name), 1, true, 0, false                         \
    }
#define OPTION(kind, name)                                                                         \
    {                                                                                              \
#name, #name, NN_KIND_##kind, ARGS_OFFSET(name), 1, false, 0, false                        \
    }
#define ZERO(kind, name)                                                                           \
    {                                                                                              \
#name, #name, NN_KIND_##kind, ARGS_OFFSET(name), 1, false, 0, true                         \
    }
#define FORM(kind, name, torch)                                                                    \
    {                                                                                              \
#name, #torch, NN_KIND_##kind, ARGS_OFFSET(name), ARGS_COUNT(name), false, 0, false        \
    }
#define ZERO_FORM(kind, name, torch)                                                               \
    {                                                                                              \
#name, #torch, NN_KIND_##kind, ARGS_OFFSET(name), ARGS_COUNT(name), false, 0, true         \
    }
#define NEEDED_FORM(kind, name, torch)                                                             \
    {                                                                                              \
#name, #torch, NN_KIND_##kind, ARGS_OFFSET(name), ARGS_COUNT(name), true, 0, false         \
    }
#define LIST(name, torch)                                                                          \
    {                                                                                              \
#name, #torch, NN_KIND_TENSORS, ARGS_OFFSET(name), ARGS_COUNT(name), true,                 \
            ARGS_OFFSET(list), false                                                               \
    }
#define END_OF_FIELDS                                                                              \
    {                                                                                              \
        0                                                                                          \
    }

#endif
