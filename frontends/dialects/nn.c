#include "frontends/dialects/nn.h"
#include <string.h>

struct dialect_nn *dialect_nn_of(struct eval *eval)
{
    struct dialect_nn *d = eval_dialect_data(eval, &nn_dialect);
    if (d) return d;
    struct unit *unit = eval_unit(eval);
    d = arena_new(eval_arena(eval), struct dialect_nn);
    d->eval = eval;
    d->recording = recording_make(eval_arena(eval), eval_builder(eval));
    d->recording->host = d;
    d->recording->forward = nn_rule_forward;
    d->tensor_pointer = unit_pointer_to(unit, unit_type(unit, "struct nn_tensor"));
    d->module_pointer = unit_pointer_to(unit, unit_type(unit, "struct nn_module"));
    d->tensors = unit_type(unit, "struct nn_tensors");
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
    value_id value = (value_id)one;
    *values = recording_values(d->recording, 1, &value);
    return 1;
}

// nn_<name>_with for each function of the table.
static const struct dialect_rule *find(struct arena *arena, const char *function)
{
    size_t n = strlen(function);
    if (n < 9 || strncmp(function, "nn_", 3) != 0 || strcmp(function + n - 5, "_with") != 0) {
        return NULL;
    }
    const struct nn_function *found = nn_function_find(arena_string_n(arena, function + 3, n - 8));
    if (!found) return NULL;
    struct dialect_rule *rule = arena_new(arena, struct dialect_rule);
    *rule = (struct dialect_rule){arena_string(arena, function), "p", nn_rule_function, found};
    return rule;
}

static const char *const headers[] = {
    "nn_base.h",        "nn_module.h",     "nn_layers.h", "nn_losses.h", "nn_math.h",
    "nn_activations.h", "nn_functional.h", "nn_shapes.h", "nn.h",        NULL};

const struct dialect nn_dialect = {
    .name = "nn", .headers = headers, .rules = nn_rules, .find = find};
