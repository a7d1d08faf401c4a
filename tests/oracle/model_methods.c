#include "tests/oracle/model_plan.h"

#include <string.h>

// What PyTorch has a function for and a user of nn.h writes otherwise.

struct special {
    struct plan *plan;
    const char *method;
    const json_t *args, *keywords, *recorded;
    int *out;
};

static const char *argument_name(const struct special *s, size_t i)
{
    const char *name = json_string_value(json_array_get(s->args, i));
    return name && name[0] == '%' ? name : NULL;
}

static int operand(const struct special *s, size_t i)
{
    const char *name = argument_name(s, i);
    if (name) return plan_lookup(s->plan, name);
    plan_refuse(s->plan, "%s of no tensor", s->method);
    return 0;
}

// The argument by place or by keyword, or NULL.
static const json_t *argument(const struct special *s, size_t i, const char *keyword)
{
    const json_t *v = json_object_get(s->keywords, keyword);
    return v ? v : json_array_get(s->args, i);
}

static void give_or(struct special *s, struct plan_op *op, const char *keyword, const json_t *v,
                    json_t *otherwise)
{
    plan_keep(s->plan, otherwise);
    plan_give(s->plan, op, keyword, v ? v : otherwise);
}

static int binary(struct special *s, const char *function, int a, int b)
{
    struct plan_op *op = plan_function(s->plan, function);
    plan_tensor(s->plan, op, "input", a);
    plan_tensor(s->plan, op, strcmp(function, "pow") ? "other" : "exponent", b);
    return op->out.at[0];
}

// ---- nothing at all: only contents, or where autograd looks

static void make_same(struct special *s)
{
    s->out[0] = operand(s, 0);
}

static bool all_whole(const json_t *args)
{
    for (size_t i = 0; i < json_array_size(args); i++)
        if (!json_is_integer(json_array_get(args, i))) return false;
    return json_array_size(args) > 0;
}

// The record writes x[0, 2] and x[[0, 2]] alike; the second keeps the axis.
static void make_item(struct special *s)
{
    int x = operand(s, 0);
    const json_t *index = json_array_get(s->args, 1);
    size_t rank = json_array_size(json_array_get(json_array_get(s->recorded, 0), 1));
    if (!x) return;
    if (all_whole(index) && rank == (size_t)plan_value_at(s->plan, x)->rank)
        index = plan_keep(s->plan, json_pack("[O]", index));
    s->out[0] = plan_index(s->plan, x, index);
}

static void refuse_contents(struct special *s)
{
    s->plan->skipped = "sizes that depend on the contents of a tensor";
}

// ---- dtypes

static void convert(struct special *s, const char *dtype)
{
    int x = operand(s, 0);
    struct plan_op *op = plan_function(s->plan, "to");
    plan_tensor(s->plan, op, "input", x);
    plan_give(s->plan, op, "dtype", plan_keep(s->plan, json_string(dtype)));
    s->out[0] = op->out.at[0];
}

static void make_converted(struct special *s)
{
    static const char *const dtypes[][2] = {
        {"float", "float32"}, {"half", "float16"}, {"bfloat16", "bfloat16"}, {"double", "float64"},
        {"long", "int64"},    {"int", "int32"},    {"short", "int16"},       {"char", "int8"},
        {"byte", "uint8"},    {"bool", "bool"}};
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
        if (!strcmp(dtypes[i][0], s->method)) convert(s, dtypes[i][1]);
}

// x.to(dtype), x.to(device), x.to(device, dtype), x.to(other), x.type_as(other)
static void make_to(struct special *s)
{
    const json_t *dtype = json_object_get(s->keywords, "dtype");
    for (size_t i = 1; i < json_array_size(s->args); i++) {
        const json_t *v = json_array_get(s->args, i);
        if (plan_dtype(v)) dtype = v;
        if (!argument_name(s, i)) continue;
        enum dtype other = plan_value_at(s->plan, operand(s, i))->dtype;
        convert(s, dtype_torch_name(other));
        return;
    }
    const char *name = plan_dtype(dtype);
    if (name)
        convert(s, name);
    else
        make_same(s);
}

