#include "frontends/c/kernels/epochs.h"

#include "frontends/c/kernels/nest.h"
#include "frontends/c/kernels/raw_record.h"
#include "frontends/c/loops/rounds.h"
#include "ir/base/checked.h"

#include <xxhash.h>

#define MIN_ALIKE 3         // rounds in a row, before one may stand for others
#define MANY_CALLS 10000    // that are left: fewer are made one by one
#define MANY_STEPS 5000000  // the same of the interpreter's steps
#define MANY_IN_ROUND 10000 // calls of one round: it is the inner loop that is to stand for others

// ---- the counter

static bool is_counter(const struct ast *n)
{
    n = ast_unconverted(n);
    return n->kind == AST_LOAD && n->a->kind == AST_VARIABLE && n->type->kind == CTYPE_INT &&
           n->a->variable->storage == VARIABLE_LOCAL;
}

// A condition `counter op bound`, whichever way round it is written.
struct bound {
    const struct ast *counter, *limit;
    enum ast_op op;
};

static enum ast_op turned(enum ast_op op)
{
    switch (op) {
    case AST_OP_LT: return AST_OP_GT;
    case AST_OP_LE: return AST_OP_GE;
    case AST_OP_GT: return AST_OP_LT;
    case AST_OP_GE: return AST_OP_LE;
    default: return op;
    }
}

static bool bound_of(struct arena *arena, const struct ast *loop, struct bound *b)
{
    const struct ast *n = loop->kind == AST_FOR ? loop->b : loop->a;
    n = n ? ast_unconverted(n) : NULL;
    if (!n || n->kind != AST_BINARY || n->op < AST_OP_LT || n->op > AST_OP_NE) return false;
    bool left = is_counter(n->a);
    if (!left && !is_counter(n->b)) return false;
    *b = (struct bound){ast_unconverted(left ? n->a : n->b), left ? n->b : n->a,
                        left ? n->op : turned(n->op)};
    return nest_is_pure(arena, b->limit);
}

static bool value_of(struct eval *e, const struct ast *n, int64_t *value)
{
    struct cvalue v = expr_value(e, n);
    return e->flow == FLOW_NORMAL && cvalue_as_int(&v, value);
}

// How often the condition will hold where the counter goes on as it did; 0: not known.
static int64_t rounds_left(const struct bound *b, const struct epochs *r)
{
    int64_t way;
    if (!r->step || !checked_sub(r->limit, r->counter, &way)) return 0;
    bool up = r->step > 0;
    if (b->op == AST_OP_NE) return way % r->step == 0 && way / r->step > 0 ? way / r->step : 0;
    if (b->op != (up ? AST_OP_LT : AST_OP_GT) && b->op != (up ? AST_OP_LE : AST_OP_GE)) return 0;
    int64_t size = up ? r->step : -r->step;
    if (!up) way = -way;
    bool equal_too = b->op == AST_OP_LE || b->op == AST_OP_GE;
    if (equal_too) return way < 0 ? 0 : way / size + 1;
    return way <= 0 ? 0 : way / size + (way % size != 0);
}

// ---- are rounds alike?

static uint64_t mix(uint64_t hash, uint64_t word)
{
    return XXH3_64bits_withSeed(&word, sizeof word, hash);
}

static uint64_t mix_range(struct syms *s, uint64_t hash, const struct raw_range *range)
{
    hash = mix(hash, (uint64_t)range->tag);
    if (range->tag != RAW_EXACT && range->tag != RAW_AT_MOST) return hash;
    return mix(mix(hash, sym_hash(range->first)), sym_hash(sym_sub(s, range->end, range->first)));
}

// Blocks that the round got itself are others in the next.
static uint64_t mix_buffer(const struct raw_state *s, uint64_t hash, int buffer, int first_event)
{
    if (buffer == RAW_NONE) return mix(hash, 0);
    const struct raw_buffer *b = s->buffers.at[buffer];
    if (b->alloc_event < first_event) return mix(hash, (uint64_t)buffer + 1);
    return mix(mix(hash, (uint64_t)(b->alloc_event - first_event)), sym_hash(b->bytes));
}

static uint64_t hash_call(struct eval *e, const struct raw_call *c, int first_event)
{
    struct site_key at = site_key_of(c->site);
    uint64_t hash = XXH3_64bits(&at, sizeof at);
    hash = mix(hash, c->flops ? sym_hash(c->flops) : 0);
    hash = mix(hash, (uint64_t)c->times * 4 + c->is_leaf * 2u + c->looked_at);
    for (int i = 0; i < c->n_pointers; i++) {
        const struct raw_pointer *p = &c->pointers[i];
        hash = mix_buffer(e->raw->state, hash, p->buffer, first_event);
        hash = mix_range(e->syms, mix_range(e->syms, hash, &p->read), &p->written);
    }
    return hash;
}

