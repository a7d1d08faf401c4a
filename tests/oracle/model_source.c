#include "tests/oracle/model_source.h"

#include "tests/oracle/torch_source.h"

#include <ctype.h>
#include <shapeprof/nn.h>
#include <string.h>

struct writer {
    struct text *text;
    struct plan *plan;
    int own;        // whose forward is being written
    size_t counted; // characters whose lines are counted
    int line;       // of the last of them
};

static int line_here(struct writer *w)
{
    for (; w->counted < w->text->n; w->counted++) w->line += w->text->at[w->counted] == '\n';
    return w->line;
}

// "features.1.0" as the member features_1_0, with its number in front so that no two are one.
static void add_member(struct text *t, const struct plan *p, int module)
{
    text_printf(t, "m%d_", module);
    for (const char *c = p->modules.at[module].path; *c; c++)
        text_add_char(t, isalnum((unsigned char)*c) ? *c : '_');
}

// ---- arguments

static const char *value_name(const struct plan *p, int value)
{
    return plan_value_at(p, value)->name;
}

static void add_list(struct text *t, const struct plan *p, const struct plan_arg *a)
{
    for (int i = 0; i < a->values.n; i++)
        text_printf(t, "%s%s", i ? ", " : "", value_name(p, a->values.at[i]));
}

static void add_argument(struct text *t, const struct plan *p, const struct plan_arg *a)
{
    if (a->value) {
        text_printf(t, ".%s = ", a->field->name);
        torch_source_argument(t, a->field->kind, a->value);
    } else if (a->field->kind != NN_KIND_TENSORS) {
        text_printf(t, ".%s = %s", a->field->name, value_name(p, a->values.at[0]));
    } else if (a->values.n <= NN_MAX_LIST) {
        text_printf(t, ".%s = {", a->field->name);
        add_list(t, p, a);
        text_add(t, "}");
    } else {
        text_add(t, ".list = (nn_tensor *[]){");
        add_list(t, p, a);
        text_printf(t, "}, .n_list = %d", a->values.n);
    }
}

static void add_arguments(struct text *t, const struct plan *p, const struct plan_op *op)
{
    for (int i = 0; i < op->args.n; i++) {
        if (i) text_add(t, ", ");
        add_argument(t, p, &op->args.at[i]);
    }
}

// nn_view(x, 2, 3)
static void add_list_form(struct text *t, const struct plan *p, const struct plan_op *op)
{
    const json_t *sizes = NULL;
    for (int i = 0; i < op->args.n; i++) {
        if (op->args.at[i].value)
            sizes = op->args.at[i].value;
        else
            text_add(t, value_name(p, op->args.at[i].values.at[0]));
    }
    size_t n = json_is_array(sizes) ? json_array_size(sizes) : 1;
    for (size_t i = 0; i < n; i++) {
        const json_t *size = json_is_array(sizes) ? json_array_get(sizes, i) : sizes;
        text_printf(t, ", %lld", (long long)json_integer_value(size));
    }
    if (n == 0) text_add(t, ", NN_END");
}

static void add_sizes(struct text *t, const struct torch_tensor *type)
{
    for (int i = 0; i < type->rank; i++) text_printf(t, "%lld, ", (long long)type->dim[i]);
    text_add(t, "NN_END");
}

// ---- calls

static void add_call(struct writer *w, const struct plan_op *op)
{
    struct text *t = w->text;
    switch (op->kind) {
    case PLAN_FUNCTION:
        text_printf(t, "nn_%s(", op->function->name);
        if (torch_source_has_list_form(op->function))
            add_list_form(t, w->plan, op);
        else
            add_arguments(t, w->plan, op);
        break;
    case PLAN_MODULE:
        text_add(t, op->out.n > 1 ? "nn_call_all(self->" : "nn_call(self->");
        add_member(t, w->plan, op->module);
        for (int i = 0; i < op->in.n; i++)
            text_printf(t, ", %s", value_name(w->plan, op->in.at[i]));
        if (op->args.n) text_add(t, ", ");
        add_arguments(t, w->plan, op);
        break;
    case PLAN_PARAMETER:
        text_add(t, op->module == w->own ? "nn_get_parameter(module" : "nn_get_parameter(self->");
        if (op->module != w->own) add_member(t, w->plan, op->module);
        text_printf(t, ", \"%s\"", op->parameter);
        break;
    case PLAN_ZEROS:
        text_add(t, "nn_zeros(");
        torch_source_dtype(t, op->zeros.dtype);
        text_add(t, ", ");
        add_sizes(t, &op->zeros);
        break;
    }
    text_add(t, ");\n");
}

