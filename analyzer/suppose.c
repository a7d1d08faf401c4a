#include "analyzer/suppose.h"

static bool assume_each(struct syms *syms, int n, const struct requirement *const *needed)
{
    for (int i = 0; i < n; i++)
        if (needed[i]->left && needed[i]->kind != REQUIRE_EQUAL)
            requirement_assume(syms, needed[i]);
    const struct sym *zero = sym_const(syms, 0);
    return sym_prove_at_most(syms, zero, zero).verdict == VERDICT_PROVED;
}

void suppose_all(struct arena *arena, struct syms *syms, int n,
                 const struct requirement *const *needed)
{
    struct arena *scratch = arena_open_inside(arena);
    struct syms *tried = syms_open(scratch);
    bool agree = sym_carry_facts(tried, syms) && assume_each(tried, n, needed);
    arena_close(scratch);
    if (agree) assume_each(syms, n, needed);
}
