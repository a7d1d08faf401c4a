#include "frontends/dialects/libc_content.h"

struct contents {
    struct map *by_path;
    VEC(struct content *) all;
    int64_t n_touched;
};

static struct contents *contents_of(struct eval *e)
{
    static const char key;
    struct contents *contents = eval_dialect_data(e, &key);
    if (contents) return contents;
    contents = arena_new(e->arena, struct contents);
    contents->by_path = map_open(e->arena);
    eval_set_dialect_data(e, &key, contents);
    return contents;
}

// The program has no pointer to it, and what loops may have changed is said by libc_loop_end.
static struct object *room_for(struct heap *heap, int64_t n, const char *name)
{
    struct object *o = heap_new(heap, OBJECT_HEAP, n, FILL_ZERO, NULL, name);
    o->constant = true;
    return o;
}

struct content *content_new(struct eval *e, const char *name)
{
    struct content *content = arena_new(e->arena, struct content);
    content->bytes = room_for(e->heap, 256, arena_string(e->arena, name));
    *vec_push(e->arena, &contents_of(e)->all) = content;
    return content;
}

struct content *content_of(struct eval *e, const char *path)
{
    return map_get_string(contents_of(e)->by_path, path);
}

void content_put(struct eval *e, const char *path, struct content *content)
{
    map_put_string(contents_of(e)->by_path, arena_string(e->arena, path), content);
}

// Room for the bytes; false: they are too many.
static bool make_room(struct heap *heap, struct content *content, int64_t at, int64_t n)
{
    if (content->lost || at > MAX_CONTENT || n > MAX_CONTENT - at) {
        content->lost = true;
        return false;
    }
    if (at + n > content->bytes->size) {
        struct object *more = room_for(heap, 2 * (at + n), content->bytes->name);
        heap_copy(heap, more, 0, content->bytes, 0, content->n);
        heap_release(heap, content->bytes);
        content->bytes = more;
    }
    if (at + n > content->n) content->n = at + n;
    return true;
}

void content_write(struct eval *e, struct content *content, int64_t at, const char *bytes,
                   int64_t n)
{
    if (n > 0 && make_room(e->heap, content, at, n))
        heap_write(e->heap, content->bytes, at, n, bytes);
}

void content_copy(struct eval *e, struct content *content, int64_t at, const struct place *from,
                  int64_t n)
{
    if (n > 0 && make_room(e->heap, content, at, n))
        heap_copy(e->heap, content->bytes, at, from->object, from->offset, n);
}

const char *content_text(struct eval *e, const struct content *content, int64_t at)
{
    int64_t n = at < content->n ? content->n - at : 0;
    char *text = arena_alloc(e->arena, (size_t)n + 1);
    text[n] = 0;
    if (!eval_look(e, n)) return NULL;
    return n == 0 || heap_read(content->bytes, at, n, text) == BYTE_CONCRETE ? text : NULL;
}

void contents_touch(struct eval *e)
{
    contents_of(e)->n_touched++;
}

const void *libc_loop_begin(struct eval *e, struct arena *arena)
{
    int64_t *n_touched = arena_new(arena, int64_t);
    *n_touched = contents_of(e)->n_touched;
    return n_touched;
}

// Other rounds may have gone on in the same files.
bool libc_loop_end(struct eval *e, const void *begun, bool may_add, const char *reason)
{
    const struct contents *contents = contents_of(e);
    const int64_t *n_touched = begun;
    (void)may_add;
    (void)reason;
    for (int i = 0; *n_touched != contents->n_touched && i < contents->all.n; i++)
        contents->all.at[i]->lost = true;
    return false;
}

bool libc_file_remove(struct eval *e, const char *path)
{
    struct content *content = content_of(e, path);
    if (!content) return false;
    bool there = !content->removed;
    content = content_new(e, path);
    content->removed = true;
    content_put(e, path, content);
    return there;
}

bool libc_file_rename(struct eval *e, const char *from, const char *to)
{
    struct content *content = content_of(e, from);
    if (!content || content->removed) return false;
    content_put(e, to, content);
    return libc_file_remove(e, from);
}
