// Layer-like ops on cases worked out by hand: closed forms for symbols, the
// conditions that stay open, and the code of each kind of mistake.

#include "tests/ops/op_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

struct example {
    const char *op, *operands, *attrs, *answer;
};

static const struct example closed_forms[] = {
    {"linear", "f32[N,8] f32[64,8] f32[64]", "", "f32[N,64]"},
    // The stem of a ResNet: 7x7, stride 2, padding 3.
    {"conv2d", "f32[N,3,224,224] f32[64,3,7,7]", "stride=2 padding=3", "f32[N,64,112,112]"},
    {"conv2d", "f32[N,3,H,W] f32[8,3,3,3]", "padding=1", "f32[N,8,H,W] ?SP114 ?SP114"},
    {"conv2d", "f32[N,3,H,W] f32[8,3,3,3]", "padding=2", "f32[N,8,H+2,W+2] ?SP115 ?SP115"},
    {"conv2d", "f32[N,3,H,W] f32[8,3,3,3]", "", "f32[N,8,H-2,W-2] ?SP114 ?SP114"},
    {"conv2d", "f32[N,3,2*H,2*W] f32[8,3,2,2]", "stride=2", "f32[N,8,H,W] ?SP114 ?SP114"},
    {"conv1d", "f32[N,C,16] f32[2*C,1,3]", "padding_word=same groups=C",
     "f32[N,2*C,16] ?SP310 ?SP113"},
    {"conv_transpose2d", "f32[N,8,4,4] f32[8,4,2,2]", "stride=2", "f32[N,4,8,8]"},
    {"conv_transpose1d", "f32[1,4,7] f32[4,6,3]", "stride=2 output_size=[16]", "f32[1,6,16]"},
    {"max_pool2d", "f32[N,64,112,112]", "kernel_size=3 stride=2 padding=1", "f32[N,64,56,56]"},
    {"max_pool2d", "f32[1,2,4,4]", "kernel_size=2 return_indices=true",
     "f32[1,2,2,2] i64[1,2,2,2]"},
    // Caffe's 57 of 112: the last window of ceil_mode may hang over the end ...
    {"max_pool1d", "f32[1,1,112]", "kernel_size=3 stride=2 padding=1 ceil_mode=true",
     "f32[1,1,57]"},
    // ... but not start in the padding: pytorch/pytorch#116420 and apache/tvm PR#18641.
    {"avg_pool2d", "f32[1,1,9,9]", "kernel_size=4 stride=4 padding=2 ceil_mode=true",
     "f32[1,1,3,3]"},
    {"avg_pool2d", "f32[1,1,17,17]", "kernel_size=2 padding=1 ceil_mode=true", "f32[1,1,9,9]"},
    // pytorch/pytorch#13386: sizes never pass through float.
    {"max_pool1d", "f32[1,1,19199998]", "kernel_size=1921 stride=1 padding=960",
     "f32[1,1,19199998]"},
    {"batch_norm", "f32[8,C,H,W] f32[C] f32[C] f32[C] f32[C]", "training=false", "f32[8,C,H,W]"},
    {"layer_norm", "f32[B,T,C] f32[C] f32[C]", "normalized_shape=C", "f32[B,T,C]"},
    {"embedding", "i64[B,T] f32[V,C]", "", "f32[B,T,C]"},
    {"lstm", "f32[T,N,K] - -", "input_size=K hidden_size=32 num_layers=2 bidirectional=true",
     "f32[T,N,64] f32[4,N,32] f32[4,N,32] ?SP115"},
    {"lstm", "f32[3,2,5] - -", "input_size=5 hidden_size=7 proj_size=3 batch_first=true",
     "f32[3,2,3] f32[1,3,3] f32[1,3,7]"},
    {"cross_entropy", "f32[N,10] i64[N]", "", "f32[]"},
    {"cross_entropy", "f32[N,C,H] i64[N,H]", "reduction=none", "f32[N,H]"},
    {"interpolate", "f32[N,3,H,W]", "scale_factor=2",
     "f32[N,3,2*H,2*W] ?SP115 ?SP115 ?SP116 ?SP116"},
    // 100 * 0.29 is 28.999... in double, 29 in float.
    {"interpolate", "f32[1,1,100]", "scale_factor=0.29", "f32[1,1,28]"},
    {"pixel_shuffle", "f32[N,9*C,H,W]", "upscale_factor=3", "f32[N,C,3*H,3*W]"},
    {"pad", "f32[N,3,H,W]", "pad=[1,2,3,4]", "f32[N,3,H+7,W+3]"},
    {"relu", "f32[N,4]{1,N}", "inplace=true", "f32[N,4]{1,N}@0!"},
    {"dropout", "f32[N,4]", "training=false", "f32[N,4]@0"},
    {"glu", "f32[N,2*C]", "", "f32[N,C]"},
    {"fold", "f32[N,4*C,9]", "output_size=4 kernel_size=2", "f32[N,C,4,4] ?SP115"},
    {"unfold", "f32[N,C,4,4]", "kernel_size=2", "f32[N,4*C,9] ?SP115"},
    {"cdist", "f32[B,P,M] f32[B,R,M]", "", "f32[B,P,R]"},
};

