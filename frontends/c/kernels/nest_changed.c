// Variables that a loop changes. Which they are is told by the form of its statements; one that is
// written at one place that each round passes, by adding something that stays the same, is a line
// in the number of the round.

#include "frontends/c/kernels/nest_changed.h"

#define MAX_FUNCTIONS 16 // one inside of another, that are looked into for globals

enum passing { PASSED_ONCE, PASSED_SOMETIMES };

struct search {
    struct nest_walk *walk;
    struct nest_changes *changes;
    VEC(const struct variable *) declared;
    bool in_body, in_condition;
    int functions;                     // that are being looked into
    VEC(const struct function *) seen; // those that were, once each
    int loops;                         // inside of the loop
};

static void look(struct search *, const struct ast *, enum passing);

static bool is_counted(const struct ctype *t)
{
    return ctype_is_integer(t) || t->kind == CTYPE_POINTER;
}

static bool is_declared(const struct search *s, const struct variable *v)
{
    for (int i = 0; i < s->declared.n; i++)
        if (s->declared.at[i] == v) return true;
    return false;
}

// The variable that an lvalue is a part of, and where in it; NULL: it is memory.
static const struct variable *part_of(const struct ast *n, int64_t *offset)
{
    *offset = 0;
    for (; n->kind == AST_MEMBER; n = n->a) *offset += n->offset;
    return n->kind == AST_VARIABLE ? n->variable : NULL;
}

static void note(struct search *s, const struct ast *target, const struct ast *write,
                 enum passing passing)
{
    int64_t offset;
    const struct variable *v = part_of(target, &offset);
    if (!v || is_declared(s, v)) return;
    if (s->functions && v->storage <= VARIABLE_PARAMETER) return;
    bool once = passing == PASSED_ONCE && !s->functions;
    for (int i = 0; i < s->changes->all.n; i++) {
        struct nest_changed *c = &s->changes->all.at[i];
        if (c->variable != v || c->offset != offset) continue;
        c->write = NULL;
        return;
    }
    *vec_push(s->walk->arena, &s->changes->all) =
        (struct nest_changed){.variable = v,
                              .offset = offset,
                              .type = target->type,
                              .write = once ? write : NULL,
                              .in_condition = s->in_condition};
}

static bool was_seen(const struct search *s, const struct function *f)
{
    for (int i = 0; i < s->seen.n; i++)
        if (s->seen.at[i] == f) return true;
    return false;
}

static void look_into(struct search *s, const struct ast *call)
{
    const struct ast *callee = call->a;
    if (callee->kind != AST_DECAY || callee->a->kind != AST_FUNCTION) return;
    struct function *f = callee->a->function;
    if (!f->has_body || s->functions >= MAX_FUNCTIONS || was_seen(s, f)) return;
    *vec_push(s->walk->arena, &s->seen) = f;
    s->functions++;
    look(s, unit_body(s->walk->unit, f), PASSED_SOMETIMES);
    s->functions--;
}

static void look_at_parts(struct search *s, const struct ast *n, enum passing passing)
{
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    bool nested = ast_is_loop(n);
    bool sides = n->kind == AST_IF || n->kind == AST_CONDITIONAL || n->kind == AST_AND ||
                 n->kind == AST_OR || n->kind == AST_SWITCH;
    s->loops += nested;
    for (int i = 0; i < 4; i++) {
        if (!parts[i]) continue;
        enum passing part = nested || (sides && i > 0) ? PASSED_SOMETIMES : passing;
        look(s, parts[i], part);
    }
    for (int i = 0; i < n->n_kids; i++) look(s, n->kids[i], passing);
    for (int i = 0; n->init && i < n->init->n; i++) look(s, n->init->stores[i].value, passing);
    s->loops -= nested;
}

static void look(struct search *s, const struct ast *n, enum passing passing)
{
    if (!n) return;
    switch (n->kind) {
    case AST_DECLARE:
        if (n->variable->storage == VARIABLE_LOCAL)
            *vec_push(s->walk->arena, &s->declared) = n->variable;
        break;
    case AST_ASSIGN:
    case AST_COMPOUND_ASSIGN:
    case AST_STEP: note(s, n->a, n, passing); break;
    case AST_ADDRESS: note(s, n->a, NULL, PASSED_SOMETIMES); break;
    case AST_CALL: look_into(s, n); break;
    case AST_CONTINUE:
        if (!s->loops && !s->functions) s->changes->continues = true;
        break;
    default: break;
    }
    look_at_parts(s, n, passing);
}

