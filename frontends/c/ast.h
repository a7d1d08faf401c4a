#ifndef FRONTENDS_C_AST_H
#define FRONTENDS_C_AST_H

// Our own tree of a C program: what lower.c makes of libclang's cursors and
// what eval.c runs. Every conversion that C does silently is a node of its own
// (load, decay, convert), every type is laid out for the target, initialisers
// are flat lists of stores. No libclang type appears here.
//
// The text dump (ast_string) is for tests of the lowering.

#include "ir/base/site.h"
#include "ir/base/text.h"
#include "ir/base/vec.h"
#include <stdbool.h>

// ---- types: one object a canonical type, so == compares them

enum ctype_kind {
    CTYPE_VOID,
    CTYPE_BOOL,
    CTYPE_INT,       // char, enums and all widths up to 64 bits
    CTYPE_FLOAT,     // float, double, long double: by size 4, 8, 16 (12)
    CTYPE_POINTER,
    CTYPE_ARRAY,
    CTYPE_RECORD,
    CTYPE_FUNCTION,
    CTYPE_UNSUPPORTED  // vectors, complex, __int128, _BitInt: name says what
};

struct ctype;

struct cfield {
    const char *name;     // "" for an anonymous member
    const struct ctype *type;
    int64_t offset;       // bytes; for a bit-field of the unit of its type's size that holds it
    int bit_width;        // -1: no bit-field
    int bit_offset;       // from the least significant bit of that unit. Only the
                          // (bit_offset + bit_width + 7) / 8 bytes from offset on are touched:
                          // in packed records the unit may stick out, or 64 bits need 9 bytes
    bool anonymous;       // an unnamed struct or union member
};

struct ctype {
    enum ctype_kind kind;
    int64_t size;         // bytes; 0 for incomplete types, 1 for void and functions (as GNU C)
    int align;
    bool is_signed;       // INT
    bool is_union;        // RECORD
    bool broken;          // RECORD with errors: members are laid out as far as they are known, but
                          // what its size is nobody knows (sizeof of it is a hole)
    bool variadic;        // FUNCTION
    bool variable;        // ARRAY with a length that is not constant. Each is a type of its own;
                          // its count is bound by AST_DECLARE (or AST_CONVERT), a frame each
    bool is_const;        // never set on the canonical type; kept by pointee_const
    bool pointee_const;   // POINTER to const: a callee without a body does not write through it
    const struct ctype *element;  // pointee, element, or function result
    int64_t count;        // ARRAY; -1: incomplete or variable
    const char *name;     // as C spells it: "struct ggml_tensor", "unsigned int"
    int n_fields;         // RECORD, complete; FUNCTION: n_fields parameters in `parameters`
    const struct cfield *fields;
    const struct ctype *const *parameters;
};

// ---- expressions and statements

enum ast_kind {
    // lvalues
    AST_VARIABLE,     // variable
    AST_DEREF,        // *a
    AST_MEMBER,       // a.field: a is an lvalue or a record value; offset, bit_width, bit_offset
    AST_STRING,       // a string literal: `bytes`, type is the array
    AST_COMPOUND,     // compound literal: `variable` is its hidden object, kids its stores; one object a scope activation
    AST_FUNCTION,     // function designator
    // values
    AST_INT,          // integer
    AST_FLOAT,        // floating (long double)
    AST_LOAD,         // value of lvalue a
    AST_DECAY,        // array lvalue a or function a -> pointer
    AST_CONVERT,      // a to type
    AST_ADDRESS,      // &a
    AST_UNARY,        // op a:  NEG, PLUS, BITNOT, NOT
    AST_BINARY,       // a op b on operands already converted to one type (shifts: each its own)
    AST_POINTER_ADD,  // a + b elements (element is type->element); b any integer, SUB in op for a - b
    AST_POINTER_DIFF, // a - b in elements
    AST_AND, AST_OR,  // && ||
    AST_CONDITIONAL,  // a ? b : c;  op ELVIS: a ?: c, where the a taken is converted to type
    AST_COMMA,
    AST_ASSIGN,       // lvalue a = b, value is the new a
    AST_COMPOUND_ASSIGN,  // a op= b, computed in `compute` type; POINTER_ADD on pointers
    AST_STEP,         // ++ -- on lvalue a: op INC/DEC, `postfix`
    AST_CALL,         // callee a (a pointer to function), kids: arguments
    AST_STATEMENT,    // GNU ({ }): a is a block, value is its last expression
    AST_VA_START, AST_VA_END, AST_VA_COPY, AST_VA_ARG,  // a: the va_list lvalue/pointer; type for ARG
    AST_SIZEOF_VLA,   // sizeof of the variable array lvalue a; without a: the product of the kids
                      // times the size of the type `compute`
    AST_HOLE,         // something that was not understood: `text` says what; a value or statement.
                      // a, kids: what is known of its operands, evaluated and then unknown
    // statements
    AST_BLOCK,        // kids
    AST_DECLARE,      // variable: storage from block entry; init below. kids: one bound for each
                      // variable array level of the type, outermost first, through pointers too;
                      // none: they were bound where the type got its name. Of a PARAMETER at the
                      // start of a body: binds the bounds only. A hidden one: a typedef's
    AST_EXPRESSION,   // a for its effect
    AST_IF,           // a, b, c (c may be NULL)
    AST_FOR,          // a init, b condition, c step (each may be NULL), d body
    AST_WHILE, AST_DO,  // a condition, d body
    AST_SWITCH,       // a value, d body; kids: its AST_CASE and AST_DEFAULT nodes
    AST_CASE,         // integer .. high, d statement
    AST_DEFAULT,      // d statement
    AST_BREAK, AST_CONTINUE,
    AST_RETURN,       // a may be NULL
    AST_GOTO,         // target: AST_LABEL
    AST_LABEL,        // text, d statement
    AST_EMPTY
};

