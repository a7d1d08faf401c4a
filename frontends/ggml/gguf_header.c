// Reads from the front to the end of the header and never goes back. What is wanted is first held
// against the bytes that are left, so a file's claims cost nothing; numbers of entries are limited
// by the bytes that the least of entries takes.

#include "frontends/ggml/gguf_header.h"

#include "ir/base/map.h"
#include "ir/base/text.h"

#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LEAST_PAIR_BYTES 14   // length and a byte of the key, type, a byte of value
#define LEAST_TENSOR_BYTES 24 // length of the name, dimensions, type, offset
#define USUAL_ALIGNMENT 32
#define MOST_KEY_BYTES 65535
#define MOST_TEXTS (1 << 24) // of an array; each is looked at

struct reader {
    struct arena *arena;
    FILE *file;
    int64_t at, bytes;
    const char *part;  // that is being read, for the message where the file ends in it
    const char *error; // the first; NULL: none
    struct map *names; // of keys, then of tensors
};

// ---- types

static const struct {
    int bytes;
    const char *name;
} types[] = {
#define GGUF_TYPE(number, id, bytes, name) [number] = {bytes, name},
#include "frontends/ggml/gguf_types.def"
#undef GGUF_TYPE
};

const char *gguf_type_word(enum gguf_type type)
{
    return types[type].name;
}

int gguf_type_bytes(enum gguf_type type)
{
    return types[type].bytes;
}

static bool is_signed(enum gguf_type type)
{
    return types[type].name[0] == 'i';
}

static const enum dtype dtypes[] = {
#define TYPE(number, id) [number] = DTYPE_##id,
#include "frontends/ggml/types.def"
#undef TYPE
};

// ---- bytes

__attribute__((format(printf, 2, 3))) static bool fail(struct reader *r, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!r->error) r->error = arena_vprintf(r->arena, format, arguments);
    va_end(arguments);
    return false;
}

static bool needs(struct reader *r, uint64_t n)
{
    uint64_t left = (uint64_t)(r->bytes - r->at);
    if (n <= left) return true;
    return fail(r, "the file ends within %s: %" PRIu64 " bytes are wanted and %" PRIu64 " are left",
                r->part, n, left);
}

static bool take(struct reader *r, void *to, uint64_t n)
{
    if (!needs(r, n)) return false;
    if (n && fread(to, 1, n, r->file) != n) return fail(r, "%s cannot be read", r->part);
    r->at += (int64_t)n;
    return true;
}

// Seeking costs a call of the system, so short pieces are read.
static bool skip(struct reader *r, uint64_t n)
{
    uint8_t spare[4096];
    if (n <= sizeof spare) return take(r, spare, n);
    if (!needs(r, n)) return false;
    if (fseeko(r->file, (off_t)n, SEEK_CUR) != 0) return fail(r, "%s cannot be read", r->part);
    r->at += (int64_t)n;
    return true;
}

static bool number(struct reader *r, int bytes, uint64_t *value)
{
    uint8_t raw[8];
    *value = 0;
    if (!take(r, raw, (uint64_t)bytes)) return false;
    for (int i = 0; i < bytes; i++) *value |= (uint64_t)raw[i] << (8 * i);
    return true;
}

static bool number32(struct reader *r, uint32_t *value)
{
    uint64_t wide;
    bool read = number(r, 4, &wide);
    *value = (uint32_t)wide;
    return read;
}

// Text of a length that stands before it, NULL where it is longer than `most`.
static bool text(struct reader *r, int64_t most, const char **text)
{
    uint64_t n;
    *text = NULL;
    if (!number(r, 8, &n)) return false;
    if (n > (uint64_t)most) return skip(r, n);
    if (!needs(r, n)) return false;
    char *bytes = arena_alloc(r->arena, (size_t)n + 1);
    *text = bytes;
    return take(r, bytes, n);
}

// ---- keys and values

static void set_number(struct gguf_pair *pair, uint64_t bits)
{
    int unused = 64 - 8 * types[pair->type].bytes;
    uint32_t half = (uint32_t)bits;
    float real;
    if (is_signed(pair->type))
        pair->integer = (int64_t)(bits << unused) >> unused;
    else
        pair->integer = (int64_t)bits;
    if (pair->type == GGUF_BOOL) pair->integer = bits != 0;
    memcpy(&real, &half, sizeof real);
    if (pair->type == GGUF_F32) pair->real = (double)real;
    if (pair->type == GGUF_F64) memcpy(&pair->real, &bits, sizeof pair->real);
}

// Each begins with its length.
static bool pass_texts(struct reader *r, int64_t n)
{
    uint64_t length;
    if (n > MOST_TEXTS)
        return fail(r, "%s has %" PRId64 " texts; at most %d are read", r->part, n, MOST_TEXTS);
    for (int64_t i = 0; i < n; i++)
        if (!number(r, 8, &length) || !skip(r, length)) return false;
    return true;
}

