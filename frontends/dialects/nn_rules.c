#include <shapeprof/nn_base.h>
#include "frontends/dialects/nn.h"
#include "frontends/nn/tensor.h"

// What each function of nn.h does in the interpreter.

static struct dialect_nn *begin(const struct dialect_call *c)
{
    struct dialect_nn *d = dialect_nn_of(c->eval);
    builder_at(d->recording->builder, eval_site(c->eval));
    return d;
}

static struct cvalue nothing(const struct dialect_call *c)
{
    return (struct cvalue){.kind = CVALUE_NOTHING, .type = c->result};
}

// ---- the functions of the table

// A call whose arguments nobody can read gives what is unknown for the same reason.
static struct cvalue unread_call(struct dialect_nn *d, const struct nn_function *function,
                                 const char *reason)
{
    build_unseen(d->recording->builder, reason);
    if (function->makes_module) return handle_module(d, module_unseen(d->recording, reason));
    value_id unknown = recording_poison(d->recording, reason);
    return function->many ? handle_tensors(d, 1, &unknown) : handle_tensor(d, unknown);
}

// C converts a tensor to a number or a bool without a word in many compilers' modes:
// nn_flatten(x, 1) would be the module with start_dim = (int64_t)x.
static struct cvalue refuse_pointer(struct dialect_nn *d, const struct dialect_call *c,
                                    const struct nn_field *field)
{
    const struct nn_function *function = c->rule->data;
    struct arena *arena = d->recording->arena;
    struct diags *diags = recording_diags(d->recording);
    const char *name = function->name, *reason;
    const char *of_tensors = arena_printf(arena, "f_%s", name);
    reason = function->makes_module
                 ? arena_printf(arena,
                                "nn_%s makes a module and takes no tensor: a pointer is given for "
                                "its option `%s`",
                                name, field->name)
                 : arena_printf(arena, "nn_%s is given a pointer for `%s`, which is a number", name,
                                field->name);
    struct diag *diag =
        diag_add(diags, DIAG_NN_ARGUMENT, builder_site(d->recording->builder), "%s", reason);
    if (function->makes_module && nn_function_find(of_tensors))
        diag_fix(diags, diag, "the function of tensors is nn_%s", of_tensors);
    else if (function->makes_module)
        diag_fix(diags, diag, "make the module once and call it: nn_call(module, x)");
    build_unseen(d->recording->builder, reason);
    return cvalue_unknown(d->eval, c->result, reason);
}

struct cvalue nn_rule_function(const struct dialect_call *c)
{
    struct dialect_nn *d = begin(c);
    struct nn_call call = {.recording = d->recording, .function = c->rule->data};
    int n_looks = first_call_begin(d);
    if (c->arguments[0].kind == CVALUE_UNKNOWN)
        return unread_call(d, call.function, c->arguments[0].reason);
    const struct nn_field *pointer =
        args_pointer_for_number(d, call.function->fields, &c->arguments[0]);
    if (pointer) return refuse_pointer(d, c, pointer);
    call.args = args_read(d, call.function->fields, &c->arguments[0]);
    first_call_of_function(d, n_looks, &call);
    nn_call_apply(&call);
    if (call.function->makes_module) return handle_module(d, call.module);
    if (!call.function->many) return handle_tensor(d, call.out[0]);
    // How many there are is no secret.
    d->n_asked++;
    return handle_tensors(d, call.n_out, call.out);
}

// ---- calls of modules

static int read_inputs(struct dialect_nn *d, const struct cvalue *args, value_id *in)
{
    static const char *const names[] = {"x", "x1", "x2", "x3", "x4", "x5", "x6", "x7"};
    int n = 0;
    for (int i = 0; i < NN_MAX_INPUTS; i++) {
        struct cvalue v = args_field(d, args, names[i]);
        in[i] = handle_value(d, &v);
        if (handle_given(d, &v)) n = i + 1;
    }
    return n;
}

