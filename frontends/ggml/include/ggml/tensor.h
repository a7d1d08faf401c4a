#ifndef SHAPEPROF_GGML_TENSOR_H
#define SHAPEPROF_GGML_TENSOR_H

// Tensors, what can be asked of them, and the contexts that they lie in. A part of ggml.h.

struct ggml_context;
struct ggml_cgraph;
struct ggml_object;
struct ggml_backend_buffer;

// ne counts elements, nb bytes from one to the next; axis 0 lies innermost.
struct ggml_tensor {
    enum ggml_type type;
    struct ggml_backend_buffer *buffer;
    int64_t ne[GGML_MAX_DIMS];
    size_t nb[GGML_MAX_DIMS];
    enum ggml_op op;
    int32_t op_params[GGML_MAX_OP_PARAMS / sizeof(int32_t)];
    int32_t flags;
    struct ggml_tensor *src[GGML_MAX_SRC];
    struct ggml_tensor *view_src;
    size_t view_offs;
    void *data;
    char name[GGML_MAX_NAME];
    void *extra;
    char padding[8];
};
static const size_t GGML_TENSOR_SIZE = sizeof(struct ggml_tensor);

// Contexts: one block of memory, filled from its start.
struct ggml_init_params {
    size_t mem_size;
    void *mem_buffer;
    bool no_alloc;
};
struct ggml_context *ggml_init(struct ggml_init_params params);
void ggml_reset(struct ggml_context *ctx);
void ggml_free(struct ggml_context *ctx);
size_t ggml_used_mem(const struct ggml_context *ctx);
bool ggml_get_no_alloc(struct ggml_context *ctx);
void ggml_set_no_alloc(struct ggml_context *ctx, bool no_alloc);
void *ggml_get_mem_buffer(const struct ggml_context *ctx);
size_t ggml_get_mem_size(const struct ggml_context *ctx);
size_t ggml_get_max_tensor_size(const struct ggml_context *ctx);
void ggml_print_object(const struct ggml_object *obj);
void ggml_print_objects(const struct ggml_context *ctx);
size_t ggml_tensor_overhead(void);

// New tensors; new_buffer gives bare bytes.
struct ggml_tensor *ggml_new_tensor(struct ggml_context *ctx, enum ggml_type type, int n_dims,
                                    const int64_t *ne);
struct ggml_tensor *ggml_new_tensor_1d(struct ggml_context *ctx, enum ggml_type type, int64_t ne0);
struct ggml_tensor *ggml_new_tensor_2d(struct ggml_context *ctx, enum ggml_type type, int64_t ne0,
                                       int64_t ne1);
struct ggml_tensor *ggml_new_tensor_3d(struct ggml_context *ctx, enum ggml_type type, int64_t ne0,
                                       int64_t ne1, int64_t ne2);
struct ggml_tensor *ggml_new_tensor_4d(struct ggml_context *ctx, enum ggml_type type, int64_t ne0,
                                       int64_t ne1, int64_t ne2, int64_t ne3);
struct ggml_tensor *ggml_dup_tensor(struct ggml_context *ctx, const struct ggml_tensor *src);
struct ggml_tensor *ggml_view_tensor(struct ggml_context *ctx, struct ggml_tensor *src);
void *ggml_new_buffer(struct ggml_context *ctx, size_t nbytes);

// Names and flags.
const char *ggml_get_name(const struct ggml_tensor *tensor);
struct ggml_tensor *ggml_set_name(struct ggml_tensor *tensor, const char *name);
GGML_ATTRIBUTE_FORMAT(2, 3)
struct ggml_tensor *ggml_format_name(struct ggml_tensor *tensor, const char *fmt, ...);
void ggml_set_input(struct ggml_tensor *tensor);
void ggml_set_output(struct ggml_tensor *tensor);
void ggml_set_param(struct ggml_tensor *tensor);
void ggml_set_loss(struct ggml_tensor *tensor);

// Looking through a context.
struct ggml_tensor *ggml_get_first_tensor(const struct ggml_context *ctx);
struct ggml_tensor *ggml_get_next_tensor(const struct ggml_context *ctx,
                                         struct ggml_tensor *tensor);
struct ggml_tensor *ggml_get_tensor(struct ggml_context *ctx, const char *name);

