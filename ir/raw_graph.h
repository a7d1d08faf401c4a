#ifndef IR_RAW_GRAPH_H
#define IR_RAW_GRAPH_H

// Hand-written C as it handles memory: the blocks that a program gets (buffers), the pointers that
// it keeps into them (fields), and the calls of functions that compute on them (kernel calls), in
// one order of events. Nothing here is a tensor: what a buffer holds is told by the pointers that
// lead to it, and how much of it a kernel touches by the kernel's body.
//
// Recorded by the interpreter (frontends/c/kernels/raw.h), the ranges of kernel calls filled by who
// understands bodies, read by analyzer/models/malloc.c and by reports. Sizes are symbolic and count
// bytes where nothing else is said; all of it lives in the program's arena.

#include "ir/base/site.h"
#include "ir/base/vec.h"
#include "ir/sym/sym.h"
#include "ir/tensor.h"

struct program;

#define RAW_NONE (-1) // as the number of a buffer, a field or an event: there is none

// RAW_FUNCTION(ID, name): where a block comes from.
enum raw_function {
#define RAW_FUNCTION(id, name) RAW_##id,
#include "ir/raw_functions.def"
#undef RAW_FUNCTION
    N_RAW_FUNCTIONS
};

const char *raw_function_name(enum raw_function); // "calloc"
bool raw_function_is_heap(enum raw_function);     // it is given back by free, not by itself

// What a pointer to it points to. Elements that are no numbers (records, pointers) have
// DTYPE_NONE.
struct raw_element {
    enum dtype dtype;
    const char *name; // as C spells it: "float"; NULL: no pointer with a type was made to it
    int64_t bytes;    // of one; 0: not known
};

struct raw_field;

struct raw_buffer {
    int number; // from 0, in program order; of variables: when the program first touches them
    enum raw_function function;
    const struct sym *bytes;        // what the program asked for
    const struct sym *nmemb, *size; // of calloc; else NULL
    struct raw_element element;
    bool has_floats;  // its elements are floating-point numbers, or have arrays of some in them
    const char *name; // lvalue path of the pointer that holds it, "acts.ln1"; NULL: none did
    const struct site *site;     // of the call, with its chain; of a variable its declaration
    const struct site *at;       // the innermost of the chain that is no wrapper of malloc
    const struct site *freed_at; // NULL: it is alive at the end
    const char *freed_as;        // the lvalue that free was given; NULL: none that is known
    int grown_from;              // realloc: the buffer whose contents moved here; else RAW_NONE
    int alloc_event, free_event; // indices into events; free_event RAW_NONE: never
    // Something was stored in it or copied to it, or a kernel or a function that nobody sees got a
    // pointer to it.
    bool touched;
    VEC(struct raw_field *) fields; // that lead to it, in order of their first store
    struct raw_layout *layout;      // of raw_extent's; NULL: it was not asked
};

// The parts that a buffer is laid out in, as they are listed, and in the order in which they lie in
// it; found once for as long as they stay the same.
struct raw_part {
    const struct raw_field *field;
    const struct sym *offset;
};

struct raw_layout {
    const struct syms *syms;
    int n;
    struct raw_part *parts;
    const struct raw_field **order; // NULL: symbols leave it open
    struct map *extents;            // that were asked for, by their offset
};

// An lvalue of the program that holds a pointer into a buffer.
struct raw_field {
    int number;         // from 0
    const char *lvalue; // "model.acts.ln1"
    int buffer;
    const struct sym *offset; // bytes
    struct raw_element element;
    const struct site *site; // of the store
    bool kept;  // so far, or when all is said: until the buffer was freed, or to the end
    bool local; // a variable of a function that is a pointer itself: may be a mere view
    bool given; // it is what an allocator of the program gave, a part of its pool
    bool moved; // it was stored again with another offset, so it is no part of a layout
};

enum raw_tag {
    RAW_UNTOUCHED, // no element
    RAW_EXACT,     // its first and its last element are reached in any case
    RAW_AT_MOST,   // nothing outside of it is touched
    RAW_UNKNOWN    // `reason` says why
};

