#ifndef FRONTENDS_C_EVAL_H
#define FRONTENDS_C_EVAL_H

// The abstract interpreter: runs a unit's functions on a memory of objects.
// When all is known it computes what the compiled program computes; an unknown
// integer is a symbol or a value with a reason, and everything else stays
// known.
//
// A pointer is an object and an offset. As bytes in memory it is the integer
// (object << 32) + offset + 4096, so unions, memcpy and uintptr_t need no
// special case. What is not concrete bytes lies in an overlay of the object.

#include "frontends/c/unit.h"
#include "ir/build.h"
#include "ir/requirement.h"

#include <stdatomic.h>

enum cvalue_kind {
    CVALUE_NOTHING,  // void
    CVALUE_INT,      // integer, concrete: `integer`
    CVALUE_SYMBOLIC, // integer, symbolic: `sym`
    CVALUE_FLOATING, // concrete, `floating`
    CVALUE_POINTER, // object + offset; object 0, offset 0 is NULL. Also pointers made from integers
    CVALUE_CODE,    // function
    CVALUE_RECORD,  // a record's bytes, in the temporary object `object`
    CVALUE_UNKNOWN  // reason
};

typedef uint32_t object_id;

struct cvalue {
    enum cvalue_kind kind;
    const struct ctype *type;
    union {
        int64_t integer;
        const struct sym *sym;
        long double floating;
        struct {
            object_id object;
            int64_t offset;
        } pointer;
        struct function *function;
        object_id record;
        const char *reason;
    };
};

struct eval;

struct eval_budget {
    int64_t steps; // evaluated nodes; 0 takes the default, here and below
    int64_t objects;
    int64_t bytes;
    int depth;
    int paths; // runs with another decision at an unknown branch
    double seconds;
    const char *seconds_are; // "half of --max-seconds", said beside them; NULL: they are all
    // Set from outside when nobody wants the answer any more: runs end at once, without a finding.
    // NULL: it is wanted in any case.
    const atomic_bool *cancelled;
};

struct dialect_options; // what the user says of libraries, whose dialects define it

struct eval_request {
    bool right_to_left; // argument evaluation order: gcc
    bool makes_up;      // a library's objects that only the caller of the entry has
    struct eval_budget budget;
    int argc;
    const char *const *argv;
    // The user named no arguments: a program that reads some without asking argc gets numbers that
    // are not known.
    bool lacks_arguments;
    const struct dialect_options *libraries; // for dialects, unread here; NULL: nothing was said
    // Bindings of --set NAME=VALUE.
    int n_bindings;
    const char *const *binding_names;
    const int64_t *binding_values;
    bool *bindings_used; // set for each that an unknown asked for; NULL: nobody wants to know
    // What printf and the like write goes here, round by round of loops; NULL: nowhere.
    struct text *output;
    // Decisions at unknown branches, in order of meeting them; beyond them: the first side. With
    // nodes, those of the list that are not met are passed over; NULL: all are met.
    int n_decisions;
    const bool *decisions;
    const struct ast *const *decision_nodes;
    // Conditions whose operands are written down where they are met; NULL: none.
    const struct map *watched;
    // Other runs held the kernels against the memory that is there: they are recorded only.
    bool is_checked;
    // What was found out of the program's kernels, for all runs of its analysis; NULL: this run's.
    struct kernel_nests *nests;
    // Everything must be known: the first thing that is not ends the run with
    // EVAL_UNSUPPORTED. Reading what was never written gives zeros.
    bool concrete;
    // What has a body is run, where a library's function would be answered by its rules.
    bool bodies_first;
    // Asked after each call of a library; true ends the run with EVAL_ABANDONED. NULL: nobody does.
    bool (*enough)(void *watcher);
    void *watcher;
};

// Loops read off the tree (kernels/nest.h), which are the same in each run: by function or loop.
// They live as long as the arena, which runs of one unit share.
struct kernel_nests *kernel_nests_open(struct arena *);

struct eval *eval_open(struct arena *, struct unit *, struct builder *, struct diags *,
                       const struct eval_request *);
// When no more is called: what the run recorded of the program's memory is complete.
void eval_finish(struct eval *);
// Gives the program's memory back; results that point into it end here.
void eval_close(struct eval *);

enum eval_end {
    EVAL_RETURNED,
    EVAL_EXITED,
    EVAL_ABORTED,
    EVAL_BUDGET,
    EVAL_UNSUPPORTED,
    EVAL_FAULT,
    EVAL_ABANDONED
};

// A branch that depended on an unknown: the side taken, and what holds on it and on the other.
struct eval_decision {
    bool side;
    struct claim taken, other; // "n_layer > 12", "n_layer <= 12"
    const struct site *site;
    const struct ast *node; // the same in each run of a unit
    bool early;             // met when less was known of the sizes than at the end of the path
};

// An array that must have room for an index: "T <= 512".
struct eval_room {
    struct requirement requirement;
    const char *array; // "`out` of 512 elements"
    const struct site *site;
    int n_symbols; // that it is about
    const struct sym **symbols;
};