static const struct example mistakes[] = {
    {"linear", "f32[2,9] f32[3,8]", "", "SP101"},
    {"cdist", "f32[5,2,3] f32[6,4,3]", "", "SP102"},
    {"linear", "f32[2,8] f32[3,8] f32[4]", "", "SP110"},
    {"prelu", "f32[2,5] f32[3]", "", "SP110"},
    {"glu", "f32[]", "", "SP111"},
    {"glu", "f32[3]", "", "SP112"},
    {"pixel_shuffle", "f32[1,6,3,3]", "upscale_factor=2", "SP112"},
    {"conv2d", "f32[2,3,8,8] f32[4,5,3,3]", "", "SP113"},
    {"conv2d", "f32[2,3,2,2] f32[4,3,3,3]", "", "SP114"},
    {"max_pool2d", "f32[2,3,4,4]", "kernel_size=5", "SP114"},
    {"max_pool2d", "f32[2,0,4,4]", "kernel_size=2", "SP115"},
    {"conv1d", "f32[2,4,0] f32[6,4,3]", "padding=2", "SP115"},
    {"conv_transpose1d", "f32[2,4,7] f32[4,6,3]", "stride=2 output_size=[14]", "SP116"},
    {"conv_transpose1d", "f32[2,4,7] f32[4,6,3]", "stride=2 output_padding=2", "SP116"},
    {"avg_pool1d", "f32[2,3,10]", "kernel_size=3 padding=2", "SP117"},
    {"max_unpool2d", "f32[2,3,4,4] i64[2,3,4,5]", "kernel_size=2", "SP118"},
    {"batch_norm", "f32[1,3] f32[3] f32[3]", "training=true", "SP119"},
    {"instance_norm", "f32[2,3,1]", "", "SP119"},
    {"group_norm", "f32[1,4]", "num_groups=4", "SP119"},
    {"layer_norm", "f32[4,7]", "normalized_shape=8", "SP120"},
    {"gru", "f32[3,2,5] f32[1,3,7]", "input_size=5 hidden_size=7", "SP121"},
    {"cross_entropy", "f32[4,5] i64[3]", "", "SP122"},
    {"binary_cross_entropy", "f32[4] f32[4,1]", "", "SP122"},
    {"pad", "f32[2,3,4]", "pad=[4,0] mode=reflect", "SP123"},
    {"fold", "f32[2,8,11]", "output_size=[4,5] kernel_size=2", "SP124"},
    {"multihead_attention", "f32[5,3,8] f32[7,2,8] f32[7,2,8]", "num_heads=2", "SP125"},
    {"gelu", "i64[3]", "", "SP210"},
    {"dropout", "bool[3]", "training=true", "SP210"},
    {"linear", "f64[2,8] f32[3,8]", "", "SP211"},
    {"embedding", "f32[3] f32[10,4]", "", "SP212"},
    {"nll_loss", "f32[4,5] i32[4]", "", "SP212"},
    {"dropout", "f32[3]", "p=1.5", "SP310"},
    {"conv1d", "f32[2,4,8] f32[6,4,3]", "stride=0", "SP310"},
    {"mse_loss", "f32[3] f32[3]", "reduction=average", "SP311"},
    {"embedding_bag", "i64[4] f32[10,3]", "", "SP312"},
    {"conv1d", "f32[2,4,8] f32[6,4,3]", "stride=[1,1]", "SP313"},
    {"embedding", "i64[2]=(3,10) f32[10,4]", "", "SP314"},
    {"cross_entropy", "f32[2,5] i64[2]=(0,5)", "", "SP314"},
    {"embedding_bag", "i64[3] f32[10,3] i64[2]=(0,4)", "", "SP314"},
    {"pad", "u8[3]", "pad=[1,1] value=-2", "SP310"},
};

