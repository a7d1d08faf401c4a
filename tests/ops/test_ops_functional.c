// Functional ops case by case: operands, attributes, and the answer beside them.
// The notation is that of op_case.h. Expectations were worked out by hand from
// PyTorch's documented rules, or observed on PyTorch 1.13 where the README of a
// rule says so.

#include "tests/ops/op_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

struct expectation {
    const char *op, *operands, *attrs, *answer;
};

static void check(const struct expectation *cases, size_t n)
{
    int n_wrong = 0;
    for (size_t i = 0; i < n; i++) {
        struct op_case c;
        op_case_open(&c);
        bool ran = op_case_run(&c, cases[i].op, cases[i].operands, cases[i].attrs);
        const char *answer = ran ? op_case_answer(&c) : "unreadable";
        if (strcmp(answer, cases[i].answer) != 0) {
            print_error("%s(%s; %s) gives %s, not %s\n", cases[i].op, cases[i].operands,
                        cases[i].attrs, answer, cases[i].answer);
            n_wrong++;
        }
        op_case_close(&c);
    }
    assert_int_equal(n_wrong, 0);
}

#define CHECK(cases) check(cases, sizeof(cases) / sizeof *(cases))

// ---- arithmetic

static void promotes(void **unused)
{
    (void)unused;
    static const struct expectation cases[] = {
        {"add", "f32[2,3] f32[3]", "", "f32[2,3]"},
        {"add", "f16[2] bf16[2]", "", "f32[2]"},
        {"add", "u8[2] i8[2]", "", "i16[2]"},
        {"add", "f16[2] f64[]", "", "f16[2]"},
        {"add", "bf16[2] f16[]", "", "bf16[2]"},
        {"add", "i8[2] i64[]", "", "i8[2]"},
        {"add", "i64[2] f16[]", "", "f16[2]"},
        {"add", "i64[2] f64[]", "", "f64[2]"},
        {"add", "i64[2] 2.5", "", "f32[2]"},
        {"add", "i32[2] true", "", "i32[2]"},
        {"add", "bool[2] 1", "", "i64[2]"},
        {"mul", "f64[2] 2", "", "f64[2]"},
        {"div", "i32[2] i32[2]", "", "f32[2]"},
        {"div", "i32[2] i32[2]", "rounding_mode=floor", "i32[2]"},
        {"pow", "bool[2] 2", "", "i64[2]"},
        {"sqrt", "i64[2]", "", "f32[2]"},
        {"square", "bool[2]", "", "i64[2]"},
        {"where", "bool[2,1] i32[3] 2.5", "", "f32[2,3]"},
        {"clamp", "i32[4] 0.5 2", "", "f32[4]"},
        {"clamp", "u8[4] - f64[]", "", "f64[4]"},
        {"eq", "f32[2] i64[3,1]", "", "bool[3,2]"},
        {"outer", "i32[3] f32[4]", "", "f32[3,4]"},
        {"sum", "bool[3]", "", "i64[]"},
        {"sum", "i32[3]", "dtype=f16", "f16[]"},
        {"cumsum", "u8[3]", "dim=0", "i64[3]"},
        {"all", "u8[3]", "", "u8[]"},
        {"trace", "i8[2,3]", "", "i64[]"},
    };
    CHECK(cases);
}

