// What is alive is at least what the buffer must hold, so its largest sum is a lower bound; where
// layouts decide whether memory is handed over, that of as many handovers as can be.
//
// The upper bound. The highest address rises only when no free range but the endless last one fits.
// Then, with n the padded bytes that are asked for, A the alignment, and L tensors alive of more
// than 0 bytes:
//   - each of the other free ranges is shorter than n, and as all sizes are multiples of A, at most
//     n - A long;
//   - each has a live tensor directly above it, else it were part of another free range or of the
//     last; so there are at most L of them, and none if nothing is alive;
//   - everything below the last range is alive or free: it begins at most at live + L*(n - A).
// So the highest address is at most the largest over all takes of live + n + L*(n - A), live and L
// counted before. Fewer handovers never make live or L smaller: the memory that is not handed over
// stays with its owner for longer, and another is taken besides. Nor can the highest address pass
// the sum of all takes, since each raises it by n at most.

#include "analyzer/models/ggml_live.h"
#include "ir/ggml_largest.h"

// What counts for nothing is unknown, and the sum then a lower bound.
static const struct sym *known(struct syms *syms, const struct sym *bytes)
{
    return sym_kind(bytes) == SYM_UNKNOWN ? sym_const(syms, 0) : bytes;
}

enum measured { PADDED, NOT_PADDED };

static const struct sym *slot_size(const struct ggml_steps *s, int slot, enum measured what)
{
    return known(s->syms, what == PADDED ? s->slots[slot].padded : s->slots[slot].bytes);
}

// By how much a step raises the sum. What is handed over has the size of its new owner, unless
// layouts were only taken to be equal: then the old memory goes and the new one comes.
static const struct sym *rise_of(const struct ggml_steps *s, const struct ggml_step *step,
                                 enum measured what)
{
    const struct sym *bytes = slot_size(s, step->slot, what);
    switch (step->kind) {
    case GGML_TAKE: return bytes;
    case GGML_HAND_OVER: return sym_sub(s->syms, bytes, slot_size(s, step->from, what));
    case GGML_GIVE: return sym_neg(s->syms, bytes);
    }
    return bytes;
}

// The sum before each step that lowers it, and at the end.
static void sum_steps(const struct ggml_steps *s, enum measured what, struct ggml_largest *peaks)
{
    const struct sym *sum = sym_const(s->syms, 0);
    int raised_at = -1;
    for (int i = 0; i < s->list.n; i++) {
        const struct sym *rise = rise_of(s, &s->list.at[i], what);
        if (sym_is(rise, 0)) continue;
        if (s->list.at[i].kind != GGML_TAKE && raised_at >= 0) {
            ggml_largest_add(peaks, sum, raised_at);
            raised_at = -1;
        }
        sum = sym_add(s->syms, sum, rise);
        if (s->list.at[i].kind != GGML_GIVE) raised_at = i;
    }
    if (raised_at >= 0) ggml_largest_add(peaks, sum, raised_at);
}

// ---- who is alive

static const struct ggml_tensor *const *list_alive(struct arena *arena, const struct ggml_steps *s,
                                                   int last, int *n)
{
    bool *alive = arena_array(arena, bool, s->n_slots);
    for (int i = 0; i <= last; i++) {
        const struct ggml_step *step = &s->list.at[i];
        alive[step->slot] = step->kind != GGML_GIVE;
        if (step->kind == GGML_HAND_OVER) alive[step->from] = false;
    }
    const struct ggml_tensor **list = arena_array(arena, const struct ggml_tensor *, last + 1);
    *n = 0;
    for (int i = 0; i <= last; i++) {
        int slot = s->list.at[i].slot;
        if (!alive[slot] || s->list.at[i].kind == GGML_GIVE) continue;
        list[(*n)++] = s->slots[slot].tensor;
        alive[slot] = false;
    }
    return list;
}

static const struct sym *sum_of(struct ggml_steps *s, const struct ggml_moment *m)
{
    const struct sym *sum = sym_const(s->syms, 0);
    for (int i = 0; i < m->n_alive; i++) {
        int slot = ggml_steps_slot(s, m->alive[i]);
        sum = sym_add(s->syms, sum, known(s->syms, s->slots[slot].bytes));
    }
    return sum;
}

