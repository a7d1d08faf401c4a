// Rows of reports with 1, 2, 3, ... rounds that come from the same place of the source.

#include "analyzer/folding.h"

#define XXH_INLINE_ALL
#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <xxhash.h>

// Rows of one sample that stand at the same place of the source, in order.
struct group {
    VEC(int) rows;
};

// ---- rows of the same place

// A hash of the op, the ranks of the results and the chains of calls: the same in each sample.
static uint64_t place_of(const struct report_row *row)
{
    uint64_t place = XXH3_64bits_withSeed(row->op, strlen(row->op), (uint64_t)row->n_outputs);
    for (int i = 0; i < row->n_outputs; i++)
        place = XXH3_64bits_withSeed(&row->outputs[i].shape.rank, sizeof(int), place);
    place = site_chain_hash(site_chain_hash(place, row->site) + 1, row->made);
    // Of loops by another symbol, the first round and the later ones stay apart.
    return row->times ? place ^ sym_hash(row->times) : place;
}

static void add_to_group(struct fold *f, int sample, const struct report_row *row, int index)
{
    uint64_t place = place_of(row);
    struct group *group = map_get_number(f->groups[sample], place);
    if (!group) {
        group = arena_new(f->arena, struct group);
        map_put_number(f->groups[sample], place, group);
    }
    *vec_push(f->arena, &group->rows) = index;
}

static const struct report_row *row_at(const struct fold *f, int sample, enum fold_list list,
                                       int index)
{
    const struct report_model *m = &f->request->models[sample];
    if (list == LIST_PARTS) return &f->part_rows[sample][index];
    return list == LIST_ROWS ? &m->rows[index] : &m->modules[index].row;
}

static void find_groups(struct fold *f, enum fold_list list)
{
    for (int s = 0; s < f->request->n_samples; s++) {
        const struct report_model *m = &f->request->models[s];
        int n = list == LIST_ROWS      ? m->n_rows
                : list == LIST_MODULES ? m->n_modules
                                       : f->n_part_rows[s];
        f->groups[s] = map_open(f->arena);
        for (int i = 0; i < n; i++) add_to_group(f, s, row_at(f, s, list, i), i);
        // A place that only more rounds come to has no row that could stand for it.
        if (s > SECOND && map_count(f->groups[s]) != map_count(f->groups[SECOND])) f->failed = true;
    }
}

static int group_size(const struct fold *f, int sample, uint64_t place)
{
    const struct group *group = map_get_number(f->groups[sample], place);
    return group ? group->rows.n : 0;
}

// How many rows of a place each round adds: 0 outside of the loops. `singles`: how many there are
// with one round; a loop from 0 to n inclusive has more than one round then, and one from 1 none.
static int rows_a_round(struct fold *f, uint64_t place, int *singles)
{
    int second = group_size(f, SECOND, place), each = group_size(f, THIRD, place) - second;
    *singles = second - each;
    for (int s = 0; s < f->request->n_samples; s++)
        if (group_size(f, s, place) != *singles + (f->request->counts[s] - 1) * each)
            f->failed = true;
    if (each < 0 || *singles < 0) f->failed = true;
    return each;
}

// The rows of one place in the rounds from the second on, of `each` a round.
struct repetition {
    enum fold_list list;
    uint64_t place;
    int position, each; // of the second round's
    int run, n_runs;    // of the loop, each with as many rows: positions count in one of them
};

static const struct report_row *row_in_group(const struct fold *f, int sample,
                                             const struct repetition *of, int64_t position)
{
    const struct group *group = map_get_number(f->groups[sample], of->place);
    int64_t n = group ? group->rows.n / of->n_runs : 0;
    if (position >= n) return NULL;
    return row_at(f, sample, of->list, group->rows.at[of->run * n + position]);
}

// Also of different samples, which have tables of expressions of their own.
static bool same_expression(const struct sym *a, const struct sym *b)
{
    return a == b || (a && b && sym_hash(a) == sym_hash(b));
}