static void refuses_dtypes(void **unused)
{
    (void)unused;
    static const struct expectation cases[] = {
        {"sub", "bool[2] f32[2]", "", "SP210"},
        {"sub", "i32[2] true", "", "SP210"},
        {"div", "bool[2] bool[2]", "rounding_mode=trunc", "SP210"},
        {"div", "f32[2] f32[2]", "rounding_mode=round", "SP311"},
        {"add", "i32[2] i32[2]", "alpha=2.5", "SP310"},
        {"add", "i32[2] f32[2]", "alpha=2.5", "f32[2]"},
        {"pow", "i32[2] -1", "", "SP310"},
        {"pow", "i32[2] -1.5", "", "f32[2]"},
        {"bitwise_and", "f32[2] f32[2]", "", "SP210"},
        {"abs", "bool[2]", "", "SP210"},
        {"where", "i64[2] f32[2] f32[2]", "", "SP210"},
        {"clamp", "f32[2] - -", "", "SP312"},
        {"mean", "i32[2]", "", "SP230"},
        {"mean", "i32[2]", "dtype=f32", "f32[]"},
        {"var", "i32[2]", "", "SP230"},
        {"argmax", "bool[2]", "", "SP210"},
        {"matmul", "f32[2,3] f64[3,2]", "", "SP211"},
        {"matmul", "bool[2,3] bool[3,2]", "", "SP210"},
        {"gather", "f32[2] i32[2]", "dim=0", "SP212"},
        {"masked_fill", "f16[2] bool[2] -1e9", "", "SP232"},
        {"masked_fill", "bf16[2] bool[2] -1e9", "", "bf16[2]"},
        {"one_hot", "i32[2]", "num_classes=3", "SP212"},
    };
    CHECK(cases);
}

static void works_in_place(void **unused)
{
    (void)unused;
    static const struct expectation cases[] = {
        {"add", "f32[2,3] f32[3]", "inplace=true", "f32[2,3]@0!"},
        {"add", "f32[3] f32[2,3]", "inplace=true", "SP165"},
        {"add", "f32[1,3] f32[2,3]", "inplace=true", "SP165"},
        {"add", "i32[2] 2.5", "inplace=true", "SP231"},
        {"add", "f16[2] f64[2]", "inplace=true", "f16[2]@0!"},
        {"eq", "f32[2] 1", "inplace=true", "f32[2]@0!"},
        {"sqrt", "i32[2]", "inplace=true", "SP231"},
        {"add", "f32[3]{0} 1", "inplace=true", "SP166"},
        {"masked_fill", "f32[2,3] bool[3] 0", "inplace=true", "f32[2,3]@0!"},
        {"mul", "f32[N] 2", "inplace=true", "f32[N]@0!"},
        {"relu", "f32[3]{0}", "inplace=true", "SP166"},
        {"dropout", "f32[3]{0}", "training=true inplace=true", "SP166"},
        {"index_add", "f32[3]{0} i64[1] f32[1]", "dim=0 inplace=true", "SP166"},
        {"scatter", "f32[3]{0} i64[1] f32[1]", "dim=0 inplace=true", "SP166"},
        {"masked_fill", "f32[3]{0} bool[3] 0", "inplace=true", "f32[3]{0}@0!"},
        {"threshold", "f32[3]{0}", "threshold=0 value=0 inplace=true", "f32[3]{0}@0!"},
        {"tril", "f32[3,2]{0,1}", "inplace=true", "f32[3,2]{0,1}@0!"},
        {"fill_", "f32[3]{0} 1", "", "f32[3]{0}@0!"},
        {"fill_", "i8[3] 300", "", "SP232"},
        {"fill_", "bool[3] 2.5", "", "bool[3]@0!"},
        {"fill_", "f32[3] f32[1]", "", "SP103"},
        {"zero_", "i64[3]{0}", "", "i64[3]{0}@0!"},
        {"copy_", "bool[2,3] f32[3]", "", "bool[2,3]@0!"},
        {"copy_", "f32[3] f32[1,3]", "", "SP165"},
        {"copy_", "f32[3]{0} f32[3]", "", "SP166"},
        {"exp", "f32[3,2]{1,3}", "inplace=true", "f32[3,2]{1,3}@0!"},
    };
    CHECK(cases);
}

