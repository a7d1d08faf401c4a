// Loops whose number of rounds is not known. One round is followed; what it changed is unknown
// behind the loop, for other rounds may have changed it again. So a copy of the memory is made
// where the first round begins, and compared where the loop is left.

#include "frontends/c/join.h"
#include "frontends/c/keyed.h"
#include "frontends/c/loops/carried.h"
#include "frontends/c/loops/form.h"
#include "frontends/c/loops/reads.h"
#include "frontends/c/loops/room.h"

#include <string.h>

#define MAX_SCALARS (1 << 16) // of one object that become unknown one by one

struct rounds_memory {
    struct arena *arena;
    VEC(struct copy) copies;
    int n_made;
    const void *const *begun; // dialect_loop_begin
};

// Temporaries end with their statement, and code and literals are never written.
static bool may_change(const struct object *o)
{
    return o && o->live && !o->constant && o->kind != OBJECT_CODE && o->kind != OBJECT_LITERAL &&
           o->kind != OBJECT_TEMPORARY && o->kind != OBJECT_CONTINUED;
}

// What a program has of its own graph and of libraries that keep models themselves.
static int count_made(const struct program *p)
{
    return p->events.n + p->values.n + dialect_n_made(p);
}

struct rounds_memory *rounds_begin(struct eval *e)
{
    if (e->request.concrete || e->flow >= FLOW_JUMP) return NULL;
    struct arena *arena = arena_open_inside(e->arena);
    struct rounds_memory *m = arena_new(arena, struct rounds_memory);
    m->arena = arena;
    for (uint32_t id = 1; id < heap_n_ids(e->heap); id++) {
        struct object *o = heap_object(e->heap, id);
        if (may_change(o)) *vec_push(arena, &m->copies) = copy_of(arena, o);
    }
    if (!e->builder) return m;
    m->n_made = count_made(builder_program(e->builder));
    m->begun = dialect_loop_begin(e, arena);
    return m;
}

// ---- what is unknown then

// What is being made unknown, and how many scalars may still have a reason each.
struct blur {
    struct eval *eval;
    const struct ast *loop;
    const struct copy *copy;
    int left; // scalars that may still become unknown one by one
};

enum extent { EXTENT_CHANGED, EXTENT_ALL };

// By name, so that a reader of the report finds the variable.
static const char *reason_of(const struct blur *b, int64_t offset, const struct ctype *t)
{
    struct place p = {b->copy->object, offset, NULL};
    return arena_printf(b->eval->arena,
                        "the loop at line %u sets `%s` and may run any number of times",
                        b->loop->line, name_place(b->eval, p, t));
}

static void blur_bytes(struct blur *b, int64_t offset, int64_t n, const struct ctype *t)
{
    struct object *o = b->copy->object;
    struct object_rare *rare = heap_rare(b->eval->heap, o);
    rare->reason = reason_of(b, offset, t);
    lost_add_looped(b->eval, rare->reason);
    heap_mark(b->eval->heap, o, offset, n, BYTE_UNKNOWN);
}

// Each with its own reason while there are few, so that what depends on it can say on which.
static void blur_scalar(struct blur *b, int64_t offset, const struct ctype *t)
{
    if (keyed_is_place(b->eval, b->copy->object, offset)) return;
    if (--b->left < 0 || t->size > 16) {
        blur_bytes(b, offset, t->size, t);
        return;
    }
    const char *reason = reason_of(b, offset, t);
    lost_add_looped(b->eval, reason);
    struct cvalue v = value_blank(b->eval, t, reason);
    heap_write_cell(b->eval->heap, b->copy->object, offset, t->size, &v);
}

static void blur_part(struct blur *, int64_t offset, const struct ctype *, enum extent);

// One element is another in each round: of an array all may have changed.
static void blur_array(struct blur *b, int64_t offset, const struct ctype *element, int64_t n,
                       enum extent extent)
{
    if (element->size <= 0 ||
        (extent == EXTENT_CHANGED && copy_is_same(b->copy, offset, n * element->size)))
        return;
    if (n > b->left) {
        blur_bytes(b, offset, n * element->size, element);
        return;
    }
    if (n > 1) extent = EXTENT_ALL;
    for (int64_t i = 0; i < n; i++) blur_part(b, offset + i * element->size, element, extent);
}

