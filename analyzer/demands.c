// Each condition once, in the words of the first call that has it.

#include "analyzer/demands.h"

#include "ir/requirement.h"

#include <string.h>

static void add_requirement(struct arena *arena, struct shapes *shapes, const struct demand *demand,
                            const struct requirement *requirement)
{
    // What the first call needs, the others need not say again.
    const char *needed = requirement_string(arena, requirement);
    for (int i = 0; i < shapes->requirements.n; i++)
        if (!strcmp(requirement_string(arena, &shapes->requirements.at[i].requirement), needed))
            return;
    const char *text = arena_printf(arena, "%s, as %s needs", needed, demand->function);
    *vec_push(arena, &shapes->requirements) =
        (struct shapes_requirement){text, demand->site, demand->function, *requirement};
}

static void tell_refuted(struct arena *arena, struct program *program, const struct demand *demand)
{
    const struct obligation *o = &demand->obligation;
    struct diag *diag = diag_add(&program->diags, o->diag, demand->site, "%s: %s %s %s",
                                 demand->function, term_string(arena, &o->a),
                                 relation_words(o->relation)->from_a, term_string(arena, &o->b));
    diag->verdict = VERDICT_REFUTED;
}

void demand_settle(struct arena *arena, struct program *program, struct shapes *shapes,
                   const struct demand *demand)
{
    struct requirement requirement;
    struct obligation bare = demand->obligation;
    struct proof proof = requirement_prove(program->syms, &demand->obligation);
    // n_past + n_tokens <= 512, not 128 times that in bytes.
    if (bare.relation == RELATION_AT_MOST)
        sym_sides(program->syms, bare.a.size, bare.b.size, &bare.a.size, &bare.b.size);
    if (proof.verdict == VERDICT_PROVED) {
        shapes->n_proved++;
    } else if (proof.verdict == VERDICT_REFUTED && proof.always) {
        shapes->n_refuted++;
        tell_refuted(arena, program, demand);
    } else {
        shapes->n_open++;
        if (requirement_of(arena, program->syms, &bare, &requirement))
            add_requirement(arena, shapes, demand, &requirement);
    }
}