// Bytes and elements of a type.
const char *ggml_type_name(enum ggml_type type);
size_t ggml_type_size(enum ggml_type type);
int64_t ggml_blck_size(enum ggml_type type);
size_t ggml_row_size(enum ggml_type type, int64_t ne);
double ggml_type_sizef(enum ggml_type type);
bool ggml_is_quantized(enum ggml_type type);
enum ggml_type ggml_ftype_to_ggml_type(enum ggml_ftype ftype);
bool ggml_validate_row_data(enum ggml_type type, const void *data, size_t nbytes);

// Bytes and elements of a tensor.
int64_t ggml_nelements(const struct ggml_tensor *tensor);
int64_t ggml_nrows(const struct ggml_tensor *tensor);
size_t ggml_nbytes(const struct ggml_tensor *tensor);
size_t ggml_nbytes_pad(const struct ggml_tensor *tensor);
size_t ggml_element_size(const struct ggml_tensor *tensor);
int ggml_n_dims(const struct ggml_tensor *tensor);

// How the elements lie.
bool ggml_is_contiguous(const struct ggml_tensor *tensor);
bool ggml_is_contiguous_0(const struct ggml_tensor *tensor);
bool ggml_is_contiguous_1(const struct ggml_tensor *tensor);
bool ggml_is_contiguous_2(const struct ggml_tensor *tensor);
bool ggml_is_contiguous_to_1(const struct ggml_tensor *tensor);
bool ggml_is_contiguous_to_2(const struct ggml_tensor *tensor);
bool ggml_is_contiguous_to_3(const struct ggml_tensor *tensor);
bool ggml_is_contiguous_rows(const struct ggml_tensor *tensor);
bool ggml_is_contiguous_channels(const struct ggml_tensor *tensor);
bool ggml_is_contiguously_allocated(const struct ggml_tensor *tensor);
bool ggml_is_transposed(const struct ggml_tensor *tensor);
bool ggml_is_permuted(const struct ggml_tensor *tensor);
bool ggml_is_view(const struct ggml_tensor *tensor);

// How many there are, and whether two tensors go together.
bool ggml_is_empty(const struct ggml_tensor *tensor);
bool ggml_is_scalar(const struct ggml_tensor *tensor);
bool ggml_is_vector(const struct ggml_tensor *tensor);
bool ggml_is_matrix(const struct ggml_tensor *tensor);
bool ggml_is_3d(const struct ggml_tensor *tensor);
bool ggml_are_same_shape(const struct ggml_tensor *t0, const struct ggml_tensor *t1);
bool ggml_are_same_stride(const struct ggml_tensor *t0, const struct ggml_tensor *t1);
bool ggml_can_repeat(const struct ggml_tensor *t0, const struct ggml_tensor *t1);

// The operator that made a tensor, in words.
const char *ggml_op_name(enum ggml_op op);
const char *ggml_op_symbol(enum ggml_op op);
const char *ggml_op_desc(const struct ggml_tensor *t);
const char *ggml_unary_op_name(enum ggml_unary_op op);
const char *ggml_glu_op_name(enum ggml_glu_op op);
enum ggml_unary_op ggml_get_unary_op(const struct ggml_tensor *tensor);
enum ggml_glu_op ggml_get_glu_op(const struct ggml_tensor *tensor);

// The numbers in a tensor.
void *ggml_get_data(const struct ggml_tensor *tensor);
float *ggml_get_data_f32(const struct ggml_tensor *tensor);
struct ggml_tensor *ggml_set_zero(struct ggml_tensor *tensor);
void ggml_unravel_index(const struct ggml_tensor *tensor, int64_t i, int64_t *i0, int64_t *i1,
                        int64_t *i2, int64_t *i3);

// Conversion to and from the block types.
typedef void (*ggml_to_float_t)(const void *GGML_RESTRICT x, float *GGML_RESTRICT y, int64_t k);
typedef void (*ggml_from_float_t)(const float *GGML_RESTRICT x, void *GGML_RESTRICT y, int64_t k);
struct ggml_type_traits {
    const char *type_name;
    int64_t blck_size;
    int64_t blck_size_interleave;
    size_t type_size;
    bool is_quantized;
    ggml_to_float_t to_float;
    ggml_from_float_t from_float_ref;
};
const struct ggml_type_traits *ggml_get_type_traits(enum ggml_type type);
void ggml_quantize_init(enum ggml_type type);
void ggml_quantize_free(void);
bool ggml_quantize_requires_imatrix(enum ggml_type type);
size_t ggml_quantize_chunk(enum ggml_type type, const float *src, void *dst, int64_t start,
                           int64_t nrows, int64_t n_per_row, const float *imatrix);

#endif
