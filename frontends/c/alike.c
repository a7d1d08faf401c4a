// Are the rounds of a loop alike by their form? They are where the numbers that change from round
// to round (counters, sums, sizes of what the rounds make) only index arrays of handles, are
// arguments of a library, or are added and multiplied, in the loop itself or in functions that get
// them: then no round can do something else because of its number. Numbers out of a table that the
// rounds walk along are anyone's choice, and so is what a function keeps from call to call. Of what
// else a round leaves in memory, rounds.c asks here whether it was followed.

#include "frontends/c/form.h"
#include "frontends/c/skim.h"

// What becomes of an expression's value: something that could do otherwise for another number, an
// index or an argument of a library, or a decision, in which nothing is allowed.
enum use { USE_BARRED, USE_ALLOWED, USE_DECIDES };

static bool assigns(const struct ast *n)
{
    return n->kind == AST_ASSIGN || n->kind == AST_COMPOUND_ASSIGN || n->kind == AST_STEP;
}

static bool is_loop(const struct ast *n)
{
    return n->kind == AST_FOR || n->kind == AST_WHILE || n->kind == AST_DO;
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
        map_put_number(f->declared, (uint64_t)(uintptr_t)n->variable, (void *)n);
    if ((assigns(n) || n->kind == AST_ADDRESS) && n->a->kind == AST_VARIABLE)
        map_put_number(f->set, (uint64_t)(uintptr_t)n->a->variable, f);
    visit_parts(f, n, use, find_declared);
}

// Of an earlier run of the loop they may be left with other numbers; no round reads these.
static void find_literals(struct rounds_form *f, const struct ast *n, enum use use)
{
    const struct variable *v = n->kind == AST_COMPOUND && n->init ? n->variable : NULL;
    if (v && v->storage == VARIABLE_LOCAL && f->eval->frame->slots[v->slot])
        map_put_number(f->literals, (uint64_t)(uintptr_t)f->eval->frame->slots[v->slot], f);
    visit_parts(f, n, use, find_literals);
}

// Text or numbers in an array of the program's own, which anyone may have written since.
static bool is_own_array(const struct ast *n)
{
    n = ast_unconverted(n);
    return n->kind == AST_DECAY && n->a->kind == AST_VARIABLE && n->a->type &&
           form_is_number(n->a->type->element) && !n->a->variable->is_const;
}

// A number that a library tells of a handle or of the program's memory: nn_size(x, 1), strlen(s).
static bool tells_number(const struct ast *call)
{
    const struct function *callee = call->kind == AST_CALL ? form_callee(call) : NULL;
    if (!callee || callee->has_body || !form_is_number(callee->type->element)) return false;
    for (int i = 0; i < call->n_kids; i++) {
        const struct ctype *t = call->kids[i]->type;
        const struct ctype *element = t && t->kind == CTYPE_POINTER ? t->element : NULL;
        bool handle = element && element->kind == CTYPE_RECORD && !rounds_tells_layout(element);
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
    if (form_is_changing(f, v)) return;
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
    if (target->kind == AST_VARIABLE && form_is_declared(f, target->variable)) return;
    if (is_own(target) && form_points_to_numbers(target->type))
        map_put_number(f->walking, (uint64_t)(uintptr_t)target->variable, f);
    if (!form_is_number(target->type)) return;
    // What is computed is data, as long as nothing is decided by it.
    if (f->of_raw && target->type->kind == CTYPE_FLOAT && !is_own(target)) return;
    if (!is_own(target) || form_wraps(target->type))
        f->other = true;
    else
        add_changing(f, target->variable);
}

// A number that rounds compute: out of memory that they write to.
static bool contains_data(const struct rounds_form *f, const struct ast *n)
{
    if (!f->of_raw) return false;
    if (n->kind == AST_LOAD && n->type->kind == CTYPE_FLOAT && n->a->kind != AST_VARIABLE)
        return true;
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++)
        if (parts[i] && contains_data(f, parts[i])) return true;
    for (int i = 0; i < n->n_kids; i++)
        if (contains_data(f, n->kids[i])) return true;
    return false;
}

// What a variable of the body is made of, it is: a number that changes, or a place in a table.
static void note_declared(struct rounds_form *f, const struct ast *n)
{
    for (int i = 0; n->init && i < n->init->n; i++) {
        const struct ast *value = n->init->stores[i].value;
        if (!value) continue;
        if (form_points_to_numbers(n->variable->type) && form_walks(f, value))
            map_put_number(f->walking, (uint64_t)(uintptr_t)n->variable, f);
        if (form_is_number(n->variable->type) &&
            (form_mentions_changing(f, value) || contains_told(value) || contains_data(f, value)))
            add_changing(f, n->variable);
    }
}

