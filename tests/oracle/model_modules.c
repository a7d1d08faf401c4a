#include "tests/oracle/model_plan.h"

#include <stdio.h>
#include <string.h>

// The tree of modules of a recorded model. The record names the leaves; the
// modules between them and the root are made here.

int plan_find_module(const struct plan *p, const char *path)
{
    for (int i = 0; i < p->modules.n; i++)
        if (!strcmp(p->modules.at[i].path, path)) return i;
    return -1;
}

static bool is_attention(const struct plan_module *m)
{
    return m->bindings.function && !strcmp(m->bindings.function->torch, "nn.MultiheadAttention");
}

static int add_module(struct plan *p, const char *path, const char *kind);

// The module that `path` is registered in; made when it is not there yet.
static int parent_of(struct plan *p, const char *path, const char **name)
{
    const char *dot = strrchr(path, '.');
    *name = dot ? dot + 1 : path;
    if (!dot) return 0;
    const char *above = arena_string_n(p->arena, path, (size_t)(dot - path));
    int parent = plan_find_module(p, above);
    if (parent >= 0) return parent;
    parent = add_module(p, above, "Part");
    p->modules.at[parent].numbered = true;
    return parent;
}

static int add_module(struct plan *p, const char *path, const char *kind)
{
    const char *name;
    int parent = parent_of(p, path, &name), position = 0;
    struct plan_module *m = vec_push(p->arena, &p->modules);
    *m = (struct plan_module){
        .path = path, .name = name, .kind = kind, .parent = parent, .tied_to = -1};
    for (int i = 1; i + 1 < p->modules.n; i++) position += p->modules.at[i].parent == parent;
    char number[16];
    snprintf(number, sizeof number, "%d", position);
    if (strcmp(name, number) != 0) p->modules.at[parent].numbered = false;
    p->modules.at[parent].has_children = true;
    return p->modules.n - 1;
}

// ---- classes that nn.h does not have, written as a user would

static void begin_body(struct plan *p, struct plan_module *m, int n_inputs)
{
    m->body = arena_new(p->arena, struct plan_body);
    p->body = m->body;
    for (int i = 0; i < n_inputs; i++)
        *vec_push(p->arena, &m->body->inputs) =
            plan_new_value(p, arena_printf(p->arena, i ? "x%d" : "x", i));
}

static void add_result(struct plan *p, int value)
{
    *vec_push(p->arena, &p->body->results) = value;
}

// Whole rows are dropped, not elements; the shape is that of the input.
static void make_stochastic_depth(struct plan *p, struct plan_module *m, const json_t *args)
{
    begin_body(p, m, 1);
    struct plan_op *op = plan_function(p, "f_dropout");
    plan_tensor(p, op, "input", m->body->inputs.at[0]);
    plan_give(p, op, "p", json_object_get(args, "p"));
    add_result(p, op->out.at[0]);
}

static int permuted(struct plan *p, int x, const json_t *dims)
{
    struct plan_op *op = plan_function(p, "permute");
    plan_tensor(p, op, "input", x);
    plan_give(p, op, "dims", dims);
    return op->out.at[0];
}

static void make_permute(struct plan *p, struct plan_module *m, const json_t *args)
{
    begin_body(p, m, 1);
    add_result(p, permuted(p, m->body->inputs.at[0], json_object_get(args, "dims")));
}

static void add_parameter(struct plan *p, struct plan_module *m, enum storage_kind kind,
                          const char *name, const struct torch_tensor *type)
{
    *vec_push(p->arena, &m->parameters) =
        (struct plan_parameter){.name = name, .kind = kind, .type = *type};
}

static int own_parameter(struct plan *p, struct plan_module *m, const char *name,
                         const struct torch_tensor *type)
{
    add_parameter(p, m, STORAGE_PARAMETER, name, type);
    struct plan_op *op = plan_op_new(p, PLAN_PARAMETER);
    op->module = (int)(m - p->modules.at);
    op->parameter = name;
    int value = plan_new_value(p, NULL);
    *vec_push(p->arena, &op->out) = value;
    return value;
}

