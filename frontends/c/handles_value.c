// What expressions do with handles: make, give back, look at, or take somewhere else.

#include "frontends/c/handles_flow.h"
#include "frontends/c/dialect.h"

#include <string.h>

// ---- calls

struct function *call_function(const struct ast *call)
{
    const struct ast *callee = ast_unconverted(call->a);
    if (callee->kind == AST_DECAY) callee = callee->a;
    return callee->kind == AST_FUNCTION ? callee->function : NULL;
}

static const struct ast *argument_struct(const struct ast *call)
{
    if (call->kind != AST_CALL || call->n_kids != 1) return NULL;
    const struct ast *address = ast_unconverted(call->kids[0]);
    bool literal = address->kind == AST_ADDRESS && address->a->kind == AST_COMPOUND;
    return literal ? address->a : NULL;
}

static const struct cfield *field_named(const struct ctype *record, const char *name)
{
    for (int i = 0; record && i < record->n_fields; i++)
        if (!strcmp(record->fields[i].name, name)) return &record->fields[i];
    return NULL;
}

const struct ast *call_field(const struct ast *call, const char *name)
{
    const struct ast *given = argument_struct(call);
    const struct cfield *field = given ? field_named(given->type, name) : NULL;
    const struct initializer *init = given ? given->init : NULL;
    for (int i = field && init ? init->n : 0; i-- > 0;)
        if (init->stores[i].offset == field->offset && init->stores[i].value)
            return init->stores[i].value;
    return NULL;
}

static bool is_listed(const char *const *names, const struct function *f)
{
    for (int i = 0; names && f && names[i]; i++)
        if (!strcmp(names[i], f->name)) return true;
    return false;
}

static const struct handle_kind *made_kind(const struct handles *h, const struct ast *n)
{
    n = n ? ast_unconverted(n) : NULL;
    if (!n || n->kind != AST_CALL) return NULL;
    for (int i = 0; i < h->n_kinds; i++)
        if (is_listed(h->kinds[i].made_by, call_function(n))) return &h->kinds[i];
    return NULL;
}

// ---- what there is to follow

static const struct handle_kind *kind_of_type(const struct handles *h, const struct ctype *type)
{
    if (type->kind == CTYPE_POINTER) type = type->element;
    if (!type || type->kind != CTYPE_RECORD || !type->name) return NULL;
    for (int i = 0; i < h->n_kinds; i++)
        if (!strcmp(h->kinds[i].type, type->name)) return &h->kinds[i];
    return NULL;
}

int handles_index(const struct handles *h, const struct variable *v)
{
    for (int i = 0; i < h->variables.n; i++)
        if (h->variables.at[i].variable == v) return i;
    return -1;
}

static bool find(struct handles *h, const struct ast *n)
{
    if (!n) return false;
    bool found = made_kind(h, n) != NULL;
    const struct handle_kind *kind =
        n->kind == AST_DECLARE && n->variable->storage == VARIABLE_LOCAL && n->variable->type
            ? kind_of_type(h, n->variable->type)
            : NULL;
    if (kind && handles_index(h, n->variable) < 0)
        *vec_push(h->arena, &h->variables) =
            (struct tracked){.variable = n->variable, .kind = kind};
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++) found |= find(h, parts[i]);
    for (int i = 0; i < n->n_kids; i++) found |= find(h, n->kids[i]);
    for (int i = 0; n->init && i < n->init->n; i++) found |= find(h, n->init->stores[i].value);
    return found;
}

bool handles_find(struct handles *h, const struct ast *body)
{
    return find(h, body);
}

// ---- telling

void handles_tell(struct handles *h, enum handle_wrong wrong, int index, const struct ast *at)
{
    const struct tracked *t = &h->variables.at[index];
    if (!h->telling) return;
    // One way out of several will do; a loss is told of each call that makes.
    for (int i = 0; i < h->findings.n; i++)
        if (h->findings.at[i].made == t->made && h->findings.at[i].wrong != HANDLE_ENDED_AGAIN &&
            wrong != HANDLE_ENDED_AGAIN && wrong != HANDLE_MADE_IN_LOOP)
            return;
    *vec_push(h->arena, &h->findings) =
        (struct handle_finding){.wrong = wrong,
                                .kind = t->kind,
                                .made = t->made,
                                .variable = t->variable,
                                .at = at,
                                .declared = t->declared_made ? t->declared : NULL,
                                .stays = !t->escapes && !t->made_twice};
}

static void tell_call(struct handles *h, enum handle_wrong wrong, const struct handle_kind *kind,
                      const struct ast *call)
{
    if (!h->telling) return;
    *vec_push(h->arena, &h->findings) =
        (struct handle_finding){.wrong = wrong, .kind = kind, .made = call};
}

// ---- loops whose rounds are of the same owner

