// Fields of the library's structs in the program's memory.

#include "frontends/dialects/nnom_dialect.h"

#include <string.h>

const struct cfield *nnom_field(const struct dialect_nnom *d, enum nnom_record record,
                                const char *path, int64_t *offset)
{
    const struct ctype *type = d->record[record];
    const struct cfield *field = NULL;
    *offset = 0;
    while (type && *path) {
        char name[32];
        size_t n = strcspn(path, ".");
        if (n >= sizeof name) return NULL;
        memcpy(name, path, n);
        name[n] = '\0';
        field = ctype_field(type, name);
        if (!field) return NULL;
        *offset += field->offset;
        type = field->type;
        path += path[n] ? n + 1 : n;
    }
    return field;
}

int64_t nnom_record_bytes(const struct dialect_nnom *d, enum nnom_record record)
{
    return d->record[record] ? d->record[record]->size : 0;
}

struct cvalue nnom_get(struct dialect_nnom *d, const struct cvalue *p, enum nnom_record record,
                       const char *path)
{
    int64_t offset;
    const struct cfield *field = nnom_field(d, record, path, &offset);
    if (!field) return cvalue_unknown(d->int_, "a field that this nnom.h has not");
    return eval_load(d->eval, p, offset, field->type);
}

// More than any program links.
#define MOST_FOLLOWED 1000000

struct cvalue nnom_next(struct dialect_nnom *d, const struct cvalue *p, enum nnom_record record,
                        const char *path)
{
    struct cvalue next = nnom_get(d, p, record, path);
    if (d->n_followed++ < MOST_FOLLOWED || next.kind != CVALUE_POINTER) return next;
    return cvalue_null(next.type);
}

void nnom_put(struct dialect_nnom *d, const struct cvalue *p, enum nnom_record record,
              const char *path, struct cvalue value)
{
    int64_t offset;
    const struct cfield *field = nnom_field(d, record, path, &offset);
    if (!field) return;
    value.type = field->type;
    eval_store(d->eval, p, offset, &value);
}

// ---- numbers

static int64_t cut(const struct ctype *type, int64_t value)
{
    int bits = (int)type->size * 8;
    if (type->kind == CTYPE_BOOL) return value != 0;
    if (bits <= 0 || bits >= 64) return value;
    uint64_t low = (uint64_t)value & (((uint64_t)1 << bits) - 1);
    bool negative = type->is_signed && low >> (bits - 1);
    return negative ? (int64_t)(low | ~(((uint64_t)1 << bits) - 1)) : (int64_t)low;
}

struct cvalue nnom_number(const struct ctype *type, const struct sym *size)
{
    int64_t value;
    if (sym_kind(size) == SYM_UNKNOWN) return cvalue_unknown(type, sym_name(size));
    if (sym_is_const(size, &value)) return cvalue_int(type, cut(type, value));
    return cvalue_sym(type, size);
}

const struct sym *nnom_get_size(struct dialect_nnom *d, const struct cvalue *p,
                                enum nnom_record record, const char *path)
{
    struct cvalue value = nnom_get(d, p, record, path);
    return cvalue_as_sym(d->eval, &value);
}

int64_t nnom_get_int(struct dialect_nnom *d, const struct cvalue *p, enum nnom_record record,
                     const char *path, int64_t otherwise)
{
    int64_t number = otherwise;
    struct cvalue value = nnom_get(d, p, record, path);
    cvalue_as_int(&value, &number);
    return number;
}

void nnom_put_size(struct dialect_nnom *d, const struct cvalue *p, enum nnom_record record,
                   const char *path, const struct sym *size)
{
    int64_t offset;
    const struct cfield *field = nnom_field(d, record, path, &offset);
    if (!field) return;
    struct cvalue value = nnom_number(field->type, size);
    eval_store(d->eval, p, offset, &value);
}

void nnom_put_int(struct dialect_nnom *d, const struct cvalue *p, enum nnom_record record,
                  const char *path, int64_t value)
{
    nnom_put_size(d, p, record, path, sym_const(d->syms, value));
}

// ---- pointers

struct cvalue nnom_address(struct dialect_nnom *d, const struct cvalue *p, enum nnom_record record,
                           const char *path, const struct ctype *pointer)
{
    int64_t offset;
    const struct cfield *field = nnom_field(d, record, path, &offset);
    if (!field || p->kind != CVALUE_POINTER)
        return cvalue_unknown(pointer, "a field that this nnom.h has not");
    struct cvalue address = *p;
    address.pointer.offset += offset;
    address.type = pointer;
    return address;
}

struct cvalue nnom_element(struct dialect_nnom *d, const struct cvalue *array, int index)
{
    const struct ctype *element = array->type->element;
    if (!element) return cvalue_unknown(d->int_, "an array that is not known");
    return eval_load(d->eval, array, index * element->size, element);
}

// ---- records by value

struct cvalue nnom_record_value(struct dialect_nnom *d, const struct ctype *record)
{
    struct cvalue pointer =
        eval_allocate(d->eval, record->size, unit_pointer_to(eval_unit(d->eval), record), "shape");
    return (struct cvalue){.kind = CVALUE_RECORD, .type = record, .record = pointer.pointer.object};
}

struct cvalue nnom_record_pointer(struct dialect_nnom *d, const struct cvalue *record)
{
    const struct ctype *pointer = unit_pointer_to(eval_unit(d->eval), record->type);
    if (record->kind != CVALUE_RECORD) return cvalue_unknown(pointer, "a shape");
    return (struct cvalue){.kind = CVALUE_POINTER, .type = pointer, .pointer = {record->record, 0}};
}

// ---- functions

// A program may have a function of its own of that name: the library's is another one then.
struct cvalue nnom_code(struct dialect_nnom *d, const struct cfield *field, const char *name)
{
    struct unit *unit = eval_unit(d->eval);
    const struct ctype *type = field->type;
    if (type->kind != CTYPE_POINTER || type->element->kind != CTYPE_FUNCTION)
        return cvalue_unknown(type, "a function of the library");
    struct function *function = unit_find_function(unit, name);
    if (!function || function->has_body)
        function = unit_make_function(unit, name, type->element, d->like);
    if (function->has_body)
        function = unit_make_function(unit, arena_printf(d->arena, "nnom.%s", name), type->element,
                                      d->like);
    return (struct cvalue){.kind = CVALUE_CODE, .type = type, .function = function};
}
