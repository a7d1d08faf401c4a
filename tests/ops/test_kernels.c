// Every op that can be executed, on the case of its signature with prime sizes,
// in f64:
//
//   - its forward kernel makes results of the extents that the shape rule says;
//   - its backward kernel gives the slope of a weighted sum of the results, held
//     against a difference of two runs;
//   - what it reads is what `saved` names: all else is a NaN by then, and each
//     bit of `saved` that is left out spoils the gradient;
//   - where no gradient is asked for, it takes no more memory than in inference.

#include "analyzer/exec/exec.h"
#include "ir/build.h"
#include "ir/saving.h"
#include "tests/ops/op_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define STEP 1e-6 // so small that no largest element changes
#define TOLERANCE 3e-6
#define WEIGHT_SEED 700
#define DIRECTION_SEED 900

#define MAX_TRIED 20

struct trial {
    struct op_case op;
    struct program *program;
    node_id node;
    value_id operands[MAX_TRIED];
    int n_operands;
    bool no_indices; // integers are 1, where counting up gives numbers that the op refuses
    bool positive;   // operands are in 0.1 to 0.9, where -1 to 1 gives no number: log, sqrt
    bool above_one;  // in 1.1 to 1.9, where those give none: acosh
};

static const int64_t primes[] = {3, 5, 7, 11, 13, 17};

// Each letter of the signature is a prime, so that no two sizes agree by chance.
static int bind_letters(struct op_case *c, const struct op *op, struct sym_binding *bindings)
{
    int n = 0;
    for (char letter = 'A'; letter <= 'Z'; letter++) {
        const char name[2] = {letter, 0};
        if (!strchr(op->sig, letter)) continue;
        bindings[n] = (struct sym_binding){sym_var(c->syms, name), primes[n % 6]};
        n++;
    }
    return n;
}

// Who gives the numbers: parameters get gradients, inputs do not.
enum given { LEARNED, UNLEARNED };

static value_id add_operand(struct builder *b, const struct op_case *c, int index, enum given given)
{
    const struct operand *operand = &c->infer.in[index];
    struct tensor_type type = operand->type;
    if (type.dtype == DTYPE_NONE) return 0;
    if (operand->is_number) return build_number(b, type.dtype, operand->value);
    if (type.dtype == DTYPE_F32) type.dtype = DTYPE_F64;
    bool learned =
        given == LEARNED && dtype_is_float(type.dtype) && !(c->infer.op->constant & SAVE_IN(index));
    enum storage_kind kind = learned ? STORAGE_PARAMETER : STORAGE_INPUT;
    value_id id = build_tensor(b, kind, &type, NULL);
    if (operand->value) build_constant(b, id, operand->value);
    return id;
}

// A call beside those of the signatures: options, and ops whose signature has no parameters.
struct further_case {
    const char *op, *operands, *attrs;
};