// nn_call(x, module) is one mistake, not one for each of the two.
static bool is_swapped(struct dialect_nn *d, const struct cvalue *args)
{
    struct cvalue module = args_field(d, args, "module"), x = args_field(d, args, "x");
    return handle_is_tensor(d, &module) && handle_made_module(d, &x);
}

static struct nn_module_call refuse_swapped(struct nn_recording *r)
{
    const char *wrong = recording_wrong(
        r, DIAG_NN_HANDLE,
        "a tensor stands where the module is wanted and the module where the tensor is: the "
        "module comes first, nn_call(module, x)");
    value_id *out = arena_new(r->arena, value_id);
    *out = recording_poison(r, wrong);
    return (struct nn_module_call){.n_out = 1, .out = out};
}

static struct nn_module_call apply_module(struct dialect_nn *d, const struct cvalue *args)
{
    value_id in[NN_MAX_INPUTS];
    struct nn_recording *r = d->recording;
    if (is_swapped(d, args)) return refuse_swapped(r);
    int n_looks = first_call_begin(d);
    struct nn_module_call call = {.n_in = read_inputs(d, args, in)};
    struct cvalue module = args_field(d, args, "module");
    call.in = recording_values(r, call.n_in, in);
    call.options =
        args_options(r, nn_call_fields, args_read(d, nn_call_fields, args), &call.n_options);
    call.module = handle_find_module(d, &module, &call.refused);
    if (!handle_given(d, &module))
        call.refused = recording_wrong(r, DIAG_NN_HANDLE, "the module is NULL");
    first_call_of_module(d, n_looks, &call);
    nn_module_apply(r, &call);
    return call;
}

static struct cvalue rule_call(const struct dialect_call *c)
{
    struct dialect_nn *d = begin(c);
    struct nn_module_call call = apply_module(d, &c->arguments[0]);
    return handle_tensor(d, call.out[0]);
}

static struct cvalue rule_call_all(const struct dialect_call *c)
{
    struct dialect_nn *d = begin(c);
    struct nn_module_call call = apply_module(d, &c->arguments[0]);
    if (!eval_stopped(c->eval)) d->n_asked++;
    return handle_tensors(d, call.n_out, call.out);
}

// The user's forward, run in the interpreter.
void nn_rule_forward(void *host, struct nn_module_call *call)
{
    struct dialect_nn *d = host;
    struct dialect_module m = *handle_module_at(d, call->module);
    if (!layer_check_inputs(d->recording, call, m.takes)) return;
    struct cvalue arguments[1 + 3];
    arguments[0] = m.self;
    bool all = m.takes == LAYER_ANY_INPUTS;
    int n = all ? 1 : call->n_in;
    if (all) arguments[1] = handle_inputs(d, call->n_in, call->in);
    if (all && d->recording->calling.n == 1) d->takes_any = true;
    for (int i = 0; i < n && !all; i++) arguments[1 + i] = handle_tensor(d, call->in[i]);
    struct cvalue result = eval_call(d->eval, &m.forward, 1 + n, arguments);
    if (eval_fell_off(d->eval, &result))
        recording_wrong(d->recording, DIAG_UNINITIALIZED,
                        "`%s` ends without a return, so its module gives no tensor",
                        m.forward.function->name);
    if (all) {
        const value_id *values;
        int n_values = handle_values(d, &result, &values);
        layer_return(d->recording, call, n_values, values);
        return;
    }
    value_id value = eval_stopped(d->eval)
                         ? recording_poison(d->recording, "the run ended in a forward function")
                         : handle_value(d, &result);
    layer_return(d->recording, call, 1, &value);
}

// ---- making modules

// C calls a function with other parameters than it has, where a compiler lets it pass.
static void check_forward(struct dialect_nn *d, const char *field, int takes,
                          const struct function *function)
{
    static const char *const fields[] = {"forward", "forward2", "forward3"};
    int wants = function->n_parameters - 1;
    if (takes == LAYER_ANY_INPUTS || wants == takes) return;
    if (wants >= 1 && wants <= 3)
        recording_wrong(d->recording, DIAG_NN_ARGUMENT,
                        "`%s` takes %d tensor%s: give it as .%s = %s, not as .%s", function->name,
                        wants, wants == 1 ? "" : "s", fields[wants - 1], function->name, field);
    else
        recording_wrong(d->recording, DIAG_NN_ARGUMENT,
                        "`%s` has %d parameters: a .%s takes the module and %d tensor%s",
                        function->name, function->n_parameters, field, takes,
                        takes == 1 ? "" : "s");
}