// ---- the shape of another tensor

static void make_shaped(struct special *s)
{
    int x = operand(s, 0);
    const struct plan_value *other = plan_value_at(s->plan, operand(s, 1));
    json_t *sizes = plan_keep(s->plan, json_array());
    for (int i = 0; i < other->rank; i++) json_array_append_new(sizes, json_integer(other->dim[i]));
    const char *name = arena_string_n(s->plan->arena, s->method, strlen(s->method) - 3);
    struct plan_op *op = plan_function(s->plan, name);
    plan_tensor(s->plan, op, "input", x);
    plan_give(s->plan, op, !strcmp(name, "expand") ? "sizes" : "shape", sizes);
    s->out[0] = op->out.at[0];
}

// x.t() and x.mT swap the last two axes, x.T reverses all.
static void make_transposed(struct special *s)
{
    int x = operand(s, 0), rank = plan_value_at(s->plan, x)->rank;
    json_t *dims = plan_keep(s->plan, json_array());
    bool all = s->method[0] == 'T';
    for (int i = 0; i < rank; i++) {
        int from = all ? rank - 1 - i : i < rank - 2 ? i : 2 * rank - 3 - i;
        json_array_append_new(dims, json_integer(rank < 2 ? i : from));
    }
    struct plan_op *op = plan_function(s->plan, "permute");
    plan_tensor(s->plan, op, "input", x);
    plan_give(s->plan, op, "dims", dims);
    s->out[0] = op->out.at[0];
}

static void make_flat(struct special *s)
{
    int x = operand(s, 0);
    struct plan_op *op = plan_function(s->plan, "f_flatten");
    plan_tensor(s->plan, op, "input", x);
    s->out[0] = op->out.at[0];
}

// ---- tensors from nothing

static void set_dtype(struct special *s, struct torch_tensor *type)
{
    const char *name = plan_dtype(json_object_get(s->keywords, "dtype"));
    if (name) type->dtype = dtype_find(name);
}

// Sizes from the argument at `first` on: a list, or one after another up to `last`.
static void set_sizes(struct torch_tensor *type, const json_t *args, size_t first, size_t last)
{
    const json_t *v = json_array_get(args, first);
    if (json_is_array(v)) {
        set_sizes(type, v, 0, json_array_size(v));
        return;
    }
    for (; first < last && type->rank < MAX_RANK; first++) {
        v = json_array_get(args, first);
        if (json_is_integer(v)) type->dim[type->rank++] = json_integer_value(v);
    }
}

// torch.zeros(2, 3), x.new_full((2, 3), 0.5)
static void make_filled(struct special *s)
{
    bool full = strstr(s->method, "full"), of_tensor = !strncmp(s->method, "new_", 4);
    struct torch_tensor type = {.dtype = DTYPE_F32};
    size_t first = of_tensor, last = full ? first + 1 : json_array_size(s->args);
    const json_t *fill = argument(s, first + 1, "fill_value");
    if (full && json_is_integer(fill)) type.dtype = DTYPE_I64;
    if (full && json_is_boolean(fill)) type.dtype = DTYPE_BOOL;
    if (of_tensor) type.dtype = plan_value_at(s->plan, operand(s, 0))->dtype;
    set_dtype(s, &type);
    const json_t *size = json_object_get(s->keywords, "size");
    if (size)
        set_sizes(&type, size, 0, json_array_size(size));
    else
        set_sizes(&type, s->args, first, last);
    s->out[0] = plan_zeros(s->plan, &type);
}

static void make_like(struct special *s)
{
    const struct plan_value *like = plan_value_at(s->plan, operand(s, 0));
    struct torch_tensor type = {.dtype = like->dtype, .rank = like->rank};
    memcpy(type.dim, like->dim, sizeof type.dim);
    set_dtype(s, &type);
    s->out[0] = plan_zeros(s->plan, &type);
}

