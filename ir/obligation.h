#ifndef IR_OBLIGATION_H
#define IR_OBLIGATION_H

// A condition on sizes that was not decided when a call was seen.

#include "ir/diag.h"
#include "ir/sym/sym.h"

// A side of a check: a size, and where it stands, so that a message can name it.
struct term {
    const struct sym *size;
    int operand;      // index, or -1
    int axis;         // of the operand
    const char *what; // attribute or formula: "in_features", "groups"; may be NULL
};

enum relation {
    RELATION_EQUAL,    // a == b
    RELATION_AT_MOST,  // a <= b
    RELATION_DIVIDES,  // a divides b
    RELATION_BROADCAST // a == b, or one of them is 1
};

// A condition that a rule needs. Rules settle nothing themselves: what is not
// decided at once stays here for analyzer/shapes.
struct obligation {
    enum diag_id diag;
    enum relation relation;
    struct term a, b;
    const char *fix; // what to change, or NULL; "{a}" and "{b}" in it stand for the two sizes
    // What is otherwise where a <= b does not hold: the rule took it for granted, and sizes that
    // break it are none the worse. NULL: the call needs the condition.
    const char *taken;
    struct obligation *next;
};

// How a message says that it must hold: "a must divide b", "b must be divisible by a".
struct relation_words {
    const char *from_a, *from_b;
};
const struct relation_words *relation_words(enum relation);
// "in_features (512)", or the size alone where it has no name.
const char *term_string(struct arena *, const struct term *);

// That a size must be 1, as a view is possible nowhere else. It is told, never learned: nobody
// means an input of which only one size is right.
bool obligation_of_ones(const struct obligation *);
// What the constants alone say about an obligation: OPEN where a size is symbolic.
enum verdict obligation_plain(const struct obligation *);

#endif