static const struct further_case further_cases[] = {
    {"rnn", "[4,3,5] [1,3,2] [2,5] [2,2] [2] [2]", "input_size=5 hidden_size=2"},
    {"rnn", "[3,4,5] [1,3,2] [2,5] [2,2] [2] [2]",
     "input_size=5 hidden_size=2 batch_first=true nonlinearity=relu"},
    {"gru", "[4,3,5] [1,3,2] [6,5] [6,2] [6] [6]", "input_size=5 hidden_size=2"},
    {"gru", "[4,3,5] - [6,5] [6,2] [6,5] [6,2]",
     "input_size=5 hidden_size=2 bias=false bidirectional=true"},
    {"gru", "[4,5] - [6,5] [6,2] [6] [6] [6,2] [6,2] [6] [6]",
     "input_size=5 hidden_size=2 num_layers=2"},
    {"lstm", "[4,3,5] [1,3,2] [1,3,2] [8,5] [8,2] [8] [8]", "input_size=5 hidden_size=2"},
    {"lstm", "[4,3,5] [1,3,2] [1,3,7] [28,5] [28,2] [28] [28] [2,7]",
     "input_size=5 hidden_size=7 proj_size=2"},
    {"lstm",
     "[4,3,5] - - [8,5] [8,2] [8] [8] [8,5] [8,2] [8] [8] [8,4] [8,2] [8] [8] [8,4] [8,2] [8] [8]",
     "input_size=5 hidden_size=2 num_layers=2 bidirectional=true"},
    {"lstm", "[4,3,5] - - [8,5] [8,2] [8] [8] [8,2] [8,2] [8] [8]",
     "input_size=5 hidden_size=2 num_layers=2 dropout=0.4"},
    {"multihead_attention", "[3,2,8] [5,2,8] [5,2,8] [24,8] - - - [24] - - [8,8] [8] - -",
     "num_heads=2"},
    {"multihead_attention",
     "[2,3,8] [2,5,6] [2,5,7] - [8,8] [8,6] [8,7] [24] - - [8,8] [8] - [3,5]",
     "num_heads=4 kdim=6 vdim=7 batch_first=true dropout=0.3 average_attn_weights=false"},
    {"multihead_attention", "[3,8] [5,8] [5,8] [24,8] - - - - [1,1,8] [1,1,8] [8,8] - bool[5] -",
     "num_heads=2 need_weights=false add_zero_attn=true"},
    {"conv1d", "[2,6,13] [4,3,3] [4]", "stride=2 padding=2 dilation=2 groups=2"},
    {"conv2d", "[2,4,7,9] [6,2,3,2] [6]", "stride=[2,1] padding=[1,2] dilation=[1,3] groups=2"},
    {"conv2d", "[4,7,9] [6,4,1,1] -", "stride=1"},
    {"conv2d", "[2,3,7,9] [5,3,4,3]", "padding_word=same"},
    {"conv_transpose2d", "[2,4,5,3] [4,3,3,2] [6]",
     "stride=[2,3] padding=[1,0] output_padding=[1,2] groups=2"},
    {"max_pool2d", "[2,3,9,7]", "kernel_size=3 stride=2 padding=1 dilation=1 ceil_mode=true"},
    {"max_pool2d", "[2,3,9,7]", "kernel_size=2 return_indices=true"},
    {"avg_pool2d", "[2,3,9,7]", "kernel_size=3 stride=2 padding=1 ceil_mode=true"},
    {"avg_pool2d", "[2,3,9,7]", "kernel_size=3 padding=1 count_include_pad=false"},
    {"avg_pool2d", "[2,3,9,7]", "kernel_size=3 divisor_override=7"},
    {"max_unpool3d", "[2,3,2,3,2] i64[2,3,2,3,2]", "kernel_size=2 output_size=[5,6,4]"},
    {"fractional_max_pool3d", "[2,5,6,7]", "kernel_size=2 output_ratio_d=0.5 output_ratio_w=0.4"},
    {"rms_norm", "[2,3,5] [3,5]", "normalized_shape=[3,5] eps=0.1"},
    {"adaptive_avg_pool2d", "[2,3,9,7]", "output_size=[4,5]"},
    {"batch_norm", "[5,3] [3] [3] [3] [3]", "training=false"},
    {"instance_norm", "[3,7] - - [3] [3]", "unbatched=true"},
    {"layer_norm", "[2,3,5] [3,5] [3,5]", "normalized_shape=[3,5]"},
    {"cross_entropy", "[5,4,3] i64[5,3] [4]", "label_smoothing=0.1"},
    {"cross_entropy", "[5,4] [5,4] [4]", "reduction=sum"},
    {"nll_loss", "[5,4] i64[5]", "reduction=none"},
    {"mse_loss", "[5,4] [5,4]", "reduction=none"},
    {"smooth_l1_loss", "[5,4] [5,4]", "reduction=sum beta=0.3"},
    {"huber_loss", "[5,4] [5,4]", "delta=0.4"},
    {"kl_div", "[5,4] [5,4]", "reduction=batchmean log_target=true"},
    {"hinge_embedding_loss", "[5,4] [5,4]", "reduction=none margin=0.3"},
    {"soft_margin_loss", "[5,4] [4]", "reduction=sum"},
    {"poisson_nll_loss", "[5,4] [5,4]", "log_input=false full=true reduction=sum"},
    {"gaussian_nll_loss", "[5,4] [5,4] [5]", "full=true"},
    {"gelu", "[5,4]", "approximate=tanh"},
    {"sum", "[2,3,5,7]", "dim=[1,3] keepdim=true"},
    {"var", "[2,3,5]", "dim=[0,2] unbiased=false"},
    {"norm", "[2,3,5]", "p=3 dim=1"},
    {"max", "[2,3,5]", ""},
    {"cat", "[2,3,5] [2,4,5] [2,1,5]", "dim=-2"},
    {"chunk", "[2,7]", "chunks=3 dim=1"},
    {"split", "[2,7]", "sections=[3,0,4] dim=1"},
    {"matmul", "[3] [3,4]", ""},
    {"matmul", "[2,1,4,3] [5,3,2]", ""},
    {"matmul", "[2,4,3] [3]", ""},
    {"addmm", "[4] [2,3] [3,4]", "beta=0.5 alpha=2"},
    {"linear", "[3] [4,3] [4]", ""},
    {"transpose", "[2,3,4]", "dim0=0 dim1=-1"},
    {"add", "[2,3] [3]", "alpha=0.5"},
    {"einsum", "[4,4]", "equation=ii->i"},
    {"einsum", "[2,3,4]", "equation=a...->...a"},
    {"einsum", "i32[2,3]", "equation=ij->j"},
    {"einsum", "[2,1] [3,4]", "equation=ij,kj"},
    {"einsum", "[0,2] [1,3]", "equation=ij,ik->ijk"},
    {"einsum", "[2,0,3] [3,4]", "equation=...ij,jk->...ik"},
    {"einsum", "[0,2,3] [3,4]", "equation=...ij,jk->...ik"},
    {"clamp", "[5,7] 0.1 -", ""},
    {"nonzero", "i64[2,3]=(0,4,0,1,0,2)", ""},
    {"masked_select", "[2,3] bool[2,3]=(1,0,1,0,0,1)", ""},
    {"unique", "i64[2,3]=(4,1,4,1,0,4)", "return_inverse=true return_counts=true"},
    {"unique", "i64[2,3]=(4,1,4,4,0,4)", "return_inverse=true return_counts=true dim=1"},
    {"index_put", "[3,4,2] [2,4,2] i64[2]=(2,0)", ""},
    {"index_put", "[3,4] [2] i64[2]=(2,2) i64[2]=(1,3)", "accumulate=true"},
    {"index_put", "[2,3,5] [5] bool[2,3]=(1,0,0,1,1,0)", ""},
    {"take", "[3,4] i64[2,2]=(11,0,7,11)", ""},
    {"take_along_dim", "[3,1] i64[1,4]=(2,0,1,2)", "dim=0"},
    {"take_along_dim", "[3,4] i64[3]=(11,0,5)", ""},
    {"index_fill", "[3,4] i64[3]=(1,1,3) []", "dim=-1"},
    {"scatter_reduce", "[3,5] i64[2,4]=(0,1,2,0,2,2,0,1) [2,4]", "dim=0 reduce=prod"},
    {"scatter_reduce", "[3,5] i64[2,4]=(0,1,2,0,2,2,0,1) [2,4]", "dim=0 reduce=mean"},
    {"scatter_reduce", "[3,5] i64[2,4]=(0,1,2,0,2,2,0,1) [2,4]",
     "dim=0 reduce=mean include_self=false"},
    {"scatter_reduce", "[3,5] i64[2,4]=(0,1,2,0,2,2,0,1) [2,4]",
     "dim=0 reduce=amax include_self=false"},
    {"scatter_reduce", "[3,5] i64[2,4]=(0,1,2,0,2,2,0,1) [2,4]", "dim=1 reduce=amin"},
    {"quantile", "[3,5] [4]", "dim=0 keepdim=true interpolation=midpoint"},
    {"quantile", "[3,5]", "q=0.3 interpolation=nearest"},
    {"kthvalue", "[3,5,2]", "k=2 dim=1 keepdim=true"},
    {"diff", "[3,5]", "n=3"},
    {"diff", "[3,5]", "n=2 dim=0"},
    {"std_mean", "[3,5,2]", "dim=[0,2] unbiased=false"},
    {"aminmax", "[3,5]", ""},
    {"kron", "[2,3] [4]", ""},
    {"kron", "[2] [3,1,2]", ""},
    {"inner", "[2,3] []", ""},
    {"inner", "[3] [4,2,3]", ""},
    {"cross", "[2,3,4] [2,3,1]", ""},
    {"meshgrid", "[2] [3] [4]", "indexing=xy"},
    {"dstack", "[3] [1,3]", ""},
    {"column_stack", "[3] [3,2]", ""},
    {"hsplit", "[6]", "indices=[2,4]"},
    {"cosine_similarity", "[3,4,2] [4,1]", "dim=1"},
    {"pairwise_distance", "[3,4] [4]", "p=3 keepdim=true"},
    {"pairwise_distance", "[3,4] [3,4]", "p=1"},
    {"cdist", "[2,3,4] [5,4]", "p=1.5"},
    {"cdist", "[3,4] [5,4]", "p=inf"},
    {"pdist", "[4,3]", "p=1"},
    {"normalize", "[3,4,2]", "p=3 dim=-2"},
    {"cosine_embedding_loss", "[5,4] [1,4] [5]", "margin=0.2 reduction=none"},
    {"triplet_margin_loss", "[5,4] [5,4] [1,4]", "p=3 swap=true reduction=sum"},
    {"multilabel_soft_margin_loss", "[5,4] [5,4] [4]", "reduction=none"},
    {"multi_margin_loss", "[3,4] i64[3]=(0,3,1) [4]", "p=2 margin=0.3 reduction=sum"},
    {"multi_margin_loss", "[4] i64[]=(2)", ""},
    {"multilabel_margin_loss", "[2,4] i64[2,4]=(3,0,-1,1,2,-1,0,0)", "reduction=none"},
    {"local_response_norm", "[2,5,3]", "size=4 alpha=0.3 beta=0.6 k=2"},
    {"embedding_bag", "i64[5]=(1,0,2,2,1) [3,4] i64[2]=(0,3) [5]", "mode=sum"},
    {"embedding_bag", "i64[5]=(1,0,2,2,1) [3,4] i64[3]=(0,3,3)", "mode=mean padding_idx=2"},
    {"embedding_bag", "i64[5]=(1,0,2,2,1) [3,4] i64[3]=(0,2,5)",
     "mode=mean include_last_offset=true"},
    {"embedding_bag", "i64[2,3]=(1,0,2,2,1,2) [3,4]", "mode=max"},
    {"scaled_dot_product_attention", "[2,3,4] [2,5,4] [5,2]", "is_causal=true scale=0.7"},
    {"scaled_dot_product_attention", "[3,4] [5,4] [5,2] bool[3,5]=(1,0,1,1,1,0,0,1,0,1,1,1,1,1,0)",
     ""},
    {"rrelu", "[5,7]", "lower=0.2 upper=0.4 training=false"},
    {"grid_sample", "[2,3,4,5] [2,3,2,2]", "align_corners=true padding_mode=border"},
    {"grid_sample", "[2,3,4,5] [2,3,2,2]", "padding_mode=reflection"},
    {"grid_sample", "[2,3,4,5] [2,3,2,2]", "mode=bicubic"},
    {"grid_sample", "[2,3,4,5] [2,3,2,2]", "mode=nearest"},
    {"grid_sample", "[2,3,2,4,5] [2,3,1,2,3]", "align_corners=true padding_mode=reflection"},
    {"affine_grid", "[2,3,4]", "size=[2,1,3,4,2] align_corners=true"},
    {"ctc_loss", "[6,2,4] i64[2,3]=(1,1,2,3,2,0) i64[2]=(6,5) i64[2]=(3,2)", "reduction=sum"},
    {"ctc_loss", "[6,2,4] i64[5]=(0,0,2,1,2) i64[2]=(6,4) i64[2]=(3,2)", "blank=3 reduction=none"},
    {"ctc_loss", "[3,2,4] i64[2,3]=(1,1,2,3,2,0) i64[2]=(3,3) i64[2]=(3,2)", "zero_infinity=true"},
    {"multinomial", "[2,4]", "num_samples=4"},
    {"randint", "", "low=-2 high=3 size=[4,5]"},
    {"eye", "", "n=3 m=5"},
    {"searchsorted", "[4] [2,3]", "right=true out_int32=true"},
};

