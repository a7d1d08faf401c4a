// Structs of tensors that the program copies and changes itself: the library takes them as they are.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"
#include "ggml-cpu.h"

#include <string.h>

static int64_t rows(const struct ggml_tensor *t)
{
    return ggml_nrows(t);
}

int main(void)
{
    struct ggml_context *ctx = ggml_init((struct ggml_init_params){.mem_size = 1 << 20});
    struct ggml_tensor *a = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, 8);
    struct ggml_tensor *w = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, rows(a));
    struct ggml_tensor t = *a;
    t.ne[1] = 4;
    struct ggml_tensor *x = ggml_mul_mat(ctx, w, &t);
    struct ggml_tensor *y = ggml_add(ctx, x, ggml_new_tensor_2d(ctx, GGML_TYPE_F32, rows(a), rows(&t)));
    y = ggml_add(ctx, y, a); // expect SP701: a->ne[0] (8)
    struct ggml_tensor *scaled = ggml_scale(ctx, a, 2.0f);
    scaled->op_params[0] = 0;
    w->type = (enum ggml_type)4;
    ggml_nbytes(w); // expect SP719: has the type 4, which is none of the library's
    scaled->op = (enum ggml_op)4000;
    ggml_nbytes(scaled); // expect SP719: has the operator 4000, which is none of the library's
    ggml_free(ctx);
    return 0;
}
