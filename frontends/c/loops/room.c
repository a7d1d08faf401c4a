// Loops of unknown count that index arrays: of each round the interpreter follows one or two, and
// the last one is where the array may be too short. An index that is a line in what the loop counts
// is followed up to there, if each round comes by: not under a condition, and in a body that
// nothing leaves.

#include "frontends/c/loops/room.h"
#include "ir/base/checked.h"

#include <inttypes.h>
#include <string.h>

#define MAX_COUNTERS 8
#define MAX_WRITTEN 64

// A variable that each round steps once by the same number.
struct counter {
    const struct variable *variable;
    const struct ast *step; // the node that does
    int64_t by, now;        // at the beginning of the next round
    bool stepped;           // the walk has passed the step
};

struct passage {
    struct eval *eval;
    const struct ast *loop;
    struct counter counters[MAX_COUNTERS];
    const struct variable *written[MAX_WRITTEN];
    const struct cfield *fields[MAX_WRITTEN]; // members that are written
    int n_counters, n_written, n_fields;
    bool writes_elsewhere;     // through pointers, or in functions
    bool other;                // it can be left early, or is not understood
    const struct sym *further; // rounds between the next one and the last
};

// What an integer is in the next round, and how much more in each one behind it.
struct line {
    const struct sym *now, *by;
};

enum place_in_round { PLACE_ALWAYS, PLACE_SOMETIMES };

// ---- what the loop writes

static struct counter *counter_of(struct passage *p, const struct variable *v)
{
    for (int i = 0; i < p->n_counters; i++)
        if (p->counters[i].variable == v) return &p->counters[i];
    return NULL;
}

static bool is_written(const struct passage *p, const struct variable *v)
{
    for (int i = 0; i < p->n_written; i++)
        if (p->written[i] == v) return true;
    return false;
}

// The number that a step adds; 0: it is none.
static int64_t step_of(const struct ast *n)
{
    if (n->kind == AST_STEP) return n->op == AST_OP_INC ? 1 : -1;
    const struct ast *by = n->kind == AST_COMPOUND_ASSIGN ? ast_unconverted(n->b) : NULL;
    if (!by || by->kind != AST_INT || (n->op != AST_OP_ADD && n->op != AST_OP_SUB)) return 0;
    if (by->integer <= 0 || by->integer > INT32_MAX) return 0;
    return n->op == AST_OP_ADD ? by->integer : -by->integer;
}

// The value of an own variable that no pointer leads to, as a number.
static bool own_number(struct eval *e, const struct variable *v, int64_t *number)
{
    if (v->storage > VARIABLE_PARAMETER || v->type->kind != CTYPE_INT || v->type->size < 4)
        return false;
    struct object *o = e->frame->slots[v->slot];
    if (!o || !o->live || o->exposed) return false;
    *number = 0;
    if (heap_read(o, 0, v->type->size, (uint8_t *)number) != BYTE_CONCRETE) return false;
    *number = value_wrap(v->type, *number);
    return true;
}

// A second write to a variable makes it one that is not followed.
static void note_variable(struct passage *p, const struct ast *n, enum place_in_round place)
{
    const struct variable *v = n->a->variable;
    struct counter *known = counter_of(p, v);
    int64_t by = step_of(n), now;
    if (known) *known = p->counters[--p->n_counters];
    bool counts = !known && !is_written(p, v) && place == PLACE_ALWAYS && by != 0 &&
                  p->n_counters < MAX_COUNTERS && own_number(p->eval, v, &now);
    if (counts) p->counters[p->n_counters++] = (struct counter){v, n, by, now, false};
    if (p->n_written == MAX_WRITTEN)
        p->other = true;
    else
        p->written[p->n_written++] = v;
}

static void note_write(struct passage *p, const struct ast *n, enum place_in_round place)
{
    if (n->a->kind == AST_VARIABLE)
        note_variable(p, n, place);
    else if (n->a->kind == AST_MEMBER && n->a->field && p->n_fields < MAX_WRITTEN)
        p->fields[p->n_fields++] = n->a->field;
    else
        p->writes_elsewhere = true;
}

