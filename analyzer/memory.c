// The peak of live memory. Storages are born and die at events; a sweep over the events keeps a
// running sum and remembers the moments at which it stopped rising, which are the only ones that
// may be the worst. Of those it keeps what no other one covers for all values of the symbols:
// usually one, a few where the answer depends on a size.
//
// What iterations of a region leave behind for the backward pass is added at the begin of the
// region, all at once: the worst iteration is the last one.
//
// Steps, in order: liveness, the model's wishes (`kept`), held copies, what each storage weighs
// (weigh.c), the sweep, names of holders (holders.c).

#include "analyzer/measure.h"
#include "ir/graph_float.h"

#include <limits.h>
#include <string.h>

// ---- what iterations keep

// Sizes that each iteration of a region leaves behind.
struct leavings {
    const struct sym **all, **handed; // by region
};

static void add_to(struct measure *m, const struct sym **sum, storage_id id)
{
    if (!weigh_is_counted(m, id)) return;
    *sum = sym_add(m->program->syms, *sum, weigh_storage(m, program_storage(m->program, id)));
}

static void sum_leavings(struct measure *m, struct leavings *leavings)
{
    int n = m->live.n_regions;
    leavings->all = arena_array(m->scratch, const struct sym *, n);
    leavings->handed = arena_array(m->scratch, const struct sym *, n);
    for (int r = 0; r < n; r++)
        leavings->all[r] = leavings->handed[r] = sym_const(m->program->syms, 0);
    for (storage_id id = 1; n && id < (storage_id)m->program->storages.n; id++) {
        int region = m->live.region_of[id];
        if (m->kept[id] && region >= 0) add_to(m, &leavings->all[region], id);
    }
    for (int i = 0; i < m->wishes.tensors.n; i++) {
        int region = m->held_items[i].region;
        if (region < 0) continue;
        const struct sym *bytes = weigh_tensor(m, &m->wishes.tensors.at[i]);
        leavings->all[region] = sym_add(m->program->syms, leavings->all[region], bytes);
    }
    for (int i = 0; i < m->held.parts.n; i++) {
        const struct held_part *part = &m->held.parts.at[i];
        bool all = part->hold == HOLD_ALL;
        add_to(m, all ? &leavings->all[part->region] : &leavings->handed[part->region],
               part->storage);
    }
}

// In its last iteration a region has what all earlier ones left. Inner regions
// begin after outer ones, so going backwards each is complete before what a
// whole run of it leaves is added to the one around it.
static void find_extra(struct measure *m)
{
    struct syms *syms = m->program->syms;
    struct leavings leavings;
    sum_leavings(m, &leavings);
    m->extra = arena_array(m->scratch, struct tally_item, m->live.n_regions);
    for (int r = m->live.n_regions - 1; r >= 0; r--) {
        const struct sym *count = held_count(&m->held, r);
        const struct sym *each = sym_add(syms, leavings.all[r], leavings.handed[r]);
        const struct sym *earlier = sym_mul(syms, sym_add_const(syms, count, -1), each);
        m->extra[r] = tally_item(&m->kinds, earlier);
        int outer = m->live.regions[r].outer;
        if (outer < 0) continue;
        const struct sym *whole = sym_add(syms, earlier, leavings.all[r]);
        leavings.all[outer] = sym_add(syms, leavings.all[outer], whole);
    }
}

// What the backward pass reads again lives until the forward pass is over, or the program's own
// backward pass is.
static void keep_for_backward(struct measure *m)
{
    for (storage_id id = 1; id < (storage_id)m->program->storages.n; id++) {
        struct lifetime *lifetime = &m->live.storages[id];
        if (m->kept[id] && lifetime->used && lifetime->last < m->wishes.until[id])
            lifetime->last = m->wishes.until[id];
    }
}

// ---- moments

// Many pairs of moments differ in the same few sizes, and the answer to a
// question that was asked before costs nothing.
static bool proved_at_most(const struct measure *m, const struct tally *a, const struct tally *b)
{
    struct tally only_a, only_b;
    tally_open(&only_a, &m->kinds);
    tally_open(&only_b, &m->kinds);
    tally_copy(&m->kinds, &only_a, a);
    tally_copy(&m->kinds, &only_b, b);
    tally_cancel(&m->kinds, &only_a, &only_b);
    const struct sym *rest_a = tally_sum(&m->kinds, &only_a);
    return sym_is_at_most(m->program->syms, rest_a, tally_sum(&m->kinds, &only_b));
}

// Sums are big, so candidates that leave swap places instead of being copied.
static void keep_candidate(struct measure *m, int from, int to)
{
    struct candidate moved = m->candidates[from];
    m->candidates[from] = m->candidates[to];
    m->candidates[to] = moved;
}