// snprintf(name, size, "layer%d", i): a text that a library writes with changing numbers is such.
static void note_text(struct rounds_form *f, const struct ast *to)
{
    const struct ast *holder = form_holder(to);
    if (holder->kind == AST_VARIABLE)
        add_changing(f, holder->variable);
    else if (holder->kind == AST_MEMBER && holder->field)
        map_put_number(f->members, (uint64_t)(uintptr_t)holder->field, f);
    else
        f->other = true;
}

// Numbers of a hand-written program that are read from a file, or set to zero.
static bool is_data(const struct ast *pointer)
{
    const struct ctype *t = ast_unconverted(pointer)->type;
    return t && t->element && t->element->kind == CTYPE_FLOAT;
}

static void note_written(struct rounds_form *f, const struct ast *call)
{
    const struct function *callee = form_callee(call);
    if (!callee || callee->has_body || !form_mentions_changing(f, call)) return;
    for (int i = 0; i < call->n_kids && i < callee->type->n_fields; i++) {
        const struct ctype *of = callee->type->parameters[i];
        bool written = of->kind == CTYPE_POINTER && !of->pointee_const &&
                       (form_is_number(of->element) || of->element->kind == CTYPE_VOID);
        if (written && !(f->of_raw && is_data(call->kids[i]))) note_text(f, call->kids[i]);
    }
}

static void find_changing(struct rounds_form *f, const struct ast *n, enum use use)
{
    if (is_loop(n) && form_is_nest(f, n)) {
        const struct nest *nest = skim_loop_nest(f->eval, n);
        for (int i = 0; i < nest->left.n; i++) add_changing(f, nest->left.at[i].variable);
        return;
    }
    if (assigns(n) && !form_keeps_steady(f, n)) note_target(f, n->a);
    if (n->kind == AST_DECLARE) note_declared(f, n);
    if (n->kind == AST_CALL) note_written(f, n);
    // Whoever gets the address may write the number, or let the pointer lead elsewhere.
    if (n->kind == AST_ADDRESS && n->a->kind == AST_VARIABLE &&
        (form_is_number(n->a->type) || form_points_to_numbers(n->a->type)))
        note_target(f, n->a);
    visit_parts(f, n, use, find_changing);
}

// Numbers that a function keeps: it may do something else at its next call.
static void find_kept(struct rounds_form *f, const struct ast *n, enum use use)
{
    if (is_loop(n) && form_is_nest(f, n)) return;
    const struct ast *target =
        assigns(n) && form_is_number(n->a->type) && !is_own(n->a) ? n->a : NULL;
    if (target && f->of_raw && target->type->kind == CTYPE_FLOAT) target = NULL;
    if (target && (n->kind != AST_ASSIGN || form_outlives_calls(target))) f->other = true;
    struct function *callee = n->kind == AST_CALL ? form_callee(n) : NULL;
    uint64_t key = (uint64_t)(uintptr_t)callee;
    bool kernel = callee && form_is_kernel(f, n);
    if (callee && callee->has_body && !kernel && !map_get_number(f->passed, key)) {
        map_put_number(f->passed, key, f);
        find_kept(f, unit_body(f->unit, callee), use);
    }
    visit_parts(f, n, use, find_kept);
}

// ---- how it is used

// Another structure, or a pointer to another one, in each round: also one that is passed by value.
static bool gives_walking(const struct rounds_form *f, const struct ast *argument)
{
    const struct ast *n = ast_unconverted(argument);
    const struct ctype *t = argument->type;
    if (t && t->kind == CTYPE_RECORD) return n->kind == AST_LOAD && form_walks(f, n->a);
    return form_points_to_numbers(t) && form_walks(f, n);
}

// What a parameter is where the argument changes. True: that is new.
static bool mark_parameter(struct rounds_form *f, const struct variable *parameter)
{
    const struct ctype *t = parameter->type;
    const struct ctype *record = t && t->kind == CTYPE_POINTER ? t->element : t;
    if (!record || record->kind != CTYPE_RECORD) {
        if (form_is_changing(f, parameter)) return false;
        add_changing(f, parameter);
        return true;
    }
    if (form_is_walking(f, parameter) || rounds_tells_layout(record)) return false;
    map_put_number(f->walking, (uint64_t)(uintptr_t)parameter, f);
    return true;
}

// The list of further arguments, which a function hands on to a library that writes a text of them.
// One that takes them one by one is not followed.
static bool mark_further(struct rounds_form *f, const struct ast *n, bool *fresh)
{
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    if (n->kind == AST_VA_ARG || n->kind == AST_VA_COPY) return false;
    const struct ast *list = n->kind == AST_VA_START ? form_holder(n->a) : NULL;
    if (list && list->kind != AST_VARIABLE) return false;
    if (list && !form_is_changing(f, list->variable)) {
        add_changing(f, list->variable);
        *fresh = true;
    }
    for (int i = 0; i < 4; i++)
        if (parts[i] && !mark_further(f, parts[i], fresh)) return false;
    for (int i = 0; i < n->n_kids; i++)
        if (!mark_further(f, n->kids[i], fresh)) return false;
    return true;
}