// A new result keeps the order in which its operands lie in memory.
static void keeps_order_in_memory(void **unused)
{
    (void)unused;
    static const struct expectation cases[] = {
        {"exp", "f32[3,2]{1,3}", "", "f32[3,2]{1,3}"},
        {"add", "f32[3,2]{1,3} f32[2]", "", "f32[3,2]{1,3}"},
        {"add", "f32[4,2,3] f32[4,2,3]{1,12,4}", "", "f32[4,2,3]"},
        {"add", "f32[4,2,3]{1,12,4} f32[4,2,3]", "", "f32[4,2,3]{1,12,4}"},
        {"exp", "f32[2,3]{1,0}", "", "f32[2,3]"},
        {"relu", "f32[3,N]{1,3}", "inplace=true", "f32[3,N]{1,3}@0!"},
        {"mul", "f32[C,N]{1,C} 2", "", "f32[C,N]{1,C}"},
        {"clone", "f32[3,2]{1,3}", "", "f32[3,2]{1,3}"},
        {"contiguous", "f32[3,2]{1,3}", "", "f32[3,2]"},
        {"contiguous", "f32[3,2]", "", "f32[3,2]@0"},
        {"to", "f32[3,2]{1,3}", "dtype=f16", "f16[3,2]{1,3}"},
        {"to", "f32[3,2]", "dtype=f32", "f32[3,2]@0"},
        {"flip", "f32[3,2]{1,3}", "dims=[0]", "f32[3,2]{1,3}"},
        {"roll", "f32[3,2]{1,3}", "shifts=1", "f32[3,2]"},
    };
    CHECK(cases);
}

// ---- products

static void multiplies(void **unused)
{
    (void)unused;
    static const struct expectation cases[] = {
        {"matmul", "f32[3] f32[3]", "", "f32[]"},
        {"matmul", "f32[2,3] f32[3]", "", "f32[2]"},
        {"matmul", "f32[3] f32[3,4]", "", "f32[4]"},
        {"matmul", "f32[5,1,2,3] f32[7,3,4]", "", "f32[5,7,2,4]"},
        {"matmul", "f32[2,2,3] f32[3,3,4]", "", "SP102"},
        {"matmul", "f32[2,3] f32[2,3]", "", "SP101"},
        {"matmul", "f32[] f32[3]", "", "SP103"},
        {"matmul", "f32[B,T,C] f32[C,V]", "", "f32[B,T,V]"},
        {"matmul", "f32[N,4] f32[C,2]", "", "f32[N,2] ?SP101"},
        {"mm", "f32[2,3] f32[3]", "", "SP103"},
        {"bmm", "f32[2,3,4] f32[3,4,5]", "", "SP150"},
        {"dot", "f32[3] f32[4]", "", "SP101"},
        {"addmm", "f32[4] f32[2,3] f32[3,4]", "", "f32[2,4]"},
        {"addmm", "f32[3,2] f32[2,5] f32[5,1]", "", "SP153"},
        {"addmm", "f64[4] f32[2,3] f32[3,4]", "", "SP211"},
        {"baddbmm", "f64[3,4] f32[2,3,5] f32[2,5,4]", "", "f32[2,3,4]"},
        {"einsum", "f32[2,3] f32[3,4]", "equation=ij,jk->ik", "f32[2,4]"},
        {"einsum", "f32[2,3]", "equation=bA", "f32[3,2]{1,3}@0"},
        {"einsum", "f32[3,3]", "equation=ii->i", "f32[3]{4}@0"},
        {"einsum", "i32[2,3]", "equation=ij->i", "i64[2]"},
        {"einsum", "f32[5,2,3] f32[3,4]", "equation=...ij,...jk", "f32[5,2,4]"},
        {"einsum", "f32[B,H,T,D] f32[B,H,S,D]", "equation=bhtd,bhsd->bhts", "f32[B,H,T,S]"},
        {"einsum", "f32[2] f32[3]", "equation=i,i", "SP164"},
        {"einsum", "f32[B,T,H,D] f32[B,S,H,D]", "equation=bthd,bshd->bths",
         "f32[B,T,H,S]{H*S*T,S,S*T,1}"},
        {"einsum", "u8[1,4] u8[4,4] u8[1,4,2]", "equation=Ad,db,Aba->Ad", "SP211"},
        {"einsum", "f32[2,3]", "equation=ii", "SP164"},
        {"einsum", "f32[2,3]", "equation=ij->jj", "SP355"},
        {"einsum", "f32[2,3]", "equation=i1->i", "SP355"},
        {"einsum", "f32[2,3] f64[3,4]", "equation=ij,jk->ik", "SP211"},
        {"einsum", "f32[2] f64[4]", "equation=i,j->ij", "f64[2,4]"},
    };
    CHECK(cases);
}

