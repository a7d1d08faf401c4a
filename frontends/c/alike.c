// Are the rounds of a loop alike by their form? They are where the numbers that change from round
// to round (counters, sums, sizes of what the rounds make) only index arrays of handles, are
// arguments of a library, or are added and multiplied, in the loop itself or in functions that get
// them: then no round can do something else because of its number. Numbers out of a table that the
// rounds walk along are anyone's choice, and so is what a function keeps from call to call. Of what
// else a round leaves in memory, rounds.c asks here whether it was followed.

#include "frontends/c/rounds.h"

#include <string.h>

#define MAX_CHANGING 64

// Numbers that differ from round to round; those that are declared in the body begin anew.
struct rounds_form {
    const struct variable *changing[MAX_CHANGING];
    int n;
    struct map *members; // of structures, that hold such numbers or texts of them
    struct map *declared;
    struct map *walking;         // pointers that are elsewhere in each round
    struct map *entered;         // functions whose bodies were looked at
    struct map *passed;          // and those that were looked at for what they keep
    const struct ast *discarded; // a call whose result nobody takes
    struct unit *unit;
    bool other; // something that is not understood
};

// What becomes of an expression's value: something that could do otherwise for another number, an
// index or an argument of a library, or a decision, in which nothing is allowed.
enum use { USE_BARRED, USE_ALLOWED, USE_DECIDES };

static bool is_changing(const struct rounds_form *f, const struct variable *v)
{
    for (int i = 0; i < f->n; i++)
        if (f->changing[i] == v) return true;
    return false;
}

static bool is_walking(const struct rounds_form *f, const struct variable *v)
{
    return map_get_number(f->walking, (uint64_t)(uintptr_t)v);
}

static bool is_declared(const struct rounds_form *f, const struct variable *v)
{
    return map_get_number(f->declared, (uint64_t)(uintptr_t)v);
}

static bool is_changing_member(const struct rounds_form *f, const struct cfield *field)
{
    return field && map_get_number(f->members, (uint64_t)(uintptr_t)field);
}

static bool is_number(const struct ctype *t)
{
    return t && (t->kind == CTYPE_INT || t->kind == CTYPE_BOOL || t->kind == CTYPE_FLOAT);
}

// A conversion to fewer bits wraps, and so does what such a variable is given.
static bool wraps(const struct ctype *t)
{
    return t && (t->kind == CTYPE_BOOL || (t->kind == CTYPE_INT && t->size < 4));
}

// Does a number stay what it is? A fraction that is cut off makes steps.
static bool keeps_number(const struct ctype *to, const struct ctype *from)
{
    if (!is_number(to) || !is_number(from)) return true;
    if (from->kind == CTYPE_FLOAT) return to->kind == CTYPE_FLOAT;
    return !wraps(to) || wraps(from);
}

// Sees through to numbers: a handle shows nothing of itself.
static bool points_to_numbers(const struct ctype *t)
{
    const struct ctype *element = t && t->kind == CTYPE_POINTER ? t->element : NULL;
    return element && (is_number(element) || (element->kind == CTYPE_RECORD && element->n_fields));
}

static bool assigns(const struct ast *n)
{
    return n->kind == AST_ASSIGN || n->kind == AST_COMPOUND_ASSIGN || n->kind == AST_STEP;
}

typedef void visit(struct rounds_form *, const struct ast *, enum use);

static void visit_parts(struct rounds_form *f, const struct ast *n, enum use use, visit *each)
{
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++)
        if (parts[i]) each(f, parts[i], use);
    for (int i = 0; i < n->n_kids; i++) each(f, n->kids[i], use);
    for (int i = 0; n->init && i < n->init->n; i++)
        if (n->init->stores[i].value) each(f, n->init->stores[i].value, use);
}

static void find_declared(struct rounds_form *f, const struct ast *n, enum use use)
{
    if (n->kind == AST_DECLARE && n->variable->storage == VARIABLE_LOCAL)
        map_put_number(f->declared, (uint64_t)(uintptr_t)n->variable, f);
    visit_parts(f, n, use, find_declared);
}

