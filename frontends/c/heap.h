#ifndef FRONTENDS_C_HEAP_H
#define FRONTENDS_C_HEAP_H

// The memory of the interpreted program: objects of bytes, in which every byte
// is concrete, unset, unknown, or covered by a cell that holds a value which
// has no bytes (a symbol). Bytes beyond an object's `capacity` were never
// touched and are what its `fill` says, so a large buffer costs nothing.
//
// The heap knows sizes and liveness but checks nothing: bounds are checked by
// its caller, who can say where the user went wrong.

#include "frontends/c/eval.h"

enum object_kind {
    OBJECT_NONE,
    OBJECT_VARIABLE,
    OBJECT_TEMPORARY, // a record value
    OBJECT_HEAP,      // malloc, or a library's
    OBJECT_LITERAL,   // a string literal
    OBJECT_CODE,      // a function
    OBJECT_LAZY,      // behind a pointer that was not known
    OBJECT_ELEMENT,   // base[index] with an unknown index
    OBJECT_CONTINUED  // ids that keep the addresses of a very large object apart
};

enum byte_state { BYTE_UNSET, BYTE_CONCRETE, BYTE_CELL, BYTE_UNKNOWN };
enum heap_fill { FILL_ZERO, FILL_UNSET, FILL_UNKNOWN };
enum nullness { NULLNESS_NEVER, NULLNESS_MAYBE, NULLNESS_ALWAYS };

struct cell {
    int64_t offset, size;
    struct cvalue value;
};

struct raw_buffer;
struct raw_field;

// A pointer in the object that leads into a block of memory (raw.h).
struct raw_holding {
    int64_t offset;
    const struct ctype *type;
    int buffer;
    const struct sym *at;    // bytes into the buffer
    struct raw_field *field; // NULL in temporaries
};

// What few objects have.
struct object_rare {
    VEC(struct cell) cells; // by offset, disjoint
    const void *attached_kind;
    uint64_t attached;
    const char *reason;            // why the bytes that are unknown are unknown
    bool opaque;                   // `reason` is what was not read, and nobody was told yet
    const struct sym *size;        // a size that is not a number
    struct family *family;         // OBJECT_ELEMENT: of which array it is one of (family.c)
    VEC(struct object *) elements; // of which the object is the array, so far
    uint32_t n_lost;               // how often bytes became unknown otherwise than by being stored
    struct function *function;     // OBJECT_CODE
    const struct site *freed;      // OBJECT_HEAP: where it was freed
    bool dead_told;                // that it is used after its end, at the call of a kernel
    const char *path;              // how the program reaches it: "model", "layers[il]"
    bool path_is_pointer;          // members are reached by path->member
    struct raw_buffer *raw;        // what is recorded of it as a block of memory
    VEC(struct raw_holding) holding;
};

#define OBJECT_SMALL 16

struct object {
    uint8_t *bytes;  // `capacity` of them
    uint8_t *shadow; // a byte_state for each; NULL: all are concrete
    int64_t size;    // INT64_MAX: not known
    int64_t capacity;
    const struct ctype *type; // of the object or of its elements; NULL: not known
    const char *name;         // for messages; may be NULL
    struct object_rare *rare;
    object_id id;
    uint32_t n_marked; // bytes of `shadow` that are not concrete
    uint8_t kind, fill, null;
    bool live, exposed; // exposed: a pointer to it was made
    bool constant;      // writing to it is a fault
    bool heap_bytes;    // `bytes` came from the system, not from `small`
    _Alignas(16) uint8_t small[OBJECT_SMALL];
};

struct heap;

// `fuel` is set to 0 when the heap is exhausted, so that whoever counts it down looks here.
struct heap *heap_open(struct arena *, int64_t limit_bytes, int64_t limit_objects, int64_t *fuel);
// Gives back what is the system's; objects that are pointed to are gone.
void heap_close(struct heap *);
// Set for good once a limit was passed or the system gave no memory.
const char *heap_exhausted(const struct heap *);
void heap_exhaust(struct heap *, const char *reason); // the first reason counts