// A function of the program that gets changing numbers: its parameters are such, and what its body
// does with them is looked at like the loop's own. A number that it gave back would be one, too.
// `fresh`: it gets more of them than when it was looked at.
static bool enters(struct rounds_form *f, const struct ast *call, bool *fresh)
{
    struct function *callee = form_callee(call);
    const struct ctype *result = callee ? callee->type->element : NULL;
    bool any = false;
    if (!callee || !callee->has_body || form_is_number(result)) return false;
    for (int i = 0; i < call->n_kids; i++) {
        const struct ast *argument = call->kids[i];
        if (!form_mentions_changing(f, argument) && !gives_walking(f, argument)) continue;
        any = true;
        if (i < callee->n_parameters)
            *fresh = mark_parameter(f, callee->parameters[i]) || *fresh;
        else if (!mark_further(f, unit_body(f->unit, callee), fresh))
            return false;
    }
    return any;
}

// Any element of an array of handles may be taken; one of numbers would be another number each
// round.
static bool indexes_handles(const struct ast *n)
{
    const struct ctype *element =
        n->type && n->type->kind == CTYPE_POINTER ? n->type->element : NULL;
    return element && !form_is_number(element);
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
    if (n->a->kind != AST_VARIABLE || !form_is_changing(f, n->a->variable)) return false;
    if (n->kind != AST_COMPOUND_ASSIGN) return true;
    return is_polynomial(n->op) && form_keeps_number(n->a->type, n->compute);
}