struct eval_outcome {
    enum eval_end end;
    struct cvalue result;
    int status;         // EVAL_EXITED
    const char *reason; // why it ended early
    const struct site *site;
    int64_t steps;
    const char *lost; // the first statement met that the compiler refused; NULL: none
    // In order.
    int n_decisions;
    const struct eval_decision *decisions;
    // What was taken for granted on the way: "n >= 1: otherwise the program ends".
    int n_assumptions;
    const struct claim *assumptions;
    const struct site *const *assumption_sites;
    struct claims ranges;     // sizes stay within the C types that they are computed in
    struct claims left_loops; // conditions under which loops that were left would have gone on
    int n_rooms;              // conditions under which indices stay inside of arrays
    const struct eval_room *rooms;
    int n_idle_loops; // of these, where those stand whose round made nothing of a model
    const struct site *const *idle_loops;
    int n_loops; // whose count is not known, and that were left after a round
    // Of the watched conditions: which, and its operands, each text once.
    int n_seen;
    const char *const *seen;
    // The symbols that decide how often all of them run, each loop by one of them, where their
    // rounds are alike by their form; 0: there are none.
    int n_loop_counts;
    const char *const *loop_counts;
    // Names that unknown integers got (or would have got without a binding),
    // each once: what --set can bind.
    int n_names;
    const char *const *names;
};

// Calls a function of the unit from outside. Fewer arguments than parameters:
// the rest are unknown, named after the parameters.
struct eval_outcome eval_run(struct eval *, struct function *, int n,
                             const struct cvalue *arguments);

// How things stand after further calls from outside.
struct eval_outcome eval_outcome(struct eval *, const struct cvalue *result);
// Branches so far that depended on an unknown.
int eval_n_decisions(const struct eval *);
// Calls from outside (eval_call after eval_run) are blamed on this function's line; NULL: on none.
void eval_stand_at(struct eval *, struct function *);

// ---- for dialects: what a library function may do

// The current call's place, with its chain.
const struct site *eval_site(const struct eval *);
// Where the call's argument, the address of a compound literal that is written
// there, gives its scalar at this offset by a truth value or a literal; NULL: it
// gives none, or something else, as an enumerator.
const struct site *eval_argument_written(struct eval *, int argument,
                                         int64_t offset); // by anything
// Why what is written there is lost, where that was told; NULL: it is not.
const char *eval_argument_lost(struct eval *, int argument, int64_t offset);
// The type of what is written there, before it is converted to the field's; NULL: nothing is.
const struct ctype *eval_argument_type(struct eval *, int argument, int64_t offset);
// Is a number with a fraction written there?
bool eval_argument_fraction(struct eval *, int argument, int64_t offset, double *number);
const struct site *eval_argument_truth(struct eval *, int argument, int64_t offset);

// Where the program multiplies what the current call gives by this number, a literal or a sizeof;
// asked once a call. NULL: nowhere.
const struct site *eval_result_scaled(struct eval *, int64_t number);

// Where the initialiser of the variable that a pointer points to gives its last scalar; NULL: it
// points to no variable with one.
const struct site *eval_initializer_end(struct eval *, const struct cvalue *pointer);

// The expression that an argument was written as, or, at another offset, a scalar of its compound
// literal.
#define EVAL_WHOLE_ARGUMENT (-1)
struct eval_expression {
    const struct site *site;       // NULL: nothing is known
    const char *text;              // "n->bn"; NULL for a number
    const struct function *callee; // it is the call of this one
    bool variable;                 // it is one
    const struct cfield *member;   // that it is read from, or that it is an element of
    struct cvalue memory;          // pointer to the object it is read from; or CVALUE_NOTHING
    const char *path;              // of that place, "net->layers[3]"; NULL: CVALUE_NOTHING
};
struct eval_expression eval_argument_expression(struct eval *, int argument, int64_t offset);
// The type whose sizeof the argument is counted in, `n*sizeof(float)`, also where a variable or a
// parameter of the function holds that, or a function gives it; NULL: none is seen.
const struct ctype *eval_argument_counted(struct eval *, int argument);
// Where the program keeps it: "encoder", "m.nets.1". What a function was given as a parameter is
// kept where its caller has it. NULL: in no variable.
const char *eval_argument_place(struct eval *, int argument, int64_t offset);
struct builder *eval_builder(const struct eval *); // NULL: the run builds no model
const struct dialect_options *eval_library_options(const struct eval *); // as in the request
bool eval_makes_up(const struct eval *);                                 // as in the request
struct unit *eval_unit(const struct eval *);
struct arena *eval_arena(const struct eval *);

// Calls back into the user's code (a forward function, a comparison).
struct cvalue eval_call(struct eval *, const struct cvalue *function, int n,
                        const struct cvalue *arguments);
// Is it what a call gave whose function ended without a return?
bool eval_fell_off(const struct eval *, const struct cvalue *);
bool eval_stopped(const struct eval *); // unwinding: return at once
// What a library's call takes for granted of sizes, told once a call.
void eval_grant(struct eval *, const struct claim *);
void eval_exit(struct eval *, int status); // the program ends here
// As abort() does: this way through the program is given up, for the reason.
void eval_abort(struct eval *, const char *reason);

