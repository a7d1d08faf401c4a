// What is wrong with the program's memory: blocks that were asked for in elements instead of bytes,
// pointers that a kernel gets from outside of a block, blocks that nobody can free any more, and
// those that nobody uses.

#include "frontends/c/kernels/raw_record.h"
#include "frontends/c/dialect.h"

#include <inttypes.h>
#include <string.h>

// ---- asked for in elements

// sizeof comes as a number of type size_t that nobody wrote.
static bool is_scaled(const struct eval *e, const struct ast *n, int64_t element)
{
    if (!n) return false;
    if (n->kind == AST_SIZEOF_VLA) return true;
    if (n->kind == AST_INT)
        return n->integer == element || (!n->literal && n->type == e->types->size);
    if (is_scaled(e, n->a, element) || is_scaled(e, n->b, element) || is_scaled(e, n->c, element))
        return true;
    for (int i = 0; i < n->n_kids; i++)
        if (is_scaled(e, n->kids[i], element)) return true;
    return false;
}

static bool says_bytes(const struct ast *n)
{
    const char *name = n->kind == AST_LOAD && n->a->kind == AST_VARIABLE ? n->a->variable->name
                       : n->kind == AST_LOAD && n->a->field              ? n->a->field->name
                                                                         : "";
    return strstr(name, "size") || strstr(name, "byte") || strstr(name, "len");
}

// Is so much needed as there would be if what was asked for were multiplied by so much?
static bool is_needed(struct syms *syms, const struct raw_buffer *b, const struct sym *needed,
                      int64_t times)
{
    return needed && needed == sym_mul_const(syms, b->bytes, times);
}

// The size of a smaller type that it was multiplied by, in the place of its elements'; 0: none.
static int64_t smaller_size(const struct eval *e, const struct ast *n)
{
    int64_t found = 0;
    if (!n) return 0;
    if (n->kind == AST_INT && !n->literal && n->type == e->types->size) return n->integer;
    const struct ast *const parts[] = {n->a, n->b, n->c};
    for (int i = 0; i < 3 && !found; i++) found = smaller_size(e, parts[i]);
    return found;
}

// Why it has room for too few: "`n` counts elements"; NULL: for another reason.
static const char *misjudged(struct eval *e, const struct raw_buffer *b, const struct ast *asked,
                             const struct sym *needed)
{
    int64_t element = b->element.bytes, size = 0;
    bool scaled = !asked || is_scaled(e, asked, element);
    if (asked && asked->kind == AST_INT && asked->literal && is_needed(e->syms, b, needed, element))
        return arena_printf(e->arena, "`%s` counts elements", name_expression(e, asked));
    if (asked && asked->kind != AST_INT && !scaled && !says_bytes(asked))
        return arena_printf(e->arena, "`%s` counts elements", name_expression(e, asked));
    if (asked) size = smaller_size(e, asked);
    if (!asked && (!b->size || !sym_is_const(b->size, &size))) return NULL;
    if (size < 2 || size >= element || element % size ||
        !is_needed(e->syms, b, needed, element / size))
        return NULL;
    return arena_printf(e->arena, "it is asked for in elements of %" PRId64 " bytes", size);
}

bool raw_tell_unscaled(struct eval *e, const struct object *o, const struct sym *needed)
{
    if (!e->raw || !o->rare || !o->rare->raw || o->kind != OBJECT_HEAP) return false;
    struct raw_buffer *b = o->rare->raw;
    const struct ast *asked = e->raw->asked.at[b->number];
    int64_t element = b->element.bytes;
    if (element < 2 || b->element.dtype == DTYPE_NONE) return false;
    if (asked) asked = ast_unconverted(asked);
    const char *why = misjudged(e, b, asked, needed);
    if (!why) return false;
    if (map_get_number(e->raw->told, (uint64_t)b->number)) return true;
    map_put_number(e->raw->told, (uint64_t)b->number, e);
    const char *title = raw_buffer_title(e->arena, b);
    struct diag *d = diag_add(e->diags, DIAG_RAW_UNSCALED, b->at,
                              "`%s` gets %s bytes, room for %s of its %ss of %" PRId64
                              " bytes, and more of them are used: %s",
                              title, sym_string(e->arena, b->bytes),
                              sym_string(e->arena, sym_floordiv_const(e->syms, b->bytes, element)),
                              b->element.name, element, why);
    if (!asked || is_scaled(e, asked, element))
        diag_fix(e->diags, d, "multiply by `sizeof(%s)`", b->element.name);
    else
        diag_fix(e->diags, d, "ask for `%s * sizeof(%s)` bytes", name_expression(e, asked),
                 b->element.name);
    diag_note(e->diags, d, eval_site_of(e, e->at_statement), "used beyond its end here");
    return true;
}

