#include "analyzer/exec/npy.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MAGIC "\x93NUMPY"
#define MAGIC_BYTES 6
#define LARGEST_FILE ((int64_t)4 << 30)

struct type_name {
    const char *descr;
    enum dtype dtype;
};

// Of one byte the order of bytes is told as `|`.
static const struct type_name type_names[] = {
    {"<f4", DTYPE_F32}, {"<f8", DTYPE_F64}, {"<f2", DTYPE_F16},
    {"<i8", DTYPE_I64}, {"<i4", DTYPE_I32}, {"<i2", DTYPE_I16},
    {"|i1", DTYPE_I8},  {"|u1", DTYPE_U8},  {"|b1", DTYPE_BOOL},
};

// ---- bytes

static char *read_whole(struct arena *arena, const char *path, int64_t *size, const char **error)
{
    struct stat status;
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    *error = NULL;
    if (!file || fstat(fileno(file), &status) != 0)
        *error = strerror(errno);
    else if (!S_ISREG(status.st_mode))
        *error = "it is no file";
    else if (status.st_size > LARGEST_FILE)
        *error = "it is larger than 4 GiB";
    if (!*error) {
        *size = (int64_t)status.st_size;
        bytes = arena_alloc(arena, (size_t)*size + 1);
        if (fread(bytes, 1, (size_t)*size, file) != (size_t)*size) *error = "it cannot be read";
    }
    if (file) fclose(file);
    return *error ? NULL : bytes;
}

// Where the header's text begins, and how long it is; NULL: it is no such file.
static const char *find_header(const char *bytes, int64_t size, int64_t *length)
{
    const unsigned char *at = (const unsigned char *)bytes;
    if (size < MAGIC_BYTES + 4 || memcmp(bytes, MAGIC, MAGIC_BYTES) != 0) return NULL;
    int wide = at[MAGIC_BYTES] >= 2 ? 4 : 2; // bytes of the length
    int64_t begin = MAGIC_BYTES + 2 + wide;
    if (at[MAGIC_BYTES] < 1 || at[MAGIC_BYTES] > 3 || size < begin) return NULL;
    *length = 0;
    for (int i = wide - 1; i >= 0; i--) *length = *length << 8 | at[MAGIC_BYTES + 2 + i];
    return *length <= size - begin ? bytes + begin : NULL;
}

// ---- the header: {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }

static const char *value_of(const char *header, const char *key)
{
    const char *at = strstr(header, key);
    at = at ? strchr(at + strlen(key), ':') : NULL;
    return at ? at + 1 + strspn(at + 1, " ") : NULL;
}

static bool read_type(struct arena *arena, const char *descr, enum dtype *dtype, const char **error)
{
    for (size_t i = 0; i < sizeof type_names / sizeof *type_names; i++) {
        size_t n = strlen(type_names[i].descr);
        if (descr[0] != '\'' || strncmp(descr + 1, type_names[i].descr, n) != 0 ||
            descr[n + 1] != '\'')
            continue;
        *dtype = type_names[i].dtype;
        return true;
    }
    *error = arena_printf(arena, "its type is %.*s, which no input has", (int)strcspn(descr, ","),
                          descr);
    return false;
}

static bool read_shape(struct arena *arena, const char *at, struct tensor *t, const char **error)
{
    for (at++; *at && *at != ')';) {
        char *end;
        errno = 0;
        int64_t size = strtoll(at, &end, 10);
        if (end == at || errno || size < 0) break;
        if (t->rank == MAX_RANK) {
            *error = arena_printf(arena, "it has more than %d axes", MAX_RANK);
            return false;
        }
        t->dim[t->rank++] = size;
        at = end + strspn(end, ", ");
    }
    if (*at == ')') return true;
    *error = "its header cannot be read";
    return false;
}

static bool read_header(struct arena *arena, const char *header, struct tensor *t,
                        const char **error)
{
    const char *descr = value_of(header, "'descr'"), *shape = value_of(header, "'shape'"),
               *order = value_of(header, "'fortran_order'");
    *error = "its header cannot be read";
    if (!descr || !shape || !order || *shape != '(') return false;
    if (strncmp(order, "False", 5) != 0) {
        *error = "its elements are in Fortran's order: save numpy.ascontiguousarray(x)";
        return false;
    }
    return read_type(arena, descr, &t->dtype, error) && read_shape(arena, shape, t, error);
}

// Are all elements there? Divided, so that no product of sizes can be too large.
static bool fits(const struct tensor *t, int64_t bytes)
{
    int64_t left = bytes / dtype_block_bytes(t->dtype);
    for (int axis = 0; axis < t->rank; axis++)
        if (t->dim[axis] == 0) return true;
    for (int axis = 0; axis < t->rank; axis++) left /= t->dim[axis];
    return left >= 1;
}

bool npy_read(struct arena *arena, const char *path, struct npy *npy, const char **error)
{
    int64_t size, length;
    char *bytes = read_whole(arena, path, &size, error);
    if (!bytes) return false;
    const char *header = find_header(bytes, size, &length);
    *npy = (struct npy){.tensor = {.dtype = DTYPE_NONE}};
    *error = "it is no NumPy file (.npy)";
    if (!header) return false;
    struct tensor *t = &npy->tensor;
    if (!read_header(arena, arena_string_n(arena, header, (size_t)length), t, error)) return false;
    // Elements lie as the file has them; memory is aligned for what reads them.
    int64_t begin = header - bytes + length;
    *error = "it ends before its last element";
    if (!fits(t, size - begin)) return false;
    t->data = arena_copy(arena, bytes + begin, (size_t)(size - begin) + !(size - begin));
    tensor_set_contiguous(t);
    return true;
}

void npy_copy(const struct npy *npy, const struct tensor *t)
{
    int64_t n = tensor_count(t);
    for (int64_t i = 0; i < n; i++) {
        if (dtype_is_float(t->dtype))
            tensor_set(t, i, tensor_get(&npy->tensor, i));
        else
            tensor_set_integer(t, i, tensor_get_integer(&npy->tensor, i));
    }
}
