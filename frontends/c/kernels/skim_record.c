// The record of a kernel's call: the range behind each pointer that it gets, and behind those that
// it finds in records and in variables of the program.

#include "frontends/c/kernels/skim_bind.h"

#include <string.h>

// ---- one range

static struct raw_range range_of(const struct skim *k, const struct nest_extent *x,
                                 int64_t element_bytes)
{
    struct syms *s = k->eval->syms;
    struct raw_range range = {.tag = RAW_UNTOUCHED};
    if (!x->any) return range;
    const struct sym *first = x->first, *end = x->end;
    if (element_bytes > 0 && element_bytes != x->unit) {
        first = sym_floordiv_const(s, sym_mul_const(s, first, x->unit), element_bytes);
        end = sym_ceildiv(s, sym_mul_const(s, end, x->unit), sym_const(s, element_bytes));
    }
    bool known = sym_kind(first) != SYM_UNKNOWN && sym_kind(end) != SYM_UNKNOWN;
    range.tag = x->sure ? RAW_EXACT : known ? RAW_AT_MOST : RAW_UNKNOWN;
    if (known)
        range.first = first, range.end = end;
    else
        range.reason = sym_name(sym_kind(end) == SYM_UNKNOWN ? end : first);
    return range;
}

// ---- arguments

static bool is_argument(const struct skim *k, const struct nest_root *r)
{
    if (r->kind != ROOT_PARAMETER || !raw_points_to_numbers(r->variable->type)) return false;
    for (int i = 0; i < k->function->n_parameters; i++)
        if (k->function->parameters[i] == r->variable) return true;
    return false;
}

static void record_argument(const struct skim *k, const struct variable *p,
                            struct raw_pointer *pointer)
{
    pointer->read = pointer->written = (struct raw_range){.tag = RAW_UNTOUCHED};
    for (int root = 0; root < k->nest->roots.n; root++) {
        const struct nest_root *r = &k->nest->roots.at[root];
        if (r->kind != ROOT_PARAMETER || r->variable != p) continue;
        struct nest_extent read = skim_extent(k, root, ACCESS_READ),
                           written = skim_extent(k, root, ACCESS_WRITE);
        pointer->read = range_of(k, &read, p->type->element->size);
        pointer->written = range_of(k, &written, p->type->element->size);
    }
}

// ---- what is reached by members and variables

static bool is_word(const char *text)
{
    return text[strcspn(text, " ?:+*/%&|<>=!")] == '\0' || !strchr(text, ' ');
}

const char *skim_text(const struct skim *k, const struct nest_root *r)
{
    const struct nest_root *top = r;
    while (top->parent >= 0) top = &k->nest->roots.at[top->parent];
    size_t n = top->variable ? strlen(top->variable->name) : 0;
    int i = 0, n_parameters = k->function ? k->function->n_parameters : 0;
    while (i < n_parameters && k->function->parameters[i] != top->variable) i++;
    if (i >= n_parameters || k->node->kind != AST_CALL || i >= k->node->n_kids ||
        strncmp(r->path, top->variable->name, n) != 0)
        return r->path;
    struct arena *arena = k->eval->arena;
    const char *given = name_expression(k->eval, k->node->kids[i]), *rest = r->path + n;
    if (!is_word(given)) given = arena_printf(arena, "(%s)", given);
    if (*given == '&' && strncmp(rest, "->", 2) == 0)
        return arena_printf(arena, "%s.%s", given + 1, rest + 2);
    return arena_printf(arena, "%s%s", given, rest);
}

static int64_t count_in(const struct ctype *array)
{
    return array->element->kind == CTYPE_ARRAY ? array->count * count_in(array->element)
                                               : array->count;
}

// All of a fixed array has its sizes.
static void set_shape(const struct skim *k, const struct nest_root *r, struct raw_pointer *p)
{
    const struct ctype *t = r->array;
    const struct raw_range *range = p->written.tag == RAW_UNTOUCHED ? &p->read : &p->written;
    if (!t || t->variable || t->count <= 0 || range->tag != RAW_EXACT) return;
    if (!sym_is(range->first, 0) || !sym_is(range->end, count_in(t))) return;
    for (; t->kind == CTYPE_ARRAY && p->rank < MAX_RANK; t = t->element)
        p->dim[p->rank++] = sym_const(k->eval->syms, t->count);
}

static void record_root(const struct skim *k, int root)
{
    const struct nest_root *r = &k->nest->roots.at[root];
    // A number by itself in a record is a setting as a rule.
    if (!r->array && r->element && r->element->kind == CTYPE_RECORD) return;
    struct raw_buffer *buffer;
    const struct sym *offset;
    struct nest_extent read = skim_extent(k, root, ACCESS_READ),
                       written = skim_extent(k, root, ACCESS_WRITE);
    if ((!read.any && !written.any) || !raw_locate(k->eval, &k->pointers[root], &buffer, &offset))
        return;
    struct raw_element element = raw_element_of(written.any ? written.type : read.type);
    if (element.dtype == DTYPE_NONE) return;
    struct raw_state *state = raw_state_of(builder_program(k->eval->builder));
    struct raw_pointer *p = raw_add_pointer(state, k->record);
    *p = (struct raw_pointer){.name = r->path,
                              .text = skim_text(k, r),
                              .buffer = buffer->number,
                              .offset = offset,
                              .element = element,
                              .read = range_of(k, &read, element.bytes),
                              .written = range_of(k, &written, element.bytes)};
    set_shape(k, r, p);
}

// ---- all of it

void skim_record(const struct skim *k)
{
    int at = 0;
    if (!k->record) return;
    k->record->looked_at = true;
    for (int i = 0; i < k->function->n_parameters && at < k->record->n_pointers; i++) {
        const struct variable *p = k->function->parameters[i];
        if (p->type->kind == CTYPE_POINTER) record_argument(k, p, &k->record->pointers[at++]);
    }
    for (int i = 0; i < k->nest->roots.n; i++) {
        const struct nest_root *r = &k->nest->roots.at[i];
        if (r->kind != ROOT_LOCAL && !is_argument(k, r)) record_root(k, i);
    }
    struct nest_count flops =
        nest_count_at(k->eval->syms, k->nest->flops, k->nest->symbols.n, k->values);
    if (flops.exact && sym_kind(flops.n) != SYM_UNKNOWN) k->record->flops = flops.n;
}
