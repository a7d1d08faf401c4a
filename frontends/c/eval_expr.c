// Values and places of expressions.

#include "frontends/c/interp.h"
#include "frontends/c/kernels/raw.h"
#include "frontends/c/loops/rounds.h"
#include "frontends/c/loops/settle.h"

#include <string.h>

// ---- places

static bool is_lvalue(const struct ast *n)
{
    switch (n->kind) {
    case AST_VARIABLE:
    case AST_DEREF:
    case AST_MEMBER:
    case AST_STRING:
    case AST_COMPOUND:
    case AST_FUNCTION: return true;
    default: return false;
    }
}

// The temporary that holds a record value.
static struct place record_place(struct eval *e, const struct ast *n)
{
    struct cvalue v = expr_value(e, n);
    if (v.kind == CVALUE_RECORD) return (struct place){heap_object(e->heap, v.record), 0, NULL};
    if (v.kind == CVALUE_POINTER) return place_of_pointer(e, &v, n);
    return (struct place){.reason = v.kind == CVALUE_UNKNOWN ? v.reason : "not a record"};
}

// One object a literal in the whole run, as in a program's read-only data.
static struct place string_place(struct eval *e, const struct ast *n)
{
    uint64_t key = (uint64_t)(uintptr_t)n;
    struct object *o = map_get_number(e->strings, key);
    if (!o) {
        int64_t size = n->type->size;
        int64_t length = n->string.length < size ? n->string.length : size;
        o = heap_new(e->heap, OBJECT_LITERAL, size, FILL_ZERO, n->type, "a string literal");
        heap_write(e->heap, o, 0, length, n->string.bytes);
        o->constant = o->exposed = true;
        map_put_number(e->strings, key, o);
    }
    return (struct place){o, 0, NULL};
}

// Outside of functions it is made once with the static data; inside, each time its line is met it
// is the same object, initialised again.
static struct place compound_place(struct eval *e, const struct ast *n)
{
    const struct variable *v = n->variable;
    bool local = v->storage <= VARIABLE_PARAMETER;
    bool there = !local && v->slot < e->statics.n && e->statics.at[v->slot];
    struct object *o = variable_object(e, v);
    if (n->init && (local || (!there && !unit_global_init(e->unit, v))))
        expr_initialize(e, o, n->init, n);
    return (struct place){o, 0, NULL};
}

struct place expr_place(struct eval *e, const struct ast *n)
{
    struct place p;
    switch (n->kind) {
    case AST_VARIABLE: return (struct place){variable_object(e, n->variable), 0, NULL};
    case AST_DEREF: {
        struct cvalue v = expr_value(e, n->a);
        return place_of_pointer(e, &v, n);
    }
    case AST_MEMBER:
        p = is_lvalue(n->a) ? expr_place(e, n->a) : record_place(e, n->a);
        p.offset += n->offset;
        return p;
    case AST_STRING: return string_place(e, n);
    case AST_COMPOUND: return compound_place(e, n);
    case AST_FUNCTION: return (struct place){eval_function_info(e, n->function)->code, 0, NULL};
    default: return record_place(e, n);
    }
}

// ---- loads, quick for plain locals

// The object of a plain local that was touched before, without the way through places; NULL: take
// that way.
static inline struct object *local_object(const struct eval *e, const struct ast *n)
{
    if (n->kind != AST_VARIABLE || n->variable->storage > VARIABLE_PARAMETER) return NULL;
    return e->frame->slots[n->variable->slot];
}

// Little-endian, as every target that is supported; the bytes are concrete.
static inline int64_t quick_integer(const struct ctype *t, const uint8_t *bytes)
{
    int64_t wide;
    int32_t word;
    if (t->size == 4) {
        memcpy(&word, bytes, 4);
        return t->is_signed ? word : (int64_t)(uint32_t)word;
    }
    if (t->size == 8) return memcpy(&wide, bytes, 8), wide;
    if (t->size == 1) return t->is_signed ? (int8_t)*bytes : *bytes;
    int16_t half;
    memcpy(&half, bytes, 2);
    return t->is_signed ? half : (uint16_t)half;
}