static void set_forward(struct dialect_nn *d, const struct cvalue *args,
                        struct dialect_module *module)
{
    static const struct {
        const char *field;
        int takes;
    } forms[] = {
        {"forward", 1}, {"forward2", 2}, {"forward3", 3}, {"forward_all", LAYER_ANY_INPUTS}};
    for (int i = 0; i < 4; i++) {
        struct cvalue v = args_field(d, args, forms[i].field);
        if (v.kind != CVALUE_CODE) continue;
        module->forward = v;
        module->takes = forms[i].takes;
        check_forward(d, forms[i].field, forms[i].takes, v.function);
    }
}

// To the user's struct, where it is found by its name.
static const struct ctype *record_pointer(struct dialect_nn *d, const char *name, int64_t bytes)
{
    struct unit *unit = eval_unit(d->eval);
    const struct ctype *type = name ? unit_type(unit, name) : NULL;
    bool fits = type && type->kind == CTYPE_RECORD && type->size == bytes;
    return fits ? unit_pointer_to(unit, type) : d->module_pointer;
}

// Where the nn_module of a struct lies; -1: it has none.
static int64_t place_of_base(const struct dialect_nn *d, const struct ctype *type)
{
    if (type == d->module_pointer->element) return 0;
    for (int i = 0; type->kind == CTYPE_RECORD && i < type->n_fields; i++) {
        int64_t inside = place_of_base(d, type->fields[i].type);
        if (inside >= 0) return type->fields[i].offset + inside;
    }
    return -1;
}

// What nn_new sets up is the beginning of the memory.
static void check_base(struct dialect_nn *d, const struct ctype *type, nn_module_id id)
{
    int64_t base = type->size ? place_of_base(d, type) : 0;
    if (base == 0) return;
    if (base < 0) {
        recording_wrong(d->recording, DIAG_NN_HANDLE,
                        "%s does not begin with an nn_module, which nn_new sets up: make "
                        "`nn_module base` its first member",
                        ctype_string(type));
        return;
    }
    recording_wrong(d->recording, DIAG_NN_HANDLE,
                    "the nn_module of %s lies at byte %lld, and nn_new sets up one at its "
                    "beginning: make it the first member",
                    ctype_string(type), (long long)base);
    handle_module_at(d, id)->base = base;
}

// Of a struct whose size the compiler did not say: more than its members need.
#define UNSEEN_BYTES 65536

static struct cvalue new_unseen(struct dialect_nn *d, const struct ctype *result)
{
    nn_module_id id = module_unseen(d->recording, "what nn_new is given is not understood");
    struct cvalue self = handle_new_module(d, id, d->module_pointer, UNSEEN_BYTES, "module");
    self.type = result;
    return self;
}

static struct cvalue rule_new(const struct dialect_call *c)
{
    struct dialect_nn *d = begin(c);
    const struct cvalue *args = &c->arguments[0];
    struct cvalue size = args_field(d, args, "nn_bytes");
    int64_t bytes = d->module_pointer->element->size, asked;
    if (!cvalue_as_int(&size, &asked)) return new_unseen(d, c->result);
    if (asked > bytes) bytes = asked;
    const char *type = args_field_string(d, args, "nn_type");
    const char *kind = module_kind(d->recording->arena, type, args_field_string(d, args, "kind"));
    nn_module_id id = module_add(d->recording, kind);
    const struct ctype *pointer = record_pointer(d, type, asked);
    struct cvalue self = handle_new_module(d, id, pointer, bytes, kind);
    set_forward(d, args, handle_module_at(d, id));
    check_base(d, pointer->element, id);
    self.type = c->result;
    return self;
}

