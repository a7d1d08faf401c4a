#ifndef FRONTENDS_C_INTERP_H
#define FRONTENDS_C_INTERP_H

// The state of one run, and how expressions, statements and calls are run in
// it. Private to frontends/c and the C library (dialects/libc*); other dialects
// see eval.h only. All memory is the arena's of the run.
//
// Nothing unwinds by jumping: whatever ends a statement early (break, return,
// goto, a budget) is in `flow`, and everything that has an effect looks at it.

#include "frontends/c/eval.h"
#include "frontends/c/heap.h"
#include "frontends/c/place.h"
#include "frontends/c/value.h"
#include "frontends/c/dialect.h"

// Labels are this far from each other, so that their differences are small numbers, as programs
// that keep tables of them expect.
#define LABEL_BYTES 4

enum flow {
    FLOW_NORMAL,
    FLOW_BREAK,
    FLOW_CONTINUE,
    FLOW_RETURN,
    FLOW_GOTO,
    FLOW_JUMP, // longjmp: to a frame further out
    FLOW_STOP
};

// One activation of a function.
struct frame {
    struct frame *caller;
    struct function *function;
    struct object **slots;       // by variable->slot; NULL until first touched
    const struct ast *call;      // the call's node, in the caller
    const struct site *called;   // its site, made on demand
    struct object *varargs;      // the arguments behind `...`, 16 bytes apart or more
    int n_variable_sizes;        // at entry
    const struct ast *site_node; // the last site made, and for what
    const struct site *site;
    int64_t number; // of all frames so far
};

// Where a setjmp was called, for the longjmp that leads back there.
struct jump {
    const struct frame *frame;
    int64_t frame_number;
    const struct ast *statement; // begins anew, and the call in it gives the number
    const struct ast *call;
};

// How large a variable array is since its declaration was met.
struct variable_size {
    const struct ctype *type;
    int64_t bytes;          // -1: not a number
    const struct sym *size; // then this, in bytes
};

// What is known of a function, by its index.
struct function_info {
    const struct dialect_rule *rule;
    struct object *code;
    bool looked_up, reported, ends_known;
    uint8_t ending; // paths.c: how every call ends
};

// What a run may still spend.
struct eval_steps {
    int64_t left, portion, before; // steps left in this portion; its size; steps before it
    size_t charged_bytes;          // of the arena that steps were taken off for
    int64_t charged_work;          // of questions about sizes, likewise
    double deadline;               // of clock_seconds
};

static inline int64_t eval_steps_taken(const struct eval_steps *s)
{
    return s->before + s->portion - s->left;
}

// How a run ends.
struct eval_ending {
    enum eval_end end;
    int status;
    const char *reason;
    const struct site *site;
    VEC(struct function *) at_exit; // given to atexit, in order
};

// What belongs to calls that have not returned.
struct eval_stack {
    int depth;
    const char *host_limit; // the host's stack must not grow below it
    int64_t n_frames;       // that there were so far
    struct object **slots;  // of all frames, one behind the other
    int n_slots, slots_used;
    VEC(struct object *) temporaries;
    VEC(struct variable_size) variable_sizes;
};

// Names of unknown numbers.
struct eval_naming {
    struct map *signs; // symbols of signed numbers that are taken to be no less than 0
    struct map *names; // how often a name was given to an unknown
    int n_symbols;
    VEC(const char *) symbol_names; // each once
};

// Addresses of labels.
struct eval_labels {
    struct map *numbers;   // place of a label -> 1 + its number, label -> the one in the body
    struct object *object; // that they point into, LABEL_BYTES apart
    VEC(const struct ast *) list; // by number
};

// setjmp and longjmp.
struct eval_jumping {
    VEC(struct jump) list;  // by number
    const struct jump *now; // FLOW_JUMP; until the setjmp has given the number
    int64_t value;
};

// Which way the run takes where a condition is not known (paths.c).
struct eval_paths {
    VEC(struct eval_decision) decisions;
    int n_prescribed;           // of the request's decisions, so far
    int n_open;                 // conditions so far that nothing decided
    const struct ast *joined;   // the branch at hand, if its condition is not known and join.h fits
    struct map *keyed;          // chains of branches on names (keyed.h)
    struct map *keyed_places;   // of the numbers that they set
    struct map *joins;          // branches of which that was so
    struct map *node_decisions; // how often a node was decided without knowing
    struct map *different;      // differences of sizes that are not 0, by what branches found
    VEC(const char *) seen;     // of the request's watched conditions
    struct map *seen_before;    // the same
};

// What is said of symbols, or taken for granted, and told with the answer.
struct eval_claims {
    struct map *assumed; // node and text that were taken for granted
    VEC(struct claim) assumptions;
    VEC(const struct site *) assumption_sites;
    VEC(struct claim) ranges;     // that symbolic arithmetic stays within its types, said nowhere
    VEC(struct claim) left_loops; // conditions under which they would have gone on
    VEC(struct eval_room) rooms;  // conditions under which indices stay inside of arrays
    struct map *rooms_asked;      // texts of those that are among them, or follow from them
};