// Values of a type: integers wrap to its width, floats are rounded to it.
struct cvalue cvalue_int(const struct ctype *, int64_t);
struct cvalue cvalue_sym(const struct ctype *, const struct sym *); // concrete if it is constant
struct cvalue cvalue_float(const struct ctype *, long double);
struct cvalue cvalue_null(const struct ctype *);
// The reason is what the user is told, and must live as long as the run. Of void it is nothing.
struct cvalue cvalue_unknown(const struct ctype *, const char *reason);
// An integer as a symbolic one: never NULL, an unknown gives sym_unknown.
const struct sym *cvalue_as_sym(struct eval *, const struct cvalue *);
bool cvalue_as_int(const struct cvalue *, int64_t *); // concrete only
bool cvalue_is_null(const struct cvalue *);

// Memory. Faults (NULL, out of bounds, freed) are reported and give unknowns.
struct cvalue eval_load(struct eval *, const struct cvalue *pointer, int64_t offset,
                        const struct ctype *);
// Whether so many bytes are known to be zero, as of fields that are not given; false where only a
// closer look would tell.
bool eval_is_blank(struct eval *, const struct cvalue *pointer, int64_t offset, int64_t size);
void eval_store(struct eval *, const struct cvalue *pointer, int64_t offset, const struct cvalue *);
// NUL-terminated text, copied to the arena; NULL when not known.
const char *eval_string(struct eval *, const struct cvalue *pointer);
// A field by name in a record type; NULL if there is none.
const struct cfield *ctype_field(const struct ctype *record, const char *name);
// A new zeroed object; `size` bytes; the name serves messages.
struct cvalue eval_allocate(struct eval *, int64_t size, const struct ctype *pointer_type,
                            const char *name);
// The same with contents that nobody knows, for that reason: what a library computes or reads.
struct cvalue eval_allocate_unknown(struct eval *, int64_t size, const struct ctype *pointer_type,
                                    const char *name, const char *reason);
// Bytes as the program sees them, pointers as eval_pointer_bits has them. Reading: false unless
// all of them are concrete.
void eval_write_bytes(struct eval *, const struct cvalue *pointer, int64_t offset, int64_t n,
                      const void *bytes);
bool eval_read_bytes(struct eval *, const struct cvalue *pointer, int64_t offset, int64_t n,
                     void *bytes);
int64_t eval_pointer_bits(const struct cvalue *pointer);
// Nobody knows any more what these bytes hold.
void eval_forget(struct eval *, const struct cvalue *pointer, int64_t offset, int64_t n,
                 const char *reason);
// The same of all behind it, where nobody knows how many bytes were written.
void eval_forget_rest(struct eval *, const struct cvalue *pointer, const char *reason);
// What is said of the run: nobody told it, and the answers hold only so. Each text once.
void eval_take_for_granted(struct eval *, const char *text);
// Why nobody knows what a pointer points to: it came from outside. NULL: it is known. Who asks
// uses it, so that it is not NULL from then on.
const char *eval_unknown_memory(struct eval *, const struct cvalue *pointer);
// What is unknown for this reason are numbers that a model computes, which no size depends on: a
// condition on them is followed on one side, and that is noted as taken for granted.
void eval_follow_one_side(struct eval *, const char *reason);
// Something is made as often as `times` says, a symbol or a line in one, and is not followed: as
// behind a loop of that many rounds, runs with numbers in its place tell what it comes to. `what`
// for the user: "how often the network is unrolled". False: these tell nothing.
bool eval_leave_repeated(struct eval *, const struct sym *times, const char *what);
// Memory that is there, and in whose `n` bytes nothing was ever stored.
bool eval_is_unset(struct eval *, const struct cvalue *pointer, int64_t offset, int64_t n);
// From the pointer to the end of the memory that it points into; -1: not known.
int64_t eval_bytes_behind(struct eval *, const struct cvalue *pointer);
// The same with sizes that are no numbers, and what the user calls that memory.
struct eval_behind {
    const struct sym *bytes; // from the pointer to the end; NULL: not known
    const char *name;        // "`x`"
    const char *how;         // "allocated", "declared"
    const struct site *site; // where it was; NULL: not known
};
struct eval_behind eval_behind(struct eval *, const struct cvalue *pointer);
// The call that is running touches so many elements where there is room for so many, "`x` of 8
// floats", and nobody knows whether they fit: that is told as a condition on sizes.
void eval_need_room(struct eval *, const struct sym *needed, const struct sym *room,
                    const char *array);
// NULL, or a pointer from outside that a branch took to be NULL.
bool eval_is_null(struct eval *, const struct cvalue *pointer);
// Host data hung on an object: what library handle it is. `kind` tells whose it is.
void eval_attach(struct eval *, const struct cvalue *pointer, const void *kind, uint64_t handle);
bool eval_attached(struct eval *, const struct cvalue *pointer, const void *kind, uint64_t *handle);

// Per-run data of a dialect, made on the first call by the dialect itself (key: its table).
void *eval_dialect_data(struct eval *, const void *key);
void eval_set_dialect_data(struct eval *, const void *key, void *data);

#endif
