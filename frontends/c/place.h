#ifndef FRONTENDS_C_PLACE_H
#define FRONTENDS_C_PLACE_H

// Places in memory: what an lvalue denotes, reading and writing it, the objects
// of variables, and how the program would spell what lies there. A store or
// load outside of a living object is a finding, and its value unknown. Private
// to the interpreter, as interp.h.

#include "frontends/c/ast.h"
#include "frontends/c/eval.h"
#include "frontends/c/heap.h"

// A place in memory. Without an object: the absolute address `offset` (NULL and
// its neighbours), or nothing known, then `reason` says why.
struct place {
    struct object *object;
    int64_t offset;
    const char *reason;
};

// ---- memory.c: values in memory
//
// The node of each is what a finding is blamed on; it may be NULL.

// What the bytes hold as a value of the type. Never written, unknown or not
// there: an unknown, or a symbol named after the place.
struct cvalue place_load(struct eval *, struct place, const struct ctype *, const struct ast *);
// Writes the value, which has been converted to the type.
void place_store(struct eval *, struct place, const struct ctype *, const struct cvalue *,
                 const struct ast *);
// Bit-fields: only the bytes that hold bits of the field are touched.
// Of bytes that nothing was written to: a finding, and a value that is not known.
struct cvalue place_load_unset(struct eval *, struct place, const struct ctype *,
                               const struct ast *);
struct cvalue place_load_bits(struct eval *, struct place, const struct ast *member);
void place_store_bits(struct eval *, struct place, int width, int bit_offset, const struct cvalue *,
                      const struct ast *);
// Is the range inside a living object? Reports if it is not.
// Memory is used whose life is over.
void place_tell_dead(struct eval *, const struct object *, const struct ast *);
bool place_check(struct eval *, const struct place *, int64_t bytes, enum access_mode,
                 const struct ast *);
// Where a pointer value points; behind an unknown one new memory is made.
struct place place_of_pointer(struct eval *, const struct cvalue *, const struct ast *);
// &place, as a pointer of the type.
struct cvalue place_pointer(struct place, const struct ctype *);
// What an unknown becomes where it comes to rest: a symbol, or memory of its own.
struct cvalue place_settle(struct eval *, struct place, const struct ctype *, const struct cvalue *,
                           const struct ast *);
// Memory of unlimited size that nobody has seen made, reached through the pointer that `path`
// spells; `element` is what it points to, NULL or void if that is not known.
struct object *lazy_object(struct eval *, const struct ctype *element, const char *path,
                           enum nullness);

// ---- family.c: base[index] with an index that is not known
// Memory of its own, the same for the same index.
struct cvalue family_pointer(struct eval *, const struct cvalue *base, const struct sym *index,
                             const struct ctype *, const struct ast *);
// Before such an element is read or written: that the index is inside of the array; what is known
// of it now; what a store may have changed.
void family_inside(struct eval *, const struct object *, const struct ast *);
void family_touch(struct eval *, struct object *, int64_t offset, int64_t size, enum access_mode);
// Have all elements of the array this value already?
bool family_holds(struct eval *, struct place, const struct ctype *, const struct cvalue *);
// A symbol read from such an element lies between the values of all elements.
void family_bound(struct eval *, struct place, const struct cvalue *);

// Of a table of different functions or modules, which one is meant decides what is built: each is a
// way of its own, and the place becomes that of the element of this way. False: it is no such
// table, or too long for that.
bool family_choose(struct eval *, struct place *, const struct ast *);

// The array's object that it is an element of; its place there, in bytes, is added to `offset`.
struct object *family_base(struct eval *, const struct object *element, const struct sym **offset);
// Likewise the object around all arrays that it is an element of.
struct object *family_root(struct eval *, const struct object *element, const struct sym **offset);

// ---- variables.c
// The variable's object in the current frame or in static memory, made when first asked for.
struct object *variable_object(struct eval *, const struct variable *);
// The bounds of a variable array type, which are the node's kids, hold from here on.
void variable_bind(struct eval *, const struct ast *, const struct ctype *);

// ---- names.c
// How the program reaches the value of this type at the place: "model->layers[3].wq".
const char *name_place(struct eval *, struct place, const struct ctype *);
// The expression as it stands in the source, but for parts that are too deep ("...").
const char *name_expression(struct eval *, const struct ast *);
// The same as a side of a comparison: in parentheses where C needs them there.
const char *name_compared(struct eval *, const struct ast *);
// The name made different from those of other unknowns.
const char *name_unique(struct eval *, const char *name);
// An unknown that a call gave, where nothing but the call gives it a name: "width()".
struct cvalue name_called(struct eval *, const struct ast *call, const struct cvalue *);
// The same for any expression, where it comes to rest in a place without a name.
struct cvalue name_written(struct eval *, const struct ast *, const struct cvalue *);
// Before `to = n` of a member: where n is an element of an array that nobody has looked at yet, a
// word of a file's header, it gets the member's name, which says more than `header[2]`.
void name_after(struct eval *, struct place to, const struct ast *member, const struct ast *n);
// The symbol of an unknown integer that gets this name; a number where `--set` binds it.
const struct sym *name_symbol(struct eval *, const char *name, const struct ctype *);

#endif
