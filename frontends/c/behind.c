// What a pointer leaves for a library function to read or write: the rest of a block that the
// program got, or of one of its variables.

#include "frontends/c/interp.h"
#include "frontends/c/kernels/raw.h"
#include "frontends/c/loops/room.h"

static const char unnamed[] = "its memory";

// As far as the interpreter itself knows it: blocks of libraries, literals.
static struct eval_behind plain(struct eval *e, const struct cvalue *pointer)
{
    int64_t bytes = eval_bytes_behind(e, pointer);
    if (bytes < 0) return (struct eval_behind){0};
    const struct object *o = heap_object(e->heap, pointer->pointer.object);
    const char *path = o->rare && o->rare->path ? o->rare->path : o->name;
    return (struct eval_behind){.bytes = sym_const(e->syms, bytes),
                                .name = path ? arena_printf(e->arena, "`%s`", path) : unnamed};
}

struct eval_behind eval_behind(struct eval *e, const struct cvalue *pointer)
{
    struct raw_buffer *buffer;
    const struct sym *offset;
    if (eval_is_null(e, pointer)) return (struct eval_behind){0};
    if (!raw_locate(e, pointer, &buffer, &offset)) return plain(e, pointer);
    const struct sym *bytes = sym_sub(e->syms, buffer->bytes, offset);
    bool known = sym_kind(bytes) != SYM_UNKNOWN && !sym_overflowed(bytes);
    return (struct eval_behind){
        .bytes = known ? bytes : NULL,
        .name = buffer->name ? arena_printf(e->arena, "`%s`", buffer->name) : unnamed,
        .how = raw_function_is_heap(buffer->function) ? "allocated" : "declared",
        .site = buffer->at};
}

void eval_need_room(struct eval *e, const struct sym *needed, const struct sym *room,
                    const char *array)
{
    if (e->at) room_need_sizes(e, needed, room, array, e->at);
}
