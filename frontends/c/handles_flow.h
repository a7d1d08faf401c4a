#ifndef FRONTENDS_C_HANDLES_FLOW_H
#define FRONTENDS_C_HANDLES_FLOW_H

// The state of handles.c: statements are followed there, values in handles_value.c.

#include "frontends/c/handles.h"
#include "ir/base/vec.h"

// Nodes that are walked over, in all rounds of all loops.
#define HANDLES_WORK 2000000

enum handle_state {
    STATE_NONE = 1,  // it holds nothing
    STATE_HELD = 2,  // it has to be given back
    STATE_ENDED = 4, // it was
    STATE_ELSEWHERE = 8
};

// Of each variable, the states that it may be in.
struct flow {
    bool dead; // nobody comes here
    uint8_t *mask;
};

struct loop {
    struct loop *outer;
    const struct ast *node;
    int depth, n_branches; // around it
};

struct tracked {
    const struct variable *variable;
    const struct handle_kind *kind;
    const struct ast *made, *declared; // the last call that made it; its declaration
    const struct ast *made_loop;       // the innermost loop around that; NULL: none
    int made_depth;                    // of loops
    bool same_owner;                   // in each round of that loop
    bool declared_made;                // the declaration itself makes it
    bool scoped;                       // a cleanup function ends it
    bool escapes, is_read, ends_in_loop, made_twice;
    VEC(const struct ast *) ends; // calls that end it
};

struct label {
    const char *name;
    struct flow *flow;
};

struct handles {
    struct arena *arena;
    struct unit *unit;
    const struct ast *body;
    int n_kinds;
    const struct handle_kind *kinds;
    VEC(struct tracked) variables;
    VEC(struct label) labels;
    VEC(struct handle_finding) findings;
    struct flow *now, *leaves, *again, *cases;
    struct loop *loop;
    int n_branches; // around the place
    int64_t work;   // nodes left
    bool telling, jumped, lost;
};

enum value_use { VALUE_USED, VALUE_TESTED, VALUE_DROPPED };

// ---- handles_value.c
// Looks for variables and calls of the kinds; false: the function has none.
bool handles_find(struct handles *, const struct ast *body);
int handles_index(const struct handles *, const struct variable *); // -1: not tracked
int handles_read(const struct handles *, const struct ast *);       // of a variable's value
// What a call asks of a handle without keeping it, as its value; NULL: it does something else.
const struct ast *handles_asked(const struct handles *, const struct ast *call);
void handles_value(struct handles *, const struct ast *, enum value_use);
void handles_stores(struct handles *, const struct initializer *);
// The variable gets this value; `at` is the statement or expression.
void handles_assign(struct handles *, int index, const struct ast *value, const struct ast *at);
void handles_tell(struct handles *, enum handle_wrong, int index, const struct ast *at);

// ---- handles.c
void handles_statement(struct handles *, const struct ast *);
struct flow *handles_fork(struct handles *);
void handles_meet(struct handles *, const struct flow *);

#endif
