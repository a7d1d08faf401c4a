// Files whose contents are known: those that the user named in the program's arguments, and those
// that the program has written itself. What it reads from others is in libc_stdio.c.

#include "frontends/dialects/libc_content.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct open_file {
    struct content *content;
    int64_t at;
    bool writes, appends;
    bool ended; // feof
    bool lost;  // where it stands is not known any more
};

static const char file_kind;

// ---- opening

// A word of its own, or behind `--config=` or `-f`.
static bool word_names(const char *word, const char *path)
{
    size_t n = strlen(word), m = strlen(path);
    if (m == 0 || m > n || strcmp(word + n - m, path) != 0) return false;
    size_t before = n - m;
    return before == 0 || word[before - 1] == '=' || (before == 2 && word[0] == '-');
}

bool libc_file_is_named(const struct eval *e, const char *path)
{
    for (int i = 1; i < e->request.argc; i++)
        if (word_names(e->request.argv[i], path)) return true;
    return false;
}

// Bytes read until the end or an error; what is missing is an end of file to the program.
static int64_t read_all(int descriptor, char *bytes, int64_t n)
{
    int64_t done = 0;
    while (done < n) {
        ssize_t got = read(descriptor, bytes + done, (size_t)(n - done));
        if (got <= 0) break;
        done += got;
    }
    return done;
}

enum reading { FILE_READ, FILE_ABSENT, FILE_TOO_LARGE };

static enum reading read_file(struct eval *e, const char *path, struct content **content)
{
    struct stat status;
    // Without waiting for somebody to write to a pipe.
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return FILE_ABSENT;
    enum reading reading = FILE_READ;
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        reading = FILE_ABSENT;
    } else if (status.st_size > MAX_CONTENT) {
        reading = FILE_TOO_LARGE;
    } else {
        char *bytes = arena_alloc(e->arena, (size_t)status.st_size + 1);
        int64_t n = read_all(descriptor, bytes, status.st_size);
        *content = content_new(e, path);
        content_write(e, *content, 0, bytes, n);
    }
    close(descriptor);
    return reading;
}

static struct cvalue stream_of(const struct dialect_call *c, struct content *content,
                               const char *mode, const char *name)
{
    struct eval *e = c->eval;
    struct open_file *file = arena_new(e->arena, struct open_file);
    *file = (struct open_file){
        .content = content, .writes = *mode != 'r' || strchr(mode, '+'), .appends = *mode == 'a'};
    struct cvalue stream = eval_allocate(e, 1, c->result, name);
    eval_attach(e, &stream, &file_kind, (uint64_t)(uintptr_t)file);
    return stream;
}

// One that the program has not written: the user may have named it.
static bool open_named(const struct dialect_call *c, const char *path, const char *mode,
                       struct cvalue *stream)
{
    struct eval *e = c->eval;
    struct content *content = NULL;
    if (e->request.concrete || *mode != 'r' || !libc_file_is_named(e, path)) return false;
    switch (read_file(e, path, &content)) {
    case FILE_ABSENT:
        eval_fault(e, e->at, DIAG_FILE_ABSENT,
                   "%s, which --argv names, is no file that can be read: fopen gives NULL", path);
        *stream = cvalue_null(c->result);
        return true;
    case FILE_TOO_LARGE:
        eval_assume(e, e->at,
                    arena_printf(e->arena, "what is in %s is not known: it has more than %lld MiB",
                                 path, (long long)(MAX_CONTENT >> 20)));
        return false;
    case FILE_READ: break;
    }
    content_put(e, path, content);
    *stream = stream_of(c, content, mode, path);
    return true;
}

bool libc_file_open(const struct dialect_call *c, struct cvalue *stream)
{
    struct eval *e = c->eval;
    const char *path = libc_text(c, 0), *mode = libc_text(c, 1);
    struct content *content = path ? content_of(e, path) : NULL;
    if (!path || !mode || !*mode || !strchr("rwa", *mode)) return false;
    if (content && content->removed && *mode == 'r') {
        *stream = cvalue_null(c->result);
        return true;
    }
    if (content && content->removed) content = NULL;
    if (!content && *mode == 'r') return open_named(c, path, mode, stream);
    if (!content || *mode == 'w') {
        // What is appended to may have been there before.
        bool unseen = !content && *mode == 'a' && !content_of(e, path);
        content = content_new(e, path);
        content->lost = unseen;
        content_put(e, path, content);
    }
    *stream = stream_of(c, content, mode, path);
    return true;
}

struct cvalue libc_file_temporary(const struct dialect_call *c)
{
    return stream_of(c, content_new(c->eval, "a temporary file"), "w+", "a temporary file");
}

// NULL: it is none of these, or what is in it or where it stands is not known any more.
static struct open_file *file_at(const struct dialect_call *c, int argument)
{
    uint64_t handle;
    if (!eval_attached(c->eval, &c->arguments[argument], &file_kind, &handle)) return NULL;
    struct open_file *file = (struct open_file *)(uintptr_t)handle;
    if (file->content->lost) file->lost = true;
    if (file->lost) return NULL;
    contents_touch(c->eval);
    return file;
}

static int64_t left_of(const struct open_file *file)
{
    return file->at < file->content->n ? file->content->n - file->at : 0;
}

// The known bytes from where it stands up to its end; NULL, and the file is lost: not all are.
static const char *known_rest(const struct dialect_call *c, struct open_file *file)
{
    const char *bytes = content_text(c->eval, file->content, file->at);
    if (!bytes) file->lost = true;
    return bytes;
}

