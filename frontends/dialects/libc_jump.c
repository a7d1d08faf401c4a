// <setjmp.h>: a longjmp ends the calls in between and runs the statement with the setjmp again,
// whose call then gives the number. C allows setjmp where nothing else of the statement matters:
// alone, compared with a constant, as what decides an if, a switch or a loop.

#include "frontends/dialects/libc.h"

// What the buffer holds beside the number of the jump, so that other bytes are not taken for one.
#define MARK (INT64_C(0x5e7) << 20)
#define MAX_JUMPS (1 << 20)

static bool contains(const struct ast *n, const struct ast *call)
{
    if (!n || n == call) return n != NULL;
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++)
        if (contains(parts[i], call)) return true;
    for (int i = 0; i < n->n_kids; i++)
        if (contains(n->kids[i], call)) return true;
    for (int i = 0; n->init && i < n->init->n; i++)
        if (contains(n->init->stores[i].value, call)) return true;
    return false;
}

// The innermost statement of the body, of those that are no part of an expression.
static const struct ast *statement_of(const struct ast *n, const struct ast *call)
{
    if (!contains(n, call)) return NULL;
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    const struct ast *found = NULL;
    for (int i = 0; i < 4 && !found; i++)
        if (parts[i] && parts[i]->kind >= AST_BLOCK) found = statement_of(parts[i], call);
    for (int i = 0; i < n->n_kids && !found; i++)
        if (n->kids[i]->kind >= AST_BLOCK) found = statement_of(n->kids[i], call);
    return found ? found : n;
}

// The number of a new place to jump to; -1: there are too many.
static int64_t jump_new(struct eval *e)
{
    const struct ast *call = e->at;
    uint64_t key = (uint64_t)(uintptr_t)call;
    const struct ast *statement = map_get_number(e->labels.numbers, key);
    if (!statement) {
        statement = statement_of(e->frame->function->body, call);
        map_put_number(e->labels.numbers, key, (void *)(uintptr_t)statement);
    }
    if (!statement || e->jumping.list.n >= MAX_JUMPS) return -1;
    *vec_push(e->arena, &e->jumping.list) =
        (struct jump){e->frame, e->frame->number, statement, call};
    return e->jumping.list.n - 1;
}

static struct cvalue apply_setjmp(const struct dialect_call *c)
{
    struct eval *e = c->eval;
    const struct jump *jump = e->jumping.now;
    if (jump && jump->call == e->at && jump->frame == e->frame) {
        e->jumping.now = NULL;
        return libc_int(c, e->jumping.value);
    }
    int64_t number = jump_new(e);
    struct cvalue mark = cvalue_int(e->types->long_, number < 0 ? 0 : MARK + number);
    struct place to = place_of_pointer(e, &c->arguments[0], e->at);
    if (place_check(e, &to, e->types->long_->size, ACCESS_WRITE, e->at))
        place_store(e, to, e->types->long_, &mark, e->at);
    return libc_int(c, 0);
}

// NULL: the buffer is none that a setjmp filled, or the function that called it has ended.
static const struct jump *jump_of(const struct dialect_call *c)
{
    struct eval *e = c->eval;
    struct cvalue mark = eval_load(e, &c->arguments[0], 0, e->types->long_);
    int64_t number = mark.kind == CVALUE_INT ? mark.integer - MARK : -1;
    if (number < 0 || number >= e->jumping.list.n) return NULL;
    const struct jump *jump = &e->jumping.list.at[number];
    const struct frame *frame = e->frame;
    while (frame && frame != jump->frame) frame = frame->caller;
    return frame && frame->number == jump->frame_number ? jump : NULL;
}

static struct cvalue apply_longjmp(const struct dialect_call *c)
{
    static const char reason[] = "a longjmp to a place that is not known";
    struct eval *e = c->eval;
    const struct jump *jump = jump_of(c);
    if (jump && libc_integer(c, 1, &e->jumping.value)) {
        if (e->jumping.value == 0) e->jumping.value = 1;
        e->jumping.now = jump;
        e->flow = FLOW_JUMP;
        return libc_nothing(c);
    }
    if (!e->request.concrete)
        eval_fault(e, e->at, DIAG_NOT_UNDERSTOOD, "not understood: %s", reason);
    eval_stop(e, EVAL_UNSUPPORTED, e->at, reason);
    return libc_nothing(c);
}

const struct dialect_rule libc_jump_rules[] = {
    {"_setjmp", "p", apply_setjmp, NULL},
    {"setjmp", "p", apply_setjmp, NULL},
    {"__sigsetjmp", "pi", apply_setjmp, NULL},
    {"sigsetjmp", "pi", apply_setjmp, NULL},
    {"__builtin_setjmp", "p", apply_setjmp, NULL},
    {"longjmp", "pi!", apply_longjmp, dialect_jumps},
    {"_longjmp", "pi!", apply_longjmp, dialect_jumps},
    {"siglongjmp", "pi!", apply_longjmp, dialect_jumps},
    {"__builtin_longjmp", "pi!", apply_longjmp, dialect_jumps},
    {0}};
