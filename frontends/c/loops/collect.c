// Arrays of numbers that a loop fills, an element a round, `widths[i] = w`, and that later loops
// read, an element a round. What stands there is a number that changes as those do of which it is
// made, as long as nobody else wrote any of them.

#include "frontends/c/loops/copy.h"
#include "frontends/c/loops/form.h"

#define FEW_APART 2 // `widths[i + 1]`: elements that are read beyond the last one that was written

static bool holds_numbers(const struct variable *v)
{
    const struct ctype *t = v->type;
    return v->storage == VARIABLE_LOCAL && t->kind == CTYPE_ARRAY && t->element &&
           ctype_is_integer(t->element) && !form_wraps(t->element);
}

static struct object *object_of(const struct rounds_form *f, const struct variable *v)
{
    const struct frame *frame = f->eval->frame;
    bool own = v->storage == VARIABLE_LOCAL || v->storage == VARIABLE_PARAMETER;
    return own && v->slot < frame->function->n_slots ? frame->slots[v->slot] : NULL;
}

// The variable in whose array it is a pointer to an element; NULL: it is none.
static const struct variable *array_at(const struct rounds_form *f, const struct ast *n)
{
    if (n->kind != AST_POINTER_ADD || n->a->kind != AST_DECAY || n->a->a->kind != AST_VARIABLE)
        return NULL;
    const struct variable *v = n->a->a->variable;
    return map_get_number(f->arrays, (uint64_t)(uintptr_t)v) ? v : NULL;
}

static const struct variable *array_of(const struct rounds_form *f, const struct ast *lvalue)
{
    return lvalue->kind == AST_DEREF ? array_at(f, lvalue->a) : NULL;
}

// A variable that is one more in each round and began with next to nothing, so that a few rounds
// come by all that there is to be met; or a number that nobody knows.
static bool is_plain_variable(const struct rounds_form *f, const struct variable *v)
{
    const struct object *o =
        v->storage >= VARIABLE_STATIC ? variable_object(f->eval, v) : object_of(f, v);
    int64_t number = 0;
    if (!o || v->type->size > 8 || map_get_number(f->jumping, (uint64_t)(uintptr_t)v)) return false;
    bool known = heap_read(o, 0, v->type->size, &number) == BYTE_CONCRETE;
    return known ? form_is_changing(f, v) && number <= 2 * FEW_APART : true;
}

// Such a variable, and little more or less.
static bool is_plain_index(const struct rounds_form *f, const struct ast *n)
{
    n = ast_unconverted(n);
    if (n->kind == AST_BINARY && (n->op == AST_OP_ADD || n->op == AST_OP_SUB))
        return is_plain_index(f, n->a) && is_plain_index(f, n->b);
    if (n->kind == AST_INT) return n->integer >= -FEW_APART && n->integer <= FEW_APART;
    if (n->kind == AST_STEP || n->kind == AST_LOAD) n = n->a;
    return n->kind == AST_VARIABLE && is_plain_variable(f, n->variable);
}

// What is written stands in the order of the rounds.
static bool is_filling_index(const struct rounds_form *f, const struct ast *n)
{
    n = ast_unconverted(n);
    if (n->kind == AST_STEP || n->kind == AST_LOAD) n = n->a;
    int64_t number = 0;
    const struct object *o = n->kind == AST_VARIABLE ? object_of(f, n->variable) : NULL;
    return o && is_plain_variable(f, n->variable) &&
           heap_read(o, 0, n->variable->type->size, &number) == BYTE_CONCRETE;
}

bool form_fills_next(const struct rounds_form *f, const struct ast *assignment)
{
    return assignment->kind == AST_ASSIGN && form_is_element(f, assignment->a) &&
           is_filling_index(f, assignment->a->a->b);
}

bool form_is_element_place(const struct rounds_form *f, const struct ast *pointer)
{
    const struct variable *v = array_at(f, pointer);
    return v && form_is_changing(f, v) && is_plain_index(f, pointer->b);
}

