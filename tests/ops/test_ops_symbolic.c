// Rules with symbols against rules with numbers: each case is run once with
// symbols, and a hundred times with random numbers in their place. Where the
// conditions that the symbolic run asked for hold for the numbers, the rule must
// accept them and give the sizes, strides and offsets that the symbolic ones come
// to; numbers that it refuses must break a condition.

#include "tests/ops/op_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

struct symbolic_case {
    const char *op, *operands, *attrs;
};

static const struct symbolic_case cases[] = {
    {"add", "f32[N,C,H,W] f32[C,1,1]", ""},
    {"add", "f32[N,4] f32[M]", ""},
    {"mul", "f32[A,B]{1,A} 2", ""},
    {"where", "bool[A,1] f32[B] f32[A,B]", ""},
    {"matmul", "f32[A,B,M,K] f32[B,K,N]", ""},
    {"matmul", "f32[M,K] f32[L,N]", ""},
    {"bmm", "f32[A,M,K] f32[B,K,N]", ""},
    {"addmm", "f32[N] f32[M,K] f32[K,L]", ""},
    {"einsum", "f32[B,T,H,4] f32[B,S,H,4]", "equation=bthd,bshd->bhts"},
    {"einsum", "f32[A,B] f32[C,D]", "equation=ij,jk->ki"},
    {"einsum", "f32[A,B,C]", "equation=ijk->kji"},
    {"sum", "f32[A,B,C]", "dim=[0,2] keepdim=true"},
    {"max", "f32[A,B]", "dim=1"},
    {"topk", "f32[A,B]", "k=3"},
    {"cumsum", "f32[A,B]", "dim=0"},
    {"view", "f32[A,B,C]", "shape=[A*B,C]"},
    {"view", "f32[A,B,C]", "shape=[A,-1]"},
    {"view", "f32[A,B]", "shape=[-1,4]"},
    {"view", "f32[A,B,C]", "shape=[A,D,B,C/D]"},
    {"view", "f32[A,B,C]{3*B*C,3*C,1}", "shape=[A,B,H,C/H]"},
    {"view", "f32[A,B,C]{B*C,1,B}", "shape=[A,B,2,C/2]"},
    {"reshape", "f32[N,3,H,W]", "shape=[N,3,H/4,4,W/4,4]"},
    {"reshape", "f32[A,B,C]{B*C,1,B}", "shape=[A,B,2,C/2]"},
    {"flatten", "f32[N,C,H,W]", "start_dim=1"},
    {"unflatten", "f32[N,C]", "dim=1 unflattened_size=[2,-1]"},
    {"permute", "f32[A,B,C]", "dims=[2,0,1]"},
    {"movedim", "f32[A,B,C]", "source=[0] destination=[2]"},
    {"unsqueeze", "f32[A,B]{1,A}", "dim=1"},
    {"expand", "f32[A,1]", "sizes=[3,A,B]"},
    {"expand", "f32[A,B]", "sizes=[C,B]"},
    {"repeat", "f32[A,B]", "repeats=[2,1,3]"},
    {"cat", "f32[A,B] f32[A,C] f32[D,B]", "dim=1"},
    {"stack", "f32[A,B] f32[A,C]", "dim=2"},
    {"hstack", "f32[A,B] f32[A,C]", ""},
    {"chunk", "f32[A,B]", "chunks=3 dim=1"},
    {"chunk", "f32[A,4*B]", "chunks=4 dim=1"},
    {"split", "f32[3*A,B]", "split_size=A dim=0"},
    {"split", "f32[A,B]", "sections=[2,C] dim=1"},
    {"tensor_split", "f32[A,B]", "sections=3 dim=1"},
    {"tensor_split", "f32[A,B]", "indices=[2,-1] dim=1"},
    {"narrow", "f32[A,B]", "dim=1 start=2 length=3"},
    {"narrow", "f32[A,B]", "dim=1 start=-2 length=C"},
    {"select", "f32[A,B]", "dim=0 index=3"},
    {"slice", "f32[A,B]", "dim=1 start=1 end=-1 step=2"},
    {"slice", "f32[A,B]", "dim=1 start=-3"},
    {"slice", "f32[A,B]", "dim=0 start=C end=D"},
    {"unfold_axis", "f32[A,B]", "dimension=1 size=3 step=2"},
    {"flip", "f32[A,B]{1,A}", "dims=[0]"},
    {"rot90", "f32[A,B]", "k=1 dims=[0,1]"},
    {"repeat_interleave", "f32[A,B]", "repeats=3"},
    {"meshgrid", "f32[A] f32[B]", "indexing=xy"},
    {"diagonal", "f32[A,B,C]", "dim1=1 dim2=2 offset=1"},
    {"diagonal", "f32[A,B]", "offset=-2"},
    {"diag", "f32[A,B]", "diagonal=1"},
    {"tril", "f32[A,B]", ""},
    {"gather", "f32[A,B] i64[C,D]", "dim=1"},
    {"scatter", "f32[A,B] i64[C,D] f32[E,F]", "dim=0"},
    {"index_select", "f32[A,B] i64[C]", "dim=1"},
    {"masked_fill", "f32[A,1] bool[B] 0", ""},
    {"one_hot", "i64[A,B]", "num_classes=C"},
    {"constant", "", "size=[A,B+1]"},
    {"arange", "", "start=A end=B step=2"},
    {"clone", "f32[A,B,C]{1,A,A*B}", ""},
    {"conv1d", "f32[N,4,L] f32[6,2,3] f32[6]", "stride=2 padding=1 dilation=2 groups=2"},
    {"conv2d", "f32[N,C,H,W] f32[D,C,3,3]", "stride=[2,1] padding=[1,0]"},
    {"conv2d", "f32[C,H,W] f32[4,C,2,2]", "padding_word=same"},
    {"conv3d", "f32[N,2,A,B,C] f32[3,2,2,1,3]", "stride=[1,2,2]"},
    {"conv_transpose2d", "f32[N,4,H,W] f32[4,3,3,3]", "stride=2 padding=1 output_padding=1"},
    {"max_pool1d", "f32[N,C,L]", "kernel_size=3 stride=2 padding=1"},
    {"max_pool2d", "f32[N,C,H,W]", "kernel_size=3 stride=2 ceil_mode=true"},
    {"avg_pool2d", "f32[C,H,W]", "kernel_size=[2,3] stride=[1,2]"},
    {"avg_pool3d", "f32[N,C,D,H,W]", "kernel_size=2 ceil_mode=true"},
    {"lp_pool1d", "f32[N,C,L]", "norm_type=2 kernel_size=3"},
    {"adaptive_avg_pool2d", "f32[N,C,H,W]", "output_size=[3,5]"},
    {"adaptive_max_pool1d", "f32[N,C,L]", "output_size=2 return_indices=true"},
    {"fractional_max_pool3d", "f32[N,C,D,H,W]", "kernel_size=2 output_size=[1,2,3]"},
    {"max_unpool1d", "f32[N,C,L] i64[N,C,L]", "kernel_size=3 stride=2 padding=1"},
    {"max_unpool3d", "f32[N,C,D,H,W] i64[N,C,D,H,W]", "kernel_size=2 stride=3"},
    {"batch_norm", "f32[N,C,L] f32[C] f32[C]", "training=false"},
    {"instance_norm", "f32[N,C,H,W]", ""},
    {"group_norm", "f32[N,C,L] f32[C] f32[C]", "num_groups=2"},
    {"layer_norm", "f32[N,A,B] f32[A,B]", "normalized_shape=[A,B]"},
    {"rms_norm", "f32[N,A,B] f32[B]", "normalized_shape=[B]"},
    {"local_response_norm", "f32[N,C,L]", "size=3"},
    {"linear", "f32[A,B,K] f32[O,K] f32[O]", ""},
    {"bilinear", "f32[N,A] f32[N,B] f32[O,A,B]", ""},
    {"glu", "f32[N,C]", "dim=1"},
    {"softmax", "f32[N,C]", "dim=-1"},
    {"embedding", "i64[N,T] f32[V,E]", ""},
    {"mse_loss", "f32[N,C] f32[C]", "reduction=none"},
    {"nll_loss", "f32[N,C,L] i64[N,L] f32[C]", "reduction=none"},
    {"cross_entropy", "f32[N,C] f32[N,C]", "reduction=none"},
    {"hinge_embedding_loss", "f32[N,C] f32[N,1]", "reduction=none margin=0.5"},
    {"soft_margin_loss", "f32[N,C] f32[C]", "reduction=none"},
    {"multilabel_soft_margin_loss", "f32[N,A,C] f32[N,A,C]", "reduction=none"},
    {"multilabel_margin_loss", "f32[N,C] i64[N,C]", "reduction=none"},
    {"multi_margin_loss", "f32[N,C] i64[N]", "reduction=none p=2"},
    {"poisson_nll_loss", "f32[N,C] i64[C]", "reduction=none log_input=false"},
    {"gaussian_nll_loss", "f32[N,C] f32[N,C] f32[N]", "reduction=none"},
    {"ctc_loss", "f32[T,N,C] i64[N,S] i64[N] i64[N]", "reduction=none"},
    {"cosine_embedding_loss", "f32[N,E] f32[N,E] f32[N]", "reduction=none"},
    {"triplet_margin_loss", "f32[N,E] f32[N,E] f32[N,E]", "reduction=none"},
    {"pad", "f32[N,C,H,W]", "pad=[1,-2,0,3]"},
    {"pad", "f32[N,C,L]", "pad=[2,1] mode=reflect"},
    {"pad", "f32[N,C,L]", "pad=[2,1] mode=circular"},
    {"interpolate", "f32[N,C,H,W]", "scale_factor=2"},
    {"interpolate", "f32[N,C,L]", "size=7"},
    {"pixel_shuffle", "f32[N,C,H,W]", "upscale_factor=2"},
    {"pixel_unshuffle", "f32[N,C,H,W]", "downscale_factor=2"},
    {"channel_shuffle", "f32[N,C,H,W]", "groups=3"},
    {"unfold", "f32[N,C,H,W]", "kernel_size=[2,3] stride=2 padding=1"},
    {"cosine_similarity", "f32[N,C,L] f32[N,C,1]", "dim=1"},
    {"cdist", "f32[B,N,E] f32[M,E]", ""},
    {"normalize", "f32[N,C]", "dim=1"},
    {"inner", "f32[A,B,K] f32[C,K]", ""},
    {"kron", "f32[A,B] f32[C,A,B]", ""},
    {"cross", "f32[A,3] f32[1,3]", "dim=1"},
    {"t", "f32[A,B]{1,A}", ""},
    {"take_along_dim", "f32[A,B] i64[A,C]", "dim=1"},
    {"scatter_reduce", "f32[A,B] i64[C,D] f32[E,F]", "dim=0 reduce=amax"},
    {"index_put", "f32[A,B,C] f32[D,C] i64[D] i64[D]", ""},
    {"quantile", "f32[A,B] f32[Q]", "dim=0 keepdim=true"},
    {"index_add", "f32[A,B] i64[C] f32[A,C]", "dim=1"},
    {"tile", "f32[A,B]", "dims=[2,1,3]"},
    {"roll", "f32[A,B]", "shifts=[2] dims=[1]"},
    {"vstack", "f32[A,B] f32[C,B]", ""},
    {"dstack", "f32[A,B] f32[A,B]", ""},
    {"outer", "f32[A] f32[B]", ""},
    {"dot", "f32[A] f32[B]", ""},
    {"mv", "f32[A,B] f32[C]", ""},
    {"var", "f32[A,B,C]", "dim=[0,1] keepdim=true"},
    {"kthvalue", "f32[A,B]", "k=2 dim=1"},
    {"diff", "f32[A,B]", "n=2 dim=1"},
    {"clamp", "f32[A,B] f32[B]", ""},
};