static bool read_array(struct reader *r, struct gguf_pair *pair)
{
    uint32_t type;
    uint64_t n, bytes;
    if (!number32(r, &type) || !number(r, 8, &n)) return false;
    if (type >= N_GGUF_TYPES || type == GGUF_ARR)
        return fail(r, "%s is an array of a type that there is none of: %" PRIu32, r->part, type);
    uint64_t least = type == GGUF_STR ? 8 : (uint64_t)types[type].bytes;
    if (__builtin_mul_overflow(n, least, &bytes))
        return fail(r, "%s is said to have %" PRIu64 " elements", r->part, n);
    if (!needs(r, bytes)) return false;
    pair->element = (enum gguf_type)type;
    pair->n = (int64_t)n;
    if (type == GGUF_STR) return pass_texts(r, pair->n);
    if (bytes > GGUF_KEPT_BYTES) return skip(r, bytes);
    uint8_t *elements = arena_alloc(r->arena, (size_t)bytes + 1);
    pair->elements = elements;
    return take(r, elements, bytes);
}

static bool read_value(struct reader *r, struct gguf_pair *pair)
{
    uint64_t bits;
    if (pair->type == GGUF_ARR) return read_array(r, pair);
    if (pair->type == GGUF_STR) return text(r, GGUF_KEPT_BYTES, &pair->text);
    if (!number(r, types[pair->type].bytes, &bits)) return false;
    set_number(pair, bits);
    return true;
}

// A name that was not there before.
static bool read_name(struct reader *r, const char *what, int64_t most, const char **name)
{
    if (!text(r, most, name)) return false;
    if (!*name) return fail(r, "%s has a name of more than %" PRId64 " bytes", r->part, most);
    if (map_get_string(r->names, *name))
        return fail(r, "there are two %s called `%s`", what, text_printable(r->arena, *name));
    map_put_string(r->names, *name, r);
    return true;
}

static bool read_pair(struct reader *r, int index, struct gguf_pair *pair)
{
    uint32_t type;
    r->part = arena_printf(r->arena, "key %d", index);
    if (!read_name(r, "keys", MOST_KEY_BYTES, &pair->key)) return false;
    if (!*pair->key) return fail(r, "%s has no name", r->part);
    r->part = arena_printf(r->arena, "`%s`", text_printable(r->arena, pair->key));
    if (!number32(r, &type)) return false;
    if (type >= N_GGUF_TYPES)
        return fail(r, "%s has a type that there is none of: %" PRIu32, r->part, type);
    pair->type = (enum gguf_type)type;
    return read_value(r, pair);
}

static bool read_pairs(struct reader *r, struct gguf_header *header)
{
    header->pairs = arena_array(r->arena, struct gguf_pair, header->n_pairs);
    r->names = map_open(r->arena);
    for (int i = 0; i < header->n_pairs; i++)
        if (!read_pair(r, i, &header->pairs[i])) return false;
    return true;
}

static bool set_alignment(struct reader *r, struct gguf_header *header)
{
    int index = gguf_key_index(header, "general.alignment");
    header->alignment = USUAL_ALIGNMENT;
    if (index < 0) return true;
    const struct gguf_pair *pair = &header->pairs[index];
    if (pair->type != GGUF_U32)
        return fail(r, "`general.alignment` is of type %s, not u32", gguf_type_word(pair->type));
    header->alignment = pair->integer;
    bool is_power = pair->integer > 0 && (pair->integer & (pair->integer - 1)) == 0;
    return is_power || fail(r, "`general.alignment` is %" PRId64 ", no power of 2", pair->integer);
}

// ---- tensors

static bool read_sizes(struct reader *r, struct gguf_tensor *t)
{
    uint32_t n_dims;
    int64_t n = 1;
    if (!number32(r, &n_dims)) return false;
    if (n_dims > GGML_DIMS) return fail(r, "%s has %" PRIu32 " dimensions", r->part, n_dims);
    for (int i = 0; i < GGML_DIMS; i++) {
        uint64_t size = 1;
        if (i < (int)n_dims && !number(r, 8, &size)) return false;
        t->ne[i] = (int64_t)size;
        if (t->ne[i] < 0)
            return fail(r, "ne[%d] of %s is %" PRId64 ", below 0", i, r->part, t->ne[i]);
        if (__builtin_mul_overflow(n, t->ne[i], &n))
            return fail(r, "%s has more elements than 64 bits can count", r->part);
    }
    return true;
}

static bool read_dtype(struct reader *r, struct gguf_tensor *t)
{
    uint32_t type;
    if (!number32(r, &type)) return false;
    t->type = type < sizeof dtypes / sizeof *dtypes ? dtypes[type] : DTYPE_NONE;
    if (t->type == DTYPE_NONE)
        return fail(r, "%s has a type that there is none of: %" PRIu32, r->part, type);
    int block = dtype_block_elements(t->type);
    if (t->ne[0] % block)
        return fail(r, "%s has rows of %" PRId64 " elements, which are no blocks of %d, as %s has",
                    r->part, t->ne[0], block, dtype_name(t->type));
    t->bytes = t->ne[0] / block;
    bool fits = !__builtin_mul_overflow(t->bytes, dtype_block_bytes(t->type), &t->bytes);
    for (int i = 1; i < GGML_DIMS; i++)
        fits = fits && !__builtin_mul_overflow(t->bytes, t->ne[i], &t->bytes);
    return fits || fail(r, "%s has more bytes than 64 bits can count", r->part);
}

