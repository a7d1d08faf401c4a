#ifndef IR_TENSOR_H
#define IR_TENSOR_H

// What is known of a tensor without its numbers: element type, sizes, strides.
// Axis 0 is the outermost everywhere behind the dialects.

#include "ir/sym/sym.h"

#define MAX_RANK 8

enum dtype {
    DTYPE_NONE, // no tensor here: an operand left out, or a poisoned value
#define DTYPE(id, name, torch_name, category, block_elements, block_bytes) DTYPE_##id,
#include "ir/dtype.def"
#undef DTYPE
    N_DTYPES,
    N_PLAIN_DTYPES = DTYPE_F64 + 1 // those below have elements of their own, no blocks
};

enum dtype_category { CATEGORY_BOOLEAN, CATEGORY_INTEGER, CATEGORY_FLOATING };

const char *dtype_name(enum dtype);       // "f32"
const char *dtype_torch_name(enum dtype); // "float32"
enum dtype dtype_find(const char *name);  // either name; DTYPE_NONE if there is none
enum dtype_category dtype_category(enum dtype);
// How many elements a block has and how many bytes it takes (dtype.def); 1, and the size of an
// element, where the type has no blocks.
int dtype_block_elements(enum dtype);
int dtype_block_bytes(enum dtype);
bool dtype_is_float(enum dtype); // also a block format, whose elements are floats
// A type whose elements can be told apart; a block format is none.
bool dtype_is_plain(enum dtype);
// PyTorch's promotion of two dimensioned tensors: f16 + bf16 = f32, u8 + i8 = i16.
enum dtype dtype_promote(enum dtype, enum dtype);

struct shape {
    int rank;
    const struct sym *dim[MAX_RANK]; // dim[0] is outermost
};

// Strides count elements, not bytes. `strided` false means row-major
// contiguous, and the strides follow from the shape.
struct tensor_type {
    enum dtype dtype;
    struct shape shape;
    bool strided;
    const struct sym *stride[MAX_RANK];
};

// The product of the sizes; 1 for rank 0.
const struct sym *shape_count(struct syms *, const struct shape *);
// Bytes that a hook would report: count x element size, whole blocks along the last axis.
const struct sym *tensor_bytes(struct syms *, const struct tensor_type *);
// In elements, row-major: the innermost axis has 1. As many as the shape has axes.
void tensor_contiguous_strides(struct syms *, const struct shape *, const struct sym **stride);
// "f32[N, 3, 224, 224]"
const char *tensor_string(struct arena *, const struct tensor_type *);
const char *shape_string(struct arena *, const struct shape *); // "[N, 3, 224, 224]"
// As ggml writes it, the innermost axis first: "{224, 224, 3, N}".
const char *shape_string_innermost(struct arena *, const struct shape *);
// Reads "f32[N,3,224,224]" or "[4,8]" (dtype: f32). False and a reason on bad text.
bool tensor_parse(struct syms *, const char *text, struct tensor_type *, const char **error);

// Where the spelling of a size ends: at the comma or closing bracket that is not its own, or at
// the end of the text.
const char *size_end(const char *text);

#endif
