// From paths to conditions: the tree of decisions is made smaller from its leaves on, equal parts
// by number; then claims that follow from others are left out.

#include "frontends/ways.h"

#include <string.h>

#define UNSEEN 0 // the number of a side that no path took: different from everything

struct branch {
    struct claim claims[2]; // of its sides
    struct branch *sides[2];
    bool is_leaf;
    bool early;  // as a path said it that did not know all of the sizes yet
    int variant; // of a leaf
    int number;  // equal ones have the same, after reduction
};

struct path {
    int n;
    const struct eval_decision *decisions;
    int variant;
};

// A claim of a way, and what holds where it does not.
struct literal {
    struct claim claim, other;
};

struct way {
    VEC(struct literal) literals;
};

struct ways {
    struct arena *arena;
    VEC(struct path) paths;
    enum { TREE_UNMADE, TREE_MADE, TREE_NONE } tree;
    struct branch *root;
    struct map *numbers; // of branches, by their text
    struct map *implied; // pairs of claims
    VEC(struct way) found;
};

struct ways *ways_open(struct arena *arena)
{
    struct ways *ways = arena_new(arena, struct ways);
    ways->arena = arena;
    ways->numbers = map_open(arena);
    ways->implied = map_open(arena);
    return ways;
}

// ---- paths

// A run ends before its path is asked for.
void ways_add(struct ways *ways, int n, const struct eval_decision *decisions, int variant)
{
    struct eval_decision *kept = arena_array(ways->arena, struct eval_decision, n);
    for (int i = 0; i < n; i++)
        kept[i] = (struct eval_decision){.side = decisions[i].side,
                                         .early = decisions[i].early,
                                         .taken = claim_copy(ways->arena, &decisions[i].taken),
                                         .other = claim_copy(ways->arena, &decisions[i].other)};
    *vec_push(ways->arena, &ways->paths) = (struct path){n, kept, variant};
}

// ---- the tree

static bool is_same_claim(const struct claim *a, const struct claim *b)
{
    return strcmp(a->text, b->text) == 0;
}

// False where it is another branch than this decision's, as far as their texts tell: that of an
// early decision yields to that of another path.
static bool meet(struct ways *ways, struct branch **at, const struct eval_decision *d)
{
    bool is_new = !*at;
    if (is_new) *at = arena_new(ways->arena, struct branch);
    if (is_new || ((*at)->early && !d->early && !(*at)->is_leaf)) {
        (*at)->claims[d->side] = d->taken;
        (*at)->claims[!d->side] = d->other;
        (*at)->early = d->early;
    }
    return !(*at)->is_leaf && (d->early || is_same_claim(&(*at)->claims[d->side], &d->taken));
}

// False where the paths make no tree: inputs that were solved for may give a branch another text
// on another path.
static bool insert(struct ways *ways, struct branch **at, const struct path *path)
{
    for (int i = 0; i < path->n; i++) {
        if (!meet(ways, at, &path->decisions[i])) return false;
        at = &(*at)->sides[path->decisions[i].side];
    }
    if (*at) return false;
    *at = arena_new(ways->arena, struct branch);
    (*at)->is_leaf = true;
    (*at)->variant = path->variant;
    return true;
}

static int number_of(struct ways *ways, const char *key)
{
    int number = (int)(intptr_t)map_get_string(ways->numbers, key);
    if (number) return number;
    number = map_count(ways->numbers) + 1;
    map_put_string(ways->numbers, key, (void *)(intptr_t)number);
    return number;
}

