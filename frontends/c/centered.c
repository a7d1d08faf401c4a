// Sums of 32 bits without a sign, with the least numbers in them.

#include "frontends/c/centered.h"

#include "frontends/c/interp.h"
#include "ir/base/checked.h"

// How often 2^32 is taken off a number, so that what is left lies from -2^30 to below 3 * 2^30:
// below the latter a size of less than 2^30 can be added in 32 bits, and what is above is meant
// negative.
static int64_t multiple(int64_t number)
{
    const int64_t far = (int64_t)1 << 62;
    return number > far || number < -far ? 0 : (number + (1 << 30)) >> 32;
}

const struct sym *centered_sum(struct eval *e, const struct sym *s)
{
    const struct sym **vars;
    int64_t at_0, at_1;
    int n = sym_vars(e->arena, s, &vars);
    struct sym_binding *at = arena_array(e->arena, struct sym_binding, n);
    for (int i = 0; i < n; i++) at[i] = (struct sym_binding){vars[i], 0};
    if (!sym_evaluate(s, at, n, &at_0)) return s;
    const struct sym *r = sym_add_const(e->syms, s, -multiple(at_0) * ((int64_t)1 << 32));
    for (int i = 0; i < n; i++) {
        int64_t factor;
        at[i].value = 1;
        bool known = sym_evaluate(s, at, n, &at_1) && checked_sub(at_1, at_0, &factor);
        at[i].value = 0;
        if (!known || multiple(factor) == 0) continue;
        int64_t less = -multiple(factor) * ((int64_t)1 << 32);
        r = sym_add(e->syms, r, sym_mul_const(e->syms, vars[i], less));
    }
    return sym_kind(r) == SYM_UNKNOWN ? s : r;
}
