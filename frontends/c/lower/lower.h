#ifndef FRONTENDS_C_LOWER_H
#define FRONTENDS_C_LOWER_H

// From cursors to our tree, one function body or one global's initialiser at a
// time. lower.c holds the entry points and what is common, lower_expression.c,
// lower_member.c, lower_call.c, lower_special.c, lower_generic.c, lower_sizeof.c, lower_atomic.c,
// lower_declare.c, lower_statement.c, lower_loop.c, lower_init.c and
// lower_literal.c the parts; lower_lost.c what the compiler refused. Private to frontends/c.

#include "frontends/c/parse/types.h"

struct label {
    struct source_place place;
    struct ast *node;
};

struct lowering {
    struct unit *unit;
    struct tu *tu;
    struct arena *arena;
    struct arena *scratch;
    struct linked_function *linked; // NULL at file scope
    uint32_t number;                // preorder number of the last statement
    VEC(struct label) labels;
    VEC(const struct ast *) cases;       // of the switches around, innermost last
    int cases_from;                      // where the innermost switch's begin; -1: no switch
    int first_error, n_errors;           // of tu->errors: those inside the function
    int n_loops;                         // `for` statements met so far
    const struct ast *labelled;          // the last declarations where one statement is wanted
    VEC(const struct variable *) locals; // met so far; kept only where there are errors
    const char *printed;                 // the function as libclang prints it, macros expanded
};

void lower_body(struct linked_function *);
void lower_global(struct linked_variable *);

// ---- nodes
struct ast *lower_node(struct lowering *, enum ast_kind, const struct ctype *);
void lower_at(struct lowering *, struct ast *, CXCursor); // its place
void lower_like(struct ast *, const struct ast *);        // the place of another node
struct ast *lower_hole(struct lowering *, CXCursor, const struct ctype *, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void lower_hole_writes(struct lowering *, struct ast *hole, const struct ast *object);
void lower_blame_error(struct lowering *, struct ast *hole, CXCursor);
struct ast *lower_int(struct lowering *, const struct ctype *, int64_t);
// On one operand or two; they stand where the first one does.
struct ast *lower_node_of(struct lowering *, enum ast_kind, const struct ctype *, struct ast *);
struct ast *lower_node_of_two(struct lowering *, enum ast_kind, const struct ctype *, struct ast *,
                              struct ast *);

// ---- expressions
bool lower_is_lvalue(const struct ast *);
struct ast *lower_expression(struct lowering *, CXCursor); // may be an lvalue
struct ast *lower_value(struct lowering *, CXCursor);      // loaded, decayed
struct ast *lower_load(struct lowering *, struct ast *);   // an lvalue's value; a value itself
struct ast *lower_convert(struct lowering *, struct ast *, const struct ctype *);
struct ast *lower_dereference(struct lowering *, struct ast *pointer);
struct ast *lower_member(struct lowering *, CXCursor);
struct ast *lower_subscript(struct lowering *, CXCursor);
struct ast *lower_call(struct lowering *, CXCursor);
struct ast *lower_generic(struct lowering *, CXCursor);
struct ast *lower_sizeof(struct lowering *, CXCursor);
struct ast *lower_atomic(struct lowering *, CXCursor, const struct kids *, const char *word);
// What libclang evaluates; NULL if it cannot. Only for the few kinds of cursors
// on which asking is safe: leaves, sizeof, offsetof.
struct ast *lower_evaluated(struct lowering *, CXCursor);
struct ast *lower_unexposed(struct lowering *, CXCursor);
// NULL: the record has no such member.
struct ast *lower_member_named(struct lowering *, struct ast *record, const char *name);
struct ast *lower_member_of(struct lowering *, struct ast *record, CXCursor field, CXCursor at);
// A pointer to the va_list that an expression names.
struct ast *lower_va_list(struct lowering *, CXCursor);
struct ast *lower_number(struct lowering *, CXCursor);
struct ast *lower_truth(struct lowering *, CXCursor); // true, false
struct ast *lower_floating(struct lowering *, CXCursor);
struct ast *lower_string(struct lowering *, CXCursor);
bool lower_constant(const struct ast *, int64_t *); // an integer constant expression

// ---- statements
struct ast *lower_statement(struct lowering *, CXCursor);
struct ast *lower_label_address(struct lowering *, CXCursor);
// Declarations of a statement, added to a list of statements.
typedef VEC(const struct ast *) lower_list;
void lower_declarations(struct lowering *, lower_list *, CXCursor);
// The call that ends the variable's life, hung on its declaration; a hole where its function is not
// known, else NULL.
const struct ast *lower_cleanup(struct lowering *, CXCursor, struct ast *declaration);
bool lower_has_cleanup(int n, const struct ast *const *statements);
void lower_parameter_bounds(struct lowering *, lower_list *);
struct ast *lower_block(struct lowering *, CXCursor);
struct ast *lower_for(struct lowering *, CXCursor);
struct ast *lower_begin(struct lowering *, enum ast_kind, CXCursor); // numbers a statement
struct ast *lower_finish(struct lowering *, struct ast *);
// The compiler's errors between two places of the function, as a range of tu->errors.
int lower_first_error(const struct lowering *, struct source_place from);

// ---- what the compiler refused
struct lost_text {
    const char *at; // NULL: not at hand
    size_t n;
    uint32_t offset; // of `at` in its file
};
// Turns the hole for an error at offset `error` of the file into one that holds
// what the statement around it would have written; into a return if it is one.
void lower_lost_statement(struct lowering *, struct ast *hole, const struct lost_text *,
                          uint32_t error);
// The same for a text that is known to be lost.
void lower_lost_writes(struct lowering *, struct ast *hole, const char *text, size_t n);

// ---- objects
// One bound for each variable array level of a declared type or cast.
void lower_bounds(struct lowering *, struct ast *, CXCursor, const struct ctype *);
struct variable *lower_local(struct lowering *, CXCursor, const struct ctype *, const char *name);
// What a declaration without an initialiser lost one to an error; NULL: nothing.
struct initializer *lower_lost_initializer(struct lowering *, CXCursor, const struct ctype *);
struct initializer *lower_initializer(struct lowering *, CXCursor, const struct ctype *);
// The bytes of a long list of whole numbers as an AST_STRING; NULL: it holds more than literals.
struct ast *lower_table(struct lowering *, CXCursor list, const struct ctype *);
struct ast *lower_compound_literal(struct lowering *, CXCursor);
const struct variable *lower_hidden(struct lowering *, CXCursor, const struct ctype *);

// ---- lower_pair.c: complex numbers and integers of 128 bits

// As an index or the value of a switch: of 128 bits, the lower ones.
struct ast *lower_pair_index(struct lowering *, struct ast *);
// The type in which `a op= b` computes.
const struct ctype *lower_pair_computed(struct lowering *, const struct ast *a,
                                        const struct ast *b);
// __real (0) and __imag (1): of a plain number itself, and 0.
struct ast *lower_pair_part(struct lowering *, CXCursor, int part, struct ast *);
// 2.5i is i times its number.
struct ast *lower_pair_imaginary(struct lowering *, CXCursor);

#endif
