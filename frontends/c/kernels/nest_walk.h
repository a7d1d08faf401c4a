#ifndef FRONTENDS_C_NEST_WALK_H
#define FRONTENDS_C_NEST_WALK_H

// The walk behind kernel.h, private to nest*.c: each statement is met once, with a symbol for
// the round of each loop around it; where a loop is left, its symbol is swept over its rounds and
// gone (nest_sweep.c).

#include "frontends/c/kernels/nest.h"

enum nest_value_kind { NV_NONE, NV_INTEGER, NV_FLOAT, NV_POINTER };

// Of a pointer `number` counts bytes from the root on.
struct nest_value {
    enum nest_value_kind kind;
    const struct sym *number;
    int root;
};

static inline bool nest_value_same(const struct nest_value *a, const struct nest_value *b)
{
    return a->kind == b->kind && a->number == b->number && a->root == b->root;
}

// What an lvalue denotes: a part of a variable, or memory behind a pointer.
struct nest_place {
    const struct variable *variable; // NULL: memory
    int64_t offset;
    struct nest_value pointer;
    const struct cfield *field; // that it was reached by
    bool copied;                // in a copy of that, which is only read
};

// A record that is a copy of another one: a parameter, or a variable that is declared as such.
struct nest_alias {
    const struct variable *copy;
    struct nest_place of;
};

// The size of a variable array type since its declaration was met.
struct nest_array {
    const struct ctype *type;
    const struct sym *bytes;
};

// What a scalar variable, or a part of a record, holds now.
struct nest_binding {
    const struct variable *variable;
    int64_t offset;
    struct nest_value value;
};

// A symbol that ends with a loop: [0, n). n NULL: without an end.
struct nest_round {
    const struct sym *var, *n;
};

struct nest_loop {
    struct nest_loop *outer;
    VEC(struct nest_round) rests; // of divisions: 0 to the divisor, decided by nothing else
    bool unsure;                  // it may be left early
    bool skips;                   // a round may be left early
};

// What must be 1 or more where the walk is.
struct nest_guard {
    const struct sym *need;
    const struct sym *truth; // how often what stands behind it is counted; NULL: nobody knows
};

// What variables held where a branch left the round or the function.
struct nest_exit {
    const struct nest_binding *bindings;
    int n;
    bool returns;
};

// A condition: what must be 1 or more where it is true, and where it is false. Not `complete`: it
// depends on something else too.
struct nest_side {
    int n;
    const struct sym *needs[NEST_MAX_NEEDS];
    bool complete;
};
struct nest_condition {
    struct nest_side yes, no;
    const struct sym *a, *b; // of a comparison of integers; NULL: it is none
    enum ast_op op;
};

struct nest_walk {
    struct arena *arena;
    struct unit *unit;
    struct syms *syms;
    struct nest *nest;
    VEC(struct nest_binding) bindings;
    VEC(struct nest_guard) guards;
    VEC(const struct variable *) own; // declared in what is walked
    int unsure;                       // > 0: behind or under something that data decides
    int uncounted;                    // > 0: behind something that may have left
    struct nest_loop *loop;
    struct nest_loop *around; // the function that is walked: its innermost loop outside of it
    VEC(struct nest_array) arrays;
    VEC(struct nest_alias) aliases;
    struct nest_count flops, steps; // of the innermost loop's round so far
    VEC(struct nest_exit) exits;    // of the round, and of the function around it
    int depth, n_names, tries;
    const struct ast *result; // of an inlined function: where its value was left
    struct nest_value returned;
    bool left;          // the rest of the block is not reached
    struct map *bounds; // of nest_bounds.c
};

// ---- nest.c
void nest_refuse(struct nest_walk *, const struct ast *, const char *reason);
const struct sym *nest_fresh(struct nest_walk *, const char *name);
int nest_root(struct nest_walk *, const struct nest_root *);
struct nest_value nest_variable(struct nest_walk *, const struct variable *, int64_t offset,
                                const struct ctype *);
void nest_bind(struct nest_walk *, const struct variable *, int64_t offset,
               const struct nest_value *);
bool nest_is_own(const struct nest_walk *, const struct variable *);
// Does it hold what it held before the kernel? Without asking for that, as it may have held
// nothing.
bool nest_is_as_before(const struct nest *, const struct nest_binding *);
// A copy of them, as they are now.
struct nest_binding *nest_bindings(struct nest_walk *);
void nest_touch(struct nest_walk *, const struct nest_value *pointer, const struct ctype *,
                const struct sym *bytes, enum access_mode, const struct ast *);
