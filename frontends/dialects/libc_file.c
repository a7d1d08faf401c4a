// Files that the user named in the program's arguments: what the program reads from them is what
// is in them. All others are in libc_stdio.c.

#include "frontends/dialects/libc.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Model code reads headers and settings; weights need not be known.
#define MAX_FILE_BYTES ((int64_t)16 << 20)

struct open_file {
    const char *bytes; // a NUL stands behind them
    int64_t n, at;
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

static enum reading read_file(struct arena *arena, const char *path, struct open_file *file)
{
    struct stat status;
    // Without waiting for somebody to write to a pipe.
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return FILE_ABSENT;
    enum reading reading = FILE_READ;
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        reading = FILE_ABSENT;
    } else if (status.st_size > MAX_FILE_BYTES) {
        reading = FILE_TOO_LARGE;
    } else {
        char *bytes = arena_alloc(arena, (size_t)status.st_size + 1);
        file->n = read_all(descriptor, bytes, status.st_size);
        file->bytes = bytes;
    }
    close(descriptor);
    return reading;
}

bool libc_file_open(const struct dialect_call *c, struct cvalue *stream)
{
    struct eval *e = c->eval;
    const char *path = libc_text(c, 0), *mode = libc_text(c, 1);
    if (e->request.concrete || !path || !mode || *mode != 'r' || strchr(mode, '+')) return false;
    if (!libc_file_is_named(e, path)) return false;
    struct open_file *file = arena_new(e->arena, struct open_file);
    switch (read_file(e->arena, path, file)) {
    case FILE_ABSENT:
        eval_fault(e, e->at, DIAG_FILE_ABSENT,
                   "%s, which --argv names, is no file that can be read: fopen gives NULL", path);
        *stream = cvalue_null(c->result);
        return true;
    case FILE_TOO_LARGE:
        eval_assume(e, e->at,
                    arena_printf(e->arena, "what is in %s is not known: it has more than %lld MiB",
                                 path, (long long)(MAX_FILE_BYTES >> 20)));
        return false;
    case FILE_READ: break;
    }
    *stream = eval_allocate(e, 1, c->result, path);
    eval_attach(e, stream, &file_kind, (uint64_t)(uintptr_t)file);
    return true;
}

static struct open_file *file_at(const struct dialect_call *c, int argument)
{
    uint64_t handle;
    if (!eval_attached(c->eval, &c->arguments[argument], &file_kind, &handle)) return NULL;
    struct open_file *file = (struct open_file *)(uintptr_t)handle;
    return file->lost ? NULL : file;
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
    if (bytes > file->n - file->at) {
        bytes = file->n - file->at;
        file->ended = true;
    }
    if (bytes > 0 && libc_place(c, 0, bytes, ACCESS_WRITE, &to))
        heap_write(c->eval->heap, to.object, to.offset, bytes, file->bytes + file->at);
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
    const char *line = file->bytes + file->at;
    int64_t n = 0, left = file->n - file->at;
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
    if (!file) return false;
    file->ended = file->at == file->n;
    *byte = file->ended ? -1 : (unsigned char)file->bytes[file->at++];
    return true;
}

bool libc_file_scan(const struct dialect_call *c, int64_t *n_read)
{
    struct open_file *file = file_at(c, 0);
    const char *format = libc_text(c, 1);
    int64_t used = 0;
    if (!file) return false;
    if (!format) {
        file->lost = true;
        return false;
    }
    *n_read = libc_scan(c, 2, file->bytes + file->at, format, &used);
    file->at += used;
    file->ended = file->at == file->n;
    return true;
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
    int64_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? file->at : file->n, to;
    *failed = -1;
    if (__builtin_add_overflow(from, offset, &to) || to < 0) return true;
    // Behind the end there is nothing to read, and nothing here writes.
    file->at = to < file->n ? to : file->n;
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
    const struct open_file *file = file_at(c, 0);
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
