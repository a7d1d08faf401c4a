// Conditions that numbers decide in each sample, as 3 <= 40 where three columns are taken out of
// forty: nothing is left of them in the samples' reports, but their sides follow the count. What
// they come to with the symbol in the numbers' place is told: n <= 40.

#include "analyzer/folding.h"

#include "ir/base/map.h"
#include "ir/base/site.h"
#include "ir/base/vec.h"
#include "ir/blame.h"

#include <inttypes.h>

#define MAX_ROUND 4096 // beyond, no round is looked for that breaks a condition

// A condition of a call, with its sides in the symbols of the folded report.
struct decided {
    enum relation relation;
    const struct sym *a, *b;
    const struct program *program;
    node_id node;
};

// All that one condition of one place of the source came to: of each sample, in order.
struct place {
    VEC(struct decided) at[MAX_SAMPLES];
};

// A condition that is asked for one count after the other.
struct sides {
    enum requirement_kind kind;
    const struct sym *left, *right; // NULL: it is none of symbols
};

struct deciding {
    struct fold *f;
    struct arena *scratch; // for one shape rule
    struct map *places;    // by key
    struct map *told;      // texts of conditions
    VEC(struct report_condition) found;
    VEC(struct sides) excluding; // of what is told, here and elsewhere
};

// ---- what the samples' calls asked

// Which of the call's conditions of its kind is it? Rules ask for less of some numbers, as for no
// divisibility by 1.
static int order_of(const struct infer *in, const struct obligation *of)
{
    int order = 0;
    for (const struct obligation *o = in->obligations; o != of; o = o->next)
        order += o->relation == of->relation && o->diag == of->diag;
    return order;
}

static struct place *place_of(struct deciding *d, const struct program *program, node_id id,
                              const struct obligation *o, int order)
{
    const struct node *node = program_node(program, id);
    uint64_t kind = (uint64_t)node->op | (uint64_t)o->relation << 16 | (uint64_t)o->diag << 20 |
                    (uint64_t)order << 40;
    uint64_t key = site_chain_hash(kind, node->site);
    key = site_chain_hash(key, program_scope(program, node->scope)->site);
    struct place *place = map_get_number(d->places, key);
    if (place) return place;
    place = arena_new(d->f->arena, struct place);
    map_put_number(d->places, key, place);
    return place;
}

static bool has_rule(const struct program *program, const struct node *node)
{
    if (node->body || node->op == N_OPS || !op_get(node->op)->shape) return false;
    for (int i = 0; i < node->n_out; i++)
        if (program_value(program, node->out + (value_id)i)->flags & VALUE_POISONED) return false;
    return true;
}

static void see_node(struct deciding *d, int sample, const struct program *program, node_id id)
{
    struct infer in = infer_again(d->scratch, program, id);
    in.keeps_decided = true;
    infer_run(&in);
    for (const struct obligation *o = in.obligations; o; o = o->next) {
        if (o->taken || obligation_of_ones(o)) continue;
        struct decided one = {.relation = o->relation,
                              .a = sym_brought(d->f->syms, o->a.size),
                              .b = sym_brought(d->f->syms, o->b.size),
                              .program = program,
                              .node = id};
        struct place *place = place_of(d, program, id, o, order_of(&in, o));
        *vec_push(d->f->arena, &place->at[sample]) = one;
    }
    arena_reset(d->scratch);
}

static void see_sample(struct deciding *d, int sample)
{
    const struct program *program = d->f->request->models[sample].program;
    for (int id = 1; id < program->nodes.n; id++)
        if (has_rule(program, program_node(program, (node_id)id)))
            see_node(d, sample, program, (node_id)id);
}

// ---- what it comes to

static bool mentions(struct fold *f, const struct requirement *requirement)
{
    const char *sides[] = {requirement->left, requirement->right};
    for (int side = 0; side < 2; side++) {
        const struct sym **vars, *sym = sym_parse(f->syms, sides[side], NULL);
        int n = sym ? sym_vars(f->arena, sym, &vars) : 0;
        for (int i = 0; i < n; i++)
            if (vars[i] == f->count) return true;
    }
    return false;
}

static struct sides sides_of(struct fold *f, const struct requirement *requirement)
{
    return (struct sides){requirement->kind, sym_parse(f->syms, requirement->left, NULL),
                          sym_parse(f->syms, requirement->right, NULL)};
}

static enum requirement_state state_at(const struct fold *f, const struct sides *sides,
                                       int64_t count)
{
    const struct sym_binding at = {f->count, count};
    int64_t a, b;
    if (!sides->left || !sides->right || !sym_evaluate(sides->left, &at, 1, &a) ||
        !sym_evaluate(sides->right, &at, 1, &b))
        return REQUIREMENT_UNKNOWN;
    return requirement_holds(sides->kind, a, b) ? REQUIREMENT_KEPT : REQUIREMENT_BROKEN;
}

