// Arguments by PyTorch's keyword. A field that was not given gives the default that the caller
// names, which is the one that torch documents.

#include "frontends/nn/args.h"
#include <stdio.h>
#include <string.h>
#include "frontends/nn/tensor.h"
#include "ir/base/text.h"

struct nn_arguments nn_arguments_of(const struct nn_call *call)
{
    int length = call->function->makes_module ? 0 : args_length(call->function, call->args);
    return (struct nn_arguments){call->recording, call->function, call->args, NULL, length};
}

// May an argument of this kind stand for an attribute or value that wants `want`?
enum want { WANT_ANY, WANT_WORD, WANT_NUMBERS, WANT_TENSOR };

static bool kind_fits(enum nn_kind kind, enum want want)
{
    bool tensor = kind == NN_KIND_TENSOR || kind == NN_KIND_TENSORS;
    switch (want) {
    case WANT_WORD: return kind == NN_KIND_STRING;
    case WANT_NUMBERS: return kind != NN_KIND_STRING && kind != NN_KIND_TENSORS;
    case WANT_TENSOR: return tensor;
    default: return true;
    }
}

// An argument that is always given, and is 0, gives way to another form of it:
// `kernel_sizes` is given, `kernel_size` was left out.
static bool gives_way(const struct nn_field *field, const struct nn_arg *arg)
{
    return field->required && field->kind == NN_KIND_INT && arg->i && sym_is(arg->i, 0);
}

// By torch's keyword or by the field's own name. Of two forms of one argument the one that was
// given counts.
static const struct nn_arg *find_form(const struct nn_function *function, const struct nn_arg *args,
                                      const char *keyword, enum want want, enum nn_kind *kind)
{
    int found = -1;
    for (int i = 0; function->fields[i].name; i++) {
        const struct nn_field *field = &function->fields[i];
        if (!args[i].given || !kind_fits(field->kind, want)) continue;
        if (strcmp(field->torch, keyword) != 0 && strcmp(field->name, keyword) != 0) continue;
        if (found < 0 || gives_way(&function->fields[found], &args[found])) found = i;
    }
    if (found < 0) return NULL;
    if (kind) *kind = function->fields[found].kind;
    return &args[found];
}

const char *nn_arg_null(struct arena *arena, const struct nn_arg *arg)
{
    return arg->null_text ? arena_printf(arena, " (`%s`)", arg->null_text) : "";
}

const struct nn_arg *nn_args_find(const struct nn_function *function, const struct nn_arg *args,
                                  const char *keyword, enum nn_kind *kind)
{
    return find_form(function, args, keyword, WANT_ANY, kind);
}

// A call's options go before the fields of its function: a module's own call can say them anew.
static const struct nn_arg *find_wanted(const struct nn_arguments *a, const char *keyword,
                                        enum want want, enum nn_kind *kind)
{
    for (int i = 0; a->call && i < a->call->n_options; i++) {
        const struct nn_option *option = &a->call->options[i];
        if (!option->arg.given || !option->name || !kind_fits(option->kind, want)) continue;
        if (strcmp(option->name, keyword) != 0) continue;
        if (kind) *kind = option->kind;
        return &option->arg;
    }
    return find_form(a->function, a->args, keyword, want, kind);
}

static const struct nn_arg *find(const struct nn_arguments *a, const char *keyword,
                                 enum nn_kind *kind)
{
    return find_wanted(a, keyword, WANT_ANY, kind);
}

bool args_given(const struct nn_arguments *a, const char *keyword)
{
    return find(a, keyword, NULL) != NULL;
}

const struct sym *args_int(const struct nn_arguments *a, const char *keyword, int64_t otherwise)
{
    enum nn_kind kind;
    const struct nn_arg *arg = find(a, keyword, &kind);
    return arg && kind == NN_KIND_INT && arg->i ? arg->i : sym_const(a->recording->syms, otherwise);
}

// The default where the number is a symbol.
int64_t args_const(const struct nn_arguments *a, const char *keyword, int64_t otherwise)
{
    int64_t value;
    return sym_is_const(args_int(a, keyword, otherwise), &value) ? value : otherwise;
}