// Member by member, but for unions and bit-fields, whose members lie in each other's bytes.
static void blur_record(struct blur *b, int64_t offset, const struct ctype *t, enum extent extent)
{
    bool plain = !t->is_union && t->n_fields > 0;
    for (int i = 0; plain && i < t->n_fields; i++) plain = t->fields[i].bit_width < 0;
    if (!plain) {
        blur_bytes(b, offset, t->size, t);
        return;
    }
    for (int i = 0; i < t->n_fields; i++)
        blur_part(b, offset + t->fields[i].offset, t->fields[i].type, extent);
}

// An unknown number that is read for the first time gets its name: that is no change, unless a
// statement of the loop writes there (write_to).
static bool is_named_now(const struct blur *b, int64_t offset, const struct ctype *t)
{
    bool number = ctype_is_integer(t);
    if (!number || copy_state(b->copy, offset) != BYTE_UNKNOWN) return false;
    const struct cell *now = heap_cell(b->copy->object, offset, t->size);
    return now && now->value.kind == CVALUE_SYMBOLIC && sym_kind(now->value.sym) == SYM_VAR;
}

static void blur_part(struct blur *b, int64_t offset, const struct ctype *t, enum extent extent)
{
    if (extent == EXTENT_CHANGED && is_named_now(b, offset, t)) return;
    if (t->size <= 0 || (extent == EXTENT_CHANGED && copy_is_same(b->copy, offset, t->size)))
        return;
    switch (t->kind) {
    case CTYPE_ARRAY: blur_array(b, offset, t->element, t->size / t->element->size, extent); break;
    case CTYPE_RECORD: blur_record(b, offset, t, extent); break;
    case CTYPE_INT:
    case CTYPE_BOOL:
    case CTYPE_FLOAT:
    case CTYPE_POINTER: blur_scalar(b, offset, t); break;
    default: blur_bytes(b, offset, t->size, t); break;
    }
}

// Objects that ended during the round, or became others, were compared with nothing that is there.
static void blur_object(struct eval *e, const struct ast *loop, const struct copy *copy)
{
    const struct object *o = copy->object;
    if (!copy_has_changed(copy)) return;
    struct blur b = {e, loop, copy, MAX_SCALARS};
    bool whole = o->kind == OBJECT_VARIABLE && o->type && o->type->size == o->size;
    bool sized = o->size != INT64_MAX && o->type && o->type->size > 0;
    if (whole)
        blur_part(&b, 0, o->type, EXTENT_CHANGED);
    else if (sized && o->size % o->type->size == 0)
        blur_array(&b, 0, o->type, o->size / o->type->size, EXTENT_CHANGED);
    else
        blur_bytes(&b, 0, o->size, o->type);
}

// ---- what other rounds may write

// The statements of the loop, of which a round follows only some.
struct walk {
    struct eval *eval;
    const struct ast *loop;
    struct map *seen; // functions
    bool builds;      // it calls a library that models are built with
    bool adds;        // it adds parts to what was made before, where a condition says so
};

enum place_in_loop { PLACE_EACH_ROUND, PLACE_CONDITIONAL };

static void blur_place(struct walk *w, struct object *o, int64_t offset, const struct ctype *t)
{
    if (!may_change(o) || !t || t->size <= 0 || offset < 0 || t->size > o->size - offset) return;
    struct copy copy = {.object = o, .large = true};
    struct blur b = {w->eval, w->loop, &copy, MAX_SCALARS};
    blur_part(&b, offset, t, EXTENT_ALL);
}

static struct object *find_place(struct walk *, const struct ast *, int64_t *offset,
                                 const struct ctype **);