// NULL, or why it is no case for numbers. Without a case that of the signature.
static const char *open_trial(struct trial *t, const struct op *op,
                              const struct further_case *further, enum given given)
{
    static struct sym_binding bindings[26];
    const char *operands, *results, *attrs;
    *t = (struct trial){0};
    op_case_open(&t->op);
    op_case_signature(&t->op, op, &operands, &results, &attrs);
    t->op.bindings = bindings;
    t->op.n_bindings = bind_letters(&t->op, op, bindings);
    if (further) operands = further->operands;
    if (further) attrs = further->attrs;
    if (!op_case_run(&t->op, op->name, operands, attrs)) return "the case cannot be read";
    if (t->op.infer.n_in > MAX_TRIED) return "it has too many operands";
    const char *broken = op_case_broken(&t->op);
    if (broken) return t->op.infer.refusal ? t->op.infer.refusal : broken;
    struct builder *b = builder_open(t->op.arena, t->op.syms, "trial");
    builder_mode(b, BUILD_TRAINING);
    t->program = builder_program(b);
    t->n_operands = t->op.infer.n_in;
    for (int i = 0; i < t->n_operands; i++) t->operands[i] = add_operand(b, &t->op, i, given);
    struct node_spec spec = {.op = op_kind_find(op->name),
                             .n_in = t->n_operands,
                             .in = t->operands,
                             .attrs = t->op.infer.attrs};
    t->node = build_node(b, &spec);
    const struct node *node = program_node(t->program, t->node);
    for (int i = 0; i < node->n_out; i++)
        program_value(t->program, node->out + (value_id)i)->flags |= VALUE_OUTPUT;
    return NULL;
}

