// Which of the functions declared in nn.h have a rule, and the state of the dialect in a run.

#include <shapeprof/nn_base.h>
#include "frontends/dialects/nn.h"
#include "frontends/nn/overwritten.h"
#include "ir/base/text.h"
#include <string.h>

// nn.h tells its version by the size of a struct: the interpreter sees types, and no macros. A
// header without it is older than all that have one.
static void check_version(struct dialect_nn *d)
{
    const struct ctype *header = unit_type(eval_unit(d->eval), "struct nn_header");
    int64_t version = header ? header->size : 0;
    if (version == NN_VERSION) return;
    struct diags *diags = recording_diags(d->recording);
    struct diag *diag = diag_add(diags, DIAG_NN_VERSION, eval_site(d->eval),
                                 "the nn.h that is included has version %lld, this shapeprof reads "
                                 "version %d",
                                 (long long)version, NN_VERSION);
    diag_fix(diags, diag, "include the header that was installed with this shapeprof");
}

// Of a run's data: that several networks will be called.
static const char several_networks;

void dialect_nn_name_first(struct eval *eval)
{
    eval_set_dialect_data(eval, &several_networks, eval);
}

bool dialect_nn_named_late(struct eval *eval)
{
    const struct dialect_nn *d = eval_dialect_data(eval, &nn_dialect);
    return d && d->recording->late_names;
}

struct dialect_nn *dialect_nn_of(struct eval *eval)
{
    struct dialect_nn *d = eval_dialect_data(eval, &nn_dialect);
    if (d) return d;
    struct unit *unit = eval_unit(eval);
    d = arena_new(eval_arena(eval), struct dialect_nn);
    d->eval = eval;
    d->recording = recording_make(eval_arena(eval), eval_builder(eval));
    d->recording->host = d;
    d->recording->names_first = eval_dialect_data(eval, &several_networks) != NULL;
    d->unseen = map_open(eval_arena(eval));
    d->recording->forward = nn_rule_forward;
    d->recording->run_hook = nn_rule_run_hook;
    d->gradients = map_open(eval_arena(eval));
    d->tensor_pointer = unit_pointer_to(unit, unit_type(unit, "struct nn_tensor"));
    d->module_pointer = unit_pointer_to(unit, unit_type(unit, "struct nn_module"));
    d->tensors = unit_type(unit, "struct nn_tensors");
    check_version(d);
    builder_program(eval_builder(eval))->library = "nn";
    eval_set_dialect_data(eval, &nn_dialect, d);
    return d;
}

int dialect_nn_returned(struct eval *eval, const struct cvalue *result, const value_id **values)
{
    struct dialect_nn *d = eval_dialect_data(eval, &nn_dialect);
    uint64_t one;
    if (!d) return 0;
    if (result->kind == CVALUE_RECORD && result->type == d->tensors) {
        return handle_values(d, result, values);
    }
    if (!eval_attached(eval, result, &nn_dialect, &one)) return 0;
    value_id value = overwritten_now(d->recording, (value_id)one);
    *values = recording_values(d->recording, 1, &value);
    return 1;
}

bool dialect_nn_is_module(struct eval *eval, const struct cvalue *module)
{
    struct dialect_nn *d = eval_dialect_data(eval, &nn_dialect);
    return !d || handle_module_id(d, module);
}

int dialect_nn_input_names(struct eval *eval, const struct cvalue *module, int room,
                           const char **names)
{
    struct dialect_nn *d = eval_dialect_data(eval, &nn_dialect);
    nn_module_id id = d ? handle_made_module(d, module) : 0;
    if (!id) return 0;
    const struct dialect_module *made = handle_module_at(d, id);
    const struct function *forward = made->forward.function;
    int n = made->takes;
    if (made->forward.kind != CVALUE_CODE || !forward || n == LAYER_ANY_INPUTS) return 0;
    if (n > forward->n_parameters - 1) n = forward->n_parameters - 1;
    if (n > room) n = room;
    for (int i = 0; i < n; i++) names[i] = forward->parameters[1 + i]->name;
    return n > 0 ? n : 0;
}

// ---- loops of unknown count

// How many modules there were, and how many children each of them had.
struct census {
    int n_modules;
    const int *n_children;
};

static const void *count_children(struct eval *eval, struct arena *arena)
{
    const struct dialect_nn *d = eval_dialect_data(eval, &nn_dialect);
    int n = d ? d->recording->modules.n : 0, *children = arena_array(arena, int, n + 1);
    for (int i = 1; i < n; i++) children[i] = d->recording->modules.at[i]->children.n;
    struct census *census = arena_new(arena, struct census);
    *census = (struct census){n, children};
    return census;
}

// A module that got a child may have more of them.
static bool mark_grown(struct eval *eval, const void *begun, bool may_add, const char *reason)
{
    const struct census *before = begun;
    const struct dialect_nn *d = eval_dialect_data(eval, &nn_dialect);
    int n = d ? d->recording->modules.n : 0;
    bool grown = n > before->n_modules;
    for (int i = 1; i < before->n_modules && i < n; i++) {
        struct module *m = module_get(d->recording, (nn_module_id)i);
        if (!may_add && m->children.n == before->n_children[i]) continue;
        grown = true;
        m->unseen = reason;
        if (m->layer && m->children.n)
            module_append(d->recording, m, module_unseen(d->recording, reason));
    }
    return grown;
}

