#include "tests/oracle/torch_source.h"

#include "tests/oracle/torch_promote.h"

#include "analyzer/session.h"
#include "analyzer/session_dirs.h"
#include "frontends/front.h"
#include <ctype.h>
#include <math.h>
#include <string.h>

void torch_source_dtype(struct text *t, enum dtype dtype)
{
    text_add(t, "NN_");
    for (const char *c = dtype_name(dtype); *c; c++) text_add_char(t, (char)toupper(*c));
}

static void write_int(struct text *t, int64_t n)
{
    if (n)
        text_printf(t, "%lld", (long long)n);
    else
        text_add(t, "nn_at(0)");
}

static void write_double(struct text *t, double x)
{
    if (isinf(x))
        text_add(t, x < 0 ? "-INFINITY" : "INFINITY");
    else if (isnan(x))
        text_add(t, "NAN");
    else if (x != 0)
        text_printf(t, "%.17g", x);
    else
        text_add(t, "nn_at_float(0.0)");
}

// Contents, so far as they matter: one number, or a short list of integers.
static void write_contents(struct text *t, const struct torch_tensor *x)
{
    if (!json_is_array(x->fill)) {
        double fill = json_is_boolean(x->fill) ? json_is_true(x->fill) : json_number_value(x->fill);
        text_add(t, ", .fill = ");
        write_double(t, fill);
        return;
    }
    if (json_array_size(x->fill) == 0) return;
    text_add(t, ", .values = {");
    for (size_t i = 0; i < json_array_size(x->fill); i++) {
        const json_t *item = json_array_get(x->fill, i);
        text_printf(t, "%s%lld", i ? ", " : "",
                    json_is_boolean(item) ? (long long)json_is_true(item)
                                          : (long long)json_number_value(item));
    }
    text_add(t, "}");
}

static void write_tensor(struct text *t, const struct torch_tensor *x)
{
    bool contents = x->fill && !dtype_is_float(x->dtype);
    text_add(t, contents ? "nn_constant(" : "nn_input(");
    torch_source_dtype(t, x->dtype);
    text_add(t, contents ? ", {" : ", ");
    for (int i = 0; i < x->rank; i++) text_printf(t, "%lld, ", (long long)x->dim[i]);
    text_add(t, contents ? "NN_END}" : "NN_END");
    if (contents) write_contents(t, x);
    text_add(t, ")");
}

static void write_number(struct text *t, const json_t *v)
{
    if (json_is_boolean(v)) {
        text_printf(t, "nn_boolean(%s)", json_is_true(v) ? "true" : "false");
    } else if (!torch_is_float(v)) {
        text_printf(t, "nn_integer(%lld)", (long long)json_integer_value(v));
    } else {
        text_add(t, "nn_number(");
        if (torch_float(v) != 0)
            write_double(t, torch_float(v));
        else
            text_add(t, "0.0"); // stands for itself, unlike a zero of an option
        text_add(t, ")");
    }
}

static void write_ints(struct text *t, const json_t *v)
{
    text_add(t, "{");
    size_t n = json_is_array(v) ? json_array_size(v) : 1;
    for (size_t i = 0; i < n; i++) {
        const json_t *item = json_is_array(v) ? json_array_get(v, i) : v;
        if (json_is_null(item))
            text_add(t, "NN_NONE, ");
        else
            text_printf(t, "%lld, ", (long long)json_integer_value(item));
    }
    text_add(t, "NN_END}");
}

static void write_floats(struct text *t, const json_t *v)
{
    text_add(t, "{");
    for (size_t i = 0; i < json_array_size(v); i++) {
        if (i) text_add(t, ", ");
        write_double(t, json_number_value(json_array_get(v, i)));
    }
    text_add(t, "}");
}

static void write_tensors(struct text *t, int first, int n)
{
    text_add(t, "{");
    for (int i = first; i < n; i++) text_printf(t, "%sx%d", i > first ? ", " : "", i);
    text_add(t, first < n ? "}" : "NULL}");
}

void torch_source_argument(struct text *t, enum nn_kind kind, const json_t *v)
{
    switch (kind) {
    case NN_KIND_INT:
        if (json_is_null(v))
            text_add(t, "NN_NONE");
        else
            write_int(t, json_integer_value(v));
        break;
    case NN_KIND_INTS: write_ints(t, v); break;
    case NN_KIND_FLOAT: write_double(t, torch_float(v)); break;
    case NN_KIND_FLOATS: write_floats(t, v); break;
    case NN_KIND_BOOL: text_add(t, json_is_true(v) ? "true" : "false"); break;
    case NN_KIND_FLAG: text_add(t, json_is_true(v) ? "NN_ON" : "NN_OFF"); break;
    case NN_KIND_STRING: text_printf(t, "\"%s\"", json_string_value(v)); break;
    case NN_KIND_DTYPE: torch_source_dtype(t, dtype_find(json_string_value(v))); break;
    case NN_KIND_TENSOR: write_number(t, v); break;
    case NN_KIND_TENSORS:
    case NN_KIND_MODULES: break;
    }
}

static void write_value(struct text *t, const struct torch_binding *b)
{
    struct torch_tensor tensor;
    if (b->field->kind == NN_KIND_TENSORS)
        write_tensors(t, b->input, b->input + b->n_inputs);
    else if (!b->value)
        text_printf(t, "x%d", b->input);
    else if (b->field->kind != NN_KIND_TENSOR || !json_is_object(b->value))
        torch_source_argument(t, b->field->kind, b->value);
    else if (torch_tensor_read(json_object_get(b->value, "t"), &tensor))
        write_tensor(t, &tensor);
}

