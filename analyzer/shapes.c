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
        for (; o; o = o->next) settle(&s, (node_id)id, o);
    }
}
