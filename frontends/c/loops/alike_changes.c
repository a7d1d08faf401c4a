// What changes from round to round of a loop, by the form of its statements: the numbers that it
// sets, those that are made of them, and texts that a library writes of them.

#include "frontends/c/loops/form.h"
#include "frontends/c/kernels/skim.h"

static bool assigns(const struct ast *n)
{
    return n->kind == AST_ASSIGN || n->kind == AST_COMPOUND_ASSIGN || n->kind == AST_STEP;
}

typedef void visit(struct rounds_form *, const struct ast *);

static void visit_parts(struct rounds_form *f, const struct ast *n, visit *each)
{
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++)
        if (parts[i]) each(f, parts[i]);
    for (int i = 0; i < n->n_kids; i++) each(f, n->kids[i]);
    for (int i = 0; n->init && i < n->init->n; i++)
        if (n->init->stores[i].value) each(f, n->init->stores[i].value);
}

void form_find_declared(struct rounds_form *f, const struct ast *n)
{
    if (n->kind == AST_DECLARE && n->variable->storage == VARIABLE_LOCAL)
        map_put_number(f->declared, (uint64_t)(uintptr_t)n->variable, (void *)n);
    if ((assigns(n) || n->kind == AST_ADDRESS) && n->a->kind == AST_VARIABLE)
        map_put_number(f->set, (uint64_t)(uintptr_t)n->a->variable, f);
    visit_parts(f, n, form_find_declared);
}

// Of an earlier run of the loop they may be left with other numbers; no round reads these.
void form_find_literals(struct rounds_form *f, const struct ast *n)
{
    const struct variable *v = n->kind == AST_COMPOUND && n->init ? n->variable : NULL;
    if (v && v->storage == VARIABLE_LOCAL && f->eval->frame->slots[v->slot])
        map_put_number(f->literals, (uint64_t)(uintptr_t)f->eval->frame->slots[v->slot], f);
    visit_parts(f, n, form_find_literals);
}

// Text or numbers in an array of the program's own, which anyone may have written since.
static bool is_own_array(const struct ast *n)
{
    n = ast_unconverted(n);
    return n->kind == AST_DECAY && n->a->kind == AST_VARIABLE && n->a->type &&
           form_is_number(n->a->type->element) && !n->a->variable->is_const;
}

bool form_tells_number(const struct ast *call)
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
    if (form_tells_number(n)) return true;
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++)
        if (parts[i] && contains_told(parts[i])) return true;
    for (int i = 0; i < n->n_kids; i++)
        if (contains_told(n->kids[i])) return true;
    return false;
}

void form_add_changing(struct rounds_form *f, const struct variable *v)
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
        form_add_changing(f, target->variable);
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

static void note_jump(struct rounds_form *f, const struct variable *v)
{
    map_put_number(f->jumping, (uint64_t)(uintptr_t)v, f);
}

static bool is_one_more(const struct ast *n)
{
    const struct ast *by = n->kind == AST_COMPOUND_ASSIGN ? ast_unconverted(n->b) : NULL;
    return n->kind == AST_STEP ||
           (by && n->op == AST_OP_ADD && by->kind == AST_INT && by->integer == 1);
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
            (form_mentions_changing(f, value) || contains_told(value) || contains_data(f, value))) {
            form_add_changing(f, n->variable);
            note_jump(f, n->variable);
        }
    }
}

// snprintf(name, size, "layer%d", i): a text that a library writes with changing numbers is such.
static void note_text(struct rounds_form *f, const struct ast *to)
{
    const struct ast *holder = form_holder(to);
    if (holder->kind == AST_VARIABLE)
        form_add_changing(f, holder->variable);
    else if (holder->kind == AST_MEMBER && holder->field)
        map_put_number(f->members, (uint64_t)(uintptr_t)holder->field, f);
    else
        f->other = true;
}

bool form_is_data(const struct ast *pointer)
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
        if (written && !(f->of_raw && form_is_data(call->kids[i]))) note_text(f, call->kids[i]);
    }
}

// Whatever a side sets may be set in some rounds only.
static void note_chosen(struct rounds_form *f, const struct ast *n)
{
    if (assigns(n) && n->a->kind == AST_VARIABLE) note_jump(f, n->a->variable);
    visit_parts(f, n, note_chosen);
}

void form_find_changing(struct rounds_form *f, const struct ast *n)
{
    if (ast_is_loop(n) && form_is_nest(f, n)) {
        const struct nest *nest = skim_loop_nest(f->eval, n);
        for (int i = 0; i < nest->left.n; i++) form_add_changing(f, nest->left.at[i].variable);
        return;
    }
    if (form_chooses(f, n)) note_chosen(f, n);
    if (assigns(n) && !form_fills(f, n) && !form_keeps_steady(f, n)) note_target(f, n->a);
    bool set = assigns(n) && !is_one_more(n);
    if ((set || n->kind == AST_ADDRESS) && n->a->kind == AST_VARIABLE) note_jump(f, n->a->variable);
    if (n->kind == AST_DECLARE) note_declared(f, n);
    if (n->kind == AST_CALL) note_written(f, n);
    // Whoever gets the address may write the number, or let the pointer lead elsewhere.
    if (n->kind == AST_ADDRESS && n->a->kind == AST_VARIABLE &&
        (form_is_number(n->a->type) || form_points_to_numbers(n->a->type)))
        note_target(f, n->a);
    visit_parts(f, n, form_find_changing);
}

// Numbers that a function keeps: it may do something else at its next call.
void form_find_kept(struct rounds_form *f, const struct ast *n)
{
    if (ast_is_loop(n) && form_is_nest(f, n)) return;
    const struct ast *target =
        assigns(n) && form_is_number(n->a->type) && !is_own(n->a) ? n->a : NULL;
    if (target && f->of_raw && target->type->kind == CTYPE_FLOAT) target = NULL;
    if (target && (n->kind != AST_ASSIGN || form_outlives_calls(target))) f->other = true;
    struct function *callee = n->kind == AST_CALL ? form_callee(n) : NULL;
    uint64_t key = (uint64_t)(uintptr_t)callee;
    bool kernel = callee && form_is_kernel(f, n);
    if (callee && callee->has_body && !kernel && !map_get_number(f->passed, key)) {
        map_put_number(f->passed, key, f);
        form_find_kept(f, unit_body(f->unit, callee));
    }
    visit_parts(f, n, form_find_kept);
}
