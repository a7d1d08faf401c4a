// Which functions of NNoM's headers have a rule, and the state of the dialect in a run.

#include "frontends/dialects/nnom_dialect.h"
#include "frontends/dialects/nnom_macros.h"

#include <string.h>

static void find_records(struct dialect_nnom *d, struct unit *unit)
{
    static const char *const spellings[] = {
#define NNOM_RECORD(id, spelling) spelling,
#include "frontends/dialects/nnom_records.def"
#undef NNOM_RECORD
    };
    for (int i = 0; i < N_NNOM_RECORDS; i++) {
        d->record[i] = unit_type(unit, spellings[i]);
        // A header that lacks one: an empty struct in its place, whose fields nobody finds.
        if (!d->record[i]) d->record[i] = unit_types(unit)->char_;
    }
}

static const struct function *declared_function(const struct dialect_call *c, struct unit *unit)
{
    const struct function *function = unit_find_function(unit, "new_model");
    return function && !function->has_body ? function : c->function;
}

struct dialect_nnom *dialect_nnom_of(const struct dialect_call *c)
{
    struct dialect_nnom *d = eval_dialect_data(c->eval, &nnom_dialect);
    if (d) return d;
    struct unit *unit = eval_unit(c->eval);
    struct program *program = builder_program(eval_builder(c->eval));
    d = arena_new(eval_arena(c->eval), struct dialect_nnom);
    *d = (struct dialect_nnom){.eval = c->eval,
                               .arena = eval_arena(c->eval),
                               .syms = program->syms,
                               .diags = &program->diags,
                               .like = declared_function(c, unit),
                               .int_ = unit_types(unit)->int_,
                               .size = unit_types(unit)->size,
                               .void_pointer = unit_types(unit)->void_pointer};
    d->pointer_bytes = (int)d->void_pointer->size;
    d->told = map_open(d->arena);
    d->state = program->nnom = arena_new(d->arena, struct nnom_state);
    *d->state = (struct nnom_state){0};
    program->library = "nnom";
    find_records(d, unit);
    const struct cfield *h = ctype_field(d->record[NNOM_RECORD_SHAPE], "h");
    d->shape_data = h ? h->type : unit_types(unit)->int_;
    d->channels_first = nnom_macros_have(unit, "NNOM_USING_CHW", "struct shapeprof_nnom_chw");
    d->cmsis = nnom_macros_have(unit, "NNOM_USING_CMSIS_NN", "struct shapeprof_nnom_cmsis_nn");
    for (int i = 0; i < N_NNOM_KINDS; i++) d->taken[i] = sym_const(d->syms, 0);
    eval_set_dialect_data(c->eval, &nnom_dialect, d);
    return d;
}

// ---- finding a rule

static const struct dialect_rule *const families[] = {
    nnom_tensor_rules, nnom_layer_rules,      nnom_config_rules, nnom_build_rules,
    nnom_model_rules,  nnom_build_conv_rules, nnom_run_rules};

static struct cvalue rule_succeeds(const struct dialect_call *c)
{
    return cvalue_int(c->result, 0);
}

static const struct dialect_rule runs[] = {{"run", "p", rule_succeeds, NULL}};

static bool ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n >= m && strcmp(name + n - m, end) == 0;
}

static const struct dialect_rule *find(struct arena *arena, const char *function)
{
    (void)arena;
    // The library's own beside a function of the program with that name.
    if (strncmp(function, "nnom.", 5) == 0) function += 5;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        for (const struct dialect_rule *rule = families[i]; rule->name; rule++)
            if (strcmp(rule->name, function) == 0) return rule;
    // What layers do when they run changes no shape.
    return ends_with(function, "_run") ? runs : NULL;
}

// Running a model adds nothing to it.
static bool builds(const char *function)
{
    for (const struct dialect_rule *rule = nnom_run_rules; rule->name; rule++)
        if (strcmp(rule->name, function) == 0) return false;
    return !ends_with(function, "_run");
}

static bool computes(const char *function)
{
    return !builds(function);
}

static const char *const headers[] = {"nnom.h", "nnom_*.h", "nnom/*.h", NULL};
static const char *const undeclared[] = {"lambda_s", NULL};

static bool is_used(const struct program *program)
{
    return program->nnom != NULL;
}

static int count_made(const struct program *program)
{
    return program->nnom ? program->nnom->models.n : 0;
}

const struct dialect nnom_dialect = {.name = "nnom",
                                     .headers = headers,
                                     .find = find,
                                     .builds = builds,
                                     .computes = computes,
                                     .undeclared = undeclared,
                                     .is_used = is_used,
                                     .n_made = count_made};
