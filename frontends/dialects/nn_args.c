// Arguments of nn.h's functions in interpreted memory. They are found by the names of the struct's
// members and not by offset: the target's layout need not be the host's.

#include <math.h>
#include <inttypes.h>
#include <string.h>
#include <shapeprof/nn_base.h>
#include "frontends/dialects/nn.h"

// From an argument struct in the interpreter's memory to arguments. Fields are
// found by name, so the layout is the target's.

static const struct cfield *field_of(const struct cvalue *args, const char *name)
{
    bool record = args->type->kind == CTYPE_POINTER && args->type->element;
    return record ? ctype_field(args->type->element, name) : NULL;
}

int64_t args_field_offset(const struct cvalue *args, const char *name)
{
    const struct cfield *field = field_of(args, name);
    return field ? field->offset : -1;
}

struct cvalue args_field(struct dialect_nn *d, const struct cvalue *args, const char *name)
{
    const struct cfield *field = field_of(args, name);
    if (!field) return cvalue_unknown(d->module_pointer, "no such field");
    return eval_load(d->eval, args, field->offset, field->type);
}

const char *args_field_string(struct dialect_nn *d, const struct cvalue *args, const char *name)
{
    struct cvalue v = args_field(d, args, name);
    return v.kind == CVALUE_POINTER ? eval_string(d->eval, &v) : NULL;
}

// How the program writes it; NULL for a NULL that is written out.
static const char *text_at(struct dialect_nn *d, int64_t offset)
{
    return eval_argument_expression(d->eval, 0, offset).text;
}

// ---- one value of a kind

static bool integer_is(const struct cvalue *v, int64_t n)
{
    int64_t value;
    return cvalue_as_int(v, &value) && value == n;
}

static const struct sym *size_of(struct dialect_nn *d, const struct cvalue *v)
{
    if (integer_is(v, NN_NONE)) return NULL;
    if (integer_is(v, NN_GIVEN_ZERO)) return sym_const(d->recording->syms, 0);
    return cvalue_as_sym(d->eval, v);
}

static void read_number(struct dialect_nn *d, const struct nn_field *field, const struct cvalue *v,
                        struct nn_arg *arg)
{
    if (field->kind == NN_KIND_INT) {
        arg->i = size_of(d, v);
        arg->given = !integer_is(v, 0);
    } else if (v->kind == CVALUE_FLOATING) {
        double x = (double)v->floating;
        arg->given = x != 0;
        arg->f = x == NN_GIVEN_ZERO_FLOAT ? 0 : x;
    } else {
        arg->given = true; // a number that is not known
        arg->f = NAN;
    }
    if (nn_field_always_given(field)) arg->given = true;
}

// `.bias = false` says nothing in C: 0 is what a field holds that is not given.
static void check_flag(struct dialect_nn *d, const struct nn_field *field, const struct cfield *at,
                       const struct nn_arg *arg)
{
    if (field->kind != NN_KIND_FLAG || field->is_zero || arg->given) return;
    const struct site *site = eval_argument_truth(d->eval, 0, at->offset);
    if (!site) return;
    struct diags *diags = recording_diags(d->recording);
    struct diag *diag =
        diag_add(diags, DIAG_NN_FLAG_FALSE, site,
                 "`.%s` is false or 0 here, which means \"not given\": it stays on", field->name);
    diag_fix(diags, diag, "write .%s = NN_OFF to turn it off", field->name);
}

// `.dim = 0` says nothing in C either, where PyTorch's default is another number or None.
static void check_zero(struct dialect_nn *d, const struct nn_field *field, const struct cfield *at,
                       const struct nn_arg *arg)
{
    zero_grant(d, field, arg);
    bool floats = field->kind == NN_KIND_FLOAT || field->kind == NN_KIND_FLOATS;
    bool list = field->kind == NN_KIND_INTS || field->kind == NN_KIND_FLOATS;
    if (arg->given || field->is_zero) return;
    const struct site *site = eval_argument_written(d->eval, 0, at->offset);
    if (!site) return;
    struct diags *diags = recording_diags(d->recording);
    struct diag *diag =
        diag_add(diags, DIAG_NN_ZERO, site,
                 "`%s` is 0 here, which means \"not given\": it keeps its default", field->name);
    diag_fix(diags, diag,
             list ? "where a zero is meant, wrap it: .%s = {%s(...)}"
                  : "where a zero is meant, wrap it: .%s = %s(...)",
             field->name, floats ? "nn_at_float" : "nn_at");
}

