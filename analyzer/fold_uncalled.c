// Leaves that are never called, of reports with 1, 2, 3, ... rounds. Those whose names differ in
// numbers only are alike; what each round adds to them stands for the later ones.

#include "analyzer/folding.h"
#include "analyzer/report/uncalled.h"

#include "ir/base/map.h"
#include "ir/base/text.h"
#include "ir/base/vec.h"

#include <stdint.h>

struct alike {
    VEC(const struct report_uncalled *) leaves; // of one sample, in order
};

static const char *key_of(struct fold *f, const struct report_uncalled *leaf)
{
    return arena_printf(f->arena, "%s %d %s", uncalled_pattern(f->arena, leaf->name), leaf->is_read,
                        leaf->times ? sym_string(f->arena, leaf->times) : "");
}

static struct map *group_leaves(struct fold *f, const struct report_model *sample)
{
    struct map *groups = map_open(f->arena);
    for (int i = 0; i < sample->n_uncalled; i++) {
        const char *key = key_of(f, &sample->uncalled[i]);
        struct alike *alike = map_get_string(groups, key);
        if (!alike) {
            alike = arena_new(f->arena, struct alike);
            map_put_string(groups, key, alike);
        }
        *vec_push(f->arena, &alike->leaves) = &sample->uncalled[i];
    }
    return groups;
}

struct leaves {
    struct fold *fold;
    const struct alike *in[MAX_SAMPLES]; // those that are alike; NULL: the sample has none
    int singles, each;                   // outside of the loop, and of each round from the second
};

static int count_in(const struct leaves *leaves, int sample)
{
    return leaves->in[sample] ? leaves->in[sample]->leaves.n : 0;
}

// False if their number does not follow the count of rounds.
static bool find_rounds(struct leaves *leaves)
{
    const struct fold_request *request = leaves->fold->request;
    leaves->each = count_in(leaves, THIRD) - count_in(leaves, SECOND);
    leaves->singles = count_in(leaves, SECOND) - leaves->each;
    if (leaves->each < 0 || leaves->singles < 0) return false;
    for (int s = 0; s < request->n_samples; s++)
        if (count_in(leaves, s) != leaves->singles + (request->counts[s] - 1) * leaves->each)
            return false;
    return true;
}

static void fold_single(const struct leaves *leaves, int position, struct report_uncalled *leaf)
{
    const char *names[MAX_SAMPLES] = {NULL};
    for (int s = 0; s < leaves->fold->request->n_samples; s++)
        names[s] = leaves->in[s]->leaves.at[position]->name;
    leaf->name = fold_text(leaves->fold, names);
}

static void fold_rounds(const struct leaves *leaves, int position, struct report_uncalled *leaf)
{
    struct fold *f = leaves->fold;
    const char *firsts[MAX_SAMPLES] = {NULL}, *lasts[MAX_SAMPLES] = {NULL};
    for (int s = SECOND; s < f->request->n_samples; s++) {
        int64_t last = position + (f->request->counts[s] - 2) * leaves->each;
        firsts[s] = leaves->in[s]->leaves.at[position]->name;
        lasts[s] = leaves->in[s]->leaves.at[last]->name;
    }
    leaf->name = fold_range(f, fold_text(f, firsts), fold_text(f, lasts));
    const struct sym *rounds = sym_add_const(f->syms, f->count, -1);
    leaf->times = leaf->times ? sym_mul(f->syms, leaf->times, rounds) : rounds;
}

// False: nothing is told of the leaf.
static bool fold_leaf(const struct leaves *leaves, int position, struct report_uncalled *leaf)
{
    struct fold *f = leaves->fold;
    bool failed = f->failed;
    if (position < leaves->singles)
        fold_single(leaves, position, leaf);
    else
        fold_rounds(leaves, position, leaf);
    bool told = !f->failed;
    f->failed = failed;
    return told;
}

void fold_uncalled(struct fold *f, struct report_model *folded)
{
    struct map *groups[MAX_SAMPLES], *seen = map_open(f->arena);
    VEC(struct report_uncalled) told = {0};
    if (f->failed) return;
    for (int s = 0; s < f->request->n_samples; s++)
        groups[s] = group_leaves(f, &f->request->models[s]);
    for (int i = 0; i < folded->n_uncalled; i++) {
        struct report_uncalled leaf = folded->uncalled[i];
        const char *key = key_of(f, &leaf);
        struct leaves leaves = {.fold = f};
        for (int s = 0; s < f->request->n_samples; s++)
            leaves.in[s] = map_get_string(groups[s], key);
        int position = (int)(uintptr_t)map_get_string(seen, key);
        map_put_string(seen, key, (void *)(uintptr_t)(position + 1));
        if (find_rounds(&leaves) && fold_leaf(&leaves, position, &leaf))
            *vec_push(f->arena, &told) = leaf;
    }
    folded->n_uncalled = told.n;
    folded->uncalled = told.at;
}