static inline bool is_bits(const struct ast *n)
{
    return n->kind == AST_MEMBER && n->bit_width >= 0;
}

// A function without a body may have written any global that other files see.
static void assume_kept(struct eval *e, const struct ast *n)
{
    while (n->kind == AST_MEMBER) n = n->a;
    if (n->kind != AST_VARIABLE || n->variable->storage != VARIABLE_GLOBAL) return;
    const void *const key[] = {n->variable, e->losses.outside};
    if (n->variable->is_const || map_get(e->reported, key, sizeof key)) return;
    map_put(e->reported, key, sizeof key, e);
    eval_assume(e, n,
                arena_printf(e->arena, "`%s` leaves `%s` as it is: its body was not seen",
                             e->losses.outside, n->variable->name));
}

static struct cvalue load(struct eval *e, const struct ast *n)
{
    const struct ctype *t = n->type;
    const struct object *o = local_object(e, n->a);
    if (o && t->kind == CTYPE_INT && object_ready(o, 0, t->size))
        return (struct cvalue){
            .kind = CVALUE_INT, .type = t, .integer = quick_integer(t, o->bytes)};
    if (e->losses.outside) assume_kept(e, n->a);
    struct place p = is_lvalue(n->a) ? expr_place(e, n->a) : record_place(e, n->a);
    if (is_bits(n->a)) return place_load_bits(e, p, n->a);
    if (p.object && t->kind == CTYPE_INT && p.object->live && p.object->null == NULLNESS_NEVER &&
        object_ready(p.object, p.offset, t->size))
        return (struct cvalue){
            .kind = CVALUE_INT, .type = t, .integer = quick_integer(t, p.object->bytes + p.offset)};
    return place_load(e, p, t, n->a);
}

static struct cvalue decay(struct eval *e, const struct ast *n)
{
    struct place p = is_lvalue(n->a) ? expr_place(e, n->a) : record_place(e, n->a);
    return place_pointer(p, n->type);
}

// ---- pointers

// The size of a type; for a variable array the one that its declaration gave it.
static const struct variable_size *variable_entry(const struct eval_stack *stack,
                                                  const struct ctype *t)
{
    for (int i = stack->variable_sizes.n; t->variable && i-- > 0;)
        if (stack->variable_sizes.at[i].type == t) return &stack->variable_sizes.at[i];
    return NULL;
}

int64_t expr_type_size(struct eval *e, const struct ctype *t)
{
    const struct variable_size *entry = variable_entry(&e->stack, t);
    return entry ? entry->bytes : t->size;
}

const struct sym *expr_type_sym(struct eval *e, const struct ctype *t)
{
    const struct variable_size *entry = variable_entry(&e->stack, t);
    return entry ? entry->size : sym_const(e->syms, t->size);
}

// Which element is meant may make a difference that few rounds do not show.
static void note_index(struct eval *e, const struct cvalue *p, const struct cvalue *i,
                       const struct ctype *element)
{
    bool data = element->kind == CTYPE_FLOAT && raw_is_all(e);
    const struct object *o =
        p->kind == CVALUE_POINTER ? heap_object(e->heap, p->pointer.object) : NULL;
    if (element->kind == CTYPE_POINTER || data) return;
    if (o && i->kind == CVALUE_SYMBOLIC && p->pointer.offset == 0 &&
        rounds_index_collected(e, o, element->size, i->sym))
        return;
    compare_note_steps(e, i);
}

