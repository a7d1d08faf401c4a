// Which variant of an entry has the row of a combination of --at: the one that the values make it.
// Where they make it none, because its other sides give no model, the first variant tells so.

#include "analyzer/at.h"
#include "analyzer/report/summary.h"
#include "ir/base/text.h"

#define MAX_CONDITIONS 3 // what is longer says nothing to anyone

// "needs kind == 1, or kind == 2"
static const char *needs_any(struct arena *arena, int n, const struct report_model *variants)
{
    struct text text = {.arena = arena};
    if (n > MAX_CONDITIONS)
        return arena_printf(arena, "none of the %d variants has these values", n);
    text_add(&text, "needs ");
    for (int i = 0; i < n; i++) text_printf(&text, "%s%s", i ? ", or " : "", variants[i].condition);
    return text_string(&text);
}

static bool is_taken(int n, const struct report_model *variants, int row)
{
    for (int i = 0; i < n; i++)
        if (variants[i].at[row].taken_by != AT_ANOTHER) return true;
    return false;
}

void at_settle_variants(struct arena *arena, int n, struct report_model *models)
{
    for (int first = 0, n_variants; first < n; first += n_variants) {
        struct report_model *variants = &models[first];
        n_variants = summary_variants(n - first, variants);
        for (int row = 0; row < variants->n_at; row++) {
            if (is_taken(n_variants, variants, row)) continue;
            variants->at[row].taken_by = AT_NONE;
            variants->at[row].broken = needs_any(arena, n_variants, variants);
        }
    }
}
