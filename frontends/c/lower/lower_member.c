// Members of records and elements of arrays.

#include "frontends/c/lower/lower.h"

#include <string.h>

// A field by name, also inside anonymous members.
static const struct cfield *field_named(const struct ctype *record, const char *name,
                                        int64_t *offset)
{
    for (int i = 0; i < record->n_fields; i++) {
        const struct cfield *field = &record->fields[i];
        if (*name && strcmp(field->name, name) == 0) {
            *offset += field->offset;
            return field;
        }
        if (!field->anonymous || field->type->kind != CTYPE_RECORD) continue;
        int64_t inner = *offset + field->offset;
        const struct cfield *found = field_named(field->type, name, &inner);
        if (!found) continue;
        *offset = inner;
        return found;
    }
    return NULL;
}

// libclang shows some of the steps through anonymous members, without a name:
// the type tells which one is meant.
static const struct cfield *field_typed(const struct ctype *record, const struct ctype *type,
                                        int64_t *offset)
{
    for (int i = 0; i < record->n_fields; i++) {
        const struct cfield *field = &record->fields[i];
        if (!field->anonymous || field->type->kind != CTYPE_RECORD) continue;
        int64_t inner = *offset + field->offset;
        const struct cfield *found =
            field->type == type ? field : field_typed(field->type, type, &inner);
        if (!found) continue;
        *offset = inner;
        return found;
    }
    return NULL;
}

// Its place is a sum of offsets, through anonymous members as well.
static struct ast *member_node(struct lowering *l, struct ast *record, const struct cfield *field,
                               int64_t offset)
{
    struct ast *node = lower_node_of(l, AST_MEMBER, field->type, record);
    node->field = field;
    node->offset = offset;
    node->bit_width = field->bit_width;
    node->bit_offset = field->bit_offset;
    return node;
}

struct ast *lower_member_named(struct lowering *l, struct ast *record, const char *name)
{
    int64_t offset = 0;
    const struct cfield *field = field_named(record->type, name, &offset);
    return field ? member_node(l, record, field, offset) : NULL;
}

// NULL in the record means that libclang and our own layout disagree: a hole with both names.
struct ast *lower_member_of(struct lowering *l, struct ast *record, CXCursor declaration,
                            CXCursor at)
{
    CXString spelling = clang.getCursorSpelling(declaration);
    const char *name = clang.getCString(spelling);
    bool nameless = !*name || strchr(name, '(');
    int64_t offset = 0;
    const struct cfield *field =
        record->type->kind != CTYPE_RECORD ? NULL
        : nameless ? field_typed(record->type, types_of(l->tu, declaration), &offset)
                   : field_named(record->type, name, &offset);
    struct ast *node = field ? member_node(l, record, field, offset)
                             : lower_hole(l, at, types_of(l->tu, declaration), "member %s of %s",
                                          name, record->type->name);
    clang.disposeString(spelling);
    return node;
}

struct ast *lower_member(struct lowering *l, CXCursor cursor)
{
    struct kids kids;
    kids_of(&kids, l->scratch, cursor);
    CXCursor declaration = clang.getCursorReferenced(cursor);
    if (kids.n == 0 || clang.Cursor_isNull(declaration)) {
        // The error is where the object was declared, which says enough.
        struct ast *hole =
            lower_hole(l, cursor, types_of(l->tu, cursor), "a member of an unknown type");
        hole->lost = l->n_errors > 0;
        return hole;
    }
    struct ast *base = lower_expression(l, kids.at[0]);
    // libclang does not tell -> from . : the type of the base does.
    if (base->type->kind == CTYPE_POINTER || base->type->kind == CTYPE_ARRAY)
        base = lower_dereference(l, lower_load(l, base));
    return lower_member_of(l, base, declaration, cursor);
}

// Does the member end its record? Of a union all do.
static bool ends_record(const struct ast *member)
{
    const struct ctype *record = member->a->type;
    for (int i = 0; i < record->n_fields && !record->is_union; i++)
        if (record->fields[i].offset > member->offset) return false;
    return true;
}

// How many elements a subscript may name of an array that lies within a larger object; 0 where the
// object's own end is the limit, or where C programs put more elements behind the last member of
// what a pointer points to.
static int64_t limit_of(const struct ast *pointer)
{
    if (pointer->kind != AST_DECAY || pointer->a->type->kind != CTYPE_ARRAY) return 0;
    const struct ast *n = pointer->a;
    int64_t count = n->type->count > 0 ? n->type->count : 0;
    if (n->kind == AST_DEREF) return count;
    if (n->kind != AST_MEMBER) return 0;
    for (; n->kind == AST_MEMBER; n = n->a)
        if (!ends_record(n)) return count;
    bool element =
        n->kind == AST_DEREF && n->a->kind == AST_POINTER_ADD && n->a->a->kind == AST_DECAY;
    return n->kind == AST_DEREF && !element ? 0 : count;
}

// C17 6.5.2.1: a[b] is *(a + b), and either may be the pointer.
struct ast *lower_subscript(struct lowering *l, CXCursor cursor)
{
    struct kids kids;
    kids_of(&kids, l->scratch, cursor);
    const struct ctype *type = types_of(l->tu, cursor);
    if (kids.n != 2) return lower_hole(l, cursor, type, "a subscript with errors");
    struct ast *a = lower_value(l, kids.at[0]), *b = lower_value(l, kids.at[1]);
    struct ast *pointer = a->type->kind == CTYPE_POINTER ? a : b;
    if (pointer->type->kind != CTYPE_POINTER)
        return lower_hole(l, cursor, type, "an element of a %s", a->type->name);
    struct ast *sum = lower_node_of_two(l, AST_POINTER_ADD, pointer->type, pointer,
                                        lower_pair_index(l, pointer == a ? b : a));
    sum->op = AST_OP_ADD;
    sum->integer = limit_of(pointer);
    lower_like(sum, a);
    return lower_dereference(l, sum);
}