static bool is_condition(enum ast_kind kind)
{
    return kind == AST_IF || kind == AST_CONDITIONAL || kind == AST_AND || kind == AST_OR ||
           kind == AST_SWITCH || kind == AST_FOR || kind == AST_WHILE || kind == AST_DO;
}

static bool leaves(enum ast_kind kind)
{
    return kind == AST_BREAK || kind == AST_CONTINUE || kind == AST_RETURN || kind == AST_GOTO ||
           kind == AST_HOLE || kind == AST_LABEL || kind == AST_SWITCH;
}

static bool has_body(const struct ast *call)
{
    const struct ast *callee = call->a;
    bool named = callee->kind == AST_DECAY && callee->a->kind == AST_FUNCTION;
    return !named || callee->a->function->has_body;
}

typedef void visit(struct passage *, const struct ast *, enum place_in_round);

static void visit_parts(struct passage *p, const struct ast *n, enum place_in_round place,
                        visit *each)
{
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++)
        if (parts[i]) each(p, parts[i], place);
    for (int i = 0; i < n->n_kids; i++) each(p, n->kids[i], place);
    for (int i = 0; n->init && i < n->init->n; i++)
        if (n->init->stores[i].value) each(p, n->init->stores[i].value, place);
}

static void find_writes(struct passage *p, const struct ast *n, enum place_in_round place)
{
    if (leaves(n->kind)) p->other = true;
    bool writes = n->kind == AST_ASSIGN || n->kind == AST_COMPOUND_ASSIGN || n->kind == AST_STEP ||
                  (n->kind == AST_ADDRESS && n->a->kind == AST_VARIABLE);
    if (writes) note_write(p, n, place);
    if (n->kind == AST_DECLARE && p->n_written < MAX_WRITTEN)
        p->written[p->n_written++] = n->variable;
    if (n->kind == AST_CALL && has_body(n)) p->writes_elsewhere = true;
    if (is_condition(n->kind)) place = PLACE_SOMETIMES;
    visit_parts(p, n, place, find_writes);
}

// ---- what an expression is, round after round

// The same in each round, and evaluating it does not show.
static bool stays(const struct passage *p, const struct ast *n)
{
    switch (n->kind) {
    case AST_INT: return true;
    case AST_VARIABLE: return !is_written(p, n->variable);
    case AST_CONVERT:
    case AST_DECAY: return stays(p, n->a);
    case AST_BINARY: return stays(p, n->a) && stays(p, n->b);
    case AST_LOAD:
        if (n->a->kind != AST_VARIABLE && p->writes_elsewhere) return false;
        return stays(p, n->a);
    case AST_DEREF: return stays(p, n->a);
    case AST_MEMBER:
        for (int i = 0; i < p->n_fields; i++)
            if (p->fields[i] == n->field) return false;
        return n->bit_width < 0 && stays(p, n->a);
    default: return false;
    }
}

static bool is_integer(const struct ctype *t)
{
    return t && t->kind == CTYPE_INT && t->size >= 4;
}

static bool line_of(struct passage *, const struct ast *, struct line *);

static bool line_of_counter(struct passage *p, const struct ast *n, struct line *line)
{
    struct syms *syms = p->eval->syms;
    const struct counter *c = n->a->kind == AST_VARIABLE ? counter_of(p, n->a->variable) : NULL;
    if (!c) return false;
    bool moved = n->kind == AST_LOAD ? c->stepped : !n->postfix;
    *line = (struct line){sym_const(syms, c->now + (moved ? c->by : 0)), sym_const(syms, c->by)};
    return true;
}

