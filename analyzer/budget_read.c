// Reading of budgets, and in which of the asked types each is held.

#include "analyzer/budget.h"

#include "analyzer/report/collect.h"
#include "analyzer/size.h"
#include "ir/base/text.h"

#include <string.h>

static const char *const metric_names[] = {
#define BUDGET(id, name, doc) name,
#include "analyzer/report/budgets.def"
#undef BUDGET
};

const char *budget_metric_name(enum report_metric metric)
{
    return metric_names[metric];
}

// ---- reading

static const struct {
    const char *name;
    enum report_metric metric;
} aliases[] = {
#define BUDGET(id, name, doc)
#define BUDGET_ALIAS(id, name) {name, METRIC_##id},
#include "analyzer/report/budgets.def"
#undef BUDGET
};

// The figures are those of budgets.def.
static bool find_metric(struct arena *arena, const char *name, enum report_metric *metric,
                        const char **error)
{
    for (int i = 0; i < N_METRICS; i++) {
        if (strcmp(name, metric_names[i]) != 0) continue;
        *metric = (enum report_metric)i;
        return true;
    }
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++) {
        if (strcmp(name, aliases[i].name) != 0) continue;
        *metric = aliases[i].metric;
        return true;
    }
    const char *nearest[1];
    int n = text_nearest(name, metric_names, N_METRICS, nearest, 1);
    *error = arena_printf(arena, "no figure is called `%s`%s%s%s", name,
                          n ? "; did you mean `" : "", n ? nearest[0] : "", n ? "`?" : "");
    return false;
}

// Takes the type off the end of "peak_leaf[f16]".
static bool read_dtype(struct arena *arena, const char **name, struct report_budget *budget,
                       const char **error)
{
    const char *open = strchr(*name, '[');
    if (!open) return true;
    size_t length = strcspn(open + 1, "]");
    const char *dtype = arena_string_n(arena, open + 1, length);
    budget->names_dtype = true;
    budget->of_dtype = dtype_find(dtype);
    if (strcmp(open + 1 + length, "]") != 0 || !dtype_is_plain(budget->of_dtype)) {
        *error = arena_printf(arena, "no type is called `%s`; write peak_leaf[f16]<=64KiB", dtype);
        return false;
    }
    *name = arena_string_n(arena, *name, (size_t)(open - *name));
    return true;
}

// What a library takes by its own rules is of the types that the program gives it.
static bool goes_by_dtype(enum report_metric metric)
{
    return metric != METRIC_RUNTIME && metric != METRIC_RAM;
}

static bool names_dtype_rightly(struct arena *arena, const struct report_budget *budget,
                                const char **error)
{
    if (!budget->names_dtype || goes_by_dtype(budget->metric)) return true;
    const char *name = metric_names[budget->metric];
    *error = arena_printf(arena,
                          "%s is what the library takes, in the types that the program gives it, "
                          "and has no other type: write %s without [%s]",
                          name, name, dtype_name(budget->of_dtype));
    return false;
}

// "peak_leaf<=64KiB", or, as people say what a machine has, "ram=320K".
static bool parse_one(struct arena *arena, const char *text, struct report_budget *budget,
                      const char **error)
{
    const char *relation = strstr(text, "<=");
    if (!relation) relation = strchr(text, '=');
    if (!relation) {
        *error = arena_printf(arena, "`%s` is no budget; write peak_leaf<=64KiB", text);
        return false;
    }
    while (*text == ' ') text++;
    budget->text = text;
    size_t length = (size_t)(relation - text);
    while (length && text[length - 1] == ' ') length--;
    const char *name = arena_string_n(arena, text, length);
    return read_dtype(arena, &name, budget, error) &&
           find_metric(arena, name, &budget->metric, error) &&
           names_dtype_rightly(arena, budget, error) &&
           size_parse(strchr(relation, '=') + 1, &budget->limit_bytes, error);
}

bool budget_parse(struct arena *arena, const char *text, int *n,
                  const struct report_budget **budgets, const char **error)
{
    VEC(struct report_budget) list = {0};
    for (const char *at = text;;) {
        size_t length = strcspn(at, ",");
        if (!parse_one(arena, arena_string_n(arena, at, length), vec_push(arena, &list), error))
            return false;
        if (!at[length]) break;
        at += length + 1;
    }
    *n = list.n;
    *budgets = list.at;
    return true;
}

// ---- in which types

static int listed(enum dtype dtype, int n_dtypes, const enum dtype *dtypes)
{
    for (int d = 0; d < n_dtypes; d++)
        if (dtypes[d] == dtype) return d;
    return -1;
}

bool budget_dtypes_listed(struct arena *arena, int n, const struct report_budget *budgets,
                          int n_dtypes, const enum dtype *dtypes, const char **error)
{
    for (int i = 0; i < n; i++) {
        enum dtype dtype = budgets[i].of_dtype;
        if (!budgets[i].names_dtype || listed(dtype, n_dtypes, dtypes) >= 0) continue;
        *error =
            arena_printf(arena, "%s is not among the types that are asked for; add it to --dtype",
                         dtype_name(dtype));
        return false;
    }
    return true;
}

// "peak[f16]<=8MiB", which is a budget, too.
static const char *text_in(struct arena *arena, const struct report_budget *budget,
                           enum dtype dtype)
{
    const char *relation = budget->text + strcspn(budget->text, " <=");
    return arena_printf(arena, "%s[%s]%s", metric_names[budget->metric], dtype_name(dtype),
                        relation);
}

int budget_for_dtypes(struct arena *arena, int n, const struct report_budget *budgets, int n_dtypes,
                      const enum dtype *dtypes, enum report_widths widths, enum budget_reach reach,
                      const struct report_budget **held)
{
    struct report_budget *all = arena_array(arena, struct report_budget, n * n_dtypes);
    int n_held = 0;
    for (int i = 0; i < n; i++) {
        bool each = reach == BUDGET_EACH_DTYPE && n_dtypes > 1 && !budgets[i].names_dtype &&
                    goes_by_dtype(budgets[i].metric);
        int named = budgets[i].names_dtype ? listed(budgets[i].of_dtype, n_dtypes, dtypes) : 0;
        for (int d = each || named < 0 ? 0 : named; d < n_dtypes; d++) {
            int same = collect_same_width(dtypes, d, widths);
            if (each && same >= 0) continue;
            struct report_budget *one = &all[n_held++];
            *one = budgets[i];
            one->dtype = same >= 0 ? same : d;
            if (each) one->text = text_in(arena, one, dtypes[d]);
            if (!each) break;
        }
    }
    *held = all;
    return n_held;
}
