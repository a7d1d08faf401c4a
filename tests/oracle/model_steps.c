#include "tests/oracle/model_plan.h"

#include <stdio.h>
#include <string.h>

// From a recorded step to calls of nn.h.

// Where PyTorch puts things or how it computes them; no matter of shapes.
static const char *const ignored[] = {
    "device",        "layout",        "memory_format",      "pin_memory",    "non_blocking", "copy",
    "requires_grad", "generator",     "_stacklevel",        "out",           "tau",          "hard",
    "sparse",        "cudnn_enabled", "scale_grad_by_freq", "return_indices"};

static bool is_ignored(const char *keyword)
{
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        if (!strcmp(ignored[i], keyword)) return true;
    return false;
}

static bool is_tensor(const json_t *v)
{
    const char *name = json_string_value(v);
    return (name && name[0] == '%') || json_object_get(v, "const");
}

static bool is_tensor_list(const json_t *v)
{
    if (!json_is_array(v) || !json_array_size(v)) return false;
    for (size_t i = 0; i < json_array_size(v); i++)
        if (!is_tensor(json_array_get(v, i))) return false;
    return true;
}

static int tensor_of(struct plan *p, const json_t *v)
{
    struct torch_tensor type;
    const json_t *constant = json_object_get(v, "const");
    if (!constant) return plan_lookup(p, json_string_value(v));
    if (plan_recorded_type(constant, &type)) return plan_zeros(p, &type);
    plan_refuse(p, "a constant of no known dtype");
    return 0;
}

// {"dtype": "float"} is the run's float32.
static const json_t *plain(struct plan *p, const json_t *v)
{
    const char *dtype = plan_dtype(v);
    return dtype ? plan_keep(p, json_string(dtype)) : v;
}

// PyTorch's default stride of a pool is an empty list.
static bool says_nothing(const char *keyword, const json_t *v)
{
    return is_ignored(keyword) ||
           (!strcmp(keyword, "stride") && json_is_array(v) && !json_array_size(v));
}

static void give(struct plan *p, struct plan_op *op, const char *keyword, const json_t *v)
{
    if (!strcmp(keyword, "axis")) keyword = "dim";
    if (!strcmp(keyword, "split_size")) keyword = "split_size_or_sections";
    if (says_nothing(keyword, v)) return;
    if (is_tensor(v)) {
        plan_tensor(p, op, keyword, tensor_of(p, v));
    } else if (is_tensor_list(v)) {
        for (size_t i = 0; i < json_array_size(v); i++)
            plan_tensor(p, op, keyword, tensor_of(p, json_array_get(v, i)));
    } else {
        plan_give(p, op, keyword, plain(p, v));
    }
}

// ---- positional arguments

static const char *signature_of(const char *target)
{
    static const struct {
        const char *target, *keywords;
    } signatures[] = {
#define NAME(spelled, function)
#define REVERSED(spelled, function)
#define SIGNATURE(target, keywords) {target, keywords},
#include "tests/oracle/torch_names.def"
#undef NAME
#undef REVERSED
#undef SIGNATURE
    };
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++)
        if (!strcmp(signatures[i].target, target)) return signatures[i].keywords;
    return NULL;
}

// PyTorch's keywords in order, from the fields of the function: each once.
static int keywords_of(struct plan *p, const char *target, const struct nn_function *function,
                       const char **keywords)
{
    const char *signature = signature_of(target);
    int n = 0;
    if (signature) {
        char *words = arena_string(p->arena, signature), *rest = words;
        for (char *word; (word = strtok_r(rest, " ", &rest));) keywords[n++] = word;
        return n;
    }
    for (const struct nn_field *f = function->fields; f->name; f++) {
        bool seen = false;
        for (int i = 0; i < n; i++) seen |= !strcmp(keywords[i], f->torch);
        if (!seen) keywords[n++] = f->torch;
    }
    return n;
}

static bool has_form(const struct nn_function *function, const char *keyword, enum nn_kind kind)
{
    for (const struct nn_field *f = function->fields; f->name; f++)
        if (f->kind == kind && !strcmp(f->torch, keyword)) return true;
    return false;
}

// Sizes and tensors may stand one after another: x.view(2, 3), meshgrid(a, b).
static bool stands_alone(const struct plan_op *op, const char *keyword, const json_t *v)
{
    if (is_tensor(v)) return has_form(op->function, keyword, NN_KIND_TENSORS);
    return json_is_integer(v) && has_form(op->function, keyword, NN_KIND_INTS) &&
           !has_form(op->function, keyword, NN_KIND_INT);
}

