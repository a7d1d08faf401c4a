// Arguments of nn.h's functions that a call needs and has not, or whose values are lost.

#include <string.h>
#include <shapeprof/nn_base.h>
#include "frontends/dialects/nn.h"

static bool is_written(struct dialect_nn *d, const struct nn_field *field,
                       const struct cvalue *record)
{
    int64_t at = args_field_offset(record, field->name);
    return at >= 0 && eval_argument_written(d->eval, 0, at);
}

// `.kernel_sizes` stands for kernel_size as well, and `.paddings = {0, 0}` for no padding.
static bool is_given_otherwise(struct dialect_nn *d, const struct nn_field *fields,
                               const struct cvalue *record, const struct nn_arg *args, int field)
{
    for (int i = 0; fields[i].name; i++)
        if (i != field && !strcmp(fields[i].torch, fields[field].torch) &&
            (args[i].given || (fields[i].is_zero && is_written(d, &fields[i], record))))
            return true;
    return false;
}

// "start, end, step": what can be written without names, up to the last that has no default.
static const char *list_fields(struct arena *arena, const struct nn_field *fields)
{
    struct text text = {.arena = arena};
    int last = 0;
    for (int i = 0; fields[i].name; i++)
        if (fields[i].required) last = i;
    for (int i = 0; i <= last; i++) text_printf(&text, "%s%s", i ? ", " : "", fields[i].name);
    return text_string(&text);
}

// 0 is 0 where PyTorch has no default, so only the call's own braces tell that nothing was written.
// The place of the call is written there by nn.h's macro.
static const char *missing_field(struct dialect_nn *d, const struct nn_function *function,
                                 const struct cvalue *record, const struct nn_arg *args, int field)
{
    const struct nn_field *fields = function->fields;
    const struct cfield *at = ctype_field(record->type->element, fields[field].name);
    if (!nn_field_always_given(&fields[field]) || !at ||
        !eval_is_blank(d->eval, record, at->offset, at->type->size) ||
        !eval_argument_written(d->eval, 0, 0) || is_written(d, &fields[field], record) ||
        is_given_otherwise(d, fields, record, args, field))
        return NULL;
    return recording_wrong(d->recording, DIAG_NN_ARGUMENT,
                           "nn_%s: `%s` is not given: the arguments are %s, in this order, or by "
                           "name: .%s = ...",
                           function->name, fields[field].name,
                           list_fields(d->recording->arena, fields), fields[field].name);
}

const char *args_missing(struct dialect_nn *d, const struct nn_function *function,
                         const struct cvalue *record, const struct nn_arg *args)
{
    const char *missing = NULL;
    for (int i = 0; function->fields[i].name; i++) {
        const char *one = missing_field(d, function, record, args, i);
        if (!missing) missing = one;
    }
    return missing;
}

// ---- zeros at the end of a list

static void tell_lost_zeros(struct dialect_nn *d, const struct nn_field *field,
                            const struct cvalue *record, const struct nn_arg *arg)
{
    int64_t at = args_field_offset(record, field->name) + arg->n * (int64_t)sizeof(int64_t);
    int n = arg->n_written - arg->n;
    bool floats = field->kind == NN_KIND_FLOATS;
    const char *written = n == 1 ? eval_argument_expression(d->eval, 0, at).text : NULL;
    struct diags *diags = recording_diags(d->recording);
    struct diag *diag =
        diag_add(diags, DIAG_NN_ZERO, eval_argument_written(d->eval, 0, at),
                 "`%s` ends in %s here, which %s the list is over: it has %d %s", field->name,
                 n == 1 ? "0" : arena_printf(d->recording->arena, "%d zeros", n),
                 n == 1 ? "says that" : "say that", arg->n, arg->n == 1 ? "entry" : "entries");
    diag_fix(diags, diag, "where a zero is meant, wrap it: .%s = {..., %s(%s)}", field->name,
             floats ? "nn_at_float" : "nn_at",
             written  ? written
             : floats ? "0.0"
                      : "0");
}

void args_check_ends(struct dialect_nn *d, const struct nn_field *fields,
                     const struct cvalue *record, const struct nn_arg *args, int length)
{
    for (int i = 0; fields[i].name; i++) {
        bool integers = fields[i].kind == NN_KIND_INTS;
        int n = integers && length > args[i].n ? length : args[i].n;
        if (!integers && fields[i].kind != NN_KIND_FLOATS) continue;
        if (!args[i].given || fields[i].is_zero || args[i].n_written <= n) continue;
        tell_lost_zeros(d, &fields[i], record, &args[i]);
    }
}

const char *args_lost(struct dialect_nn *d, const struct nn_field *fields,
                      const struct cvalue *record)
{
    for (const struct nn_field *field = fields; field->name; field++) {
        int64_t at = args_field_offset(record, field->name);
        const char *lost = at >= 0 ? eval_argument_lost(d->eval, 0, at) : NULL;
        if (lost) return lost;
    }
    return NULL;
}
