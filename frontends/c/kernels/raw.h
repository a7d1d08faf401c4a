#ifndef FRONTENDS_C_RAW_H
#define FRONTENDS_C_RAW_H

// Records what the program does with memory of its own (ir/raw_graph.h): blocks as they come and
// go, pointers into them where they are kept, calls of kernels. Nothing is recorded in a concrete
// run, and nothing that is recorded changes what the program computes. Private to the interpreter
// and the C library, as interp.h.

#include "frontends/c/place.h"
#include "ir/raw_graph.h"

// ---- blocks

// At the call that is running. nmemb and size are those of calloc, else NULL.
void raw_allocated(struct eval *, enum raw_function, struct object *, const struct sym *bytes,
                   const struct sym *nmemb, const struct sym *size);
void raw_grown(struct eval *, struct object *to, const struct object *from); // before it is freed
void raw_freed(struct eval *, struct object *);
// A variable that begins to live: noted where it is, or has in it, an array of numbers, and all
// static ones but scalars. Its size is given where the type does not say it, else NULL.
void raw_variable(struct eval *, struct object *, const struct variable *, const struct sym *bytes);
// A variable's life, or that of a block with pointers in it, ends.
void raw_ends(struct eval *, struct object *);

// Blocks that a function without a body gets: it may use them.
void raw_given(struct eval *, int n, const struct cvalue *arguments);
// The buffer that a pointer leads to and how many bytes into it; false: to none.
bool raw_locate(struct eval *, const struct cvalue *pointer, struct raw_buffer **,
                const struct sym **offset);

// ---- pointers that are kept

// A pointer of this type was stored at the place.
void raw_stored(struct eval *, struct place, const struct ctype *, const struct cvalue *pointer);
void raw_copied(struct eval *, struct object *to, int64_t to_offset, const struct object *from,
                int64_t from_offset, int64_t n);

// Is memory all that the program has made so far: no graph, and no model of a library?
bool raw_is_all(const struct eval *);

// ---- kernels

// Functions that could be one, as they have a loop.
enum raw_kernel {
    RAW_KERNEL_NONE,
    RAW_KERNEL_OF_POINTERS, // with a pointer to numbers among its parameters
    RAW_KERNEL_OF_OBJECTS   // its loops store numbers behind members, or in arrays of the program
};
enum raw_kernel raw_kernel_of(struct eval *, struct function *);
bool raw_calls_kernels(struct eval *, struct function *); // by name, in its body
bool raw_points_to_numbers(const struct ctype *);
// Does a loop of its body store floating-point numbers through a pointer or into an array, or
// multiply quantized ones?
bool raw_computes(struct unit *, struct function *);
// The call as it is recorded, with nothing known of its ranges; NULL: it is none of a kernel on
// buffers of numbers. raw_returned ends it, with what the function returned.
struct raw_call *raw_called(struct eval *, const struct ast *call, struct function *, int n,
                            const struct cvalue *arguments);
void raw_returned(struct eval *, struct raw_call *, const struct cvalue *result);

// Is a kernel running that calls no others? What it computes is data.
bool raw_in_kernel(const struct eval *);

// ---- kernels that are run (raw_watch.c)

struct nest_extent;
// Until its end what is touched is noted, if nobody looked at the body.
void raw_watch_begin(struct eval *, struct raw_call *);
void raw_watch_end(struct eval *);
// While one is watched: a number of this type, or what a loop touches that was not run.
void raw_touched(struct eval *, const struct place *, const struct ctype *, enum access_mode);
void raw_touched_by_nest(struct eval *, const struct cvalue *pointer, const struct nest_extent *,
                         enum access_mode);

// ---- findings (raw_tell.c)

// Memory behind its end is used, or will be: is that because it was asked for in elements instead
// of bytes, or in elements of another type? Then that was told where it was asked for, and nothing
// more need be said. `needed`: how many bytes are used; NULL: not known.
bool raw_tell_unscaled(struct eval *, const struct object *, const struct sym *needed);
// main is about to return: blocks that nobody can free any more.
void raw_tell_leaks(struct eval *);

// ---- the end

// What is known only when the run is over: names, and which pointers the program kept.
void raw_finish(struct eval *);
// The element that a pointer of this type leads to.
struct raw_element raw_element_of(const struct ctype *pointed_to);

#endif