static void write_bindings(struct text *t, int n, const struct torch_binding *at)
{
    for (int i = 0; i < n; i++) {
        text_printf(t, "%s.%s = ", i ? ", " : "", at[i].field->name);
        write_value(t, &at[i]);
    }
}

bool torch_source_has_list_form(const struct nn_function *f)
{
    return nn_n_fields(f) == 2 && f->fields[0].kind == NN_KIND_TENSOR &&
           f->fields[1].kind == NN_KIND_INTS && f->fields[1].required;
}

static void write_list_form(struct text *t, const struct torch_bindings *b)
{
    const json_t *sizes = NULL;
    for (int i = 0; i < b->n; i++) {
        if (b->at[i].field->kind == NN_KIND_TENSOR) write_value(t, &b->at[i]);
        if (b->at[i].field->kind == NN_KIND_INTS) sizes = b->at[i].value;
    }
    size_t n = json_is_array(sizes) ? json_array_size(sizes) : 0;
    for (size_t i = 0; i < n; i++)
        text_printf(t, ", %lld", (long long)json_integer_value(json_array_get(sizes, i)));
    if (n == 0) text_add(t, ", NN_END");
}

static void write_call(struct text *t, const struct torch_case *c, const struct torch_bindings *b)
{
    text_printf(t, "nn_module *m = nn_%s(", b->function->name);
    write_bindings(t, b->n, b->at);
    text_add(t, ");\n");
    if (c->eval) text_add(t, "    nn_eval(m);\n");
    text_add(t, "    return nn_call_all(m");
    for (int i = 0; i < c->n_in; i++) text_printf(t, ", x%d", i);
    for (int i = 0; i < b->n_call; i++) text_add(t, i ? "" : ", ");
    write_bindings(t, b->n_call, b->at_call);
    text_add(t, ");\n");
}

void torch_source_write(struct text *t, const struct torch_case *c, const struct torch_bindings *b)
{
    text_printf(t, "struct nn_tensors case_%s(void)\n{\n", c->id);
    for (int i = 0; i < c->n_in; i++) {
        text_printf(t, "    nn_tensor *x%d = ", i);
        write_tensor(t, &c->in[i]);
        text_add(t, ";\n");
    }
    for (size_t i = 0; i < json_array_size(c->pre_transpose); i++) {
        const json_t *which = json_array_get(c->pre_transpose, i);
        long long input = json_integer_value(json_array_get(which, 0));
        text_printf(t,
                    "    x%lld = nn_transpose(x%lld, .dim0 = nn_at(%lld), .dim1 = nn_at(%lld));\n",
                    input, input, (long long)json_integer_value(json_array_get(which, 1)),
                    (long long)json_integer_value(json_array_get(which, 2)));
    }
    text_add(t, "    ");
    if (torch_promote_is(c)) {
        // A dtype is no result of a model, so a number of that dtype is made.
        text_add(t, "return nn_results(nn_zeros(");
        torch_promote_write(t, c);
        text_add(t, ", NN_END));\n");
    } else if (b->function->makes_module) {
        write_call(t, c, b);
    } else {
        text_printf(t, b->function->many ? "return nn_%s(" : "return nn_results(nn_%s(",
                    b->function->name);
        if (torch_source_has_list_form(b->function))
            write_list_form(t, b);
        else
            write_bindings(t, b->n, b->at);
        text_add(t, b->function->many ? ");\n" : "));\n");
    }
    text_add(t, "}\n\n");
}

static const struct front_model *model_of(const struct front_result *r, const char *id)
{
    for (int i = 0; i < r->n_models; i++) {
        const char *function = r->models[i].function;
        if (!strncmp(function, "case_", 5) && !strcmp(function + 5, id)) return &r->models[i];
    }
    return NULL;
}

// The first error in the function itself: a module that is refused when it is made leaves no model.
static const char *error_in(const struct front_result *r, const char *id)
{
    for (const struct diag *d = r->diags.first; d; d = d->next) {
        const struct site *site = d->site;
        while (site && site->caller) site = site->caller;
        if (d->severity != SEVERITY_ERROR || !site || !site->function) continue;
        if (!strncmp(site->function, "case_", 5) && !strcmp(site->function + 5, id))
            return d->message;
    }
    return NULL;
}

struct reading {
    struct arena *arena;
    const struct front_request *request;
    struct front_result *result;
};

static void read_on_stack(void *data)
{
    struct reading *r = data;
    front_analyse(r->arena, r->request, r->result);
}

void torch_source_read(struct arena *arena, const char *path, int n, const char *const *ids,
                       struct torch_answer *answers)
{
    struct front_request request = {.unit = {.n_files = 1, .files = &path},
                                    .eval = {.right_to_left = true}};
    request.unit.include_dir = session_dirs_include(arena);
    struct front_result result = {0};
    unit_with_stack(read_on_stack, &(struct reading){arena, &request, &result});
    for (int i = 0; i < n; i++) {
        const struct front_model *m = model_of(&result, ids[i]);
        if (m) {
            torch_answer_read(&answers[i], m->program, m->n_outputs, m->outputs);
            continue;
        }
        answers[i].error = error_in(&result, ids[i]);
        if (!answers[i].error) answers[i].missing = "no model was found for the function";
    }
}
