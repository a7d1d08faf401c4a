// What a model was run with, as writers and --at read it.

#include "analyzer/session_assumptions.h"
#include "analyzer/report/conditions.h"

#include <string.h>

// What the entry was run with, then what its shapes need beyond that; each text once.
struct front_assumption *session_assumptions_gather(struct arena *arena,
                                                    const struct front_model *from,
                                                    const struct shapes *shapes, int *n)
{
    int room = from->n_assumptions + shapes->requirements.n + from->n_rooms + shapes->taken.n;
    struct front_assumption *all = arena_array(arena, struct front_assumption, room);
    *n = 0;
    for (int i = 0; i < from->n_assumptions; i++) all[(*n)++] = from->assumptions[i];
    for (int i = 0; i < from->n_rooms; i++) all[(*n)++] = from->rooms[i];
    for (int i = 0; i < shapes->requirements.n; i++) {
        const struct shapes_requirement *needed = &shapes->requirements.at[i];
        bool said = false;
        for (int k = 0; k < *n; k++) said = said || strcmp(all[k].text, needed->text) == 0;
        if (!said)
            all[(*n)++] = (struct front_assumption){.text = needed->text,
                                                    .site = needed->site,
                                                    .needed_by = needed->needed_by,
                                                    .requirement = &needed->requirement};
    }
    for (int i = 0; i < shapes->taken.n; i++)
        all[(*n)++] = (struct front_assumption){.text = shapes->taken.at[i].text,
                                                .site = shapes->taken.at[i].site};
    return all;
}

// For writers that print no more than the sentences.
const char *const *session_assumptions_texts(struct arena *arena, int n,
                                             const struct front_assumption *all)
{
    const char **texts = arena_array(arena, const char *, n);
    for (int i = 0; i < n; i++) texts[i] = all[i].text;
    return texts;
}

// Those assumptions that a reader must keep to: requirements, and sizes that were chosen where
// others would do.
void session_assumptions_conditions(struct arena *arena, int n, const struct front_assumption *all,
                                    struct report_model *model)
{
    struct report_condition *conditions = arena_array(arena, struct report_condition, n);
    int n_conditions = 0;
    for (int i = 0; i < n; i++) {
        const struct requirement *requirement = all[i].requirement;
        if (!requirement && !all[i].choice) continue;
        conditions[n_conditions++] = (struct report_condition){
            .text = requirement ? requirement_string(arena, requirement) : all[i].choice,
            .needed_by = all[i].needed_by,
            .site = all[i].site,
            .assumption = all[i].text,
            .of_input = all[i].input,
            .requirement = requirement ? *requirement : (struct requirement){0}};
    }
    conditions_attach(arena, model, n_conditions, conditions);
    model->n_conditions = n_conditions;
    model->conditions = conditions;
}

// What the program took for granted of symbols; `--at` refuses values that break it.
struct claims session_assumptions_taken(struct arena *arena, int n,
                                        const struct front_assumption *all)
{
    struct claim *taken = arena_array(arena, struct claim, n);
    int n_taken = 0;
    for (int i = 0; i < n; i++)
        if (all[i].taken && all[i].taken->left)
            taken[n_taken++] = (struct claim){all[i].text, *all[i].taken};
    return (struct claims){n_taken, taken};
}

struct claims session_assumptions_layouts(struct arena *arena, const struct shapes *shapes)
{
    struct claim *all = arena_array(arena, struct claim, shapes->taken.n);
    for (int i = 0; i < shapes->taken.n; i++)
        all[i] = (struct claim){shapes->taken.at[i].text, shapes->taken.at[i].requirement};
    return (struct claims){shapes->taken.n, all};
}