static bool line_of_binary(struct passage *p, const struct ast *n, struct line *line)
{
    struct syms *syms = p->eval->syms;
    struct line a, b;
    if (!line_of(p, n->a, &a) || !line_of(p, n->b, &b)) return false;
    switch (n->op) {
    case AST_OP_ADD:
        *line = (struct line){sym_add(syms, a.now, b.now), sym_add(syms, a.by, b.by)};
        return true;
    case AST_OP_SUB:
        *line = (struct line){sym_sub(syms, a.now, b.now), sym_sub(syms, a.by, b.by)};
        return true;
    case AST_OP_MUL:
        if (!sym_is(a.by, 0) && !sym_is(b.by, 0)) return false;
        *line = (struct line){sym_mul(syms, a.now, b.now), sym_add(syms, sym_mul(syms, a.by, b.now),
                                                                   sym_mul(syms, b.by, a.now))};
        return true;
    default: return false;
    }
}

static bool line_of(struct passage *p, const struct ast *n, struct line *line)
{
    if (!is_integer(n->type)) return false;
    if (n->kind == AST_CONVERT && is_integer(n->a->type)) return line_of(p, n->a, line);
    if (n->kind == AST_STEP || (n->kind == AST_LOAD && line_of_counter(p, n, line)))
        return n->kind == AST_LOAD || line_of_counter(p, n, line);
    if (n->kind == AST_BINARY) return line_of_binary(p, n, line);
    if (!stays(p, n)) return false;
    struct cvalue v = expr_value(p->eval, n);
    *line = (struct line){cvalue_as_sym(p->eval, &v), sym_const(p->eval->syms, 0)};
    return sym_kind(line->now) != SYM_UNKNOWN;
}

// ---- how many rounds there are

// A size that a library tells of something that stays.
static bool call_stays(const struct passage *p, const struct ast *n)
{
    n = ast_unconverted(n);
    if (n->kind != AST_CALL || has_body(n)) return false;
    for (int i = 0; i < n->n_kids; i++)
        if (!stays(p, n->kids[i])) return false;
    return true;
}

// By how much a side of the loop's condition grows with each round.
static bool growth_of(struct passage *p, const struct ast *n, int64_t *by)
{
    struct line line;
    *by = 0;
    if (call_stays(p, n)) return true;
    return line_of(p, n, &line) && sym_is_const(line.by, by);
}

// Rounds behind the next one, from how far the condition is from failing; NULL: it is not known.
static const struct sym *rounds_left(struct passage *p, const struct ast *condition)
{
    struct syms *syms = p->eval->syms;
    const struct sym *ahead = p->eval->loops.compared;
    int64_t a, b, by;
    if (!ahead || !growth_of(p, condition->a, &a) || !growth_of(p, condition->b, &b) ||
        !checked_sub(a, b, &by) || by == 0)
        return NULL;
    bool rising = by > 0, open = false;
    switch (condition->op) {
    case AST_OP_LT: open = true; // fall through
    case AST_OP_LE:
        if (!rising) return NULL;
        break;
    case AST_OP_GT: open = true; // fall through
    case AST_OP_GE:
        if (rising) return NULL;
        break;
    case AST_OP_NE:
        if (by != 1 && by != -1) return NULL;
        open = true;
        break;
    default: return NULL;
    }
    const struct sym *distance = rising ? sym_neg(syms, ahead) : ahead;
    if (open) distance = sym_add_const(syms, distance, -1);
    return sym_floordiv_const(syms, distance, rising ? by : -by);
}

// ---- what the rounds touch

// Elements of the array or allocation that the pointer leads to; 0: not known.
static int64_t elements_of(struct passage *p, const struct ast *add)
{
    const struct ast *array = add->a;
    int64_t step = add->type->element->size;
    if (step <= 0) return 0;
    if (array->kind == AST_DECAY) {
        bool limited = add->integer > 0 || array->a->kind == AST_VARIABLE;
        return limited && array->a->type->kind == CTYPE_ARRAY ? array->a->type->count : 0;
    }
    if (!stays(p, array)) return 0;
    struct cvalue v = expr_value(p->eval, array);
    const struct object *o =
        v.kind == CVALUE_POINTER ? heap_object(p->eval->heap, v.pointer.object) : NULL;
    bool sized = o && o->live && o->size != INT64_MAX && o->kind != OBJECT_ELEMENT &&
                 v.pointer.offset >= 0 && v.pointer.offset <= o->size;
    return sized ? (o->size - v.pointer.offset) / step : 0;
}

