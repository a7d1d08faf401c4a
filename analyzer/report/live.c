#include "analyzer/report/live.h"

#include "analyzer/memory.h"
#include "analyzer/report/collect.h"

// Names as the table has them, so that the eye finds the rows.
static const struct report_holder *holders_of(struct arena *arena,
                                              const struct memory_moment *moment)
{
    struct report_holder *holders = arena_array(arena, struct report_holder, moment->n_holders);
    for (int i = 0; i < moment->n_holders; i++) {
        const struct memory_holder *from = &moment->holders[i];
        holders[i].name = from->name ? from->name : "a tensor";
        if (from->copies)
            holders[i].name =
                arena_printf(arena, "%s, x %s", holders[i].name, sym_string(arena, from->copies));
        holders[i].bytes = quantity_of(from->bytes);
    }
    return holders;
}

// The first of the moments that may be the worst; the bytes are the maximum of all.
static struct report_live live_of(struct arena *arena, const struct program *program,
                                  const struct memory *memory)
{
    struct report_live live = {
        .bytes = memory->peak, .total = memory->total, .n_moments = memory->n_moments};
    if (!memory->n_moments) return live;
    const struct memory_moment *moment = &memory->moments[0];
    live.site = moment->site;
    if (!live.site && moment->node) live.site = program_node(program, moment->node)->site;
    if (moment->name) live.moment = arena_printf(arena, "while `%s` runs", moment->name);
    live.n_alive = moment->n_alive;
    live.n_holders = moment->n_holders;
    live.holders = holders_of(arena, moment);
    return live;
}

static void measure(struct arena *arena, const struct report_model *model, enum memory_mode mode,
                    enum dtype asked, struct report_live *live)
{
    struct memory_request request = {
        .program = model->program, .model = MODEL_IDEAL, .mode = mode, .asked = asked};
    struct memory memory = {0};
    memory_measure(arena, &request, &memory);
    *live = live_of(arena, model->program, &memory);
}

void live_fill(struct arena *arena, struct report_model *model, int n_dtypes,
               const enum dtype *dtypes)
{
    for (int d = 0; d < n_dtypes; d++) {
        int same = collect_same_width(dtypes, d);
        if (same >= 0) {
            model->live[d] = model->live[same];
            model->live_training[d] = model->live_training[same];
            continue;
        }
        measure(arena, model, MEMORY_INFERENCE, dtypes[d], &model->live[d]);
        measure(arena, model, MEMORY_TRAINING, dtypes[d], &model->live_training[d]);
    }
}