// By one that is kept already, or strictly by a later one. Candidates that cover each other are
// equal, and the earlier one is to win.
static bool is_covered(const struct measure *m, int index, int kept)
{
    const struct tally *tally = &m->candidates[index].tally;
    for (int k = 0; k < kept; k++) {
        if (proved_at_most(m, tally, &m->candidates[k].tally)) return true;
    }
    for (int k = index + 1; k < m->n_candidates; k++) {
        const struct tally *later = &m->candidates[k].tally;
        if (proved_at_most(m, tally, later) && !proved_at_most(m, later, tally)) return true;
    }
    return false;
}

// Leaves out what another candidate covers for every value of the symbols; the
// earliest wins a tie.
static void prune(struct measure *m)
{
    int kept = 0;
    for (int i = 0; i < m->n_candidates; i++) {
        if (!is_covered(m, i, kept)) keep_candidate(m, i, kept++);
    }
    m->n_candidates = kept;
}

// Cheap comparison first (term by term); proofs only when the room is full. If even they leave no
// room, the rest is joined into one sum that is too large, which the answer is tagged with.
static void consider(struct measure *m, const struct tally *tally, int event)
{
    int kept = 0;
    for (int i = 0; i < m->n_candidates; i++) {
        if (tally_at_most(&m->kinds, tally, &m->candidates[i].tally)) return;
    }
    for (int i = 0; i < m->n_candidates; i++) {
        if (!tally_at_most(&m->kinds, &m->candidates[i].tally, tally)) keep_candidate(m, i, kept++);
    }
    m->n_candidates = kept;
    if (kept == MAX_MOMENTS) prune(m);
    if (m->n_candidates == MAX_MOMENTS) {
        tally_join(&m->kinds, &m->candidates[MAX_MOMENTS - 1].tally, tally);
        m->too_large = "moments of the program were joined";
        return;
    }
    struct candidate *added = &m->candidates[m->n_candidates++];
    if (!added->tally.count) tally_open(&added->tally, &m->kinds);
    tally_copy(&m->kinds, &added->tally, tally);
    added->event = event;
}

// ---- the event order

// Storages by the events of their birth and death, as linked lists in arrays: the sweep is linear.
static void list_changes(struct measure *m)
{
    int n_events = m->program->events.n, n = m->program->storages.n;
    m->first_alloc = arena_array(m->scratch, int, n_events + 2);
    m->first_free = arena_array(m->scratch, int, n_events + 2);
    m->next_alloc = arena_array(m->scratch, int, n);
    m->next_free = arena_array(m->scratch, int, n);
    for (int id = n - 1; id > 0; id--) {
        if (!weigh_is_counted(m, (storage_id)id)) continue;
        const struct lifetime *lifetime = &m->live.storages[id];
        m->next_alloc[id] = m->first_alloc[lifetime->first];
        m->first_alloc[lifetime->first] = id;
        m->next_free[id] = m->first_free[lifetime->last];
        m->first_free[lifetime->last] = id;
    }
}

// Where each tensor of an op's own is made: regions begin in order and lie inside one another.
static void place_held_tensors(struct measure *m)
{
    int n = m->wishes.tensors.n, region = -1, next_region = 0;
    m->held_items = arena_array(m->scratch, struct held_item, n);
    m->first_held_item = arena_array(m->scratch, int, m->program->nodes.n);
    m->first_let_go = arena_array(m->scratch, int, m->program->events.n + 1);
    for (int i = 0; i < m->program->nodes.n; i++) m->first_held_item[i] = -1;
    for (int i = 0; i <= m->program->events.n; i++) m->first_let_go[i] = -1;
    for (int i = n - 1; i >= 0; i--) {
        node_id node = m->wishes.tensors.at[i].node;
        m->held_items[i] = (struct held_item){.event = INT_MAX, .region = -1};
        m->held_items[i].next = m->first_held_item[node];
        m->first_held_item[node] = i;
        m->held_items[i].next_let_go = m->first_let_go[m->wishes.tensors.at[i].until];
        m->first_let_go[m->wishes.tensors.at[i].until] = i;
    }
    for (int event = 0; event < m->program->events.n; event++) {
        const struct event *e = &m->program->events.at[event];
        if (e->kind == EVENT_REPEAT) region = next_region++;
        if (e->kind != EVENT_NODE) continue;
        for (int i = m->first_held_item[e->id]; i >= 0; i = m->held_items[i].next) {
            m->held_items[i].event = event;
            m->held_items[i].region = region;
        }
        if (region >= 0 && m->live.regions[region].end == event)
            region = m->live.regions[region].outer;
    }
}