static bool gives_many(const struct plan_op *op)
{
    return op->kind == PLAN_MODULE ? op->out.n > 1
                                   : op->kind == PLAN_FUNCTION && op->function->many;
}

static void add_statement(struct writer *w, struct plan_op *op, int index)
{
    struct text *t = w->text;
    op->line = line_here(w);
    if (gives_many(op)) {
        text_printf(t, "    struct nn_tensors all%d = ", index);
        add_call(w, op);
        for (int i = 0; i < op->out.n; i++)
            text_printf(t, "    nn_tensor *%s = all%d.n > %d ? all%d.at[%d] : NULL;\n",
                        value_name(w->plan, op->out.at[i]), index, i, index, i);
        return;
    }
    text_add(t, "    ");
    if (op->out.n) text_printf(t, "nn_tensor *%s = ", value_name(w->plan, op->out.at[0]));
    add_call(w, op);
}

// ---- forward functions

static bool is_plain(const struct plan_body *b)
{
    return b->inputs.n == 1 && b->results.n == 1;
}

static void add_forward(struct writer *w, struct plan_body *b, const char *name)
{
    struct text *t = w->text;
    text_printf(t,
                is_plain(b) ? "static nn_tensor *%s_forward(nn_module *module, nn_tensor *%s)\n"
                            : "static struct nn_tensors %s_forward(nn_module *module, struct "
                              "nn_tensors in)\n",
                name, is_plain(b) ? value_name(w->plan, b->inputs.at[0]) : "in");
    text_add(t, "{\n");
    if (b == w->plan->body) text_add(t, "    struct model *self = (struct model *)module;\n");
    for (int i = 0; i < b->inputs.n && !is_plain(b); i++)
        text_printf(t, "    nn_tensor *%s = in.at[%d];\n", value_name(w->plan, b->inputs.at[i]), i);
    for (int i = 0; i < b->ops.n; i++) add_statement(w, &b->ops.at[i], i);
    text_add(t, is_plain(b) ? "    return " : "    return nn_results(");
    for (int i = 0; i < b->results.n; i++)
        text_printf(t, "%s%s", i ? ", " : "", value_name(w->plan, b->results.at[i]));
    if (!b->results.n) text_add(t, "NULL");
    text_add(t, is_plain(b) ? ";\n}\n\n" : ");\n}\n\n");
}

// A class of its own for each module with a forward that the plan wrote.
static void add_own_class(struct writer *w, int module)
{
    struct plan_module *m = &w->plan->modules.at[module];
    const char *name = arena_printf(w->plan->arena, "own%d", module);
    text_printf(w->text, "struct %s {\n    nn_module base;\n};\n\n", name);
    w->own = module;
    add_forward(w, m->body, name);
}

// ---- making modules

static bool has_own_class(const struct plan *p, int module)
{
    const struct plan_module *m = &p->modules.at[module];
    return m->body && m->body != p->body;
}

static void add_constructor(struct writer *w, int module)
{
    const struct plan_module *m = &w->plan->modules.at[module];
    struct text *t = w->text;
    if (m->bindings.function) {
        text_printf(t, "nn_%s(", m->bindings.function->name);
        for (int i = 0; i < m->bindings.n; i++) {
            text_printf(t, "%s.%s = ", i ? ", " : "", m->bindings.at[i].field->name);
            torch_source_argument(t, m->bindings.at[i].field->kind, m->bindings.at[i].value);
        }
        text_add(t, ")");
    } else if (has_own_class(w->plan, module)) {
        text_printf(t, "&nn_new(struct own%d, .%s = own%d_forward, .kind = \"%s\")->base", module,
                    is_plain(m->body) ? "forward" : "forward_all", module, m->kind);
    } else {
        text_add(t, m->numbered ? "nn_sequential()" : "nn_new(nn_module, .kind = \"Part\")");
    }
}