enum ast_op {
    AST_NO_OP,
    AST_OP_ADD, AST_OP_SUB, AST_OP_MUL, AST_OP_DIV, AST_OP_REM,
    AST_OP_SHL, AST_OP_SHR, AST_OP_AND, AST_OP_OR, AST_OP_XOR,
    AST_OP_LT, AST_OP_GT, AST_OP_LE, AST_OP_GE, AST_OP_EQ, AST_OP_NE,
    AST_OP_NEG, AST_OP_PLUS, AST_OP_BITNOT, AST_OP_NOT,
    AST_OP_INC, AST_OP_DEC, AST_OP_ELVIS
};

struct ast;
struct variable;
struct function;

// One store of an initialiser, in order. The object is zeroed first. Later
// stores override earlier ones. A value of AST_HOLE leaves `type` unknown there.
struct ast_store {
    int64_t offset;
    const struct ctype *type;
    int bit_width, bit_offset;  // bit_width -1: no bit-field
    const struct ast *value;    // AST_STRING for a character array; NULL: zeros
    int64_t repeat;             // > 1: GNU [a ... b], this many elements of `type` from offset on
};

struct initializer {
    int n;
    const struct ast_store *stores;
    // A list too long to be worth walking: its contents are unknown to the
    // interpreter, `n` is 0. The reason names its length.
    const char *opaque;
};

struct ast {
    enum ast_kind kind;
    enum ast_op op;
    const struct ctype *type;
    uint32_t file;             // index into unit files; with line and column the expansion place
    uint32_t line, column;
    uint32_t low, high;        // statements: preorder numbers of the labels and cases inside, for jumps
    bool postfix;
    const struct ast *a, *b, *c, *d;
    int n_kids;
    const struct ast *const *kids;
    const struct ctype *compute;       // AST_COMPOUND_ASSIGN
    int bit_width, bit_offset;         // AST_MEMBER and loads through it; -1: none
    union {
        int64_t integer;               // AST_INT, AST_CASE (low end)
        long double floating;          // AST_FLOAT
        int64_t offset;                // AST_MEMBER
        const struct variable *variable;
        struct function *function;     // AST_FUNCTION
        const struct ast *target;      // AST_GOTO
        const char *text;              // AST_HOLE, AST_LABEL
        struct { const char *bytes; int64_t length; } string;  // without the final NUL unless it is in the type
    };
    int64_t case_high;                 // AST_CASE
    const struct cfield *field;        // AST_MEMBER, for names of lvalue paths; may be NULL
    const struct initializer *init;    // AST_DECLARE, AST_COMPOUND; NULL: none
};

enum variable_storage { VARIABLE_LOCAL, VARIABLE_PARAMETER, VARIABLE_STATIC, VARIABLE_GLOBAL, VARIABLE_EXTERN };

struct variable {
    const char *name;
    const struct ctype *type;
    enum variable_storage storage;
    int slot;                          // LOCAL, PARAMETER: index into the frame; else into the unit's statics
    bool is_const;
    const struct initializer *init;    // STATIC, GLOBAL: lowered when first asked for (unit_global_init)
    uint32_t file, line, column;
};

struct function {
    const char *name;
    const struct ctype *type;
    const char *file;                  // of the definition, else of the declaration that a dialect
                                       // looks at: the header's path
    uint32_t line;
    bool has_body;                     // in the sources given
    bool in_system_header;
    int n_parameters;
    const struct variable *const *parameters;
    const struct ast *body;            // NULL until function_body was called
    int n_slots;                       // locals and parameters, hidden ones too
    bool partial;                      // the compiler reported errors inside
    int index;                         // in the unit
};

// "(assign (variable x) (binary add ...))", one statement a line, for tests.
const char *ast_string(struct arena *, const struct ast *);
const char *ctype_string(const struct ctype *);

#endif