struct sweep {
    struct measure *measure;
    struct tally now;
    int raised_at; // the event that reached the present level; -1: it fell since
    int next_region;
};

static void add_live(struct sweep *s, struct tally_item item, int event)
{
    const char **unknown = &s->measure->unknown[ACCOUNT_LIVE];
    if (item.unknown && !*unknown) *unknown = item.unknown;
    tally_add(&s->now, item, 1);
    if (item.constant || item.kind >= 0) s->raised_at = event;
}

// At an event all that is born comes before anything that dies: an op's result is there while its
// operands still are.
static void allocate(struct sweep *s, int event)
{
    struct measure *m = s->measure;
    for (int id = m->first_alloc[event]; id; id = m->next_alloc[id]) {
        add_live(s, m->items[id], event);
    }
    if (event == m->program->events.n || m->program->events.at[event].kind != EVENT_NODE) return;
    node_id node = m->program->events.at[event].id;
    for (int i = m->first_held_item[node]; i >= 0; i = m->held_items[i].next)
        add_live(s, m->held_items[i].item, event);
}

enum when { FREE_OLDER, FREE_ALL };

static void drop(struct sweep *s, struct tally_item item)
{
    if (s->raised_at >= 0) consider(s->measure, &s->now, s->raised_at);
    s->raised_at = -1;
    tally_add(&s->now, item, -1);
}

// Frees storages whose last use is over. At the begin of a region initial
// values go before the first iteration's take their place.
static void release(struct sweep *s, int event, enum when when, int born)
{
    struct measure *m = s->measure;
    for (int id = m->first_free[event]; id; id = m->next_free[id]) {
        bool older = m->live.storages[id].first < born;
        if ((when == FREE_OLDER) != older) continue;
        drop(s, m->items[id]);
    }
    if (when == FREE_OLDER) return;
    for (int i = m->first_let_go[event]; i >= 0; i = m->held_items[i].next_let_go)
        drop(s, m->held_items[i].item);
}

static void sweep_events(struct measure *m)
{
    struct sweep s = {.measure = m, .raised_at = -1};
    tally_open(&s.now, &m->kinds);
    int n = m->program->events.n;
    for (int event = 0; event < n; event++) {
        bool region = m->program->events.at[event].kind == EVENT_REPEAT;
        if (region) {
            release(&s, event, FREE_OLDER, event);
            add_live(&s, m->extra[s.next_region++], event);
        }
        allocate(&s, event);
        if (m->levels && m->program->events.at[event].kind == EVENT_NODE)
            m->levels[m->program->events.at[event].id] = tally_sum(&m->kinds, &s.now);
        release(&s, event, FREE_ALL, region ? event : -1);
    }
    if (n == 0) allocate(&s, 0);
    if (s.raised_at >= 0) consider(m, &s.now, s.raised_at);
    prune(m);
}

// ---- the answer

static void describe(struct measure *m, const struct candidate *candidate,
                     struct memory_moment *moment)
{
    *moment = (struct memory_moment){.event = candidate->event};
    moment->bytes = weigh_scaled(m, tally_sum(&m->kinds, &candidate->tally));
    if (candidate->event < m->program->events.n) {
        const struct event *event = &m->program->events.at[candidate->event];
        moment->site = event->site;
        if (event->kind == EVENT_NODE) {
            moment->node = event->id;
            moment->name = holders_node_name(m, event->id);
        }
    }
    holders_find(m, moment);
}

// With a part that is not known the sum is a lower bound.
static struct quantity bounded(const struct sym *bytes, const char *unknown)
{
    struct quantity quantity = quantity_of(bytes);
    if (!unknown || !quantity_known(quantity)) return quantity;
    return (struct quantity){quantity.value, TAG_LOWER, unknown};
}

static struct quantity peak_of(const struct measure *m, const struct sym *bytes)
{
    struct quantity peak = bounded(bytes, m->unknown[ACCOUNT_LIVE]);
    if (!m->too_large || !quantity_known(peak)) return peak;
    // What is both incomplete and too large says nothing.
    if (peak.tag == TAG_LOWER) return quantity_unknown(peak.reason);
    peak.tag = TAG_UPPER;
    peak.reason = arena_string(m->arena, m->too_large); // the models' wishes end with the measuring
    return peak;
}

static struct quantity account_sum(const struct measure *m, enum account account)
{
    return bounded(tally_sum(&m->account_kinds, &m->sums[account]), m->unknown[account]);
}

