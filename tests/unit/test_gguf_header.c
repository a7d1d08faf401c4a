// Headers of GGUF files: what is in them, and what is wrong with broken and hostile ones. Run under
// sanitizers, each file in memory of exactly its size.

#include "frontends/ggml/gguf_header.h"

#include "ir/base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

// ---- writing files

static void add_number(struct text *out, int bytes, uint64_t value)
{
    for (int i = 0; i < bytes; i++) text_add_char(out, (char)(value >> (8 * i)));
}

static void add_text(struct text *out, const char *text)
{
    add_number(out, 8, strlen(text));
    text_add(out, text);
}

static void add_start(struct text *out, uint32_t version, uint64_t n_tensors, uint64_t n_pairs)
{
    text_add(out, "GGUF");
    add_number(out, 4, version);
    add_number(out, 8, n_tensors);
    add_number(out, 8, n_pairs);
}

static void add_key(struct text *out, const char *key, enum gguf_type type)
{
    add_text(out, key);
    add_number(out, 4, type);
}

static void add_value(struct text *out, const char *key, enum gguf_type type, int bytes,
                      uint64_t bits)
{
    add_key(out, key, type);
    add_number(out, bytes, bits);
}

static void add_array(struct text *out, const char *key, enum gguf_type element, uint64_t n)
{
    add_key(out, key, GGUF_ARR);
    add_number(out, 4, element);
    add_number(out, 8, n);
}

static void add_tensor(struct text *out, const char *name, int n_dims, const int64_t *ne,
                       uint32_t type, uint64_t offset)
{
    add_text(out, name);
    add_number(out, 4, (uint64_t)n_dims);
    for (int i = 0; i < n_dims; i++) add_number(out, 8, (uint64_t)ne[i]);
    add_number(out, 4, type);
    add_number(out, 8, offset);
}

static uint64_t bits_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t bits_of_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

#define N_WHOLE_PAIRS 16

// A value of each type, arrays of numbers and of texts, and three tensors.
static void add_whole(struct text *out, uint32_t version)
{
    add_start(out, version, 3, N_WHOLE_PAIRS);
    add_key(out, "general.architecture", GGUF_STR);
    add_text(out, "llama");
    add_value(out, "a.u8", GGUF_U8, 1, 200);
    add_value(out, "a.i8", GGUF_I8, 1, (uint8_t)-3);
    add_value(out, "a.u16", GGUF_U16, 2, 65535);
    add_value(out, "a.i16", GGUF_I16, 2, (uint16_t)-300);
    add_value(out, "llama.embedding_length", GGUF_U32, 4, 4096);
    add_value(out, "a.i32", GGUF_I32, 4, (uint32_t)-70000);
    add_value(out, "a.f32", GGUF_F32, 4, bits_of_float(1e-5f));
    add_value(out, "a.bool", GGUF_BOOL, 1, 1);
    add_value(out, "a.u64", GGUF_U64, 8, UINT64_MAX);
    add_value(out, "a.i64", GGUF_I64, 8, (uint64_t)-5);
    add_value(out, "a.f64", GGUF_F64, 8, bits_of_double(0.1));
    add_array(out, "tokens", GGUF_STR, 3);
    add_text(out, "<s>");
    add_text(out, "");
    add_text(out, "the");
    add_array(out, "heads", GGUF_I32, 2);
    add_number(out, 4, 8);
    add_number(out, 4, 32);
    add_array(out, "scores", GGUF_F32, GGUF_KEPT_BYTES / 4 + 1);
    for (int i = 0; i < GGUF_KEPT_BYTES / 4 + 1; i++) add_number(out, 4, 0);
    add_array(out, "nothing", GGUF_U8, 0);
    add_tensor(out, "token_embd.weight", 2, (const int64_t[]){4096, 10}, 2, 0);
    add_tensor(out, "output_norm.weight", 1, (const int64_t[]){3}, 0, 23040);
    add_tensor(out, "empty", 4, (const int64_t[]){0, 2, 3, 4}, 1, 23072);
}

// ---- reading them

