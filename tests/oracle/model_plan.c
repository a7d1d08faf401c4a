#include "tests/oracle/model_plan.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const struct plan_value *plan_value_at(const struct plan *p, int id)
{
    return &p->values.at[id];
}

json_t *plan_keep(struct plan *p, json_t *value)
{
    json_array_append_new(p->made, value);
    return value;
}

bool plan_refuse(struct plan *p, const char *format, ...)
{
    char message[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (!p->trouble) p->trouble = arena_string(p->arena, message);
    return false;
}

int plan_new_value(struct plan *p, const char *name)
{
    struct plan_value *value = vec_push(p->arena, &p->values);
    *value = (struct plan_value){.dtype = DTYPE_NONE};
    value->name = name ? name : arena_printf(p->arena, "t%d", p->values.n - 1);
    return p->values.n - 1;
}

void plan_set_type(struct plan *p, int id, const struct torch_tensor *type)
{
    struct plan_value *value = &p->values.at[id];
    value->dtype = type->dtype;
    value->rank = type->rank;
    memcpy(value->dim, type->dim, sizeof value->dim);
}

// A "float" of the record is the run's own type, of which float32 is the first.
static const char *dtype_word(const char *word)
{
    if (!strncmp(word, "torch.", 6)) word += 6;
    return strcmp(word, "float") ? word : "float32";
}

const char *plan_dtype(const json_t *v)
{
    const char *word = json_string_value(json_object_get(v, "dtype"));
    return word ? dtype_word(word) : NULL;
}

bool plan_recorded_type(const json_t *recorded, struct torch_tensor *type)
{
    const char *dtype = json_string_value(json_array_get(recorded, 0));
    const json_t *shape = json_array_get(recorded, 1);
    if (!dtype || json_array_size(shape) > MAX_RANK) return false;
    *type = (struct torch_tensor){.dtype = dtype_find(dtype_word(dtype)),
                                  .rank = (int)json_array_size(shape)};
    for (int i = 0; i < type->rank; i++)
        type->dim[i] = json_integer_value(json_array_get(shape, (size_t)i));
    return type->dtype != DTYPE_NONE;
}

void plan_name(struct plan *p, const char *name, int value)
{
    map_put_string(p->names, name, (void *)(intptr_t)value);
}

// A parameter used directly, as `self.pos_embedding`: fetched before its first use.
static int use_parameter(struct plan *p, const char *name)
{
    char path[400];
    snprintf(path, sizeof path, "%s", name + 3);
    char *dot = strrchr(path, '.');
    if (dot) *dot = '\0';
    int module = dot ? plan_find_module(p, path) : 0;
    if (module < 0) {
        plan_refuse(p, "no module has the parameter %s", name);
        return 0;
    }
    struct plan_op *op = plan_op_new(p, PLAN_PARAMETER);
    op->module = module;
    op->parameter = arena_string(p->arena, dot ? dot + 1 : path);
    int value = plan_new_value(p, NULL);
    *vec_push(p->arena, &op->out) = value;
    struct torch_tensor type;
    const json_t *direct = json_object_get(json_object_get(p->record, "direct"), name + 1);
    if (plan_recorded_type(direct, &type)) plan_set_type(p, value, &type);
    plan_name(p, name, value);
    return value;
}

int plan_lookup(struct plan *p, const char *name)
{
    int value = (int)(intptr_t)map_get_string(p->names, name);
    if (value) return value;
    if (!strncmp(name, "%p:", 3) || !strncmp(name, "%b:", 3)) return use_parameter(p, name);
    plan_refuse(p, "%s is used before it is made", name);
    return 0;
}

// ---- calls

struct plan_op *plan_op_new(struct plan *p, enum plan_kind kind)
{
    struct plan_op *op = vec_push(p->arena, &p->body->ops);
    *op = (struct plan_op){.kind = kind};
    return op;
}

struct plan_op *plan_function(struct plan *p, const char *name)
{
    struct plan_op *op = plan_op_new(p, PLAN_FUNCTION);
    op->function = nn_function_find(name);
    *vec_push(p->arena, &op->out) = plan_new_value(p, NULL);
    return op;
}

int plan_zeros(struct plan *p, const struct torch_tensor *type)
{
    struct plan_op *op = plan_op_new(p, PLAN_ZEROS);
    op->zeros = *type;
    int value = plan_new_value(p, NULL);
    *vec_push(p->arena, &op->out) = value;
    plan_set_type(p, value, type);
    return value;
}

static const struct nn_field *fields_of(const struct plan_op *op)
{
    return op->kind == PLAN_FUNCTION ? op->function->fields : nn_call_fields;
}

void plan_tensor(struct plan *p, struct plan_op *op, const char *keyword, int value)
{
    for (const struct nn_field *f = fields_of(op); f->name; f++) {
        bool tensors = f->kind == NN_KIND_TENSORS;
        if (strcmp(f->torch, keyword) != 0 || (f->kind != NN_KIND_TENSOR && !tensors)) continue;
        for (int i = 0; i < op->args.n && tensors; i++) {
            if (op->args.at[i].field != f) continue;
            *vec_push(p->arena, &op->args.at[i].values) = value;
            return;
        }
        struct plan_arg *arg = vec_push(p->arena, &op->args);
        *arg = (struct plan_arg){.field = f};
        *vec_push(p->arena, &arg->values) = value;
        return;
    }
    plan_refuse(p, "nn_%s takes no tensor as %s", op->function ? op->function->name : "call",
                keyword);
}

void plan_give(struct plan *p, struct plan_op *op, const char *keyword, const json_t *value)
{
    if (json_is_null(value)) return; // None is "not given"
    const struct nn_field *field = torch_bind_field(fields_of(op), keyword, value);
    if (!field) {
        char *text = json_dumps(value, JSON_ENCODE_ANY);
        plan_refuse(p, "nn_%s has no form for %s=%s", op->function ? op->function->name : "call",
                    keyword, text);
        free(text);
        return;
    }
    *vec_push(p->arena, &op->args) = (struct plan_arg){.field = field, .value = value};
}

void plan_give_int(struct plan *p, struct plan_op *op, const char *keyword, int64_t n)
{
    plan_give(p, op, keyword, plan_keep(p, json_integer(n)));
}

// ---- the whole

static void read_inputs(struct plan *p, const json_t *inputs)
{
    for (size_t i = 0; i < json_array_size(inputs); i++) {
        const json_t *input = json_array_get(inputs, i);
        json_t *pair = plan_keep(p, json_pack("[O, O]", json_object_get(input, "dtype"),
                                              json_object_get(input, "shape")));
        struct torch_tensor type;
        if (!plan_recorded_type(pair, &type)) plan_refuse(p, "an input of no known dtype");
        int value = plan_new_value(p, arena_printf(p->arena, "x%zu", i));
        plan_set_type(p, value, &type);
        plan_name(p, arena_printf(p->arena, "%%x%zu", i), value);
        *vec_push(p->arena, &p->body->inputs) = value;
    }
}

static void read_results(struct plan *p, const json_t *names)
{
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        int value = name ? plan_lookup(p, name) : 0;
        if (value) *vec_push(p->arena, &p->body->results) = value;
    }
}

