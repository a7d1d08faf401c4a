// Settles what shape rules left open, with all facts that the front end gathered: proved and
// forgotten, wrong for every size and reported, or a demand on the inputs that the report shows
// ("H % 8 == 0, as layer conv1 needs").

#include "analyzer/shapes.h"
#include "ir/base/map.h"
#include "ir/blame.h"

struct settling {
    struct arena *arena;
    struct program *program;
    struct shapes *shapes;
    struct map *known; // requirements by their text
};

// Many nodes need the same; the first one is named.
static void add_requirement(struct settling *s, node_id id, const struct requirement *requirement)
{
    const char *needed_by = blame_node(s->arena, s->program, id);
    const struct site *site = program_node(s->program, id)->site;
    const char *text = arena_printf(s->arena, "%s, as %s needs",
                                    requirement_string(s->arena, requirement), needed_by);
    if (map_get_string(s->known, text)) return;
    map_put_string(s->known, text, s);
    text = arena_printf(s->arena, "%s%s", text, site_behind(s->arena, site));
    *vec_push(s->arena, &s->shapes->requirements) =
        (struct shapes_requirement){text, site, needed_by, *requirement};
}

// The first node that took it for granted is named.
static void settle_taken(struct settling *s, node_id id, const struct obligation *o)
{
    struct requirement requirement;
    if (requirement_prove(s->program->syms, o).verdict == VERDICT_PROVED ||
        !requirement_of(s->arena, s->program->syms, o, &requirement))
        return;
    const char *condition = requirement_string(s->arena, &requirement);
    const struct site *site = program_node(s->program, id)->site;
    const char *text =
        arena_printf(s->arena, "%s: otherwise %s in %s%s", condition, o->taken,
                     blame_node(s->arena, s->program, id), site_behind(s->arena, site));
    requirement_assume(s->program->syms, &requirement);
    *vec_push(s->arena, &s->shapes->taken) = (struct shapes_taken){text, site, requirement};
}

// A view that only sizes of 1 make possible is hardly what is meant.
static void tell_view_of_ones(struct settling *s, node_id id, const struct obligation *o)
{
    const struct node *node = program_node(s->program, id);
    struct requirement requirement;
    if (!obligation_of_ones(o) || !requirement_of(s->arena, s->program->syms, o, &requirement))
        return;
    struct tensor_type from = value_type(program_value(s->program, node->in[0])),
                       to = value_type(program_value(s->program, node->out));
    const char *text = arena_printf(
        s->arena, "the elements of %s lie in an order that can be viewed as %s only where %s",
        tensor_string(s->arena, &from), shape_string(s->arena, &to.shape),
        requirement_string(s->arena, &requirement));
    blame_refusal(s->program, id, DIAG_VIEW_OF_ONES, text, o->fix);
}

// Of a product's inner sizes; --checks=dim-names asks for it.
static void tell_names(struct settling *s, node_id id, const struct obligation *o)
{
    if (o->diag != DIAG_MATMUL_INNER || o->a.size == o->b.size || sym_kind(o->a.size) != SYM_VAR ||
        sym_kind(o->b.size) != SYM_VAR)
        return;
    diag_add(&s->program->diags, DIAG_DIM_NAMES, program_node(s->program, id)->site,
             "%s sums over %s on the one side and %s on the other, which are equal only if the "
             "caller takes care",
             blame_node(s->arena, s->program, id), sym_string(s->arena, o->a.size),
             sym_string(s->arena, o->b.size));
}

static void settle(struct settling *s, node_id id, const struct obligation *o)
{
    struct requirement requirement;
    // What constants decide was reported when the node was built.
    if (obligation_plain(o) == VERDICT_REFUTED) return;
    tell_names(s, id, o);
    tell_view_of_ones(s, id, o);
    struct proof proof = requirement_prove(s->program->syms, o);
    if (proof.verdict == VERDICT_PROVED) {
        s->shapes->n_proved++;
        return;
    }
    if (proof.verdict == VERDICT_REFUTED && proof.always) {
        s->shapes->n_refuted++;
        blame_obligation(s->program, id, o, &proof);
        return;
    }
    s->shapes->n_open++;
    bool told = s->program->told && proof.reason && map_get_string(s->program->told, proof.reason);
    if (told) return;
    // With a counterexample but not always wrong: it is the caller's to keep.
    struct syms *syms = s->program->syms;
    if (requirement_of(s->arena, syms, o, &requirement) ||
        (proof.verdict == VERDICT_REFUTED &&
         requirement_of_broadcast(s->arena, syms, o, &requirement)))
        add_requirement(s, id, &requirement);
    else if (proof.verdict == VERDICT_OPEN)
        blame_obligation(s->program, id, o, &proof);
}

void shapes_settle(struct arena *arena, struct program *program, struct shapes *shapes)
{
    struct settling s = {arena, program, shapes, map_open(arena)};
    *shapes = (struct shapes){0};
    for (int id = 1; id < program->nodes.n; id++) {
        const struct obligation *o = program->nodes.at[id].obligations;
        for (; o; o = o->next)
            if (!o->taken) settle(&s, (node_id)id, o);
    }
    // What calls need of the sizes is said whether or not it follows from this.
    for (int id = 1; id < program->nodes.n; id++) {
        const struct obligation *o = program->nodes.at[id].obligations;
        for (; o; o = o->next)
            if (o->taken) settle_taken(&s, (node_id)id, o);
    }
}