// What the pointer in an lvalue points to, if its bytes are known.
static struct object *pointed_at(struct walk *w, const struct ast *pointer, int64_t *offset)
{
    const struct ctype *held;
    struct object *holder = find_place(w, pointer, offset, &held);
    uint8_t bytes[8];
    int64_t at = *offset, address;
    if (!holder || !holder->live || !held || held->size != 8 || at < 0 || at > holder->size - 8 ||
        heap_read(holder, at, 8, bytes) != BYTE_CONCRETE)
        return NULL;
    object_id id;
    memcpy(&address, bytes, sizeof address);
    heap_locate(w->eval->heap, address, &id, offset);
    return heap_object(w->eval->heap, id);
}

// Where an lvalue lies, without evaluating what could go wrong: all of the array for an element.
// The type is NULL where it is not known.
static struct object *find_place(struct walk *w, const struct ast *n, int64_t *offset,
                                 const struct ctype **type)
{
    struct object *o = NULL;
    *offset = 0;
    *type = n->type;
    if (n->kind == AST_VARIABLE) {
        bool own = n->variable->storage == VARIABLE_LOCAL;
        if (own && !w->eval->frame->slots[n->variable->slot]) return NULL;
        return variable_object(w->eval, n->variable);
    }
    if (n->kind == AST_MEMBER) {
        o = find_place(w, n->a, offset, type);
        *offset += n->offset;
        *type = n->type;
    }
    if (n->kind != AST_DEREF) return o;
    const struct ast *pointer = n->a;
    bool element = pointer->kind == AST_POINTER_ADD;
    if (element) pointer = pointer->a;
    if (pointer->kind == AST_DECAY) return find_place(w, pointer->a, offset, type);
    if (pointer->kind != AST_LOAD) return NULL;
    o = pointed_at(w, pointer->a, offset);
    *type = n->type;
    if (o && element && o->type && o->size != INT64_MAX) *offset = 0, *type = NULL;
    return o;
}

// Also where the round that was followed did not come by: another one may.
static void write_to(struct walk *w, const struct ast *target)
{
    int64_t offset;
    const struct ctype *type;
    struct object *o = find_place(w, target, &offset, &type);
    if (!may_change(o)) return;
    if (type) {
        blur_place(w, o, offset, type);
        return;
    }
    struct copy copy = {.object = o, .large = true};
    struct blur b = {w->eval, w->loop, &copy, MAX_SCALARS};
    // The type of a variable array has no size, nor have structs without members.
    if (o->type->size > 0)
        blur_array(&b, 0, o->type, o->size / o->type->size, EXTENT_ALL);
    else
        blur_bytes(&b, 0, o->size, o->type);
}

static void walk_writes(struct walk *, const struct ast *, enum place_in_loop,
                        const struct frame *);

// Of a function that is called only the variables that outlive it.
static void walk_call(struct walk *w, const struct ast *call, enum place_in_loop place)
{
    const struct ast *callee = call->a;
    if (callee->kind != AST_DECAY || callee->a->kind != AST_FUNCTION) return;
    struct function *f = callee->a->function;
    if (!f->has_body) {
        bool builds = dialect_builds(f);
        w->builds = w->builds || builds;
        if (builds && place == PLACE_CONDITIONAL && dialect_adds(f)) w->adds = true;
        return;
    }
    uint64_t key = (uint64_t)(uintptr_t)f;
    if (map_get_number(w->seen, key)) return;
    map_put_number(w->seen, key, w);
    walk_writes(w, unit_body(w->eval->unit, f), place, NULL);
}

// A variable or a member of one.
static bool is_part(const struct ast *n)
{
    while (n->kind == AST_MEMBER) n = n->a;
    return n->kind == AST_VARIABLE;
}

// An array that a function with a parameter for it gets; NULL: the argument is something else.
static const struct ast *given_array(const struct ast *call, int argument)
{
    const struct ast *callee = call->a, *n = ast_unconverted(call->kids[argument]);
    if (callee->kind != AST_DECAY || callee->a->kind != AST_FUNCTION ||
        argument >= callee->a->function->type->n_fields)
        return NULL;
    return n->kind == AST_DECAY && n->a->type->kind == CTYPE_ARRAY && is_part(n->a) ? n->a : NULL;
}

