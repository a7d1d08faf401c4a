#ifndef SHAPEPROF_GGML_BASE_H
#define SHAPEPROF_GGML_BASE_H

// Constants and macros that programs write, and what belongs to no tensor. A part of ggml.h.

#define GGML_FILE_MAGIC 0x67676d6c
#define GGML_FILE_VERSION 2
#define GGML_QNT_VERSION 2
#define GGML_QNT_VERSION_FACTOR 1000

// Limits. A program may set GGML_MAX_NAME itself; struct ggml_tensor grows with it.
#ifndef GGML_MAX_NAME
#define GGML_MAX_NAME 64
#endif
#define GGML_MAX_DIMS 4
#define GGML_MAX_SRC 10
#define GGML_MAX_OP_PARAMS 64
#define GGML_MAX_PARAMS 2048
#define GGML_MAX_N_THREADS 512
#define GGML_DEFAULT_N_THREADS 4
#define GGML_DEFAULT_GRAPH_SIZE 2048

// What the bytes of a context are rounded up to.
#if UINTPTR_MAX == 0xFFFFFFFF
#define GGML_MEM_ALIGN 4
#elif defined(__EMSCRIPTEN__)
#define GGML_MEM_ALIGN 8
#else
#define GGML_MEM_ALIGN 16
#endif

#define GGML_EXIT_SUCCESS 0
#define GGML_EXIT_ABORTED 1

// How rope pairs the elements of a row.
#define GGML_ROPE_TYPE_NORMAL 0
#define GGML_ROPE_TYPE_NEOX 2
#define GGML_ROPE_TYPE_MROPE 8
#define GGML_ROPE_TYPE_VISION 24
#define GGML_ROPE_TYPE_IMROPE 40
#define GGML_MROPE_SECTIONS 4

// What the compiler is told.
#define GGML_API extern
#define GGML_DEPRECATED(declaration, hint) declaration
#if defined(__GNUC__)
#define GGML_ATTRIBUTE_FORMAT(...) __attribute__((format(printf, __VA_ARGS__)))
#else
#define GGML_ATTRIBUTE_FORMAT(...)
#endif
#ifdef __cplusplus
#define GGML_NORETURN [[noreturn]]
#define GGML_RESTRICT __restrict
#else
#define GGML_NORETURN _Noreturn
#define GGML_RESTRICT restrict
#endif

// n is a power of two.
#define GGML_PAD(x, n) (((x) + (n)-1) & ~((n)-1))

#define GGML_UNUSED(x) (void)(x)
#define GGML_UNUSED_VARS(...) ((void)sizeof((__VA_ARGS__, 0)))