static struct module *module_of(struct dialect_nn *d, const struct cvalue *v)
{
    if (!handle_given(d, v)) recording_wrong(d->recording, DIAG_NN_HANDLE, "the module is NULL");
    return module_get(d->recording, handle_module_id(d, v));
}

static struct cvalue rule_child(const struct dialect_call *c)
{
    struct dialect_nn *d = begin(c);
    const struct cvalue *args = &c->arguments[0];
    struct cvalue self = args_field(d, args, "self"), child = args_field(d, args, "child");
    struct cvalue index = args_field(d, args, "nn_index");
    const char *name = args_field_string(d, args, "name");
    struct module *m = module_of(d, &self);
    nn_module_id id = handle_module_id(d, &child);
    int64_t item = 0;
    if (m && cvalue_as_int(&index, &item) && item) {
        module_register_item(d->recording, m, name, item - 1, id);
    } else if (m) {
        module_register(d->recording, m, name, id);
    }
    child.type = c->result;
    return child;
}

static struct cvalue rule_append(const struct dialect_call *c)
{
    struct dialect_nn *d = begin(c);
    struct module *m = module_of(d, &c->arguments[0]);
    nn_module_id child = handle_module_id(d, &c->arguments[1]);
    if (m && child) module_append(d->recording, m, child);
    return c->arguments[0];
}

static struct cvalue rule_results(const struct dialect_call *c)
{
    static const struct nn_field fields[] = {
        {"tensors", "tensors", NN_KIND_TENSORS, 0, NN_MAX_LIST, false, 0, false}, {0}};
    struct dialect_nn *d = begin(c);
    const struct nn_arg *arg = args_read(d, fields, &c->arguments[0]);
    return handle_tensors(d, arg->n, arg->tensors);
}

// ---- parameters

static struct cvalue own_parameter(const struct dialect_call *c, enum storage_kind kind)
{
    struct dialect_nn *d = begin(c);
    struct cvalue self = args_field(d, &c->arguments[0], "self");
    struct module *m = module_of(d, &self);
    const struct nn_arg *args = args_read(d, nn_parameter_fields, &c->arguments[0]);
    value_id value = m ? module_own_parameter(d->recording, m, kind, args)
                       : recording_poison(d->recording, "the module is NULL");
    return handle_tensor(d, value);
}

static struct cvalue rule_parameter(const struct dialect_call *c)
{
    return own_parameter(c, STORAGE_PARAMETER);
}

static struct cvalue rule_buffer(const struct dialect_call *c)
{
    return own_parameter(c, STORAGE_BUFFER);
}

static struct cvalue rule_get_parameter(const struct dialect_call *c)
{
    struct dialect_nn *d = begin(c);
    struct module *m = module_of(d, &c->arguments[0]);
    const char *name = eval_string(c->eval, &c->arguments[1]);
    value_id value = m && name ? module_parameter(d->recording, m, name) : 0;
    return value ? handle_tensor(d, value) : cvalue_null(c->result);
}

static struct cvalue rule_set_parameter(const struct dialect_call *c)
{
    struct dialect_nn *d = begin(c);
    struct module *m = module_of(d, &c->arguments[0]);
    const char *name = eval_string(c->eval, &c->arguments[1]);
    value_id value = handle_value(d, &c->arguments[2]);
    if (m && name && value) module_tie_parameter(d->recording, m, name, value);
    return nothing(c);
}

// ---- modes and names

static struct cvalue set_mode(const struct dialect_call *c, enum module_mode mode)
{
    struct dialect_nn *d = begin(c);
    struct module *m = module_of(d, &c->arguments[0]);
    if (m) module_set_mode(d->recording, m, mode);
    return c->arguments[0];
}

static struct cvalue rule_train(const struct dialect_call *c)
{
    return set_mode(c, MODULE_TRAIN);
}

static struct cvalue rule_eval(const struct dialect_call *c)
{
    return set_mode(c, MODULE_EVAL);
}

