// Flow of handles through a function: of each variable the set of states that it may be in, joined
// where ways meet. Told is only what is so on every way that comes to a place; where a variable may
// be either held or given back, that is told if a single call gives it back, since then no
// condition of the program can have meant another.

#include "frontends/c/handles.h"

#include "frontends/c/handles_flow.h"
#include "frontends/c/dialect.h"
#include "ir/base/vec.h"

#include <string.h>

// ---- states

static struct flow *flow_new(struct handles *h)
{
    struct flow *flow = arena_new(h->arena, struct flow);
    flow->mask = arena_array(h->arena, uint8_t, h->variables.n + 1);
    flow->dead = true;
    return flow;
}

static struct flow *flow_copy(struct handles *h, const struct flow *from)
{
    struct flow *flow = flow_new(h);
    memcpy(flow->mask, from->mask, (size_t)h->variables.n);
    flow->dead = from->dead;
    return flow;
}

// True if that changed anything.
static bool flow_join(struct handles *h, struct flow *to, const struct flow *from)
{
    if (from->dead) return false;
    bool changed = to->dead;
    for (int i = 0; i < h->variables.n; i++) {
        uint8_t before = to->dead ? 0 : to->mask[i];
        to->mask[i] = before | from->mask[i];
        changed = changed || to->mask[i] != before;
    }
    to->dead = false;
    return changed;
}

static void flow_set(struct handles *h, const struct flow *from)
{
    memcpy(h->now->mask, from->mask, (size_t)h->variables.n);
    h->now->dead = from->dead;
}

// ---- ways out

static void check_end(struct handles *h, int index, const struct ast *at)
{
    struct tracked *t = &h->variables.at[index];
    uint8_t mask = h->now->mask[index];
    bool either = mask == (STATE_HELD | STATE_ENDED) && t->ends.n == 1 && !t->ends_in_loop;
    if (h->now->dead || t->scoped || !t->kind->ended_by || (mask != STATE_HELD && !either)) return;
    if (h->loop && t->made && h->loop->depth == t->made_depth && t->same_owner)
        handles_tell(h, HANDLE_KEPT_IN_LOOP, index, at);
    else
        handles_tell(h, t->ends.n ? HANDLE_LEFT : HANDLE_NEVER_ENDED, index, at);
}

static void run_return(struct handles *h, const struct ast *n)
{
    handles_value(h, n->a, VALUE_USED);
    for (int i = 0; i < h->variables.n; i++) check_end(h, i, n);
    h->now->dead = true;
}

static void run(struct handles *, const struct ast *);

static void run_block(struct handles *h, const struct ast *n)
{
    for (int i = 0; i < n->n_kids; i++) run(h, n->kids[i]);
    for (int i = 0; i < n->n_kids; i++) {
        if (n->kids[i]->kind != AST_DECLARE) continue;
        int index = handles_index(h, n->kids[i]->variable);
        if (index < 0) continue;
        check_end(h, index, NULL);
        h->now->mask[index] = STATE_NONE;
    }
}

// ---- branches

// A branch in which the handle is known to be none.
static void refine(struct handles *h, const struct ast *n, struct flow *if_true,
                   struct flow *if_false)
{
    n = ast_unconverted(n);
    if (n->kind == AST_UNARY && n->op == AST_OP_NOT) {
        refine(h, n->a, if_false, if_true);
        return;
    }
    bool equal = n->kind == AST_BINARY && n->op == AST_OP_EQ;
    if (equal || (n->kind == AST_BINARY && n->op == AST_OP_NE)) {
        const struct ast *zero = ast_unconverted(n->b);
        if (zero->kind == AST_INT && zero->integer == 0)
            refine(h, n->a, equal ? if_false : if_true, equal ? if_true : if_false);
        return;
    }
    const struct ast *read = n->kind == AST_CALL ? handles_asked(h, n) : n;
    int index = read ? handles_read(h, read) : -1;
    if (index >= 0) if_false->mask[index] = STATE_NONE;
    if (n->kind == AST_AND) {
        struct flow *kept = flow_copy(h, if_false);
        refine(h, n->a, if_true, kept);
        refine(h, n->b, if_true, kept);
    }
}