// Memory that a round got and kept is more in each.
static bool keeps_memory(const struct raw_state *s, int first_event)
{
    for (int i = first_event; i < s->events.n; i++) {
        const struct raw_event *event = &s->events.at[i];
        if (event->kind == RAW_EVENT_CALL) continue;
        const struct raw_buffer *b = s->buffers.at[event->index];
        if (b->alloc_event < first_event || b->free_event == RAW_NONE) return true;
    }
    return false;
}

// Of the round that ended; 0: it is like no other.
static uint64_t hash_round(struct eval *e, const struct epochs *r)
{
    const struct raw_state *s = e->raw->state;
    int n = s->calls.n - r->first_call;
    if (n > MANY_IN_ROUND || keeps_memory(s, r->first_event)) return 0;
    uint64_t hash = (uint64_t)n;
    for (int i = r->first_call; i < s->calls.n; i++)
        hash = mix(hash, hash_call(e, s->calls.at[i], r->first_event));
    return hash ? hash : 1;
}

// ---- do they stay inside of memory?

static bool is_inside(struct eval *e, const struct raw_pointer *p, const struct raw_range *range,
                      const struct sym *offset)
{
    if (range->tag != RAW_EXACT && range->tag != RAW_AT_MOST) return true;
    struct syms *s = e->syms;
    const struct sym *bytes = e->raw->state->buffers.at[p->buffer]->bytes;
    const struct sym *end = sym_add(s, offset, sym_mul_const(s, range->end, p->element.bytes)),
                     *low = sym_add(s, offset, sym_mul_const(s, range->first, p->element.bytes));
    return sym_is_at_most(s, end, bytes) && sym_is_at_most(s, sym_const(s, 0), low);
}

// Pointers move on as they did from the round before to this one: is that one in bounds, too?
static bool is_inside_after(struct eval *e, const struct epochs *r, int64_t left)
{
    const struct raw_state *s = e->raw->state;
    int n = r->first_call - r->before_call;
    for (int i = 0; i < n; i++) {
        const struct raw_call *before = s->calls.at[r->before_call + i],
                              *now = s->calls.at[r->first_call + i];
        for (int k = 0; k < now->n_pointers; k++) {
            const struct raw_pointer *p = &now->pointers[k], *was = &before->pointers[k];
            if (p->buffer == RAW_NONE || p->buffer != was->buffer || p->offset == was->offset)
                continue;
            const struct sym *way = sym_mul_const(e->syms, sym_sub(e->syms, p->offset, was->offset),
                                                  left),
                             *last = sym_add(e->syms, p->offset, way);
            if (!is_inside(e, p, &p->read, last) || !is_inside(e, p, &p->written, last))
                return false;
        }
    }
    return true;
}

// How many of the rounds that are left are in bounds; behind them the program is wrong.
static int64_t rounds_inside(struct eval *e, const struct epochs *r, int64_t left)
{
    int64_t low = 0, high = left;
    if (is_inside_after(e, r, left)) return left;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (is_inside_after(e, r, middle))
            low = middle;
        else
            high = middle;
    }
    return low;
}

// ---- what a number decides

static bool mentions(const struct ast *n, const struct variable *v)
{
    if (!n) return false;
    if (n->kind == AST_VARIABLE && n->variable == v) return true;
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++)
        if (mentions(parts[i], v)) return true;
    for (int i = 0; i < n->n_kids; i++)
        if (mentions(n->kids[i], v)) return true;
    return false;
}

static bool runs_kernel(struct eval *e, const struct ast *n)
{
    if (!n) return false;
    bool named = n->kind == AST_CALL && n->a->kind == AST_DECAY && n->a->a->kind == AST_FUNCTION;
    struct function *f = named ? n->a->a->function : NULL;
    if (f && (raw_kernel_of(e, f) != RAW_KERNEL_NONE || raw_calls_kernels(e, f))) return true;
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++)
        if (runs_kernel(e, parts[i])) return true;
    for (int i = 0; i < n->n_kids; i++)
        if (runs_kernel(e, n->kids[i])) return true;
    for (int i = 0; n->init && i < n->init->n; i++)
        if (runs_kernel(e, n->init->stores[i].value)) return true;
    return false;
}

// if (epoch % 100 == 0) evaluate(net);  or a way out of the loop: rounds differ.
static bool decides(struct eval *e, const struct ast *n, const struct variable *counter)
{
    if (!n) return false;
    if (n->kind == AST_BREAK || n->kind == AST_RETURN || n->kind == AST_GOTO) return true;
    bool branch = n->kind == AST_IF || n->kind == AST_CONDITIONAL || n->kind == AST_SWITCH;
    if (branch && mentions(n->a, counter) &&
        (runs_kernel(e, n->b) || runs_kernel(e, n->c) || runs_kernel(e, n->d)))
        return true;
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++)
        if (decides(e, parts[i], counter)) return true;
    for (int i = 0; i < n->n_kids; i++)
        if (decides(e, n->kids[i], counter)) return true;
    return false;
}