// Wraps as the machine does: whether the place exists is asked when it is used.
static struct cvalue pointer_add(struct eval *e, const struct cvalue *p, const struct cvalue *i,
                                 enum ast_op op, const struct ctype *t, const struct ast *n)
{
    struct cvalue r = *p, number;
    r.type = t;
    if (i->kind == CVALUE_SYMBOLIC && sym_lower(e->syms, i->sym) == sym_upper(e->syms, i->sym)) {
        number = cvalue_int(i->type, sym_lower(e->syms, i->sym));
        i = &number;
    }
    if (i->kind == CVALUE_INT && (p->kind == CVALUE_POINTER)) {
        int64_t size = expr_type_size(e, t->element);
        if (size < 0) return value_blank(e, t, "an offset of elements of unknown size");
        uint64_t step = (uint64_t)i->integer * (uint64_t)size;
        r.pointer.offset =
            (int64_t)((uint64_t)p->pointer.offset + (op == AST_OP_SUB ? 0 - step : step));
        return r;
    }
    const struct ctype *element = t->kind == CTYPE_POINTER ? t->element : NULL;
    if (element) note_index(e, p, i, element);
    if (p->kind == CVALUE_UNKNOWN) return r;
    if (p->kind == CVALUE_CODE) return r;
    if (p->kind == CVALUE_POINTER && i->kind == CVALUE_SYMBOLIC &&
        sym_kind(i->sym) != SYM_UNKNOWN && !e->request.concrete)
        return family_pointer(e, p, op == AST_OP_SUB ? sym_neg(e->syms, i->sym) : i->sym, t, n);
    if (i->kind == CVALUE_UNKNOWN) return cvalue_unknown(t, i->reason);
    return value_blank(e, t, "an unknown offset");
}

// An element outside of an array that lies within a larger object: its neighbour is not meant.
static bool is_outside(struct eval *e, const struct cvalue *index, const struct ast *n)
{
    if (index->kind != CVALUE_INT || e->request.concrete) return false;
    return index->integer < 0 || index->integer >= n->integer;
}

static struct cvalue outside(struct eval *e, const struct cvalue *index, const struct ast *n)
{
    const char *array = name_expression(e, n->a);
    int64_t count = n->a->a->type->count;
    eval_fault(e, n, DIAG_OUT_OF_BOUNDS, "element %lld of `%s` is used, which has %lld: 0 to %lld",
               (long long)index->integer, array, (long long)count, (long long)count - 1);
    return lost_value(e, n->type, arena_printf(e->arena, "`%s` has no such element", array));
}

// Of two objects it is what the addresses give, undefined in C but computed by real programs.
static struct cvalue pointer_difference(struct eval *e, const struct ast *n)
{
    struct cvalue a = expr_value(e, n->a), b = expr_value(e, n->b);
    if (a.kind == CVALUE_UNKNOWN) return value_blank(e, n->type, a.reason);
    if (b.kind == CVALUE_UNKNOWN) return value_blank(e, n->type, b.reason);
    int64_t size = expr_type_size(e, n->a->type->element);
    if (a.kind != CVALUE_POINTER || b.kind != CVALUE_POINTER || size <= 0)
        return value_blank(e, n->type, "a difference of things that are no pointers");
    int64_t bytes = a.pointer.offset - b.pointer.offset;
    if (a.pointer.object != b.pointer.object)
        bytes = heap_address(a.pointer.object, a.pointer.offset) -
                heap_address(b.pointer.object, b.pointer.offset);
    return cvalue_int(n->type, bytes / size);
}

// ---- arithmetic

// Two plain numbers first: nearly all of a run's arithmetic.
static struct cvalue binary(struct eval *e, const struct ast *n)
{
    if (eval_too_deep(e, n)) return value_blank(e, n->type, "the run ended");
    struct cvalue a, b;
    residue_sides(e, n, &a, &b);
    if (a.kind == CVALUE_INT && b.kind == CVALUE_INT && a.type->kind == CTYPE_INT) {
        int64_t r;
        if (value_integer_op(n->op, a.type, a.integer, b.integer, &r)) {
            if (a.type->is_signed && n->op <= AST_OP_REM)
                value_check_overflow(e, n, n->op, a.type, a.integer, b.integer);
            value_check_shift(e, n, n->op, &a, &b);
            return (struct cvalue){.kind = CVALUE_INT, .type = n->type, .integer = r};
        }
    }
    bool names = !e->request.concrete;
    if (names && a.kind == CVALUE_UNKNOWN) a = name_called(e, n->a, &a);
    if (names && b.kind == CVALUE_UNKNOWN) b = name_called(e, n->b, &b);
    return value_binary(e, n->op, &a, &b, n->type, n);
}