static void add_parameters(struct writer *w, int module)
{
    const struct plan_module *m = &w->plan->modules.at[module];
    struct text *t = w->text;
    for (int i = 0; i < m->parameters.n; i++) {
        const struct plan_parameter *p = &m->parameters.at[i];
        text_add(t, p->kind == STORAGE_BUFFER ? "    nn_buffer(" : "    nn_parameter(");
        text_add(t, "self->");
        add_member(t, w->plan, module);
        text_printf(t, ", \"%s\", ", p->name);
        torch_source_dtype(t, p->type.dtype);
        text_add(t, ", {");
        add_sizes(t, &p->type);
        text_add(t, "});\n");
    }
    if (m->tied_to < 0) return;
    text_add(t, "    nn_set_parameter(self->");
    add_member(t, w->plan, module);
    text_add(t, ", \"weight\", nn_get_parameter(self->");
    add_member(t, w->plan, m->tied_to);
    text_add(t, ", \"weight\"));\n");
}

static void add_module(struct writer *w, int module)
{
    const struct plan_module *m = &w->plan->modules.at[module];
    struct text *t = w->text;
    text_add(t, "    self->");
    add_member(t, w->plan, module);
    text_add(t, " = ");
    add_constructor(w, module);
    text_add(t, ";\n    ");
    if (w->plan->modules.at[m->parent].numbered && m->parent) {
        text_add(t, "nn_append(self->");
        add_member(t, w->plan, m->parent);
        text_add(t, ", self->");
    } else {
        text_add(t, "nn_child(self->");
        add_member(t, w->plan, m->parent);
        text_printf(t, ", \"%s\", self->", m->name);
    }
    add_member(t, w->plan, module);
    text_add(t, ");\n");
    add_parameters(w, module);
}

static void add_model(struct writer *w)
{
    const struct plan *p = w->plan;
    struct text *t = w->text;
    text_add(t, "struct model {\n    nn_module base;\n");
    for (int i = 0; i < p->modules.n; i++) {
        text_add(t, "    nn_module *");
        add_member(t, p, i);
        text_add(t, ";\n");
    }
    text_add(t, "};\n\n");
    w->own = 0;
    add_forward(w, p->body, "model");
    text_printf(t,
                "nn_module *model(void)\n{\n    struct model *self = nn_new(struct model, .%s = "
                "model_forward, .kind = \"Model\");\n",
                is_plain(p->body) ? "forward" : "forward_all");
    text_add(t, "    self->");
    add_member(t, p, 0);
    text_add(t, " = &self->base;\n");
    add_parameters(w, 0);
    for (int i = 1; i < p->modules.n; i++) add_module(w, i);
    if (p->eval) text_add(t, "    nn_eval(&self->base);\n");
    text_add(t, "    return &self->base;\n}\n");
}

// A model that is a leaf itself.
static void add_leaf(struct writer *w)
{
    text_printf(w->text, "nn_module *model(void)\n{\n    return %s(",
                w->plan->eval ? "nn_eval" : "");
    add_constructor(w, 0);
    text_add(w->text, ");\n}\n");
}

void model_source_write(struct text *t, struct plan *p)
{
    struct writer w = {.text = t, .plan = p, .line = 1};
    text_add(t, "#include <math.h>\n#include <shapeprof/nn.h>\n\n");
    for (int i = 0; i < p->modules.n; i++)
        if (has_own_class(p, i)) add_own_class(&w, i);
    if (p->modules.at[0].body == p->body)
        add_model(&w);
    else
        add_leaf(&w);
}