// What a function without a body does with a number is a layer's or a tensor's affair, not the
// loop's.
static struct function *callee_of(const struct ast *call)
{
    const struct ast *callee = call->a;
    bool named = callee && callee->kind == AST_DECAY && callee->a->kind == AST_FUNCTION;
    return named ? callee->a->function : NULL;
}

static bool mentions_changing(const struct rounds_form *f, const struct ast *n)
{
    if (n->kind == AST_VARIABLE) return is_changing(f, n->variable);
    if (n->kind == AST_MEMBER && is_changing_member(f, n->field)) return true;
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++)
        if (parts[i] && mentions_changing(f, parts[i])) return true;
    for (int i = 0; i < n->n_kids; i++)
        if (mentions_changing(f, n->kids[i])) return true;
    for (int i = 0; n->init && i < n->init->n; i++) {
        const struct ast *value = n->init->stores[i].value;
        if (value && mentions_changing(f, value)) return true;
    }
    return false;
}

// Of an lvalue, or a pointer to one, what holds it: a variable or a member.
static const struct ast *holder_of(const struct ast *n)
{
    while (n->kind == AST_CONVERT || n->kind == AST_DECAY || n->kind == AST_LOAD ||
           n->kind == AST_DEREF || n->kind == AST_ADDRESS || n->kind == AST_POINTER_ADD)
        n = n->a;
    return n;
}

static bool outlives_calls(const struct ast *lvalue)
{
    const struct ast *n = holder_of(lvalue);
    while (n->kind == AST_MEMBER) n = holder_of(n->a);
    return n->kind == AST_VARIABLE && n->variable->storage >= VARIABLE_STATIC;
}

static bool walks(const struct rounds_form *, const struct ast *);

// A pointer out of an array leads to another object in each round: to another table where it is one
// to numbers, or one that was there before the program began. Others are what rounds made.
static bool leads_to_table(const struct rounds_form *f, const struct ast *place,
                           const struct ctype *pointer)
{
    bool outlives = outlives_calls(place);
    bool numbers = pointer && pointer->kind == CTYPE_POINTER && is_number(pointer->element);
    return (numbers || (outlives && points_to_numbers(pointer))) && walks(f, place);
}

// An lvalue or pointer that is at another place in each round.
static bool walks(const struct rounds_form *f, const struct ast *n)
{
    switch (n->kind) {
    case AST_VARIABLE: return is_walking(f, n->variable);
    case AST_POINTER_ADD: return mentions_changing(f, n->b) || walks(f, n->a);
    case AST_LOAD:
        return n->a->kind == AST_VARIABLE ? walks(f, n->a) : leads_to_table(f, n->a, n->type);
    case AST_MEMBER:
    case AST_DEREF:
    case AST_ADDRESS:
    case AST_CONVERT:
    case AST_STEP:
    case AST_COMPOUND_ASSIGN:
    case AST_DECAY: return walks(f, n->a);
    default: return false;
    }
}

// Text or numbers in an array of the program's own, which anyone may have written since.
static bool is_own_array(const struct ast *n)
{
    n = ast_unconverted(n);
    return n->kind == AST_DECAY && n->a->kind == AST_VARIABLE && n->a->type &&
           is_number(n->a->type->element) && !n->a->variable->is_const;
}

// A number that a library tells of a handle or of the program's memory: nn_size(x, 1), strlen(s).
static bool tells_number(const struct ast *call)
{
    const struct function *callee = call->kind == AST_CALL ? callee_of(call) : NULL;
    if (!callee || callee->has_body || !is_number(callee->type->element)) return false;
    for (int i = 0; i < call->n_kids; i++) {
        const struct ctype *t = call->kids[i]->type;
        const struct ctype *element = t && t->kind == CTYPE_POINTER ? t->element : NULL;
        bool handle = element && element->kind == CTYPE_RECORD;
        if (handle || is_own_array(call->kids[i])) return true;
    }
    return false;
}

