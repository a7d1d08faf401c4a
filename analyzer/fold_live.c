#include "analyzer/fold_live.h"

#include "analyzer/fit.h"
#include "analyzer/regimes.h"

#include <string.h>

#define FOURTH 3
#define MAX_LINES 16 // that may be the largest

// Nodes of one sample that stand at the same place of the source, in order.
struct place {
    VEC(const struct sym *) levels;
    VEC(node_id) nodes;
};

// What is alive at one moment as a function of the count, and the node that it was seen at.
struct line {
    const struct sym *bytes;
    node_id node; // of the second sample
};

// The moments that may be the worst, each as a form in the count that all samples show.
struct lines {
    struct arena *arena;
    const struct fold_live_request *request;
    struct syms *syms;
    struct map *places[MAX_SAMPLES];
    bool failed;
    int n;
    struct line at[MAX_LINES];
    VEC(struct line) middle; // of rounds that there are only if there are three
};

static int64_t count_of(const struct lines *l, int sample)
{
    return l->request->fold->counts[sample];
}

// ---- levels of a sample

// Each sample has a table of its own, so sizes go through their text, once each.
static const struct sym *brought(struct lines *l, struct map *known, const struct sym *size)
{
    uint64_t key = (uint64_t)(uintptr_t)size;
    const struct sym *here = map_get_number(known, key);
    if (!here) here = sym_brought(l->syms, size);
    if (!here) return NULL;
    map_put_number(known, key, (void *)(uintptr_t)here);
    return here;
}

// By the op and the chain of calls: the same in each sample, whatever its nodes' numbers are.
static uint64_t place_of(const struct node *node)
{
    return site_chain_hash((uint64_t)node->op, node->site);
}

static void add_level(struct lines *l, int sample, node_id id, const struct sym *level)
{
    const struct program *program = l->request->fold->models[sample].program;
    uint64_t key = place_of(program_node(program, id));
    struct place *place = map_get_number(l->places[sample], key);
    if (!place) {
        place = arena_new(l->arena, struct place);
        map_put_number(l->places[sample], key, place);
    }
    *vec_push(l->arena, &place->levels) = level;
    *vec_push(l->arena, &place->nodes) = id;
}

static void find_places(struct lines *l, int sample)
{
    const struct fold_request *fold = l->request->fold;
    const struct report_model *model = &fold->models[sample];
    const struct program *program = model->program;
    struct memory_request request = {.program = program,
                                     .model = model->memory_model,
                                     .mode = l->request->mode,
                                     .n_asked = 1,
                                     .asked = &fold->dtypes[l->request->dtype]};
    const struct sym **levels = memory_levels(l->arena, &request);
    struct map *known = map_open(l->arena);
    l->places[sample] = map_open(l->arena);
    for (node_id id = 1; id < (node_id)program->nodes.n && !l->failed; id++) {
        if (!levels[id]) continue;
        const struct sym *level = brought(l, known, levels[id]);
        if (level)
            add_level(l, sample, id, level);
        else
            l->failed = true;
    }
}

// ---- lines

static bool same(struct lines *l, const struct sym *a, const struct sym *b)
{
    return a == b || sym_prove_equal(l->syms, a, b).verdict == VERDICT_PROVED;
}

// Keeps those that no other one covers.
static void add_line(struct lines *l, const struct sym *bytes, node_id node)
{
    int kept = 0;
    for (int i = 0; i < l->n; i++)
        if (l->at[i].bytes == bytes || sym_is_at_most(l->syms, bytes, l->at[i].bytes)) return;
    for (int i = 0; i < l->n; i++)
        if (!sym_is_at_most(l->syms, l->at[i].bytes, bytes)) l->at[kept++] = l->at[i];
    l->n = kept;
    if (l->n == MAX_LINES)
        l->failed = true;
    else
        l->at[l->n++] = (struct line){bytes, node};
}

static const struct place *place_at(const struct lines *l, int sample, uint64_t key)
{
    return map_get_number(l->places[sample], key);
}

static uint64_t key_at(const struct lines *l, int index)
{
    uint64_t key;
    memcpy(&key, map_key(l->places[SECOND], index), sizeof key);
    return key;
}

static const struct sym *level_at(const struct lines *l, int sample, uint64_t key, int64_t position)
{
    const struct place *place = place_at(l, sample, key);
    return place && position < place->levels.n ? place->levels.at[position] : NULL;
}

enum round { ROUND_FIRST, ROUND_LAST };