// ---- reductions

static void reduces(void **unused)
{
    (void)unused;
    static const struct expectation cases[] = {
        {"sum", "f32[2,3,4]", "dim=[0,-1]", "f32[3]"},
        {"sum", "f32[2,3]", "dim=[] keepdim=true", "f32[1,1]"},
        {"sum", "f32[2,3]", "dim=[0,-2]", "SP350"},
        {"sum", "f32[2,3]", "dim=2", "SP301"},
        {"sum", "f32[]", "dim=0", "f32[]"},
        {"sum", "f32[2,3]", "dim=N", "SP302"},
        {"mean", "f32[N,C,H,W]", "dim=[2,3]", "f32[N,C]"},
        {"max", "f32[2,3]", "", "f32[]"},
        {"max", "f32[2,3]", "dim=1 keepdim=true", "f32[2,1] i64[2,1]"},
        {"max", "f32[0,3]", "", "SP115"},
        {"max", "f32[0,3]", "dim=1", "f32[0] i64[0]"},
        {"amax", "f32[2,0]", "dim=1", "SP115"},
        {"median", "f32[0]", "", "f32[]"},
        {"median", "f32[0]", "dim=0", "SP115"},
        {"argmax", "f32[N,C]", "dim=1", "i64[N] ?SP115"},
        {"norm", "f32[2,3,4]", "dim=[0,1,2]", "SP313"},
        {"norm", "f32[2,3,4]", "dim=[0,1,2] p=1", "f32[]"},
        {"logsumexp", "i64[2,3]", "dim=1", "f32[2]"},
        {"var_mean", "f32[2,3]", "dim=0", "f32[3] f32[3]"},
        {"cummax", "f32[2,3]", "dim=1", "f32[2,3] i64[2,3]"},
        {"sort", "f32[2,3]", "", "f32[2,3] i64[2,3]"},
        {"topk", "f32[2,3]", "k=2", "f32[2,2] i64[2,2]"},
        {"topk", "f32[2,3]", "k=4", "SP162"},
        {"topk", "f32[]", "k=0", "f32[] i64[]"},
        {"topk", "f32[N,V]", "k=5", "f32[N,5] i64[N,5] ?SP162"},
    };
    CHECK(cases);
}

// ---- shapes