#define N_CASES ((int)(sizeof cases / sizeof *cases))
#define MAX_BINDINGS 26

static int draw_bindings(struct op_case *c, const struct symbolic_case *t,
                         struct sym_binding *bindings, uint32_t *state)
{
    int n = 0;
    for (char letter = 'A'; letter <= 'Z'; letter++) {
        const char name[2] = {letter, 0};
        if (!strchr(t->operands, letter) && !strchr(t->attrs, letter)) continue;
        *state = *state * 1664525u + 1013904223u;
        bindings[n++] = (struct sym_binding){sym_var(c->syms, name), 1 + (*state >> 8) % 8};
    }
    return n;
}

static bool holds(const struct obligation *o, const struct sym_binding *bindings, int n)
{
    int64_t a, b;
    if (!sym_evaluate(o->a.size, bindings, n, &a) || !sym_evaluate(o->b.size, bindings, n, &b))
        return false;
    switch (o->relation) {
    case RELATION_EQUAL: return a == b;
    case RELATION_AT_MOST: return a <= b;
    case RELATION_DIVIDES: return a != 0 && b % a == 0;
    case RELATION_BROADCAST: return a == b || a == 1 || b == 1;
    }
    return false;
}

static bool all_hold(const struct op_case *c, const struct sym_binding *bindings, int n)
{
    for (const struct obligation *o = c->infer.obligations; o; o = o->next)
        if (!holds(o, bindings, n)) return false;
    return !refused(&c->infer);
}

