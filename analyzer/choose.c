#include "analyzer/choose.h"

#include "analyzer/at.h"

#include "ir/base/map.h"
#include "ir/base/vec.h"

#include <string.h>

#define FIRST_VALUE 2 // more than one: batch norm wants several numbers, and axes can be told apart
#define LAST_VALUE 4096
#define MAX_ROUNDS 64 // conditions may undo one another

// A condition with the symbols in it.
struct need {
    const struct requirement *requirement;
    bool of_variant;
};

struct chooser {
    struct arena *arena;
    struct arena *scratch; // of one question
    const struct report_model *model;
    struct choices *choices;
    VEC(struct need) needs;
};

// ---- names

static void add_choice(struct chooser *c, const char *name)
{
    for (int i = 0; i < c->choices->n; i++)
        if (!strcmp(c->choices->at[i].name, name)) return;
    const struct sym *var = sym_var(c->model->program->syms, name);
    int64_t low = sym_lower(c->model->program->syms, var);
    c->choices->at[c->choices->n++] =
        (struct choice){.name = name, .value = low > FIRST_VALUE ? low : FIRST_VALUE};
}

static void add_variables(struct chooser *c, struct map *names, const struct sym *sym)
{
    const struct sym **vars;
    int n = sym ? sym_vars(c->arena, sym, &vars) : 0;
    for (int i = 0; i < n; i++) map_put_string(names, sym_name(vars[i]), c);
}

static void add_side(struct chooser *c, struct map *names, const char *side)
{
    if (side) add_variables(c, names, sym_parse(syms_open(c->arena), side, NULL));
}

// Of loops whose end is not known, and of arguments: an index, a size that is read nowhere else.
static void add_hidden(struct chooser *c, struct map *names)
{
    const struct program *program = c->model->program;
    const struct claims *left = &c->model->left_loops;
    for (int i = 0; i < c->model->n_loop_counts; i++)
        map_put_string(names, c->model->loop_counts[i], c);
    for (int i = 0; i < left->n; i++) {
        add_side(c, names, left->at[i].requirement.left);
        add_side(c, names, left->at[i].requirement.right);
    }
    for (int n = 1; n < program->nodes.n; n++) {
        const struct node *node = &program->nodes.at[n];
        const struct op *op = op_get(node->op);
        for (int i = 0; op && node->attrs && i < op_n_attrs(op); i++) {
            const struct attr *attr = &node->attrs[i];
            if (attr->kind == ATTR_INT) add_variables(c, names, attr->i);
            for (int k = 0; attr->kind == ATTR_INTS && k < attr->n; k++)
                add_variables(c, names, attr->ints[k]);
        }
    }
}

static void list_names(struct chooser *c, int n_given, const struct choice *given)
{
    const char *const *names;
    struct map *hidden = map_open(c->arena);
    int n = at_symbols(c->arena, c->model, 1, &names);
    struct map *known = map_open(c->arena);
    add_hidden(c, hidden);
    for (int i = 0; i < n; i++) map_put_string(known, names[i], c);
    for (int i = 0; i < map_count(hidden); i++) map_put_string(known, map_key(hidden, i), c);
    c->choices->at = arena_array(c->arena, struct choice, n + map_count(hidden));
    for (int i = 0; i < n_given; i++) {
        if (!map_get_string(known, given[i].name)) continue;
        c->choices->at[c->choices->n] = given[i];
        c->choices->at[c->choices->n++].given = true;
    }
    for (int i = 0; i < n; i++) add_choice(c, names[i]);
    for (int i = 0; i < map_count(hidden); i++) add_choice(c, map_key(hidden, i));
}

// ---- conditions

static void add_need(struct chooser *c, const struct requirement *requirement, bool of_variant)
{
    if (requirement->left) *vec_push(c->arena, &c->needs) = (struct need){requirement, of_variant};
}

static void add_claims(struct chooser *c, const struct claims *claims, bool of_variant)
{
    for (int i = 0; i < claims->n; i++) add_need(c, &claims->at[i].requirement, of_variant);
}

// One of the variant's ways is enough: the first.
static void list_needs(struct chooser *c)
{
    for (int i = 0; i < c->model->n_conditions; i++)
        add_need(c, &c->model->conditions[i].requirement, false);
    add_claims(c, &c->model->taken, false);
    add_claims(c, &c->model->ranges, false);
    if (c->model->n_ways) add_claims(c, &c->model->ways[0], true);
}

static bool is_kept(struct chooser *c, const struct need *need, const char **why)
{
    arena_reset(c->scratch);
    struct requirement_binding *at =
        arena_array(c->scratch, struct requirement_binding, c->choices->n);
    for (int i = 0; i < c->choices->n; i++)
        at[i] = (struct requirement_binding){c->choices->at[i].name, c->choices->at[i].value};
    return requirement_at(c->scratch, need->requirement, at, c->choices->n, why) !=
           REQUIREMENT_BROKEN;
}

static const struct need *first_broken(struct chooser *c)
{
    for (int i = 0; i < c->needs.n; i++)
        if (!is_kept(c, &c->needs.at[i], NULL)) return &c->needs.at[i];
    return NULL;
}

// The next value of one symbol, upwards and then from 1 on, that keeps the condition.
static bool mend_by(struct chooser *c, const struct need *need, struct choice *choice)
{
    int64_t was = choice->value;
    for (choice->value = was + 1; choice->value <= LAST_VALUE; choice->value++)
        if (is_kept(c, need, NULL)) return true;
    for (choice->value = 0; choice->value < was; choice->value++)
        if (is_kept(c, need, NULL)) return true;
    choice->value = was;
    return false;
}

static bool mend(struct chooser *c, const struct need *need)
{
    struct map *names = map_open(c->arena);
    add_side(c, names, need->requirement->left);
    add_side(c, names, need->requirement->right);
    for (int i = 0; i < c->choices->n; i++) {
        struct choice *choice = &c->choices->at[i];
        if (choice->given || !map_get_string(names, choice->name)) continue;
        if (mend_by(c, need, choice)) return true;
    }
    return false;
}

void choose_sizes(struct arena *arena, const struct report_model *model, int n_given,
                  const struct choice *given, struct choices *choices)
{
    struct chooser c = {
        .arena = arena, .scratch = arena_open(), .model = model, .choices = choices};
    const struct need *broken = NULL;
    *choices = (struct choices){0};
    list_names(&c, n_given, given);
    list_needs(&c);
    for (int round = 0; round < MAX_ROUNDS; round++) {
        broken = first_broken(&c);
        if (!broken || !mend(&c, broken)) break;
    }
    const char *why;
    if (broken && !is_kept(&c, broken, &why)) {
        choices->broken =
            arena_printf(arena, "%s; %s", requirement_string(arena, broken->requirement), why);
        choices->other_variant = broken->of_variant;
    }
    arena_close(c.scratch);
}