static bool same_quantity(struct quantity a, struct quantity b)
{
    return same_expression(a.value, b.value) && a.tag == b.tag;
}

static bool same_row(const struct fold *f, const struct report_row *a, const struct report_row *b)
{
    for (int d = 0; d < f->request->n_dtypes; d++)
        if (!same_quantity(a->bytes[d], b->bytes[d])) return false;
    for (int i = 0; i < a->n_outputs; i++)
        for (int k = 0; k < a->outputs[i].shape.rank; k++)
            if (!same_expression(a->outputs[i].shape.dim[k], b->outputs[i].shape.dim[k]))
                return false;
    return same_quantity(a->flops, b->flops) && same_quantity(a->parameters, b->parameters);
}

static const struct report_row *row_of_round(const struct fold *f, int sample,
                                             const struct repetition *of, int64_t round)
{
    return row_in_group(f, sample, of, of->position + (round - 2) * of->each);
}

// What the rounds of a sample are held against.
enum rival {
    RIVAL_SECOND,   // its own second round: sizes may depend on the count itself
    RIVAL_LONGEST,  // the same round of the longest sample
    RIVAL_FROM_LAST // the one that as many follow there, as where `widths[n - 1 - i]` is read
};

static const struct report_row *rival_of(const struct fold *f, int sample,
                                         const struct repetition *of, int64_t round,
                                         enum rival rival)
{
    int longest = f->request->n_samples - 1;
    int64_t more = f->request->counts[longest] - f->request->counts[sample];
    if (rival == RIVAL_SECOND) return row_of_round(f, sample, of, 2);
    return row_of_round(f, longest, of, rival == RIVAL_LONGEST ? round : round + more);
}

static bool rounds_agree(const struct fold *f, const struct repetition *of, enum rival rival)
{
    int longest = f->request->n_samples - 1;
    for (int s = SECOND; s <= longest; s++) {
        for (int64_t round = 2; round <= f->request->counts[s]; round++) {
            const struct report_row *row = row_of_round(f, s, of, round);
            const struct report_row *model = rival_of(f, s, of, round, rival);
            if (!row || !model || !same_row(f, row, model)) return false;
        }
    }
    return true;
}

static void fit_outputs(struct fold *f, const struct report_row *const *at, struct report_row *row)
{
    struct report_output *outputs = arena_array(f->arena, struct report_output, row->n_outputs);
    for (int i = 0; i < row->n_outputs; i++) {
        outputs[i] = row->outputs[i];
        if (outputs[i].reason) f->failed = true;
        for (int k = 0; k < outputs[i].shape.rank && !f->failed; k++) {
            struct quantity dims[MAX_SAMPLES];
            const struct quantity *each[MAX_SAMPLES] = {NULL};
            for (int s = 0; s < f->request->n_samples; s++) {
                if (!at[s]) continue;
                dims[s] = quantity_of(at[s]->outputs[i].shape.dim[k]);
                each[s] = &dims[s];
            }
            outputs[i].shape.dim[k] = fold_fit(f, each).value;
            if (fold_falls_below_0(f, outputs[i].shape.dim[k])) f->failed = true;
        }
    }
    row->outputs = outputs;
}

// Are the sizes of a round's results no less than 0, whatever its number is?
static bool has_sizes(struct fold *f, const struct repetition *of)
{
    const struct report_row *at[MAX_SAMPLES] = {NULL};
    for (int s = SECOND; s < f->request->n_samples; s++)
        at[s] = row_of_round(f, s, of, f->request->counts[s]);
    struct report_row last = *at[SECOND];
    fit_outputs(f, at, &last);
    for (int i = 0; i < last.n_outputs && !f->failed; i++)
        for (int k = 0; k < last.outputs[i].shape.rank; k++)
            if (!sym_is_at_most(f->syms, sym_const(f->syms, 0), last.outputs[i].shape.dim[k]))
                return false;
    return !f->failed;
}

