#include "tests/oracle/torch_case.h"

#include <math.h>
#include <string.h>

static bool is_complex(const char *dtype)
{
    return !strncmp(dtype, "complex", 7);
}

bool torch_tensor_read(const json_t *spelled, struct torch_tensor *tensor)
{
    const char *dtype = json_string_value(json_array_get(spelled, 0));
    const json_t *shape = json_array_get(spelled, 1);
    if (!dtype || !json_is_array(shape) || json_array_size(shape) > MAX_RANK) return false;
    *tensor = (struct torch_tensor){.dtype = dtype_find(dtype),
                                    .rank = (int)json_array_size(shape),
                                    .fill = json_array_get(spelled, 2)};
    for (int i = 0; i < tensor->rank; i++)
        tensor->dim[i] = json_integer_value(json_array_get(shape, (size_t)i));
    return tensor->dtype != DTYPE_NONE || is_complex(dtype);
}

bool torch_is_float(const json_t *v)
{
    return json_is_real(v) || json_is_string(json_object_get(v, "float"));
}

double torch_float(const json_t *v)
{
    const char *word = json_string_value(json_object_get(v, "float"));
    if (!word) return json_number_value(v);
    if (!strcmp(word, "nan")) return NAN;
    return *word == '-' ? -INFINITY : INFINITY;
}

static bool read_inputs(struct torch_case *c, const json_t *inputs)
{
    if (!json_is_array(inputs) || json_array_size(inputs) > MAX_RANK) return false;
    c->n_in = (int)json_array_size(inputs);
    for (int i = 0; i < c->n_in; i++)
        if (!torch_tensor_read(json_array_get(inputs, (size_t)i), &c->in[i])) return false;
    return true;
}

bool torch_case_read(struct torch_case *c, const char *line, const char **error)
{
    *c = (struct torch_case){0};
    c->line = json_loads(line, 0, NULL);
    c->id = json_string_value(json_object_get(c->line, "id"));
    c->op = json_string_value(json_object_get(c->line, "op"));
    c->args = json_object_get(c->line, "args");
    c->call = json_object_get(c->line, "fwd");
    c->pre_transpose = json_object_get(c->line, "pre_transpose");
    c->eval = json_is_true(json_object_get(c->line, "eval"));
    c->message = json_string_value(json_object_get(c->line, "error"));
    c->fails = c->message;
    const char *at = json_string_value(json_object_get(c->line, "at"));
    c->fails_at_init = at && !strcmp(at, "init");
    c->out = json_object_get(c->line, "out");
    c->parameters = json_integer_value(json_object_get(c->line, "param_numel"));
    c->buffer_bytes = json_integer_value(json_object_get(c->line, "buffer_bytes"));
    if (c->id && c->op && (c->fails || json_is_array(c->out)) &&
        read_inputs(c, json_object_get(c->line, "in")))
        return true;
    *error = "not a case: id, op, in and out or error are needed";
    torch_case_close(c);
    return false;
}

void torch_case_close(struct torch_case *c)
{
    json_decref(c->line);
    c->line = NULL;
}

// Beginnings or parts of messages that only the contents of a tensor can cause.
static const char *const content_errors[] = {
    "index out of range in self",
    "out of bounds for dimension",
    "out of DATA bounds",
    "is out of bounds",
    "all elements of input should be between 0 and 1",
    "all elements of target should be between 0 and 1",
    "Class values must be",
    "repeats can not be negative",
    "Found an invalid max index",
    "index out of bounds",
};

static bool depends_on_contents(const char *message)
{
    for (size_t i = 0; i < sizeof content_errors / sizeof *content_errors; i++)
        if (strstr(message, content_errors[i])) return true;
    return false;
}

static bool has_complex(const struct torch_case *c)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)c->args, key, value)
    {
        const char *text = json_string_value(value);
        if (text && is_complex(text)) return true;
    }
    for (int i = 0; i < c->n_in; i++)
        if (c->in[i].dtype == DTYPE_NONE) return true;
    return false;
}

// A transposed convolution says "Given transposed=1", and has no kernel that is too large.
static bool taken_for_plain_convolution(const struct torch_case *c)
{
    if (!c->fails || c->n_in == 0 || c->in[0].dtype != DTYPE_BF16) return false;
    if (!strstr(c->op, "ConvTranspose") && !strstr(c->op, "conv_transpose")) return false;
    return strstr(c->message, "Given groups=") ||
           strstr(c->message, "Kernel size can't be greater");
}

const char *torch_case_left_out(const struct torch_case *c)
{
    const char *type = json_string_value(json_object_get(c->line, "etype"));
    if (json_object_get(c->line, "alt")) return "two devices of PyTorch disagree";
    if (type && !strcmp(type, "TypeError")) return "a Python type error";
    if (c->fails && depends_on_contents(c->message)) return "depends on the contents of a tensor";
    if (has_complex(c)) return "a complex dtype";
    if (taken_for_plain_convolution(c)) return "a bug of oneDNN";
    return NULL;
}