static bool contains_told(const struct ast *n)
{
    if (tells_number(n)) return true;
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++)
        if (parts[i] && contains_told(parts[i])) return true;
    for (int i = 0; i < n->n_kids; i++)
        if (contains_told(n->kids[i])) return true;
    return false;
}

// ---- what changes

static void add_changing(struct rounds_form *f, const struct variable *v)
{
    if (is_changing(f, v)) return;
    if (f->n == MAX_CHANGING)
        f->other = true;
    else
        f->changing[f->n++] = v;
}

static bool is_own(const struct ast *target)
{
    return target->kind == AST_VARIABLE && (target->variable->storage == VARIABLE_LOCAL ||
                                            target->variable->storage == VARIABLE_PARAMETER);
}

// Numbers that the loop sets; one in a member or an element, or one that functions which are
// called could read, is not followed.
static void note_target(struct rounds_form *f, const struct ast *target)
{
    if (target->kind == AST_VARIABLE && is_declared(f, target->variable)) return;
    if (is_own(target) && points_to_numbers(target->type))
        map_put_number(f->walking, (uint64_t)(uintptr_t)target->variable, f);
    if (!is_number(target->type)) return;
    if (!is_own(target) || wraps(target->type))
        f->other = true;
    else
        add_changing(f, target->variable);
}

// What a variable of the body is made of, it is: a number that changes, or a place in a table.
static void note_declared(struct rounds_form *f, const struct ast *n)
{
    for (int i = 0; n->init && i < n->init->n; i++) {
        const struct ast *value = n->init->stores[i].value;
        if (!value) continue;
        if (points_to_numbers(n->variable->type) && walks(f, value))
            map_put_number(f->walking, (uint64_t)(uintptr_t)n->variable, f);
        if (is_number(n->variable->type) && (mentions_changing(f, value) || contains_told(value)))
            add_changing(f, n->variable);
    }
}

// snprintf(name, size, "layer%d", i): a text that a library writes with changing numbers is such.
static void note_text(struct rounds_form *f, const struct ast *to)
{
    const struct ast *holder = holder_of(to);
    if (holder->kind == AST_VARIABLE)
        add_changing(f, holder->variable);
    else if (holder->kind == AST_MEMBER && holder->field)
        map_put_number(f->members, (uint64_t)(uintptr_t)holder->field, f);
    else
        f->other = true;
}

static void note_written(struct rounds_form *f, const struct ast *call)
{
    const struct function *callee = callee_of(call);
    if (!callee || callee->has_body || !mentions_changing(f, call)) return;
    for (int i = 0; i < call->n_kids && i < callee->type->n_fields; i++) {
        const struct ctype *of = callee->type->parameters[i];
        bool written = of->kind == CTYPE_POINTER && !of->pointee_const &&
                       (is_number(of->element) || of->element->kind == CTYPE_VOID);
        if (written) note_text(f, call->kids[i]);
    }
}

static void find_changing(struct rounds_form *f, const struct ast *n, enum use use)
{
    if (assigns(n)) note_target(f, n->a);
    if (n->kind == AST_DECLARE) note_declared(f, n);
    if (n->kind == AST_CALL) note_written(f, n);
    // Whoever gets the address may write the number.
    if (n->kind == AST_ADDRESS && n->a->kind == AST_VARIABLE && is_number(n->a->type))
        note_target(f, n->a);
    visit_parts(f, n, use, find_changing);
}

// Numbers that a function keeps: it may do something else at its next call.
static void find_kept(struct rounds_form *f, const struct ast *n, enum use use)
{
    const struct ast *target = assigns(n) && is_number(n->a->type) && !is_own(n->a) ? n->a : NULL;
    if (target && (n->kind != AST_ASSIGN || outlives_calls(target))) f->other = true;
    struct function *callee = n->kind == AST_CALL ? callee_of(n) : NULL;
    uint64_t key = (uint64_t)(uintptr_t)callee;
    if (callee && callee->has_body && !map_get_number(f->passed, key)) {
        map_put_number(f->passed, key, f);
        find_kept(f, unit_body(f->unit, callee), use);
    }
    visit_parts(f, n, use, find_kept);
}

