// Records: their fields, where they lie, and what stands in for a layout that the compiler refused.

#include "frontends/c/parse/types.h"

#include <string.h>

struct comparing {
    const struct ctype *with;
    int n;
    bool differs;
};

struct filling {
    struct tu *tu;
    VEC(struct cfield) fields;
    bool broken;
};

// The unit of a bit-field is the aligned one of its type, unless packing made
// the bits straddle it or stick out of the record: then it begins at their first byte.
static void place_bits(struct cfield *field, int64_t bits)
{
    int64_t unit_bits = field->type->size * 8;
    field->offset = unit_bits ? bits / unit_bits * field->type->size : bits / 8;
    field->bit_offset = (int)(bits - field->offset * 8);
    if (field->bit_offset + field->bit_width > unit_bits) {
        field->offset = bits / 8;
        field->bit_offset = (int)(bits % 8);
    }
}

// The type is lowered before the slot is written: that may add to the very
// same list, if the type is a record that contains a pointer to this one.
static enum CXVisitorResult add_field(CXCursor cursor, CXClientData data)
{
    struct filling *filling = data;
    struct cfield *field = vec_push(filling->tu->unit->arena, &filling->fields);
    long long bits = clang.Cursor_getOffsetOfField(cursor);
    const char *name = cursor_name(filling->tu->unit->arena, cursor);
    // An anonymous member is spelled "" or by the place of its type.
    bool unnamed = !*name || strchr(name, '(');
    struct cfield made = {.name = unnamed ? "" : name, .bit_width = -1};
    *field = made;
    const struct ctype *type = types_lower(filling->tu, clang.getCursorType(cursor));
    field = &filling->fields.at[filling->fields.n - 1];
    field->type = type;
    if (bits < 0 || type->broken) filling->broken = true;
    field->offset = bits < 0 ? 0 : bits / 8;
    if (clang.Cursor_isBitField(cursor)) {
        field->bit_width = clang.getFieldDeclBitWidth(cursor);
        place_bits(field, bits < 0 ? 0 : bits);
    } else {
        field->anonymous = unnamed;
    }
    return CXVisit_Continue;
}

// The compiler lays out no record with an error. Its members still hold
// values: they get places as if all types were right.
static void lay_out_broken(struct ctype *type, struct cfield *fields, int n)
{
    int64_t end = 0;
    type->broken = true;
    for (int i = 0; i < n; i++) {
        const struct ctype *member = fields[i].type;
        int64_t align = member->align > 0 ? member->align : 1;
        int64_t offset = type->is_union ? 0 : (end + align - 1) / align * align;
        fields[i].offset = offset;
        fields[i].bit_offset = 0;
        if (offset + member->size > end) end = offset + member->size;
        if (align > type->align) type->align = (int)align;
    }
    type->size = end;
}

static enum CXChildVisitResult add_child(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang.getCursorKind(cursor) == CXCursor_FieldDecl) add_field(cursor, data);
    return CXChildVisit_Continue;
}

void types_fill_record(struct tu *tu, struct ctype *type, CXType from)
{
    types_lay_out(type, from);
    struct filling filling = {tu, {0}, false};
    CXCursor definition = clang.getCursorDefinition(clang.getTypeDeclaration(from));
    bool invalid = clang.isInvalidDeclaration(definition) != 0;
    // The fields of an invalid record are shown as children only.
    if (invalid)
        clang.visitChildren(definition, add_child, &filling);
    else
        clang.Type_visitFields(from, add_field, &filling);
    type->n_fields = filling.fields.n;
    type->fields = filling.fields.at;
    if (filling.broken || invalid) lay_out_broken(type, filling.fields.at, filling.fields.n);
}

// Names, places and sizes decide: what a record's bytes mean in an expression.
static enum CXVisitorResult compare_field(CXCursor cursor, CXClientData data)
{
    struct comparing *c = data;
    if (c->n == c->with->n_fields) {
        c->differs = true;
        return CXVisit_Break;
    }
    const struct cfield *field = &c->with->fields[c->n++];
    CXString spelled = clang.getCursorSpelling(cursor);
    const char *name = clang.getCString(spelled);
    CXType type = clang.getCursorType(cursor);
    bool is_bits = clang.Cursor_isBitField(cursor) != 0;
    enum CXTypeKind kind = clang.getCanonicalType(type).kind;
    bool is_real = kind == CXType_Float || kind == CXType_Double || kind == CXType_LongDouble;
    long long size = clang.Type_getSizeOf(type), bits = clang.Cursor_getOffsetOfField(cursor);
    c->differs = (*field->name && strcmp(field->name, name) != 0) ||
                 is_bits != (field->bit_width >= 0) ||
                 is_real != (field->type->kind == CTYPE_FLOAT) ||
                 bits != field->offset * 8 + (is_bits ? field->bit_offset : 0) ||
                 (is_bits ? clang.getFieldDeclBitWidth(cursor) != field->bit_width
                          : size >= 0 && size != field->type->size);
    clang.disposeString(spelled);
    return c->differs ? CXVisit_Break : CXVisit_Continue;
}

bool types_is_record(const struct ctype *type, CXType from)
{
    if (type->broken || !type->fields || clang.Type_getSizeOf(from) < 0) return true;
    if (clang.Type_getSizeOf(from) != type->size) return false;
    struct comparing c = {type, 0, false};
    clang.Type_visitFields(from, compare_field, &c);
    return !c.differs && c.n == type->n_fields;
}