// ---- rounds that stand for others

static bool are_many(const struct eval *e, const struct epochs *r, int64_t left, int64_t steps)
{
    const struct raw_state *s = e->raw->state;
    int64_t calls = 0, all;
    for (int i = r->first_call; i < s->calls.n; i++)
        if (!checked_add(calls, s->calls.at[i]->times, &calls)) return true;
    if (!checked_mul(left, calls, &calls) || calls > MANY_CALLS) return true;
    return !checked_mul(left, steps, &all) || all > MANY_STEPS;
}

// Samples of a batch: after how many calls a round calls the same again; all of them if it does
// not.
static int period_of(struct eval *e, const struct epochs *r)
{
    const struct raw_state *s = e->raw->state;
    int n = s->calls.n - r->first_call, period = 1;
    uint64_t *hash = arena_array(e->arena, uint64_t, n);
    for (int i = 0; i < n; i++)
        hash[i] = hash_call(e, s->calls.at[r->first_call + i], r->first_event);
    for (int i = 1; i < n; i++)
        while (period <= i && hash[i] != hash[i - period]) period++;
    while (period < n && n % period) period++;
    for (int i = period; i < n; i++)
        if (hash[i] != hash[i - period]) return n;
    return period;
}

static void begin_round(const struct eval *e, struct epochs *r)
{
    r->before_call = r->first_call;
    r->first_call = e->raw->state->calls.n;
    r->first_event = e->raw->state->events.n;
    r->steps = eval_steps_taken(&e->steps);
}

static void skip(struct eval *e, const struct ast *loop, const struct bound *b, int n_rounds,
                 struct epochs *r)
{
    const struct raw_state *s = e->raw->state;
    int n = s->calls.n - r->first_call, period = period_of(e, r);
    for (int i = 0; i < n; i++) {
        struct raw_call *c = s->calls.at[r->first_call + i];
        int64_t all = i < period ? n / period : 0;
        if (!checked_mul(r->left, all, &all) || !checked_mul(c->times, all, &c->times))
            c->times = INT64_MAX;
    }
    rounds_skip(e, loop, r->memory);
    struct place p = {variable_object(e, b->counter->a->variable), 0, NULL};
    struct cvalue v = cvalue_int(b->counter->type, r->counter + r->step * (r->left - 1));
    place_store(e, p, b->counter->type, &v, loop);
    eval_assume(
        e, loop,
        arena_printf(e->arena,
                     "the loop at line %u goes on as in its first %d rounds: one stands for "
                     "all of the other %lld",
                     loop->line, n_rounds - 2, (long long)r->left));
    epochs_forget(r);
    *r = (struct epochs){0};
    begin_round(e, r);
}

// A round ended that called kernels: is it as the one before?
static void note_round(struct eval *e, const struct bound *b, struct epochs *r)
{
    int64_t counter, limit;
    uint64_t hash = hash_round(e, r);
    bool known = value_of(e, b->counter, &counter) && value_of(e, b->limit, &limit);
    bool alike = known && hash && hash == r->hash &&
                 (r->n_alike == 0 || (counter - r->counter == r->step && limit == r->limit));
    r->n_alike = alike ? r->n_alike + 1 : 0;
    r->step = known ? counter - r->counter : 0;
    r->counter = known ? counter : 0;
    r->limit = known ? limit : 0;
    r->hash = known ? hash : 0;
}

void epochs_look(struct eval *e, const struct ast *loop, int n_rounds, struct epochs *r)
{
    struct bound b;
    if (!e->raw || e->request.concrete || e->flow != FLOW_NORMAL) return;
    if (n_rounds <= 1 || e->raw->state->calls.n == r->first_call || !raw_is_all(e) ||
        !bound_of(e->arena, loop, &b)) {
        begin_round(e, r);
        return;
    }
    int64_t steps = eval_steps_taken(&e->steps) - r->steps;
    note_round(e, &b, r);
    if (r->left && r->n_alike) {
        skip(e, loop, &b, n_rounds, r);
        return;
    }
    epochs_forget(r);
    int64_t left = r->n_alike >= MIN_ALIKE ? rounds_left(&b, r) : 0;
    if (left > 1 && are_many(e, r, left, steps) && !decides(e, loop->d, b.counter->a->variable))
        left = rounds_inside(e, r, left);
    else
        left = 0;
    if (left > 1) {
        r->memory = rounds_begin(e);
        r->left = r->memory ? left : 0;
    }
    begin_round(e, r);
}

void epochs_forget(struct epochs *r)
{
    rounds_forget(r->memory);
    r->memory = NULL;
    r->left = 0;
}