// Has each round of the longest sample the bytes that the form says? It is a form in the count: of
// the last round where they agree from the first one on, else of the second.
static void check_rounds(struct fold *f, const struct repetition *of, const struct sym *bytes,
                         enum rival rival)
{
    int longest = f->request->n_samples - 1;
    int64_t count = f->request->counts[longest];
    for (int64_t round = 2; round <= count; round++) {
        const struct report_row *row = row_of_round(f, longest, of, round);
        const struct sym *is = fold_brought(f, row->bytes[0]);
        int64_t shown = rival == RIVAL_FROM_LAST ? count + 2 - round : round;
        const struct sym *said =
            sym_substitute(f->syms, bytes, f->count, sym_const(f->syms, shown));
        if (is != said && (!is || sym_prove_equal(f->syms, is, said).verdict != VERDICT_PROVED))
            f->failed = true;
    }
}

// With each round they grow or fall.
static enum report_rounds order_of_rounds(struct fold *f, const struct repetition *of,
                                          const struct sym *bytes, enum rival rival)
{
    bool from_last = rival == RIVAL_FROM_LAST;
    check_rounds(f, of, bytes, rival);
    const struct sym *next =
        sym_substitute(f->syms, bytes, f->count, sym_add_const(f->syms, f->count, 1));
    if (sym_is_at_most(f->syms, bytes, next)) return from_last ? ROUNDS_FALL : ROUNDS_GROW;
    // What falls comes to less than nothing in some round, unless its form shows that it does not.
    if (!sym_is_at_most(f->syms, next, bytes) ||
        (!sym_is_at_most(f->syms, sym_const(f->syms, 0), bytes) &&
         (from_last || !has_sizes(f, of))))
        f->failed = true;
    return from_last ? ROUNDS_GROW : ROUNDS_FALL;
}

// From the second round on all are alike, or grow, or fall; else it is no repetition.
static enum report_rounds kind_of_rounds(struct fold *f, const struct repetition *of)
{
    struct quantity bytes[MAX_SAMPLES];
    const struct quantity *last[MAX_SAMPLES] = {NULL};
    if (rounds_agree(f, of, RIVAL_SECOND)) return ROUNDS_ALIKE;
    enum rival rival = rounds_agree(f, of, RIVAL_LONGEST) ? RIVAL_LONGEST : RIVAL_FROM_LAST;
    if (rival == RIVAL_FROM_LAST && !rounds_agree(f, of, RIVAL_FROM_LAST)) {
        f->failed = true;
        return ROUNDS_ALIKE;
    }
    for (int s = SECOND; s < f->request->n_samples; s++) {
        int64_t round = rival == RIVAL_FROM_LAST ? 2 : f->request->counts[s];
        bytes[s] = row_of_round(f, s, of, round)->bytes[0];
        last[s] = &bytes[s];
    }
    const struct sym *form = fold_fit(f, last).value;
    return f->failed ? ROUNDS_ALIKE : order_of_rounds(f, of, form, rival);
}

// ---- one row

// Of "h.1.fc" and "h.n - 1.fc", which differ from `same` on: "h.1..(n - 1).fc".
static const char *name_up_to(struct fold *f, const char *first, const char *last, size_t same)
{
    size_t n = strlen(last), digits = strspn(first + same, "0123456789");
    const char *suffix = first + same + digits;
    size_t n_suffix = strlen(suffix);
    bool common =
        digits && *suffix == '.' && n > same + n_suffix && !strcmp(last + n - n_suffix, suffix);
    if (!common) return arena_printf(f->arena, "%s..%s", first, last + same);
    return arena_printf(f->arena, "%.*s..(%.*s)%s", (int)(same + digits), first,
                        (int)(n - n_suffix - same), last + same, suffix);
}

// "layers[1..n - 1].w" of layers[1].w and layers[n - 1].w; NULL: they differ elsewhere.
static const char *range_of_indices(struct fold *f, const char *first, const char *last)
{
    size_t same = 0;
    while (first[same] && first[same] == last[same]) same++;
    while (same && first[same - 1] != '[') same--;
    if (!same) return NULL;
    const char *end = strchr(first + same, ']'), *last_end = strchr(last + same, ']');
    if (!end || !last_end || strcmp(end, last_end) != 0) return NULL;
    return arena_printf(f->arena, "%.*s..%.*s%s", (int)(end - first), first,
                        (int)(last_end - last - (ptrdiff_t)same), last + same, end);
}