static bool read_bytes(struct arena *arena, const char *bytes, size_t n, struct gguf_header *header,
                       const char **error)
{
    char *own = malloc(n ? n : 1);
    assert_non_null(own);
    memcpy(own, bytes, n);
    FILE *file = fmemopen(own, n ? n : 1, "rb");
    assert_non_null(file);
    *error = NULL;
    bool read = gguf_read(arena, file, (int64_t)n, header, error);
    assert_true(read ? !*error : *error && **error);
    fclose(file);
    free(own);
    return read;
}

static const struct gguf_pair *pair_of(const struct gguf_header *header, const char *key)
{
    int index = gguf_key_index(header, key);
    assert_true(index >= 0);
    return &header->pairs[index];
}

static int64_t integer_of(const struct gguf_header *header, const char *key)
{
    return pair_of(header, key)->integer;
}

static void check_pairs(const struct gguf_header *header)
{
    assert_int_equal(header->n_pairs, N_WHOLE_PAIRS);
    assert_string_equal(pair_of(header, "general.architecture")->text, "llama");
    assert_int_equal(integer_of(header, "a.u8"), 200);
    assert_int_equal(integer_of(header, "a.i8"), -3);
    assert_int_equal(integer_of(header, "a.u16"), 65535);
    assert_int_equal(integer_of(header, "a.i16"), -300);
    assert_int_equal(integer_of(header, "llama.embedding_length"), 4096);
    assert_int_equal(integer_of(header, "a.i32"), -70000);
    assert_true((float)pair_of(header, "a.f32")->real == 1e-5f);
    assert_int_equal(integer_of(header, "a.bool"), 1);
    assert_int_equal(integer_of(header, "a.u64"), -1);
    assert_int_equal(integer_of(header, "a.i64"), -5);
    assert_true(pair_of(header, "a.f64")->real == 0.1);
    assert_int_equal(pair_of(header, "tokens")->n, 3);
    assert_null(pair_of(header, "tokens")->elements);
    assert_int_equal(pair_of(header, "heads")->n, 2);
    assert_int_equal(pair_of(header, "heads")->elements[4], 32);
    assert_null(pair_of(header, "scores")->elements);
    assert_int_equal(pair_of(header, "nothing")->n, 0);
    assert_int_equal(gguf_key_index(header, "a.u"), -1);
}

static void check_whole(const struct gguf_header *header)
{
    check_pairs(header);
    assert_int_equal(header->n_tensors, 3);
    assert_int_equal(header->alignment, 32);
    assert_int_equal(gguf_tensor_index(header, "output_norm.weight"), 1);
    assert_int_equal(gguf_tensor_index(header, "output.weight"), -1);
    const struct gguf_tensor *t = header->tensors;
    assert_int_equal(t[0].type, DTYPE_Q4_0);
    assert_int_equal(t[0].ne[0], 4096);
    assert_int_equal(t[0].ne[1], 10);
    assert_int_equal(t[0].ne[3], 1);
    assert_int_equal(t[0].bytes, 23040);
    assert_int_equal(t[1].bytes, 12);
    assert_int_equal(t[2].bytes, 0);
    assert_int_equal(header->data_bytes, 23072);
    assert_int_equal(header->data_offset % 32, 0);
}

static void test_everything(void **state)
{
    (void)state;
    for (uint32_t version = 2; version <= 3; version++) {
        struct arena *arena = arena_open();
        struct text out = {.arena = arena};
        struct gguf_header header;
        const char *error;
        add_whole(&out, version);
        assert_true(read_bytes(arena, out.at, out.n, &header, &error));
        assert_int_equal(header.version, version);
        check_whole(&header);
        arena_close(arena);
    }
}

static void test_file(void **state)
{
    (void)state;
    struct arena *arena = arena_open();
    struct text out = {.arena = arena};
    struct gguf_header header;
    const char *error;
    char path[] = "/tmp/test_gguf_XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    add_whole(&out, 3);
    assert_int_equal(write(descriptor, out.at, out.n), out.n);
    close(descriptor);
    assert_true(gguf_open(arena, path, &header, &error));
    check_whole(&header);
    assert_int_equal(header.file_bytes, out.n);
    unlink(path);
    assert_false(gguf_open(arena, path, &header, &error));
    assert_non_null(strstr(error, "no file that can be read"));
    assert_false(gguf_open(arena, "/tmp", &header, &error));
    arena_close(arena);
}