// A record whose forward raised has no steps: its modules are called one after another, and the
// last one's result is given back.
static const json_t *chained_steps(struct plan *p, json_t *returns)
{
    json_t *steps = plan_keep(p, json_array());
    const json_t *rows = json_object_get(p->record, "modules");
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const char *result = arena_printf(p->arena, "%%%zu", i);
        const char *from = i ? arena_printf(p->arena, "%%%zu", i - 1) : "%x0";
        json_array_append_new(steps, json_pack("[[s], s, O, [s], {}, [n]]", result, "m",
                                               json_array_get(json_array_get(rows, i), 0), from));
        if (i + 1 == json_array_size(rows)) json_array_append_new(returns, json_string(result));
    }
    return steps;
}

void plan_read(struct plan *p, struct arena *arena, const char *id, const json_t *record,
               const json_t *inputs)
{
    *p = (struct plan){.arena = arena, .id = id, .record = record};
    p->names = map_open(arena);
    p->made = json_array();
    p->body = arena_new(arena, struct plan_body);
    vec_push(arena, &p->values);
    read_inputs(p, inputs ? inputs : json_object_get(record, "inputs"));
    plan_read_modules(p);
    const json_t *steps = json_object_get(record, "steps"),
                 *returns = json_object_get(record, "returns");
    json_t *last = plan_keep(p, json_array());
    if (!json_is_array(steps)) {
        steps = chained_steps(p, last);
        returns = last;
    }
    for (size_t i = 0; i < json_array_size(steps) && !p->trouble && !p->skipped; i++)
        plan_read_step(p, json_array_get(steps, i));
    if (!p->trouble && !p->skipped) read_results(p, returns);
}

void plan_close(struct plan *p)
{
    json_decref(p->made);
}