// ---- how it is used

// A function of the program that gets changing numbers: its parameters are such, and what its body
// does with them is looked at like the loop's own. A number that it gave back would be one, too.
static bool enters(struct rounds_form *f, const struct ast *call)
{
    struct function *callee = callee_of(call);
    const struct ctype *result = callee ? callee->type->element : NULL;
    if (!callee || !callee->has_body || is_number(result)) return false;
    int n = call->n_kids;
    bool any = false;
    if (n > callee->n_parameters) return false;
    for (int i = 0; i < n; i++) {
        if (!mentions_changing(f, call->kids[i])) continue;
        any = true;
        if (is_changing(f, callee->parameters[i])) continue;
        if (f->n == MAX_CHANGING) return false;
        f->changing[f->n++] = callee->parameters[i];
    }
    return any;
}

// Any element of an array of handles may be taken; one of numbers would be another number each
// round.
static bool indexes_handles(const struct ast *n)
{
    const struct ctype *element =
        n->type && n->type->kind == CTYPE_POINTER ? n->type->element : NULL;
    return element && !is_number(element);
}

// The part of a node that decides what runs next.
static const struct ast *condition_of(const struct ast *n)
{
    switch (n->kind) {
    case AST_IF:
    case AST_CONDITIONAL:
    case AST_SWITCH:
    case AST_WHILE:
    case AST_DO:
    case AST_AND:
    case AST_OR: return n->a;
    case AST_FOR: return n->b;
    default: return NULL;
    }
}

// A shift to the left multiplies by a power of 2; one to the right comes to 0 in some round.
static bool is_polynomial(enum ast_op op)
{
    return op == AST_OP_ADD || op == AST_OP_SUB || op == AST_OP_MUL || op == AST_OP_SHL;
}

// An assignment of changing numbers to one of them, which is looked at in the same way.
static bool keeps_form(const struct rounds_form *f, const struct ast *n)
{
    if (n->a->kind != AST_VARIABLE || !is_changing(f, n->a->variable)) return false;
    if (n->kind != AST_COMPOUND_ASSIGN) return true;
    return is_polynomial(n->op) && keeps_number(n->a->type, n->compute);
}

// How what `n` makes of its parts may be used, where `n` itself is used so: sums and products of
// changing numbers are as good as the numbers, all else hides them.
static enum use use_of_parts(const struct rounds_form *f, const struct ast *n, enum use use)
{
    enum use barred = use == USE_ALLOWED ? USE_BARRED : use;
    switch (n->kind) {
    case AST_BINARY: return is_polynomial(n->op) ? use : barred;
    case AST_CONVERT: return keeps_number(n->type, n->a->type) ? use : barred;
    case AST_DECLARE: return is_changing(f, n->variable) ? USE_ALLOWED : barred;
    case AST_STEP:
    case AST_ASSIGN:
    case AST_COMPOUND_ASSIGN: return keeps_form(f, n) ? USE_ALLOWED : barred;
    case AST_ADDRESS:
    case AST_LOAD:
    case AST_DECAY:
    case AST_MEMBER:
    case AST_DEREF:
    case AST_COMPOUND: return use;
    default: return barred;
    }
}

static void check_uses(struct rounds_form *, const struct ast *, enum use);

// A number that is made of another may stand before it.
static void check_body(struct rounds_form *f, const struct ast *body)
{
    find_declared(f, body, USE_BARRED);
    for (int n = -1; n != f->n;) {
        n = f->n;
        find_changing(f, body, USE_BARRED);
    }
    check_uses(f, body, USE_BARRED);
}