// ---- broken ones

static void test_cut_off(void **state)
{
    (void)state;
    struct arena *arena = arena_open();
    struct text out = {.arena = arena};
    add_whole(&out, 3);
    for (size_t n = 0; n < out.n; n++) {
        if (n == 900) n = out.n - 600; // behind the numbers of an array
        struct arena *inside = arena_open();
        struct gguf_header header;
        const char *error;
        assert_false(read_bytes(inside, out.at, n, &header, &error));
        arena_close(inside);
    }
    arena_close(arena);
}

static void test_altered(void **state)
{
    (void)state;
    struct arena *arena = arena_open();
    struct text out = {.arena = arena};
    uint64_t random = 1;
    add_whole(&out, 3);
    for (int i = 0; i < 3000; i++) {
        struct arena *inside = arena_open();
        char *bytes = arena_copy(inside, out.at, out.n);
        struct gguf_header header;
        const char *error;
        for (int changes = 0; changes < 3; changes++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            size_t at = (size_t)(random >> 33) % 600;
            bytes[changes ? at : out.n - 1 - at % 200] = (char)(random >> 20);
        }
        read_bytes(inside, bytes, out.n, &header, &error);
        arena_close(inside);
    }
    arena_close(arena);
}

// The message for a file that is wrong in one thing.
struct broken {
    const char *says;
    void (*add)(struct text *);
};

static void add_other(struct text *out)
{
    text_add(out, "PK\3\4, a file of another kind");
}

static void add_version_1(struct text *out)
{
    add_start(out, 1, 0, 0);
}

static void add_version_4(struct text *out)
{
    add_start(out, 4, 0, 0);
}

static void add_big_endian(struct text *out)
{
    add_start(out, 0x03000000, 0, 0);
}

static void add_many_pairs(struct text *out)
{
    add_start(out, 3, 0, UINT64_MAX / 2);
    add_value(out, "a", GGUF_U8, 1, 0);
}

static void add_many_tensors(struct text *out)
{
    add_start(out, 3, 1000, 0);
}

static void add_too_many_pairs(struct text *out)
{
    add_start(out, 3, 0, GGUF_MOST_PAIRS + 1);
    for (int i = 0; i < (GGUF_MOST_PAIRS + 1) * 14; i++) text_add_char(out, 0);
}

static void add_long_key(struct text *out)
{
    add_start(out, 3, 0, 1);
    add_number(out, 8, UINT64_MAX - 3);
    text_add(out, "no room");
}

static void add_no_key(struct text *out)
{
    add_start(out, 3, 0, 1);
    add_value(out, "", GGUF_U16, 2, 0);
}

static void add_twice(struct text *out)
{
    add_start(out, 3, 0, 2);
    add_value(out, "a.b", GGUF_U8, 1, 0);
    add_value(out, "a.b", GGUF_U8, 1, 1);
}

static void add_bad_type(struct text *out)
{
    add_start(out, 3, 0, 1);
    add_value(out, "a.b", (enum gguf_type)13, 4, 0);
}

static void add_nested(struct text *out)
{
    add_start(out, 3, 0, 1);
    add_array(out, "a.b", GGUF_ARR, 0);
}

static void add_wide_array(struct text *out)
{
    add_start(out, 3, 0, 1);
    add_array(out, "a.b", GGUF_U64, UINT64_MAX / 4);
}

static void add_long_array(struct text *out)
{
    add_start(out, 3, 0, 1);
    add_array(out, "a.b", GGUF_STR, (uint64_t)1 << 40);
}

static void add_bad_alignment(struct text *out)
{
    add_start(out, 3, 0, 1);
    add_value(out, "general.alignment", GGUF_U32, 4, 33);
}

static void add_typed_alignment(struct text *out)
{
    add_start(out, 3, 0, 1);
    add_value(out, "general.alignment", GGUF_U64, 8, 32);
}

static void add_five_dims(struct text *out)
{
    add_start(out, 3, 1, 0);
    add_tensor(out, "w", 5, (const int64_t[]){1, 1, 1, 1, 1}, 0, 0);
}