// Does the loop change the variable, or may it?
static bool changes(const struct ast *n, const struct variable *v)
{
    if (!n) return false;
    bool writes = n->kind == AST_ASSIGN || n->kind == AST_COMPOUND_ASSIGN || n->kind == AST_STEP ||
                  n->kind == AST_ADDRESS;
    const struct ast *to = writes ? n->a : NULL;
    while (to && (to->kind == AST_MEMBER)) to = to->a;
    if (to && to->kind == AST_VARIABLE && to->variable == v) return true;
    if (n->kind == AST_DECLARE && n->variable == v) return true;
    if (changes(n->a, v) || changes(n->b, v) || changes(n->c, v) || changes(n->d, v)) return true;
    for (int i = 0; i < n->n_kids; i++)
        if (changes(n->kids[i], v)) return true;
    for (int i = 0; n->init && i < n->init->n; i++)
        if (changes(n->init->stores[i].value, v)) return true;
    return false;
}

static bool is_same_each_round(const struct handle_kind *kind, const struct ast *n,
                               const struct ast *loop)
{
    if (!n) return true;
    if (n->kind == AST_CALL && !is_listed(kind->parts, call_function(n))) return false;
    if (n->kind == AST_ASSIGN || n->kind == AST_STEP || n->kind == AST_COMPOUND_ASSIGN ||
        n->kind == AST_STATEMENT || n->kind == AST_HOLE)
        return false;
    if (n->kind == AST_VARIABLE) return !changes(loop, n->variable);
    if (n->kind == AST_FUNCTION) return true;
    bool same = is_same_each_round(kind, n->a, loop) && is_same_each_round(kind, n->b, loop) &&
                is_same_each_round(kind, n->c, loop);
    for (int i = 0; i < n->n_kids && same; i++) same = is_same_each_round(kind, n->kids[i], loop);
    return same;
}

// Behind a condition inside of the loop it may be made once.
static bool of_same_owner(const struct handles *h, const struct handle_kind *kind,
                          const struct ast *call)
{
    const struct ast *owner = call_field(call, kind->owner);
    return h->loop && owner && h->loop->n_branches == h->n_branches &&
           is_same_each_round(kind, owner, h->loop->node);
}

static void run_made(struct handles *h, const struct ast *call, const struct handle_kind *kind)
{
    handles_stores(h, argument_struct(call) ? argument_struct(call)->init : NULL);
    if (of_same_owner(h, kind, call) && !h->now->dead)
        tell_call(h, HANDLE_MADE_IN_LOOP, kind, call);
}

// ---- variables

// The variable whose value is read, whole or in part.
static int read_variable(const struct handles *h, const struct ast *n, bool *whole)
{
    n = ast_unconverted(n);
    if (n->kind != AST_LOAD) return -1;
    const struct ast *from = n->a;
    *whole = from->kind == AST_VARIABLE;
    while (from->kind == AST_MEMBER) from = from->a;
    return from->kind == AST_VARIABLE ? handles_index(h, from->variable) : -1;
}

int handles_read(const struct handles *h, const struct ast *n)
{
    bool whole;
    return read_variable(h, n, &whole);
}

static void escape(struct handles *h, int index)
{
    h->variables.at[index].escapes = true;
    h->variables.at[index].is_read = true;
    h->now->mask[index] = STATE_ELSEWHERE;
}

void handles_assign(struct handles *h, int index, const struct ast *value, const struct ast *at)
{
    struct tracked *t = &h->variables.at[index];
    const struct handle_kind *kind = made_kind(h, value);
    if (h->now->mask[index] == STATE_HELD && !h->now->dead && kind && t->kind->ended_by)
        handles_tell(h, HANDLE_NEVER_ENDED, index, at);
    if (kind) {
        const struct ast *call = ast_unconverted(value);
        run_made(h, call, kind);
        t->made_twice = t->made_twice || (t->made && t->made != call);
        t->made = call;
        t->declared_made = at->kind == AST_DECLARE;
        t->made_loop = h->loop ? h->loop->node : NULL;
        t->made_depth = h->loop ? h->loop->depth : 0;
        t->same_owner = of_same_owner(h, kind, call);
        h->now->mask[index] = STATE_HELD;
        return;
    }
    const struct ast *plain = value ? ast_unconverted(value) : NULL;
    if (plain && plain->kind != AST_INT) handles_value(h, value, VALUE_USED);
    bool nothing = !plain || (plain->kind == AST_INT && plain->integer == 0);
    h->now->mask[index] = nothing ? STATE_NONE : STATE_ELSEWHERE;
}

// ---- values

// The handle that a call of one of these functions is given: in its argument struct, or by value.
static const struct ast *given_handle(const struct handles *h, const struct ast *call, int *index)
{
    const struct ast *given = argument_struct(call);
    int n = given ? (given->init ? given->init->n : 0) : call->n_kids;
    for (int i = 0; i < n; i++) {
        const struct ast *value = given ? given->init->stores[i].value : call->kids[i];
        bool whole = false;
        *index = value ? read_variable(h, value, &whole) : -1;
        if (*index >= 0 && whole) return value;
    }
    *index = -1;
    return NULL;
}

const struct ast *handles_asked(const struct handles *h, const struct ast *call)
{
    int index;
    struct function *f = call_function(call);
    for (int i = 0; i < h->n_kinds; i++)
        if (is_listed(h->kinds[i].asked_by, f)) return given_handle(h, call, &index);
    return NULL;
}