// A pointer that is 0 says nothing either, and no number: `.min = 0` where a tensor is wanted.
static void check_zero_tensor(struct dialect_nn *d, const struct nn_field *field,
                              const struct cfield *at, const struct nn_arg *arg)
{
    const struct site *site = eval_argument_written(d->eval, 0, at->offset);
    const struct ctype *type = site ? eval_argument_type(d->eval, 0, at->offset) : NULL;
    if (arg->given || field->required || !type || type->kind != CTYPE_INT) return;
    struct diags *diags = recording_diags(d->recording);
    struct diag *diag =
        diag_add(diags, DIAG_NN_ZERO, site,
                 "`%s` is 0 here, which is no tensor but NULL: \"not given\"", field->name);
    diag_fix(diags, diag, "where the number is meant: .%s = nn_number(0)", field->name);
}

static void read_dtype(struct dialect_nn *d, const struct nn_field *field, int64_t n,
                       struct nn_arg *arg)
{
    arg->given = n > 0 && n <= NN_F64;
    arg->dtype = arg->given ? (enum dtype)n : DTYPE_NONE;
    if (arg->given) return;
    struct diags *diags = recording_diags(d->recording);
    struct diag *diag =
        diag_add(diags, DIAG_NN_ARGUMENT, builder_site(d->recording->builder),
                 "`%s` is %" PRId64 ", which is no dtype: the default is taken", field->name, n);
    diag_fix(diags, diag, "write one of enum nn_dtype, as NN_F16");
}

// A dtype that the program is told from outside is f32 where a tensor has to have one.
static void take_dtype_for_granted(struct dialect_nn *d, const struct nn_field *field,
                                   const struct cvalue *v, struct nn_arg *arg)
{
    const struct sym *sym = cvalue_as_sym(d->eval, v);
    if (field->kind != NN_KIND_DTYPE || !field->required) return;
    arg->given = true;
    arg->dtype = DTYPE_F32;
    if (sym_kind(sym) != SYM_VAR) return;
    d->dtype_parameter = sym_name(sym);
    eval_take_for_granted(
        d->eval, arena_printf(d->recording->arena, "the dtype `%s` is NN_F32", sym_name(sym)));
}

static void read_choice(struct dialect_nn *d, const struct nn_field *field, const struct cvalue *v,
                        struct nn_arg *arg)
{
    int64_t n;
    if (!cvalue_as_int(v, &n)) take_dtype_for_granted(d, field, v, arg);
    if (!cvalue_as_int(v, &n) || n == 0) return;
    arg->given = true;
    if (field->kind == NN_KIND_DTYPE) {
        read_dtype(d, field, n, arg);
    } else {
        arg->b = field->kind == NN_KIND_BOOL || n == NN_ON;
    }
}

static void read_pointer(struct dialect_nn *d, const struct nn_field *field, const struct cvalue *v,
                         struct nn_arg *arg)
{
    if (field->kind == NN_KIND_STRING) {
        arg->s = v->kind == CVALUE_POINTER ? eval_string(d->eval, v) : NULL;
        arg->given = arg->s != NULL;
    } else {
        arg->given = handle_given(d, v);
        arg->tensor = handle_operand(d, v);
    }
}

// ---- arrays

static struct cvalue entry(struct dialect_nn *d, const struct cvalue *args,
                           const struct cfield *field, int64_t index)
{
    const struct ctype *type = field->type;
    if (type->kind == CTYPE_ARRAY) type = type->element;
    return eval_load(d->eval, args, field->offset + index * type->size, type);
}