// Elements [first, end) behind a pointer, counted in elements of its type.
struct raw_range {
    enum raw_tag tag;
    const struct sym *first, *end; // NULL unless RAW_EXACT or RAW_AT_MOST
    const char *reason;            // RAW_UNKNOWN, and RAW_AT_MOST where there is one
};

// A pointer argument. RAW_NONE as buffer: it leads to none that is known; then offset is NULL.
struct raw_pointer {
    const char *name; // of the parameter
    const char *text; // of the argument, as the caller writes it
    int buffer;
    const struct sym *offset; // bytes into the buffer
    struct raw_element element;
    bool read_only; // the parameter is a pointer to const
    struct raw_range read, written;
    int rank; // of a contract, whose sizes they are; 0: [count]
    const struct sym *dim[MAX_RANK];
};

struct raw_number {
    const char *name;        // of the parameter
    const struct sym *value; // sym_unknown where it is not known
};

// One call of a function that gets pointers to buffers of numbers and runs loops over them.
struct raw_call {
    int number;
    const char *function;
    const struct site *site; // of the call, with its chain
    int n_numbers;
    const struct raw_number *numbers; // integer arguments, in order
    int n_pointers;
    // Pointer arguments, in order; behind them memory that it reaches by members and by variables
    // of the program, and what it got itself and returned.
    struct raw_pointer *pointers;
    const struct sym *flops; // NULL: not known
    int inside;              // the call that makes this one; RAW_NONE: none that is listed
    bool is_leaf;            // it makes none itself
    bool runs_kernels;       // there are calls of some in its body
    bool looked_at;          // its ranges are known, as far as they are
    // Calls of the rounds of a loop that it stands for: 1; 0: it counts with another one of them.
    int64_t times;
    int event;
};

struct raw_event {
    enum raw_event_kind { RAW_EVENT_ALLOC, RAW_EVENT_FREE, RAW_EVENT_CALL } kind;
    int index; // of buffers or calls
    const struct site *site;
};

// Everything of one program. Items never move, so pointers to them stay good.
struct raw_state {
    struct arena *arena;
    VEC(struct raw_buffer *) buffers;
    VEC(struct raw_field *) fields; // in order of their first store
    VEC(struct raw_call *) calls;
    VEC(struct raw_event) events;
    const char *unseen; // why there may be more than these; NULL: these are all
};

// Of the program, made when it is first asked for.
struct raw_state *raw_state_of(struct program *);

// Memory that the program gets, in bytes; that it gives back, of which the first time counts; and a
// pointer that leads `offset` bytes into it, by the lvalue that it is kept in. The state's arena
// has them.
struct raw_buffer *raw_add_buffer(struct raw_state *, enum raw_function, const struct sym *bytes,
                                  const struct site *);
void raw_add_free(struct raw_state *, struct raw_buffer *, const struct site *);
struct raw_field *raw_add_field(struct raw_state *, const char *lvalue, int buffer,
                                const struct sym *offset);
// It leads to another place from now on.
void raw_move_field(struct raw_state *, struct raw_field *, int buffer, const struct sym *offset);
struct raw_call *raw_add_call(struct raw_state *, const char *function, int n_numbers,
                              int n_pointers, const struct site *);
// One more behind those of the arguments; pointers to the others are good no more.
struct raw_pointer *raw_add_pointer(struct raw_state *, struct raw_call *);

// How many bytes belong to a pointer at this offset. In a buffer that is laid out in three or more
// parts, each with a field of its own that stays, that is up to the next part; of all others, and
// where symbols leave open which part is the next, up to the buffer's end: a second pointer into a
// buffer may be a mere view. `next` is the field that ends it, or NULL.
const struct sym *raw_extent(struct syms *, const struct raw_state *, int buffer,
                             const struct sym *offset, const struct raw_field **next);
// The field that begins exactly there, else NULL.
const struct raw_field *raw_field_at(struct syms *, const struct raw_state *, int buffer,
                                     const struct sym *offset);
// "acts.ln1", or what else tells a reader which one it is: "malloc at mlp.c:12".
const char *raw_buffer_title(struct arena *, const struct raw_buffer *);

// Is there a model to tell of: memory for floating-point numbers? NULL: no.
bool raw_is_model(const struct raw_state *);
// Equal for programs that get the same blocks and make the same calls.
uint64_t raw_hash(const struct raw_state *);

#endif
