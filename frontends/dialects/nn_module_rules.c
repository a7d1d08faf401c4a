// Rules of nn.h: modules that the program makes itself, their children, parameters and modes.

#include <shapeprof/nn_base.h>
#include "frontends/dialects/nn.h"
#include "frontends/nn/tensor.h"

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

// Of the four forms the last that is given counts, and each tells how many tensors it takes.
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

// Its fields are room enough for a program that writes to them, and its calls give what is unknown.
static struct cvalue new_unseen(struct dialect_nn *d, const struct ctype *result)
{
    nn_module_id id = module_unseen(d->recording, "what nn_new is given is not understood");
    struct cvalue self = handle_new_module(d, id, d->module_pointer, UNSEEN_BYTES, "module");
    self.type = result;
    return self;
}

// nn_new_with: the memory of the user's struct, of which nn_new sets up the beginning, and its
// forward.
static struct cvalue rule_new(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
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

// NULL is a finding here; what is no module is one where its number is asked for.
static struct module *module_argument(struct dialect_nn *d, const struct dialect_call *c)
{
    const struct cvalue *v = &c->arguments[0];
    if (!handle_given(d, v)) null_module(d, 0, EVAL_WHOLE_ARGUMENT);
    return module_get(d->recording, handle_module_id(d, v));
}

// The module that a child, a parameter or a buffer is to belong to.
static struct module *self_argument(struct dialect_nn *d, const struct dialect_call *c)
{
    struct cvalue self = args_field(d, &c->arguments[0], "self");
    if (!handle_given(d, &self)) null_module(d, 0, args_field_offset(&c->arguments[0], "self"));
    return module_get(d->recording, handle_module_id(d, &self));
}

// nn_child(list, 2) gives C a number for the name.
static bool is_index(struct dialect_nn *d, const struct cvalue *args)
{
    const struct ctype *written = eval_argument_type(d->eval, 0, args_field_offset(args, "name"));
    return written && ctype_is_integer(written) &&
           !eval_argument_written(d->eval, 0, args_field_offset(args, "child"));
}

static struct cvalue refuse_index(struct dialect_nn *d, const struct dialect_call *c,
                                  const struct module *m)
{
    struct diags *diags = recording_diags(d->recording);
    const char *wrong =
        "nn_child registers a child under a name, and a number is given as its name";
    struct diag *diag = diag_add(diags, DIAG_NN_NAME, eval_site(c->eval), "%s", wrong);
    diag_fix(diags, diag, "the child of %s at an index is nn_get(module, index)",
             m->name ? m->name : m->kind);
    return handle_module(d, module_unseen(d->recording, wrong));
}

// nn_child_with: `nn_index` is 1 + the place in an array of children, 0 for a child that stands
// alone.
static struct cvalue rule_child(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    const struct cvalue *args = &c->arguments[0];
    struct cvalue child = args_field(d, args, "child");
    struct cvalue index = args_field(d, args, "nn_index");
    const char *name = args_field_string(d, args, "name");
    struct module *m = self_argument(d, c);
    if (m && is_index(d, args)) return refuse_index(d, c, m);
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

// Without a module or a child nothing is appended; the call gives what it was given.
static struct cvalue rule_append(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    struct module *m = module_argument(d, c);
    nn_module_id child = handle_module_id(d, &c->arguments[1]);
    if (m && child) module_append(d->recording, m, child);
    return c->arguments[0];
}

static struct cvalue rule_results(const struct dialect_call *c)
{
    static const struct nn_field fields[] = {
        {"tensors", "tensors", NN_KIND_TENSORS, 0, NN_MAX_LIST, false, 0, false}, {0}};
    struct dialect_nn *d = nn_rule_begin(c);
    const struct nn_arg *arg = args_read(d, fields, &c->arguments[0]);
    return handle_tensors(d, arg->n, arg->tensors);
}

// ---- parameters

// nn_parameter_with and nn_buffer_with: a tensor of the module itself, under its name there.
static struct cvalue own_parameter(const struct dialect_call *c, enum storage_kind kind)
{
    struct dialect_nn *d = nn_rule_begin(c);
    struct module *m = self_argument(d, c);
    const struct nn_arg *args = args_read(d, nn_parameter_fields, &c->arguments[0]);
    args_check_ends(d, nn_parameter_fields, &c->arguments[0], args, 0);
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
    struct dialect_nn *d = nn_rule_begin(c);
    struct module *m = module_argument(d, c);
    const char *name = eval_string(c->eval, &c->arguments[1]);
    value_id value = m && name ? module_parameter(d->recording, m, name) : 0;
    return value ? handle_tensor(d, value) : cvalue_null(c->result);
}

// Ties a parameter to another module's: both names lead to one tensor, which counts once.
static struct cvalue rule_set_parameter(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    struct module *m = module_argument(d, c);
    const char *name = eval_string(c->eval, &c->arguments[1]);
    value_id value = handle_value(d, &c->arguments[2]);
    if (m && name && value) module_tie_parameter(d->recording, m, name, value);
    return nn_rule_nothing(c);
}

// ---- modes and names

// Of the module and all below it, as module.train() does.
static struct cvalue set_mode(const struct dialect_call *c, enum module_mode mode)
{
    struct dialect_nn *d = nn_rule_begin(c);
    struct module *m = module_argument(d, c);
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
    struct dialect_nn *d = nn_rule_begin(c);
    struct module *m = module_argument(d, c);
    return cvalue_int(c->result, m && m->mode == MODULE_TRAIN);
}

static struct cvalue rule_n_children(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    struct module *m = module_argument(d, c);
    return cvalue_int(c->result, m ? m->children.n : 0);
}

// Negative from the end; NULL outside. Of a module that nobody saw made, children
// are as unknown as it is.
static struct cvalue rule_get(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    const struct cvalue *self = &c->arguments[0];
    struct module *m = module_argument(d, c);
    int64_t index;
    if (!m && handle_given(d, self))
        return cvalue_unknown(c->result, "a child of a module that is not known");
    if (!m) return cvalue_null(c->result);
    if (!cvalue_as_int(&c->arguments[1], &index)) {
        return cvalue_unknown(c->result, "the index of the module is not known");
    }
    int64_t asked = index;
    if (index < 0) index += m->children.n;
    bool inside = index >= 0 && index < m->children.n;
    if (!inside) d->missed = (struct dialect_missed){eval_site(c->eval), m, asked};
    return inside ? handle_module(d, m->children.at[index].module) : cvalue_null(c->result);
}

// The module and all below it, in the order of nn_module_name's numbers.
static int tree(const struct dialect_call *c, const struct module_entry **entries)
{
    struct dialect_nn *d = nn_rule_begin(c);
    return module_tree(d->recording, handle_module_id(d, &c->arguments[0]), entries);
}

static struct cvalue rule_n_modules(const struct dialect_call *c)
{
    const struct module_entry *entries;
    return cvalue_int(c->result, tree(c, &entries));
}

// NULL where the number is not known or outside.
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

// Numbers in all parameters of the module and below, each tensor once.
static struct cvalue rule_n_parameters(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    nn_module_id id = handle_module_id(d, &c->arguments[0]);
    return cvalue_sym(c->result, module_n_parameters(d->recording, id));
}

const struct dialect_rule nn_module_rules[] = {
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
    {0},
};