static bool is_constant(const struct ast *n, int64_t *value)
{
    n = ast_unconverted(n);
    *value = n->integer;
    return n->kind == AST_INT;
}

static void run_if(struct handles *h, const struct ast *n)
{
    int64_t value = 0;
    handles_value(h, n->a, VALUE_TESTED);
    bool known = is_constant(n->a, &value);
    struct flow *other = flow_copy(h, h->now);
    refine(h, n->a, h->now, other);
    if (known) (value ? other : h->now)->dead = true;
    h->n_branches++;
    run(h, n->b);
    struct flow *after = flow_copy(h, h->now);
    flow_set(h, other);
    run(h, n->c);
    h->n_branches--;
    flow_join(h, h->now, after);
}

static void run_switch(struct handles *h, const struct ast *n)
{
    handles_value(h, n->a, VALUE_USED);
    struct flow *entry = flow_copy(h, h->now), *leaves = flow_new(h);
    struct flow *outer = h->leaves, *cases = h->cases;
    bool has_default = false;
    for (int i = 0; i < n->n_kids; i++)
        has_default = has_default || n->kids[i]->kind == AST_DEFAULT;
    h->leaves = leaves;
    h->cases = entry;
    h->now->dead = true;
    h->n_branches++;
    run(h, n->d);
    h->n_branches--;
    h->leaves = outer;
    h->cases = cases;
    flow_join(h, h->now, leaves);
    if (!has_default) flow_join(h, h->now, entry);
}

// ---- loops

// One round from the head; what leaves the loop is joined to `out`.
static void run_round(struct handles *h, const struct ast *n, struct flow *out)
{
    int64_t value = 1;
    bool first = n->kind == AST_DO;
    struct flow *outer = h->leaves, *again = h->again;
    h->leaves = out;
    h->again = flow_new(h);
    if (!first && n->kind == AST_FOR ? n->b != NULL : !first) {
        const struct ast *condition = n->kind == AST_FOR ? n->b : n->a;
        handles_value(h, condition, VALUE_TESTED);
        if (!is_constant(condition, &value) || !value) flow_join(h, out, h->now);
    }
    run(h, n->d);
    flow_join(h, h->now, h->again);
    h->leaves = outer;
    h->again = again;
    if (first) {
        handles_value(h, n->a, VALUE_TESTED);
        if (!is_constant(n->a, &value) || !value) flow_join(h, out, h->now);
        if (is_constant(n->a, &value) && !value) h->now->dead = true;
    }
    if (n->kind == AST_FOR && n->c) handles_value(h, n->c, VALUE_DROPPED);
}

// What a round made and the next one makes again.
static void check_round(struct handles *h, const struct ast *loop)
{
    for (int i = 0; i < h->variables.n && !h->now->dead; i++) {
        const struct tracked *t = &h->variables.at[i];
        bool here = t->made && t->made_depth == h->loop->depth && t->made_loop == loop;
        if (here && h->now->mask[i] == STATE_HELD && !t->scoped && t->kind->ended_by)
            handles_tell(h, t->same_owner ? HANDLE_KEPT_IN_LOOP : HANDLE_NEVER_ENDED, i, NULL);
    }
}

static void run_loop(struct handles *h, const struct ast *n)
{
    if (n->kind == AST_FOR) run(h, n->a);
    struct loop loop = {h->loop, n, h->loop ? h->loop->depth + 1 : 1, h->n_branches};
    struct flow *head = flow_copy(h, h->now), *out = flow_new(h);
    bool telling = h->telling, changed = true;
    h->loop = &loop;
    h->telling = false;
    for (int i = 0; i < 4 && changed && h->work > 0; i++) {
        flow_set(h, head);
        run_round(h, n, out);
        changed = flow_join(h, head, h->now);
    }
    h->telling = telling;
    flow_set(h, head);
    run_round(h, n, out);
    check_round(h, n);
    h->loop = loop.outer;
    flow_set(h, out);
    if (n->kind == AST_FOR && n->a && n->a->kind == AST_DECLARE) {
        int index = handles_index(h, n->a->variable);
        if (index >= 0) h->now->mask[index] = STATE_NONE;
    }
}