// A library takes numbers for what they are, but what it makes of one, abs(i - 30), may be any.
static void check_call(struct rounds_form *f, const struct ast *call, enum use granted,
                       enum use barred)
{
    struct function *callee = callee_of(call);
    bool library = callee && !callee->has_body, entered = !library && enters(f, call);
    bool hides = library && is_number(callee->type->element) && call != f->discarded;
    if (hides) granted = barred;
    check_uses(f, call->a, barred);
    for (int i = 0; i < call->n_kids; i++)
        check_uses(f, call->kids[i], library || entered ? granted : barred);
    uint64_t key = (uint64_t)(uintptr_t)callee;
    if (!entered || map_get_number(f->entered, key)) return;
    map_put_number(f->entered, key, f);
    check_body(f, unit_body(f->unit, callee));
}

// Is a changing number used only where its value makes no difference to what a round does? What
// decides a branch is looked at as such, whatever is allowed around it.
static void check_uses(struct rounds_form *f, const struct ast *n, enum use use)
{
    if (n->kind == AST_HOLE || n->kind == AST_GOTO) f->other = true;
    const struct ast *condition = condition_of(n);
    if (condition) check_uses(f, condition, USE_DECIDES);
    enum use granted = use == USE_DECIDES ? USE_DECIDES : USE_ALLOWED;
    enum use barred = use == USE_ALLOWED ? USE_BARRED : use;
    switch (n->kind) {
    case AST_VARIABLE:
        if (use != USE_ALLOWED && is_changing(f, n->variable)) f->other = true;
        if (use == USE_DECIDES && is_walking(f, n->variable)) f->other = true;
        return;
    case AST_MEMBER:
        if (use != USE_ALLOWED && is_changing_member(f, n->field)) f->other = true;
        break;
    case AST_CALL:
        if (use != USE_ALLOWED && n != f->discarded && tells_number(n)) f->other = true;
        check_call(f, n, granted, barred);
        return;
    case AST_EXPRESSION: f->discarded = n->a; break;
    case AST_LOAD:
        // Which number stands there is for whoever wrote the table to say.
        if (is_number(n->type) && n->a->kind != AST_VARIABLE && walks(f, n->a)) f->other = true;
        break;
    case AST_POINTER_DIFF:
        if (walks(f, n->a) || walks(f, n->b)) f->other = true;
        break;
    case AST_POINTER_ADD:
        check_uses(f, n->a, use);
        check_uses(f, n->b, indexes_handles(n) ? granted : barred);
        return;
    case AST_ADDRESS:
        if (n->a->kind == AST_VARIABLE && is_changing(f, n->a->variable)) f->other = true;
        break;
    default: break;
    }
    visit_parts(f, n, use_of_parts(f, n, use), check_uses);
}

static bool is_comparison(const struct ast *n)
{
    while (n && n->kind == AST_CONVERT) n = n->a;
    return n && n->kind == AST_BINARY && n->op >= AST_OP_LT && n->op <= AST_OP_NE;
}

const struct rounds_form *rounds_alike(struct eval *e, const struct ast *loop)
{
    struct rounds_form *f = arena_new(e->arena, struct rounds_form);
    *f = (struct rounds_form){.members = map_open(e->arena),
                              .declared = map_open(e->arena),
                              .walking = map_open(e->arena),
                              .entered = map_open(e->arena),
                              .passed = map_open(e->arena),
                              .unit = e->unit};
    const struct ast *step = loop->kind == AST_FOR ? loop->c : NULL;
    if (!is_comparison(loop->kind == AST_FOR ? loop->b : loop->a)) return NULL;
    if (step) find_changing(f, step, USE_BARRED);
    check_body(f, loop->d);
    find_kept(f, loop->d, USE_BARRED);
    if (step) check_uses(f, step, USE_BARRED);
    return f->other ? NULL : f;
}

bool rounds_follow(const struct rounds_form *f, const struct eval *e, const struct object *o,
                   const struct cfield *member)
{
    if (is_changing_member(f, member)) return true;
    if (o->kind != OBJECT_VARIABLE) return false;
    for (int i = 0; i < f->n; i++) {
        const struct variable *v = f->changing[i];
        bool own = v->storage == VARIABLE_LOCAL || v->storage == VARIABLE_PARAMETER;
        if (own && v->slot < e->frame->function->n_slots && e->frame->slots[v->slot] == o)
            return true;
    }
    return false;
}