// An integer where a number is wanted is one; a symbol is none.
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

int args_floats(const struct nn_arguments *a, const char *keyword, const double **floats)
{
    enum nn_kind kind;
    const struct nn_arg *arg = find(a, keyword, &kind);
    *floats = arg && kind == NN_KIND_FLOATS ? arg->floats : arg ? &arg->f : NULL;
    return !arg ? 0 : kind == NN_KIND_FLOATS ? arg->n : kind == NN_KIND_FLOAT ? 1 : 0;
}

// One factor for all axes keeps its name, so that the op tells the two apart.
int args_scales(const struct nn_arguments *a, struct nn_option options[MAX_SCALES])
{
    static const char *const names[] = {"scale_factor_0", "scale_factor_1", "scale_factor_2"};
    const double *scale;
    int n = args_floats(a, "scale_factor", &scale);
    for (int i = 0; i < n && i < MAX_SCALES; i++) {
        options[i] = (struct nn_option){names[i], NN_KIND_FLOAT, {.given = true, .f = scale[i]}};
    }
    if (n == 1) options[0].name = "scale_factor";
    return n < MAX_SCALES ? n : MAX_SCALES;
}

int args_ratios(const struct nn_arguments *a, int rank, struct nn_option options[MAX_RATIOS])
{
    static const char *const names[] = {"output_ratio_d", "output_ratio_h", "output_ratio_w"};
    const double *ratio;
    int n = args_floats(a, "output_ratio", &ratio);
    for (int i = 0; n && i < rank; i++) {
        options[i] = (struct nn_option){names[MAX_RATIOS - rank + i],
                                        NN_KIND_FLOAT,
                                        {.given = true, .f = ratio[i < n ? i : 0]}};
    }
    return n ? rank : 0;
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
    const struct nn_arg *arg = find_wanted(a, keyword, WANT_WORD, &kind);
    return arg ? arg->s : otherwise;
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
    const struct nn_arg *arg = find_wanted(a, keyword, WANT_TENSOR, &kind);
    return arg && kind == NN_KIND_TENSOR ? arg->tensor : 0;
}

const struct nn_arg *args_tensors(const struct nn_arguments *a, const char *keyword)
{
    enum nn_kind kind;
    const struct nn_arg *arg = find_wanted(a, keyword, WANT_TENSOR, &kind);
    return arg && kind == NN_KIND_TENSORS ? arg : NULL;
}

// PyTorch's None in output_size: the size that the input has there, of a module's call or of a
// function.
static const struct sym *none_size(const struct nn_arguments *a, int i, int n)
{
    struct nn_recording *r = a->recording;
    const struct sym *size = NULL;
    const struct program *p = builder_program(r->builder);
    value_id input = a->call && a->call->n_in ? a->call->in[0] : args_tensor(a, "input");
    if (input && program_value(p, input)->rank >= n) size = tensor_size(r, input, i - n);
    return size ? size : sym_const(r->syms, 0);
}

// An array that ended at its last entry that is not 0 has the length that the
// layer expects, if that is more; one number counts for each.
static int sizes_of(const struct nn_arguments *a, const struct nn_arg *arg, enum nn_kind kind,
                    const struct sym *const **sizes)
{
    int n = kind == NN_KIND_INT ? 1 : arg->n, all = n;
    bool none = false;
    for (int i = 0; i < n; i++) none = none || !(kind == NN_KIND_INT ? arg->i : arg->ints[i]);
    if (kind == NN_KIND_INT ? none : arg->open) all = n > a->rank ? n : a->rank;
    const struct sym **out = arena_array(a->recording->arena, const struct sym *, all);
    for (int i = 0; i < all; i++) {
        bool beyond = kind == NN_KIND_INTS && i >= n;
        out[i] = kind == NN_KIND_INT ? arg->i : beyond ? NULL : arg->ints[i];
        if (beyond) out[i] = sym_const(a->recording->syms, 0);
        if (!out[i]) out[i] = none_size(a, i, all);
    }
    *sizes = out;
    return all;
}