// A moment of which there is one whatever the count: in the first round or the last, `each` nodes
// of its place a round, or outside of the loops.
static void fit_moment(struct lines *l, uint64_t key, int64_t position, int each, enum round round)
{
    const struct sym *at[MAX_SAMPLES] = {NULL};
    for (int s = SECOND; s < l->request->fold->n_samples; s++) {
        int64_t rounds = round == ROUND_LAST ? count_of(l, s) - 1 : 0;
        at[s] = level_at(l, s, key, position + rounds * each);
        if (!at[s]) {
            l->failed = true;
            return;
        }
    }
    const struct fit_counts counts = {l->syms, l->request->count, l->request->fold->n_samples,
                                      l->request->fold->counts};
    int64_t least = 1, rounds = round == ROUND_LAST ? 1 : 0;
    const struct sym *form = fit_closed_form(&counts, at, &least);
    if (form)
        add_line(l, form, place_at(l, SECOND, key)->nodes.at[position + rounds * each]);
    else
        l->failed = true;
}

// Of rounds between the first and the last one, the second and the one before the last.
static void add_both_ends(struct lines *l, uint64_t key, int64_t position, const struct sym *second,
                          const struct sym *last)
{
    node_id node = place_at(l, SECOND, key)->nodes.at[position];
    *vec_push(l->arena, &l->middle) = (struct line){second, node};
    *vec_push(l->arena, &l->middle) = (struct line){last, node};
}

// a + b * k + c * count in round k.
static bool fit_middle_line(struct lines *l, uint64_t key, int position, int each)
{
    struct syms *syms = l->syms;
    const struct sym *base = level_at(l, THIRD, key, position + each);
    const struct sym *later = level_at(l, FOURTH, key, position + 2 * each);
    const struct sym *more = level_at(l, FOURTH, key, position + each);
    if (!base || !later || !more) return false;
    const struct sym *by_round = sym_sub(syms, later, more), *by_count = sym_sub(syms, more, base);
    for (int s = FOURTH; s < l->request->fold->n_samples; s++) {
        for (int64_t k = 2; k < count_of(l, s); k++) {
            const struct sym *there = sym_add(syms, base, sym_mul_const(syms, by_round, k - 2));
            there = sym_add(syms, there, sym_mul_const(syms, by_count, count_of(l, s) - 3));
            const struct sym *is = level_at(l, s, key, position + (k - 1) * each);
            if (!is || !same(l, there, is)) return false;
        }
    }
    const struct sym *count = sym_add_const(syms, l->request->count, -3);
    const struct sym *second = sym_add(syms, base, sym_mul(syms, by_count, count));
    add_both_ends(l, key, position + each, second,
                  sym_add(syms, second, sym_mul(syms, by_round, count)));
    return true;
}

// Is it at most `there` with one more round, whatever the round? Or at least?
static bool goes_up(struct lines *l, const struct sym *by_round, bool *down)
{
    const struct sym *count = l->request->count;
    const struct sym *next =
        sym_substitute(l->syms, by_round, count, sym_add_const(l->syms, count, 1));
    *down = sym_is_at_most(l->syms, next, by_round);
    return sym_is_at_most(l->syms, by_round, next);
}

// A closed form in k alone, that grows or falls with each round.
static bool fit_middle_form(struct lines *l, uint64_t key, int position, int each)
{
    int longest = l->request->fold->n_samples - 1, n = 0;
    int64_t rounds[MAX_SAMPLES], last = count_of(l, longest) - 1, least = 1;
    const struct sym *levels[MAX_SAMPLES] = {NULL};
    for (int64_t k = 1; k <= last && n < MAX_SAMPLES; k++, n++) {
        rounds[n] = k;
        if (k > 1) levels[n] = level_at(l, longest, key, position + (k - 1) * each);
    }
    const struct fit_counts counts = {l->syms, l->request->count, n, rounds};
    const struct sym *form = fit_closed_form(&counts, levels, &least);
    if (!form) return false;
    for (int s = THIRD; s <= longest; s++) {
        for (int64_t k = 2; k < count_of(l, s); k++) {
            const struct sym *is = level_at(l, s, key, position + (k - 1) * each);
            const struct sym *there =
                sym_substitute(l->syms, form, l->request->count, sym_const(l->syms, k));
            if (!is || !same(l, there, is)) return false;
        }
    }
    bool down, up = goes_up(l, form, &down);
    const struct sym *count = l->request->count;
    const struct sym *end = up ? sym_add_const(l->syms, count, -1) : sym_const(l->syms, 2);
    end = sym_substitute(l->syms, form, count, end);
    if (up || down) add_both_ends(l, key, position + each, end, end);
    return up || down;
}

