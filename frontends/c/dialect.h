#ifndef FRONTENDS_C_DIALECT_H
#define FRONTENDS_C_DIALECT_H

// What the interpreter asks of a library, whichever it is: what its calls mean, and what it keeps
// beside the program's graph. A dialect is a table of answers, most of them rules of calls; it
// applies only to functions that have no body in the user's sources and are declared in the
// library's own header. The tables are in frontends/dialects, all of them in `dialect_all`; this
// folder knows none by name.

#include "frontends/c/eval.h"

struct dialect_call {
    struct eval *eval;
    struct function *function;
    const struct ctype *result; // type of the call
    int n;
    const struct cvalue *arguments;
    const struct dialect_rule *rule;
};

// What is known of a call without following it.
enum dialect_effect {
    DIALECT_OTHER,      // no more than the rule says
    DIALECT_ARITHMETIC, // of numbers, it computes nothing but its result
    DIALECT_CHANCE,     // the same, and its result is never known
    DIALECT_PRINTS,     // it changes nothing that the program computes with
    DIALECT_FILLS,      // bytes behind its first argument, as many as its third says
    DIALECT_COPIES,     // the same, from behind its second
    DIALECT_COMPARES    // two texts: 0 if they are equal
};

struct dialect_rule {
    const char *name; // of the function
    // Letters that arguments must fit: p pointer, i integer, f floating,
    // . anything, * the rest; behind them ! where the function never returns, or its effect: =
    // arithmetic, ? chance, > prints, 0 fills, @ copies, ~ compares. A call that does not fit is an
    // ordinary unknown call.
    const char *arguments;
    struct cvalue (*apply)(const struct dialect_call *);
    const void *data; // for rules that share one function
};

// As the data of a rule: a call changes nothing that a program could see.
extern const char dialect_idle[];
// The same: it goes on where the program was before, in a function further out (longjmp).
extern const char dialect_jumps[];

// An error of the compiler about types.
struct dialect_error {
    const char *message;        // "subscript of pointer to incomplete type 'nn_tensor'"
    const char *wanted, *given; // of a conversion: types by their names; else NULL
    const char *operator_;      // that the error is at, "+="; "" where it is at none
    const char *call;           // that it is in, "nn_dropout"; NULL: in none
};

struct dialect {
    const char *name;
    // Does this header belong to the library? By the end of its path, "ggml.h"; `*` stands for
    // anything within a part of it.
    // NULL: any system header or none.
    const char *const *headers;
    const struct dialect_rule *rules; // ends with a NULL name
    // For tables too regular to be spelled out: NULL, or finds a rule for a function.
    const struct dialect_rule *(*find)(struct arena *, const char *function);
    // The name, as programs write it, that is nearest to a misspelt one; NULL: none is.
    const char *(*suggest)(struct arena *, const char *function);
    // Reports an error of the compiler about the library's types in the library's words; false: it
    // is about others. NULL: it never does.
    bool (*explain)(const struct dialect_error *, const struct site *, struct diags *);
    // Does the library define this variable, and what does it hold when the program first looks
    // at it? NULL: it defines none.
    bool (*variable)(struct eval *, const struct variable *, struct cvalue *);
    // Functions that the library defines and no header of its declares, so that each program does,
    // or none; ends with NULL. NULL: there are none.
    const char *const *undeclared;
    // The library's own source files, as the ends of their paths: programs bring them along, and
    // what they define means what the rules say. Ends with NULL. NULL: there are none.
    const char *const *sources;
    // Does the function add to a model? NULL: all of the library's do.
    bool (*builds)(const char *function);
    // Does it only compute with models that are there, so that another call tells nothing new?
    // NULL: none of them does.
    bool (*computes)(const char *function);
    // What is wrong with a function of the program whether or not it is ever run. NULL: nothing is
    // looked for.
    void (*lint)(struct unit *, struct function *, struct diags *);
    // Did the program call the library, which then keeps what it was given? NULL: it keeps
    // nothing, or all of that is in the program's graph.
    bool (*is_used)(const struct program *);
    // How much the program made with it, beside its graph: layers, networks. It only grows. NULL:
    // nothing, or it is known by `builds`.
    int (*n_made)(const struct program *);
    // The record of a tensor whose sizes are in the program's sight, which reads them back: behind
    // a loop that was left it knows nothing of what its layers made. NULL: tensors are handles.
    const char *shown_tensor;
    // A field that the library's macros fill in by themselves, so nobody's to write. NULL: none.
    const char *hidden_field;
    // What it has to know behind a loop of unknown number of rounds, of the time before it: in the
    // arena. NULL: nothing.
    const void *(*loop_begin)(struct eval *, struct arena *);
    // Was anything made in the loop's only round? What may have more of it after other rounds is
    // marked as unknown for that reason: what grew, or all that there is, where the loop `may_add`
    // (see `adds`) in a round that was not followed. Given what `loop_begin` returned.
    bool (*loop_end)(struct eval *, const void *begun, bool may_add, const char *reason);
    // Does the function add a part to something that was made before? NULL: none does.
    bool (*adds)(const char *function);
};