static void note_element(struct passage *p, const struct ast *add)
{
    struct syms *syms = p->eval->syms;
    struct line line;
    if (add->op == AST_OP_SUB || !line_of(p, add->b, &line) || sym_lower(syms, line.by) <= 0)
        return;
    int64_t n = elements_of(p, add);
    const struct sym *last = sym_add(syms, line.now, sym_mul(syms, line.by, p->further));
    const struct ast *array = add->a->kind == AST_DECAY ? add->a->a : add->a;
    if (n > 0) room_need(p->eval, last, n, name_expression(p->eval, array), add);
}

// Is what the variable points to read or written in each round?
static bool is_followed(const struct ast *n, const struct variable *pointer)
{
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    if (is_condition(n->kind)) return false;
    if (n->kind == AST_DEREF && n->a->kind == AST_LOAD && n->a->a->kind == AST_VARIABLE &&
        n->a->a->variable == pointer)
        return true;
    // The address of a member of what it points to is no use of that.
    if (n->kind == AST_ADDRESS) return false;
    for (int i = 0; i < 4; i++)
        if (parts[i] && is_followed(parts[i], pointer)) return true;
    for (int i = 0; i < n->n_kids; i++)
        if (is_followed(n->kids[i], pointer)) return true;
    for (int i = 0; n->init && i < n->init->n; i++)
        if (n->init->stores[i].value && is_followed(n->init->stores[i].value, pointer)) return true;
    return false;
}

static int count_writes(const struct passage *p, const struct variable *v)
{
    int n = 0;
    for (int i = 0; i < p->n_written; i++) n += p->written[i] == v;
    return n;
}

// `T *p = &a[t];` or `p = a + t;`, the pointer's only value in a round, whose element `*p` touches.
static void note_kept(struct passage *p, const struct ast *n)
{
    const struct variable *pointer = NULL;
    const struct ast *value = NULL;
    if (n->kind == AST_DECLARE && n->init && n->init->n == 1) {
        pointer = n->variable;
        value = n->init->stores[0].value;
    } else if (n->kind == AST_ASSIGN && n->a->kind == AST_VARIABLE) {
        pointer = n->a->variable;
        value = n->b;
    }
    if (!value || !pointer->type || pointer->type->kind != CTYPE_POINTER) return;
    value = ast_unconverted(value);
    if (value->kind == AST_ADDRESS && value->a->kind == AST_DEREF) value = value->a->a;
    if (value->kind != AST_POINTER_ADD || count_writes(p, pointer) != 1) return;
    if (is_followed(p->loop->d, pointer)) note_element(p, value);
}

// In the order of running: what a step in the body changes is another number behind it. The address
// of an element may be that of the end.
static void find_elements(struct passage *p, const struct ast *n, enum place_in_round place)
{
    if (is_condition(n->kind)) return;
    note_kept(p, n);
    if (n->kind == AST_ADDRESS && n->a->kind == AST_DEREF) n = n->a->a;
    bool element = n->kind == AST_DEREF && n->a->kind == AST_POINTER_ADD;
    if (element) note_element(p, n->a);
    visit_parts(p, n, place, find_elements);
    for (int i = 0; i < p->n_counters; i++)
        if (p->counters[i].step == n) p->counters[i].stepped = true;
}

// ---- the door

// Need the second not be said where the first is?
static bool implies(const struct requirement *said, const struct requirement *other)
{
    struct arena *scratch = arena_open();
    struct syms *syms = syms_open(scratch);
    bool known = requirement_assume(syms, said) && requirement_known(syms, other);
    arena_close(scratch);
    return known;
}

