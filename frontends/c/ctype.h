#ifndef FRONTENDS_C_CTYPE_H
#define FRONTENDS_C_CTYPE_H

// A C type, laid out for the target: sizes, alignments and offsets are what the
// compiler that builds the program uses. One object a canonical type in a unit,
// so == compares them (but for variable arrays, each its own). types.c makes
// them; they live as long as the unit's arena.

#include <stdbool.h>
#include <stdint.h>

enum ctype_kind {
    CTYPE_VOID,
    CTYPE_BOOL,
    CTYPE_INT,   // char, enums and all widths up to 64 bits
    CTYPE_FLOAT, // float, double, long double: by size 4, 8, 16 (12)
    CTYPE_POINTER,
    CTYPE_ARRAY,
    CTYPE_RECORD,
    CTYPE_FUNCTION,
    CTYPE_UNSUPPORTED // vectors, _Float16, _BitInt: name says what
};

// Numbers that are records to memory, with operators of their own (pair.h).
enum ctype_pair {
    PAIR_NONE,
    PAIR_COMPLEX, // two of `element`: the real and the imaginary part
    PAIR_WIDE     // __int128, is_signed: the low and the high half
};

struct ctype;

struct cfield {
    const char *name; // "" for an anonymous member
    const struct ctype *type;
    int64_t offset; // bytes; for a bit-field of the unit of its type's size that holds it
    int bit_width;  // -1: no bit-field
    // From the least significant bit of that unit. Only the (bit_offset + bit_width + 7) / 8
    // bytes from offset on are touched: in packed records the unit may stick out of the record,
    // or 64 bits need 9 bytes.
    int bit_offset;
    bool anonymous; // an unnamed struct or union member
};

struct ctype {
    enum ctype_kind kind;
    int64_t size; // bytes; 0 for incomplete types, 1 for void and functions (as GNU C)
    int align;
    bool is_signed;       // INT, PAIR_WIDE
    bool is_union;        // RECORD
    enum ctype_pair pair; // RECORD
    bool variadic;        // FUNCTION
    // RECORD with errors: members are laid out as far as they are known, but what its size is
    // nobody knows (sizeof of it is a hole).
    bool broken;
    // ARRAY with a length that is not constant. Each is a type of its own; its count is bound by
    // AST_DECLARE (or AST_CONVERT), a frame each.
    bool variable;
    bool is_const;      // never set on the canonical type; kept by pointee_const
    bool pointee_const; // POINTER to const: a callee without a body does not write through it
    const struct ctype *element; // pointee, element, part of a complex number, or function result
    int64_t count;               // ARRAY; -1: incomplete or variable
    const char *name;            // as C spells it: "struct ggml_tensor", "unsigned int"
    int n_fields;                // RECORD, complete; FUNCTION: n_fields parameters in `parameters`
    const struct cfield *fields;
    const struct ctype *const *parameters;
};

// Integers of C, enumerations and characters among them, and bool.
static inline bool ctype_is_integer(const struct ctype *t)
{
    return t->kind == CTYPE_INT || t->kind == CTYPE_BOOL;
}

#define MAX_VARIABLE_LEVELS 16

// The arrays of variable length in a type, outermost first, through pointers too; at most `limit`
// of them, for which there must be room. Returns how many.
static inline int ctype_variable_levels(const struct ctype *t, int limit,
                                        const struct ctype **levels)
{
    int n = 0;
    for (; t && n < limit && (t->kind == CTYPE_ARRAY || t->kind == CTYPE_POINTER); t = t->element)
        if (t->kind == CTYPE_ARRAY && t->variable) levels[n++] = t;
    return n;
}

// A complex number is none: it is a record of two.
static inline bool ctype_is_number(const struct ctype *t)
{
    return ctype_is_integer(t) || t->kind == CTYPE_FLOAT;
}

// What one value of the interpreter stands for, loaded and stored as a whole.
static inline bool ctype_is_scalar(const struct ctype *t)
{
    return ctype_is_number(t) || t->kind == CTYPE_POINTER;
}

// As C spells it; "?" for NULL.
const char *ctype_string(const struct ctype *);

#endif