// The address of a part, or an array, for a function that does not write there?
static bool is_only_read(const struct walk *w, const struct ast *call, int argument)
{
    const struct ast *callee = call->a;
    bool address = ast_unconverted(call->kids[argument])->kind == AST_ADDRESS;
    if ((!address && !given_array(call, argument)) || callee->kind != AST_DECAY ||
        callee->a->kind != AST_FUNCTION)
        return false;
    struct arena *scratch = arena_open();
    bool only = reads_only(scratch, w->eval->unit, callee->a->function, argument);
    arena_close(scratch);
    return only;
}

// Does the lvalue begin at a variable of the function's own?
static bool is_own(const struct ast *n)
{
    while (n->kind == AST_MEMBER || n->kind == AST_DEREF || n->kind == AST_LOAD ||
           n->kind == AST_DECAY || n->kind == AST_POINTER_ADD)
        n = n->a;
    return n->kind != AST_VARIABLE || n->variable->storage <= VARIABLE_PARAMETER;
}

static bool is_condition(enum ast_kind kind)
{
    return kind == AST_IF || kind == AST_CONDITIONAL || kind == AST_AND || kind == AST_OR ||
           kind == AST_SWITCH || kind == AST_FOR || kind == AST_WHILE;
}

// `frame`: NULL in a function that is called, whose own variables do not matter.
static void walk_writes(struct walk *w, const struct ast *n, enum place_in_loop place,
                        const struct frame *frame)
{
    if (!n) return;
    bool writes = n->kind == AST_ASSIGN || n->kind == AST_COMPOUND_ASSIGN || n->kind == AST_STEP ||
                  (n->kind == AST_ADDRESS && is_part(n->a));
    if (writes && (frame || !is_own(n->a))) write_to(w, n->a);
    if (n->kind == AST_CALL) walk_call(w, n, place);
    if (is_condition(n->kind)) place = PLACE_CONDITIONAL;
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++) walk_writes(w, parts[i], place, frame);
    for (int i = 0; i < n->n_kids; i++) {
        const struct ast *array = n->kind == AST_CALL ? given_array(n, i) : NULL;
        if (n->kind == AST_CALL && is_only_read(w, n, i)) continue;
        if (array && (frame || !is_own(array))) write_to(w, array);
        walk_writes(w, n->kids[i], place, frame);
    }
    for (int i = 0; n->init && i < n->init->n; i++)
        walk_writes(w, n->init->stores[i].value, place, frame);
}

// ---- the graph

static bool declares(const struct ast *n, const struct variable *v)
{
    if (n->kind == AST_DECLARE && n->variable == v) return true;
    for (int i = 0; i < n->n_kids; i++)
        if (declares(n->kids[i], v)) return true;
    return false;
}

// Is all that is left of the rounds data: floats, and which of them was the largest?
static bool leave_data(struct eval *e, const struct ast *loop, const struct rounds_form *form)
{
    for (int i = 0; i < form->n; i++) {
        const struct variable *v = form->changing[i];
        if (v->type->kind != CTYPE_FLOAT && !form_is_declared(form, v) &&
            !(loop->kind == AST_FOR && loop->a && declares(loop->a, v)) && !join_choice(e, loop, v))
            return false;
    }
    return true;
}

// Then it makes no difference how many there were.
static void make_sure(struct eval_loops *loops, const struct ast *loop)
{
    int n = 0;
    for (int i = 0; i < loops->unsure.n; i++)
        if (loops->unsure.at[i] != loop) loops->unsure.at[n++] = loops->unsure.at[i];
    loops->unsure.n = n;
}