// The branch, or what both of its sides lead to.
static struct branch *reduce(struct ways *ways, struct branch *branch)
{
    if (!branch) return NULL;
    if (branch->is_leaf) {
        branch->number = number_of(ways, arena_printf(ways->arena, "%d", branch->variant));
        return branch;
    }
    int numbers[2];
    for (int side = 0; side < 2; side++) {
        branch->sides[side] = reduce(ways, branch->sides[side]);
        numbers[side] = branch->sides[side] ? branch->sides[side]->number : UNSEEN;
    }
    if (numbers[0] == numbers[1] && numbers[0] != UNSEEN) return branch->sides[0];
    branch->number =
        number_of(ways, arena_printf(ways->arena, "%s\n%s\n%d\n%d", branch->claims[0].text,
                                     branch->claims[1].text, numbers[0], numbers[1]));
    return branch;
}

// ---- what follows from what

// Unknown integers are taken to be sizes; here nothing is known but the claims.
static const struct sym *read_side(struct arena *arena, struct syms *syms, const char *side)
{
    const struct sym *sym = sym_parse(syms, side, NULL), **vars;
    int n = sym ? sym_vars(arena, sym, &vars) : 0;
    for (int i = 0; i < n; i++) sym_allow_negative(syms, vars[i]);
    return sym;
}

static bool proves(const struct requirement *known, const struct requirement *asked)
{
    if (!known->left || !asked->left || known->kind == REQUIRE_DIFFERENT) return false;
    struct arena *scratch = arena_open();
    struct syms *syms = syms_open(scratch);
    bool read = read_side(scratch, syms, known->left) && read_side(scratch, syms, known->right) &&
                read_side(scratch, syms, asked->left) && read_side(scratch, syms, asked->right);
    bool proved = read && requirement_assume(syms, known) && requirement_known(syms, asked);
    arena_close(scratch);
    return proved;
}

static bool implies(struct ways *ways, const struct claim *known, const struct claim *asked)
{
    if (is_same_claim(known, asked)) return true;
    if (!known->requirement.left || !asked->requirement.left) return false;
    const char *key = arena_printf(ways->arena, "%s\n%s", known->text, asked->text);
    intptr_t told = (intptr_t)map_get_string(ways->implied, key);
    if (!told) {
        told = proves(&known->requirement, &asked->requirement) ? 1 : -1;
        map_put_string(ways->implied, key, (void *)told);
    }
    return told > 0;
}

static void leave_out(struct way *way, int index)
{
    way->literals.n--;
    for (int i = index; i < way->literals.n; i++) way->literals.at[i] = way->literals.at[i + 1];
}

// n >= 10 where n >= 100 is there too. Of two that say the same the first one stays.
static void drop_implied(struct ways *ways, struct way *way)
{
    for (int known = way->literals.n - 1; known >= 0; known--) {
        for (int i = way->literals.n - 1; i >= 0; i--) {
            if (i == known) continue;
            const struct claim *by = &way->literals.at[known].claim;
            const struct claim *claim = &way->literals.at[i].claim;
            if (!implies(ways, by, claim) || (i < known && implies(ways, claim, by))) continue;
            leave_out(way, i);
            known -= i < known;
        }
    }
}

// Does each claim of the other way follow from this one, with the claim at `index` turned round
// (-1: as it is)?
static bool leads_to(struct ways *ways, const struct way *way, int index, const struct way *other)
{
    for (int k = 0; k < other->literals.n; k++) {
        bool follows = false;
        for (int i = 0; i < way->literals.n && !follows; i++) {
            const struct literal *literal = &way->literals.at[i];
            follows = implies(ways, i == index ? &literal->other : &literal->claim,
                              &other->literals.at[k].claim);
        }
        if (!follows) return false;
    }
    return true;
}

// n >= 3 && n < 5 beside n < 3: the first claim is no matter, and then neither is the other way.
static bool drop_beside(struct ways *ways, int w)
{
    struct way *way = &ways->found.at[w];
    for (int k = 0; k < ways->found.n; k++) {
        const struct way *other = &ways->found.at[k];
        if (k == w) continue;
        if (leads_to(ways, way, -1, other)) {
            ways->found.n--;
            for (int i = w; i < ways->found.n; i++) ways->found.at[i] = ways->found.at[i + 1];
            return true;
        }
        for (int i = 0; i < way->literals.n; i++) {
            if (!leads_to(ways, way, i, other)) continue;
            leave_out(way, i);
            return true;
        }
    }
    return false;
}