static void reshapes(void **unused)
{
    (void)unused;
    static const struct expectation cases[] = {
        {"view", "f32[2,6]", "shape=[3,-1]", "f32[3,4]@0"},
        {"view", "f32[2,6]", "shape=[5,-1]", "SP151"},
        {"view", "f32[2,6]", "shape=[2,5]", "SP151"},
        {"view", "f32[0,3]", "shape=[0,-1]", "SP352"},
        {"view", "f32[0,3]", "shape=[-1,3]", "f32[0,3]@0"},
        {"view", "f32[2,6]", "shape=[-1,-1]", "SP352"},
        {"view", "f32[2,6]", "shape=[2,-2]", "SP105"},
        {"view", "f32[6,2]{1,6}", "shape=[12]", "SP152"},
        {"reshape", "f32[6,2]{1,6}", "shape=[12]", "f32[12]"},
        {"view", "f32[6,2]{1,6}", "shape=[2,3,2]", "f32[2,3,2]{3,1,6}@0"},
        {"view", "f32[N,C,H,W]", "shape=[N,-1]", "f32[N,C*H*W]@0 ?SP352"},
        {"view", "f32[B,T,768]", "shape=[B,T,12,64]", "f32[B,T,12,64]@0"},
        {"view", "f32[N,16]", "shape=[-1,8]", "f32[2*N,8]@0"},
        {"view", "f32[N,5]", "shape=[-1,8]", "f32[5*N/8,8]@0 ?SP151"},
        {"view", "f32[B,12,T,64]{768*T,64,768,1}", "shape=[B,-1]",
         "f32[B,768*T]{768,1}@0 ?SP352 ?SP152"},
        {"view", "f32[B,12,8,64]{768*8,64,768,1}", "shape=[B,-1]", "SP152"},
        {"view", "f32[B,T,H,D]{H*T*D,D,T*D,1}", "shape=[B,T,H*D]",
         "f32[B,T,D*H]{D*H,D*H,1}@0 ?SP152"},
        {"reshape", "f32[B,T,H,D]{H*T*D,D,T*D,1}", "shape=[B,T,H*D]",
         "f32[B,T,D*H] if 2<=T if 2<=H if 2<=D"},
        {"view", "f32[B,T,C]{3*C*T,3*C,1}", "shape=[B,T,H,D]",
         "f32[B,T,H,D]{3*C*T,3*C,D,1}@0 ?SP151"},
        {"reshape", "f32[N,3,H,W]", "shape=[N,3,H/16,16,W/16,16]",
         "f32[N,3,H/16,16,W/16,16]@0 ?SP151 ?SP151"},
        {"view", "f32[B,T,C]", "shape=[B,T,H,C/H]", "f32[B,T,H,C/H]@0 ?SP151"},
        {"view", "f32[0,N]", "shape=[0,M]", "f32[0,M]@0"},
        {"flatten", "f32[2,3,4]", "start_dim=1", "f32[2,12]@0"},
        {"flatten", "f32[]", "", "f32[1]@0"},
        {"flatten", "f32[]", "start_dim=1", "SP301"},
        {"flatten", "f32[2,3]", "start_dim=1 end_dim=0", "SP354"},
        {"unflatten", "f32[6,4]", "dim=0 unflattened_size=[2,-1]", "f32[2,3,4]@0"},
        {"unflatten", "f32[6,4]", "dim=0 unflattened_size=[2,2]", "SP151"},
        {"permute", "f32[2,3,4]", "dims=[2,0,1]", "f32[4,2,3]{1,12,4}@0"},
        {"permute", "f32[2,3]", "dims=[0]", "SP313"},
        {"permute", "f32[2,3]", "dims=[0,-2]", "SP350"},
        {"transpose", "f32[2,3]", "dim0=0 dim1=1", "f32[3,2]{1,3}@0"},
        {"movedim", "f32[2,3,4]", "source=0 destination=-1", "f32[3,4,2]{4,1,12}@0"},
        {"movedim", "f32[2,3,4]", "source=[0,1] destination=[1]", "SP313"},
        {"squeeze", "f32[2,1,3,1]", "", "f32[2,3]@0"},
        {"squeeze", "f32[2,1,3,1]", "dim=0", "f32[2,1,3,1]@0"},
        {"unsqueeze", "f32[2,3]", "dim=-1", "f32[2,3,1]@0"},
        {"expand", "f32[3,1]", "sizes=[2,-1,4]", "f32[2,3,4]{0,1,0}@0"},
        {"expand", "f32[3]", "sizes=[-1,3]", "SP105"},
        {"expand", "f32[3]", "sizes=[4]", "SP153"},
        {"expand", "f32[1,N]", "sizes=[T,N]", "f32[T,N]{0,1}@0"},
        {"broadcast_tensors", "f32[3,1] f32[2]", "", "f32[3,2]{1,0}@0 f32[3,2]{0,1}@1"},
        {"repeat", "f32[2,3]", "repeats=[4,1,2]", "f32[4,2,6]"},
        {"repeat", "f32[2,3]", "repeats=[2]", "SP313"},
        {"tile", "f32[2,3]", "dims=[2]", "f32[2,6]"},
    };
    CHECK(cases);
}

