#ifndef FRONTENDS_C_NEST_H
#define FRONTENDS_C_NEST_H

// What a function, or a loop nest, does to the memory behind its pointers, read off its tree
// without running it: which bytes it reads and writes, in closed form over its integers. Numbers
// of a table of their own stand for what a call binds: parameters, integers found behind pointers
// at a fixed place, whether a pointer is there at all.
//
// Nothing is said that is not so. An access has the range that its loops sweep; `sure` says that
// both ends are touched by every call in which its needs hold, otherwise the range is a bound. What
// is not understood is refused, with the reason. Private to frontends/c.

#include "frontends/c/ast.h"
#include "frontends/c/unit.h"
#include "ir/sym/sym.h"
#include "ir/value.h"

#define NEST_MAX_NEEDS 12

// Where pointers come from.
enum nest_root_kind {
    ROOT_PARAMETER, // pointer parameter, or local pointer of the enclosing function: `variable`
    ROOT_FIELD,     // a pointer read from `parent` at `offset`
    ROOT_PART,      // an array that lies in `parent` at `offset`, as a member
    ROOT_OBJECT,    // the variable itself: a global or enclosing array or record
    ROOT_LOCAL // an array or record of the kernel's own: what happens there is nobody's concern
};

struct nest_root {
    enum nest_root_kind kind;
    const struct variable *variable;
    int parent;
    int64_t offset;
    const struct ctype *element; // what the pointer points to; of an object its type
    const struct ctype *array;   // of ROOT_PART, and of a variable that is one; else NULL
    const char *path;            // "inp", "layer->weight"
    bool called;                 // it leads to a function of numbers that touches no memory
};

// What a symbol stands for.
enum nest_symbol_kind {
    NEST_VARIABLE, // an integer parameter or enclosing variable
    NEST_MEMORY,   // the integer of `type` at `offset` behind `root`
    NEST_GIVEN,    // 1 if the pointer `root` is not NULL, else 0
    NEST_TRUTH,    // 1 where `definition` is 1 or more, else 0; only counts mention it
    NEST_QUOTIENT // `definition`, a local size that a division gives; it is taken not to be below 0
};

struct nest_symbol {
    enum nest_symbol_kind kind;
    const struct sym *var;
    const struct variable *variable;
    int root;
    int64_t offset;
    const struct ctype *type;
    const struct sym *definition; // over the symbols before it
};

// Bytes [first, end) from the root on; sym_unknown where data decides.
struct nest_access {
    int root;
    enum access_mode mode;
    const struct sym *first, *end;
    int n_needs; // each must be 1 or more, or the access does not happen
    const struct sym *needs[NEST_MAX_NEEDS];
    bool sure;
    bool fresh; // a read that comes, for once at least, before all that is written to its root
    const struct ctype *type;
    const struct ast *at;
};

// How much there is of something: a count that may be an upper bound.
struct nest_count {
    const struct sym *n;
    bool exact;
};

// A variable of the enclosing function that a loop nest leaves with another value.
struct nest_left {
    const struct variable *variable;
    const struct sym *number; // of an integer; unknown: not known. NULL: a float
    int root;                 // of a pointer: where it points; -1: it is none
    // Of an integer: the one place that gives it another value, and how often that is passed; NULL:
    // it is set in some other way.
    const struct ast *write;
    const struct sym *rounds;
};

struct nest {
    struct syms *syms;
    const char *refused; // why it is not understood; NULL: it is
    VEC(struct nest_root) roots;
    VEC(struct nest_symbol) symbols;
    VEC(struct nest_access) accesses;
    VEC(struct nest_left) left;
    VEC(struct nest_left) repeated; // what the outermost loops set once a round
    struct nest_count flops, steps;
    int n_loops;
    bool writes_integers, writes_globals; // beside floats: what a program may go by
    bool writes_wide_integers;            // and of more than two bytes: none that is quantized
    bool gives_data;                      // its result depends on what memory holds
    bool calls_outside_loops; // of functions with pointers and a body, once each: leaves themselves
    VEC(struct function *) called; // with pointers and a body, wherever that is; each once
};

// Of a whole function with a body; never NULL. All of it lives in the arena.
const struct nest *nest_of_function(struct arena *, struct unit *, struct function *);
// Of a loop statement in a body: variables that it does not declare are bound as parameters are.
const struct nest *nest_of_loop(struct arena *, struct unit *, const struct ast *loop);

// A library's function of numbers only, that computes nothing but its result.
bool nest_is_arithmetic(struct arena *, const struct function *);
// May an expression be evaluated once more, or not at all, without a difference? It sets nothing
// and calls only what is arithmetic.
bool nest_is_pure(struct arena *, const struct ast *);
// Does it touch no memory, and leave no variable other than it was?
bool nest_only_computes(const struct nest *);

// All accesses of one root in one mode together, in units of so many bytes from the root on.
struct nest_extent {
    bool any;                      // there is one
    int64_t unit;                  // the size of an element; 1 where elements differ
    const struct sym *first, *end; // nothing outside of [first, end) is touched; may be unknown
    bool sure;                     // and both ends are touched in any case
    const struct sym *sure_first, *sure_end; // what is touched in any case; NULL: nothing
    const struct nest_access *last;          // that reaches sure_end
    int n_needs;                             // of that one, with the call's numbers
    const struct sym *needs[NEST_MAX_NEEDS];
    const struct ctype *type; // of what is touched
    bool fresh; // something is read before anything is written here, and that in any case
};

// With values for the kernel's symbols, of any table: numbers, or sizes of a program. Where it
// takes sizes of 1 and more to touch anything, they are taken to be such.
struct nest_extent nest_extent_of(const struct nest *, struct syms *to, int n,
                                  const struct sym_replacement *, int root, enum access_mode);
// Is the number at least 1 whenever all sizes are?
bool nest_holds_of_sizes(struct syms *, const struct sym *need);
// Is it so wherever the access that reaches the extent's sure end happens? A size is then taken to
// be 1 or more only if nothing is touched where it is 0, so a position may be 0.
bool nest_holds_where_touched(struct syms *, const struct nest_extent *, const struct sym *need);
// A count likewise.
struct nest_count nest_count_at(struct syms *to, struct nest_count, int n,
                                const struct sym_replacement *);
// Each symbol as itself: closed forms over the kernel's parameters.
const struct sym_replacement *nest_itself(struct arena *, const struct nest *);

#endif
