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

// With these values there was a run of its own that went one way: its figures are those of all, and
// of none of the conditions.
static bool is_decided(const struct report_model *variant, int row)
{
    const struct report_model *of = variant->at[row].model;
    return variant->at[row].taken_by == AT_THIS && of && of != variant && !of->condition;
}

static bool settle_decided(int n, struct report_model *variants, int row)
{
    int kept = -1;
    for (int i = n; i-- > 0;)
        if (is_decided(&variants[i], row)) kept = i;
    for (int i = 0; i < n && kept >= 0; i++)
        variants[i].at[row].taken_by = i == kept ? AT_NONE : AT_ANOTHER;
    return kept >= 0;
}

void at_settle_variants(struct arena *arena, int n, struct report_model *models)
{
    for (int first = 0, n_variants; first < n; first += n_variants) {
        struct report_model *variants = &models[first];
        n_variants = summary_variants(n - first, variants);
        for (int row = 0; row < variants->n_at; row++) {
            if (n_variants > 1 && settle_decided(n_variants, variants, row)) continue;
            if (is_taken(n_variants, variants, row)) continue;
            variants->at[row].taken_by = AT_NONE;
            variants->at[row].broken = needs_any(arena, n_variants, variants);
        }
    }
}
