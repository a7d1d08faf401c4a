#include "frontends/nn/args.h"
#include <stdio.h>
#include <string.h>
#include "ir/base/text.h"

struct nn_arguments nn_arguments_of(const struct nn_call *call)
{
    return (struct nn_arguments){call->recording, call->function, call->args, NULL, 0};
}

const struct nn_arg *nn_args_find(const struct nn_function *function, const struct nn_arg *args,
                                  const char *keyword, enum nn_kind *kind)
{
    for (int i = 0; function->fields[i].name; i++) {
        if (!args[i].given || strcmp(function->fields[i].torch, keyword) != 0) continue;
        if (kind) *kind = function->fields[i].kind;
        return &args[i];
    }
    return NULL;
}

static const struct nn_arg *find(const struct nn_arguments *a, const char *keyword,
                                 enum nn_kind *kind)
{
    for (int i = 0; a->call && i < a->call->n_options; i++) {
        const struct nn_option *option = &a->call->options[i];
        if (!option->arg.given || strcmp(option->name, keyword) != 0) continue;
        if (kind) *kind = option->kind;
        return &option->arg;
    }
    return nn_args_find(a->function, a->args, keyword, kind);
}

bool args_given(const struct nn_arguments *a, const char *keyword)
{
    return find(a, keyword, NULL) != NULL;
}

const struct sym *args_int(const struct nn_arguments *a, const char *keyword, int64_t otherwise)
{
    enum nn_kind kind;
    const struct nn_arg *arg = find(a, keyword, &kind);
    return arg && kind == NN_KIND_INT ? arg->i : sym_const(a->recording->syms, otherwise);
}

int64_t args_const(const struct nn_arguments *a, const char *keyword, int64_t otherwise)
{
    int64_t value;
    return sym_is_const(args_int(a, keyword, otherwise), &value) ? value : otherwise;
}

static double number_of(const struct nn_arg *arg, enum nn_kind kind, double otherwise)
{
    int64_t integer;
    if (kind == NN_KIND_FLOAT) return arg->f;
    return kind == NN_KIND_INT && sym_is_const(arg->i, &integer) ? (double)integer : otherwise;
}

double args_float(const struct nn_arguments *a, const char *keyword, double otherwise)
{
    enum nn_kind kind;
    const struct nn_arg *arg = find(a, keyword, &kind);
    return arg ? number_of(arg, kind, otherwise) : otherwise;
}

bool args_bool(const struct nn_arguments *a, const char *keyword, bool otherwise)
{
    enum nn_kind kind;
    const struct nn_arg *arg = find(a, keyword, &kind);
    bool fits = arg && (kind == NN_KIND_FLAG || kind == NN_KIND_BOOL);
    return fits ? arg->b : otherwise;
}

const char *args_string(const struct nn_arguments *a, const char *keyword, const char *otherwise)
{
    enum nn_kind kind;
    const struct nn_arg *arg = find(a, keyword, &kind);
    return arg && kind == NN_KIND_STRING ? arg->s : otherwise;
}

enum dtype args_dtype(const struct nn_arguments *a, const char *keyword, enum dtype otherwise)
{
    enum nn_kind kind;
    const struct nn_arg *arg = find(a, keyword, &kind);
    return arg && kind == NN_KIND_DTYPE ? arg->dtype : otherwise;
}

value_id args_tensor(const struct nn_arguments *a, const char *keyword)
{
    enum nn_kind kind;
    const struct nn_arg *arg = find(a, keyword, &kind);
    return arg && kind == NN_KIND_TENSOR ? arg->tensor : 0;
}

// An array that ended at its last entry that is not 0 has the length that the
// layer expects, if that is more.
static int extend(const struct nn_arguments *a, const struct nn_arg *arg,
                  const struct sym *const **ints)
{
    *ints = arg->ints;
    if (!arg->open || arg->n >= a->rank) return arg->n;
    const struct sym **longer = arena_array(a->recording->arena, const struct sym *, a->rank);
    for (int i = 0; i < a->rank; i++) {
        longer[i] = i < arg->n ? arg->ints[i] : sym_const(a->recording->syms, 0);
    }
    *ints = longer;
    return a->rank;
}

int args_ints(const struct nn_arguments *a, const char *keyword, const struct sym *const **ints)
{
    enum nn_kind kind;
    const struct nn_arg *arg = find(a, keyword, &kind);
    if (arg && kind == NN_KIND_INTS) return extend(a, arg, ints);
    if (!arg || kind != NN_KIND_INT) return 0;
    int n = a->rank ? a->rank : 1;
    const struct sym **all = arena_array(a->recording->arena, const struct sym *, n);
    for (int i = 0; i < n; i++) all[i] = arg->i;
    *ints = all;
    return n;
}