bool form_is_element(const struct rounds_form *f, const struct ast *lvalue)
{
    return lvalue->kind == AST_DEREF && form_is_element_place(f, lvalue->a);
}

bool form_is_other_element(const struct rounds_form *f, const struct ast *lvalue)
{
    const struct variable *v = array_of(f, lvalue);
    return v && form_is_changing(f, v) && !is_plain_index(f, lvalue->a->b);
}

bool form_fills(struct rounds_form *f, const struct ast *assignment)
{
    const struct variable *v = assignment->kind == AST_ASSIGN ? array_of(f, assignment->a) : NULL;
    if (!v) return false;
    map_put_number(f->filled, (uint64_t)(uintptr_t)object_of(f, v), (void *)(uintptr_t)v);
    form_add_changing(f, v);
    return true;
}

// ---- from loop to loop

static bool is_lost_number(const struct eval *e, const struct object *o, int64_t at, int64_t size)
{
    const struct cell *cell = heap_cell(o, at, size);
    return cell && cell->value.kind == CVALUE_SYMBOLIC &&
           sym_kind(cell->value.sym) == SYM_UNKNOWN && lost_is_reason(e, sym_name(cell->value.sym));
}

// Was it filled by an earlier loop, and is every number still what that left?
static bool is_collected(const struct eval *e, const struct object *o, int64_t size)
{
    if (!o || !map_get_number(e->loops.collected, o->id) || o->size == INT64_MAX) return false;
    for (int64_t at = 0; at + size <= o->size; at += size)
        if (!is_lost_number(e, o, at, size)) return false;
    return o->size > 0;
}

bool rounds_index_collected(struct eval *e, const struct object *o, int64_t size,
                            const struct sym *index)
{
    const struct sym **vars;
    int64_t apart;
    return size > 0 && is_collected(e, o, size) && sym_vars(e->arena, index, &vars) == 1 &&
           sym_is_const(sym_sub(e->syms, index, vars[0]), &apart) && apart <= FEW_APART &&
           apart >= -2 * FEW_APART;
}

void form_find_arrays(struct rounds_form *f, const struct ast *n)
{
    if (n->kind == AST_VARIABLE && holds_numbers(n->variable) && object_of(f, n->variable)) {
        map_put_number(f->arrays, (uint64_t)(uintptr_t)n->variable, f);
        const struct object *o = object_of(f, n->variable);
        if (is_collected(f->eval, o, n->variable->type->element->size))
            form_add_changing(f, n->variable);
    }
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++)
        if (parts[i]) form_find_arrays(f, parts[i]);
    for (int i = 0; i < n->n_kids; i++) form_find_arrays(f, n->kids[i]);
    for (int i = 0; n->init && i < n->init->n; i++)
        if (n->init->stores[i].value) form_find_arrays(f, n->init->stores[i].value);
}

// Nothing but zeros may have been there, so that what was not written is the same everywhere; the
// first numbers of a series may.
bool rounds_fill_blank(const struct rounds_form *f, const struct copy *copy)
{
    const struct object *o = copy->object;
    const struct variable *v = map_get_number(f->filled, (uint64_t)(uintptr_t)o);
    if (!v) return true;
    if (copy->large || o->size == INT64_MAX) return false;
    for (int64_t at = FEW_APART * v->type->element->size; at < o->size; at++) {
        enum byte_state state = copy_state(copy, at);
        bool zero = state == BYTE_CONCRETE && (at >= copy->capacity || copy->bytes[at] == 0);
        if (state != BYTE_UNSET && !zero) return false;
    }
    return true;
}

void rounds_collect(struct eval *e, const struct rounds_form *f)
{
    for (int i = 0; i < f->n; i++) {
        const struct object *o = object_of(f, f->changing[i]);
        if (o && map_get_number(f->filled, (uint64_t)(uintptr_t)o))
            map_put_number(e->loops.collected, o->id, (void *)(uintptr_t)o);
    }
}