// eye(n, m), linspace(a, b, steps), tensor([0, 2]): of a size that stands in the arguments.
static void make_recorded(struct special *s)
{
    struct torch_tensor type;
    if (plan_recorded_type(json_array_get(s->recorded, 0), &type))
        s->out[0] = plan_zeros(s->plan, &type);
}

static void make_range(struct special *s)
{
    size_t n = json_array_size(s->args);
    if (!all_whole(s->args)) {
        make_recorded(s); // of floats
        return;
    }
    struct plan_op *op = plan_function(s->plan, "arange");
    give_or(s, op, "start", n > 1 ? json_array_get(s->args, 0) : NULL, json_integer(0));
    plan_give(s->plan, op, "end", json_array_get(s->args, n > 1));
    if (n > 2) plan_give(s->plan, op, "step", json_array_get(s->args, 2));
    const char *dtype = plan_dtype(json_object_get(s->keywords, "dtype"));
    if (dtype) plan_give(s->plan, op, "dtype", plan_keep(s->plan, json_string(dtype)));
    s->out[0] = op->out.at[0];
}

// ---- functions of several calls

// x / max(|x|_p, eps)
static void make_normalized(struct special *s)
{
    int x = operand(s, 0);
    struct plan_op *op = plan_function(s->plan, "norm");
    plan_tensor(s->plan, op, "input", x);
    give_or(s, op, "p", argument(s, 1, "p"), json_real(2));
    give_or(s, op, "dim", argument(s, 2, "dim"), json_integer(1));
    plan_give(s->plan, op, "keepdim", plan_keep(s->plan, json_true()));
    int norm = op->out.at[0];
    op = plan_function(s->plan, "clamp");
    plan_tensor(s->plan, op, "input", norm);
    give_or(s, op, "min", argument(s, 3, "eps"), json_real(1e-12));
    s->out[0] = binary(s, "div", x, op->out.at[0]);
}

static void make_clamped(struct special *s)
{
    int x = operand(s, 0);
    const char *side = strstr(s->method, "min") ? "min" : "max";
    const char *bound = argument_name(s, 1);
    int other = bound ? plan_lookup(s->plan, bound) : 0;
    struct plan_op *op = plan_function(s->plan, "clamp");
    plan_tensor(s->plan, op, "input", x);
    if (other)
        plan_tensor(s->plan, op, side, other);
    else
        plan_give(s->plan, op, side, argument(s, 1, side));
    s->out[0] = op->out.at[0];
}

static const struct {
    const char *names; // each with a space around it
    void (*make)(struct special *);
} specials[] = {
    {" __getitem__ ", make_item},
    {" detach_ requires_grad_ alias data bernoulli_ normal_ uniform_ fill_ zero_ copy_ cpu"
     " cuda trunc_normal_ random_ ",
     make_same},
    {" nonzero masked_select unique unique_consecutive argwhere ", refuse_contents},
    {" float half bfloat16 double long int short char byte bool ", make_converted},
    {" to type_as type ", make_to},
    {" view_as reshape_as expand_as ", make_shaped},
    {" t_ T mT H mH adjoint ", make_transposed},
    {" ravel ", make_flat},
    {" zeros ones empty full rand randn new_zeros new_ones new_empty new_full ", make_filled},
    {" zeros_like ones_like empty_like bernoulli ", make_like},
    {" eye linspace logspace tensor as_tensor ", make_recorded},
    {" arange ", make_range},
    {" normalize ", make_normalized},
    {" clamp_min clamp_max clamp_min_ clamp_max_ ", make_clamped},
};

bool plan_special(struct plan *p, const char *target, const json_t *args, const json_t *keywords,
                  const json_t *recorded, int *out)
{
    char *whole = arena_string(p->arena, target), *property = strstr(whole, ".__get__");
    if (property) *property = '\0'; // x.T is a property
    const char *dot = strrchr(whole, '.'), *method = dot ? dot + 1 : whole;
    struct special s = {p, method, args, keywords, recorded, out};
    const char *word = arena_printf(p->arena, " %s ", method);
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++) {
        if (!strstr(specials[i].names, word)) continue;
        specials[i].make(&s);
        return true;
    }
    return false;
}