// ---- outside of the block

void raw_tell_outside(struct eval *e, const struct ast *call, const struct raw_call *c,
                      const struct raw_pointer *p)
{
    const struct raw_buffer *b = e->raw->state->buffers.at[p->buffer];
    const struct sym *behind = sym_sub(e->syms, p->offset, b->bytes);
    bool before = sym_lower(e->syms, p->offset) < 0 &&
                  sym_is_at_most(e->syms, p->offset, sym_const(e->syms, -1));
    if (!before && !sym_is_at_most(e->syms, sym_const(e->syms, 1), behind)) return;
    if (before) behind = sym_neg(e->syms, p->offset);
    eval_fault(e, call, DIAG_RAW_OUTSIDE,
               "argument `%s` of `%s` (`%s`) points %s bytes %s of `%s`, which has %s%s%s", p->name,
               c->function, p->text, sym_string(e->arena, behind),
               before ? "before the beginning" : "behind the end", raw_buffer_title(e->arena, b),
               sym_string(e->arena, b->bytes), b->at ? ": allocated at " : "",
               b->at ? site_string(e->arena, b->at) : "");
}

// ---- nobody can free it any more

#define POINTER_BYTES 8
#define MOST_BYTES ((int64_t)1 << 26) // that are looked through for pointers

struct reach {
    struct eval *eval;
    bool *seen; // by id of an object
    VEC(struct object *) waiting;
    int64_t bytes_left;
};

static void reach_object(struct reach *r, object_id id)
{
    struct object *o = heap_object(r->eval->heap, id);
    if (!o || !o->live || r->seen[id]) return;
    r->seen[id] = true;
    *vec_push(r->eval->arena, &r->waiting) = o;
    // An element of an array leads to all of it.
    const struct sym *offset = sym_const(r->eval->syms, 0);
    if (o->kind == OBJECT_ELEMENT) reach_object(r, family_base(r->eval, o, &offset)->id);
}

static const struct ctype *one_of(const struct ctype *t)
{
    while (t && t->kind == CTYPE_ARRAY) t = t->element;
    return t;
}

static bool holds_pointer(const struct ctype *t)
{
    t = one_of(t);
    if (!t || t->kind != CTYPE_RECORD) return t && t->kind == CTYPE_POINTER;
    for (int i = 0; i < t->n_fields; i++)
        if (holds_pointer(t->fields[i].type)) return true;
    return false;
}

// Is it, or has it in it, a record with pointers that is packed more closely than they are?
static bool is_packed(const struct ctype *t)
{
    t = one_of(t);
    if (!t || t->kind != CTYPE_RECORD) return false;
    if (t->align < POINTER_BYTES && holds_pointer(t)) return true;
    for (int i = 0; i < t->n_fields; i++)
        if (is_packed(t->fields[i].type)) return true;
    return false;
}

static void reach_at(struct reach *r, const struct object *o, int64_t at)
{
    int64_t address, offset;
    object_id id;
    memcpy(&address, o->bytes + at, sizeof address);
    heap_locate(r->eval->heap, address, &id, &offset);
    if (id) reach_object(r, id);
}

// Pointers lie at multiples of their size as a rule, and in packed records anywhere; what only
// looks like one keeps a block alive, too.
static void reach_from(struct reach *r, const struct object *o)
{
    int64_t n = o->capacity < o->size ? o->capacity : o->size,
            step = is_packed(o->type) ? 1 : POINTER_BYTES;
    r->bytes_left -= n;
    for (int64_t at = 0; at + POINTER_BYTES <= n && r->bytes_left > 0; at += step)
        reach_at(r, o, at);
    for (int i = 0; o->rare && i < o->rare->holding.n; i++) {
        int64_t at = o->rare->holding.at[i].offset;
        if (at % step && at >= 0 && at + POINTER_BYTES <= n) reach_at(r, o, at);
    }
    for (int i = 0; o->rare && i < o->rare->cells.n; i++) {
        const struct cvalue *v = &o->rare->cells.at[i].value;
        if (v->kind == CVALUE_POINTER) reach_object(r, v->pointer.object);
    }
}