static void add_negative(struct text *out)
{
    add_start(out, 3, 1, 0);
    add_tensor(out, "w", 2, (const int64_t[]){4, -1}, 0, 0);
}

static void add_huge(struct text *out)
{
    add_start(out, 3, 1, 0);
    add_tensor(out, "w", 2, (const int64_t[]){INT64_MAX / 2, 4}, 0, 0);
}

static void add_huge_bytes(struct text *out)
{
    add_start(out, 3, 1, 0);
    add_tensor(out, "w", 2, (const int64_t[]){INT64_MAX / 2, 1}, 0, 0);
}

static void add_removed_type(struct text *out)
{
    add_start(out, 3, 1, 0);
    add_tensor(out, "w", 1, (const int64_t[]){32}, 4, 0);
}

static void add_half_blocks(struct text *out)
{
    add_start(out, 3, 1, 0);
    add_tensor(out, "w", 1, (const int64_t[]){33}, 8, 0);
}

static void add_bad_offset(struct text *out)
{
    add_start(out, 3, 2, 0);
    add_tensor(out, "v", 1, (const int64_t[]){1}, 0, 0);
    add_tensor(out, "w", 1, (const int64_t[]){1}, 0, 4);
}

static void add_long_name(struct text *out)
{
    add_start(out, 3, 1, 0);
    add_tensor(out, "0123456789012345678901234567890123456789012345678901234567890123", 1,
               (const int64_t[]){1}, 0, 0);
}

static const struct broken broken[] = {
    {"it is no GGUF file", add_other},
    {"of version 1 of the format", add_version_1},
    {"of version 4 of the format", add_version_4},
    {"big-endian", add_big_endian},
    {"9223372036854775807 keys, more than its bytes can hold", add_many_pairs},
    {"1000 tensors, more than its bytes can hold", add_many_tensors},
    {"65537 keys; at most 65536 are read", add_too_many_pairs},
    {"the file ends within key 0", add_long_key},
    {"key 0 has no name", add_no_key},
    {"two keys called `a.b`", add_twice},
    {"`a.b` has a type that there is none of: 13", add_bad_type},
    {"`a.b` is an array of a type that there is none of: 9", add_nested},
    {"`a.b` is said to have 4611686018427387903 elements", add_wide_array},
    {"the file ends within `a.b`", add_long_array},
    {"`general.alignment` is 33, no power of 2", add_bad_alignment},
    {"`general.alignment` is of type u64, not u32", add_typed_alignment},
    {"tensor `w` has 5 dimensions", add_five_dims},
    {"ne[1] of tensor `w` is -1, below 0", add_negative},
    {"tensor `w` has more elements than 64 bits can count", add_huge},
    {"tensor `w` has more bytes than 64 bits can count", add_huge_bytes},
    {"tensor `w` has a type that there is none of: 4", add_removed_type},
    {"tensor `w` has rows of 33 elements, which are no blocks of 32", add_half_blocks},
    {"tensor `w` lies at 4, not at 32", add_bad_offset},
    {"tensor 0 has a name of more than 63 bytes", add_long_name},
};

static void test_broken(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        struct arena *arena = arena_open();
        struct text out = {.arena = arena};
        struct gguf_header header;
        const char *error;
        broken[i].add(&out);
        assert_false(read_bytes(arena, out.at, out.n, &header, &error));
        if (!strstr(error, broken[i].says)) fail_msg("%s, not %s", error, broken[i].says);
        arena_close(arena);
    }
}

// What a file claims costs no memory.
static void test_memory(void **state)
{
    (void)state;
    struct arena *arena = arena_open();
    struct text out = {.arena = arena};
    struct gguf_header header;
    const char *error;
    add_start(&out, 3, 0, 1);
    add_number(&out, 8, (uint64_t)1 << 40);
    size_t before = arena_bytes(arena);
    assert_false(read_bytes(arena, out.at, out.n, &header, &error));
    assert_true(arena_bytes(arena) - before < 65536);
    arena_close(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everything), cmocka_unit_test(test_file),
        cmocka_unit_test(test_cut_off),    cmocka_unit_test(test_altered),
        cmocka_unit_test(test_broken),     cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