static enum requirement_state state_first(struct fold *f, const struct requirement *requirement)
{
    struct sides sides = sides_of(f, requirement);
    return state_at(f, &sides, f->request->counts[0]);
}

// The condition through those of the samples. False: there is none that says something of the
// count, or it follows from what is known.
static bool fit_condition(struct fold *f, const struct decided *const *at,
                          struct requirement *needed)
{
    const struct fit_counts counts = {f->syms, f->count, f->request->n_samples, f->request->counts};
    const struct sym *left[MAX_SAMPLES] = {NULL}, *right[MAX_SAMPLES] = {NULL};
    bool same = true;
    int64_t least = 1;
    for (int s = SECOND; s < f->request->n_samples; s++) {
        left[s] = at[s]->a;
        right[s] = at[s]->b;
        if (!left[s] || !right[s]) return false;
        same = same && left[s] == left[SECOND] && right[s] == right[SECOND];
    }
    if (same) return false;
    struct obligation fitted = {.relation = at[SECOND]->relation};
    fitted.a.size = fit_closed_form(&counts, left, &least);
    fitted.b.size = fit_closed_form(&counts, right, &least);
    if (!fitted.a.size || !fitted.b.size) return false;
    struct proof proof = requirement_prove(f->syms, &fitted);
    return proof.verdict != VERDICT_PROVED && !proof.always &&
           requirement_of(f->arena, f->syms, &fitted, needed) && mentions(f, needed) &&
           state_first(f, needed) != REQUIREMENT_BROKEN;
}

// Which counts of the first ones the condition excludes: none that nothing else does, one, or more.
enum excluded { EXCLUDES_NONE, EXCLUDES_ONE, EXCLUDES_MORE };

static bool is_excluded(const struct deciding *d, int64_t count)
{
    for (int i = 0; i < d->excluding.n; i++)
        if (state_at(d->f, &d->excluding.at[i], count) == REQUIREMENT_BROKEN) return true;
    return false;
}

static enum excluded excludes(const struct deciding *d, const struct requirement *needed,
                              int64_t *only)
{
    int n_broken = 0;
    bool more = false;
    struct sides sides = sides_of(d->f, needed);
    for (int64_t count = 1; count <= MAX_ROUND && (n_broken < 2 || !more); count++) {
        enum requirement_state state = state_at(d->f, &sides, count);
        if (state == REQUIREMENT_UNKNOWN) return EXCLUDES_MORE; // it is of other symbols, too
        if (state == REQUIREMENT_KEPT) continue;
        n_broken++;
        *only = count;
        more = more || !is_excluded(d, count);
    }
    // What is broken beyond was looked for by nobody.
    if (n_broken && !more) return EXCLUDES_NONE;
    return n_broken == 1 ? EXCLUDES_ONE : EXCLUDES_MORE;
}

static void tell(struct deciding *d, const struct decided *who, const struct requirement *needed)
{
    struct arena *arena = d->f->arena;
    int64_t only = 0;
    enum excluded excluded = excludes(d, needed, &only);
    const struct requirement but_one = {REQUIRE_DIFFERENT, d->f->request->symbol,
                                        arena_printf(arena, "%" PRId64, only)};
    if (excluded == EXCLUDES_NONE) return;
    if (excluded == EXCLUDES_ONE && only < MAX_ROUND) needed = &but_one;
    const struct site *site = program_node(who->program, who->node)->site;
    const char *name = blame_node(arena, who->program, who->node);
    const char *text = requirement_string(arena, needed);
    if (map_get_string(d->told, text)) return;
    map_put_string(d->told, text, d);
    *vec_push(arena, &d->found) =
        (struct report_condition){.text = text,
                                  .needed_by = name,
                                  .site = site,
                                  .assumption = arena_printf(arena, "%s, as %s needs%s", text, name,
                                                             site_behind(arena, site)),
                                  .requirement = *needed};
    *vec_push(arena, &d->excluding) = sides_of(d->f, needed);
    requirement_assume(d->f->syms, needed);
}

// ---- of calls behind the loops, and of the first and the last round

// The condition of the same call of all samples: counted from the first one, or from the last.
enum counted { FROM_FIRST, FROM_LAST };

static void find_at(struct deciding *d, const struct place *place, enum counted counted, int index)
{
    const struct decided *at[MAX_SAMPLES] = {NULL};
    struct requirement needed;
    for (int s = SECOND; s < d->f->request->n_samples; s++)
        at[s] = &place->at[s].at[counted == FROM_FIRST ? index : place->at[s].n - 1 - index];
    if (fit_condition(d->f, at, &needed)) tell(d, at[SECOND], &needed);
}