// How many entries the call itself writes, which zeros at the end no longer tell by their values.
static int count_written(struct dialect_nn *d, const struct cfield *field, int capacity, int least)
{
    int n = capacity;
    int64_t size = field->type->kind == CTYPE_ARRAY ? field->type->element->size : 0;
    while (n > least && !eval_argument_written(d->eval, 0, field->offset + (n - 1) * size)) n--;
    return n;
}

static void read_ints(struct dialect_nn *d, const struct cvalue *args, const struct cfield *field,
                      int capacity, struct nn_arg *arg)
{
    const struct sym **ints = arena_array(d->recording->arena, const struct sym *, capacity);
    int n = 0, last = 0;
    while (n < capacity) {
        struct cvalue v = entry(d, args, field, n);
        if (integer_is(&v, NN_END)) break;
        ints[n++] = size_of(d, &v);
        if (!integer_is(&v, 0)) last = n;
    }
    arg->open = n == capacity;
    arg->n = arg->open ? last : n;
    if (arg->open && last) arg->n_written = count_written(d, field, capacity, last);
    arg->given = arg->n || !arg->open;
    arg->ints = ints;
}

static void read_floats(struct dialect_nn *d, const struct cvalue *args, const struct cfield *field,
                        int capacity, struct nn_arg *arg)
{
    double *floats = arena_array(d->recording->arena, double, capacity);
    for (int i = 0; i < capacity; i++) {
        struct cvalue v = entry(d, args, field, i);
        if (v.kind == CVALUE_FLOATING) floats[i] = (double)v.floating;
        if (floats[i] != 0) arg->n = i + 1;
    }
    arg->given = arg->n > 0;
    if (arg->given) arg->n_written = count_written(d, field, capacity, arg->n);
    arg->floats = floats;
}

// One tensor that is not known stands for a list that cannot be read.
static bool poisoned_list(struct dialect_nn *d, const char *reason, struct nn_arg *arg)
{
    value_id unknown = recording_poison(d->recording, reason);
    arg->tensors = recording_values(d->recording, 1, &unknown);
    arg->n = 1;
    return true;
}

// A list of which nobody knows how long it is.
static bool unknown_list(struct dialect_nn *d, const struct cvalue *count, struct nn_arg *arg)
{
    const struct sym *n = cvalue_as_sym(d->eval, count);
    const char *reason =
        sym_kind(n) == SYM_UNKNOWN
            ? sym_name(n)
            : arena_printf(d->recording->arena, "it is made of a list of %s tensors",
                           sym_string(d->recording->arena, n));
    build_unseen(d->recording->builder, reason);
    return poisoned_list(d, reason, arg);
}

// The option that an unnamed argument behind the tensors was meant for: the first one behind the
// members of the array; "" where there is none.
static const char *option_behind_list(struct dialect_nn *d, const struct cvalue *args,
                                      const char *text)
{
    const struct ctype *record = args->type->element;
    for (int i = 1; i < record->n_fields; i++)
        if (strcmp(record->fields[i - 1].name, "n_list") == 0)
            return arena_printf(d->recording->arena, ", as .%s = %s", record->fields[i].name, text);
    return "";
}

// Behind `{x, y}` stands the array that tensors may be given in instead, so an option written
// without its name lands there: nn_cat({x, y}, 1) as torch.cat([x, y], 1).
static bool is_misplaced_list(struct dialect_nn *d, const struct cvalue *args,
                              const struct cfield *written, struct nn_arg *arg)
{
    struct cvalue first = entry(d, args, written, 0), list;
    int64_t offset = args_field_offset(args, "list");
    if (offset < 0 || !handle_given(d, &first)) return false;
    list = args_field(d, args, "list");
    if (!handle_given(d, &list)) return false;
    const char *text = text_at(d, offset);
    if (!text && list.kind == CVALUE_POINTER && !list.pointer.object)
        text = arena_printf(d->recording->arena, "%lld", (long long)list.pointer.offset);
    if (!text) text = "...";
    const char *reason = recording_wrong(
        d->recording, DIAG_NN_ARGUMENT,
        "`%s` stands where an array of tensors is wanted, which is instead of those in braces: "
        "write options by name%s",
        text, option_behind_list(d, args, text));
    return poisoned_list(d, reason, arg);
}

