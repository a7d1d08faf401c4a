#include "ir/ops/ones.h"

#define MAX_LOOSE 5

// Sizes that may be 1, each once.
struct loose {
    int n;
    const struct sym *size[MAX_LOOSE];
    bool known[MAX_LOOSE]; // what makes the size 1 was found
    int n_made[MAX_LOOSE];
    struct sym_replacement made[MAX_LOOSE][MAX_RANK]; // that makes it 1
};

// ---- what makes a size 1

// One symbol or quotient of which the size is a linear function: (H - 3)/2 + 1 is 1 where the
// quotient is 0.
static bool solve_for(struct syms *s, const struct sym *size, const struct sym *atom,
                      struct sym_replacement *made)
{
    int64_t at[2];
    for (int i = 0; i < 2; i++) {
        struct sym_replacement with = {atom, sym_const(s, i)};
        if (!sym_is_const(sym_replace(s, size, 1, &with), &at[i])) return false;
    }
    int64_t step = at[1] - at[0];
    if (step == 0 || (1 - at[0]) % step != 0) return false;
    *made = (struct sym_replacement){atom, sym_const(s, (1 - at[0]) / step)};
    return sym_is(sym_replace(s, size, 1, made), 1);
}

// A product of sizes is 1 where each of them is.
static bool solve_product(struct syms *s, const struct sym *size, int n,
                          const struct sym *const *vars, struct sym_replacement *made)
{
    if (sym_kind(size) != SYM_PRODUCT || n > MAX_RANK) return false;
    for (int i = 0; i < n; i++) made[i] = (struct sym_replacement){vars[i], sym_const(s, 1)};
    return sym_is(sym_replace(s, size, n, made), 1);
}

static void solve(struct syms *s, struct loose *loose, int index)
{
    struct arena *arena = syms_arena(s);
    const struct sym *size = loose->size[index];
    const struct sym **vars, **divisions;
    struct sym_replacement *made = loose->made[index];
    int n_vars = sym_vars(arena, size, &vars), n_divisions = sym_divisions(arena, size, &divisions);
    bool found = false;
    loose->n_made[index] = 1;
    for (int i = 0; i < n_vars && !found; i++) found = solve_for(s, size, vars[i], made);
    for (int i = 0; i < n_divisions && !found; i++) found = solve_for(s, size, divisions[i], made);
    if (!found) {
        found = solve_product(s, size, n_vars, vars, made);
        loose->n_made[index] = n_vars;
    }
    loose->known[index] = found;
}

// ---- which sizes may be 1

static bool may_be_one(struct syms *s, const struct sym *size)
{
    enum sym_kind kind = sym_kind(size);
    return kind != SYM_CONST && kind != SYM_UNKNOWN && sym_lower(s, size) <= 1 &&
           sym_upper(s, size) >= 1;
}

// More than MAX_LOOSE are left as larger than 1.
static void find_loose(struct infer *in, const struct shape *shape, struct loose *loose)
{
    for (int axis = 0; axis < shape->rank && loose->n < MAX_LOOSE; axis++) {
        const struct sym *size = shape->dim[axis];
        bool seen = !may_be_one(in->syms, size);
        for (int i = 0; i < loose->n; i++) seen = seen || loose->size[i] == size;
        if (seen) continue;
        loose->size[loose->n] = size;
        solve(in->syms, loose, loose->n++);
    }
}

// ---- a tensor with some of them 1

static void replace_all(struct syms *s, int n, const struct sym **sizes, int n_made,
                        const struct sym_replacement *made)
{
    for (int i = 0; i < n; i++) sizes[i] = sym_replace(s, sizes[i], n_made, made);
}

// False where the strides are not known then.
static bool with_ones(struct syms *s, const struct loose *loose, unsigned set,
                      struct tensor_type *type, struct shape *to)
{
    for (int i = 0; i < loose->n; i++) {
        if (!(set >> i & 1)) continue;
        if (!loose->known[i]) return false;
        replace_all(s, type->shape.rank, type->shape.dim, loose->n_made[i], loose->made[i]);
        replace_all(s, type->shape.rank, type->stride, loose->n_made[i], loose->made[i]);
        if (to) replace_all(s, to->rank, to->dim, loose->n_made[i], loose->made[i]);
    }
    return true;
}

static const struct sym *largest_of(struct syms *s, const struct loose *loose, unsigned set)
{
    const struct sym *most = NULL;
    for (int i = 0; i < loose->n; i++)
        if (set >> i & 1) most = most ? sym_max(s, most, loose->size[i]) : loose->size[i];
    return most;
}

// Small sets first, and none that contains one for which the answer is yes already.
void ones_find(struct infer *in, const struct tensor_type *type, const struct shape *to,
               ones_question *question, struct ones *ones)
{
    struct loose loose = {0};
    unsigned found[MAX_ONES];
    *ones = (struct ones){0};
    if (!type->strided) return;
    find_loose(in, &type->shape, &loose);
    for (int size = 1; size <= loose.n; size++)
        for (unsigned set = 1; set >> loose.n == 0 && ones->n < MAX_ONES; set++) {
            bool skipped = __builtin_popcount(set) != size;
            for (int i = 0; i < ones->n; i++) skipped = skipped || (set & found[i]) == found[i];
            if (skipped) continue;
            struct tensor_type one = *type;
            struct shape shown = to ? *to : (struct shape){0};
            if (with_ones(in->syms, &loose, set, &one, &shown) &&
                !question(in, &one, to ? &shown : NULL))
                continue;
            if (!ones->n) {
                ones->type = one;
                ones->to = shown;
            }
            found[ones->n] = set;
            ones->most[ones->n++] = largest_of(in->syms, &loose, set);
        }
}

void ones_rule_out(struct infer *in, const struct ones *ones, const char *otherwise)
{
    for (int i = 0; i < ones->n; i++) infer_take_at_least(in, ones->most[i], 2, otherwise);
}

const struct sym *ones_least(struct infer *in, const struct ones *ones)
{
    const struct sym *least = ones->most[0];
    for (int i = 1; i < ones->n; i++) least = sym_min(in->syms, least, ones->most[i]);
    return least;
}