static void joins_and_splits(void **unused)
{
    (void)unused;
    static const struct expectation cases[] = {
        {"cat", "f32[2,3] f32[4,3]", "dim=0", "f32[6,3]"},
        {"cat", "f32[2,3] f32[0]", "dim=1", "f32[2,3]"},
        {"cat", "f32[2,3] f32[0,4]", "dim=0", "SP155"},
        {"cat", "f32[2,3] f32[3]", "dim=0", "SP154"},
        {"cat", "f32[2] f32[]", "dim=0", "SP154"},
        {"cat", "bool[2] i8[3]", "", "i8[5]"},
        {"cat", "", "dim=0", "SP353"},
        {"cat", "f32[N,64,H,W] f32[N,128,H,W]", "dim=1", "f32[N,192,H,W]"},
        {"stack", "f32[2] f64[2]", "dim=1", "f64[2,2]"},
        {"stack", "f32[0] f32[2]", "", "SP155"},
        {"hstack", "f32[] f32[3]", "", "f32[4]"},
        {"vstack", "f32[3] f32[2,3]", "", "f32[3,3]"},
        {"chunk", "f32[10]", "chunks=7", "f32[2]@0 f32[2]@0+2 f32[2]@0+4 f32[2]@0+6 f32[2]@0+8"},
        {"chunk", "f32[0,3]", "chunks=2", "f32[0,3]@0 f32[0,3]@0"},
        {"chunk", "f32[4]", "chunks=0", "SP310"},
        {"chunk", "f32[N,C]", "chunks=2 dim=1",
         "f32[N,(C+1)/2]{C,1}@0 f32[N,C-(C+1)/2]{C,1}@0+(C+1)/2 "
         "if (C + 1)/2 + 1<=C"},
        {"chunk", "f32[B,T,3*C]", "chunks=3 dim=2",
         "f32[B,T,C]{3*C*T,3*C,1}@0 f32[B,T,C]{3*C*T,3*C,1}@0+C f32[B,T,C]{3*C*T,3*C,1}@0+2*C"},
        {"split", "f32[5,3]", "split_size=2", "f32[2,3]@0 f32[2,3]@0+6 f32[1,3]@0+12"},
        {"split", "f32[B,3*C]", "split_size=C dim=1",
         "f32[B,C]{3*C,1}@0 f32[B,C]{3*C,1}@0+C f32[B,C]{3*C,1}@0+2*C"},
        {"split", "f32[5]", "sections=[2,3]", "f32[2]@0 f32[3]@0+2"},
        {"split", "f32[5]", "sections=[2,2]", "SP156"},
        {"split", "f32[5]", "split_size=0", "SP310"},
        {"split", "f32[N]", "split_size=4", "SP158"},
        {"split", "f32[]", "split_size=4", "SP351"},
        {"tensor_split", "f32[7]", "sections=3", "f32[3]@0 f32[2]@0+3 f32[2]@0+5"},
        {"tensor_split", "f32[7]", "indices=[5,2]", "f32[5]@0 f32[0]@0+5 f32[5]@0+2"},
        {"unbind", "f32[2,3]", "dim=0", "f32[3]@0 f32[3]@0+3"},
    };
    CHECK(cases);
}

static void takes_parts(void **unused)
{
    (void)unused;
    static const struct expectation cases[] = {
        {"narrow", "f32[7,2]", "dim=0 start=-3 length=2", "f32[2,2]@0+8"},
        {"narrow", "f32[7,2]", "dim=0 start=5 length=3", "SP159"},
        {"select", "f32[7,2]", "dim=1 index=-1", "f32[7]{2}@0+1"},
        {"select", "f32[7,2]", "dim=0 index=7", "SP159"},
        {"slice", "f32[7,2]", "dim=0 start=2 end=100", "f32[5,2]@0+4"},
        {"slice", "f32[7,2]", "dim=0 start=5 end=3", "f32[0,2]@0+10"},
        {"slice", "f32[7,2]", "dim=0 step=0", "SP356"},
        {"slice", "f32[N,T]", "dim=1 start=1", "f32[N,max(T-1,0)]{T,1}@0+1"},
        {"unfold_axis", "f32[7,5]", "dimension=0 size=3 step=2", "f32[3,5,3]{10,1,5}@0"},
        {"unfold_axis", "f32[7]", "dimension=0 size=8 step=1", "SP159"},
        {"unfold_axis", "f32[]", "dimension=0 size=1 step=1", "f32[1]@0"},
        {"diagonal", "f32[3,4]", "offset=1", "f32[3]{5}@0+1"},
        {"diagonal", "f32[3,4]", "offset=10", "f32[0]{5}@0"},
        {"diagonal", "f32[3,4]", "dim1=1 dim2=-1", "SP350"},
        {"diag", "f32[3]", "diagonal=-2", "f32[5,5]"},
        {"diag", "f32[3,4]", "diagonal=4", "f32[0]"},
        {"diag", "f32[3,4]", "diagonal=5", "SP159"},
        {"tril", "f32[]", "", "SP103"},
    };
    CHECK(cases);
}

