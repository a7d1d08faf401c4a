#ifndef IR_OP_H
#define IR_OP_H

// What is known of an op, in one definition. To read an op, read its
// `const struct op`; to add one, write one in its family's file under ir/ops
// and add its line to ops.def. A pass that needs a new fact about ops gets a
// new field here, never a switch.

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
    enum attr_kind kind;  // ATTR_NONE: not given, the rule's default holds
    int n;                // ATTR_INTS: how many
    union {
        const struct sym *i;          // ATTR_INT
        const struct sym *const *ints;  // ATTR_INTS
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

// ---- shape rules

struct operand {
    struct tensor_type type;   // dtype NONE: an optional operand that was left out
    bool is_number;            // a scalar of the source language, not a tensor: weaker in promotion
    const struct attr *value;  // contents, where a constant is known (ATTR_INTS / ATTR_INT), else NULL
};

struct result {
    struct tensor_type type;
    int view_of;               // operand whose storage the result shares, or -1
    bool in_place;             // it overwrites that operand
    const struct sym *offset;  // elements into the operand's storage beyond its own offset; NULL: 0
};

// A side of a check: a size, and where it stands, so that a message can name it.
struct term {
    const struct sym *size;
    int operand;       // index, or -1
    int axis;          // of the operand
    const char *what;  // attribute or formula: "in_features", "groups"; may be NULL
};

enum relation {
    RELATION_EQUAL,      // a == b
    RELATION_AT_MOST,    // a <= b
    RELATION_DIVIDES,    // a divides b
    RELATION_BROADCAST   // a == b, or one of them is 1
};

// A condition that a rule needs. Rules settle nothing themselves: what is not
// decided at once stays here for analyzer/shapes.
struct obligation {
    enum diag_id diag;
    enum relation relation;
    struct term a, b;
    const char *fix;  // what to change, or NULL; "{a}" and "{b}" in it stand for the two sizes
    struct obligation *next;
};

// What a shape rule reads and writes.
struct infer {
    struct arena *arena;
    struct syms *syms;
    const struct op *op;
    bool training;                // train() or eval(), for the rules that differ
    int n_in;
    const struct operand *in;
    const struct attr *attrs;     // as many as op->attrs, same order

    int n_out;
    struct result *out;           // made by infer_results
    bool unbatched;               // the rule took the form without a batch axis
    // Refused whatever the unknown sizes are; the message is about this call.
    enum diag_id refused;
    const char *refusal, *fix;
    struct obligation *obligations;  // in order of asking
    int n_room;                   // results that fit into `room`, for infer_results
    struct result *room;
};

// Where kernels get operands and put results; defined with the executor.
struct kernel_call;

#define MAX_OPERANDS 8
// Which operands and results the backward pass reads again.
#define SAVE_IN(i) (1u << (i))
#define SAVE_OUT(i) (1u << (16 + (i)))

struct op {
    const char *name;           // "conv2d"; also its word in the text form
    const char *aten;           // PyTorch's profiler name, "aten::convolution"; NULL if there is none
    const char *sig;            // "x[N,K] w[O,K] b[O]? -> y[N,O]": operands, results, and a case that must work
    const char *doc;            // what it computes, in one line
    struct attr_spec attrs[MAX_ATTRS];
    unsigned saved;             // what the mathematics of backward reads again: SAVE_IN / SAVE_OUT
    bool product;               // of its operands: one is read again only for the others' gradients
    bool elementwise;           // each result element depends on the operands' elements at its place only
    bool random;                // draws random numbers (dropout)

    void (*shape)(struct infer *);
    // Floating point operations, a multiply and an add counting as two; NULL: none.
    const struct sym *(*flops)(const struct infer *);
    // Scratch bytes that the usual implementation needs (im2col); NULL: none.
    const struct sym *(*workspace)(const struct infer *);
    void (*forward)(const struct kernel_call *);
    void (*backward)(const struct kernel_call *);  // NULL: not differentiable
};

const struct op *op_get(enum op_kind);       // NULL for N_OPS
const struct op *op_find(const char *name);  // NULL if there is none
enum op_kind op_kind_find(const char *name); // N_OPS if there is none
int op_n_attrs(const struct op *);
int op_attr_index(const struct op *, const char *name);  // -1 if there is none
// From the signature: how many operands at most (INT_MAX: any number) and at least, and their
// names. A name ending in `*` takes any number ("xs*").
int op_max_operands(const struct op *);
int op_min_operands(const struct op *);
bool op_operand_optional(const struct op *, int index);
int op_n_results(const struct op *);
const char *op_operand_name(struct arena *, const struct op *, int index);

// What the constants alone say about an obligation: OPEN where a size is symbolic.
enum verdict obligation_plain(const struct obligation *);

// ---- for shape rules (ir/infer.c)

// Attributes by name; the default where the attribute was not given.
const struct sym *infer_int(const struct infer *, const char *name, int64_t otherwise);
// For attributes that are never symbolic: a symbolic one is refused.
int64_t infer_const(struct infer *, const char *name, int64_t otherwise);
double infer_float(const struct infer *, const char *name, double otherwise);
bool infer_bool(const struct infer *, const char *name, bool otherwise);
const char *infer_string(const struct infer *, const char *name, const char *otherwise);
enum dtype infer_dtype(const struct infer *, const char *name, enum dtype otherwise);
bool infer_given(const struct infer *, const char *name);
// `n` sizes: as given, or one for all, or the default for all.
void infer_ints(const struct infer *, const char *name, int n, int64_t otherwise,
                const struct sym **out);
int infer_n_ints(const struct infer *, const char *name);

bool infer_has(const struct infer *, int operand);                       // was the optional operand given?
const struct shape *infer_shape(const struct infer *, int operand);
int infer_rank(const struct infer *, int operand);
enum dtype infer_dtype_of(const struct infer *, int operand);
struct term infer_dim(const struct infer *, int operand, int axis);      // axis < 0 counts from the end
struct term infer_attr_term(const struct infer *, const char *name);
struct term infer_term(const struct sym *, const char *what);

// Results. infer_results makes room for n; infer_result sets the type of one.
void infer_results(struct infer *, int n);
void infer_result(struct infer *, int index, enum dtype, const struct shape *);
// A result that shares operand `of`'s storage; strides NULL: contiguous.
void infer_view(struct infer *, int index, int of, const struct shape *,
                const struct sym *const *strides, const struct sym *offset);

// Checks. Each adds an obligation unless the answer is plain at once, and
// returns the better known of the two sizes. `fix` may be NULL; write "{a}" and "{b}" where it
// names the sizes, since text that is formatted for each call costs more than the rule.
const struct sym *require_equal(struct infer *, enum diag_id, struct term, struct term,
                                const char *fix);
void require_at_most(struct infer *, enum diag_id, struct term, struct term, const char *fix);
void require_at_least(struct infer *, enum diag_id, struct term, int64_t minimum, const char *fix);
void require_divides(struct infer *, enum diag_id, struct term divisor, struct term, const char *fix);
// The call is wrong whatever the sizes are. Returns false, so that a rule can
// say `return (void)refuse(...)`. Only the first refusal counts.
bool refuse(struct infer *, enum diag_id, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool refused(const struct infer *);
// Refuses unless the operand's rank is one of low..high.
bool require_rank(struct infer *, int operand, int low, int high);
// Axis numbers as PyTorch reads them: -rank <= axis < rank, and rank 0 counts as 1. Refuses and
// returns -1 when outside.
int require_axis(struct infer *, int64_t axis, int rank);
// PyTorch's promotion over all operands: dimensioned tensors, then 0-dim ones, then numbers.
enum dtype infer_promote(const struct infer *);
// Broadcasts operands [first, first + n) to one shape, with obligations.
void infer_broadcast(struct infer *, int first, int n, struct shape *out);

#endif