static void give_positional(struct plan *p, struct plan_op *op, const char *target,
                            const json_t *args)
{
    const char *keywords[MAX_BINDINGS];
    int n = keywords_of(p, target, op->function, keywords), k = 0;
    for (size_t i = 0; i < json_array_size(args); i++, k++) {
        const json_t *v = json_array_get(args, i);
        if (k >= n) {
            plan_refuse(p, "%s: nn_%s takes %d arguments", target, op->function->name, n);
            return;
        }
        if (!stands_alone(op, keywords[k], v)) {
            if (!json_is_null(v)) give(p, op, keywords[k], v);
            continue;
        }
        json_t *list = plan_keep(p, json_array());
        for (; i < json_array_size(args); i++) json_array_append(list, json_array_get(args, i));
        give(p, op, keywords[k], list);
    }
}

static void give_keywords(struct plan *p, struct plan_op *op, const json_t *keywords)
{
    const char *keyword;
    json_t *v;
    json_object_foreach((json_t *)keywords, keyword, v) if (!json_is_null(v))
        give(p, op, keyword, v);
}

// ---- functions

static const char *plain_name(const char *name, bool *reversed)
{
    static const struct {
        const char *spelled, *function;
        bool reversed;
    } names[] = {
#define NAME(spelled, function) {spelled, function, false},
#define REVERSED(spelled, function) {spelled, function, true},
#define SIGNATURE(target, keywords)
#include "tests/oracle/torch_names.def"
#undef NAME
#undef REVERSED
#undef SIGNATURE
    };
    *reversed = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i].spelled, name) != 0) continue;
        *reversed = names[i].reversed;
        return names[i].function;
    }
    return name;
}

// A method is a function of torch with self first, a function of torch may be one of
// torch.nn.functional: they are looked for under each other's names.
static const struct nn_function *find_function(struct plan *p, const char *prefix, const char *name)
{
    const char *const prefixes[] = {prefix, "torch", "Tensor", "F"};
    for (int i = 0; i < 4; i++) {
        const char *torch = arena_printf(p->arena, "%s.%s", prefixes[i], name);
        const struct nn_function *function = nn_function_find_torch(torch);
        if (function && !function->makes_module) return function;
    }
    return NULL;
}

// In the two-argument form, torch.max is an operation of elements.
static const char *with_two_operands(const char *name, const json_t *args, const json_t *keywords)
{
    bool two = is_tensor(json_array_get(args, 1)) || json_object_get(keywords, "other");
    if (two && !strcmp(name, "max")) return "maximum";
    if (two && !strcmp(name, "min")) return "minimum";
    return name;
}

static bool takes(const struct nn_function *function, const char *keyword)
{
    return has_form(function, keyword, NN_KIND_BOOL);
}

// A trailing underscore is PyTorch's mark of a method in place.
static const struct nn_function *find_in_place(struct plan *p, const char *prefix,
                                               const char **name, bool *in_place)
{
    size_t length = strlen(*name);
    const struct nn_function *function = find_function(p, prefix, *name);
    *in_place = !function && length > 1 && (*name)[length - 1] == '_';
    if (!*in_place) return function;
    *name = arena_string_n(p->arena, *name, length - 1);
    return find_function(p, prefix, *name);
}

// 1 - x is recorded with x first.
static const json_t *in_order(struct plan *p, const json_t *args, bool reversed)
{
    if (!reversed || json_array_size(args) < 2) return args;
    json_t *swapped = plan_keep(p, json_array());
    json_array_append(swapped, json_array_get(args, 1));
    json_array_append(swapped, json_array_get(args, 0));
    return swapped;
}

static bool call_function(struct plan *p, const char *target, const json_t *args,
                          const json_t *keywords, size_t n_results)
{
    bool reversed, in_place;
    const char *dot = strchr(target, '.'), *last = strrchr(target, '.');
    const char *prefix = dot ? arena_string_n(p->arena, target, (size_t)(dot - target)) : "torch";
    const char *name = plain_name(last ? last + 1 : target, &reversed);
    name = with_two_operands(name, args, keywords);
    const struct nn_function *function = find_in_place(p, prefix, &name, &in_place);
    if (!function) return plan_refuse(p, "nn.h has no function for %s", target);
    // Parameters and constants are fetched by calls of their own, so they come before it.
    struct plan_op draft = {.kind = PLAN_FUNCTION, .function = function};
    give_positional(p, &draft, reversed ? name : target, in_order(p, args, reversed));
    give_keywords(p, &draft, keywords);
    if (in_place && takes(function, "inplace"))
        plan_give(p, &draft, "inplace", plan_keep(p, json_true()));
    for (size_t i = 0; i < (n_results ? n_results : 1); i++)
        *vec_push(p->arena, &draft.out) = plan_new_value(p, NULL);
    *vec_push(p->arena, &p->body->ops) = draft;
    return true;
}