// Tensors lie one behind the other, in the order in which they are listed.
static bool read_offset(struct reader *r, struct gguf_header *header, struct gguf_tensor *t)
{
    uint64_t offset;
    int64_t end, up = header->alignment - 1;
    if (!number(r, 8, &offset)) return false;
    t->offset = (int64_t)offset;
    if (t->offset != header->data_bytes)
        return fail(r, "%s lies at %" PRIu64 ", not at %" PRId64 ", where the one before it ends",
                    r->part, offset, header->data_bytes);
    if (__builtin_add_overflow(t->bytes, up, &end) ||
        __builtin_add_overflow(header->data_bytes, end & ~up, &header->data_bytes))
        return fail(r, "the bytes of all tensors do not fit in 64 bits");
    return true;
}

static bool read_tensor(struct reader *r, int index, struct gguf_header *header)
{
    struct gguf_tensor *t = &header->tensors[index];
    r->part = arena_printf(r->arena, "tensor %d", index);
    if (!read_name(r, "tensors", GGML_NAME_BYTES - 1, &t->name)) return false;
    r->part = arena_printf(r->arena, "tensor `%s`", text_printable(r->arena, t->name));
    return read_sizes(r, t) && read_dtype(r, t) && read_offset(r, header, t);
}

static bool read_tensors(struct reader *r, struct gguf_header *header)
{
    header->tensors = arena_array(r->arena, struct gguf_tensor, header->n_tensors);
    r->names = map_open(r->arena);
    for (int i = 0; i < header->n_tensors; i++)
        if (!read_tensor(r, i, header)) return false;
    int64_t up = header->alignment - 1;
    header->data_offset = header->n_tensors ? (r->at + up) & ~up : r->at;
    return true;
}

// ---- the whole

// How many entries follow; each takes at least so many bytes.
static bool count(struct reader *r, const char *what, int64_t least_bytes, int most, int *n)
{
    uint64_t said;
    r->part = arena_printf(r->arena, "the number of %s", what);
    if (!number(r, 8, &said)) return false;
    *n = (int)said;
    if (said > (uint64_t)((r->bytes - r->at) / least_bytes))
        return fail(r, "it is said to have %" PRIu64 " %s, more than its bytes can hold", said,
                    what);
    if (said > (uint64_t)most)
        return fail(r, "it has %" PRIu64 " %s; at most %d are read", said, what, most);
    return true;
}

static bool read_version(struct reader *r, struct gguf_header *header)
{
    char magic[4];
    r->part = "the first bytes";
    if (!take(r, magic, sizeof magic) || memcmp(magic, "GGUF", sizeof magic) != 0) {
        r->error = "it is no GGUF file, which begins with the letters GGUF";
        return false;
    }
    if (!number32(r, &header->version)) return false;
    if ((header->version & 0xFFFF) == 0)
        return fail(r, "its numbers are in big-endian order, which is not read");
    if (header->version < 2 || header->version > 3)
        return fail(r, "it is of version %" PRIu32 " of the format; 2 and 3 are read",
                    header->version);
    return true;
}

bool gguf_read(struct arena *arena, FILE *file, int64_t bytes, struct gguf_header *header,
               const char **error)
{
    struct reader r = {.arena = arena, .file = file, .bytes = bytes};
    *header = (struct gguf_header){.file_bytes = bytes};
    bool read = read_version(&r, header) &&
                count(&r, "tensors", LEAST_TENSOR_BYTES, GGUF_MOST_TENSORS, &header->n_tensors) &&
                count(&r, "keys", LEAST_PAIR_BYTES, GGUF_MOST_PAIRS, &header->n_pairs) &&
                read_pairs(&r, header) && set_alignment(&r, header) && read_tensors(&r, header);
    *error = r.error;
    return read;
}

bool gguf_open(struct arena *arena, const char *path, struct gguf_header *header,
               const char **error)
{
    struct stat status;
    // Without waiting for somebody to write to a pipe.
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    FILE *file = NULL;
    bool read = false;
    *error = "it is no file that can be read";
    if (descriptor >= 0 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode))
        file = fdopen(descriptor, "rb");
    if (file) read = gguf_read(arena, file, status.st_size, header, error);
    if (file)
        fclose(file);
    else if (descriptor >= 0)
        close(descriptor);
    return read;
}

int gguf_key_index(const struct gguf_header *header, const char *key)
{
    for (int i = 0; i < header->n_pairs; i++)
        if (strcmp(header->pairs[i].key, key) == 0) return i;
    return -1;
}

int gguf_tensor_index(const struct gguf_header *header, const char *name)
{
    for (int i = 0; i < header->n_tensors; i++)
        if (strcmp(header->tensors[i].name, name) == 0) return i;
    return -1;
}
