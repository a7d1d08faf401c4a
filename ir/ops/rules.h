#ifndef IR_OPS_RULES_H
#define IR_OPS_RULES_H

// What several families of ops have in common: checks of dtypes, the plain
// result of an element-wise op, and the costs that follow from counts.
// The dtype sets are those of PyTorch 1.13's CPU kernels; f16 and bf16 count as
// floats everywhere, since some device has the kernel where the CPU lacks it.

#include "ir/infer.h"

// A set of dtypes, one bit each.
#define DTYPE_SET(id) (1u << DTYPE_##id)
#define DTYPES_FLOAT (DTYPE_SET(F32) | DTYPE_SET(F64) | DTYPE_SET(F16) | DTYPE_SET(BF16))
#define DTYPES_SIGNED (DTYPE_SET(I8) | DTYPE_SET(I16) | DTYPE_SET(I32) | DTYPE_SET(I64))
#define DTYPES_INTEGER (DTYPES_SIGNED | DTYPE_SET(U8))
#define DTYPES_NUMBER (DTYPES_FLOAT | DTYPES_INTEGER)
#define DTYPES_ANY (DTYPES_NUMBER | DTYPE_SET(BOOL))

// What to do about an axis without elements, where there must be some.
#define RULE_NOT_EMPTY "give the axis at least one element"
// Of operand 0, axes from `first` on have at least one element each.
void rule_no_empty_axis(struct infer *, int first);

// "weight", as the op's signature has it.
const char *rule_operand_name(const struct infer *, int operand);
const char *rule_type_string(const struct infer *, int operand); // "f32[N, 8]"

// Refuses unless the operand's dtype is in the set.
bool rule_dtype(struct infer *, int operand, unsigned set);
// Refuses unless both operands are there with one dtype; an optional one that was left out agrees.
bool rule_same_dtype(struct infer *, int a, int b);
// Refuses unless the operand holds i64 (or one of the set) indices.
bool rule_index_dtype(struct infer *, int operand, unsigned set);
// Element i of an index tensor in row-major order; NULL if it is not known.
const struct sym *rule_known_index(const struct infer *, int operand, int i);
// Every known index must lie in an axis of this size, and an empty axis has none; `ignored` is
// passed over. Indices that are not known are taken to be in range.
#define RULE_NO_INDEX INT64_MIN
bool rule_indices_within(struct infer *, int operand, struct term size, int64_t ignored);
// Refuses where the optional operand was left out: "needs running_mean" and `because`.
bool rule_required(struct infer *, int operand, const char *because);

// The operand must expand to the shape: at most its rank, each axis 1 or equal. `what` names the
// sizes of the shape in messages.
bool rule_expands_to(struct infer *, int operand, const struct shape *, enum diag_id,
                     const char *what, const char *fix);

// Is the number of elements known to be zero? Most CPU kernels return before
// they look at the dtype then.
bool rule_is_empty(const struct infer *, int operand);
const struct sym *rule_count(const struct infer *, int operand);
const struct sym *rule_out_count(const struct infer *); // of the first result

// May operand 0 be written in place? Refuses a number, and a tensor of which several elements lie
// at one place in memory (at::assert_no_internal_overlap).
bool rule_writable(struct infer *);
// The result is operand 0, overwritten.
void rule_write_input(struct infer *);
// One result like operand 0, also in its order of axes, over its storage if the attribute `inplace`
// is set and it may be written.
void rule_like_input(struct infer *);
// The result is operand 0 itself.
void rule_pass_on(struct infer *);
// As rule_like_input, after a check of the dtype.
void rule_unary(struct infer *, unsigned set);
// Results take their dtype from the operand, integers from `otherwise` instead.
enum dtype rule_float_dtype(const struct infer *, int operand, enum dtype otherwise);

// Refuses unless the string is one of the words in `words` ("mean|sum|none"). Ops without the
// attribute have the default.
const char *rule_word(struct infer *, const char *attr, const char *otherwise, const char *words);
// Refuses unless low <= the float attribute <= high.
double rule_float_within(struct infer *, const char *attr, double otherwise, double low,
                         double high);

// floor(size * factor), multiplied in double as PyTorch does: 100 * 0.29 gives 28. With an
// unknown size there is a closed form only where the product is exact (factors like 2 or 0.5). NaN
// stands for a factor that is not known.
const struct sym *rule_scaled(const struct infer *, const struct sym *size, double factor);

// As many results as operands.
int64_t rule_one_an_operand(const struct infer *);

// One operation for each element of the first result.
const struct sym *rule_flops_elementwise(const struct infer *);

#endif