static void rearranges(void **unused)
{
    (void)unused;
    static const struct expectation cases[] = {
        {"flip", "f32[2,3]", "dims=[0,0]", "SP350"},
        {"roll", "f32[2,3]", "shifts=[1,2]", "SP313"},
        {"roll", "f32[]", "shifts=[1] dims=[0]", "SP351"},
        {"rot90", "f32[2,3]", "k=-3 dims=[1,0]", "f32[3,2]{1,3}"},
        {"rot90", "f32[2,3]", "k=2", "f32[2,3]"},
        {"repeat_interleave", "f32[2,3]", "repeats=2", "f32[12]"},
        {"repeat_interleave", "f32[2,3] i64[2]=(1,2)", "dim=0", "f32[3,3]"},
        {"repeat_interleave", "f32[2,3] i64[3]=(1,2,3)", "dim=0", "SP163"},
        {"meshgrid", "f32[2] f32[3]", "indexing=xy", "f32[3,2]{0,1}@0 f32[3,2]{1,0}@1"},
    };
    CHECK(cases);
}

static void indexes(void **unused)
{
    (void)unused;
    static const struct expectation cases[] = {
        {"gather", "f32[3,4] i64[2,9]=(0)", "dim=1", "f32[2,9]"},
        {"gather", "f32[3,4] i64[4,2]", "dim=1", "SP160"},
        {"gather", "f32[3] i64[2]=(0,3)", "dim=0", "SP314"},
        {"scatter", "f32[4,3] i64[2,3] f32[1,3]", "dim=0", "SP160"},
        {"scatter", "f32[4,3] i64[2,3] 1.5", "dim=0", "f32[4,3]"},
        {"index_select", "f32[3,4] i32[5]", "dim=0", "f32[5,4]"},
        {"index_select", "f32[3,4] i64[1,5]", "dim=0", "SP103"},
        {"one_hot", "i64[3]=(0,4,1)", "", "i64[3,5]"},
        {"one_hot", "i64[3]=(0,4,1)", "num_classes=4", "SP314"},
        {"one_hot", "i64[0]", "", "SP310"},
    };
    CHECK(cases);
}

static void makes_constants(void **unused)
{
    (void)unused;
    static const struct expectation cases[] = {
        {"constant", "", "size=[2,N] fill_value=1.5", "f32[2,N]"},
        {"constant", "", "size=[2,-1]", "SP105"},
        {"arange", "", "start=5 end=1 step=-2", "i64[2]"},
        {"arange", "", "start=0 end=5 step=0.3", "f32[17]"},
        {"arange", "", "start=5 end=1", "SP310"},
        {"arange", "", "end=T", "i64[T]"},
        {"randn_like", "f32[2,N]", "", "f32[2,N]"},
        {"rand", "", "size=[2] dtype=i64", "SP230"},
    };
    CHECK(cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(promotes),       cmocka_unit_test(refuses_dtypes),
        cmocka_unit_test(works_in_place), cmocka_unit_test(keeps_order_in_memory),
        cmocka_unit_test(multiplies),     cmocka_unit_test(reduces),
        cmocka_unit_test(reshapes),       cmocka_unit_test(joins_and_splits),
        cmocka_unit_test(takes_parts),    cmocka_unit_test(rearranges),
        cmocka_unit_test(indexes),        cmocka_unit_test(makes_constants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