// The graph has what one round built; where it built something, other rounds may build more. True:
// it built nothing.
static bool note_unseen(struct eval *e, const struct ast *loop, const struct rounds_memory *m)
{
    if (!e->builder) return false;
    struct walk w = {.eval = e, .loop = loop, .seen = map_open(m->arena)};
    walk_writes(&w, loop->d, PLACE_EACH_ROUND, e->frame);
    if (loop->kind == AST_FOR) walk_writes(&w, loop->c, PLACE_EACH_ROUND, e->frame);
    const struct program *p = builder_program(e->builder);
    const char *reason =
        arena_printf(e->arena, "how often the loop at line %u runs is not known", loop->line);
    bool grown = dialect_loop_end(e, m->begun, w.adds, reason);
    if (!grown && !w.builds && count_made(p) == m->n_made) {
        *vec_push(e->arena, &e->loops.idle) = eval_site_of(e, loop);
        return true;
    }
    lost_add_reason(e, reason);
    build_unseen(e->builder, reason);
    return false;
}

void rounds_end(struct eval *e, const struct ast *loop, struct rounds_memory *m)
{
    if (!m || e->flow >= FLOW_JUMP) return;
    const struct rounds_form *form = rounds_alike(e, loop);
    bool keyed = keyed_is_all(e, loop), differ = !form && !keyed;
    for (int i = 0; i < m->copies.n && form && !differ; i++)
        differ =
            carried_other(e, form, &m->copies.at[i]) || !rounds_fill_blank(form, &m->copies.at[i]);
    if (form && !differ) rounds_collect(e, form);
    e->loops.differ = e->loops.differ || differ;
    room_of_rounds(e, loop);
    for (int i = 0; i < m->copies.n; i++) blur_object(e, loop, &m->copies.at[i]);
    bool idle = note_unseen(e, loop, m);
    if (keyed || (idle && form && leave_data(e, loop, form))) make_sure(&e->loops, loop);
}

void rounds_skip(struct eval *e, const struct ast *loop, struct rounds_memory *m)
{
    if (!m || e->flow >= FLOW_JUMP) return;
    for (int i = 0; i < m->copies.n; i++) blur_object(e, loop, &m->copies.at[i]);
}

// ---- loops that only train

struct computing {
    struct eval *eval;
    struct map *seen; // functions
    bool computes;    // it calls a library to compute with models that are there
    bool more;        // or something of which nobody knows that it does not do more
};

static void look_at(struct computing *c, const struct ast *n);

static void look_at_call(struct computing *c, const struct ast *call)
{
    const struct ast *callee = call->a;
    if (callee->kind != AST_DECAY || callee->a->kind != AST_FUNCTION) {
        c->more = true;
        return;
    }
    struct function *f = callee->a->function;
    uint64_t key = (uint64_t)(uintptr_t)f;
    enum dialect_use use = dialect_use_of(f);
    if (use != DIALECT_NO_USE) {
        c->computes = c->computes || use == DIALECT_COMPUTES;
        c->more = c->more || use == DIALECT_CHANGES;
    } else if (f->has_body && !map_get_number(c->seen, key)) {
        map_put_number(c->seen, key, c);
        look_at(c, unit_body(c->eval->unit, f));
    }
}

static void look_at(struct computing *c, const struct ast *n)
{
    if (!n || c->more) return;
    if (n->kind == AST_CALL) look_at_call(c, n);
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4; i++) look_at(c, parts[i]);
    for (int i = 0; i < n->n_kids; i++) look_at(c, n->kids[i]);
    for (int i = 0; n->init && i < n->init->n; i++) look_at(c, n->init->stores[i].value);
}

static bool only_compute(struct eval *e, const struct ast *loop)
{
    struct arena *scratch = arena_open();
    struct computing c = {.eval = e, .seen = map_open(scratch)};
    look_at(&c, loop);
    arena_close(scratch);
    return c.computes && !c.more;
}

bool rounds_are_enough(struct eval *e, const struct ast *loop, int n)
{
    if (e->request.concrete || !only_compute(e, loop)) return false;
    eval_assume(e, loop,
                arena_printf(e->arena,
                             "the loop at line %u, which only computes, goes on as in its first "
                             "%d round%s",
                             loop->line, n, n == 1 ? "" : "s"));
    return true;
}

void rounds_forget(struct rounds_memory *m)
{
    if (m) arena_close(m->arena);
}
