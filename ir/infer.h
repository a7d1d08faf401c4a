#ifndef IR_INFER_H
#define IR_INFER_H

// What a shape rule reads and writes. A rule (struct op's `shape`) sees the
// types of its operands and the attributes, asks for conditions with require_*
// and refuse, and sets its results' types. Sizes may be symbolic throughout: a
// condition that is not plain at once becomes an obligation, which
// analyzer/shapes settles. All memory is the arena's.

#include "ir/diag.h"
#include "ir/obligation.h"
#include "ir/op.h"

struct operand {
    struct tensor_type type; // dtype NONE: an optional operand that was left out
    bool is_number;          // a scalar of the source language, not a tensor: weaker in promotion
    // Contents, where a constant is known (ATTR_INTS / ATTR_INT), else NULL.
    const struct attr *value;
    const struct sym *below; // its integers lie from 0 to below this; NULL: not known
};

struct result {
    struct tensor_type type;
    int view_of;              // operand whose storage the result shares, or -1
    bool in_place;            // it overwrites that operand
    const struct sym *offset; // elements into the operand's storage beyond its own offset; NULL: 0
    // Its integers lie from 0 to below this; NULL: as of the operand that it is a view of.
    const struct sym *below;
};

// What a shape rule reads and writes.
struct infer {
    struct arena *arena;
    struct syms *syms;
    const struct op *op;
    bool training; // train() or eval(), for the rules that differ
    // Conditions that numbers decide become obligations too, each time they are asked for.
    bool keeps_decided;
    int n_in;
    const struct operand *in;
    const struct attr *attrs; // as many as op->attrs, same order

    int n_out;
    struct result *out; // made by infer_results
    bool unbatched;     // the rule took the form without a batch axis
    // Refused whatever the unknown sizes are; the message is about this call.
    enum diag_id refused;
    const char *refusal, *fix;
    struct obligation *obligations; // in order of asking
    int n_room;                     // results that fit into `room`, for infer_results
    struct result *room;
};

// ---- operands and attributes

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
// Behind a message that a list's value at `zero` is 0: C fills a list with too few values with
// zeros, and what to write instead; "" where others were given behind it, or none before it.
const char *infer_short_list(struct infer *, const char *name, int n,
                             const struct sym *const *values, int zero);

bool infer_has(const struct infer *, int operand); // was the optional operand given?
// Of an operand that was given; a list's elements count one by one.
const struct shape *infer_shape(const struct infer *, int operand);
int infer_rank(const struct infer *, int operand);
enum dtype infer_dtype_of(const struct infer *, int operand);
struct term infer_dim(const struct infer *, int operand, int axis); // axis < 0 counts from the end
// As conditions print a size: an attribute by its name, 0 where it was not given; or any other in
// words of the rule.
struct term infer_attr_term(const struct infer *, const char *name);
struct term infer_term(const struct sym *, const char *what);

// ---- results

// infer_results makes room for n; infer_result sets the type of one.
void infer_results(struct infer *, int n);
void infer_result(struct infer *, int index, enum dtype, const struct shape *);
// A result that shares operand `of`'s storage; strides NULL: contiguous.
void infer_view(struct infer *, int index, int of, const struct shape *,
                const struct sym *const *strides, const struct sym *offset);

// ---- checks

// Each adds an obligation unless the answer is plain at once; require_equal
// returns the better known of the two sizes. `fix` may be NULL; write "{a}" and
// "{b}" where it names the sizes, since text that is formatted for each call
// costs more than the rule.
const struct sym *require_equal(struct infer *, enum diag_id, struct term, struct term,
                                const char *fix);
void require_at_most(struct infer *, enum diag_id, struct term, struct term, const char *fix);
void require_at_least(struct infer *, enum diag_id, struct term, int64_t minimum, const char *fix);
void require_divides(struct infer *, enum diag_id, struct term divisor, struct term,
                     const char *fix);
// What the rule decides holds where a is at most b, or for sizes of at least `minimum`;
// `otherwise`: "nothing is copied".
void infer_take_at_most(struct infer *, const struct sym *a, const struct sym *b,
                        const char *otherwise);
void infer_take_at_least(struct infer *, const struct sym *size, int64_t minimum,
                         const char *otherwise);
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

// Runs the op's shape rule, unless an attribute is less than it may be, which is refused.
void infer_run(struct infer *);

#endif