static bool is_differentiable(const struct trial *t, value_id id)
{
    return id && program_value(t->program, id)->flags & VALUE_REQUIRES_GRAD;
}

static void squeeze(const struct tensor *t)
{
    for (int64_t i = 0; i < tensor_count(t); i++) tensor_set(t, i, 0.5 + 0.4 * tensor_get(t, i));
}

static void raise_by_one(const struct tensor *t)
{
    for (int64_t i = 0; i < tensor_count(t); i++) tensor_set(t, i, 1.0 + tensor_get(t, i));
}

// The axes behind batch and channels; of an op that has none such, two.
static int n_spatial(const struct op *op)
{
    bool has_channels = op->axes && strncmp(op->axes, "NC", 2) == 0;
    return has_channels ? (int)strcspn(op->axes, " ") - 2 : 2;
}

// Indices without a bound that an op tells: no two in an image are the same.
static void count_up(const struct tensor *t, int n)
{
    int64_t image = 1;
    for (int axis = t->rank - 1; axis >= 0 && axis >= t->rank - n; axis--) image *= t->dim[axis];
    for (int64_t i = 0; i < tensor_count(t); i++) tensor_set(t, i, (double)(i % image));
}

// Indices with a bound: along the last axis none twice, as far as the bound allows it.
static void count_up_to(const struct tensor *t, int64_t bound)
{
    int64_t last = t->rank ? t->dim[t->rank - 1] : 1;
    for (int64_t i = 0; i < tensor_count(t); i++) tensor_set(t, i, (double)(i % last % bound));
}

