#ifndef FRONTENDS_GGML_CALL_H
#define FRONTENDS_GGML_CALL_H

// A call of one of ggml's tensor-creating functions, with its arguments decoded, and what its rule
// does with it. Knows nothing of C: the dialect decodes arguments of the program, tests those of
// recorded calls.
//
// A rule reads `in` and `numbers`, asks for the library's conditions in the library's order with
// call_need*, and makes tensors with make.h. The first condition that surely fails refuses the
// call; the rule still goes on to its end, but nothing counts any more, neither conditions nor
// tensors. Conditions that depend on symbols are kept in `open`.

#include "frontends/ggml/condition.h"

#define CALL_TENSORS 12
#define CALL_NUMBERS 24

// An argument that is no tensor. A floating one has `real`; an integer `sym`, and `real` where it
// is a constant.
struct call_number {
    const struct sym *sym; // NULL: floating
    double real;
    bool known; // floating: is `real` known?
};

struct ggml_call;

enum ggml_place { FRESH, IN_PLACE }; // a result of its own, or a view of the first tensor

struct ggml_function {
    const char *name; // "ggml_mul_mat", without a prefix of the user's
    // A letter for each parameter behind the context:
    //   t tensor, o tensor that may be NULL             one of `in` each
    //   i integer of any width or enumeration, b truth value, f floating     one of `numbers` each
    //   n array of sizes: 4 numbers; of ggml_new_tensor as many as the number before it says, the
    //     others may be anything
    //   s array of 4 ints that may be NULL: 4 numbers, 0 for NULL
    //   v array of tensors, as many as the number behind it says: so many of `in`
    //   p pointer that no rule looks at: nothing
    const char *letters;
    struct ggml_tensor *(*rule)(struct ggml_call *);
    int64_t data; // for rules that share one function: an operator, a dtype, a way
    enum ggml_place place;
    int since, until; // versions of the rules that it holds for, 0: no limit; `until` excluded
    bool no_context;  // the first parameter is no context; such a function makes no tensor
};

struct ggml_call {
    struct arena *arena;
    struct syms *syms;
    struct ggml_state *state;
    struct ggml_context *context; // NULL: that of the test
    const struct ggml_function *function;
    const struct site *site;
    int name_bytes; // room for a tensor's name with the NUL, GGML_MAX_NAME; 0: GGML_NAME_BYTES
    // How the compiler of the library evaluated the arguments of calls, which is the order in which
    // composite functions make their tensors: gcc begins with the last.
    enum call_order { CALL_RIGHT_TO_LEFT, CALL_LEFT_TO_RIGHT } order;
    struct ggml_tensor *in[CALL_TENSORS]; // by tensor parameter, in order; NULL: not given
    int n_in;
    struct call_number numbers[CALL_NUMBERS]; // the other parameters, in order
    int n_numbers;

    // ---- what came of it

    const struct condition *refused; // the first condition that fails; NULL: the call works
    struct condition *open;          // in the order of asking
    struct condition **open_end;     // ggml_call_run's own
    // Every tensor that was made, in order of creation, those of the library's inner calls too.
    // They are numbered and in state->tensors and context->tensors. Taking memory of the context
    // for them is the caller's.
    VEC(struct ggml_tensor *) made;
    // Index of a number that decides what kind of tensor there is and is no constant (a type, an
    // axis): what was made is only one of the possible answers. -1: there is none.
    int guessed;
    int bad_type; // index of a number that is no element type, -1: there is none; the rules' own
};

// The rule for a function of a version; NULL: there is none. Version 0: that of any.
const struct ggml_function *ggml_function_find(const char *name, int version);
// The same among those with so many parameters, the context counted; where the version has none of
// them, the newest of another version. Some functions of whisper.cpp 1.5.0 differ only in that.
const struct ggml_function *ggml_function_of(const char *name, int n_parameters, int version);
// All of them, in order of their names.
int ggml_functions(const struct ggml_function **first);
// Runs the rule. NULL where the call was refused: see call->refused. Functions that change a tensor
// and return nothing (ggml_mul_mat_set_prec, ggml_set_param) give that tensor. No tensor parameter
// but those of letter o may be NULL.
struct ggml_tensor *ggml_call_run(struct ggml_call *);

// ---- for rules

// The condition that the library asserts with this text.
void call_need(struct ggml_call *, const char *text, const struct conditions *);
void call_need_equal(struct ggml_call *, const char *text, struct side, struct side);
void call_need_at_most(struct ggml_call *, const char *text, struct side, struct side);
void call_need_divides(struct ggml_call *, const char *text, struct side divisor, struct side);
void call_need_that(struct ggml_call *, const char *text, bool holds);
// The function aborts whatever it is given, with this message.
void call_abort(struct ggml_call *, const char *message);
// a / b as C has it, in an expression of this text.
const struct sym *call_divide(struct ggml_call *, const char *text, const struct sym *a,
                              const struct sym *b);

struct side call_side(const struct ggml_call *, int number);
// numbers[number] as a size.
const struct sym *call_size(const struct ggml_call *, int number);
// It has to be a constant; else it counts as guessed.
int64_t call_int(struct ggml_call *, int number);
// Of the library's enumeration. NONE for a number that has none: the call is refused when a tensor
// of it is made, which is where the library looks at it.
enum dtype call_type(struct ggml_call *, int number);
// What the constructor asserts of the type: first the number, which may be one of a format that was
// removed; that has blocks of no elements.
void call_need_type_number(struct ggml_call *);
void call_need_type(struct ggml_call *);
// Is that floating number known to be above 0?
bool call_is_positive(const struct ggml_call *, int number);

#endif