// A refused call has no size, so the peak may be larger than what is known.
static void find_poison(struct measure *m)
{
    const char **unknown = &m->unknown[ACCOUNT_LIVE];
    for (value_id id = 1; id < (value_id)m->program->values.n && !*unknown; id++) {
        const struct value *value = program_value(m->program, id);
        if (value->flags & VALUE_POISONED) *unknown = value->reason;
    }
}

static void answer(struct measure *m, struct memory *memory)
{
    struct syms *syms = m->program->syms;
    struct memory_moment *moments = arena_array(m->arena, struct memory_moment, m->n_candidates);
    const struct sym *peak = sym_const(syms, 0);
    for (int i = 0; i < m->n_candidates; i++) {
        describe(m, &m->candidates[i], &moments[i]);
        peak = i ? sym_max(syms, peak, moments[i].bytes) : moments[i].bytes;
    }
    *memory = (struct memory){.n_moments = m->n_candidates, .moments = moments};
    find_poison(m);
    memory->peak = peak_of(m, peak);
    memory->parameters = account_sum(m, ACCOUNT_PARAMETERS);
    memory->buffers = account_sum(m, ACCOUNT_BUFFERS);
    memory->gradients = account_sum(m, ACCOUNT_GRADIENTS);
    memory->total = quantity_add(syms, memory->peak, memory->parameters);
    memory->total = quantity_add(syms, memory->total, memory->buffers);
    memory->total = quantity_add(syms, memory->total, memory->gradients);
}

// The moments that may be the worst, with what is alive counted as `live_as`.
static void find_moments(struct measure *m)
{
    m->n_candidates = 0;
    m->too_large = m->wishes.at_most;
    m->unknown[ACCOUNT_LIVE] = m->program->unseen ? m->program->unseen : m->wishes.uncounted;
    memset(m->candidates, 0, sizeof m->candidates);
    weigh_live(m);
    find_extra(m);
    sweep_events(m);
}

static void measure_each(struct measure *m, struct memory *memories)
{
    for (int i = 0; i < m->request->n_asked; i++) {
        m->asked = m->request->asked[i];
        enum dtype live_as = weigh_can_be_scaled(m) ? DTYPE_F32 : m->asked;
        bool known = i > 0 && live_as == m->live_as;
        m->live_as = live_as;
        if (!known) find_moments(m);
        weigh_accounts(m);
        answer(m, &memories[i]);
    }
}

struct measure *memory_open(struct arena *arena, const struct memory_request *request)
{
    struct arena *scratch = arena_open();
    struct measure *m = arena_new(scratch, struct measure);
    int n = request->program->storages.n;
    m->arena = arena;
    m->scratch = scratch;
    m->request = request;
    m->program = request->program;
    m->kept = arena_array(scratch, bool, n);
    m->wishes = (struct wishes){.arena = scratch, .storages = m->kept};
    m->pool = arena_array(scratch, bool, n);
    m->items = arena_array(scratch, struct tally_item, n);
    liveness_find(scratch, request->program, &m->live);
    model_get(request->model)->keep(&m->live, request->mode, &m->wishes);
    weigh_leave_out_pools(m);
    held_find(scratch, &m->live, m->kept, &m->held);
    keep_for_backward(m);
    list_changes(m);
    place_held_tensors(m);
    return m;
}

void memory_count_as(struct measure *m, enum dtype asked)
{
    m->asked = m->live_as = asked;
    weigh_live(m);
    find_extra(m);
}

static void measure(struct arena *arena, const struct memory_request *request,
                    struct memory *memories)
{
    struct measure *m = memory_open(arena, request);
    measure_each(m, memories);
    arena_close(m->scratch);
}

// Where an asked type does more than to take the place of f32, the program is another one.
void memory_measure(struct arena *arena, const struct memory_request *request,
                    struct memory *memories)
{
    measure(arena, request, memories);
    for (int i = 0; i < request->n_asked; i++) {
        struct memory_request one = *request;
        enum dtype asked = request->asked[i];
        one.program = program_as_float(arena, request->program, &asked);
        one.asked = &asked;
        one.n_asked = 1;
        if (one.program != request->program) measure(arena, &one, &memories[i]);
    }
}

const struct sym **memory_levels(struct arena *arena, const struct memory_request *request)
{
    struct memory_request as = *request;
    enum dtype asked = request->asked[0];
    as.program = program_as_float(arena, request->program, &asked);
    struct measure *m = memory_open(arena, &as);
    const struct sym **levels = arena_array(arena, const struct sym *, m->program->nodes.n + 1);
    m->levels = levels;
    m->asked = m->live_as = asked;
    find_moments(m);
    arena_close(m->scratch);
    return levels;
}