const struct sym *nest_memory(struct nest_walk *, int root, int64_t offset, const struct ctype *,
                              const char *path);
const struct sym *nest_given(struct nest_walk *, int root);
// The side of a condition holds from here on. What its ways take is counted by whether it does; or
// is taken to, as where the program ends otherwise, or where both ways are counted by themselves.
enum nest_guarding { GUARD_DECIDES, GUARD_HOLDS };
void nest_guard(struct nest_walk *, const struct nest_side *, enum nest_guarding);
// Does a call's numbers tell which side is taken?
bool nest_is_decided(struct nest_walk *, const struct nest_condition *);

// ---- nest_bounds.c
// Has to see each body before it is walked.
void nest_bounds_look(struct nest_walk *, const struct ast *body);
// Is it a size that loops run to?
bool nest_bounds_loops(const struct nest_walk *, const struct variable *);

// ---- nest_value.c
struct nest_value nest_value(struct nest_walk *, const struct ast *);
struct nest_condition nest_condition(struct nest_walk *, const struct ast *);
// The smaller or the larger of two numbers where a comparison chooses between them, else unknown.
struct nest_value nest_join(struct nest_walk *, const struct nest_condition *,
                            const struct nest_value *yes, const struct nest_value *no);

// In bytes; NULL: not known.
const struct sym *nest_type_size(struct nest_walk *, const struct ctype *);
// The bounds of a variable array type, which are the node's kids, hold from here on.
void nest_type_bind(struct nest_walk *, const struct ast *, const struct ctype *);

// ---- nest_place.c
struct nest_place nest_place(struct nest_walk *, const struct ast *);
// From here on the variable is a copy of what the value is read from; false: it is made otherwise.
bool nest_copies(struct nest_walk *, const struct variable *, const struct ast *value);
struct nest_value nest_load(struct nest_walk *, const struct nest_place *, const struct ast *);
void nest_store(struct nest_walk *, const struct nest_place *, const struct ctype *,
                const struct nest_value *, const struct ast *);
struct nest_value nest_address(struct nest_walk *, const struct nest_place *, const struct ast *);
// The pointer to its first element that an lvalue becomes.
struct nest_value nest_array(struct nest_walk *, const struct ast *);

// ---- nest_fork.c
// Two ways that a condition parts, one walked after the other.
struct nest_fork {
    bool sets; // one of them may set a variable that is not its own
    int n_before, n_yes;
    struct nest_binding *before, *yes;
};
// Before the first way; either may be NULL.
struct nest_fork nest_fork_open(struct nest_walk *, const struct ast *yes, const struct ast *no);
// The way `yes` is done: variables hold again what they did before it.
void nest_fork_turn(struct nest_walk *, struct nest_fork *);
// Behind the other way: what each variable holds, whichever was taken; or if none but `yes` was.
void nest_fork_join(struct nest_walk *, const struct nest_fork *, const struct nest_condition *);
void nest_fork_take_yes(struct nest_walk *, const struct nest_fork *);
// The way that was just walked left the round, or the function: `result` is the walk's before it.
void nest_fork_exit(struct nest_walk *, const struct ast *result);
// The end of what they left: exits from `first` on come in. Those of functions go on to theirs.
enum nest_end { END_OF_ROUND, END_OF_FUNCTION };
void nest_fork_meet(struct nest_walk *, int first, enum nest_end);

// ---- nest_call.c
struct nest_value nest_call(struct nest_walk *, const struct ast *);

// Both ways of a condition: each as often as its truths say, else the same or at most the larger.
struct nest_count nest_count_ways(struct syms *, const struct sym *before, const struct sym *yes,
                                  const struct sym *no, enum nest_guarding, bool exact);

// ---- nest_statement.c
void nest_statement(struct nest_walk *, const struct ast *);

// ---- nest_switch.c
void nest_switch(struct nest_walk *, const struct ast *);

// ---- nest_loop.c
void nest_loop(struct nest_walk *, const struct ast *);

// ---- nest_sweep.c
// What happened from access `first` on happened for each value of the symbol.
void nest_sweep(struct nest_walk *, int first, const struct nest_round *);
// So much in one round, over all of them.
struct nest_count nest_sum(struct syms *, struct nest_count, const struct nest_round *);

#endif