// A struct in which a pointer was lost sight of may have kept anything.
static bool is_known(const struct eval_losses *losses, const struct object *o)
{
    return o->kind == OBJECT_HEAP && o->rare && o->rare->raw && !o->rare->n_lost &&
           o->rare->raw->has_floats && o->rare->raw->free_event == RAW_NONE && !losses->outside;
}

static void tell_leak(struct eval *e, const struct raw_buffer *b, int n, const struct sym *bytes)
{
    const char *name = raw_buffer_title(e->arena, b);
    const char *all =
        n > 1 ? arena_printf(e->arena, "%d blocks of this line, %s bytes in all,", n,
                             sym_string(e->arena, bytes))
              : arena_printf(e->arena, "`%s`, %s bytes,", name, sym_string(e->arena, bytes));
    struct diag *d = diag_add(e->diags, DIAG_RAW_LEAK, b->at,
                              "%s never freed: when main returns, nothing leads to %s any more",
                              n > 1 ? arena_printf(e->arena, "%s are", all)
                                    : arena_printf(e->arena, "%s is", all),
                              n > 1 ? "them" : "it");
    diag_fix(e->diags, d, "free it before the last pointer to it goes");
}

// Blocks of one line that nothing leads to.
struct leaks {
    const struct raw_buffer *first;
    const struct sym *bytes;
    int n;
};

static void tell_leaks(struct reach *r)
{
    struct eval *e = r->eval;
    const struct raw_state *s = e->raw->state;
    struct object **lost = arena_array(e->arena, struct object *, s->buffers.n + 1);
    for (uint32_t id = 1; id < heap_n_ids(e->heap); id++) {
        struct object *o = heap_object(e->heap, id);
        if (o->live && !r->seen[id] && is_known(&e->losses, o)) lost[o->rare->raw->number] = o;
    }
    struct map *lines = map_open(e->arena);
    for (int i = 0; i < s->buffers.n; i++) {
        const struct raw_buffer *b = s->buffers.at[i];
        struct site_key key = site_key_of(b->at);
        struct leaks *line = lost[i] ? map_get(lines, &key, sizeof key) : NULL;
        if (!lost[i]) continue;
        if (!line) {
            line = arena_new(e->arena, struct leaks);
            *line = (struct leaks){b, sym_const(e->syms, 0), 0};
            map_put(lines, &key, sizeof key, line);
        }
        line->bytes = sym_add(e->syms, line->bytes, b->bytes);
        line->n++;
    }
    for (int i = 0; i < map_count(lines); i++) {
        const struct leaks *line = map_value(lines, i);
        tell_leak(e, line->first, line->n, line->bytes);
    }
}

// Libraries read what they are given, and keep it: nobody sees when.
static bool is_of_library(const struct eval *e)
{
    const struct program *p = e->builder ? builder_program(e->builder) : NULL;
    return p && dialect_keeps_memory(p);
}

void raw_tell_leaks(struct eval *e)
{
    // Of loops that were left after a round the rest may free it, or lead to it.
    if (!e->raw || is_of_library(e) || e->flow == FLOW_STOP || e->claims.left_loops.n ||
        strcmp(e->frame->function->name, "main") != 0)
        return;
    struct reach r = {.eval = e, .bytes_left = MOST_BYTES};
    r.seen = arena_array(e->arena, bool, heap_n_ids(e->heap) + 1);
    for (uint32_t id = 1; id < heap_n_ids(e->heap); id++) {
        const struct object *o = heap_object(e->heap, id);
        if (o->live && o->kind != OBJECT_HEAP) reach_object(&r, id);
    }
    while (r.waiting.n && r.bytes_left > 0) reach_from(&r, r.waiting.at[--r.waiting.n]);
    if (r.bytes_left > 0) tell_leaks(&r);
}

// ---- nobody uses it

// Of a run that followed all of the program to its good end. The zeros of calloc may be read, which
// leaves no trace.
void raw_tell_unused(struct eval *e)
{
    const struct raw_state *s = e->raw->state;
    int64_t status;
    if (is_of_library(e) || e->claims.left_loops.n || e->ending.end != EVAL_RETURNED) return;
    if (cvalue_as_int(&e->returned, &status) && status != 0) return;
    for (int i = 0; i < s->buffers.n; i++) {
        const struct raw_buffer *b = s->buffers.at[i];
        if (b->function != RAW_MALLOC || b->touched || !b->has_floats) continue;
        diag_add(e->diags, DIAG_RAW_UNUSED, b->at, "`%s`, %s bytes, is never used",
                 raw_buffer_title(e->arena, b), sym_string(e->arena, b->bytes));
    }
}