// torchvision's LayerNorm2d: over the channels of [N, C, H, W].
static void make_layer_norm2d(struct plan *p, struct plan_module *m, const json_t *args)
{
    begin_body(p, m, 1);
    const json_t *shape = json_object_get(args, "normalized_shape"), *eps;
    struct torch_tensor type = {.dtype = DTYPE_F32, .rank = 1};
    type.dim[0] = json_integer_value(json_is_array(shape) ? json_array_get(shape, 0) : shape);
    bool affine = !json_is_false(json_object_get(args, "elementwise_affine"));
    int weight = affine ? own_parameter(p, m, "weight", &type) : 0;
    int bias = affine ? own_parameter(p, m, "bias", &type) : 0;
    int last =
        permuted(p, m->body->inputs.at[0], plan_keep(p, json_pack("[i, i, i, i]", 0, 2, 3, 1)));
    struct plan_op *op = plan_function(p, "f_layer_norm");
    plan_tensor(p, op, "input", last);
    plan_give(p, op, "normalized_shape", shape);
    if (affine) plan_tensor(p, op, "weight", weight);
    if (affine) plan_tensor(p, op, "bias", bias);
    if ((eps = json_object_get(args, "eps"))) plan_give(p, op, "eps", eps);
    add_result(p, permuted(p, op->out.at[0], plan_keep(p, json_pack("[i, i, i, i]", 0, 3, 1, 2))));
}

static const json_t *first_call(const struct plan *p, const char *path)
{
    const json_t *steps = json_object_get(p->record, "steps");
    for (size_t i = 0; i < json_array_size(steps); i++) {
        const json_t *step = json_array_get(steps, i);
        bool call = !strcmp(json_string_value(json_array_get(step, 1)), "m");
        if (call && !strcmp(json_string_value(json_array_get(step, 2)), path)) return step;
    }
    return NULL;
}

// What the record says of a value, an input or a step's result.
static bool recorded_value(const struct plan *p, const char *name, struct torch_tensor *type)
{
    int input = (int)(intptr_t)map_get_string(p->names, name);
    if (input) {
        const struct plan_value *v = plan_value_at(p, input);
        *type = (struct torch_tensor){.dtype = v->dtype, .rank = v->rank};
        memcpy(type->dim, v->dim, sizeof type->dim);
        return true;
    }
    const json_t *steps = json_object_get(p->record, "steps");
    for (size_t i = 0; i < json_array_size(steps); i++) {
        const json_t *step = json_array_get(steps, i), *names = json_array_get(step, 0);
        for (size_t k = 0; k < json_array_size(names); k++) {
            const char *result = json_string_value(json_array_get(names, k));
            if (result && !strcmp(result, name))
                return plan_recorded_type(json_array_get(json_array_get(step, 5), k), type);
        }
    }
    return false;
}

static bool is_like_input(const struct plan *p, const json_t *step, const struct torch_tensor *type)
{
    const char *name = json_string_value(json_array_get(json_array_get(step, 3), 0));
    struct torch_tensor input;
    return name && json_array_size(json_array_get(step, 5)) == 1 &&
           recorded_value(p, name, &input) && input.dtype == type->dtype &&
           input.rank == type->rank &&
           !memcmp(input.dim, type->dim, sizeof *type->dim * (size_t)type->rank);
}

static int copied(struct plan *p, int x)
{
    struct plan_op *op = plan_function(p, "clone");
    plan_tensor(p, op, "input", x);
    return op->out.at[0];
}

// A class of the record's own, of which only the results are known: one that is like the input is
// a copy of it, others are made as they are.
static void make_fn(struct plan *p, struct plan_module *m, const json_t *args)
{
    (void)args;
    const json_t *step = first_call(p, m->path), *outs = json_array_get(step, 5);
    size_t n_inputs = json_array_size(json_array_get(step, 3));
    begin_body(p, m, n_inputs ? (int)n_inputs : 1);
    for (size_t i = 0; i < json_array_size(outs); i++) {
        struct torch_tensor type;
        if (!plan_recorded_type(json_array_get(outs, i), &type)) continue;
        bool like_input = is_like_input(p, step, &type);
        add_result(p, like_input ? copied(p, m->body->inputs.at[0]) : plan_zeros(p, &type));
    }
}

static const struct {
    const char *kind;
    void (*make)(struct plan *, struct plan_module *, const json_t *args);
} own_classes[] = {
    {"StochasticDepth", make_stochastic_depth},
    {"Permute", make_permute},
    {"LayerNorm2d", make_layer_norm2d},
    {"Fn", make_fn},
};