static struct cvalue convert(struct eval *e, const struct ast *n)
{
    if (n->n_kids) variable_bind(e, n, n->type);
    struct cvalue v = expr_value(e, n->a);
    if (v.kind == CVALUE_INT && n->type->kind == CTYPE_INT)
        return (struct cvalue){
            .kind = CVALUE_INT, .type = n->type, .integer = value_wrap(n->type, v.integer)};
    if (v.kind == CVALUE_SYMBOLIC) narrow_check(e, n, &v);
    return value_convert(e, &v, n->type, n);
}

// ---- assignment

static inline void quick_store(struct object *o, const struct ctype *t, int64_t v)
{
    memcpy(o->bytes, &v, (size_t)t->size);
}

// What a bit-field holds after the store, cut to its width; that is the value of the assignment
// too.
static struct cvalue stored_bits(const struct ast *m, const struct cvalue *v)
{
    if (v->kind != CVALUE_INT || m->bit_width >= 64 || m->bit_width <= 0) return *v;
    struct cvalue r = *v;
    uint64_t mask = ((uint64_t)1 << m->bit_width) - 1, raw = (uint64_t)v->integer & mask;
    if (m->type->is_signed && (raw >> (m->bit_width - 1) & 1)) raw |= ~mask;
    r.integer = (int64_t)raw;
    return r;
}

// Stores into an lvalue; gives the value that the assignment has.
static struct cvalue put(struct eval *e, const struct ast *lvalue, struct place p,
                         const struct cvalue *v)
{
    if (is_bits(lvalue)) {
        place_store_bits(e, p, lvalue->bit_width, lvalue->bit_offset, v, lvalue);
        return stored_bits(lvalue, v);
    }
    if (v->kind == CVALUE_UNKNOWN) {
        struct cvalue settled = p.object ? place_settle(e, p, lvalue->type, v, lvalue) : *v;
        place_store(e, p, lvalue->type, &settled, lvalue);
        return settled;
    }
    place_store(e, p, lvalue->type, v, lvalue);
    return *v;
}

static struct cvalue get(struct eval *e, const struct ast *lvalue, struct place p)
{
    if (is_bits(lvalue)) return place_load_bits(e, p, lvalue);
    return place_load(e, p, lvalue->type, lvalue);
}

// A local keeps its place whatever the right side does, so it may be found first. The value is not
// stored where evaluating it ended the run.
static struct cvalue assign(struct eval *e, const struct ast *n)
{
    struct object *o = local_object(e, n->a);
    if (o) {
        struct cvalue v = expr_value(e, n->b);
        if (v.kind == CVALUE_INT && n->type->kind == CTYPE_INT && e->flow == FLOW_NORMAL &&
            object_ready(o, 0, n->type->size)) {
            quick_store(o, n->type, v.integer);
            return v;
        }
        if (e->flow != FLOW_NORMAL) return v;
        return put(e, n->a, (struct place){o, 0, NULL}, &v);
    }
    struct place p = expr_place(e, n->a);
    if (n->a->kind == AST_MEMBER) name_after(e, p, n->a, n->b);
    struct cvalue v = expr_value(e, n->b);
    if (e->flow != FLOW_NORMAL) return v;
    return put(e, n->a, p, &v);
}