const char *fold_range(struct fold *f, const char *first, const char *last)
{
    size_t same = 0, n = strlen(first), n_last = strlen(last), behind = 0;
    if (strcmp(first, last) == 0) return first;
    // Each of the two may be a range, of another loop: from the first's begin to the last's end.
    const char *end = strstr(last, "..");
    if (end && strstr(first, ".."))
        return arena_printf(f->arena, "%.*s%s", (int)(strstr(first, "..") - first), first, end);
    const char *range = range_of_indices(f, first, last);
    if (range) return range;
    while (first[same] && first[same] == last[same]) same++;
    // Of expressions nothing is left out.
    bool sum = strpbrk(first, " *") || strpbrk(last, " *");
    while (same && (sum ? first[same - 1] != '.' : isdigit((unsigned char)first[same - 1]))) same--;
    if (sum && same) return name_up_to(f, first, last, same);
    while (!sum && behind < n - same && first[n - behind - 1] == last[n_last - behind - 1] &&
           !isdigit((unsigned char)first[n - behind - 1]))
        behind++;
    return arena_printf(f->arena, "%.*s..%.*s%s", (int)(n - behind), first,
                        (int)(n_last - behind - same), last + same, first + n - behind);
}

static void fit_figures(struct fold *f, const struct report_row *const *at, struct report_row *row)
{
    const struct quantity *flops[MAX_SAMPLES] = {NULL}, *parameters[MAX_SAMPLES] = {NULL};
    const char *args[MAX_SAMPLES] = {NULL};
    const struct quantity *times[MAX_SAMPLES] = {NULL};
    struct quantity of_times[MAX_SAMPLES];
    for (int s = 0; s < f->request->n_samples; s++) {
        if (!at[s]) continue;
        flops[s] = &at[s]->flops;
        parameters[s] = &at[s]->parameters;
        args[s] = at[s]->args;
        if (!at[s]->times) continue;
        of_times[s] = quantity_of(at[s]->times);
        times[s] = &of_times[s];
    }
    row->flops = fold_fit_known(f, flops);
    row->parameters = fold_fit(f, parameters);
    row->args = fold_text(f, args);
    if (row->times) row->times = fold_fit(f, times).value;
    for (int d = 0; d < f->request->n_dtypes; d++) {
        const struct quantity *bytes[MAX_SAMPLES] = {NULL};
        for (int s = 0; s < f->request->n_samples; s++)
            if (at[s]) bytes[s] = &at[s]->bytes[d];
        row->bytes[d] = fold_fit(f, bytes);
    }
}

// The row of a sample that is told: the one at its position, or the last of its rounds.
static const struct report_row *told_row(const struct fold *f, int sample,
                                         const struct repetition *of, enum report_rounds rounds)
{
    int64_t round = rounds == ROUNDS_GROW ? f->request->counts[sample] : 2;
    return row_of_round(f, sample, of, round);
}

static void fit_repetition(struct fold *f, const struct repetition *of, struct report_row *row)
{
    const struct report_row *at[MAX_SAMPLES] = {NULL};
    const char *names[MAX_SAMPLES] = {NULL}, *firsts[MAX_SAMPLES] = {NULL};
    enum report_rounds inner = row->rounds; // of loops by another symbol
    row->rounds = kind_of_rounds(f, of);
    // What a program reads off a tensor of ggml is followed only if all rounds read the same.
    if (row->rounds != ROUNDS_ALIKE && f->request->models[SECOND].ggml) f->failed = true;
    if (row->rounds == ROUNDS_ALIKE)
        row->rounds = inner;
    else if (inner != ROUNDS_ALIKE && inner != row->rounds)
        f->failed = true;
    for (int s = SECOND; s < f->request->n_samples && !f->failed; s++) {
        const struct report_row *last = row_of_round(f, s, of, f->request->counts[s]);
        at[s] = told_row(f, s, of, row->rounds);
        if (!at[s] || !last) f->failed = true;
        if (last) names[s] = last->name;
        firsts[s] = row_of_round(f, s, of, 2)->name;
    }
    if (f->failed) return;
    fit_outputs(f, at, row);
    fit_figures(f, at, row);
    row->name = fold_range(f, fold_text(f, firsts), fold_text(f, names));
    const struct sym *rounds = sym_add_const(f->syms, f->count, -1);
    row->times = row->times ? sym_mul(f->syms, row->times, rounds) : rounds;
}

