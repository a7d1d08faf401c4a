// Equations that say that a division leaves nothing, and no more.

#include "ir/sym/expression.h"

#include <string.h>

static bool has_division(struct arena *arena, const struct sym *sym, const struct sym *division)
{
    const struct sym **all;
    int n = sym_divisions(arena, sym, &all);
    for (int i = 0; i < n; i++)
        if (all[i] == division) return true;
    return false;
}

// Where t == m*floor((t + c)/m) with 0 <= c < m, m divides t, and the other way round.
static bool from_division(struct syms *s, struct arena *arena, const struct sym *difference,
                          const struct sym *division, const struct sym **t)
{
    const struct sym *x = division->arguments[0], *m = division->arguments[1];
    *t = sym_add(s, difference, sym_mul(s, m, division));
    const struct sym *c = sym_sub(s, x, *t);
    return !has_division(arena, *t, division) && sym_is_at_most(s, sym_const(s, 0), c) &&
           sym_is_at_most(s, sym_add_const(s, c, 1), m);
}

// The shortest of what differs by the divisor: argv[1] instead of argv[1] - argv[2].
static const struct sym *shortest(struct syms *s, struct arena *arena, const struct sym *t,
                                  const struct sym *m)
{
    const struct sym *forms[] = {t, sym_add(s, t, m), sym_sub(s, t, m)};
    const struct sym *best = t;
    for (int i = 1; i < 3; i++)
        if (strlen(sym_string(arena, forms[i])) < strlen(sym_string(arena, best))) best = forms[i];
    return best;
}

bool sym_says_divides(struct syms *s, const struct sym *a, const struct sym *b,
                      const struct sym **divisor, const struct sym **dividend)
{
    struct arena *arena = syms_arena(s);
    const struct sym *ways[] = {sym_sub(s, a, b), sym_sub(s, b, a)}, **divisions, *t;
    int n = sym_divisions(arena, ways[0], &divisions);
    for (int i = 0; i < n; i++) {
        if (divisions[i]->kind != SYM_FLOORDIV) continue;
        *divisor = divisions[i]->arguments[1];
        for (int way = 0; way < 2; way++) {
            if (!from_division(s, arena, ways[way], divisions[i], &t)) continue;
            *dividend = shortest(s, arena, t, *divisor);
            return true;
        }
    }
    return false;
}