// Nothing follows for sizes that the other one does not have. Of those without any it is asked.
static bool have_common(const struct eval_room *a, const struct eval_room *b)
{
    if (a->n_symbols == 0 || b->n_symbols == 0) return true;
    for (int i = 0; i < a->n_symbols; i++)
        for (int k = 0; k < b->n_symbols; k++)
            if (a->symbols[i] == b->symbols[k]) return true;
    return false;
}

static bool covers(const struct eval_room *said, const struct eval_room *other)
{
    return have_common(said, other) && implies(&said->requirement, &other->requirement);
}

// Was it asked for already, and is it still told or implied?
static bool was_asked(struct eval *e, const struct requirement *wanted)
{
    struct map *asked = e->claims.rooms_asked;
    const char *text =
        arena_printf(e->arena, "%d %s %s", (int)wanted->kind, wanted->left, wanted->right);
    if (map_get_string(asked, text)) return true;
    map_put_string(asked, text, e);
    return false;
}

static void drop_room(struct eval_claims *claims, int index)
{
    for (int i = index + 1; i < claims->rooms.n; i++) claims->rooms.at[i - 1] = claims->rooms.at[i];
    claims->rooms.n--;
}

void room_decided(struct eval *e)
{
    int n = e->claims.rooms.n;
    for (int i = e->claims.rooms.n - 1; i >= 0; i--) {
        const struct eval_room *room = &e->claims.rooms.at[i];
        if (room->n_symbols == 1 &&
            sym_lower(e->syms, room->symbols[0]) == sym_upper(e->syms, room->symbols[0]))
            drop_room(&e->claims, i);
    }
    // Others may have followed from those that are gone.
    if (e->claims.rooms.n < n) e->claims.rooms_asked = map_open(e->arena);
}

void room_need_sizes(struct eval *e, const struct sym *needed, const struct sym *room,
                     const char *array, const struct ast *n)
{
    struct obligation inside = {.relation = RELATION_AT_MOST, .a.size = needed, .b.size = room};
    struct requirement requirement;
    if (sym_kind(needed) == SYM_UNKNOWN || sym_is_at_most(e->syms, needed, room) ||
        !requirement_of(e->arena, e->syms, &inside, &requirement) || was_asked(e, &requirement))
        return;
    struct eval_room wanted = {.requirement = requirement, .array = array};
    wanted.n_symbols = sym_vars(e->arena, sym_sub(e->syms, room, needed), &wanted.symbols);
    for (int i = 0; i < e->claims.rooms.n; i++)
        if (covers(&e->claims.rooms.at[i], &wanted)) return;
    for (int i = e->claims.rooms.n - 1; i >= 0; i--)
        if (covers(&wanted, &e->claims.rooms.at[i])) drop_room(&e->claims, i);
    wanted.site = eval_site_of(e, n);
    *vec_push(e->arena, &e->claims.rooms) = wanted;
}

void room_need(struct eval *e, const struct sym *index, int64_t n_elements, const char *array,
               const struct ast *n)
{
    const char *text = arena_printf(e->arena, "`%s` of %" PRId64 " elements", array, n_elements);
    room_need_sizes(e, index, sym_const(e->syms, n_elements - 1), text, n);
}

void room_of_rounds(struct eval *e, const struct ast *loop)
{
    const struct ast *condition = loop->kind == AST_FOR ? loop->b : loop->a;
    condition = condition ? ast_unconverted(condition) : NULL;
    if (e->request.concrete || !condition || condition->kind != AST_BINARY) return;
    struct passage p = {.eval = e, .loop = loop};
    find_writes(&p, condition, PLACE_SOMETIMES);
    find_writes(&p, loop->d, PLACE_ALWAYS);
    if (loop->kind == AST_FOR && loop->c) find_writes(&p, loop->c, PLACE_ALWAYS);
    if (p.other || p.n_counters == 0) return;
    p.further = rounds_left(&p, condition);
    if (p.further) find_elements(&p, loop->d, PLACE_ALWAYS);
}