// How what `n` makes of its parts may be used, where `n` itself is used so: sums and products of
// changing numbers are as good as the numbers, all else hides them.
static enum use use_of_parts(const struct rounds_form *f, const struct ast *n, enum use use)
{
    enum use barred = use == USE_ALLOWED ? USE_BARRED : use;
    switch (n->kind) {
    case AST_BINARY: return is_polynomial(n->op) ? use : barred;
    case AST_CONVERT: return form_keeps_number(n->type, n->a->type) ? use : barred;
    case AST_DECLARE: return form_is_changing(f, n->variable) ? USE_ALLOWED : barred;
    case AST_STEP:
    case AST_ASSIGN:
    case AST_COMPOUND_ASSIGN: return keeps_form(f, n) ? USE_ALLOWED : barred;
    case AST_ADDRESS:
    case AST_LOAD:
    case AST_DECAY:
    case AST_MEMBER:
    case AST_DEREF:
    case AST_COMPOUND: return use;
    case AST_VA_START:
    case AST_VA_END: return USE_ALLOWED;
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
    struct function *callee = form_callee(call);
    bool fresh = false;
    if (form_is_kernel(f, call)) {
        bool outer = f->in_kernel;
        f->in_kernel = true;
        for (int i = 0; i < call->n_kids; i++) check_uses(f, call->kids[i], granted);
        f->in_kernel = outer;
        return;
    }
    bool library = callee && !callee->has_body, entered = !library && enters(f, call, &fresh);
    bool hides = library && form_is_number(callee->type->element) && call != f->discarded;
    if (hides) granted = barred;
    check_uses(f, call->a, barred);
    for (int i = 0; i < call->n_kids; i++)
        check_uses(f, call->kids[i], library || entered ? granted : barred);
    uint64_t key = (uint64_t)(uintptr_t)callee;
    if (!entered || (map_get_number(f->entered, key) && !fresh)) return;
    map_put_number(f->entered, key, f);
    check_body(f, unit_body(f->unit, callee));
}

static bool is_comparison(const struct ast *n)
{
    while (n && n->kind == AST_CONVERT) n = n->a;
    return n && n->kind == AST_BINARY && n->op >= AST_OP_LT && n->op <= AST_OP_NE;
}

// `l == 0`: from the second round on it is always the same, or it is in the last.
static bool asks_for_first(const struct ast *n)
{
    if (!is_comparison(n)) return false;
    n = ast_unconverted(n);
    const struct ast *a = ast_unconverted(n->a), *b = ast_unconverted(n->b);
    return a->kind == AST_LOAD && a->a->kind == AST_VARIABLE && a->type->kind == CTYPE_INT &&
           b->kind == AST_INT && b->literal && (b->integer == 0 || b->integer == 1);
}

// Is a changing number used only where its value makes no difference to what a round does? What
// decides a branch is looked at as such, whatever is allowed around it.
static void check_uses(struct rounds_form *f, const struct ast *n, enum use use)
{
    if (f->of_raw && asks_for_first(n)) return;
    if (n->kind == AST_HOLE || n->kind == AST_GOTO) f->other = true;
    if (is_loop(n) && form_is_nest(f, n)) return;
    const struct ast *condition = condition_of(n);
    if (condition) check_uses(f, condition, USE_DECIDES);
    enum use granted = use == USE_DECIDES ? USE_DECIDES : USE_ALLOWED;
    enum use barred = use == USE_ALLOWED ? USE_BARRED : use;
    switch (n->kind) {
    case AST_VARIABLE:
        if (use != USE_ALLOWED && form_is_changing(f, n->variable)) f->other = true;
        if (use == USE_DECIDES && form_is_walking(f, n->variable)) f->other = true;
        return;
    case AST_MEMBER:
        if (use != USE_ALLOWED && form_is_changing_member(f, n->field)) f->other = true;
        break;
    case AST_CALL:
        if (use != USE_ALLOWED && n != f->discarded && tells_number(n)) f->other = true;
        check_call(f, n, granted, barred);
        return;
    case AST_EXPRESSION: f->discarded = n->a; break;
    case AST_LOAD:
        // What rounds compute may be another number in each.
        if (f->of_raw && use == USE_DECIDES && n->a->kind != AST_VARIABLE &&
            n->type->kind == CTYPE_FLOAT)
            f->other = true;
        // Which number stands there is for whoever wrote the table to say.
        if (form_is_number(n->type) && n->a->kind != AST_VARIABLE && form_walks(f, n->a))
            f->other = true;
        break;
    case AST_POINTER_DIFF:
        if (form_walks(f, n->a) || form_walks(f, n->b)) f->other = true;
        break;
    case AST_POINTER_ADD:
        check_uses(f, n->a, use);
        check_uses(f, n->b,
                   indexes_handles(n) || f->in_kernel || (f->of_raw && is_data(n)) ? granted
                                                                                   : barred);
        return;
    case AST_ADDRESS:
        if (n->a->kind == AST_VARIABLE && form_is_changing(f, n->a->variable)) f->other = true;
        break;
    default: break;
    }
    visit_parts(f, n, use_of_parts(f, n, use), check_uses);
}

static bool starts_below_0(const struct ast *loop)
{
    const struct ast *n = loop->kind == AST_FOR ? loop->a : NULL, *first = NULL;
    if (n && n->kind == AST_EXPRESSION) n = n->a;
    if (n && n->kind == AST_BLOCK && n->n_kids) n = n->kids[0];
    if (n && n->kind == AST_DECLARE && n->init && n->init->n) first = n->init->stores[0].value;
    if (n && n->kind == AST_ASSIGN) first = n->b;
    first = first ? ast_unconverted(first) : NULL;
    return first && ((first->kind == AST_INT && first->integer < 0) ||
                     (first->kind == AST_UNARY && first->op == AST_OP_NEG));
}

const struct rounds_form *rounds_alike(struct eval *e, const struct ast *loop)
{
    struct rounds_form *f = arena_new(e->arena, struct rounds_form);
    *f = (struct rounds_form){.members = map_open(e->arena),
                              .literals = map_open(e->arena),
                              .declared = map_open(e->arena),
                              .set = map_open(e->arena),
                              .walking = map_open(e->arena),
                              .entered = map_open(e->arena),
                              .passed = map_open(e->arena),
                              .unit = e->unit,
                              .eval = e,
                              .of_raw = raw_is_all(e)};
    const struct ast *step = loop->kind == AST_FOR ? loop->c : NULL;
    if (!is_comparison(loop->kind == AST_FOR ? loop->b : loop->a)) return NULL;
    f->of_raw = f->of_raw && !starts_below_0(loop);
    if (step) find_changing(f, step, USE_BARRED);
    find_literals(f, loop->d, USE_BARRED);
    check_body(f, loop->d);
    find_kept(f, loop->d, USE_BARRED);
    if (step) check_uses(f, step, USE_BARRED);
    return f->other ? NULL : f;
}

bool rounds_follow(const struct rounds_form *f, const struct eval *e, const struct object *o,
                   const struct cfield *member)
{
    if (form_is_changing_member(f, member)) return true;
    if (o->kind != OBJECT_VARIABLE) return false;
    for (int i = 0; i < f->n; i++) {
        const struct variable *v = f->changing[i];
        bool own = v->storage == VARIABLE_LOCAL || v->storage == VARIABLE_PARAMETER;
        if (own && v->slot < e->frame->function->n_slots && e->frame->slots[v->slot] == o)
            return true;
    }
    return false;
}
