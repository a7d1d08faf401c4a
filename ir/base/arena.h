#ifndef IR_BASE_ARENA_H
#define IR_BASE_ARENA_H

// A region of memory. Things are allocated from it one by one and given back
// all at once, so nothing has to be freed singly and a pointer lives exactly
// as long as the arena that it came from. Allocation never returns NULL: when
// memory runs out, the handler that the program set is called and must not
// return.

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

struct arena *arena_open(void);
// One that is closed with its parent, at the latest; closing it earlier is allowed.
struct arena *arena_open_inside(struct arena *parent);
void arena_close(struct arena *); // NULL is allowed
// Gives everything back but keeps memory for the next use: for work that is done again and again.
void arena_reset(struct arena *);

// Zeroed memory, aligned for every type.
void *arena_alloc(struct arena *, size_t bytes);
// As arena_alloc for `count` things of `size` bytes; a product that does not
// fit in size_t counts as out of memory.
void *arena_alloc_array(struct arena *, size_t count, size_t size);
// Moves a large thing to more memory, zeroed beyond `from`, and gives its old memory back where
// it has a block of its own: pointers into it are dead.
void *arena_grow(struct arena *, void *at, size_t from, size_t to);
void *arena_copy(struct arena *, const void *from, size_t bytes);
char *arena_string(struct arena *, const char *);
char *arena_string_n(struct arena *, const char *, size_t length);
// Text of any length.
char *arena_printf(struct arena *, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *, const char *format, va_list)
    __attribute__((format(printf, 2, 0)));

// Bytes that the arena holds from the system.
size_t arena_bytes(const struct arena *);

// Called with the size that could not be had; the default prints one line and
// aborts. Set once, before any other thread starts.
void arena_set_exhausted(void (*handler)(size_t bytes));
// Calls it, for memory that is not an arena's.
void arena_exhausted(size_t bytes);

#define arena_new(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define arena_array(arena, type, count)                                                            \
    ((type *)arena_alloc_array((arena), (size_t)(count), sizeof(type)))

#endif