// ---- modules

// What a call takes behind its tensors, in PyTorch's order.
static const char *const attention_options[] = {"key_padding_mask", "need_weights", "attn_mask",
                                                "average_attn_weights"};

static bool is_kind(const struct plan_module *m, const char *torch)
{
    return m->bindings.function && !strcmp(m->bindings.function->torch, torch);
}

// q, k and v may be keywords; (h0, c0) of an LSTM is a list.
static void give_inputs(struct plan *p, struct plan_op *op, const json_t *v)
{
    if (is_tensor(v)) *vec_push(p->arena, &op->in) = tensor_of(p, v);
    for (size_t i = 0; is_tensor_list(v) && i < json_array_size(v); i++)
        *vec_push(p->arena, &op->in) = tensor_of(p, json_array_get(v, i));
}

static void give_module_keyword(struct plan *p, struct plan_op *op, const char *keyword,
                                const json_t *v)
{
    static const char *const inputs[] = {"query", "key",    "value", "input", "hx",
                                         "x",     "target", "src",   "tgt",   "memory"};
    bool is_input = false;
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        is_input |= !strcmp(inputs[i], keyword);
    if (is_input)
        give_inputs(p, op, v);
    else if (!json_is_null(v))
        give(p, op, keyword, v);
}

static bool call_module(struct plan *p, const char *target, const json_t *args,
                        const json_t *keywords, size_t n_results)
{
    int module = plan_find_module(p, target);
    if (module < 0) return plan_refuse(p, "no module %s", target);
    struct plan_op op = {.kind = PLAN_MODULE, .module = module};
    size_t n_tensors = is_kind(&p->modules.at[module], "nn.MultiheadAttention") ? 3 : 8;
    for (size_t i = 0; i < json_array_size(args); i++) {
        const json_t *v = json_array_get(args, i);
        if (i < n_tensors && (is_tensor(v) || is_tensor_list(v)))
            give_inputs(p, &op, v);
        else if (n_tensors == 3 && i - 3 < 4 && !json_is_null(v))
            give(p, &op, attention_options[i - 3], v);
        else if (!json_is_null(v))
            give(p, &op, "output_size", v);
    }
    const char *keyword;
    json_t *v;
    json_object_foreach((json_t *)keywords, keyword, v) give_module_keyword(p, &op, keyword, v);
    for (size_t i = 0; i < n_results; i++) *vec_push(p->arena, &op.out) = plan_new_value(p, NULL);
    *vec_push(p->arena, &p->body->ops) = op;
    return true;
}

// ---- a step

static void name_results(struct plan *p, const json_t *step, const int *values)
{
    const json_t *names = json_array_get(step, 0), *recorded = json_array_get(step, 5);
    for (size_t i = 0; i < json_array_size(recorded); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        struct torch_tensor type;
        if (!values[i]) continue;
        if (plan_recorded_type(json_array_get(recorded, i), &type))
            plan_set_type(p, values[i], &type);
        if (!name) continue;
        plan_name(p, name, values[i]);
        if (p->values.at[values[i]].name[0] == 't')
            p->values.at[values[i]].name = arena_printf(p->arena, "v%s", name + 1);
    }
}

// The result of x[...] with nothing to do is x itself, which has been judged already.
static void note_step(struct plan *p, const char *target, const json_t *recorded, int before)
{
    if (p->body->ops.n == before) return;
    *vec_push(p->arena, &p->steps) =
        (struct plan_step){.target = target, .recorded = recorded, .op = p->body->ops.n - 1};
}

void plan_read_step(struct plan *p, const json_t *step)
{
    const char *kind = json_string_value(json_array_get(step, 1));
    const char *target = json_string_value(json_array_get(step, 2));
    const json_t *args = json_array_get(step, 3), *keywords = json_array_get(step, 4);
    const json_t *recorded = json_array_get(step, 5);
    size_t n = json_array_size(recorded);
    int before = p->body->ops.n, *out = arena_array(p->arena, int, n + 1);
    bool function = kind && !strcmp(kind, "f"), made = false;
    if (function && plan_special(p, target, args, keywords, recorded, out)) {
        made = true;
    } else if (function ? call_function(p, target, args, keywords, n)
                        : call_module(p, target, args, keywords, n)) {
        const struct plan_op *op = &p->body->ops.at[p->body->ops.n - 1];
        for (size_t i = 0; i < n; i++) out[i] = op->out.at[i];
        made = true;
    }
    if (!made || p->trouble || p->skipped) return;
    name_results(p, step, out);
    if (function) note_step(p, target, recorded, before);
}