static void fit_single(struct fold *f, const struct repetition *of, struct report_row *row)
{
    const struct report_row *at[MAX_SAMPLES] = {NULL};
    const char *names[MAX_SAMPLES] = {NULL};
    for (int s = 0; s < f->request->n_samples; s++) {
        at[s] = row_in_group(f, s, of, of->position);
        if (at[s]) names[s] = at[s]->name;
    }
    fit_outputs(f, at, row);
    fit_figures(f, at, row);
    bool failed = f->failed;
    row->name = fold_text(f, names);
    // "out" of one round is "out.44" where the later ones have one, too.
    if (f->failed && !failed && names[0]) {
        f->failed = false;
        names[0] = NULL;
        row->name = fold_text(f, names);
        if (f->least < f->request->counts[SECOND]) f->least = f->request->counts[SECOND];
    }
    // Two pointers that are exchanged in each round have each other's block every other time.
    if (of->list == LIST_PARTS && f->failed && !failed) {
        f->failed = false;
        row->name = names[SECOND];
    }
}

// The rows of a place as those of several runs of the loop, if they can be that: each run adds one
// row a round.
static void find_run(const struct fold *f, struct repetition *of, int *singles)
{
    if (f->order != FOLD_BY_RUNS || of->each <= 1 || *singles % of->each != 0) return;
    of->n_runs = of->each;
    of->each = 1;
    *singles /= of->n_runs;
    int n = group_size(f, SECOND, of->place) / of->n_runs;
    of->run = of->position / n;
    of->position %= n;
}

// `seen`: how many rows of each place came before.
static struct report_row fit_row(struct fold *f, enum fold_list list, int index, struct map *seen)
{
    struct report_row row = *row_at(f, SECOND, list, index);
    uint64_t place = place_of(&row);
    int position = (int)(uintptr_t)map_get_number(seen, place);
    map_put_number(seen, place, (void *)(uintptr_t)(position + 1));
    int singles, each = rows_a_round(f, place, &singles);
    struct repetition of = {list, place, position, each, 0, 1};
    if (f->failed) return row;
    find_run(f, &of, &singles);
    if (of.position >= singles)
        fit_repetition(f, &of, &row);
    else
        fit_single(f, &of, &row);
    return row;
}

void fold_parts(struct fold *f, struct report_row *rows)
{
    struct map *seen = map_open(f->arena);
    find_groups(f, LIST_PARTS);
    for (int i = 0; i < f->n_part_rows[SECOND] && !f->failed; i++)
        rows[i] = fit_row(f, LIST_PARTS, i, seen);
}

void fold_rows(struct fold *f, struct report_model *folded)
{
    struct report_row *rows = arena_array(f->arena, struct report_row, folded->n_rows);
    struct map *seen = map_open(f->arena);
    find_groups(f, LIST_ROWS);
    for (int i = 0; i < folded->n_rows && !f->failed; i++) rows[i] = fit_row(f, LIST_ROWS, i, seen);
    folded->rows = rows;
    struct report_module *modules = arena_array(f->arena, struct report_module, folded->n_modules);
    seen = map_open(f->arena);
    find_groups(f, LIST_MODULES);
    for (int i = 0; i < folded->n_modules && !f->failed; i++) {
        modules[i] = folded->modules[i];
        modules[i].row = fit_row(f, LIST_MODULES, i, seen);
    }
    folded->modules = modules;
}