// The closed form of what samples with at least `first` rounds have, of which others have none.
static const struct sym *fit_from(struct lines *l, int first, const struct sym *const *of_samples)
{
    const struct sym *values[MAX_SAMPLES] = {NULL}, *count = l->request->count;
    int64_t counts[MAX_SAMPLES] = {1}, fewer = count_of(l, first) - 2, least = 1;
    int n = 1;
    for (int s = first; s < l->request->fold->n_samples; s++, n++) {
        counts[n] = count_of(l, s) - fewer;
        values[n] = of_samples[s];
    }
    const struct fit_counts fitted = {l->syms, count, n, counts};
    const struct sym *form = fit_closed_form(&fitted, values, &least);
    return form ? sym_substitute(l->syms, form, count, sym_add_const(l->syms, count, -fewer))
                : NULL;
}

// A line in k whose ends and steps follow the count by other forms than lines, as where an axis is
// the count.
static bool fit_middle_steps(struct lines *l, uint64_t key, int position, int each)
{
    const struct sym *second[MAX_SAMPLES] = {NULL}, *step[MAX_SAMPLES] = {NULL};
    for (int s = THIRD; s < l->request->fold->n_samples; s++) {
        second[s] = level_at(l, s, key, position + each);
        const struct sym *third = level_at(l, s, key, position + 2 * each);
        if (!second[s] || !third) return false;
        step[s] = sym_sub(l->syms, third, second[s]);
        for (int64_t k = 2; k < count_of(l, s); k++) {
            const struct sym *is = level_at(l, s, key, position + (k - 1) * each);
            const struct sym *there =
                sym_add(l->syms, second[s], sym_mul_const(l->syms, step[s], k - 2));
            if (!is || !same(l, there, is)) return false;
        }
    }
    const struct sym *begins = fit_from(l, THIRD, second), *steps = fit_from(l, FOURTH, step);
    if (!begins || !steps) return false;
    const struct sym *rounds = sym_add_const(l->syms, l->request->count, -3);
    add_both_ends(l, key, position + each, begins,
                  sym_add(l->syms, begins, sym_mul(l->syms, steps, rounds)));
    return true;
}

static void fit_middle(struct lines *l, uint64_t key, int position, int each)
{
    if (!fit_middle_line(l, key, position, each) && !fit_middle_form(l, key, position, each) &&
        !fit_middle_steps(l, key, position, each))
        l->failed = true;
}

// With at least one round, what is at most another line two rounds on is so from three on.
static bool covered_from_three(struct lines *l, const struct sym *bytes)
{
    const struct sym *count = l->request->count, *three = sym_add_const(l->syms, count, 2);
    bytes = sym_substitute(l->syms, bytes, count, three);
    for (int i = 0; i < l->n; i++) {
        const struct sym *other = sym_substitute(l->syms, l->at[i].bytes, count, three);
        if (bytes == other || sym_is_at_most(l->syms, bytes, other)) return true;
    }
    return false;
}

static void add_middle(struct lines *l)
{
    for (int i = 0; i < l->middle.n && !l->failed; i++)
        if (!covered_from_three(l, l->middle.at[i].bytes))
            add_line(l, l->middle.at[i].bytes, l->middle.at[i].node);
}

// How many nodes of a place each round adds; -1: they are not alike. `before`: how many there are
// before the first round, or in rounds that there are always, as in a loop from 0 to n inclusive.
static int nodes_a_round(const struct lines *l, uint64_t key, int *before)
{
    int n[MAX_SAMPLES] = {0};
    for (int s = SECOND; s < l->request->fold->n_samples; s++)
        n[s] = place_at(l, s, key) ? place_at(l, s, key)->levels.n : 0;
    int each = n[THIRD] - n[SECOND];
    *before = n[SECOND] - 2 * each;
    for (int s = SECOND; s < l->request->fold->n_samples; s++)
        if (n[s] != *before + each * count_of(l, s)) return -1;
    return *before < 0 ? -1 : each;
}

// The nodes of a place, from those of the run `run` of `n_runs` that have as many.
static const struct place *run_of(struct lines *l, const struct place *all, int run, int n_runs)
{
    struct place *part = arena_new(l->arena, struct place);
    int n = all->nodes.n / n_runs;
    for (int i = run * n; i < (run + 1) * n; i++) {
        *vec_push(l->arena, &part->levels) = all->levels.at[i];
        *vec_push(l->arena, &part->nodes) = all->nodes.at[i];
    }
    return part;
}

// Where the loop runs several times, and each run adds one node a round: a place for each run.
static void split_place(struct lines *l, struct map *const *split, uint64_t key)
{
    int before, each = nodes_a_round(l, key, &before);
    int n_runs = each > 1 && before % each == 0 ? each : 1;
    for (int s = 0; s < l->request->fold->n_samples; s++) {
        const struct place *all = place_at(l, s, key);
        for (int run = 0; all && run < n_runs; run++)
            map_put_number(split[s], key + (uint64_t)run,
                           (void *)(uintptr_t)run_of(l, all, run, n_runs));
    }
}