static struct cvalue rule_is_training(const struct dialect_call *c)
{
    struct dialect_nn *d = begin(c);
    struct module *m = module_of(d, &c->arguments[0]);
    return cvalue_int(c->result, m && m->mode == MODULE_TRAIN);
}

static struct cvalue rule_n_children(const struct dialect_call *c)
{
    struct dialect_nn *d = begin(c);
    struct module *m = module_of(d, &c->arguments[0]);
    return cvalue_int(c->result, m ? m->children.n : 0);
}

static struct cvalue rule_get(const struct dialect_call *c)
{
    struct dialect_nn *d = begin(c);
    const struct cvalue *self = &c->arguments[0];
    struct module *m = module_of(d, self);
    int64_t index;
    if (!m && handle_given(d, self))
        return cvalue_unknown(c->eval, c->result, "a child of a module that is not known");
    if (!m) return cvalue_null(c->result);
    if (!cvalue_as_int(&c->arguments[1], &index)) {
        return cvalue_unknown(c->eval, c->result, "the index of the module is not known");
    }
    if (index < 0) index += m->children.n;
    bool inside = index >= 0 && index < m->children.n;
    return inside ? handle_module(d, m->children.at[index].module) : cvalue_null(c->result);
}

static int tree(const struct dialect_call *c, const struct module_entry **entries)
{
    struct dialect_nn *d = begin(c);
    return module_tree(d->recording, handle_module_id(d, &c->arguments[0]), entries);
}

static struct cvalue rule_n_modules(const struct dialect_call *c)
{
    const struct module_entry *entries;
    return cvalue_int(c->result, tree(c, &entries));
}

static const struct module_entry *entry_at(const struct dialect_call *c)
{
    const struct module_entry *entries;
    int n = tree(c, &entries);
    int64_t index;
    bool inside = cvalue_as_int(&c->arguments[1], &index) && index >= 0 && index < n;
    return inside ? &entries[index] : NULL;
}

static struct cvalue rule_module_name(const struct dialect_call *c)
{
    const struct module_entry *entry = entry_at(c);
    return handle_string(dialect_nn_of(c->eval), c->result, entry ? entry->name : NULL);
}

static struct cvalue rule_module_kind(const struct dialect_call *c)
{
    const struct module_entry *entry = entry_at(c);
    struct dialect_nn *d = dialect_nn_of(c->eval);
    return handle_string(d, c->result,
                         entry ? module_get(d->recording, entry->module)->kind : NULL);
}

static struct cvalue rule_n_parameters(const struct dialect_call *c)
{
    struct dialect_nn *d = begin(c);
    nn_module_id id = handle_module_id(d, &c->arguments[0]);
    return cvalue_sym(c->result, module_n_parameters(d->recording, id));
}

// ---- tensors

static struct cvalue make_tensor(const struct dialect_call *c)
{
    const enum tensor_origin *origin = c->rule->data;
    struct dialect_nn *d = begin(c);
    const struct nn_field *fields =
        *origin == TENSOR_CONSTANT ? nn_constant_fields : nn_tensor_fields;
    return handle_tensor(
        d, tensor_make(d->recording, *origin, args_read(d, fields, &c->arguments[0])));
}

static struct cvalue number(const struct dialect_call *c, enum dtype dtype, struct attr attr)
{
    struct dialect_nn *d = begin(c);
    return handle_tensor(d, build_number(d->recording->builder, dtype, &attr));
}

static struct cvalue rule_number(const struct dialect_call *c)
{
    struct attr attr = {.kind = ATTR_FLOAT};
    if (c->arguments[0].kind == CVALUE_FLOATING) attr.f = (double)c->arguments[0].floating;
    return number(c, DTYPE_F64, attr);
}

static struct cvalue rule_integer(const struct dialect_call *c)
{
    struct attr attr = {.kind = ATTR_INT, .i = cvalue_as_sym(c->eval, &c->arguments[0])};
    return number(c, DTYPE_I64, attr);
}

static struct cvalue rule_boolean(const struct dialect_call *c)
{
    int64_t b = 0;
    struct attr attr = {.kind = ATTR_BOOL};
    if (cvalue_as_int(&c->arguments[0], &b)) attr.b = b != 0;
    return number(c, DTYPE_BOOL, attr);
}