struct nest_changes nest_changed_by(struct nest_walk *w, const struct ast *loop)
{
    struct nest_changes changes = {0};
    struct search s = {.walk = w, .changes = &changes};
    s.in_condition = true;
    look(&s, loop->kind == AST_FOR ? loop->b : loop->a, PASSED_ONCE);
    s.in_condition = false;
    look(&s, loop->d, PASSED_ONCE);
    // What the body steps is not stepped where a round is left before it.
    for (int i = 0; changes.continues && i < changes.all.n; i++)
        if (!changes.all.at[i].in_condition) changes.all.at[i].write = NULL;
    if (loop->kind == AST_FOR) look(&s, loop->c, PASSED_ONCE);
    // There the condition is met once a round, at its end.
    for (int i = 0; loop->kind == AST_DO && i < changes.all.n; i++)
        changes.all.at[i].in_condition = false;
    return changes;
}

bool nest_changed_outside(struct nest_walk *w, const struct ast *branch)
{
    struct nest_changes changes = {0};
    struct search s = {.walk = w, .changes = &changes};
    look(&s, branch, PASSED_SOMETIMES);
    for (int i = 0; i < changes.all.n; i++) {
        const struct nest_changed *c = &changes.all.at[i];
        // Of other types nothing is known before it or behind it.
        if (is_counted(c->type)) nest_variable(w, c->variable, c->offset, c->type);
    }
    return changes.all.n > 0;
}

// ---- steps

static bool loads(const struct ast *n, const struct nest_changed *c)
{
    int64_t offset;
    n = ast_unconverted(n);
    return n->kind == AST_LOAD && part_of(n->a, &offset) == c->variable && offset == c->offset;
}

// The expression that is added, and with which sign: v += e, v = v + e, v = e + v.
static const struct ast *added(const struct nest_changed *c, enum ast_op *op)
{
    const struct ast *n = c->write;
    *op = n->op;
    if (n->kind == AST_COMPOUND_ASSIGN)
        return n->op == AST_OP_ADD || n->op == AST_OP_SUB ? n->b : NULL;
    const struct ast *sum = ast_unconverted(n->b);
    *op = sum->op == AST_OP_SUB ? AST_OP_SUB : AST_OP_ADD;
    if (sum->kind == AST_POINTER_ADD && loads(sum->a, c)) return sum->b;
    if (sum->kind != AST_BINARY || (sum->op != AST_OP_ADD && sum->op != AST_OP_SUB)) return NULL;
    if (loads(sum->a, c)) return sum->b;
    return loads(sum->b, c) && sum->op == AST_OP_ADD ? sum->a : NULL;
}

// What is read on the way here is read in the body as well.
static const struct sym *step_of(struct nest_walk *w, const struct nest_changed *c)
{
    const struct sym *step = NULL;
    enum ast_op op = AST_OP_ADD;
    if (!c->write) return NULL;
    if (c->write->kind == AST_STEP) {
        step = sym_const(w->syms, c->write->op == AST_OP_DEC ? -1 : 1);
    } else {
        const struct ast *e = added(c, &op);
        struct nest_value v = {NV_NONE, NULL, -1};
        if (e) v = nest_value(w, e);
        if (v.kind != NV_INTEGER || sym_kind(v.number) == SYM_UNKNOWN) return NULL;
        step = op == AST_OP_SUB ? sym_neg(w->syms, v.number) : v.number;
    }
    if (c->type->kind != CTYPE_POINTER) return step;
    const struct sym *size = nest_type_size(w, c->type->element);
    return size ? sym_mul(w->syms, step, size) : NULL;
}

static struct nest_value any(struct nest_walk *w, const struct nest_changed *c, const char *reason)
{
    reason = arena_printf(w->arena, "`%s` %s", c->variable->name, reason);
    if (c->type->kind == CTYPE_FLOAT) return (struct nest_value){NV_FLOAT, NULL, -1};
    if (c->wanders)
        return (struct nest_value){NV_POINTER, sym_unknown(w->syms, reason), c->start.root};
    if (c->type->kind != CTYPE_INT && c->type->kind != CTYPE_BOOL)
        return (struct nest_value){NV_NONE, NULL, -1};
    return (struct nest_value){NV_INTEGER, sym_unknown(w->syms, reason), -1};
}

void nest_changed_go(struct nest_walk *w, const struct nest_changes *changes, const struct sym *k)
{
    for (int i = 0; i < changes->all.n; i++) {
        const struct nest_changed *c = &changes->all.at[i];
        struct nest_value v = c->start;
        if (c->wanders) {
            v = any(w, c, "goes on by what nobody knows");
            nest_bind(w, c->variable, c->offset, &v);
        }
        if (!c->step || (v.kind != NV_INTEGER && v.kind != NV_POINTER)) continue;
        v.number = sym_add(w->syms, v.number, sym_mul(w->syms, c->step, k));
        nest_bind(w, c->variable, c->offset, &v);
    }
}