static int64_t bound_of(const struct trial *t, const struct exec *x)
{
    const struct op_index *index = &t->op.infer.op->index;
    const struct tensor *of = exec_tensor(x, t->operands[index->of]);
    int axis = index->axis < of->rank ? index->axis : of->rank - 1;
    return of->rank ? of->dim[axis] : 1;
}

static void fill_operands(const struct trial *t, struct exec *x)
{
    const struct op *op = t->op.infer.op;
    bool bounded = op->index.operand != op->index.of;
    for (int i = 0; i < t->n_operands; i++) {
        if (!t->operands[i]) continue;
        const struct tensor *operand = exec_tensor(x, t->operands[i]);
        if (is_differentiable(t, t->operands[i])) {
            if (t->positive) squeeze(operand);
            if (t->above_one) raise_by_one(operand);
        } else if (dtype_is_float(operand->dtype)) {
            squeeze(operand); // statistics and weights of classes, which are not negative
        } else if (dtype_category(operand->dtype) == CATEGORY_INTEGER && !t->op.infer.in[i].value) {
            if (t->no_indices)
                tensor_fill(operand, 1.0);
            else if (bounded)
                count_up_to(operand, bound_of(t, x));
            else
                count_up(operand, n_spatial(op));
        }
    }
}

static struct exec *open_run(struct trial *t, unsigned forget)
{
    const char *error;
    struct exec_request request = {
        .program = t->program, .mode = EXEC_TRAINING, .seed = 1, .forget = forget};
    struct exec *x = exec_open(t->op.arena, &request, &error);
    if (!x) print_error("%s\n", error);
    if (x) fill_operands(t, x);
    return x;
}