static struct cvalue rule_at(const struct dialect_call *c)
{
    int64_t n;
    bool zero = cvalue_as_int(&c->arguments[0], &n) && n == 0;
    return zero ? cvalue_int(c->result, NN_GIVEN_ZERO) : c->arguments[0];
}

static struct cvalue rule_at_float(const struct dialect_call *c)
{
    const struct cvalue *x = &c->arguments[0];
    bool zero = x->kind == CVALUE_FLOATING && x->floating == 0;
    return zero ? cvalue_float(c->result, NN_GIVEN_ZERO_FLOAT) : *x;
}

// ---- what is known of a tensor

static struct cvalue size_result(const struct dialect_call *c, const struct sym *size)
{
    if (size) return cvalue_sym(c->result, size);
    return cvalue_unknown(c->eval, c->result, "a size that the tensor has not");
}

static value_id value_at_argument(const struct dialect_call *c, int index)
{
    struct dialect_nn *d = begin(c);
    d->n_asked++;
    value_id value = handle_value(d, &c->arguments[index]);
    if (value) return value;
    d->recording->n_nulls++;
    return recording_poison(d->recording,
                            recording_wrong(d->recording, DIAG_NN_HANDLE, "the tensor is NULL"));
}

static value_id value_of(const struct dialect_call *c)
{
    return value_at_argument(c, 0);
}

static const struct value *value_at(const struct dialect_call *c, value_id id)
{
    return program_value(builder_program(eval_builder(c->eval)), id);
}

static struct cvalue rule_size(const struct dialect_call *c)
{
    value_id id = value_of(c);
    int64_t axis;
    if (!cvalue_as_int(&c->arguments[1], &axis)) {
        return cvalue_unknown(c->eval, c->result, "the axis is not known");
    }
    struct nn_recording *r = dialect_nn_of(c->eval)->recording;
    return size_result(c, tensor_size(r, id, axis));
}

static struct cvalue rule_dim(const struct dialect_call *c)
{
    const struct value *value = value_at(c, value_of(c));
    if (value->flags & VALUE_POISONED) return size_result(c, NULL);
    return cvalue_int(c->result, value->rank);
}

static struct cvalue rule_numel(const struct dialect_call *c)
{
    value_id id = value_of(c);
    return size_result(c, tensor_numel(dialect_nn_of(c->eval)->recording, id));
}

static struct cvalue rule_nbytes(const struct dialect_call *c)
{
    value_id id = value_of(c);
    if (value_at(c, id)->flags & VALUE_POISONED) return size_result(c, NULL);
    return size_result(c, value_bytes(builder_program(eval_builder(c->eval)), id));
}

static struct cvalue rule_dtype_of(const struct dialect_call *c)
{
    return cvalue_int(c->result, (int64_t)value_at(c, value_of(c))->dtype);
}

static struct cvalue rule_promote_types(const struct dialect_call *c)
{
    int64_t a, b;
    if (!cvalue_as_int(&c->arguments[0], &a) || !cvalue_as_int(&c->arguments[1], &b) || a < 0 ||
        b < 0 || a >= N_DTYPES || b >= N_DTYPES)
        return cvalue_unknown(c->eval, c->result, "a dtype is not known");
    return cvalue_int(c->result, (int64_t)dtype_promote((enum dtype)a, (enum dtype)b));
}

static struct cvalue rule_result_type(const struct dialect_call *c)
{
    value_id a = value_at_argument(c, 0), b = value_at_argument(c, 1);
    struct nn_recording *r = dialect_nn_of(c->eval)->recording;
    return cvalue_int(c->result, (int64_t)tensor_result_type(r, a, b));
}

static struct cvalue rule_error(const struct dialect_call *c)
{
    const struct value *value = value_at(c, value_of(c));
    const char *reason = value->flags & VALUE_POISONED ? value->reason : NULL;
    return handle_string(dialect_nn_of(c->eval), c->result, reason);
}