// Loops of unknown count (loops/).
struct eval_loops {
    int n_left;                     // that were left though nothing decided it
    int n_symbolic;                 // that what is known of symbols decided
    bool differ;                    // decided by something else, or rounds that are not alike
    VEC(const struct ast *) unsure; // that no count ends, but for those whose rounds do nothing
    VEC(const struct site *) idle;  // that were left; their round made nothing of a model
    VEC(const struct sym *) counts; // the symbols that decide how often they run
    const struct sym *compared;     // the difference of the sides of the last condition
    struct map *alike;              // those whose rounds were found to be alike
    struct map *collected;          // arrays that they filled, by their objects' ids (collect.c)
    struct map *ends; // of conditions of loops: the difference of their sides, when last asked
    struct map *bent; // symbols that something steps by: quotients, bits, minima, conditions
};

// Functions and loops that are looked through as a whole (kernels/).
struct eval_kernels {
    struct kernel_nests *nests;
    struct map *contracts;  // that were held against a body
    struct map *extents;    // skim_bind.c
    int64_t nest_steps;     // of kernels that were run
    struct map *loop_steps; // of each loop that could be skimmed and was run
};

// What the program as it was read does not say.
struct eval_losses {
    struct map *reasons;  // holes, and the reasons of what they may have written
    const char *outside;  // the first function without a body that was called
    const char *first;    // reason of the first hole that an error of the compiler left
    const char *fell_off; // the reason of the last value of a function without a return
};

struct eval {
    struct arena *arena;
    struct unit *unit;
    struct builder *builder;
    struct diags *diags;
    struct syms *syms;
    struct heap *heap;
    const struct unit_types *types;
    struct eval_request request;
    enum heap_fill unset; // of new memory; zeros in a concrete run

    // Where it is.
    struct frame *frame;
    enum flow flow;
    const struct ast *target; // FLOW_GOTO: where to
    const struct ast *seek;   // being looked for: nothing runs until it is met
    struct cvalue result;     // FLOW_RETURN
    struct cvalue returned;   // by the entry, when the run is over
    const struct ast *wanted; // the expression statement whose value is that of a ({ })
    struct cvalue wanted_value;
    const struct ast *at;           // the call whose rule is running
    struct function *entry;         // what eval_run ran
    const struct ast *entry_place;  // for what is at no line of the program; NULL: not asked for
    const struct frame *asks;       // whose loop's condition is being evaluated; NULL: none is
    const struct ast *at_statement; // the loop or call that was met last, for budgets

    struct eval_steps steps;
    struct eval_ending ending;
    struct eval_stack stack;
    struct eval_naming naming;
    struct eval_labels labels;
    struct eval_jumping jumping;
    struct eval_paths paths;
    struct eval_claims claims;
    struct eval_loops loops;
    struct eval_kernels kernels;
    struct eval_losses losses;

    VEC(struct object *) statics;        // by variable->slot
    VEC(struct function_info) functions; // by function->index
    struct map *strings;                 // AST_STRING node -> object
    struct map *reported;                // node and finding that were reported
    struct map *reads;                   // how often a call read from a file, by node
    struct map *elements;                // base[unknown index] -> object
    struct map *dialects;                // per-run data of dialects
    struct raw_record *raw;              // raw.h; NULL: the program has got no memory so far
    struct raw_watch *watch;             // raw_watch.c; NULL: no kernel is running
};

// ---- eval.c, eval_call.c, eval_dialect.c: calls, sites, ends
// Runs a function's body, or what stands in its place, with values of its parameters' types.
struct cvalue eval_invoke(struct eval *, const struct ast *call, struct function *, int n,
                          const struct cvalue *arguments);