// All that there are; ends with NULL.
extern const struct dialect *const dialect_all[];

// The rule for a function, or NULL. Looked up once a function by the interpreter.
const struct dialect_rule *dialect_rule_for(struct arena *, const struct function *);

// Does an argument of this type fit one of a rule's letters?
bool dialect_letter_fits(char letter, const struct ctype *);
// Do no more arguments follow here in a rule's letters?
bool dialect_letters_end(const char *letters);
// Of a function that is declared as its rule says, by the system's headers or the compiler.
enum dialect_effect dialect_effect_of(struct arena *, const struct function *);

// Is it defined in a library's own sources, which the program brings along?
bool dialect_defines(const struct function *);

// Does a call with this rule (NULL: none) change nothing that the program could see?
bool dialect_is_idle(const struct dialect_rule *);
// Does a function with this rule (NULL: none) never come back?
bool dialect_never_returns(const struct dialect_rule *);
// Does it go on in a function further out?
bool dialect_jumps_away(const struct dialect_rule *);

// Is that the name of a library's record that shows a tensor's sizes, as "struct tensor"?
bool dialect_shows_record(const char *name);
// Did the program call a library whose tensors show their sizes?
bool dialect_shows_sizes(const struct program *);
// Did the program call a library that keeps what it is given?
bool dialect_keeps_memory(const struct program *);
// How much it made with such libraries; only good for telling whether it made more since.
int dialect_n_made(const struct program *);
// Is that a field which a library's macros fill in by themselves?
bool dialect_hides_field(const char *name);

// What libraries have to know of the time before a loop of unknown number of rounds, an array in
// the arena.
const void *const *dialect_loop_begin(struct eval *, struct arena *);
// As `loop_end` of each: was anything made?
bool dialect_loop_end(struct eval *, const void *const *begun, bool may_add, const char *reason);
// Does a call of the function add a part to something that was made before?
bool dialect_adds(const struct function *);

// The name of a library's function that is nearest to that of a function which nobody
// declares or defines; NULL: none is near, or it is declared in a header.
const char *dialect_suggest(struct arena *, const struct function *);
// Has it neither a prototype nor a body in what is read?
bool dialect_is_undeclared(const struct function *);
// The same by a name alone, whoever declares it.
const char *dialect_suggest_name(struct arena *, const char *function);

// Reports an error of the compiler in the words of the library whose types it is about; false: of
// none.
bool dialect_explain(const struct dialect_error *, const struct site *, struct diags *);

// The value of a variable that no source defines, but a library; false: none does.
bool dialect_variable(struct eval *, const struct variable *, struct cvalue *);

// Looks for what libraries know to be wrong in a function with a body.
void dialect_lint(struct unit *, struct function *, struct diags *);

// Is it a function of a library that models are built with, so not of the C library?
bool dialect_builds(const struct function *);

// Of the library that models are built with: does a call only compute with models that are there,
// or may it change them?
enum dialect_use { DIALECT_NO_USE, DIALECT_COMPUTES, DIALECT_CHANGES };
enum dialect_use dialect_use_of(const struct function *);

#endif
