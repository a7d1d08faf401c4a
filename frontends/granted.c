#include "frontends/granted.h"

#include <string.h>

static bool is_told(int n, const struct front_assumption *all, const char *text)
{
    for (int i = 0; i < n; i++)
        if (all[i].taken && !strcmp(all[i].text, text)) return true;
    return false;
}

// What an earlier run took for granted was kept where what is learned since says so too.
const struct front_assumption *granted_assumptions(struct arena *arena,
                                                   const struct solution *solution, int *n)
{
    const struct eval_outcome *outcome = &solution->run.outcome;
    const struct learning *learning = &solution->learning;
    VEC(struct front_assumption) all = {0};
    for (int i = 0; i < learning->assumptions.n; i++)
        *vec_push(arena, &all) = learning->assumptions.at[i];
    int n_learned = all.n;
    for (int i = 0; i < outcome->n_assumptions; i++) {
        const struct claim *claim = &outcome->assumptions[i];
        if (is_told(n_learned, all.at, claim->text)) continue;
        *vec_push(arena, &all) = (struct front_assumption){.text = claim->text,
                                                           .site = outcome->assumption_sites[i],
                                                           .taken = &claim->requirement};
    }
    *n = all.n;
    return all.at;
}

const struct front_assumption *granted_plain(struct arena *arena, const struct solution *solution,
                                             int *n)
{
    int n_all;
    const struct front_assumption *all = granted_assumptions(arena, solution, &n_all);
    VEC(struct front_assumption) plain = {0};
    for (int i = 0; i < n_all; i++)
        if (!all[i].taken || !all[i].taken->left) *vec_push(arena, &plain) = all[i];
    *n = plain.n;
    return plain.at;
}

const struct front_assumption *granted_rooms(struct arena *arena,
                                             const struct eval_outcome *outcome)
{
    struct front_assumption *all = arena_array(arena, struct front_assumption, outcome->n_rooms);
    for (int i = 0; i < outcome->n_rooms; i++) {
        const struct eval_room *room = &outcome->rooms[i];
        const char *needed = requirement_string(arena, &room->requirement);
        all[i] = (struct front_assumption){.text = arena_printf(arena, "%s, as %s needs%s", needed,
                                                                room->array,
                                                                site_behind(arena, room->site)),
                                           .site = room->site,
                                           .needed_by = room->array,
                                           .requirement = &room->requirement};
    }
    return all;
}

struct claims granted_differences(struct arena *arena, int n, const struct front_assumption *all)
{
    VEC(struct claim) found = {0};
    for (int i = 0; i < n; i++) {
        const struct requirement *taken = all[i].taken;
        if (taken && taken->left && taken->kind == REQUIRE_DIFFERENT)
            *vec_push(arena, &found) = (struct claim){all[i].text, *taken};
    }
    return (struct claims){found.n, found.at};
}