static int count_wrong(const struct example *examples, size_t n)
{
    int wrong = 0;
    for (size_t i = 0; i < n; i++) {
        const struct example *e = &examples[i];
        struct op_case c;
        op_case_open(&c);
        const char *got = "unreadable";
        if (op_case_run(&c, e->op, e->operands, e->attrs)) got = op_case_answer(&c);
        if (strcmp(got, e->answer) != 0) {
            print_error("%s %s %s: %s, expected %s\n", e->op, e->operands, e->attrs, got,
                        e->answer);
            wrong++;
        }
        op_case_close(&c);
    }
    return wrong;
}

static void symbols_give_closed_forms(void **unused)
{
    (void)unused;
    assert_int_equal(count_wrong(closed_forms, sizeof closed_forms / sizeof *closed_forms), 0);
}

static void mistakes_have_their_codes(void **unused)
{
    (void)unused;
    assert_int_equal(count_wrong(mistakes, sizeof mistakes / sizeof *mistakes), 0);
}

// Costs: op, operands, attributes, flops and workspace bytes.
static void costs_are_counted(void **unused)
{
    (void)unused;
    static const struct {
        const char *op, *operands, *attrs, *flops, *workspace;
    } costs[] = {
        {"linear", "f32[N,8] f32[64,8]", "", "1024*N", NULL},
        {"linear", "f32[N,8] f32[64,8] f32[64]", "", "1088*N", NULL},
        // 2 * 3*7*7 operations for each of 64*112*112 results.
        {"conv2d", "f32[1,3,224,224] f32[64,3,7,7]", "stride=2 padding=3", "236027904", "7375872"},
        {"conv2d", "f32[1,8,4,4] f32[16,8,1,1]", "", "4096", "0"},
        // 10 steps of samples: products 2*16*(3 + 4), biases 2*16, and of each of 4 units 8 for the
        // sums and activations of its gates, 3 for the cell and 2 for its output.
        {"lstm", "f32[5,2,3] - -", "input_size=3 hidden_size=4", "3080", NULL},
        {"max_pool2d", "f32[1,2,4,4]", "kernel_size=2", "32", NULL},
    };
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) {
        struct op_case c;
        op_case_open(&c);
        assert_true(op_case_run(&c, costs[i].op, costs[i].operands, costs[i].attrs));
        assert_null(op_case_broken(&c));
        const struct op *op = c.infer.op;
        assert_string_equal(sym_string(c.arena, op->flops(&c.infer)), costs[i].flops);
        if (costs[i].workspace)
            assert_string_equal(sym_string(c.arena, op->workspace(&c.infer)), costs[i].workspace);
        op_case_close(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symbols_give_closed_forms),
        cmocka_unit_test(mistakes_have_their_codes),
        cmocka_unit_test(costs_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