// ---- of each round

static bool is_same(const struct decided *a, const struct decided *b)
{
    return a->relation == b->relation && a->a == b->a && a->b == b->b;
}

// Does a sample with more rounds begin as one with fewer does?
static bool begin_alike(const struct place *place, int fewer, int more)
{
    for (int i = 0; i < place->at[fewer].n; i++)
        if (!is_same(&place->at[fewer].at[i], &place->at[more].at[i])) return false;
    return true;
}

// The first round in which the condition is broken, which has the number of the round in the
// place of the count. 0: there is none.
static int64_t first_broken(struct fold *f, const struct requirement *needed)
{
    struct sides sides = sides_of(f, needed);
    for (int64_t round = 1; round <= MAX_ROUND; round++)
        if (state_at(f, &sides, round) == REQUIREMENT_BROKEN) return round;
    return 0;
}

// That 12 rounds keep what the last of them needs is not enough where the eighth does not.
static void find_in_rounds(struct deciding *d, const struct place *place)
{
    const struct fold_request *request = d->f->request;
    const struct decided *at[MAX_SAMPLES] = {NULL};
    struct requirement needed;
    int last = request->n_samples - 1, n = place->at[last].n;
    int64_t rounds = request->counts[last] - request->counts[last - 1];
    int64_t each = (n - place->at[last - 1].n) / rounds;
    if (each < 1 || n != place->at[last - 1].n + each * rounds ||
        !begin_alike(place, last - 1, last))
        return;
    int64_t before = n - each * request->counts[last]; // of the first round
    for (int64_t k = 0; k < each; k++) {
        for (int s = SECOND; s <= last; s++) {
            int64_t index = before + each * (request->counts[s] - 1) + k;
            if (index < 0) return;
            at[s] = &place->at[last].at[index];
        }
        if (!fit_condition(d->f, at, &needed)) continue;
        int64_t broken = first_broken(d->f, &needed);
        if (broken == 0) continue;
        needed = (struct requirement){REQUIRE_AT_MOST, d->f->request->symbol,
                                      arena_printf(d->f->arena, "%" PRId64, broken - 1)};
        tell(d, at[SECOND], &needed);
    }
}

// ---- all of them

static bool in_all(const struct fold *f, const struct place *place)
{
    for (int s = SECOND; s < f->request->n_samples; s++)
        if (place->at[s].n == 0) return false;
    return true;
}

static bool as_often_in_all(const struct fold *f, const struct place *place)
{
    for (int s = SECOND; s < f->request->n_samples; s++)
        if (place->at[s].n != place->at[SECOND].n) return false;
    return true;
}

static void find_of(struct deciding *d, const struct place *place)
{
    if (!in_all(d->f, place)) return;
    if (as_often_in_all(d->f, place)) {
        for (int i = 0; i < place->at[SECOND].n; i++) find_at(d, place, FROM_FIRST, i);
    } else if (place->at[SECOND].at[0].relation == RELATION_DIVIDES) {
        find_in_rounds(d, place);
    } else {
        find_at(d, place, FROM_LAST, 0);
        find_at(d, place, FROM_FIRST, 0);
    }
}

static void add_told(struct deciding *d, int n, const struct report_condition *conditions)
{
    for (int i = 0; i < n; i++) map_put_string(d->told, conditions[i].text, d);
}

void fold_decided(struct fold *f, struct fold_holds *holds)
{
    struct deciding d = {.f = f, .places = map_open(f->arena), .told = map_open(f->arena)};
    const struct report_model *second = &f->request->models[SECOND];
    // Samples with loops by another symbol have no program of all their rounds.
    if (second->tensors_of) return;
    d.scratch = arena_open();
    for (int i = 0; i < f->request->n_needs; i++)
        *vec_push(f->arena, &d.excluding) = sides_of(f, f->request->needs[i]);
    add_told(&d, second->n_conditions, second->conditions);
    add_told(&d, holds->n_conditions, holds->conditions);
    for (int s = SECOND; s < f->request->n_samples; s++) see_sample(&d, s);
    arena_close(d.scratch);
    for (int i = 0; i < map_count(d.places); i++) find_of(&d, map_value(d.places, i));
    int n = holds->n_conditions + d.found.n;
    struct report_condition *all = arena_array(f->arena, struct report_condition, n);
    for (int i = 0; i < n; i++)
        all[i] =
            i < holds->n_conditions ? holds->conditions[i] : d.found.at[i - holds->n_conditions];
    holds->n_conditions = n;
    holds->conditions = all;
}