// Ends the run here; the first end counts. The reason must live as long as the run.
void eval_stop(struct eval *, enum eval_end, const struct ast *, const char *reason);
// Takes the next portion of steps, or stops. Called when `fuel` ran out.
void eval_refuel(struct eval *);
// Takes steps off for what was built since the last call.
void eval_charge(struct eval *);
// Takes steps off for so many bytes that a library function looks through; false: the run ended.
bool eval_look(struct eval *, int64_t bytes);
// Bytes before the NUL, or `limit` or the object's end, whichever comes first; -1: one of them is
// not known, or the run ended.
int64_t eval_text_length(struct eval *, struct place, int64_t limit);
// The host's stack is used up: ends the run.
void eval_nested(struct eval *, const struct ast *);
static inline bool eval_too_deep(struct eval *e, const struct ast *n)
{
    if ((const char *)__builtin_frame_address(0) >= e->stack.host_limit) return false;
    eval_nested(e, n);
    return true;
}
// Where a node stands, with the calls that lead there; NULL as the node: where the function at hand
// was called. The run's arena has it.
const struct site *eval_site_of(struct eval *, const struct ast *);
// Nothing is known here; in a concrete run the end, with the reason.
void eval_unsupported(struct eval *, const struct ast *, const char *reason);
// Reports a finding once a node.
void eval_fault(struct eval *, const struct ast *, enum diag_id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
// Looked up when first asked for; the list may move when another one is.
struct function_info *eval_function_info(struct eval *, struct function *);
// Gives record temporaries made since `mark` back.
void eval_release_temporaries(struct eval *, int mark);
// Zeros, of the type's size; until eval_release_temporaries.
struct object *eval_temporary(struct eval *, const struct ctype *);
// Notes what was taken for granted, each text once a node; the claim's requirement says it of
// symbols.
void eval_assume(struct eval *, const struct ast *, const char *text);
void eval_assume_claim(struct eval *, const struct ast *, const struct claim *);

// ---- constructors.c
enum run_around { RUN_BEFORE, RUN_BEHIND };
void constructors_run(struct eval *); // before main; those that run behind it are noted

// ---- eval_expr.c
// An expression's value in its type, after its effects. Once `flow` is no longer normal, what comes
// back is not to be used.
struct cvalue expr_value(struct eval *, const struct ast *);
void expr_effect(struct eval *, const struct ast *);        // its value is nobody's
struct place expr_place(struct eval *, const struct ast *); // of an lvalue; not checked yet
// Bytes of a type, of variable arrays as their declaration was met last. -1: not a number.
int64_t expr_type_size(struct eval *, const struct ctype *);
const struct sym *expr_type_sym(struct eval *, const struct ctype *);

// ---- residue.c
// Both sides of a binary operation. Of an unsigned side of `&` and `%` only the lowest bits are
// followed where the other one asks for no more, so that what wrapped on the way does not matter.
void residue_sides(struct eval *, const struct ast *, struct cvalue *a, struct cvalue *b);
// What is added or taken away by a compound assignment.
struct cvalue residue_added(struct eval *, const struct ast *compound_assign);

// ---- narrow.c
// The unknown value of an int expression is converted: does it overflow before that?
void narrow_check(struct eval *, const struct ast *convert, const struct cvalue *);

// ---- eval_condition.c
// Looks through what leaves truth alone (!, conversions that lose nothing, __builtin_expect), so
// that an unknown comparison is decided as the comparison that it is and becomes a fact.
bool expr_truth(struct eval *, const struct ast *, struct hint);
struct cvalue expr_conditional(struct eval *, const struct ast *); // ?:
// A comparison, `!`, `&&` or `||` as a number.
struct cvalue expr_condition_value(struct eval *, const struct ast *);

// ---- initialize.c
// Stores an initializer; what it does not name becomes 0. Also into what is const.
void expr_initialize(struct eval *, struct object *, const struct initializer *,
                     const struct ast *);

// ---- lost.c: what a construct that was not understood may have written
// Its reason, and unknown values in place of all that it may have written.
const char *lost_run(struct eval *, const struct ast *hole);
// The value of an expression that was not understood, after that.
struct cvalue lost_hole(struct eval *, const struct ast *hole);
// What a function with a body may write where somebody else may call it, now or later.
// The object that a callee was given a pointer to, and what it reaches from there.
void lost_by_pointer(struct eval *, struct object *, const char *reason);
void lost_by_callback(struct eval *, struct function *, const char *reason);
// Is this why a value is unknown? Such a value stays unknown wherever it comes
// to rest, and nothing is concluded from it.
void lost_add_reason(struct eval *, const char *reason);
// A value in place of the one that a finding says cannot be had.
struct cvalue lost_value(struct eval *, const struct ctype *, const char *reason);
// Pointers that are lost one by one have the reason at an address of their own, by which those who
// are given them tell them apart.
const char *lost_own_reason(struct eval *, const struct ctype *, const char *reason);
bool lost_is_reason(const struct eval *, const char *reason);
// The same, of numbers that a model computes: loops that wait for them are no fault.
void lost_add_computed(struct eval *, const char *reason);
bool lost_is_computed(const struct eval *, const char *reason);
// The same, of what a loop of unknown count leaves: nothing is wrong, and branches may go both
// ways.
void lost_add_looped(struct eval *, const char *reason);
bool lost_is_looped(const struct eval *, const char *reason);

// ---- eval_call.c
// A call, by name or pointer: body, rule of a library, or nothing that is known. va_start, va_arg,
// va_copy, va_end.
struct cvalue expr_call(struct eval *, const struct ast *);
struct cvalue expr_va(struct eval *, const struct ast *);
// The next argument of a va_list, for the interpreter and for vprintf.
struct cvalue eval_next_argument(struct eval *, struct place list, const struct ctype *,
                                 const struct ast *);

// ---- eval_stmt.c
void stmt_run(struct eval *, const struct ast *); // NULL: nothing; how it was left is in `flow`
struct cvalue stmt_value(struct eval *, const struct ast *);         // of a ({ })
struct cvalue stmt_label_address(struct eval *, const struct ast *); // &&label

#endif