// Tensors of an array of the user's, instead of those written out. What can't be
// read ends the list.
static bool read_list(struct dialect_nn *d, const struct cvalue *args, struct nn_arg *arg)
{
    if (!field_of(args, "list")) return false;
    struct cvalue list = args_field(d, args, "list"), count = args_field(d, args, "n_list");
    int64_t n;
    if (!handle_given(d, &list)) return false;
    if (!cvalue_as_int(&count, &n)) return unknown_list(d, &count, arg);
    if (n < 0) return false;
    if (n > MAX_NODE_LIST)
        return poisoned_list(d,
                             recording_wrong(d->recording, DIAG_NN_ARGUMENT,
                                             "n_list is %lld; at most %d are possible",
                                             (long long)n, MAX_NODE_LIST),
                             arg);
    value_id *values = arena_array(d->recording->arena, value_id, n);
    while (arg->n < n && !eval_stopped(d->eval)) {
        struct cvalue v =
            eval_load(d->eval, &list, arg->n * d->tensor_pointer->size, d->tensor_pointer);
        values[arg->n++] = handle_operand(d, &v);
        if (!handle_given(d, &v) && !arg->nulls) arg->nulls = arg->n;
        if (v.kind == CVALUE_UNKNOWN) break;
    }
    arg->tensors = values;
    return true;
}

static void read_tensors(struct dialect_nn *d, const struct cvalue *args,
                         const struct cfield *field, int capacity, struct nn_arg *arg)
{
    arg->given = true;
    if (is_misplaced_list(d, args, field, arg) || read_list(d, args, arg)) return;
    value_id *values = arena_array(d->recording->arena, value_id, capacity);
    while (arg->n < capacity) {
        struct cvalue v = entry(d, args, field, arg->n);
        if (!handle_given(d, &v)) break;
        values[arg->n++] = handle_operand(d, &v);
    }
    int64_t end = field->offset + arg->n * d->tensor_pointer->size;
    if (arg->n < capacity && eval_argument_written(d->eval, 0, end)) {
        arg->nulls = arg->n + 1;
        arg->null_text = text_at(d, end);
    }
    arg->tensors = values;
}

static void read_modules(struct dialect_nn *d, const struct cvalue *args,
                         const struct cfield *field, int capacity, struct nn_arg *arg)
{
    nn_module_id *modules = arena_array(d->recording->arena, nn_module_id, capacity);
    int first = capacity > 1;
    for (int i = 0; i < capacity - first; i++) {
        struct cvalue v = entry(d, args, field, first + i);
        int64_t at = field->offset + (first + i) * d->module_pointer->size;
        if (!handle_given(d, &v)) {
            // NULL that is written, which would end the list for the program.
            if (!eval_argument_written(d->eval, 0, at)) continue;
            if (!arg->null_text) arg->null_text = text_at(d, at);
            arg->n = i + 1;
            continue;
        }
        const char *refused;
        modules[i] = handle_find_module(d, &v, &refused);
        if (!modules[i]) modules[i] = module_unseen(d->recording, refused);
        arg->n = i + 1;
    }
    arg->given = true;
    arg->modules = modules;
}

// Of most options nothing is given, which one look at their bytes tells.
static bool is_blank(struct dialect_nn *d, const struct nn_field *field, const struct cfield *at,
                     const struct cvalue *args)
{
    switch (field->kind) {
    case NN_KIND_INT:
    case NN_KIND_FLOAT:
    case NN_KIND_TENSORS:
    case NN_KIND_MODULES: return false;
    default: return eval_is_blank(d->eval, args, at->offset, at->type->size);
    }
}

