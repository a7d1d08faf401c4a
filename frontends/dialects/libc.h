#ifndef FRONTENDS_DIALECTS_LIBC_H
#define FRONTENDS_DIALECTS_LIBC_H

// The C library, one file a family of headers. Unlike other dialects it is part
// of the interpreter: it works on memory itself.

#include "frontends/c/interp.h"

// One function of the library: its name (without __builtin_), the letters of
// its arguments, the function that does it, and what it does it with.
extern const struct dialect_rule libc_memory_rules[], libc_string_rules[], libc_stdio_rules[],
    libc_stdlib_rules[], libc_math_rules[], libc_ctype_rules[], libc_builtin_rules[],
    libc_number_rules[], libc_time_rules[], libc_getopt_rules[], libc_complex_rules[];

// Is the variable one of getopt's? What it holds when the program first looks at it.
bool libc_getopt_variable(struct eval *, const struct variable *, struct cvalue *);

// ---- shared by the families (libc.c)

struct cvalue libc_int(const struct dialect_call *, int64_t); // in the call's result type
struct cvalue libc_nothing(const struct dialect_call *);
struct cvalue libc_unknown(const struct dialect_call *, const char *reason);
// The place that an argument points to; checked where bytes > 0.
bool libc_place(const struct dialect_call *, int argument, int64_t bytes, enum access_mode,
                struct place *);
// Argument as concrete text, or NULL.
const char *libc_text(const struct dialect_call *, int argument);
bool libc_integer(const struct dialect_call *, int argument, int64_t *);
// A pointer `offset` bytes behind what the argument points to.
struct cvalue libc_pointer(const struct dialect_call *, int argument, int64_t offset);
// What lies behind the pointer from now on is not known.
void libc_forget(const struct dialect_call *, int argument, const char *reason);
// How the program reaches what an argument points to: "argv[2]"; NULL: no name.
const char *libc_path(const struct dialect_call *, int argument);
// A number from outside that may be negative, `name` is how the user can set it.
struct cvalue libc_number(const struct dialect_call *, const char *name, int64_t at_least);

// ---- files that the user named (libc_file.c)
//
// Does an argument of the program name it?
bool libc_file_is_named(const struct eval *, const char *path);
// Each of these is false where the stream is none of them; then the rule for what nobody knows
// holds.

bool libc_file_open(const struct dialect_call *, struct cvalue *stream); // fopen
bool libc_file_read(const struct dialect_call *, int64_t *items);        // fread
bool libc_file_line(const struct dialect_call *, struct cvalue *result); // fgets
bool libc_file_byte(const struct dialect_call *, int64_t *byte);         // fgetc; -1: the end
bool libc_file_scan(const struct dialect_call *, int64_t *n_read);       // fscanf
bool libc_file_seek(const struct dialect_call *, int64_t *failed);       // fseek
bool libc_file_rewind(const struct dialect_call *);                      // rewind
bool libc_file_tell(const struct dialect_call *, int64_t *at);           // ftell
bool libc_file_ended(const struct dialect_call *, int64_t *ended);       // feof

// As sscanf: stores through the arguments from `first` on. How many bytes were used, and the
// result: how many were stored, or -1 where the text ended before the first.
int64_t libc_scan(const struct dialect_call *, int first, const char *text, const char *format,
                  int64_t *used);

// ---- formats (libc_format.c)

struct format_source {
    const struct dialect_call *call;
    int next;       // index of the next argument
    bool from_list; // they are in a va_list
    struct place list;
};

// Formats as printf does. False if a part of the text is not known; the text
// then has names of unknowns in it.
bool libc_format(struct format_source *, const char *format, struct text *out);

// libc_lints.c: memory that functions of the program get, run or not.
void libc_lint(struct unit *, struct function *, struct diags *);

// What a function of the library leaves in errno.
void libc_set_errno(struct eval *, int64_t value);

#endif