static struct ggml_moment describe(struct arena *arena, struct ggml_steps *s,
                                   const struct sym *padded, int at)
{
    const struct ggml_step *step = &s->list.at[at];
    struct ggml_moment m = {.padded = padded, .placed = s->slots[step->slot].tensor};
    if (step->node >= 0) m.node = s->graph->nodes.at[step->node];
    m.alive = list_alive(arena, s, at, &m.n_alive);
    m.bytes = sum_of(s, &m);
    return m;
}

static struct quantity bounded(const struct sym *bytes, const char *reason)
{
    return quantity_at_least(quantity_of(bytes), reason);
}

static int handed_over(const struct ggml_steps *s)
{
    int n = 0;
    for (int i = 0; i < s->list.n; i++) n += s->list.at[i].kind == GGML_HAND_OVER;
    return n;
}

void ggml_live_measure(struct arena *arena, struct ggml_steps *s, struct ggml_choices *choices,
                       struct ggml_plan *plan)
{
    struct ggml_largest padded = {.arena = arena, .syms = s->syms}, bytes = padded;
    if (!s->all_numbers) {
        ggml_choices_begin(choices, GGML_YES);
        ggml_steps_walk(s, choices);
    }
    sum_steps(s, PADDED, &padded);
    sum_steps(s, NOT_PADDED, &bytes);
    struct ggml_moment *moments = arena_array(arena, struct ggml_moment, padded.list.n);
    for (int i = 0; i < padded.list.n; i++)
        moments[i] = describe(arena, s, padded.list.at[i].bytes, padded.list.at[i].from);
    plan->n_moments = padded.list.n;
    plan->moments = moments;
    const char *reason = s->unknown ? "the size of a tensor is not known" : NULL;
    int handed = handed_over(s);
    if (!s->all_numbers) {
        ggml_choices_begin(choices, GGML_NO);
        ggml_steps_walk(s, choices);
    }
    if (handed != handed_over(s)) reason = "whether memory is handed over depends on symbols";
    plan->at_least = bounded(ggml_largest_value(&padded), reason);
    plan->peak = bounded(ggml_largest_value(&bytes), reason);
}

// ---- the upper bound

struct bound {
    const struct ggml_steps *steps;
    const struct sym *live, *takes;
    int n_live;
    struct ggml_largest peaks;
};

static void bound_take(struct bound *b, const struct sym *padded, int step)
{
    struct syms *syms = b->steps->syms;
    b->takes = sym_add(syms, b->takes, padded);
    const struct sym *hole = sym_add_const(syms, padded, -GGML_ALIGNMENT);
    const struct sym *holes = sym_mul_const(syms, hole, b->n_live);
    b->live = sym_add(syms, b->live, padded);
    b->n_live++;
    ggml_largest_add(&b->peaks, sym_add(syms, b->live, holes), step);
}

struct quantity ggml_live_bound(struct arena *arena, const struct ggml_steps *s)
{
    const struct sym *zero = sym_const(s->syms, 0);
    struct bound b = {s, zero, zero, 0, {.arena = arena, .syms = s->syms}};
    for (int i = 0; i < s->list.n; i++) {
        const struct ggml_step *step = &s->list.at[i];
        const struct sym *padded = s->slots[step->slot].padded;
        if (sym_is(padded, 0)) continue;
        if (step->kind == GGML_TAKE) bound_take(&b, padded, i);
        if (step->kind != GGML_GIVE) continue;
        b.live = sym_sub(s->syms, b.live, padded);
        b.n_live--;
    }
    const struct sym *top = ggml_largest_value(&b.peaks);
    if (sym_is_at_most(s->syms, b.takes, top)) top = b.takes;
    struct quantity q = quantity_of(top);
    if (!quantity_known(q)) return q;
    q.tag = TAG_UPPER;
    q.reason = "the allocator places tensors by the order of their sizes, which depends on symbols";
    return q;
}
