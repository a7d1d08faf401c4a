#include "frontends/c/loops/form.h"

#include "frontends/c/dialect.h"
#include "frontends/c/join.h"

// Sizes and strides of a library's tensor may be in sight, but they are its operator's doing, not
// the loop's. They are the same in each round where the tensors of all rounds are, and only such a
// report is folded (analyzer/fold_rows.c).
bool rounds_tells_layout(const struct ctype *record)
{
    return record->kind == CTYPE_RECORD && record->name && dialect_shows_record(record->name);
}

bool form_is_changing(const struct rounds_form *f, const struct variable *v)
{
    for (int i = 0; i < f->n; i++)
        if (f->changing[i] == v) return true;
    return false;
}

bool form_is_walking(const struct rounds_form *f, const struct variable *v)
{
    return map_get_number(f->walking, (uint64_t)(uintptr_t)v);
}

bool form_is_declared(const struct rounds_form *f, const struct variable *v)
{
    return map_get_number(f->declared, (uint64_t)(uintptr_t)v);
}

bool form_is_changing_member(const struct rounds_form *f, const struct cfield *field)
{
    return field && map_get_number(f->members, (uint64_t)(uintptr_t)field);
}

bool form_is_number(const struct ctype *t)
{
    return t && ctype_is_number(t);
}

// A conversion to fewer bits wraps, and so does what such a variable is given.
bool form_wraps(const struct ctype *t)
{
    return t && (t->kind == CTYPE_BOOL || (t->kind == CTYPE_INT && t->size < 4));
}

// Does a number stay what it is? A fraction that is cut off makes steps.
bool form_keeps_number(const struct ctype *to, const struct ctype *from)
{
    if (!form_is_number(to) || !form_is_number(from)) return true;
    if (from->kind == CTYPE_FLOAT) return to->kind == CTYPE_FLOAT;
    return !form_wraps(to) || form_wraps(from);
}

// Sees through to numbers: a handle shows nothing of itself.
bool form_points_to_numbers(const struct ctype *t)
{
    const struct ctype *element = t && t->kind == CTYPE_POINTER ? t->element : NULL;
    if (!element || rounds_tells_layout(element)) return false;
    return form_is_number(element) || (element->kind == CTYPE_RECORD && element->n_fields);
}

// What a function without a body does with a number is a layer's or a tensor's affair, not the
// loop's.
struct function *form_callee(const struct ast *call)
{
    const struct ast *callee = call->a;
    bool named = callee && callee->kind == AST_DECAY && callee->a->kind == AST_FUNCTION;
    return named ? callee->a->function : NULL;
}

bool form_chooses(const struct rounds_form *f, const struct ast *n)
{
    return n->kind == AST_IF && join_was_open(f->eval, n) && join_chooses(f->eval, n);
}

bool form_mentions_changing(const struct rounds_form *f, const struct ast *n)
{
    if (n->kind == AST_VARIABLE) return form_is_changing(f, n->variable);
    if (n->kind == AST_MEMBER && form_is_changing_member(f, n->field)) return true;
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++)
        if (parts[i] && form_mentions_changing(f, parts[i])) return true;
    for (int i = 0; i < n->n_kids; i++)
        if (form_mentions_changing(f, n->kids[i])) return true;
    for (int i = 0; n->init && i < n->init->n; i++) {
        const struct ast *value = n->init->stores[i].value;
        if (value && form_mentions_changing(f, value)) return true;
    }
    return false;
}

// Of an lvalue, or a pointer to one, what holds it: a variable or a member.
const struct ast *form_holder(const struct ast *n)
{
    while (n->kind == AST_CONVERT || n->kind == AST_DECAY || n->kind == AST_LOAD ||
           n->kind == AST_DEREF || n->kind == AST_ADDRESS || n->kind == AST_POINTER_ADD)
        n = n->a;
    return n;
}

bool form_outlives_calls(const struct ast *lvalue)
{
    const struct ast *n = form_holder(lvalue);
    while (n->kind == AST_MEMBER) n = form_holder(n->a);
    return n->kind == AST_VARIABLE && n->variable->storage >= VARIABLE_STATIC;
}

// A pointer out of an array leads to another object in each round: to another table where it is one
// to numbers, or one that was there before the program began. Others are what rounds made.
static bool leads_to_table(const struct rounds_form *f, const struct ast *place,
                           const struct ctype *pointer)
{
    bool outlives = form_outlives_calls(place);
    bool numbers = pointer && pointer->kind == CTYPE_POINTER && form_is_number(pointer->element);
    return (numbers || (outlives && form_points_to_numbers(pointer))) && form_walks(f, place);
}

// An lvalue or pointer that is at another place in each round.
bool form_walks(const struct rounds_form *f, const struct ast *n)
{
    switch (n->kind) {
    case AST_VARIABLE: return form_is_walking(f, n->variable);
    case AST_POINTER_ADD: return form_mentions_changing(f, n->b) || form_walks(f, n->a);
    case AST_LOAD:
        return n->a->kind == AST_VARIABLE ? form_walks(f, n->a) : leads_to_table(f, n->a, n->type);
    case AST_MEMBER:
    case AST_DEREF:
    case AST_ADDRESS:
    case AST_CONVERT:
    case AST_STEP:
    case AST_COMPOUND_ASSIGN:
    case AST_DECAY: return form_walks(f, n->a);
    default: return false;
    }
}