// ---- the recording: an analysis has one, whatever the program opens

static struct cvalue rule_nothing(const struct dialect_call *c)
{
    return nothing(c);
}

static struct cvalue rule_n_errors(const struct dialect_call *c)
{
    struct dialect_nn *d = begin(c);
    d->n_asked++;
    return cvalue_int(c->result, recording_diags(d->recording)->n_errors);
}

static struct cvalue rule_graph_hash(const struct dialect_call *c)
{
    return cvalue_unknown(c->eval, c->result, "the hash of a graph that is being built");
}

static struct cvalue rule_diagnostics(const struct dialect_call *c)
{
    return handle_string(begin(c), c->result, "");
}

static const enum tensor_origin origins[] = {TENSOR_INPUT,   TENSOR_ZEROS, TENSOR_ONES,
                                             TENSOR_EMPTY,   TENSOR_RAND,  TENSOR_RANDN,
                                             TENSOR_CONSTANT};

const struct dialect_rule nn_rules[] = {{"nn_call_with", "p", rule_call, NULL},
                                        {"nn_call_all_with", "p", rule_call_all, NULL},
                                        {"nn_new_with", "p", rule_new, NULL},
                                        {"nn_child_with", "p", rule_child, NULL},
                                        {"nn_append", "pp", rule_append, NULL},
                                        {"nn_results_with", "p", rule_results, NULL},
                                        {"nn_parameter_with", "p", rule_parameter, NULL},
                                        {"nn_buffer_with", "p", rule_buffer, NULL},
                                        {"nn_get_parameter", "pp", rule_get_parameter, NULL},
                                        {"nn_set_parameter", "ppp", rule_set_parameter, NULL},
                                        {"nn_train", "p", rule_train, NULL},
                                        {"nn_eval", "p", rule_eval, NULL},
                                        {"nn_is_training", "p", rule_is_training, NULL},
                                        {"nn_n_children", "p", rule_n_children, NULL},
                                        {"nn_get", "pi", rule_get, NULL},
                                        {"nn_n_modules", "p", rule_n_modules, NULL},
                                        {"nn_module_name", "pi", rule_module_name, NULL},
                                        {"nn_module_kind", "pi", rule_module_kind, NULL},
                                        {"nn_n_parameters", "p", rule_n_parameters, NULL},
                                        {"nn_input_with", "p", make_tensor, &origins[0]},
                                        {"nn_zeros_with", "p", make_tensor, &origins[1]},
                                        {"nn_ones_with", "p", make_tensor, &origins[2]},
                                        {"nn_empty_with", "p", make_tensor, &origins[3]},
                                        {"nn_rand_with", "p", make_tensor, &origins[4]},
                                        {"nn_randn_with", "p", make_tensor, &origins[5]},
                                        {"nn_constant_with", "p", make_tensor, &origins[6]},
                                        {"nn_number", "f", rule_number, NULL},
                                        {"nn_integer", "i", rule_integer, NULL},
                                        {"nn_boolean", "i", rule_boolean, NULL},
                                        {"nn_at", "i", rule_at, NULL},
                                        {"nn_at_float", "f", rule_at_float, NULL},
                                        {"nn_size", "pi", rule_size, NULL},
                                        {"nn_dim", "p", rule_dim, NULL},
                                        {"nn_numel", "p", rule_numel, NULL},
                                        {"nn_nbytes", "p", rule_nbytes, NULL},
                                        {"nn_dtype_of", "p", rule_dtype_of, NULL},
                                        {"nn_promote_types", "ii", rule_promote_types, NULL},
                                        {"nn_result_type", "pp", rule_result_type, NULL},
                                        {"nn_error", "p", rule_error, NULL},
                                        {"nn_recording_open", "p", rule_nothing, NULL},
                                        {"nn_recording_close", "", rule_nothing, NULL},
                                        {"nn_n_errors", "", rule_n_errors, NULL},
                                        {"nn_graph_hash", "", rule_graph_hash, NULL},
                                        {"nn_diagnostics", "", rule_diagnostics, NULL},
                                        {0}};