static bool evaluates_to(const struct op_case *concrete, const struct sym *symbolic,
                         const struct sym *number)
{
    int64_t value;
    return sym_evaluate(symbolic, concrete->bindings, concrete->n_bindings, &value) &&
           sym_is(number, value);
}

// Strides of axes of size 1, and all of an empty tensor, are never used.
static bool same_strides(struct op_case *concrete, const struct tensor_type *a,
                         const struct tensor_type *b)
{
    const struct sym *stride_a[MAX_RANK], *stride_b[MAX_RANK];
    if (sym_is(shape_count(concrete->syms, &b->shape), 0)) return true;
    tensor_contiguous_strides(concrete->syms, &a->shape, stride_a);
    tensor_contiguous_strides(concrete->syms, &b->shape, stride_b);
    for (int i = 0; i < b->shape.rank; i++) {
        if (sym_is(b->shape.dim[i], 1)) continue;
        const struct sym *from = a->strided ? a->stride[i] : stride_a[i];
        if (!evaluates_to(concrete, from, b->strided ? b->stride[i] : stride_b[i])) return false;
    }
    return true;
}

static bool same_result(struct op_case *concrete, const struct result *a, const struct result *b)
{
    const struct sym *zero = sym_const(concrete->syms, 0);
    if (a->type.dtype != b->type.dtype || a->type.shape.rank != b->type.shape.rank) return false;
    for (int i = 0; i < a->type.shape.rank; i++)
        if (!evaluates_to(concrete, a->type.shape.dim[i], b->type.shape.dim[i])) return false;
    if (!same_strides(concrete, &a->type, &b->type)) return false;
    if (sym_is(shape_count(concrete->syms, &b->type.shape), 0)) return true;
    return evaluates_to(concrete, a->offset ? a->offset : zero, b->offset ? b->offset : zero);
}

