// Are the rounds of a loop alike by their form? They are where the numbers that change from round
// to round (counters, sums, sizes of what the rounds make) only index arrays of handles, are
// arguments of a library, or are added and multiplied, in the loop itself or in functions that get
// them: then no round can do something else because of its number. Numbers out of a table that the
// rounds walk along are anyone's choice, and so is what a function keeps from call to call. Of what
// else a round leaves in memory, rounds.c asks here whether it was followed.

#include "frontends/c/loops/form.h"
#include "frontends/c/kernels/skim.h"

// What becomes of an expression's value: something that could do otherwise for another number, an
// index or an argument of a library, a decision, in which nothing is allowed, or nothing at all.
enum use { USE_BARRED, USE_ALLOWED, USE_DECIDES, USE_NONE };

static bool may_matter(enum use use)
{
    return use == USE_BARRED || use == USE_DECIDES;
}

// Of a part whose number makes no difference to the whole, and of one where it may make one.
static enum use grant(enum use use)
{
    return use == USE_DECIDES ? USE_DECIDES : USE_ALLOWED;
}

static enum use bar(enum use use)
{
    return use == USE_DECIDES ? USE_DECIDES : USE_BARRED;
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
        form_add_changing(f, parameter);
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
        form_add_changing(f, list->variable);
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

// May the index be another number in each round?
static bool is_any_index(const struct rounds_form *f, const struct ast *n)
{
    return indexes_handles(n) || f->in_kernel || (f->of_raw && form_is_data(n)) ||
           form_is_element_place(f, n);
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
    if (form_fills_next(f, n)) return true;
    if (n->a->kind != AST_VARIABLE || !form_is_changing(f, n->a->variable)) return false;
    if (n->kind != AST_COMPOUND_ASSIGN) return true;
    return is_polynomial(n->op) && form_keeps_number(n->a->type, n->compute);
}

// How what `n` makes of its parts may be used, where `n` itself is used so: sums and products of
// changing numbers are as good as the numbers, all else hides them. An assignment is its new value
// to whoever takes that: `++k == 30`.
static enum use use_of_parts(const struct rounds_form *f, const struct ast *n, enum use use)
{
    enum use barred = bar(use);
    switch (n->kind) {
    case AST_BINARY: return is_polynomial(n->op) ? use : barred;
    case AST_CONVERT: return form_keeps_number(n->type, n->a->type) ? use : barred;
    case AST_DECLARE: return form_is_changing(f, n->variable) ? USE_ALLOWED : barred;
    case AST_STEP:
    case AST_ASSIGN:
    case AST_COMPOUND_ASSIGN:
        if (!keeps_form(f, n)) return barred;
        return use == USE_NONE ? USE_ALLOWED : use;
    case AST_EXPRESSION: return USE_NONE;
    case AST_CONDITIONAL:
    case AST_AND:
    case AST_OR: return use == USE_NONE ? USE_NONE : barred;
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
    form_find_declared(f, body);
    for (int n = -1; n != f->n;) {
        n = f->n;
        form_find_changing(f, body);
    }
    check_uses(f, body, USE_BARRED);
}

// A library takes numbers for what they are, but what it makes of one, abs(i - 30), may be any.
static void check_call(struct rounds_form *f, const struct ast *call, enum use use)
{
    enum use granted = grant(use), barred = bar(use);
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
    bool hides = library && form_is_number(callee->type->element) && use != USE_NONE;
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

// ({ }): the last of its statements is its value.
static void check_statements(struct rounds_form *f, const struct ast *block, enum use use)
{
    for (int i = 0; i < block->n_kids; i++) {
        const struct ast *n = block->kids[i];
        while (n->kind == AST_LABEL && n->d) n = n->d;
        bool value = i == block->n_kids - 1 && n->kind == AST_EXPRESSION;
        check_uses(f, value ? n->a : n, value ? use : USE_BARRED);
    }
}

// A number that is read: what rounds compute, which may be another one in each, or one of a table,
// of which whoever wrote it has to say which stands there.
static bool load_matters(const struct rounds_form *f, const struct ast *n, enum use use)
{
    if (n->a->kind == AST_VARIABLE) return false;
    if (f->of_raw && use == USE_DECIDES && n->type->kind == CTYPE_FLOAT) return true;
    return form_is_number(n->type) && form_walks(f, n->a) && !form_is_element(f, n->a);
}

// Does the node by itself, whatever its parts are, make a round differ from others?
static bool node_matters(const struct rounds_form *f, const struct ast *n, enum use use)
{
    switch (n->kind) {
    case AST_HOLE:
    case AST_GOTO: return true;
    case AST_VARIABLE:
        return (may_matter(use) && form_is_changing(f, n->variable)) ||
               (use == USE_DECIDES && form_is_walking(f, n->variable));
    case AST_MEMBER: return may_matter(use) && form_is_changing_member(f, n->field);
    case AST_CALL: return may_matter(use) && form_tells_number(n);
    case AST_LOAD: return load_matters(f, n, use);
    case AST_DEREF: return form_is_other_element(f, n);
    case AST_POINTER_DIFF: return form_walks(f, n->a) || form_walks(f, n->b);
    case AST_ADDRESS: return n->a->kind == AST_VARIABLE && form_is_changing(f, n->a->variable);
    default: return false;
    }
}

// Statements that set numbers, whichever of them are run: these are numbers that change. Floats are
// data.
static void check_sides(struct rounds_form *f, const struct ast *n)
{
    if (!n) return;
    if (n->kind == AST_ASSIGN || n->kind == AST_COMPOUND_ASSIGN || n->kind == AST_STEP) {
        if (n->a->type->kind != CTYPE_FLOAT) check_uses(f, n, USE_NONE);
        return;
    }
    if (n->kind != AST_IF) check_sides(f, n->a);
    check_sides(f, n->b);
    check_sides(f, n->c);
    for (int i = 0; i < n->n_kids; i++) check_sides(f, n->kids[i]);
}

// Is a changing number used only where its value makes no difference to what a round does? What
// decides a branch is looked at as such, whatever is allowed around it.
static void check_uses(struct rounds_form *f, const struct ast *n, enum use use)
{
    if (f->of_raw && asks_for_first(n)) return;
    if (ast_is_loop(n) && form_is_nest(f, n)) return;
    if (form_chooses(f, n)) {
        check_sides(f, n);
        return;
    }
    const struct ast *condition = condition_of(n);
    if (condition) check_uses(f, condition, USE_DECIDES);
    if (node_matters(f, n, use)) f->other = true;
    switch (n->kind) {
    case AST_VARIABLE: return;
    case AST_CALL: check_call(f, n, use); return;
    case AST_COMMA:
        check_uses(f, n->a, USE_NONE);
        check_uses(f, n->b, use);
        return;
    case AST_STATEMENT: check_statements(f, n->a, use); return;
    case AST_FOR:
        if (n->c) check_uses(f, n->c, USE_NONE);
        if (n->a) check_uses(f, n->a, USE_BARRED);
        check_uses(f, n->d, USE_BARRED);
        return;
    case AST_POINTER_ADD:
        check_uses(f, n->a, use);
        check_uses(f, n->b, is_any_index(f, n) ? grant(use) : bar(use));
        return;
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

// What is held against the count grows with the rounds: `i < n + k / 30` has more of them from some
// count on.
static void check_end(struct rounds_form *f, const struct ast *comparison)
{
    check_uses(f, comparison->a, USE_ALLOWED);
    check_uses(f, comparison->b, USE_ALLOWED);
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
                              .arrays = map_open(e->arena),
                              .filled = map_open(e->arena),
                              .jumping = map_open(e->arena),
                              .unit = e->unit,
                              .eval = e,
                              .of_raw = raw_is_all(e)};
    const struct ast *step = loop->kind == AST_FOR ? loop->c : NULL;
    const struct ast *condition = loop->kind == AST_FOR ? loop->b : loop->a;
    if (!is_comparison(condition)) return NULL;
    f->of_raw = f->of_raw && !starts_below_0(loop);
    if (step) form_find_changing(f, step);
    form_find_literals(f, loop->d);
    form_find_arrays(f, loop->d);
    check_body(f, loop->d);
    form_find_kept(f, loop->d);
    if (step) check_uses(f, step, USE_NONE);
    check_end(f, ast_unconverted(condition));
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