#define GGML_ABORT(...) ggml_abort(__FILE__, __LINE__, __VA_ARGS__)
#define GGML_ASSERT(x)                                                                             \
    if (!(x)) GGML_ABORT("GGML_ASSERT(%s) failed", #x)
#define GGML_UNREACHABLE() GGML_ABORT("this statement is not reached")

// ne00, ne01, ... of a tensor as local constants: GGML_TENSOR_LOCALS(int64_t, ne0, src0, ne)
#define GGML_TENSOR_LOCAL_(type, name, pointer, array, i)                                          \
    const type name##i = (pointer) ? (pointer)->array[i] : 0;                                      \
    GGML_UNUSED(name##i);
#define GGML_TENSOR_LOCALS_1(type, prefix, pointer, array)                                         \
    GGML_TENSOR_LOCAL_(type, prefix, pointer, array, 0)
#define GGML_TENSOR_LOCALS_2(type, prefix, pointer, array)                                         \
    GGML_TENSOR_LOCALS_1(type, prefix, pointer, array)                                             \
    GGML_TENSOR_LOCAL_(type, prefix, pointer, array, 1)
#define GGML_TENSOR_LOCALS_3(type, prefix, pointer, array)                                         \
    GGML_TENSOR_LOCALS_2(type, prefix, pointer, array)                                             \
    GGML_TENSOR_LOCAL_(type, prefix, pointer, array, 2)
#define GGML_TENSOR_LOCALS(type, prefix, pointer, array)                                           \
    GGML_TENSOR_LOCALS_3(type, prefix, pointer, array)                                             \
    GGML_TENSOR_LOCAL_(type, prefix, pointer, array, 3)

// All of them for an operator's tensors, which are called src0, src1, src2 and dst.
#define GGML_TENSOR_BOTH_(n, tensor)                                                               \
    GGML_TENSOR_LOCALS(int64_t, ne##n, tensor, ne)                                                 \
    GGML_TENSOR_LOCALS(size_t, nb##n, tensor, nb)
#define GGML_TENSOR_RESULT_                                                                        \
    GGML_TENSOR_LOCALS(int64_t, ne, dst, ne)                                                       \
    GGML_TENSOR_LOCALS(size_t, nb, dst, nb)
#define GGML_TENSOR_BINARY_OP_LOCALS01 GGML_TENSOR_BOTH_(0, src0) GGML_TENSOR_BOTH_(1, src1)
#define GGML_TENSOR_UNARY_OP_LOCALS GGML_TENSOR_BOTH_(0, src0) GGML_TENSOR_RESULT_
#define GGML_TENSOR_BINARY_OP_LOCALS GGML_TENSOR_BINARY_OP_LOCALS01 GGML_TENSOR_RESULT_
#define GGML_TENSOR_TERNARY_OP_LOCALS                                                              \
    GGML_TENSOR_BINARY_OP_LOCALS01 GGML_TENSOR_BOTH_(2, src2) GGML_TENSOR_RESULT_

// The end of a program that is wrong.
typedef void (*ggml_abort_callback_t)(const char *error_message);
ggml_abort_callback_t ggml_set_abort_callback(ggml_abort_callback_t callback);
GGML_NORETURN GGML_ATTRIBUTE_FORMAT(3, 4) void ggml_abort(const char *file, int line,
                                                          const char *fmt, ...);

// What a computation says when it is over.
enum ggml_status {
    GGML_STATUS_ALLOC_FAILED = -2,
    GGML_STATUS_FAILED = -1,
    GGML_STATUS_SUCCESS = 0,
    GGML_STATUS_ABORTED = 1
};
const char *ggml_status_to_string(enum ggml_status status);

// True ends a computation early.
typedef bool (*ggml_abort_callback)(void *data);

// Numbers of 16 bits.
typedef uint16_t ggml_fp16_t;
typedef struct {
    uint16_t bits;
} ggml_bf16_t;
float ggml_fp16_to_fp32(ggml_fp16_t half);
ggml_fp16_t ggml_fp32_to_fp16(float value);
void ggml_fp16_to_fp32_row(const ggml_fp16_t *from, float *to, int64_t n);
void ggml_fp32_to_fp16_row(const float *from, ggml_fp16_t *to, int64_t n);
float ggml_bf16_to_fp32(ggml_bf16_t half);
ggml_bf16_t ggml_fp32_to_bf16(float value);
void ggml_bf16_to_fp32_row(const ggml_bf16_t *from, float *to, int64_t n);
void ggml_fp32_to_bf16_row(const float *from, ggml_bf16_t *to, int64_t n);
void ggml_fp32_to_bf16_row_ref(const float *from, ggml_bf16_t *to, int64_t n);

// The log.
enum ggml_log_level {
    GGML_LOG_LEVEL_NONE = 0,
    GGML_LOG_LEVEL_DEBUG = 1,
    GGML_LOG_LEVEL_INFO = 2,
    GGML_LOG_LEVEL_WARN = 3,
    GGML_LOG_LEVEL_ERROR = 4,
    GGML_LOG_LEVEL_CONT = 5
};
typedef void (*ggml_log_callback)(enum ggml_log_level level, const char *text, void *user_data);
void ggml_log_get(ggml_log_callback *log_callback, void **user_data);
void ggml_log_set(ggml_log_callback log_callback, void *user_data);

// Time, files, the library's version.
typedef uint8_t ggml_guid[16];
typedef ggml_guid *ggml_guid_t;
bool ggml_guid_matches(ggml_guid_t guid_a, ggml_guid_t guid_b);
const char *ggml_version(void);
const char *ggml_commit(void);
void ggml_time_init(void);
int64_t ggml_time_ms(void);
int64_t ggml_time_us(void);
int64_t ggml_cycles(void);
int64_t ggml_cycles_per_ms(void);
FILE *ggml_fopen(const char *fname, const char *mode);

#endif