static void split_places(struct lines *l)
{
    struct map *split[MAX_SAMPLES];
    int n = l->request->fold->n_samples;
    for (int s = 0; s < n; s++) split[s] = map_open(l->arena);
    for (int i = 0; i < map_count(l->places[SECOND]); i++) split_place(l, split, key_at(l, i));
    for (int s = 0; s < n; s++) l->places[s] = split[s];
}

static void fit_place(struct lines *l, uint64_t key)
{
    int before, each = nodes_a_round(l, key, &before);
    if (each < 0) l->failed = true;
    for (int position = 0; position < before + each && !l->failed; position++) {
        fit_moment(l, key, position, each, ROUND_FIRST);
        if (position < before || l->failed) continue;
        fit_moment(l, key, position, each, ROUND_LAST);
        fit_middle(l, key, position, each);
    }
}

// ---- the peak

static const struct sym *largest(struct lines *l)
{
    const struct sym *all = l->at[0].bytes;
    for (int i = 1; i < l->n; i++) all = sym_max(l->syms, all, l->at[i].bytes);
    return all;
}

// Is it what each sample has? Fewer rounds than the third sample's may have another worst moment.
static bool fits_samples(struct lines *l, const struct sym *peak, int64_t *least)
{
    const struct fold_live_request *request = l->request;
    const struct fold_request *fold = request->fold;
    for (int s = 0; s < fold->n_samples; s++) {
        const struct report_live *live = request->mode == MEMORY_INFERENCE
                                             ? &fold->models[s].live[request->dtype]
                                             : &fold->models[s].live_training[request->dtype];
        if (!live->bytes.value || live->bytes.tag != TAG_EXACT) return false;
        const struct sym *is = sym_brought(l->syms, live->bytes.value);
        const struct sym *said =
            sym_substitute(l->syms, peak, request->count, sym_const(l->syms, count_of(l, s)));
        if (is && same(l, is, said)) continue;
        if (s > 0) return false;
        if (*least < 2) *least = 2;
    }
    return true;
}

// By the row that the node belongs to. A model that is one leaf has no name: it goes by its op.
static const char *moment_name(struct arena *arena, const struct report_model *folded, node_id id)
{
    for (int i = 0; i < folded->n_rows; i++) {
        const struct report_row *row = &folded->rows[i];
        if (row->first_node > id || id > row->last_node) continue;
        const char *name = *row->name ? row->name : row->op;
        if (row->call > 1) name = arena_printf(arena, "%s, call %d", name, row->call);
        return arena_printf(arena, "while `%s` runs", name);
    }
    return NULL;
}

static void find_pieces(struct lines *l, const struct report_model *folded,
                        struct report_live *live)
{
    const char *conditions[MAX_LINES];
    const struct sym *sizes[MAX_LINES];
    struct report_live_piece *pieces = arena_array(l->arena, struct report_live_piece, l->n);
    for (int i = 0; i < l->n; i++) sizes[i] = l->at[i].bytes;
    regimes_find(l->arena, l->syms, l->n, sizes, conditions);
    for (int i = 0; i < l->n; i++) {
        if (!conditions[i]) continue;
        pieces[live->n_pieces++] =
            (struct report_live_piece){.bytes = quantity_of(sizes[i]),
                                       .condition = conditions[i],
                                       .moment = moment_name(l->arena, folded, l->at[i].node),
                                       .site = program_node(folded->program, l->at[i].node)->site};
    }
    live->pieces = pieces;
    if (!live->n_pieces) return;
    live->moment = pieces[0].moment;
    live->site = pieces[0].site;
    if (live->n_pieces == 1) live->n_pieces = 0;
}

bool fold_live(struct arena *arena, const struct fold_live_request *request,
               const struct report_model *folded, struct report_live *live, int64_t *least)
{
    struct lines l = {.arena = arena, .request = request, .syms = request->syms};
    if (request->fold->n_samples <= FOURTH) return false;
    for (int s = 0; s < request->fold->n_samples && !l.failed; s++) find_places(&l, s);
    // A place that only later samples have is one of a later round.
    for (int s = THIRD; !l.failed && s < request->fold->n_samples; s++)
        l.failed = map_count(l.places[s]) != map_count(l.places[SECOND]);
    if (!l.failed && request->order == FOLD_BY_RUNS) split_places(&l);
    for (int i = 0; !l.failed && i < map_count(l.places[SECOND]); i++) fit_place(&l, key_at(&l, i));
    add_middle(&l);
    if (l.failed || l.n == 0) return false;
    const struct sym *peak = largest(&l);
    if (!fits_samples(&l, peak, least)) return false;
    live->n_pieces = live->n_holders = live->n_alive = 0;
    live->n_moments = l.n;
    find_pieces(&l, folded, live);
    live->bytes = quantity_of(peak);
    return true;
}
