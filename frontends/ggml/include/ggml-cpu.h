#ifndef SHAPEPROF_GGML_CPU_H
#define SHAPEPROF_GGML_CPU_H

// Running graphs on the processor, and reading and writing single numbers, see ggml.h.

#include "ggml.h"
#include "ggml-backend.h"

#ifdef __cplusplus
extern "C" {
#endif

// Running a graph: work_data is the caller's, of work_size bytes.
struct ggml_cplan {
    size_t work_size;
    uint8_t *work_data;
    int n_threads;
    struct ggml_threadpool *threadpool;
    ggml_abort_callback abort_callback;
    void *abort_callback_data;
    bool use_ref;
};
struct ggml_cplan ggml_graph_plan(const struct ggml_cgraph *cgraph, int n_threads,
                                  struct ggml_threadpool *threadpool);
enum ggml_status ggml_graph_compute(struct ggml_cgraph *cgraph, struct ggml_cplan *cplan);
enum ggml_status ggml_graph_compute_with_ctx(struct ggml_context *ctx, struct ggml_cgraph *cgraph,
                                             int n_threads);

// The same as a backend.
ggml_backend_t ggml_backend_cpu_init(void);
bool ggml_backend_is_cpu(ggml_backend_t backend);
ggml_backend_reg_t ggml_backend_cpu_reg(void);
void ggml_backend_cpu_set_n_threads(ggml_backend_t backend_cpu, int n_threads);
void ggml_backend_cpu_set_threadpool(ggml_backend_t backend_cpu, ggml_threadpool_t threadpool);
void ggml_backend_cpu_set_abort_callback(ggml_backend_t backend_cpu,
                                         ggml_abort_callback abort_callback,
                                         void *abort_callback_data);
void ggml_backend_cpu_set_use_ref(ggml_backend_t backend_cpu, bool use_ref);

// Tensors of one number.
struct ggml_tensor *ggml_new_i32(struct ggml_context *ctx, int32_t value);
struct ggml_tensor *ggml_new_f32(struct ggml_context *ctx, float value);

// Numbers of a tensor: all of them, one by its place in the row of all, one by its indices.
struct ggml_tensor *ggml_set_i32(struct ggml_tensor *tensor, int32_t value);
struct ggml_tensor *ggml_set_f32(struct ggml_tensor *tensor, float value);
int32_t ggml_get_i32_1d(const struct ggml_tensor *tensor, int i);
void ggml_set_i32_1d(const struct ggml_tensor *tensor, int i, int32_t value);
float ggml_get_f32_1d(const struct ggml_tensor *tensor, int i);
void ggml_set_f32_1d(const struct ggml_tensor *tensor, int i, float value);
int32_t ggml_get_i32_nd(const struct ggml_tensor *tensor, int i0, int i1, int i2, int i3);
void ggml_set_i32_nd(const struct ggml_tensor *tensor, int i0, int i1, int i2, int i3,
                     int32_t value);
float ggml_get_f32_nd(const struct ggml_tensor *tensor, int i0, int i1, int i2, int i3);
void ggml_set_f32_nd(const struct ggml_tensor *tensor, int i0, int i1, int i2, int i3, float value);

// Threads.
struct ggml_threadpool *ggml_threadpool_new(struct ggml_threadpool_params *params);
void ggml_threadpool_free(struct ggml_threadpool *threadpool);
int ggml_threadpool_get_n_threads(struct ggml_threadpool *threadpool);
void ggml_threadpool_pause(struct ggml_threadpool *threadpool);
void ggml_threadpool_resume(struct ggml_threadpool *threadpool);

// Memory that is nearer to some processors.
enum ggml_numa_strategy {
    GGML_NUMA_STRATEGY_DISABLED = 0,
    GGML_NUMA_STRATEGY_DISTRIBUTE = 1,
    GGML_NUMA_STRATEGY_ISOLATE = 2,
    GGML_NUMA_STRATEGY_NUMACTL = 3,
    GGML_NUMA_STRATEGY_MIRROR = 4,
    GGML_NUMA_STRATEGY_COUNT
};
void ggml_numa_init(enum ggml_numa_strategy numa);
bool ggml_is_numa(void);

// How each type is multiplied.
typedef void (*ggml_vec_dot_t)(int n, float *GGML_RESTRICT s, size_t bs,
                               const void *GGML_RESTRICT x, size_t bx, const void *GGML_RESTRICT y,
                               size_t by, int nrc);
struct ggml_type_traits_cpu {
    ggml_from_float_t from_float;
    ggml_vec_dot_t vec_dot;
    enum ggml_type vec_dot_type;
    int64_t nrows;
};
void ggml_cpu_init(void);
const struct ggml_type_traits_cpu *ggml_get_type_traits_cpu(enum ggml_type type);

// Conversion of rows.
void ggml_cpu_fp32_to_fp32(const float *from, float *to, int64_t n);
void ggml_cpu_fp32_to_i32(const float *from, int32_t *to, int64_t n);
void ggml_cpu_fp32_to_fp16(const float *from, ggml_fp16_t *to, int64_t n);
void ggml_cpu_fp16_to_fp32(const ggml_fp16_t *from, float *to, int64_t n);
void ggml_cpu_fp32_to_bf16(const float *from, ggml_bf16_t *to, int64_t n);
void ggml_cpu_bf16_to_fp32(const ggml_bf16_t *from, float *to, int64_t n);

// What the processor can do.
int ggml_cpu_has_sse3(void);
int ggml_cpu_has_ssse3(void);
int ggml_cpu_has_avx(void);
int ggml_cpu_has_avx_vnni(void);
int ggml_cpu_has_avx2(void);
int ggml_cpu_has_bmi2(void);
int ggml_cpu_has_f16c(void);
int ggml_cpu_has_fma(void);
int ggml_cpu_has_avx512(void);
int ggml_cpu_has_avx512_vbmi(void);
int ggml_cpu_has_avx512_vnni(void);
int ggml_cpu_has_avx512_bf16(void);
int ggml_cpu_has_amx_int8(void);
int ggml_cpu_has_neon(void);
int ggml_cpu_has_arm_fma(void);
int ggml_cpu_has_fp16_va(void);
int ggml_cpu_has_dotprod(void);
int ggml_cpu_has_matmul_int8(void);
int ggml_cpu_has_sve(void);
int ggml_cpu_get_sve_cnt(void);
int ggml_cpu_has_sme(void);
int ggml_cpu_has_sme2(void);
int ggml_cpu_has_riscv_v(void);
int ggml_cpu_get_rvv_vlen(void);
int ggml_cpu_has_vsx(void);
int ggml_cpu_has_vxe(void);
int ggml_cpu_has_wasm_simd(void);
int ggml_cpu_has_llamafile(void);

#ifdef __cplusplus
}
#endif

#endif
