#include "tests/oracle/torch_bind.h"

#include <string.h>

static bool is_list_of_ints(const json_t *v)
{
    if (!json_is_array(v)) return false;
    for (size_t i = 0; i < json_array_size(v); i++) {
        const json_t *item = json_array_get(v, i);
        if (!json_is_integer(item) && !json_is_null(item)) return false;
    }
    return true;
}

static bool is_list_of_numbers(const json_t *v)
{
    if (!json_is_array(v) || !json_array_size(v)) return false;
    for (size_t i = 0; i < json_array_size(v); i++)
        if (!json_is_number(json_array_get(v, i))) return false;
    return true;
}

static bool fits(enum nn_kind kind, const json_t *v)
{
    bool number = json_is_number(v) || json_is_boolean(v);
    switch (kind) {
    case NN_KIND_INT: return json_is_integer(v);
    case NN_KIND_INTS: return is_list_of_ints(v) || json_is_integer(v);
    case NN_KIND_FLOAT: return json_is_number(v) || torch_is_float(v);
    case NN_KIND_FLOATS: return is_list_of_numbers(v);
    case NN_KIND_FLAG:
    case NN_KIND_BOOL: return json_is_boolean(v);
    case NN_KIND_STRING: return json_is_string(v);
    case NN_KIND_DTYPE: return json_is_string(v) && dtype_find(json_string_value(v)) != DTYPE_NONE;
    case NN_KIND_TENSOR: return number || json_is_object(v);
    case NN_KIND_TENSORS:
    case NN_KIND_MODULES: return false;
    }
    return false;
}

const struct nn_field *torch_bind_field(const struct nn_field *fields, const char *keyword,
                                        const json_t *value)
{
    const struct nn_field *found = NULL;
    for (const struct nn_field *f = fields; f->name; f++) {
        if (strcmp(f->torch, keyword) != 0 || !fits(f->kind, value)) continue;
        if (!found || f->kind == NN_KIND_INT) found = f;
    }
    return found;
}

static bool bind_keywords(struct torch_binding *at, int *n, const struct nn_field *fields,
                          const json_t *keywords, struct arena *arena, const char **error)
{
    const char *keyword;
    json_t *value;
    json_object_foreach((json_t *)keywords, keyword, value)
    {
        if (json_is_null(value)) continue; // None is "not given"
        const struct nn_field *field = torch_bind_field(fields, keyword, value);
        if (!field || *n == MAX_BINDINGS) {
            char *text = json_dumps(value, JSON_ENCODE_ANY);
            *error = arena_printf(arena, "nn.h has no form for %s=%s", keyword, text);
            free(text);
            return false;
        }
        at[(*n)++] = (struct torch_binding){.field = field, .value = value};
    }
    return true;
}

static bool is_bound(const struct torch_bindings *b, const char *keyword)
{
    for (int i = 0; i < b->n; i++)
        if (!strcmp(b->at[i].field->torch, keyword)) return true;
    return false;
}

static int n_tensors_from(const struct torch_bindings *b, const struct nn_field *f)
{
    int n = 0;
    for (; f->name; f++) n += f->kind == NN_KIND_TENSOR && !is_bound(b, f->torch);
    return n;
}

// The positional tensors of a function, in the order of its tensor fields.
static bool bind_inputs(struct torch_bindings *b, const struct torch_case *c, const char **error)
{
    int input = 0;
    for (const struct nn_field *f = b->function->fields; f->name; f++) {
        if (f->kind == NN_KIND_TENSORS) {
            // Tensors that are needed behind the list are not of it.
            int after = f > b->function->fields ? n_tensors_from(b, f + 1) : 0;
            int n = c->n_in - input - after;
            b->at[b->n++] = (struct torch_binding){.field = f, .input = input, .n_inputs = n};
            input += n;
            continue;
        }
        if (f->kind != NN_KIND_TENSOR || input == c->n_in || is_bound(b, f->torch)) continue;
        b->at[b->n++] = (struct torch_binding){.field = f, .input = input++, .n_inputs = 1};
    }
    if (input == c->n_in) return true;
    *error = "more tensors than the function of nn.h takes";
    return false;
}

bool torch_bind(struct torch_bindings *b, const struct nn_function *function,
                const struct torch_case *c, struct arena *arena, const char **error)
{
    *b = (struct torch_bindings){.function = function};
    return bind_keywords(b->at, &b->n, function->fields, c->args, arena, error) &&
           bind_keywords(b->at_call, &b->n_call, nn_call_fields, c->call, arena, error) &&
           (function->makes_module || bind_inputs(b, c, error));
}
