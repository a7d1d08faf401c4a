// Which functions of KANN's headers have a rule, and the state of the dialect in a run.

#include "frontends/dialects/kann_dialect.h"

#include <string.h>

// ---- the state of a run

static void find_fields(struct dialect_kann *d)
{
#define FIELD(name) d->fields.name = ctype_field(d->node, #name);
#include "frontends/dialects/kann_fields.def"
#undef FIELD
}

// What a function gives a pointer to: kann_t has no tag to be found by.
static const struct ctype *result_of(struct unit *unit, const char *name)
{
    const struct function *f = unit_find_function(unit, name);
    const struct ctype *result = f && f->type ? f->type->element : NULL;
    return result && result->kind == CTYPE_POINTER ? result->element : NULL;
}

static void find_types(struct dialect_kann *d, struct unit *unit)
{
    d->int_ = unit_types(unit)->int_;
    d->void_pointer = unit_types(unit)->void_pointer;
    d->float_pointer = unit_pointer_to(unit, unit_types(unit)->float_);
    d->node = unit_type(unit, "struct kad_node_t");
    if (!d->node || d->node->size <= 0) d->node = result_of(unit, "kad_relu");
    if (!d->node || d->node->size <= 0) d->node = unit_types(unit)->int_;
    d->node_pointer = unit_pointer_to(unit, d->node);
    d->network = result_of(unit, "kann_new");
    find_fields(d);
}

// Numbers that only training and prediction know.
static const char *const computed[] = {
#define COMPUTED(id, reason) reason,
#include "frontends/dialects/kann_computed.def"
#undef COMPUTED
};

const char *kann_computed(enum kann_computed id)
{
    return computed[id];
}

struct dialect_kann *dialect_kann_of(struct eval *eval)
{
    struct dialect_kann *d = eval_dialect_data(eval, &kann_dialect);
    if (d) return d;
    struct program *program = builder_program(eval_builder(eval));
    d = arena_new(eval_arena(eval), struct dialect_kann);
    *d = (struct dialect_kann){
        .eval = eval, .arena = eval_arena(eval), .syms = program->syms, .diags = &program->diags};
    d->state = program->kann = arena_new(d->arena, struct kann_state);
    *d->state = (struct kann_state){0};
    find_types(d, eval_unit(eval));
    d->state->node_bytes = d->fields.child ? d->node->size : KANN_NODE_BYTES;
    d->state->pointer_bytes = d->void_pointer->size;
    program->library = "kann";
    eval_set_dialect_data(eval, &kann_dialect, d);
    for (size_t i = 0; i < sizeof computed / sizeof *computed; i++)
        eval_follow_one_side(eval, computed[i]);
    return d;
}

void dialect_kann_finish(struct eval *eval)
{
    struct dialect_kann *d = eval_dialect_data(eval, &kann_dialect);
    for (int i = 0; d && i < d->state->networks.n; i++)
        kann_check_batches(d, d->state->networks.at[i]);
}

// ---- arguments and results

struct cvalue kann_nothing(const struct dialect_call *c)
{
    return (struct cvalue){.kind = CVALUE_NOTHING, .type = c->result};
}

struct cvalue kann_unknown(const struct dialect_call *c, const char *reason)
{
    build_unseen(eval_builder(c->eval), reason);
    return cvalue_unknown(c->result, reason);
}

const struct sym *kann_argument_sym(const struct dialect_call *c, int argument)
{
    return cvalue_as_sym(c->eval, &c->arguments[argument]);
}

// ---- finding a rule

static const struct dialect_rule *const families[] = {kann_network_rules, kann_batch_rules,
                                                      kann_query_rules, kann_aside_rules};

// How the arguments of a function of the table look to the interpreter.
static const char *letters_of(struct arena *arena, const struct kann_function *function)
{
    char *letters = arena_alloc(arena, 2 * strlen(function->letters) + 1), *at = letters;
    for (const char *own = function->letters; *own; own++) {
        switch (*own) {
        case 'i': *at++ = 'i'; break;
        case 'o':
        case 's':
        case 'N':
            *at++ = '.';
            *at++ = '.';
            break;
        case 'v':
        case 'V':
            *at++ = 'i';
            *at++ = '*';
            break;
        default: *at++ = '.'; break;
        }
    }
    *at = '\0';
    return letters;
}

static const struct dialect_rule *find(struct arena *arena, const char *function)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        for (const struct dialect_rule *rule = families[i]; rule->name; rule++)
            if (strcmp(rule->name, function) == 0) return rule;
    const struct kann_function *made = kann_function_find(function);
    if (!made) return NULL;
    struct dialect_rule *rule = arena_new(arena, struct dialect_rule);
    *rule = (struct dialect_rule){made->name, letters_of(arena, made), kann_rule_make, made};
    return rule;
}

// Training and asking add nothing.
static bool builds(const char *function)
{
    for (const struct dialect_rule *rule = kann_network_rules; rule->name; rule++)
        if (strcmp(rule->name, function) == 0) return true;
    return kann_function_find(function) != NULL;
}

// All that does not build, but for what may give a network another batch size in each round.
static bool computes(const char *function)
{
    static const char *const change[] = {"kad_sync_dim", "kann_train_fnn1", "kann_train_fnn1b",
                                         "kann_cost_fnn1", "kann_mt"};
    for (size_t i = 0; i < sizeof change / sizeof *change; i++)
        if (strcmp(function, change[i]) == 0) return false;
    return !builds(function);
}

static const char *const headers[] = {"kann.h", "kautodiff.h", NULL};

static const char *const sources[] = {"kann.c", "kautodiff.c", NULL};

static bool is_used(const struct program *program)
{
    return program->kann != NULL;
}

static int count_made(const struct program *program)
{
    return program->kann ? program->kann->nodes.n + program->kann->networks.n : 0;
}

const struct dialect kann_dialect = {.name = "kann",
                                     .headers = headers,
                                     .sources = sources,
                                     .find = find,
                                     .builds = builds,
                                     .computes = computes,
                                     .is_used = is_used,
                                     .n_made = count_made,
                                     .shown_tensor = "kad_node_t"};