const struct nn_option *args_options(struct nn_recording *r, const struct nn_field *fields,
                                     const struct nn_arg *args, int *n)
{
    int n_fields = 0;
    while (fields[n_fields].name) n_fields++;
    struct nn_option *options = arena_array(r->arena, struct nn_option, n_fields);
    *n = 0;
    for (int i = 0; i < n_fields; i++) {
        if (!args[i].given) continue;
        options[(*n)++] = (struct nn_option){fields[i].torch, fields[i].kind, args[i]};
    }
    return options;
}

// ---- attributes

static struct attr ints_attr(const struct nn_arguments *a, const struct nn_arg *arg,
                             enum attr_kind want)
{
    struct attr attr = {.kind = ATTR_INTS};
    attr.n = extend(a, arg, &attr.ints);
    if (want == ATTR_INT && attr.n == 1) return (struct attr){.kind = ATTR_INT, .i = attr.ints[0]};
    return attr;
}

static struct attr int_attr(const struct nn_arguments *a, const struct nn_arg *arg,
                            enum attr_kind want)
{
    if (want == ATTR_INTS) {
        const struct sym **one = arena_array(a->recording->arena, const struct sym *, 1);
        one[0] = arg->i;
        return (struct attr){.kind = ATTR_INTS, .n = 1, .ints = one};
    }
    int64_t value;
    if (want == ATTR_FLOAT && sym_is_const(arg->i, &value)) {
        return (struct attr){.kind = ATTR_FLOAT, .f = (double)value};
    }
    return (struct attr){.kind = ATTR_INT, .i = arg->i};
}

// A number where an attribute takes one: what build_number was told.
static struct attr tensor_attr(const struct nn_arguments *a, const struct nn_arg *arg)
{
    const struct program *p = builder_program(a->recording->builder);
    const struct value *value = program_value(p, arg->tensor);
    return value->constant ? *value->constant : (struct attr){.kind = ATTR_NONE};
}

static struct attr to_attr(const struct nn_arguments *a, const struct nn_arg *arg,
                           enum nn_kind kind, enum attr_kind want)
{
    switch (kind) {
    case NN_KIND_INT: return int_attr(a, arg, want);
    case NN_KIND_INTS: return ints_attr(a, arg, want);
    case NN_KIND_FLOAT: return (struct attr){.kind = ATTR_FLOAT, .f = arg->f};
    case NN_KIND_FLAG:
    case NN_KIND_BOOL: return (struct attr){.kind = ATTR_BOOL, .b = arg->b};
    case NN_KIND_STRING: return (struct attr){.kind = ATTR_STRING, .s = arg->s};
    case NN_KIND_DTYPE: return (struct attr){.kind = ATTR_DTYPE, .dtype = arg->dtype};
    case NN_KIND_TENSOR: return tensor_attr(a, arg);
    default: return (struct attr){.kind = ATTR_NONE};
    }
}

const struct attr *args_attrs(const struct nn_arguments *a, const struct op *op)
{
    int n = op_n_attrs(op);
    struct attr *attrs = arena_array(a->recording->arena, struct attr, n);
    for (int i = 0; i < n; i++) {
        enum nn_kind kind;
        const struct nn_arg *arg = find(a, op->attrs[i].name, &kind);
        if (arg) attrs[i] = to_attr(a, arg, kind, op->attrs[i].kind);
    }
    return attrs;
}

// ---- the summary

static void ints_text(struct text *t, const struct nn_arg *arg)
{
    text_add(t, "(");
    for (int i = 0; i < arg->n; i++) {
        if (i) text_add(t, ", ");
        text_add(t, arg->ints[i] ? sym_string(t->arena, arg->ints[i]) : "None");
    }
    text_add(t, arg->n == 1 ? ",)" : ")");
}

static void arg_text(struct text *t, enum nn_kind kind, const struct nn_arg *arg)
{
    switch (kind) {
    case NN_KIND_INT: text_add(t, sym_string(t->arena, arg->i)); break;
    case NN_KIND_INTS: ints_text(t, arg); break;
    case NN_KIND_FLOAT: text_printf(t, "%g", arg->f); break;
    case NN_KIND_FLAG:
    case NN_KIND_BOOL: text_add(t, arg->b ? "true" : "false"); break;
    case NN_KIND_STRING: text_printf(t, "\"%s\"", arg->s); break;
    case NN_KIND_DTYPE: text_add(t, dtype_name(arg->dtype)); break;
    default: text_add(t, "..."); break;
    }
}

const char *args_summary(struct nn_recording *r, const struct nn_function *function,
                         const struct nn_arg *args)
{
    struct text t = {.arena = r->arena};
    bool positional = true;
    for (int i = 0; function->fields[i].name; i++) {
        const struct nn_field *field = &function->fields[i];
        positional = positional && field->required;
        if (!args[i].given || field->kind == NN_KIND_MODULES) continue;
        if (t.n) text_add(&t, ", ");
        if (!positional) text_printf(&t, "%s=", field->torch);
        arg_text(&t, field->kind, &args[i]);
    }
    return text_string(&t);
}