static void simplify(struct ways *ways)
{
    for (int w = 0; w < ways->found.n; w++) drop_implied(ways, &ways->found.at[w]);
    for (int w = 0; w < ways->found.n;) w = drop_beside(ways, w) ? 0 : w + 1;
}

void ways_join(struct ways *ways, int from, int into)
{
    for (int i = 0; i < ways->paths.n; i++) {
        struct path *path = &ways->paths.at[i];
        if (path->variant == from)
            path->variant = into;
        else if (path->variant > from)
            path->variant--;
    }
    ways->root = NULL;
    ways->tree = TREE_UNMADE;
    ways->numbers = map_open(ways->arena);
}

// ---- asking

static void collect(struct ways *ways, const struct branch *branch, int variant, struct way *so_far)
{
    if (!branch) return;
    if (branch->is_leaf) {
        if (branch->variant != variant) return;
        struct way *way = vec_push(ways->arena, &ways->found);
        *way = (struct way){0};
        for (int i = 0; i < so_far->literals.n; i++)
            *vec_push(ways->arena, &way->literals) = so_far->literals.at[i];
        return;
    }
    for (int side = 1; side >= 0; side--) {
        *vec_push(ways->arena, &so_far->literals) =
            (struct literal){branch->claims[side], branch->claims[!side]};
        collect(ways, branch->sides[side], variant, so_far);
        so_far->literals.n--;
    }
}

static void collect_path(struct ways *ways, const struct path *path)
{
    struct way *way = vec_push(ways->arena, &ways->found);
    *way = (struct way){0};
    for (int i = 0; i < path->n; i++)
        *vec_push(ways->arena, &way->literals) =
            (struct literal){path->decisions[i].taken, path->decisions[i].other};
}

static void make_tree(struct ways *ways)
{
    if (ways->tree != TREE_UNMADE) return;
    ways->tree = TREE_NONE;
    for (int i = 0; i < ways->paths.n; i++)
        if (!insert(ways, &ways->root, &ways->paths.at[i])) return;
    ways->root = reduce(ways, ways->root);
    ways->tree = TREE_MADE;
}

int ways_of(struct ways *ways, int variant, const struct claims **out)
{
    struct way so_far = {0};
    ways->found.n = 0;
    make_tree(ways);
    if (ways->tree == TREE_MADE) {
        collect(ways, ways->root, variant, &so_far);
    } else {
        for (int i = 0; i < ways->paths.n; i++)
            if (ways->paths.at[i].variant == variant) collect_path(ways, &ways->paths.at[i]);
    }
    simplify(ways);
    struct claims *all = arena_array(ways->arena, struct claims, ways->found.n);
    for (int w = 0; w < ways->found.n; w++) {
        const struct way *way = &ways->found.at[w];
        struct claim *claims = arena_array(ways->arena, struct claim, way->literals.n);
        for (int i = 0; i < way->literals.n; i++) claims[i] = way->literals.at[i].claim;
        all[w] = (struct claims){way->literals.n, claims};
    }
    *out = all;
    return ways->found.n;
}

const char *ways_string(struct arena *arena, int n, const struct claims *ways)
{
    struct text text = {.arena = arena};
    for (int w = 0; w < n; w++) {
        bool grouped = n > 1 && ways[w].n > 1;
        if (ways[w].n == 0) return NULL;
        text_add(&text, w ? " || " : "");
        text_add(&text, grouped ? "(" : "");
        for (int i = 0; i < ways[w].n; i++)
            text_printf(&text, "%s%s", i ? " && " : "", ways[w].at[i].text);
        text_add(&text, grouped ? ")" : "");
    }
    return text.n ? text_string(&text) : NULL;
}