// A view may be possible for some numbers, and a copy needed for others: only
// the strides of the symbolic run are compared.
static bool agree(struct op_case *symbolic, struct op_case *concrete)
{
    if (symbolic->infer.n_out != concrete->infer.n_out) return false;
    for (int k = 0; k < concrete->infer.n_out; k++)
        if (!same_result(concrete, &symbolic->infer.out[k], &concrete->infer.out[k])) return false;
    return true;
}

// Adds 1 to `held` where the numbers keep the conditions, so that there was something to compare.
static bool check_numbers(struct op_case *symbolic, const struct symbolic_case *t, uint32_t *state,
                          int *held)
{
    struct sym_binding bindings[MAX_BINDINGS];
    struct op_case concrete = *symbolic;
    concrete.bindings = bindings;
    concrete.n_bindings = draw_bindings(&concrete, t, bindings, state);
    if (!op_case_run(&concrete, t->op, t->operands, t->attrs)) return false;
    if (!all_hold(symbolic, bindings, concrete.n_bindings)) return true;
    ++*held;
    bool right = !op_case_broken(&concrete) && agree(symbolic, &concrete);
    if (right) return true;
    print_error("%s(%s; %s) is %s", t->op, t->operands, t->attrs, op_case_answer(symbolic));
    print_error(", but %s with", op_case_answer(&concrete));
    for (int i = 0; i < concrete.n_bindings; i++)
        print_error(" %s=%lld", sym_name(bindings[i].var), (long long)bindings[i].value);
    print_error("\n");
    return false;
}

static void numbers_agree_with_symbols(void **unused)
{
    (void)unused;
    uint32_t state = 7;
    int n_wrong = 0;
    for (int i = 0; i < N_CASES; i++) {
        struct op_case c;
        op_case_open(&c);
        if (!op_case_run(&c, cases[i].op, cases[i].operands, cases[i].attrs))
            print_error("unreadable: %s\n", cases[i].operands);
        bool right = true;
        int held = 0;
        for (int k = 0; k < 100 && right; k++) right = check_numbers(&c, &cases[i], &state, &held);
        if (right && !held && !op_case_broken(&c))
            print_error("%s(%s): no numbers keep its conditions\n", cases[i].op, cases[i].operands);
        n_wrong += !right || (!held && !op_case_broken(&c));
        op_case_close(&c);
    }
    assert_int_equal(n_wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(numbers_agree_with_symbols)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