// ---- forward

static bool same_extents(const struct trial *t, const struct exec *x)
{
    const struct node *node = program_node(t->program, t->node);
    for (int i = 0; i < node->n_out; i++) {
        value_id id = node->out + (value_id)i;
        const struct value *inferred = program_value(t->program, id);
        const struct exec_measure *made = exec_measured(x, id);
        bool same = made->dtype == inferred->dtype && made->rank == inferred->rank;
        for (int axis = 0; same && axis < made->rank; axis++)
            same = sym_is(inferred->dim[axis], made->dim[axis]);
        if (same) continue;
        struct tensor_type type = value_type(inferred);
        print_error("result %d: the rule says %s, the kernel made %s of rank %d\n", i,
                    tensor_string(t->op.arena, &type), dtype_name(made->dtype), made->rank);
        return false;
    }
    return true;
}

static bool check_forward(struct trial *t)
{
    const char *error = NULL;
    struct exec *x = open_run(t, 0);
    bool ran = x && exec_forward(x, &error);
    if (x && !ran) print_error("%s\n", error);
    bool same = ran && same_extents(t, x);
    exec_close(x);
    return same;
}

// ---- backward

static double direction(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) * 0x1p-23 - 1.0;
}

// Every element of the operand moves along its own direction.
static void move(struct exec *x, value_id id, double step)
{
    const struct tensor *t = exec_tensor(x, id);
    uint32_t state = DIRECTION_SEED + id;
    for (int64_t i = 0; i < tensor_count(t); i++)
        tensor_set(t, i, tensor_get(t, i) + step * direction(&state));
}

// The sum of all floating results, each element with its weight.
static double weighted_sum(const struct trial *t, const struct exec *x)
{
    const struct node *node = program_node(t->program, t->node);
    double sum = 0.0;
    for (int k = 0; k < node->n_out; k++) {
        const struct tensor *out = exec_tensor(x, node->out + (value_id)k);
        uint32_t state = WEIGHT_SEED + (uint32_t)k;
        if (!is_differentiable(t, node->out + (value_id)k)) continue;
        for (int64_t i = 0; i < tensor_count(out); i++)
            sum += tensor_get(out, i) * (double)(float)direction(&state);
    }
    return sum;
}

static double sum_after_move(struct trial *t, value_id moved, double step)
{
    const char *error;
    struct exec *x = open_run(t, 0);
    move(x, moved, step);
    double sum = exec_forward(x, &error) ? weighted_sum(t, x) : NAN;
    exec_close(x);
    return sum;
}

static bool has_numbers(struct trial *t)
{
    const char *error;
    struct exec *x = open_run(t, 0);
    bool has = !x || (exec_forward(x, &error) && !isnan(weighted_sum(t, x)));
    exec_close(x);
    return has;
}

// Numbers from -1 to 1, or others where the op does not take those.
static void choose_numbers(struct trial *t)
{
    t->positive = !has_numbers(t);
    t->no_indices = !has_numbers(t);
    t->above_one = !has_numbers(t);
    if (t->above_one) t->no_indices = false;
}

enum say { SAY_NOTHING, SAY_WHY };

static bool run_backward(struct trial *t, struct exec *x, enum say say)
{
    const struct node *node = program_node(t->program, t->node);
    struct exec_weights weights[16];
    const char *error;
    int n = 0;
    for (int k = 0; k < node->n_out && n < 16; k++)
        if (is_differentiable(t, node->out + (value_id)k))
            weights[n++] =
                (struct exec_weights){node->out + (value_id)k, WEIGHT_SEED + (uint32_t)k, 1.0, 0.0};
    if (!n) return true;
    bool ran = exec_forward(x, &error) && exec_backward(x, n, weights, &error);
    if (!ran && say == SAY_WHY) print_error("%s\n", error);
    return ran;
}

// The slope along the operand's direction that the gradient gives.
static double slope(const struct exec *x, value_id id)
{
    const struct tensor *gradient = exec_gradient(x, id);
    uint32_t state = DIRECTION_SEED + id;
    double sum = 0.0;
    if (!tensor_is_there(gradient)) return 0.0; // none arrived: it moves nothing
    for (int64_t i = 0; i < tensor_count(gradient); i++)
        sum += tensor_get(gradient, i) * direction(&state);
    return sum;
}