static void check_blank(struct dialect_nn *d, const struct nn_field *field, const struct cfield *at,
                        struct nn_arg *arg)
{
    arg->open = field->kind == NN_KIND_INTS;
    if (field->kind == NN_KIND_INTS || field->kind == NN_KIND_FLOATS) check_zero(d, field, at, arg);
    check_flag(d, field, at, arg);
    if (field->kind != NN_KIND_TENSOR || !eval_argument_written(d->eval, 0, at->offset)) return;
    check_zero_tensor(d, field, at, arg);
    arg->nulls = 1;
    arg->null_text = text_at(d, at->offset);
}

static void read_field(struct dialect_nn *d, const struct nn_field *field,
                       const struct cvalue *args, struct nn_arg *arg)
{
    const struct cfield *at = field_of(args, field->name);
    if (!at) return;
    if (is_blank(d, field, at, args)) {
        check_blank(d, field, at, arg);
        return;
    }
    switch (field->kind) {
    case NN_KIND_INTS:
        read_ints(d, args, at, field->count, arg);
        check_zero(d, field, at, arg);
        return;
    case NN_KIND_FLOATS:
        read_floats(d, args, at, field->count, arg);
        check_zero(d, field, at, arg);
        return;
    case NN_KIND_TENSORS: read_tensors(d, args, at, field->count, arg); return;
    case NN_KIND_MODULES: read_modules(d, args, at, field->count, arg); return;
    default: break;
    }
    struct cvalue v = eval_load(d->eval, args, at->offset, at->type);
    if (field->kind == NN_KIND_INT || field->kind == NN_KIND_FLOAT) {
        read_number(d, field, &v, arg);
        check_zero(d, field, at, arg);
    } else if (field->kind == NN_KIND_STRING || field->kind == NN_KIND_TENSOR) {
        read_pointer(d, field, &v, arg);
    } else {
        read_choice(d, field, &v, arg);
        check_flag(d, field, at, arg);
    }
}

const struct nn_arg *args_read(struct dialect_nn *d, const struct nn_field *fields,
                               const struct cvalue *args)
{
    int n = 0;
    while (fields[n].name) n++;
    struct nn_arg *out = arena_array(d->recording->arena, struct nn_arg, n);
    for (int i = 0; i < n; i++) read_field(d, &fields[i], args, &out[i]);
    return out;
}

// ---- something else where numbers are wanted

static bool is_number(const struct nn_field *field)
{
    switch (field->kind) {
    case NN_KIND_INT:
    case NN_KIND_FLOAT:
    case NN_KIND_FLAG:
    case NN_KIND_BOOL:
    case NN_KIND_DTYPE:
    case NN_KIND_INTS:
    case NN_KIND_FLOATS: return true;
    default: return false;
    }
}

static void note_fraction(struct dialect_nn *d, const struct nn_field *field, int64_t offset)
{
    double number;
    if ((field->kind != NN_KIND_INT && field->kind != NN_KIND_INTS) ||
        !eval_argument_fraction(d->eval, 0, offset, &number))
        return;
    diag_add(recording_diags(d->recording), DIAG_FRACTION_LOST,
             eval_argument_written(d->eval, 0, offset), "%s is an integer: of %g, %lld is taken",
             field->name, number, (long long)number);
}

static bool is_misplaced(const struct nn_field *field, const struct ctype *written)
{
    if (!written || written->kind != CTYPE_POINTER) return false;
    return is_number(field) || written->element->size != 1; // a text, where one is wanted
}

const struct nn_field *args_pointer_for_number(struct dialect_nn *d, const struct nn_field *fields,
                                               const struct cvalue *args)
{
    for (const struct nn_field *field = fields; field->name; field++) {
        bool is_value = is_number(field) || field->kind == NN_KIND_STRING;
        const struct cfield *at = is_value ? field_of(args, field->name) : NULL;
        if (!at) continue;
        int64_t step = at->type->kind == CTYPE_ARRAY ? at->type->element->size : at->type->size;
        for (int64_t i = 0; i * step < at->type->size; i++) {
            const struct ctype *written = eval_argument_type(d->eval, 0, at->offset + i * step);
            if (is_misplaced(field, written)) return field;
            if (written && written->kind == CTYPE_FLOAT)
                note_fraction(d, field, at->offset + i * step);
        }
    }
    return NULL;
}
