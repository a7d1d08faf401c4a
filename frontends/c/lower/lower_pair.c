// Expressions of complex numbers and of integers of 128 bits, as far as they differ from others.

#include "frontends/c/lower/lower.h"

struct ast *lower_pair_index(struct lowering *l, struct ast *a)
{
    return a->type->pair == PAIR_WIDE ? lower_convert(l, a, l->unit->basic.long_) : a;
}

// Of a complex number's part and a plain number: the type in which they are computed.
static const struct ctype *common_part(const struct ctype *part, const struct ctype *plain)
{
    if (part->kind == CTYPE_FLOAT && plain->kind == CTYPE_FLOAT)
        return plain->size > part->size ? plain : part;
    return plain->kind == CTYPE_FLOAT || part->kind != CTYPE_FLOAT ? plain : part;
}

// A plain number stays plain beside a complex one.
const struct ctype *lower_pair_computed(struct lowering *l, const struct ast *a,
                                        const struct ast *b)
{
    if (a->type->pair != PAIR_COMPLEX || b->type->pair == PAIR_COMPLEX) return b->type;
    return types_complex(l->unit, common_part(a->type->element, b->type));
}

struct ast *lower_pair_part(struct lowering *l, CXCursor cursor, int part, struct ast *a)
{
    const struct ctype *type = a->type;
    if (type->pair == PAIR_COMPLEX) {
        struct ast *node = lower_node_of(l, AST_MEMBER, type->element, a);
        node->field = &type->fields[part];
        node->offset = node->field->offset;
        node->bit_width = -1;
        return node;
    }
    struct ast *value = lower_load(l, a);
    if (part == 0 || type->kind == CTYPE_UNSUPPORTED) return value;
    struct ast *zero = lower_convert(l, lower_int(l, l->unit->basic.int_, 0), value->type);
    lower_at(l, zero, cursor);
    return lower_node_of_two(l, AST_COMMA, value->type, value, zero);
}

struct ast *lower_pair_imaginary(struct lowering *l, CXCursor cursor)
{
    struct kids kids;
    kids_of(&kids, l->scratch, cursor);
    const struct ctype *type = types_of(l->tu, cursor);
    if (kids.n != 1 || type->pair != PAIR_COMPLEX)
        return lower_hole(l, cursor, type, "a constant of type %s", type->name);
    struct ast *node = lower_node_of(l, AST_UNARY, type, lower_value(l, kids.at[0]));
    node->op = AST_OP_IMAGINARY;
    lower_at(l, node, cursor);
    return node;
}
