#ifndef FRONTENDS_GGML_CALL_H
#define FRONTENDS_GGML_CALL_H

// A call of one of ggml's tensor-creating functions, with its arguments decoded, and what a rule
// does with it. Knows nothing of C: the dialect decodes arguments of the program, tests those of
// recorded calls.
//
// A rule reads `in` and `numbers`, asks for the library's conditions in the library's order with
// call_need*, and makes tensors with tensor_new, tensor_view, ... of make.h. The first condition
// that surely fails refuses the call: every later condition holds, makers return poison tensors
// that nobody sees, and the rule goes on to its end. Conditions that depend on symbols are kept.

#include "ir/ggml.h"
#include "ir/sym/sym.h"

#define CALL_TENSORS 12
#define CALL_NUMBERS 24

// An argument that is no tensor. A floating one has `real`; an integer `sym`, and `real` where it
// is a constant.
struct call_number {
    const struct sym *sym; // NULL: floating
    double real;
    bool known; // floating: is `real` known?
};

enum relation_of_sizes { SIZES_EQUAL, SIZES_AT_MOST, SIZES_DIVIDE };

// A condition that could not be decided by constants.
struct call_open {
    const char *text;                // the library's own, "ggml_can_repeat(b, a)"
    enum relation_of_sizes relation; // of the two sizes: a == b, a <= b, a divides b
    const struct sym *a, *b;
    int tensor_a, axis_a, tensor_b, axis_b; // where they stand, -1: nowhere
    struct call_open *next;
};

struct ggml_call;

struct ggml_function {
    const char *name; // "ggml_mul_mat", without a prefix of the user's
    // A letter for each parameter behind the context: t tensor, o tensor that may be NULL,
    // i integer (of any width, also enumerations), f floating, b truth value, n array of sizes,
    // v array of tensors, p pointer that no rule looks at.
    const char *letters;
    struct ggml_tensor *(*rule)(struct ggml_call *);
    int64_t data;     // for rules that share one function: an operator, a dtype, a flag
    bool no_context;  // its first parameter is the first letter, no struct ggml_context *
    int since, until; // versions of the rules that it holds for, 0: no limit; `until` excluded
};

struct ggml_call {
    struct arena *arena;
    struct syms *syms;
    struct ggml_state *state;
    struct ggml_context *context;
    const struct ggml_function *function;
    const struct site *site;
    struct ggml_tensor *in[CALL_TENSORS]; // by tensor parameter, in order; NULL: not given
    int n_in;
    struct call_number numbers[CALL_NUMBERS]; // the other parameters, in order
    int n_numbers;
    // Where operands of a condition stand in messages; filled by the rule's helpers.
    const char *refused;   // text of the first condition that fails, as in the library's assertion
    bool division_by_zero; // then the library dies of a signal there, without a text
    const struct sym *refused_a, *refused_b; // the two sizes, where there are two
    int refused_tensor_a, refused_axis_a, refused_tensor_b, refused_axis_b;
    struct call_open *open;
    // Every tensor that was made, in order of creation (the library's inner calls too).
    VEC(struct ggml_tensor *) made;
    enum { CALL_RIGHT_TO_LEFT, CALL_LEFT_TO_RIGHT } order; // of arguments in the library's own C
};

// The rule for a function of a version; NULL: there is none.
const struct ggml_function *ggml_function_find(const char *name, int version);
// Runs it. NULL where the call was refused: see call->refused.
struct ggml_tensor *ggml_call_run(struct ggml_call *);

#endif