// An expression for its effect: a record that is assigned is copied only once.
void expr_effect(struct eval *e, const struct ast *n)
{
    bool copy = n->kind == AST_ASSIGN && n->type->kind == CTYPE_RECORD && n->b->kind == AST_LOAD &&
                is_lvalue(n->b->a);
    if (!copy) {
        expr_value(e, n);
        return;
    }
    struct place to = expr_place(e, n->a), from = expr_place(e, n->b->a);
    if (e->flow != FLOW_NORMAL || !place_check(e, &from, n->type->size, ACCESS_READ, n->b->a) ||
        !place_check(e, &to, n->type->size, ACCESS_WRITE, n->a))
        return;
    settle_before_copy(e, &from, n->type, n->b->a);
    heap_copy(e->heap, to.object, to.offset, from.object, from.offset, n->type->size);
    raw_copied(e, to.object, to.offset, from.object, from.offset, n->type->size);
}

static struct cvalue compound_assign(struct eval *e, const struct ast *n)
{
    struct place p = expr_place(e, n->a);
    struct cvalue b = residue_added(e, n), a = get(e, n->a, p), r;
    if (e->flow != FLOW_NORMAL) return a;
    if (n->type->kind == CTYPE_POINTER) {
        r = pointer_add(e, &a, &b, n->op, n->type, n);
    } else {
        const struct ctype *compute = n->compute ? n->compute : n->type;
        a = value_convert(e, &a, compute, n);
        r = value_binary(e, n->op, &a, &b, compute, n);
        r = value_convert(e, &r, n->type, n);
    }
    return put(e, n->a, p, &r);
}

// The value one more or one less; for pointers one element.
static struct cvalue stepped(struct eval *e, const struct ast *n, const struct cvalue *old)
{
    enum ast_op op = n->op == AST_OP_DEC ? AST_OP_SUB : AST_OP_ADD;
    struct cvalue one = cvalue_int(e->types->int_, 1);
    if (n->type->kind == CTYPE_POINTER) return pointer_add(e, old, &one, op, n->type, n);
    if (n->type->kind == CTYPE_FLOAT) one = cvalue_float(n->type, 1);
    // Narrow types are computed as int and converted back; the wrap is the same.
    else if (n->type->kind == CTYPE_INT)
        one.type = n->type;
    if (n->type->kind == CTYPE_BOOL) {
        struct cvalue wide = value_convert(e, old, e->types->int_, n);
        wide = value_binary(e, op, &wide, &one, e->types->int_, n);
        return value_convert(e, &wide, n->type, n);
    }
    return value_binary(e, op, old, &one, n->type, n);
}

static struct cvalue step(struct eval *e, const struct ast *n)
{
    struct object *o = local_object(e, n->a);
    if (o && n->type->kind == CTYPE_INT && object_ready(o, 0, n->type->size)) {
        int64_t was = quick_integer(n->type, o->bytes);
        int64_t now = value_wrap(n->type, n->op == AST_OP_DEC ? (int64_t)((uint64_t)was - 1)
                                                              : (int64_t)((uint64_t)was + 1));
        if (now < was ? n->op != AST_OP_DEC : n->op == AST_OP_DEC)
            value_check_overflow(e, n, n->op == AST_OP_DEC ? AST_OP_SUB : AST_OP_ADD, n->type, was,
                                 1);
        quick_store(o, n->type, now);
        return (struct cvalue){
            .kind = CVALUE_INT, .type = n->type, .integer = n->postfix ? was : now};
    }
    struct place p = expr_place(e, n->a);
    struct cvalue old = get(e, n->a, p);
    if (e->flow != FLOW_NORMAL) return old;
    struct cvalue now = stepped(e, n, &old);
    now = put(e, n->a, p, &now);
    return n->postfix ? old : now;
}

// ---- the rest