void nest_changed_begin(struct nest_walk *w, struct nest_changes *changes, const struct sym *k)
{
    for (int i = 0; i < changes->all.n; i++) {
        struct nest_changed *c = &changes->all.at[i];
        c->start = nest_variable(w, c->variable, c->offset, c->type);
        struct nest_value v = any(w, c, "changes from round to round");
        nest_bind(w, c->variable, c->offset, &v);
    }
    for (int i = 0; i < changes->all.n; i++)
        if (is_counted(changes->all.at[i].type))
            changes->all.at[i].step = step_of(w, &changes->all.at[i]);
    nest_changed_go(w, changes, k);
}

bool nest_changed_try(struct nest_walk *w, struct nest_changes *changes)
{
    bool any = false;
    for (int i = 0; i < changes->all.n; i++) {
        struct nest_changed *c = &changes->all.at[i];
        bool known = c->start.kind == NV_INTEGER || c->start.kind == NV_POINTER;
        if (c->step || !known || !is_counted(c->type) || sym_kind(c->start.number) == SYM_UNKNOWN)
            continue;
        c->trial = nest_fresh(w, c->variable->name);
        struct nest_value v = c->start;
        v.number = c->trial;
        nest_bind(w, c->variable, c->offset, &v);
        any = true;
    }
    return any;
}

// What is added in a round is the same in each if it depends on nothing that changes.
static bool stays(const struct nest_changes *changes, const struct sym *by, const struct sym *k)
{
    if (sym_kind(by) == SYM_UNKNOWN || sym_mentions(by, k)) return false;
    for (int i = 0; i < changes->all.n; i++)
        if (changes->all.at[i].trial && sym_mentions(by, changes->all.at[i].trial)) return false;
    return true;
}

void nest_changed_tried(struct nest_walk *w, struct nest_changes *changes, const struct sym *k)
{
    for (int i = 0; i < changes->all.n; i++) {
        struct nest_changed *c = &changes->all.at[i];
        if (!c->trial) continue;
        struct nest_value v = nest_variable(w, c->variable, c->offset, c->type);
        if (v.kind != c->start.kind || v.root != c->start.root) continue;
        const struct sym *by = sym_sub(w->syms, v.number, c->trial);
        if (stays(changes, by, k)) c->step = by;
        c->wanders = !c->step && v.kind == NV_POINTER;
    }
    for (int i = 0; i < changes->all.n; i++) changes->all.at[i].trial = NULL;
}

// ---- behind the loop

static struct nest_value at_end(struct nest_walk *w, const struct nest_changed *c,
                                const struct nest_round *r)
{
    struct nest_value v = c->start;
    // Met once more than there are rounds: how much that adds is told by a single write only.
    if (c->in_condition && !c->write) return any(w, c, "is set in the condition of a loop");
    if (c->step && c->start.number) {
        const struct sym *n = r->n;
        if (sym_lower(w->syms, n) < 0) n = sym_max(w->syms, n, sym_const(w->syms, 0));
        if (c->in_condition) n = sym_add_const(w->syms, n, 1);
        v.number = sym_add(w->syms, v.number, sym_mul(w->syms, c->step, n));
        return v;
    }
    // As the last round left it, if there is one.
    v = nest_variable(w, c->variable, c->offset, c->type);
    bool number = v.kind == NV_INTEGER || v.kind == NV_POINTER;
    if (!number || !sym_mentions(v.number, r->var)) {
        if (!number || sym_lower(w->syms, r->n) >= 1) return v;
        return nest_value_same(&v, &c->start) ? v : any(w, c, "is set in a loop");
    }
    if (sym_lower(w->syms, r->n) < 1) return any(w, c, "is set in a loop");
    v.number = sym_substitute(w->syms, v.number, r->var, sym_add_const(w->syms, r->n, -1));
    return v;
}

// For the outermost loop: it is left with what so many rounds make of it.
static void note_repeated(struct nest_walk *w, const struct nest_changed *c,
                          const struct nest_round *r)
{
    bool whole = c->offset == 0 && c->type == c->variable->type && c->type->kind == CTYPE_INT;
    if (w->loop || w->depth || !c->write || c->in_condition || !whole) return;
    *vec_push(w->arena, &w->nest->repeated) =
        (struct nest_left){.variable = c->variable, .write = c->write, .rounds = r->n};
}

void nest_changed_end(struct nest_walk *w, struct nest_changes *changes, const struct nest_round *r,
                      bool unsure)
{
    for (int i = 0; i < changes->all.n; i++) {
        struct nest_changed *c = &changes->all.at[i];
        bool known = r->n && sym_kind(r->n) != SYM_UNKNOWN && !unsure;
        if (known) note_repeated(w, c, r);
        struct nest_value v = known ? at_end(w, c, r) : any(w, c, "is set in a loop");
        nest_bind(w, c->variable, c->offset, &v);
    }
}
