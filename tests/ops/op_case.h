#ifndef TESTS_OPS_OP_CASE_H
#define TESTS_OPS_OP_CASE_H

// An op's shape rule on a case written as text.
//
// Operands, separated by blanks: a type "f32[N,3]" (without dtype: f32), with
// strides "f32[3,2]{1,3}" or contents "i64[3]=(0,2,1)" where wanted; a number of
// the language: 2, 2.5, true; "-" for an optional operand that is left out. A
// name before the type, as signatures have it, is passed over: "x:i64[N]", "x[N]:i64".
// Attributes: "dim=1 dims=[0,-1] keepdim=true mode=xy dtype=f16 p=2.5".
//
// The answer: result types separated by " ", each followed by its strides if it
// has any, "@0" if it is a view of operand 0, "+6" for its offset, "!" if it was
// made in place; or the code of the first rule broken, "SP101"; open conditions
// stand at the end as "?SP151".

#include "ir/infer.h"

struct op_case {
    struct arena *arena;
    struct syms *syms;
    struct infer infer;
    struct sym_binding *bindings; // put in for the symbols, if n_bindings > 0
    int n_bindings;
};

void op_case_open(struct op_case *);
void op_case_close(struct op_case *);
// Runs the rule; false if the text could not be read.
bool op_case_run(struct op_case *, const char *op, const char *operands, const char *attrs);
// The answer of the last run.
const char *op_case_answer(struct op_case *);
// The code of what the last run broke: refused, or not true of the constants; NULL: nothing.
const char *op_case_broken(const struct op_case *);
// Splits a signature: the words before the arrow, the types and the attributes after it.
void op_case_signature(struct op_case *, const struct op *, const char **operands,
                       const char **results, const char **attrs);
// Reads a type as operands have it; false if it is none.
bool op_case_type(struct op_case *, const char *word, struct operand *);

#endif