// Never NULL; a small object that stands for the rest once exhausted.
struct object *heap_new(struct heap *, enum object_kind, int64_t size, enum heap_fill,
                        const struct ctype *, const char *name);
// Ends the object's life. Ids that no pointer was made to are used again at
// once, others only after many further objects, so that dangling ones are found.
void heap_release(struct heap *, struct object *);
struct object *heap_object(const struct heap *, object_id); // NULL: no such id
uint32_t heap_n_ids(const struct heap *);                   // all ids are below it
// The object's, made when first asked for.
struct object_rare *heap_rare(struct heap *, struct object *);

// A pointer as the integer that it is in memory, and back.
int64_t heap_address(object_id, int64_t offset);
// Is that integer its own? Objects whose size is not known have the addresses of 4 GiB.
bool heap_has_address(const struct heap *, object_id, int64_t offset);
// Object 0, and the address itself, where no object has it.
void heap_locate(const struct heap *, int64_t address, object_id *, int64_t *offset);

// Reads `n` bytes. BYTE_CONCRETE: they are in `bytes`; otherwise the state of
// the first byte that is not concrete.
enum byte_state heap_read(const struct object *, int64_t offset, int64_t n, void *bytes);
// The cell at exactly these bytes, or NULL.
const struct cell *heap_cell(const struct object *, int64_t offset, int64_t n);
// The cell that covers this byte, or NULL.
const struct cell *heap_cell_from(const struct object *, int64_t offset);
// Stores bytes, or a value that has none, over whatever was there, cells in part too. Nothing is
// written once the heap is exhausted; an object with too many cells becomes unknown as a whole.
void heap_write(struct heap *, struct object *, int64_t offset, int64_t n, const void *bytes);
void heap_write_cell(struct heap *, struct object *, int64_t offset, int64_t n,
                     const struct cvalue *);
void heap_set(struct heap *, struct object *, int64_t offset, int64_t n, uint8_t byte);
// Marks bytes unset or unknown.
void heap_mark(struct heap *, struct object *, int64_t offset, int64_t n, enum byte_state);
// As memmove, with cells and states.
void heap_copy(struct heap *, struct object *to, int64_t to_offset, const struct object *from,
               int64_t from_offset, int64_t n);
// How many bytes from `offset` on are concrete, at most `n`; for strings.
int64_t heap_concrete(const struct object *, int64_t offset, int64_t n);
// A byte that must be concrete, as heap_state says.
uint8_t heap_byte(const struct object *, int64_t offset);

// What bytes are that nobody wrote: the object's fill says it for all of them.
static inline enum byte_state heap_fill_state(const struct object *o)
{
    if (o->fill == FILL_ZERO) return BYTE_CONCRETE;
    return o->fill == FILL_UNSET ? BYTE_UNSET : BYTE_UNKNOWN;
}

// What one byte is. Without a shadow every byte up to the capacity is concrete.
static inline enum byte_state heap_state(const struct object *o, int64_t offset)
{
    if (offset >= o->capacity) return heap_fill_state(o);
    return o->shadow ? (enum byte_state)o->shadow[offset] : BYTE_CONCRETE;
}

// ---- between heap.c and heap_bytes.c

// Takes so many bytes off what the program may have; false, and exhausted, if they are not there.
bool heap_charge(struct heap *, int64_t bytes);
// Gives all bytes back: the object is as new but for its id.
void heap_drop_bytes(struct heap *, struct object *);
// That it was opened with.
struct arena *heap_arena(const struct heap *);

// Bytes all there, concrete: the quick way of the interpreter.
static inline bool object_ready(const struct object *o, int64_t offset, int64_t n)
{
    return !o->shadow && offset >= 0 && offset <= o->capacity - n && o->kind != OBJECT_ELEMENT;
}

#endif
