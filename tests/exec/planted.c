// The command with a fault in the definition of tanh, which FAULT names: prediction and measurement
// must be able to disagree. `op_get` and `op_find` are wrapped by the linker.

#include "ir/infer.h"
#include "ir/kernel.h"

#include <stdlib.h>
#include <string.h>

const struct op *__real_op_get(enum op_kind);
const struct op *__wrap_op_get(enum op_kind);
const struct op *__real_op_find(const char *name);
const struct op *__wrap_op_find(const char *name);

static struct op wrong; // tanh, but for one thing

// One element more in the last axis than there is.
static void wrong_rule(struct infer *in)
{
    __real_op_get(OP_TANH)->shape(in);
    struct shape *shape = &in->out[0].type.shape;
    if (!shape->rank) return;
    const struct sym **last = &shape->dim[shape->rank - 1];
    *last = sym_add_const(in->syms, *last, 1);
}

// One element less in the first axis.
static void wrong_kernel(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    int64_t dim[MAX_RANK];
    memcpy(dim, x->dim, sizeof dim);
    dim[0]--;
    tensor_fill(kernel_result(call, 0, x->dtype, x->rank, dim), 0.0);
}

static void wrong_dtype(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    tensor_fill(kernel_result(call, 0, DTYPE_F64, x->rank, x->dim), 0.0);
}

// The right shape in memory of the operand, where the rule has memory of its own.
static void wrong_memory(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    kernel_view(call, 0, 0, x->rank, x->dim, x->stride, 0);
}

// Keeps something that the definition does not name.
static void wrong_keeping(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    __real_op_get(OP_TANH)->forward(call);
    struct tensor *own = kernel_own(call, DTYPE_F32, x->rank, x->dim);
    if (own) tensor_fill(own, 0.0);
}

// A gradient that has another dtype than its operand.
static void wrong_gradient(struct kernel_call *call)
{
    struct tensor *gradient = &call->grad_in[0];
    __real_op_get(OP_TANH)->backward(call);
    if (!kernel_wants(call, 0)) return;
    *gradient = (struct tensor){.dtype = DTYPE_F64, .rank = call->in[0].rank};
    memcpy(gradient->dim, call->in[0].dim, sizeof gradient->dim);
    call->host->allocate(call, gradient);
    tensor_fill(gradient, 0.0);
}

static void plant(const char *fault)
{
    if (!strcmp(fault, "rule")) wrong.shape = wrong_rule;
    if (!strcmp(fault, "kernel")) wrong.forward = wrong_kernel;
    if (!strcmp(fault, "dtype")) wrong.forward = wrong_dtype;
    if (!strcmp(fault, "memory")) wrong.forward = wrong_memory;
    if (!strcmp(fault, "keeping")) wrong.forward = wrong_keeping;
    if (!strcmp(fault, "gradient")) wrong.backward = wrong_gradient;
}

__attribute__((constructor)) static void begin(void)
{
    const char *fault = getenv("FAULT");
    wrong = *__real_op_get(OP_TANH);
    if (fault) plant(fault);
}

const struct op *__wrap_op_get(enum op_kind kind)
{
    return kind == OP_TANH ? &wrong : __real_op_get(kind);
}

const struct op *__wrap_op_find(const char *name)
{
    const struct op *op = __real_op_find(name);
    return op == __real_op_get(OP_TANH) ? &wrong : op;
}
