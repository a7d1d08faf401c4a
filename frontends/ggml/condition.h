#ifndef FRONTENDS_GGML_CONDITION_H
#define FRONTENDS_GGML_CONDITION_H

// What ggml's assertions say, as relations of two sizes. Several together, as a predicate has them,
// hold, fail, or depend on symbols; then the relations that are left to be settled are kept.
//
// Sizes that are no constants are taken to be at least 1, and rows of block formats to be whole
// blocks.

#include "ir/ggml_graph.h"
#include "ir/sym/sym.h"

enum condition_relation {
    CONDITION_PLAIN,   // not of sizes: of types, flags, constants
    CONDITION_NEVER,   // the function always aborts; `text` is what it prints, and no assertion
    CONDITION_EQUAL,   // a == b
    CONDITION_AT_MOST, // a <= b
    CONDITION_DIVIDES  // a divides b
};

enum side_kind {
    SIDE_NUMBER,    // a constant, or what the rule calculated
    SIDE_PARAMETER, // numbers[index] of the call
    SIDE_NE,        // ne[index] of the tensor
    SIDE_NB,        // nb[index] of the tensor
    SIDE_ELEMENTS,  // ggml_nelements of the tensor
    SIDE_BYTES,     // ggml_nbytes of the tensor
    SIDE_RESULT     // what the rule calculated for ne[index] of a result that is not made yet
};

struct side {
    const struct sym *size;
    enum side_kind kind;
    int index;
    // An argument of the call, or a tensor that the call made itself; NULL: none.
    const struct ggml_tensor *tensor;
};

struct condition {
    const char *text; // the library's own, "ggml_can_repeat(b, a)"
    enum condition_relation relation;
    struct side a, b;
    // No assertion fails: the library divides by 0 there and dies of SIGFPE, without a text. `text`
    // is then the expression or assertion that divides.
    bool division_by_zero;
    struct condition *next;
};

#define MAX_CONDITIONS 8

// Conditions of which all must hold. REFUTED: at[0] is the first that fails; OPEN: at[0] to at[n-1]
// are those that depend on symbols.
struct conditions {
    enum verdict verdict;
    int n;
    struct condition at[MAX_CONDITIONS];
};

struct side side_number(const struct sym *);
struct side side_constant(struct syms *, int64_t);
struct side side_ne(const struct ggml_tensor *, int dimension);
struct side side_nb(const struct ggml_tensor *, int dimension);
struct side side_elements(struct syms *, const struct ggml_tensor *);
struct side side_bytes(struct syms *, const struct ggml_tensor *);
struct side side_result(const struct sym *, int dimension);

// No conditions yet: they hold. Not by an initialiser, which would clear room that is rarely used.
void conditions_start(struct conditions *);
// One more, unless an earlier one failed.
void conditions_add(struct conditions *, struct syms *, enum condition_relation, struct side a,
                    struct side b);
void conditions_refute(struct conditions *); // a PLAIN one that fails

#endif
