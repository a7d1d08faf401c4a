// What --at asks for: names of symbols, and values of each.

#include "analyzer/at.h"
#include "ir/base/map.h"
#include "ir/base/text.h"
#include "ir/base/vec.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// The whole of what was written, since a part of it may look right by itself.
static const char *bad_form(struct arena *arena, const char *text)
{
    return arena_printf(arena, "%s: write NAME=INTEGER,INTEGER,... as in N=1,8,32", text);
}

// A list ends where the option does: "1,8," has no last value and is refused.
static bool read_values(struct arena *arena, const char *text, const char *at,
                        struct report_at_axis *axis, const char **error)
{
    VEC(int64_t) values = {0};
    for (;; at++) {
        char *end;
        errno = 0;
        int64_t value = strtoll(at, &end, 0);
        if (end == at || (*end && *end != ',') || errno) {
            *error = bad_form(arena, text);
            return false;
        }
        if (values.n == MAX_AT_ROWS) {
            *error = arena_printf(arena, "more than %d values", MAX_AT_ROWS);
            return false;
        }
        *vec_push(arena, &values) = value;
        at = end;
        if (!*at) break;
    }
    axis->n = values.n;
    axis->values = values.at;
    return true;
}

// "N=1,T=8": two symbols in one. A name with an `=` of its own has no number behind it.
static const char *second_symbol(const char *text)
{
    const char *first = strchr(text, '=');
    const char *comma = first ? first + 1 + strspn(first + 1, "0123456789") : NULL;
    return comma && comma > first + 1 && *comma == ',' && strchr(comma, '=') ? comma + 1 : NULL;
}

// The last `=` divides, as names may have some of their own.
static bool read_axis(struct arena *arena, const char *text, struct report_at_axes *axes,
                      const char **error)
{
    const char *equals = strrchr(text, '=');
    struct report_at_axis *axis = &axes->at[axes->n];
    const char *second = second_symbol(text);
    if (second) {
        *error = arena_printf(arena, "%s: each symbol has an --at of its own: --at %.*s --at %s",
                              text, (int)(second - 1 - text), text, second);
        return false;
    }
    if (!equals || equals == text) {
        *error = bad_form(arena, text);
        return false;
    }
    axis->name = arena_string_n(arena, text, (size_t)(equals - text));
    for (int i = 0; i < axes->n; i++) {
        if (strcmp(axes->at[i].name, axis->name) != 0) continue;
        *error = arena_printf(arena, "`%s` is given twice", axis->name);
        return false;
    }
    axes->n++;
    return read_values(arena, text, equals + 1, axis, error);
}

// Combinations are counted before any is made.
bool at_parse(struct arena *arena, int n_texts, const char *const *texts,
              struct report_at_axes *axes, const char **error)
{
    *axes = (struct report_at_axes){.n_rows = n_texts > 0};
    if (n_texts > MAX_AT_AXES) {
        *error = arena_printf(arena, "at most %d symbols can be given", MAX_AT_AXES);
        return false;
    }
    for (int i = 0; i < n_texts; i++)
        if (!read_axis(arena, texts[i], axes, error)) return false;
    for (int i = 0; i < axes->n; i++) {
        if (axes->at[i].n > MAX_AT_ROWS / axes->n_rows) {
            *error = arena_printf(arena, "more than %d combinations", MAX_AT_ROWS);
            return false;
        }
        axes->n_rows *= axes->at[i].n;
    }
    return true;
}

// ---- names

static void add_sides(struct arena *arena, struct map *names, const struct requirement *requirement)
{
    struct syms *syms = syms_open(arena);
    const char *const sides[] = {requirement->left, requirement->right};
    for (int i = 0; i < 2; i++) {
        const struct sym *side = sides[i] ? sym_parse(syms, sides[i], NULL) : NULL, **vars;
        int n = side ? sym_vars(arena, side, &vars) : 0;
        for (int k = 0; k < n; k++) map_put_string(names, sym_name(vars[k]), names);
    }
}

static void add_claims(struct arena *arena, struct map *names, const struct claims *claims)
{
    for (int i = 0; i < claims->n; i++) add_sides(arena, names, &claims->at[i].requirement);
}

static void add_names(struct arena *arena, struct map *names, struct quantity figure)
{
    const struct sym **vars;
    int n = quantity_known(figure) ? sym_vars(arena, figure.value, &vars) : 0;
    for (int i = 0; i < n; i++) map_put_string(names, sym_name(vars[i]), names);
}

// All that figures and conditions depend on, so that a misspelt name is told from one that changes
// nothing.
int at_symbols(struct arena *arena, const struct report_model *model, int n_dtypes,
               const char *const **names)
{
    struct map *found = map_open(arena);
    for (int i = 0; i < model->n_symbols; i++) map_put_string(found, model->symbols[i], found);
    for (int d = 0; d < n_dtypes; d++) {
        add_names(arena, found, model->live[d].bytes);
        add_names(arena, found, model->live_training[d].bytes);
        add_names(arena, found, model->parameter_bytes[d]);
    }
    for (int i = 0; i < model->n_ways; i++) add_claims(arena, found, &model->ways[i]);
    add_claims(arena, found, &model->taken);
    for (int i = 0; i < model->n_conditions; i++)
        add_sides(arena, found, &model->conditions[i].requirement);
    for (int i = 0; i < model->n_specials; i++)
        for (int k = 0; k < model->specials[i].n; k++)
            map_put_string(found, model->specials[i].names[k], found);
    int n = map_count(found);
    const char **sorted = arena_array(arena, const char *, n);
    for (int i = 0; i < n; i++) sorted[i] = map_key(found, i);
    if (n) qsort(sorted, (size_t)n, sizeof *sorted, text_order);
    *names = sorted;
    return n;
}
