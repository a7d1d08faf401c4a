#ifndef IR_OP_H
#define IR_OP_H

// What is known of an op, in one definition, and the arguments that a call of
// it carries. To read an op, read its `const struct op`; to add one, write one
// in its family's file under ir/ops and add its line to ops.def. A pass that
// needs a new fact about ops gets a new field here, never a switch.

#include "ir/diag.h"
#include "ir/tensor.h"

#define MAX_ATTRS 16

enum op_kind {
#define OP(id, symbol) OP_##id,
#include "ir/ops.def"
#undef OP
    N_OPS
};

// ---- attributes: the arguments of an op that are no tensors

enum attr_kind { ATTR_NONE, ATTR_INT, ATTR_INTS, ATTR_FLOAT, ATTR_BOOL, ATTR_STRING, ATTR_DTYPE };

struct attr {
    enum attr_kind kind; // ATTR_NONE: not given, the rule's default holds
    int n;               // ATTR_INTS: how many
    union {
        const struct sym *i;           // ATTR_INT
        const struct sym *const *ints; // ATTR_INTS
        double f;
        bool b;
        const char *s;
        enum dtype dtype;
    };
};

struct attr_spec {
    const char *name;
    enum attr_kind kind;
};

// The least number, or the least of each in a list, that an attribute may be.
struct attr_least {
    const char *attr; // NULL ends a list
    int64_t least;
};

struct infer; // what a shape rule reads and writes: ir/infer.h
// Where kernels get operands and put results; defined with the executor.
struct kernel_call;

struct saving; // what is kept of one call for the backward pass: ir/saving.h

#define MAX_OPERANDS 8
// Operands and results by their bits.
#define SAVE_IN(i) (1u << (i))
#define SAVE_OUT(i) (1u << (16 + (i)))

// What backward reads again, by the gradients that are wanted: a product reads an operand only for
// the gradients of the others.
struct saves {
    unsigned any;              // for whichever gradient
    unsigned of[MAX_OPERANDS]; // for the gradient of this operand
    // What is neither operand nor result (a mask, indices, gates), and what depends on the
    // arguments; NULL: none.
    void (*more)(struct saving *);
};

// Operand `operand` holds indices into axis `axis` of operand `of`; both 0: there are none.
struct op_index {
    int operand, of, axis;
};

struct op {
    const char *name; // "conv2d"; also its word in the text form
    const char *aten; // PyTorch's profiler name, "aten::convolution"; NULL if there is none
    // "x[N,K] w[O,K] b[O]? -> y[N,O]": operands, results, and a case that must work.
    const char *sig;
    const char *doc; // what it computes, in one line
    struct attr_spec attrs[MAX_ATTRS];
    // Held before the shape rule looks at any operand: such a fault is none of the input's. Those
    // of attributes that the op has not are passed over. NULL: none.
    const struct attr_least *least;
    struct saves saved; // what the mathematics of backward reads again
    // What the axes of its first operand are, a word a rank: "NCHW CHW". With a `?` ("NTC?") they
    // are usually so, but an op without one knows better. T and N change places with batch_first.
    // NULL: it treats them alike.
    const char *axes;
    int n_more_of_axes;  // so many operands behind the first have these axes, too
    bool elementwise;    // a result element depends on the operands' elements at its place only
    bool product;        // of matrices: elementwise ops behind it may run over its result in place
    bool random;         // draws random numbers (dropout)
    bool stops_gradient; // results need none, though operands do
    bool result_tells;   // in place, backward reads the result instead of operand 0
    bool there_already;  // in place, nothing is written: the numbers lie there before it runs
    struct op_index index;
    unsigned constant; // operands without a gradient, by bit (SAVE_IN): class weights

    void (*shape)(struct infer *);
    // How many results the arguments ask for, for a call whose shapes are not known; 0: that
    // depends on the shapes. NULL: as many as the signature has.
    int64_t (*n_asked)(const struct infer *);
    // Floating point operations, a multiply and an add counting as two; NULL: none.
    const struct sym *(*flops)(const struct infer *);
    // Scratch bytes that the usual implementation needs (im2col); NULL: none.
    const struct sym *(*workspace)(const struct infer *);
    // The forward kernel here needs just that beside copies of operands that do not lie in order,
    // in f32 and f64; else it computes in other ways.
    bool workspace_is_ours;
    // ir/kernel.h; NULL: it cannot be executed yet
    void (*forward)(struct kernel_call *);
    void (*backward)(struct kernel_call *); // NULL: not differentiable
};

const struct op *op_get(enum op_kind);                  // NULL for N_OPS
const struct op *op_find(const char *name);             // NULL if there is none
enum op_kind op_kind_find(const char *name);            // N_OPS if there is none
int op_n_attrs(const struct op *);                      // that it has, given or not
int op_attr_index(const struct op *, const char *name); // -1 if there is none
// From the signature: how many operands at most (INT_MAX: any number) and at least, and their
// names. A name ending in `*` takes any number ("xs*").
int op_max_operands(const struct op *);
int op_min_operands(const struct op *);
// May it be left out? Also where there is no such operand.
bool op_operand_optional(const struct op *, int index);
int op_n_results(const struct op *); // of the case in the signature: split may give more or fewer
// "weight"; of a name that takes any number, "xs[2]".
const char *op_operand_name(struct arena *, const struct op *, int index);

#endif