// ---- jumps

static struct flow *label_flow(struct handles *h, const char *name)
{
    for (int i = 0; i < h->labels.n; i++)
        if (!strcmp(h->labels.at[i].name, name)) return h->labels.at[i].flow;
    struct label *label = vec_push(h->arena, &h->labels);
    *label = (struct label){name, flow_new(h)};
    return label->flow;
}

static void run_goto(struct handles *h, const struct ast *n)
{
    if (n->a || !n->target || !n->target->text)
        h->lost = true;
    else if (flow_join(h, label_flow(h, n->target->text), h->now))
        h->jumped = true;
    h->now->dead = true;
}

static void run_declare(struct handles *h, const struct ast *n)
{
    int index = handles_index(h, n->variable);
    for (int i = 0; i < n->n_kids; i++) handles_value(h, n->kids[i], VALUE_USED);
    if (index < 0) {
        handles_stores(h, n->init);
        return;
    }
    struct tracked *t = &h->variables.at[index];
    const struct ast *value = n->init && n->init->n == 1 ? n->init->stores[0].value : NULL;
    t->declared = n;
    t->scoped = n->d != NULL;
    handles_assign(h, index, value, n);
    if (!value) handles_stores(h, n->init);
}

static void run(struct handles *h, const struct ast *n)
{
    if (!n || --h->work < 0) return;
    switch (n->kind) {
    case AST_BLOCK: run_block(h, n); return;
    case AST_DECLARE: run_declare(h, n); return;
    case AST_EXPRESSION: handles_value(h, n->a, VALUE_DROPPED); return;
    case AST_IF: run_if(h, n); return;
    case AST_FOR:
    case AST_WHILE:
    case AST_DO: run_loop(h, n); return;
    case AST_SWITCH: run_switch(h, n); return;
    case AST_CASE:
    case AST_DEFAULT:
        if (h->cases) flow_join(h, h->now, h->cases);
        run(h, n->d);
        return;
    case AST_BREAK:
        if (h->leaves) flow_join(h, h->leaves, h->now);
        h->now->dead = true;
        return;
    case AST_CONTINUE:
        if (h->again) flow_join(h, h->again, h->now);
        h->now->dead = true;
        return;
    case AST_RETURN: run_return(h, n); return;
    case AST_GOTO: run_goto(h, n); return;
    case AST_LABEL:
        flow_join(h, h->now, label_flow(h, n->text));
        run(h, n->d);
        return;
    case AST_EMPTY: return;
    default: handles_value(h, n, VALUE_DROPPED);
    }
}

void handles_statement(struct handles *h, const struct ast *n)
{
    run(h, n);
}

struct flow *handles_fork(struct handles *h)
{
    return flow_copy(h, h->now);
}

void handles_meet(struct handles *h, const struct flow *other)
{
    flow_join(h, h->now, other);
}

// ---- the whole function

static void run_body(struct handles *h, const struct ast *body)
{
    h->now = flow_new(h);
    h->now->dead = false;
    for (int i = 0; i < h->variables.n; i++) h->now->mask[i] = STATE_NONE;
    run(h, body);
}

static void tell_unused(struct handles *h)
{
    for (int i = 0; i < h->variables.n; i++)
        if (h->variables.at[i].made && !h->variables.at[i].is_read)
            handles_tell(h, HANDLE_UNUSED, i, NULL);
}

int handles_check(struct arena *arena, struct unit *unit, struct function *function, int n_kinds,
                  const struct handle_kind *kinds, const struct handle_finding **findings)
{
    struct handles h = {.arena = arena,
                        .unit = unit,
                        .body = unit_body(unit, function),
                        .n_kinds = n_kinds,
                        .kinds = kinds,
                        .work = HANDLES_WORK};
    if (!h.body || !handles_find(&h, h.body)) return 0;
    // Jumps back: once more with what they bring.
    do {
        h.jumped = false;
        run_body(&h, h.body);
    } while (h.jumped && h.work > 0);
    h.telling = h.work > 0 && !h.lost;
    h.work = HANDLES_WORK;
    run_body(&h, h.body);
    tell_unused(&h);
    *findings = h.findings.at;
    return h.findings.n;
}
