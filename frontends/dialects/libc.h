#ifndef FRONTENDS_DIALECTS_LIBC_H
#define FRONTENDS_DIALECTS_LIBC_H

// The C library, one file a family of headers. Unlike other dialects it is part
// of the interpreter: it works on memory itself.

#include "frontends/c/interp.h"

// One function of the library: its name (without __builtin_), the letters of
// its arguments, the function that does it, and what it does it with.
extern const struct dialect_rule libc_memory_rules[], libc_string_rules[], libc_stdio_rules[],
    libc_stdlib_rules[], libc_math_rules[], libc_ctype_rules[], libc_builtin_rules[],
    libc_number_rules[], libc_time_rules[], libc_getopt_rules[], libc_complex_rules[],
    libc_jump_rules[], libc_wide_rules[], libc_wide_text_rules[], libc_scan_rules[],
    libc_posix_rules[];

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
// The number at the start of a text, rounded once, to the call's result type; `end` is behind it.
struct cvalue libc_float_of(const struct dialect_call *, const char *text, char **end);
// A number from outside that may be negative, `name` is how the user can set it.
struct cvalue libc_number(const struct dialect_call *, const char *name, int64_t at_least);

// ---- files that nobody knows (libc_stdio.c)

// Is it open whether the current call reads what it asks for? It does, where nothing goes by that.
bool libc_reading_may_fail(const struct dialect_call *);
// What it returns then: "fread()", no less than that.
struct cvalue libc_number_read(const struct dialect_call *, int64_t at_least);

// ---- wide characters (libc_wide.c)

struct wide {
    VEC(int64_t) list;
};

int64_t libc_wide_bytes(const struct dialect_call *, int argument); // of one character
// Up to a NUL or `limit`; false: a character is not known.
bool libc_wide_text(const struct dialect_call *, int argument, int64_t limit, struct wide *);
// `n` characters from the one numbered `from` on: those of the text, then NULs.
bool libc_wide_store(const struct dialect_call *, int argument, int64_t from, const struct wide *,
                     int64_t n);
// As libc_pointer, in characters.
struct cvalue libc_wide_pointer(const struct dialect_call *, int argument, int64_t index);

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

// Formats as scanf does, to pointers from the argument numbered `first` on, or in a va_list there.
// How many bytes were used, and the result: how many were stored, or -1 where the text ended before
// the first.
struct format_source libc_scan_targets(const struct dialect_call *, int first, bool from_list);
int64_t libc_scan(struct format_source *to, const char *text, const char *format, int64_t *used);
// What they lead to is not known from now on; how many there are.
int libc_scan_forget(struct format_source *to, const char *format, const char *reason);

// ---- files whose contents are known (libc_file.c)
//
// Does an argument of the program name it?
bool libc_file_is_named(const struct eval *, const char *path);
// Each of these is false where the stream is none of them; then the rule for what nobody knows
// holds.

bool libc_file_open(const struct dialect_call *, struct cvalue *stream); // fopen
struct cvalue libc_file_temporary(const struct dialect_call *);          // tmpfile
bool libc_file_read(const struct dialect_call *, int64_t *items);        // fread
bool libc_file_line(const struct dialect_call *, struct cvalue *result); // fgets
bool libc_file_byte(const struct dialect_call *, int64_t *byte);         // fgetc; -1: the end
bool libc_file_unread(const struct dialect_call *, int64_t byte);        // ungetc
bool libc_file_scan(const struct dialect_call *, struct format_source *to, int64_t *n_read);
bool libc_file_seek(const struct dialect_call *, int64_t *failed); // fseek
bool libc_file_rewind(const struct dialect_call *);                // rewind
bool libc_file_tell(const struct dialect_call *, int64_t *at);     // ftell
bool libc_file_ended(const struct dialect_call *, int64_t *ended); // feof

// Text to the stream that the argument is, if it is one of them; NULL: it is not known what.
void libc_file_print(const struct dialect_call *, int argument, const struct text *);
// fwrite; NULL, or less than 0: it is not known what, or how much.
void libc_file_write(const struct dialect_call *, const struct place *from, int64_t bytes);
// Of the dialect: what a loop of unknown count does to files.
const void *libc_loop_begin(struct eval *, struct arena *);
bool libc_loop_end(struct eval *, const void *begun, bool may_add, const char *reason);
// False: nothing is known of such a file.
bool libc_file_remove(struct eval *, const char *path);
bool libc_file_rename(struct eval *, const char *from, const char *to);

// libc_lints.c: memory that functions of the program get, run or not.
void libc_lint(struct unit *, struct function *, struct diags *);

// What a function of the library leaves in errno.
void libc_set_errno(struct eval *, int64_t value);

#endif