// sizeof(int[n][m]): the bounds are kids, the element's type is `compute`.
static struct cvalue bounds_size(struct eval *e, const struct ast *n)
{
    struct cvalue size = cvalue_int(n->type, n->compute ? n->compute->size : 1);
    for (int i = 0; i < n->n_kids; i++) {
        struct cvalue bound = expr_value(e, n->kids[i]);
        bound = value_convert(e, &bound, n->type, n);
        size = value_binary(e, AST_OP_MUL, &size, &bound, n->type, n);
    }
    return size;
}

// A variable or what one points to: looking at it would change nothing, and in
// `float (*p)[n] = malloc(sizeof *p)` there is nothing to look at yet.
static bool is_plain(const struct ast *n)
{
    while (n->kind == AST_DEREF || n->kind == AST_LOAD || n->kind == AST_DECAY) n = n->a;
    return n->kind == AST_VARIABLE;
}

static struct cvalue variable_size(struct eval *e, const struct ast *n)
{
    if (!n->a) return bounds_size(e, n);
    const struct variable_size *entry = variable_entry(&e->stack, n->a->type);
    // An operand of such a type is evaluated, as v in sizeof(v[i++]) is.
    struct place p = {0};
    if (!entry || !is_plain(n->a)) p = expr_place(e, n->a);
    if (entry) return cvalue_sym(n->type, entry->size);
    if (!p.object || p.object->size == INT64_MAX)
        return value_blank(e, n->type, "the size of a variable array");
    return cvalue_int(n->type, p.object->size);
}

static struct cvalue other_value(struct eval *e, const struct ast *n)
{
    switch (n->kind) {
    case AST_STATEMENT: return stmt_value(e, n);
    case AST_VA_START:
    case AST_VA_END:
    case AST_VA_COPY:
    case AST_VA_ARG: return expr_va(e, n);
    case AST_SIZEOF_VLA: return variable_size(e, n);
    case AST_HOLE: return lost_hole(e, n);
    case AST_LABEL_ADDRESS: return stmt_label_address(e, n);
    default:
        if (is_lvalue(n)) return place_load(e, expr_place(e, n), n->type, n);
        stmt_run(e, n);
        return (struct cvalue){.kind = CVALUE_NOTHING, .type = e->types->void_};
    }
}

// The most frequent kinds first. Each node costs one unit of fuel.
struct cvalue expr_value(struct eval *e, const struct ast *n)
{
    if (--e->steps.left < 0) eval_refuel(e);
    switch (n->kind) {
    case AST_INT:
        return (struct cvalue){.kind = CVALUE_INT, .type = n->type, .integer = n->integer};
    case AST_LOAD: return load(e, n);
    case AST_BINARY: return binary(e, n);
    case AST_CONVERT: return convert(e, n);
    case AST_FLOAT: return cvalue_float(n->type, n->floating);
    case AST_DECAY: return decay(e, n);
    case AST_ADDRESS: return place_pointer(expr_place(e, n->a), n->type);
    case AST_POINTER_ADD: {
        struct cvalue p = expr_value(e, n->a), i = expr_value(e, n->b);
        if (n->integer && is_outside(e, &i, n)) return outside(e, &i, n);
        return pointer_add(e, &p, &i, n->op, n->type, n);
    }
    case AST_POINTER_DIFF: return pointer_difference(e, n);
    case AST_UNARY:
        if (n->op != AST_OP_NOT) {
            struct cvalue v = expr_value(e, n->a);
            return value_unary(e, n->op, &v, n->type, n);
        }
        return expr_condition_value(e, n);
    case AST_AND:
    case AST_OR: return expr_condition_value(e, n);
    case AST_CONDITIONAL: return expr_conditional(e, n);
    case AST_COMMA: expr_value(e, n->a); return expr_value(e, n->b);
    case AST_ASSIGN: return assign(e, n);
    case AST_COMPOUND_ASSIGN: return compound_assign(e, n);
    case AST_STEP: return step(e, n);
    case AST_CALL: return expr_call(e, n);
    default: return other_value(e, n);
    }
}