static bool adds(const char *function)
{
    return strcmp(function, "nn_append") == 0;
}

static const struct dialect_rule *const families[] = {
    nn_call_rules,  nn_module_rules, nn_tensor_rules,   nn_run_rules,
    nn_optim_rules, nn_memory_rules, nn_profiler_rules, nn_compile_rules};
#define N_FAMILIES (sizeof families / sizeof *families)

// Those of the families by name, and nn_<name>_with for each function of the table.
static const struct dialect_rule *find(struct arena *arena, const char *function)
{
    size_t n = strlen(function);
    for (size_t i = 0; i < N_FAMILIES; i++)
        for (const struct dialect_rule *rule = families[i]; rule->name; rule++)
            if (strcmp(rule->name, function) == 0) return rule;
    if (n < 9 || strncmp(function, "nn_", 3) != 0 || strcmp(function + n - 5, "_with") != 0) {
        return NULL;
    }
    const struct nn_function *found = nn_function_find(arena_string_n(arena, function + 3, n - 8));
    if (!found) return NULL;
    struct dialect_rule *rule = arena_new(arena, struct dialect_rule);
    *rule = (struct dialect_rule){arena_string(arena, function), "p", nn_rule_function, found};
    return rule;
}

// ---- misspelt names

// Names without nn_, which is no part of what can be misspelt: it is what makes a
// name one of ours.
static const char *const *all_names(struct arena *arena, int *n)
{
    VEC(const char *) names = {0};
    for (int i = 0; i < nn_n_functions(); i++) *vec_push(arena, &names) = nn_function_at(i)->name;
    for (size_t i = 0; i < N_FAMILIES; i++) {
        for (const struct dialect_rule *rule = families[i]; rule->name; rule++) {
            size_t length = strlen(rule->name);
            bool with = length > 5 && strcmp(rule->name + length - 5, "_with") == 0;
            *vec_push(arena, &names) =
                arena_string_n(arena, rule->name + 3, length - 3 - (with ? 5 : 0));
        }
    }
    *n = names.n;
    return names.at;
}

// One name that goes on where the other ends, by at most this many letters.
#define FEW_LETTERS 3

static const char *with_same_beginning(const char *name, const char *const *names, int n)
{
    const char *best = NULL;
    size_t length = strlen(name), least = FEW_LETTERS + 1;
    for (int i = 0; i < n; i++) {
        size_t other = strlen(names[i]), shared = other < length ? other : length;
        size_t rest = other + length - 2 * shared;
        if (shared < 3 || strncmp(name, names[i], shared) != 0 || rest >= least) continue;
        least = rest;
        best = names[i];
    }
    return best;
}

// The longest name of whole words that the misspelt one begins with: flatten for flatten_dims.
static const char *with_first_words(const char *name, const char *const *names, int n)
{
    const char *best = NULL;
    size_t longest = 0;
    for (int i = 0; i < n; i++) {
        size_t length = strlen(names[i]);
        if (length <= longest || strncmp(name, names[i], length) != 0 || name[length] != '_')
            continue;
        longest = length;
        best = names[i];
    }
    return best;
}

// The shortest name that ends with the word, as optim_adam with adam; or the word is that name
// with the f_ that functions of PyTorch's torch.nn.functional have only beside a module.
static const char *with_last_word(const char *name, const char *const *names, int n)
{
    const char *best = NULL;
    size_t length = strlen(name);
    for (int i = 0; i < n; i++) {
        size_t other = strlen(names[i]);
        bool bare = strncmp(name, "f_", 2) == 0 && strcmp(name + 2, names[i]) == 0;
        bool ends = length >= 3 && other > length && names[i][other - length - 1] == '_' &&
                    strcmp(names[i] + other - length, name) == 0;
        if (bare) return names[i];
        if (ends && (!best || other < strlen(best))) best = names[i];
    }
    return best;
}

static const char *suggest(struct arena *arena, const char *function)
{
    if (strncmp(function, "nn_", 3) != 0) return NULL;
    int n;
    const char *const *names = all_names(arena, &n);
    const char *nearest = with_same_beginning(function + 3, names, n);
    if (!nearest) nearest = with_last_word(function + 3, names, n);
    if (!nearest && text_nearest(function + 3, names, n, &nearest, 1) == 0)
        nearest = with_first_words(function + 3, names, n);
    if (!nearest) return NULL;
    return arena_printf(arena, "nn_%s", nearest);
}

// nn.h and its parts.
static const char *const headers[] = {"shapeprof/nn.h", "shapeprof/nn_*.h", NULL};

const struct dialect nn_dialect = {.name = "nn",
                                   .headers = headers,
                                   .find = find,
                                   .suggest = suggest,
                                   .explain = nn_explain,
                                   .lint = nn_lint,
                                   .hidden_field = "nn_here",
                                   .loop_begin = count_children,
                                   .loop_end = mark_grown,
                                   .adds = adds};
