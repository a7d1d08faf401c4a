#ifndef FRONTENDS_C_TYPES_H
#define FRONTENDS_C_TYPES_H

// libclang's types as ours. Equal types are one object, also across the files
// of a unit; only arrays of variable length are each their own. Private to
// frontends/c.

#include "frontends/c/parse/link.h"

const struct ctype *types_lower(struct tu *, CXType);
// Of an expression or declaration; arrays and functions that libclang reports
// where C has adjusted a parameter to a pointer are adjusted here too.
const struct ctype *types_of(struct tu *, CXCursor);
const struct ctype *types_of_value(struct tu *, CXCursor);
const struct ctype *types_pointer(struct unit *, const struct ctype *element);
enum pointee { POINTEE_PLAIN, POINTEE_CONST };
const struct ctype *types_pointer_to(struct unit *, const struct ctype *element, enum pointee);
// `type` as a parameter: arrays and functions become pointers.
const struct ctype *types_adjusted(struct unit *, const struct ctype *type);
const struct ctype *types_named(struct unit *, const char *spelling);
// "unsigned long" and the like; NULL for other names.
const struct ctype *types_basic(struct unit *, const char *spelling);
// The complex type with parts of this type.
const struct ctype *types_complex(struct unit *, const struct ctype *part);
// CXType_Int128 or CXType_UInt128.
const struct ctype *types_wide(struct unit *, enum CXTypeKind);
void types_open(struct unit *, struct tu *);
// Does the target keep the highest byte of a number first?
bool types_is_big_endian(CXTranslationUnit);

// ---- among types.c, type_record.c and type_names.c

const char *types_spelling(struct arena *, CXType);
// A basic type, made with this size where there is none of its kind; one that is there stays.
struct ctype *types_make_basic(struct unit *, enum CXTypeKind, const char *name, int64_t size);
// Size and alignment as the compiler has them; 0 of what is incomplete.
void types_lay_out(struct ctype *, CXType from);
// Is it that record, as far as its fields tell? A record without a definition is taken for it.
bool types_is_record(const struct ctype *, CXType);
// Fields of a record that has a definition.
void types_fill_record(struct tu *, struct ctype *, CXType from);

#endif