static void end_handle(struct handles *h, int index, const struct ast *call)
{
    struct tracked *t = &h->variables.at[index];
    if (h->now->mask[index] == STATE_ENDED && !h->now->dead)
        handles_tell(h, HANDLE_ENDED_AGAIN, index, call);
    bool known = false;
    for (int i = 0; i < t->ends.n; i++) known = known || t->ends.at[i] == call;
    if (!known) *vec_push(h->arena, &t->ends) = call;
    t->ends_in_loop = t->ends_in_loop || (h->loop && h->loop->node != t->made_loop);
    h->now->mask[index] = STATE_ENDED;
}

static void run_call(struct handles *h, const struct ast *n, enum value_use use)
{
    struct function *f = call_function(n);
    const struct handle_kind *kind = made_kind(h, n);
    if (kind) {
        run_made(h, n, kind);
        if (use == VALUE_DROPPED) tell_call(h, HANDLE_DROPPED, kind, n);
        return;
    }
    int index;
    const struct ast *handle = NULL;
    bool ends = false, uses = false;
    for (int i = 0; i < h->n_kinds && !ends && !uses; i++) {
        ends = is_listed(h->kinds[i].ended_by, f);
        uses = is_listed(h->kinds[i].used_by, f);
    }
    if (ends || uses) handle = given_handle(h, n, &index);
    if (handle) h->variables.at[index].is_read = true;
    const struct ast *given = argument_struct(n);
    for (int i = 0; given && given->init && i < given->init->n; i++)
        if (given->init->stores[i].value != handle)
            handles_value(h, given->init->stores[i].value, VALUE_USED);
    for (int i = 0; !given && i < n->n_kids; i++)
        if (n->kids[i] != handle) handles_value(h, n->kids[i], VALUE_USED);
    if (!f) handles_value(h, n->a, VALUE_USED);
    if (handle && ends) end_handle(h, index, n);
    if (f &&
        (unit_never_returns(h->unit, f) || dialect_never_returns(dialect_rule_for(h->arena, f))))
        h->now->dead = true;
}

void handles_stores(struct handles *h, const struct initializer *init)
{
    for (int i = 0; init && i < init->n; i++) handles_value(h, init->stores[i].value, VALUE_USED);
}

// One side may not be run.
static void run_either(struct handles *h, const struct ast *n, enum value_use use)
{
    struct flow *before = handles_fork(h);
    handles_value(h, n, use);
    handles_meet(h, before);
}

static void run_parts(struct handles *h, const struct ast *n, enum value_use use)
{
    handles_value(h, n->a, use);
    handles_value(h, n->b, use);
    handles_value(h, n->c, use);
    handles_value(h, n->d, use);
    for (int i = 0; i < n->n_kids; i++) handles_value(h, n->kids[i], use);
    handles_stores(h, n->init);
}

static void run_assign(struct handles *h, const struct ast *n)
{
    int index = n->a->kind == AST_VARIABLE ? handles_index(h, n->a->variable) : -1;
    if (index >= 0) {
        handles_assign(h, index, n->b, n);
        return;
    }
    handles_value(h, n->b, VALUE_USED);
    handles_value(h, n->a, VALUE_USED);
}

static bool compares(const struct ast *n)
{
    return (n->kind == AST_BINARY && n->op >= AST_OP_LT && n->op <= AST_OP_NE) ||
           (n->kind == AST_UNARY && n->op == AST_OP_NOT);
}

void handles_value(struct handles *h, const struct ast *n, enum value_use use)
{
    bool whole = false;
    if (!n || --h->work < 0) return;
    int index = n->kind == AST_LOAD ? read_variable(h, n, &whole) : -1;
    if (index >= 0) {
        if (whole && use == VALUE_USED) escape(h, index);
        if (use != VALUE_DROPPED) h->variables.at[index].is_read = true;
        return;
    }
    if (n->kind == AST_VARIABLE && (index = handles_index(h, n->variable)) >= 0) {
        escape(h, index);
        return;
    }
    switch (n->kind) {
    case AST_CALL: run_call(h, n, use); return;
    case AST_ASSIGN: run_assign(h, n); return;
    case AST_CONVERT:
        handles_value(h, n->a, n->type->kind == CTYPE_VOID ? VALUE_DROPPED : use);
        return;
    case AST_AND:
    case AST_OR:
        handles_value(h, n->a, VALUE_TESTED);
        run_either(h, n->b, VALUE_TESTED);
        return;
    case AST_CONDITIONAL:
        handles_value(h, n->a, VALUE_TESTED);
        run_either(h, n->b, use);
        run_either(h, n->c, use);
        return;
    case AST_COMMA:
        handles_value(h, n->a, VALUE_DROPPED);
        handles_value(h, n->b, use);
        return;
    case AST_STATEMENT: handles_statement(h, n->a); return;
    default: run_parts(h, n, compares(n) ? VALUE_TESTED : VALUE_USED);
    }
}