int args_ints(const struct nn_arguments *a, const char *keyword, const struct sym *const **ints)
{
    enum nn_kind kind;
    const struct nn_arg *arg = find_wanted(a, keyword, WANT_NUMBERS, &kind);
    bool sizes = arg && (kind == NN_KIND_INT || kind == NN_KIND_INTS);
    return sizes ? sizes_of(a, arg, kind, ints) : 0;
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

// A list of one where a number is wanted is that number.
static struct attr ints_attr(const struct nn_arguments *a, const struct nn_arg *arg,
                             enum nn_kind kind, enum attr_kind want)
{
    struct attr attr = {.kind = ATTR_INTS};
    attr.n = sizes_of(a, arg, kind, &attr.ints);
    if (want == ATTR_INT && attr.n == 1) return (struct attr){.kind = ATTR_INT, .i = attr.ints[0]};
    return attr;
}

// None (no number) is looked up in the input, as a list of one.
static struct attr int_attr(const struct nn_arguments *a, const struct nn_arg *arg,
                            enum attr_kind want)
{
    int64_t value;
    if (want == ATTR_INTS || !arg->i) return ints_attr(a, arg, NN_KIND_INT, want);
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
    bool number = value->flags & VALUE_NUMBER && value->constant;
    return number ? *value->constant : (struct attr){.kind = ATTR_NONE};
}

// Kinds of the table to kinds of attributes; tensors and modules are no attributes.
static struct attr to_attr(const struct nn_arguments *a, const struct nn_arg *arg,
                           enum nn_kind kind, enum attr_kind want)
{
    switch (kind) {
    case NN_KIND_INT: return int_attr(a, arg, want);
    case NN_KIND_INTS: return ints_attr(a, arg, kind, want);
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
        enum want want = op->attrs[i].kind == ATTR_STRING ? WANT_WORD : WANT_NUMBERS;
        const struct nn_arg *arg = find_wanted(a, op->attrs[i].name, want, &kind);
        if (arg) attrs[i] = to_attr(a, arg, kind, op->attrs[i].kind);
    }
    return attrs;
}

// ---- the summary

// As Python writes a tuple: (3,) has its comma.
static void ints_text(struct text *t, const struct nn_arg *arg)
{
    text_add(t, "(");
    for (int i = 0; i < arg->n; i++) {
        if (i) text_add(t, ", ");
        text_add(t, arg->ints[i] ? sym_string(t->arena, arg->ints[i]) : "None");
    }
    text_add(t, arg->n == 1 ? ",)" : ")");
}

// Strings in quotes, sizes as their expressions, `?` for a number that is not known.
static void arg_text(struct text *t, enum nn_kind kind, const struct nn_arg *arg)
{
    switch (kind) {
    case NN_KIND_INT: text_add(t, arg->i ? sym_string(t->arena, arg->i) : "None"); break;
    case NN_KIND_INTS: ints_text(t, arg); break;
    case NN_KIND_FLOAT:
        if (arg->f == arg->f)
            text_printf(t, "%g", arg->f);
        else
            text_add_char(t, '?'); // not known
        break;
    case NN_KIND_FLAG:
    case NN_KIND_BOOL: text_add(t, arg->b ? "true" : "false"); break;
    case NN_KIND_STRING: text_printf(t, "\"%s\"", arg->s); break;
    case NN_KIND_DTYPE: text_add(t, dtype_name(arg->dtype)); break;
    default: text_add(t, "..."); break;
    }
}

// Required arguments stand by their place up to the first optional one, as in print(model).
const char *args_summary(struct nn_recording *r, const struct nn_function *function,
                         const struct nn_arg *args)
{
    struct text t = {.arena = r->arena};
    bool positional = true;
    for (int i = 0; function->fields[i].name; i++) {
        const struct nn_field *field = &function->fields[i];
        positional = positional && field->required;
        if (!args[i].given || field->kind == NN_KIND_MODULES) continue;
        if (gives_way(field, &args[i]) &&
            nn_args_find(function, args, field->torch, NULL) != &args[i])
            continue;
        if (t.n) text_add(&t, ", ");
        if (!positional) text_printf(&t, "%s=", field->torch);
        arg_text(&t, field->kind, &args[i]);
    }
    return text_string(&t);
}