static void make_class(struct plan *p, struct plan_module *m, const json_t *args)
{
    // torchvision and PyTorch derive these from a class of nn.h and change nothing of the shapes.
    bool linear = !strcmp(m->kind, "NonDynamicallyQuantizableLinear");
    struct torch_case c = {.id = p->id, .args = args};
    c.op = arena_printf(p->arena, "nn.%s", linear ? "Linear" : m->kind);
    const struct nn_function *function = nn_function_find_torch(c.op);
    const char *error = NULL;
    for (size_t i = 0; i < sizeof own_classes / sizeof *own_classes; i++) {
        if (strcmp(own_classes[i].kind, m->kind) != 0) continue;
        struct plan_body *around = p->body;
        own_classes[i].make(p, m, args);
        p->body = around;
        return;
    }
    if (!function && first_call(p, m->path))
        plan_refuse(p, "nn.h has no class %s", m->kind);
    else if (function && !torch_bind(&m->bindings, function, &c, p->arena, &error))
        plan_refuse(p, "%s: %s", m->path, error);
}

static void read_row(struct plan *p, const json_t *row)
{
    const char *path = json_string_value(json_array_get(row, 0));
    const char *kind = json_string_value(json_array_get(row, 1)), *name;
    if (!*path) {
        p->modules.at[0].kind = kind;
        p->modules.at[0].body = NULL;
        make_class(p, &p->modules.at[0], json_array_get(row, 2));
        return;
    }
    int parent = parent_of(p, path, &name);
    if (is_attention(&p->modules.at[parent])) return; // out_proj, which its constructor makes
    int module = add_module(p, path, kind);
    make_class(p, &p->modules.at[module], json_array_get(row, 2));
}

// Parameters and buffers that a forward uses directly and no class of nn.h has.
static void read_direct(struct plan *p)
{
    const char *name;
    json_t *recorded;
    json_object_foreach(json_object_get(p->record, "direct"), name, recorded)
    {
        struct torch_tensor type;
        const char *path = name + 2, *own;
        int owner = parent_of(p, path, &own);
        struct plan_module *m = &p->modules.at[owner];
        if (m->bindings.function || !plan_recorded_type(recorded, &type)) continue;
        add_parameter(p, m, name[0] == 'p' ? STORAGE_PARAMETER : STORAGE_BUFFER,
                      arena_string(p->arena, own), &type);
    }
}

void plan_read_modules(struct plan *p)
{
    struct plan_module *root = vec_push(p->arena, &p->modules);
    *root = (struct plan_module){
        .path = "", .name = "", .kind = "Model", .parent = -1, .body = p->body, .tied_to = -1};
    const json_t *rows = json_object_get(p->record, "modules");
    for (size_t i = 0; i < json_array_size(rows) && !p->trouble; i++)
        read_row(p, json_array_get(rows, i));
    read_direct(p);
}

// ---- ties

static bool is_class(const struct plan_module *m, const char *torch)
{
    return m->bindings.function && !strcmp(m->bindings.function->torch, torch);
}

static int64_t argument(const struct plan_module *m, const char *keyword)
{
    for (int i = 0; i < m->bindings.n; i++)
        if (!strcmp(m->bindings.at[i].field->torch, keyword))
            return json_integer_value(m->bindings.at[i].value);
    return 0;
}

// The rows of the weight, and its columns; 0 for other classes.
static int64_t weight_shape(const struct plan_module *m, int64_t *columns)
{
    bool embedding = is_class(m, "nn.Embedding");
    if (!embedding && !is_class(m, "nn.Linear")) return 0;
    *columns = argument(m, embedding ? "embedding_dim" : "in_features");
    return argument(m, embedding ? "num_embeddings" : "out_features");
}

// How many modules behind this one have a weight of its shape; they are tied if asked for.
enum tying { TYING_COUNT, TYING_DO };
static int64_t same_weights(struct plan *p, int first, enum tying tying)
{
    int64_t columns = 0, others = 0, rows = weight_shape(&p->modules.at[first], &columns), n = 0;
    for (int i = first + 1; i < p->modules.n; i++) {
        struct plan_module *m = &p->modules.at[i];
        if (weight_shape(m, &others) != rows || others != columns) continue;
        if (tying == TYING_DO) m->tied_to = first;
        n++;
    }
    return n;
}

bool plan_tie(struct plan *p, int64_t excess)
{
    for (int i = 1; i < p->modules.n && excess > 0; i++) {
        int64_t columns = 0, rows = weight_shape(&p->modules.at[i], &columns);
        if (!rows || rows * columns * same_weights(p, i, TYING_COUNT) != excess) continue;
        same_weights(p, i, TYING_DO);
        return true;
    }
    return false;
}