static bool agree(double a, double b)
{
    return fabs(a - b) <= TOLERANCE * (1.0 + fabs(a) + fabs(b));
}

// Is there a result that moves in steps fine enough for differences?
static bool any_result(const struct trial *t)
{
    const struct node *node = program_node(t->program, t->node);
    for (int k = 0; k < node->n_out; k++) {
        value_id id = node->out + (value_id)k;
        if (is_differentiable(t, id) && program_value(t->program, id)->dtype == DTYPE_F64)
            return true;
    }
    return false;
}

// Do all gradients agree with the differences?
static bool gradients_agree(struct trial *t, unsigned forget, const double *expected, enum say say)
{
    struct exec *x = open_run(t, forget);
    bool right = run_backward(t, x, say);
    for (int i = 0; right && i < t->n_operands; i++) {
        if (!is_differentiable(t, t->operands[i])) continue;
        double found = slope(x, t->operands[i]);
        right = agree(found, expected[i]);
        if (!right && say == SAY_WHY)
            print_error("gradient of operand %d: %.12g, the difference says %.12g\n", i, found,
                        expected[i]);
    }
    exec_close(x);
    return right;
}

// The bits that were kept in this call, of those that exist.
static unsigned kept_bits(const struct trial *t)
{
    struct saving saving;
    const struct op *op = t->op.infer.op;
    if (!saving_read(&saving, t->op.arena, t->program, t->node, &op->saved)) return 0;
    unsigned there = (SAVE_IN(t->n_operands) - 1u) | ~0xffffu;
    return saving.kept & there;
}

// Options may make the gradient read less; a signature's case is the general one. That of a
// recurrent layer has no weights.
enum drop { DROP_NOTHING, DROP_EACH };

static bool check_backward(struct trial *t, enum drop drop)
{
    double expected[MAX_TRIED] = {0};
    if (!any_result(t)) return true;
    for (int i = 0; i < t->n_operands; i++)
        if (is_differentiable(t, t->operands[i]))
            expected[i] = (sum_after_move(t, t->operands[i], STEP) -
                           sum_after_move(t, t->operands[i], -STEP)) /
                          (2.0 * STEP);
    if (!gradients_agree(t, 0, expected, SAY_WHY)) return false;
    if (drop == DROP_NOTHING) return true;
    unsigned kept = kept_bits(t);
    for (int bit = 0; bit < 32; bit++) {
        if (!(kept >> bit & 1u) || !gradients_agree(t, 1u << bit, expected, SAY_NOTHING)) continue;
        print_error("the gradient is right without bit %d of `saved`\n", bit);
        return false;
    }
    return true;
}

// How large a result is may stand in the contents, which a signature has not.
static bool has_size_of_contents(const struct trial *t)
{
    const struct node *node = program_node(t->program, t->node);
    for (int i = 0; i < node->n_out; i++) {
        const struct value *value = program_value(t->program, node->out + (value_id)i);
        for (int axis = 0; axis < value->rank; axis++)
            if (!sym_is_const(value->dim[axis], NULL)) return true;
    }
    return false;
}

// ---- all ops

static bool check_op(const struct op *op, const struct further_case *further)
{
    struct trial t;
    const char *trouble = open_trial(&t, op, further, LEARNED);
    if (!trouble && !further && has_size_of_contents(&t)) { // a further case has contents
        op_case_close(&t.op);
        return true;
    }
    bool has_list = strstr(op->sig, "parameters*") != NULL;
    enum drop drop = further || has_list ? DROP_NOTHING : DROP_EACH;
    if (!trouble) choose_numbers(&t);
    bool right = !trouble && check_forward(&t) && (!op->backward || check_backward(&t, drop));
    if (!right)
        print_error("%s %s: %s\n", op->name, further ? further->attrs : op->sig,
                    trouble ? trouble : "wrong");
    op_case_close(&t.op);
    return right;
}

