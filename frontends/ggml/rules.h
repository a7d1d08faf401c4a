#ifndef FRONTENDS_GGML_RULES_H
#define FRONTENDS_GGML_RULES_H

// The rules, a family a file: what a function of ggml.h makes, and what it asserts, in the
// library's order and with its words. Source: ggml.c of 0.15.1, 0.21.0 and 0.25.1; where these
// differ, functions.def has a line for each and `data` tells them apart.
//
// Sizes in comments are innermost first, as in `ne`. Bare names before a rule are its numbers, in
// order.

#include "frontends/ggml/layout.h"
#include "frontends/ggml/make.h"

enum unary_op {
#define UNARY(id) UNARY_##id,
#define GLU(id)
#include "frontends/ggml/words.def"
#undef UNARY
#undef GLU
    N_UNARY_OPS
};

enum glu_op {
#define UNARY(id)
#define GLU(id) GLU_##id,
#include "frontends/ggml/words.def"
#undef UNARY
#undef GLU
    N_GLU_OPS
};

// `data` of functions.def.
enum columns_type { COLUMNS_F16, COLUMNS_AS_KERNEL, COLUMNS_F16_OR_F32 }; // of im2col in conv_*
enum permute_width { PERMUTE_32_BITS, PERMUTE_64_BITS }; // ne and nb pass through such integers
enum rows_type { ROWS_F32, ROWS_F32_F16 };               // what set_rows can write
enum scan_states { SCAN_ONE_STATE, SCAN_STATES };        // has ssm_scan a parameter K?
enum hc_pre_params { HC_PRE_BARE, HC_PRE_PARAMS };       // are scale and gating stored?
enum pad_kind { PAD_ZEROS, PAD_CIRCULAR };
enum set_parameter { SET_MUL_MAT_PREC, SET_MUL_MAT_HINT, SET_FLASH_PREC };

#define GGML_FUNCTION(name, letters, rule, data) struct ggml_tensor *rule(struct ggml_call *);
#define GGML_IN_PLACE(name, letters, rule, data) struct ggml_tensor *rule(struct ggml_call *);
#define GGML_VERSION(name, letters, rule, data, place, since, until)                               \
    struct ggml_tensor *rule(struct ggml_call *);
#define GGML_SETTER(name, letters, rule, data, since, until)                                       \
    struct ggml_tensor *rule(struct ggml_call *);
#include "frontends/ggml/functions.def"
#undef GGML_FUNCTION
#undef GGML_IN_PLACE
#undef GGML_VERSION
#undef GGML_SETTER

// ---- assertions that many functions share (rules.c)

void need_type(struct ggml_call *, const char *text, const struct ggml_tensor *, enum dtype);
// a->ne[i] == b->ne[j]
void need_ne(struct ggml_call *, const char *text, const struct ggml_tensor *a, int i,
             const struct ggml_tensor *b, int j);
void need_ne_is(struct ggml_call *, const char *text, const struct ggml_tensor *, int i,
                int64_t size);
// b->ne[j] % divisor->ne[i] == 0
void need_ne_divides(struct ggml_call *, const char *text, const struct ggml_tensor *divisor, int i,
                     const struct ggml_tensor *b, int j);
void need_at_least(struct ggml_call *, const char *text, struct side, int64_t minimum);
void need_contiguous(struct ggml_call *, const char *text, const struct ggml_tensor *);
void need_rows(struct ggml_call *, const char *text, const struct ggml_tensor *);
void need_same(struct ggml_call *, const char *text, const struct ggml_tensor *,
               const struct ggml_tensor *);
// Sizes from dimension `from` on are 1.
void need_ones(struct ggml_call *, const char *text, const struct ggml_tensor *, int from);

// ---- functions that composite ones call

struct ggml_tensor *make_mul_mat(struct ggml_call *, struct ggml_tensor *a, struct ggml_tensor *b);
// As many sizes as there are before the first NULL: ggml_reshape_1d to _4d.
struct ggml_tensor *make_reshape(struct ggml_call *, struct ggml_tensor *,
                                 const struct sym *const *sizes);
struct ggml_tensor *make_cont(struct ggml_call *, struct ggml_tensor *,
                              const struct sym *const *sizes);
struct ggml_tensor *make_permute(struct ggml_call *, struct ggml_tensor *, const int *axes);
// ggml_view_1d to _4d; strides: those from nb[1] on that are given.
struct ggml_tensor *make_view(struct ggml_call *, struct ggml_tensor *, int n_dims,
                              const struct sym *const *sizes, const struct sym *const *strides,
                              const struct sym *offset);

#endif
