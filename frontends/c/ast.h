#ifndef FRONTENDS_C_AST_H
#define FRONTENDS_C_AST_H

// Our own tree of a C program: what lower.c makes of libclang's cursors and
// what eval.c runs. Every conversion that C does silently is a node of its own
// (load, decay, convert), initialisers are flat lists of stores. The kinds and
// which of a node's fields each of them uses are in ast.def. No libclang type
// appears here; nodes live as long as the unit's arena and never change.
//
// The text dump (ast_string) is for tests of the lowering.

#include "frontends/c/ctype.h"
#include "ir/base/site.h"
#include "ir/base/text.h"
#include "ir/base/vec.h"

enum ast_kind {
#define AST(id, shown) AST_##id,
#include "frontends/c/ast.def"
#undef AST
    N_AST_KINDS
};

enum ast_op {
    AST_NO_OP,
#define AST_OPERATOR(id, shown, spelled) AST_OP_##id,
#include "frontends/c/ast.def"
#undef AST_OPERATOR
    N_AST_OPS
};

struct ast;
struct variable;
struct function;

// One store of an initialiser, in order. The object is zeroed first. Later
// stores override earlier ones. A value of AST_HOLE leaves `type` unknown there.
struct ast_store {
    int64_t offset;
    const struct ctype *type;
    int bit_width, bit_offset; // bit_width -1: no bit-field
    const struct ast *value;   // AST_STRING for a character array; NULL: zeros
    int64_t repeat;            // > 1: GNU [a ... b], this many elements of `type` from offset on
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
    // Where it stands, outside of macros: `file` is an index into the unit's files.
    uint32_t file, line, column;
    // Statements: preorder numbers of the labels and cases inside, for jumps.
    uint32_t low, high;
    bool postfix;
    bool literal;  // AST_INT: written as a number, true or false; not a name for one
    bool lost;     // AST_HOLE: for an error of the compiler, which is told where it stands;
                   // AST_DEREF in a hole: all of the object may be written
    bool clobbers; // AST_HOLE: it may write whatever others can reach
    bool cleans;   // AST_BLOCK: variables of it have a function that is called when it is left
    const struct ast *a, *b, *c, *d;
    int n_kids;
    const struct ast *const *kids;
    const struct ctype *compute; // AST_COMPOUND_ASSIGN; AST_INT: it is the sizeof of this one
    int bit_width, bit_offset;   // AST_MEMBER and loads through it; -1: none
    union {
        int64_t integer;      // AST_INT, AST_CASE (low end), AST_POINTER_ADD (limit)
        long double floating; // AST_FLOAT
        int64_t offset;       // AST_MEMBER
        const struct variable *variable;
        struct function *function; // AST_FUNCTION
        const struct ast *target;  // AST_GOTO, AST_LABEL_ADDRESS
        const char *text;          // AST_HOLE, AST_LABEL
        struct {
            const char *bytes;
            int64_t length; // without the final NUL unless it is in the type
        } string;           // AST_STRING
    };
    int64_t case_high;              // AST_CASE
    const struct cfield *field;     // AST_MEMBER, for names of lvalue paths; may be NULL
    const struct initializer *init; // AST_DECLARE, AST_COMPOUND; NULL: none
};

enum variable_storage {
    VARIABLE_LOCAL,
    VARIABLE_PARAMETER,
    VARIABLE_STATIC,
    VARIABLE_GLOBAL,
    VARIABLE_EXTERN
};

struct variable {
    const char *name;
    const struct ctype *type;
    enum variable_storage storage;
    int slot; // LOCAL, PARAMETER: index into the frame; else into the unit's statics
    bool is_const;
    // STATIC, GLOBAL: lowered when first asked for (unit_global_init).
    const struct initializer *init;
    uint32_t file, line, column;
};

struct function {
    const char *name;
    const struct ctype *type;
    // Of the definition, else of the declaration that a dialect looks at: the header's path.
    const char *file;
    uint32_t line;
    bool has_body; // in the sources given
    bool in_system_header;
    const char *contract; // the text of SP_SHAPES (contract.h); NULL: it has none
    // Attributes by which it runs before main, or behind it: their priorities; 0: it has none.
    int constructor, destructor;
    int n_parameters;
    const struct variable *const *parameters;
    const struct ast *body; // NULL until unit_body was called
    int n_slots;            // locals and parameters, hidden ones too
    bool partial;           // the compiler reported errors inside
    int index;              // in the unit
};

// A `for`, `while` or `do` statement.
static inline bool ast_is_loop(const struct ast *n)
{
    return n->kind == AST_FOR || n->kind == AST_WHILE || n->kind == AST_DO;
}

// Without the conversions around it.
const struct ast *ast_unconverted(const struct ast *);
const char *ast_spelling(enum ast_op); // as C writes it: "<<"
// "(assign (variable x) (binary add ...))", one statement a line, for tests.
const char *ast_string(struct arena *, const struct ast *);

#endif