static void kernels_are_right(void **unused)
{
    (void)unused;
    int n_wrong = 0, n_forward = 0, n_backward = 0;
    for (int kind = 0; kind < N_OPS; kind++) {
        const struct op *op = op_get((enum op_kind)kind);
        if (!op->forward) continue;
        n_forward++;
        n_backward += op->backward != NULL;
        n_wrong += !check_op(op, NULL);
    }
    print_message("%d of %d ops have a forward kernel, %d a backward kernel\n", n_forward,
                  (int)N_OPS, n_backward);
    assert_int_equal(n_wrong, 0);
}

static void options_are_right(void **unused)
{
    (void)unused;
    int n_wrong = 0;
    for (size_t i = 0; i < sizeof further_cases / sizeof *further_cases; i++)
        n_wrong += !check_op(op_find(further_cases[i].op), &further_cases[i]);
    assert_int_equal(n_wrong, 0);
}

// -1: the op refuses such numbers.
static int64_t peak_of(struct trial *t, enum exec_mode mode)
{
    const char *error;
    struct exec_request request = {.program = t->program, .mode = mode, .seed = 1};
    struct exec *x = exec_open(t->op.arena, &request, &error);
    assert_non_null(x);
    fill_operands(t, x);
    int64_t peak = exec_forward(x, &error) ? exec_blocks(x)->peak : -1;
    exec_close(x);
    return peak;
}

static bool keeps_nothing(const struct op *op, const struct further_case *further)
{
    struct trial t;
    bool same = !open_trial(&t, op, further, UNLEARNED);
    if (same && has_size_of_contents(&t)) {
        op_case_close(&t.op);
        return true;
    }
    int64_t inference = same ? peak_of(&t, EXEC_INFERENCE) : 0;
    int64_t training = same ? peak_of(&t, EXEC_TRAINING) : 0;
    same = same && inference == training;
    if (!same)
        print_error("%s %s: %lld bytes without a gradient to come, %lld in inference\n", op->name,
                    further ? further->attrs : op->sig, (long long)training, (long long)inference);
    op_case_close(&t.op);
    return same;
}

static void nothing_is_kept_for_no_gradient(void **unused)
{
    (void)unused;
    int n_wrong = 0;
    for (int kind = 0; kind < N_OPS; kind++)
        if (op_get((enum op_kind)kind)->forward)
            n_wrong += !keeps_nothing(op_get((enum op_kind)kind), NULL);
    for (size_t i = 0; i < sizeof further_cases / sizeof *further_cases; i++)
        n_wrong += !keeps_nothing(op_find(further_cases[i].op), &further_cases[i]);
    assert_int_equal(n_wrong, 0);
}

// ---- what is not a number

// Of an elementwise op with one operand: is the result no number where the element is none?
static bool passes_nan_on(const struct op *op)
{
    struct trial t = {0};
    const char *error, *why = open_trial(&t, op, NULL, LEARNED);
    bool passes = true;
    if (!why) choose_numbers(&t);
    if (!why && program_node(t.program, t.node)->n_in == 1) {
        struct exec *x = open_run(&t, 0);
        const struct node *node = program_node(t.program, t.node);
        const struct tensor *in = exec_tensor(x, node->in[0]), *out;
        tensor_set(in, 0, NAN);
        assert_true(exec_forward(x, &error));
        out = exec_tensor(x, node->out);
        passes = !dtype_is_float(out->dtype) || isnan(tensor_get(out, 0));
        exec_close(x);
    }
    op_case_close(&t.op);
    return passes;
}

// What is neither above nor below 0 is between, for these; and zeros are zeros.
static bool drops_nan_by_definition(const struct op *op)
{
    static const char *const names[] = {"softshrink", "sign", "sgn", "zero_", "nan_to_num"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(op->name, names[i]) == 0) return true;
    return op->random; // dropout puts zeros where it wants
}

// PyTorch's comparisons let what is not a number through, where C's fmax and fmin drop it.
static void nan_is_passed_on(void **unused)
{
    (void)unused;
    int n_wrong = 0;
    for (enum op_kind kind = 0; kind < N_OPS; kind++) {
        const struct op *op = op_get(kind);
        if (!op->forward || !op->elementwise || drops_nan_by_definition(op)) continue;
        if (passes_nan_on(op)) continue;
        print_error("%s drops what is not a number\n", op->name);
        n_wrong++;
    }
    assert_int_equal(n_wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_are_right), cmocka_unit_test(options_are_right),
        cmocka_unit_test(nothing_is_kept_for_no_gradient), cmocka_unit_test(nan_is_passed_on)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