// ---- reading

bool libc_file_read(const struct dialect_call *c, int64_t *items)
{
    struct open_file *file = file_at(c, 3);
    struct place to;
    int64_t size, n, bytes;
    if (!file) return false;
    if (!libc_integer(c, 1, &size) || !libc_integer(c, 2, &n)) {
        file->lost = true;
        return false;
    }
    *items = 0;
    if (size <= 0 || n <= 0) return true;
    if (__builtin_mul_overflow(size, n, &bytes)) bytes = INT64_MAX;
    if (bytes > left_of(file)) {
        bytes = left_of(file);
        file->ended = true;
    }
    if (bytes > 0 && libc_place(c, 0, bytes, ACCESS_WRITE, &to))
        heap_copy(c->eval->heap, to.object, to.offset, file->content->bytes, file->at, bytes);
    file->at += bytes;
    *items = bytes / size;
    return true;
}

bool libc_file_line(const struct dialect_call *c, struct cvalue *result)
{
    struct open_file *file = file_at(c, 2);
    struct place to;
    int64_t room;
    if (!file) return false;
    if (!libc_integer(c, 1, &room)) {
        file->lost = true;
        return false;
    }
    const char *line = known_rest(c, file);
    if (!line) return false;
    int64_t n = 0, left = left_of(file);
    while (n < left && n < room - 1 && (n == 0 || line[n - 1] != '\n')) n++;
    bool short_of = n == left && n < room - 1 && (n == 0 || line[n - 1] != '\n');
    file->ended = file->ended || short_of;
    file->at += n;
    *result = cvalue_null(c->result);
    if (n == 0 || !libc_place(c, 0, n + 1, ACCESS_WRITE, &to)) return true;
    heap_write(c->eval->heap, to.object, to.offset, n, line);
    heap_write(c->eval->heap, to.object, to.offset + n, 1, "");
    *result = libc_pointer(c, 0, 0);
    return true;
}

bool libc_file_byte(const struct dialect_call *c, int64_t *byte)
{
    struct open_file *file = c->n > 0 ? file_at(c, 0) : NULL;
    uint8_t read = 0;
    if (!file) return false;
    file->ended = left_of(file) == 0;
    *byte = -1;
    if (file->ended) return true;
    if (heap_read(file->content->bytes, file->at, 1, &read) != BYTE_CONCRETE) {
        file->lost = true;
        return false;
    }
    *byte = read;
    file->at++;
    return true;
}

bool libc_file_unread(const struct dialect_call *c, int64_t byte)
{
    struct open_file *file = file_at(c, 1);
    uint8_t read = 0;
    if (!file || byte < 0) return file != NULL;
    bool same = file->at > 0 &&
                heap_read(file->content->bytes, file->at - 1, 1, &read) == BYTE_CONCRETE &&
                read == (uint8_t)byte;
    file->ended = false;
    if (same)
        file->at--;
    else
        file->lost = true;
    return same;
}

bool libc_file_scan(const struct dialect_call *c, struct format_source *to, int64_t *n_read)
{
    struct open_file *file = file_at(c, 0);
    const char *format = libc_text(c, 1);
    int64_t used = 0;
    if (!file) return false;
    const char *text = format ? known_rest(c, file) : NULL;
    if (!text) {
        file->lost = true;
        return false;
    }
    *n_read = libc_scan(to, text, format, &used);
    file->at += used;
    file->ended = left_of(file) == 0;
    return true;
}

// ---- writing

static int64_t place_to_write(struct open_file *file)
{
    if (file->appends) file->at = file->content->n;
    return file->at;
}

void libc_file_print(const struct dialect_call *c, int argument, const struct text *text)
{
    struct open_file *file = file_at(c, argument);
    if (!file || !file->writes) return;
    if (text)
        content_write(c->eval, file->content, place_to_write(file), text->at, (int64_t)text->n);
    else
        file->content->lost = true;
    if (text) file->at += (int64_t)text->n;
}

void libc_file_write(const struct dialect_call *c, const struct place *from, int64_t bytes)
{
    struct open_file *file = file_at(c, 3);
    if (!file || !file->writes) return;
    if (from && bytes >= 0)
        content_copy(c->eval, file->content, place_to_write(file), from, bytes);
    else
        file->content->lost = true;
    if (bytes > 0) file->at += bytes;
}

// ---- where it stands

bool libc_file_seek(const struct dialect_call *c, int64_t *failed)
{
    struct open_file *file = file_at(c, 0);
    int64_t offset, whence;
    if (!file) return false;
    if (!libc_integer(c, 1, &offset) || !libc_integer(c, 2, &whence)) {
        file->lost = true;
        return false;
    }
    int64_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? file->at : file->content->n, to;
    *failed = -1;
    if (__builtin_add_overflow(from, offset, &to) || to < 0) return true;
    file->at = to;
    file->ended = false;
    *failed = 0;
    return true;
}

bool libc_file_rewind(const struct dialect_call *c)
{
    struct open_file *file = file_at(c, 0);
    if (!file) return false;
    file->at = 0;
    file->ended = false;
    return true;
}

bool libc_file_tell(const struct dialect_call *c, int64_t *at)
{
    struct open_file *file = file_at(c, 0);
    if (!file) return false;
    *at = file->at;
    return true;
}

bool libc_file_ended(const struct dialect_call *c, int64_t *ended)
{
    const struct open_file *file = file_at(c, 0);
    if (!file) return false;
    *ended = file->ended;
    return true;
}
