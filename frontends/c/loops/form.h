#ifndef FRONTENDS_C_FORM_H
#define FRONTENDS_C_FORM_H

// What is known of the rounds of a loop by the form of its statements, while alike.c looks at them:
// which numbers are others in each round, and which pointers lead elsewhere.

#include "frontends/c/loops/rounds.h"

#define MAX_CHANGING 64

// Numbers that differ from round to round; those that are declared in the body begin anew.
struct rounds_form {
    const struct variable *changing[MAX_CHANGING];
    int n;
    struct map *members;  // of structures, that hold such numbers or texts of them
    struct map *declared; // variables of the body, by their AST_DECLARE
    struct map *literals; // objects of compound literals, which are made anew in each round
    struct map *set;      // variables that are assigned to, or whose address is taken
    struct map *walking;  // pointers that are elsewhere in each round
    struct map *entered;  // functions whose bodies were looked at
    struct map *passed;   // and those that were looked at for what they keep
    struct map *arrays;   // of numbers, that the body mentions (collect.c)
    struct map *filled;   // objects of those that it writes to
    struct map *jumping;  // numbers that change by more than a step
    struct unit *unit;
    struct eval *eval;
    bool of_raw; // the program has no library, so all that it makes is memory and what lies in it
    bool in_kernel; // arguments of a kernel are looked at
    bool other;     // something that is not understood
};

// Of a variable: is it another number in each round, is it a pointer that each round moves, or is
// it declared in the round?
bool form_is_changing(const struct rounds_form *, const struct variable *);
bool form_is_walking(const struct rounds_form *, const struct variable *);
bool form_is_declared(const struct rounds_form *, const struct variable *);
bool form_is_changing_member(const struct rounds_form *, const struct cfield *); // NULL: no member
// Is an lvalue, or a pointer, at another place in each round?
bool form_walks(const struct rounds_form *, const struct ast *);
bool form_mentions_changing(const struct rounds_form *, const struct ast *);

// What changes in the parts of a statement (alike_changes.c), noted in the form: variables that it
// declares and sets; objects of its compound literals; numbers that are others in each round, which
// those that are made of them are, too; and what functions that it calls keep, which is not
// followed. `other` is set for what is not understood.
void form_find_declared(struct rounds_form *, const struct ast *);
void form_find_literals(struct rounds_form *, const struct ast *);
void form_find_changing(struct rounds_form *, const struct ast *);
void form_find_kept(struct rounds_form *, const struct ast *);
void form_add_changing(struct rounds_form *, const struct variable *);
// A number that a library tells of a handle or of the program's memory: nn_size(x, 1), strlen(s).
bool form_tells_number(const struct ast *call);
// Numbers of a hand-written program that are read from a file, or set to zero.
bool form_is_data(const struct ast *pointer);

// Gives the assignment a member of what the round made a number that is the same in each round?
// (steady.c)
bool form_keeps_steady(const struct rounds_form *, const struct ast *assignment);

// A call of a kernel, or a loop over numbers, that does the same in each round but for where, and
// how far (alike_kernel.c).
bool form_is_kernel(const struct rounds_form *, const struct ast *call);
bool form_is_nest(const struct rounds_form *, const struct ast *loop);

// An `if` on floats that nobody knows, whose sides do no more than set numbers (join.h): which of
// them is taken makes no other difference.
bool form_chooses(const struct rounds_form *, const struct ast *);

// Arrays of numbers of the function's own (collect.c), noted in the form; those that an earlier
// loop filled are numbers that change.
void form_find_arrays(struct rounds_form *, const struct ast *);
// Is an element of one assigned to? Then it is a number that changes, too.
bool form_fills(struct rounds_form *, const struct ast *assignment);
// Is it the next one in each round, from the first ones on?
bool form_fills_next(const struct rounds_form *, const struct ast *assignment);
// An element of one of these that is another one in each round, or one of the first; or one of
// which that is not known.
bool form_is_element(const struct rounds_form *, const struct ast *lvalue);
bool form_is_element_place(const struct rounds_form *, const struct ast *pointer);
bool form_is_other_element(const struct rounds_form *, const struct ast *lvalue);

bool form_is_number(const struct ctype *); // NULL: no
// To fewer bits than an int has?
bool form_wraps(const struct ctype *);
// Does a number stay what it is where it is converted?
bool form_keeps_number(const struct ctype *to, const struct ctype *from);
bool form_points_to_numbers(const struct ctype *);

struct function *form_callee(const struct ast *call); // NULL: it is not named
// What holds an lvalue, or what a pointer leads to: a variable or a member.
const struct ast *form_holder(const struct ast *);
bool form_outlives_calls(const struct ast *lvalue);

#endif
