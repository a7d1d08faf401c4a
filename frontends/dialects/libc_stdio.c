// <stdio.h>: what is printed goes to the request's output; what is read is not
// known, but from files whose contents are (libc_file.c), and reading is taken to succeed.

#include "frontends/dialects/libc.h"

#include <stdlib.h>
#include <string.h>

// ---- printing

enum sink { SINK_OUTPUT, SINK_STREAM, SINK_STRING, SINK_BOUNDED };

// Where the text goes and where the format stands.
struct printer {
    enum sink sink;
    int format; // index of the argument
    bool list;  // the arguments are a va_list behind it
};

static bool is_stdout(const struct dialect_call *c, int argument)
{
    const char *path = libc_path(c, argument);
    return path && strcmp(path, "stdout") == 0;
}

static void print_text(const struct dialect_call *c, const struct text *out)
{
    if (c->eval->request.output && out->n) text_add_n(c->eval->request.output, out->at, out->n);
}

// Text to memory: all of it, or as much as fits with its NUL.
static void print_memory(const struct dialect_call *c, const struct text *out, enum sink sink)
{
    struct place to;
    int64_t n = (int64_t)out->n, room = n + 1;
    if (sink == SINK_BOUNDED && !libc_integer(c, 1, &room)) {
        libc_forget(c, 0, "a text of unknown length");
        return;
    }
    if (room <= 0) return;
    if (n > room - 1) n = room - 1;
    if (!libc_place(c, 0, n + 1, ACCESS_WRITE, &to)) return;
    if (n) heap_write(c->eval->heap, to.object, to.offset, n, out->at);
    heap_write(c->eval->heap, to.object, to.offset + n, 1, "");
}

static struct cvalue apply_printf(const struct dialect_call *c)
{
    const struct printer *p = c->rule->data;
    struct text out = {.arena = c->eval->arena};
    struct format_source source = {.call = c, .next = p->format + 1, .from_list = p->list};
    const char *format = libc_text(c, p->format);
    if (p->list) source.list = place_of_pointer(c->eval, &c->arguments[p->format + 1], c->eval->at);
    bool known = format && libc_format(&source, format, &out);
    if (!known && c->eval->request.concrete)
        eval_unsupported(c->eval, c->eval->at, "printing something that is not known");
    if (p->sink == SINK_OUTPUT || (p->sink == SINK_STREAM && is_stdout(c, 0))) print_text(c, &out);
    if (p->sink == SINK_STREAM) libc_file_print(c, 0, known ? &out : NULL);
    if (p->sink == SINK_STRING && !format) libc_forget(c, 0, "a text with an unknown format");
    if (p->sink == SINK_STRING || p->sink == SINK_BOUNDED) print_memory(c, &out, p->sink);
    return known ? libc_int(c, (int64_t)out.n) : libc_unknown(c, "the length of a text");
}

static struct cvalue apply_puts(const struct dialect_call *c)
{
    struct text out = {.arena = c->eval->arena};
    const char *s = libc_text(c, 0);
    text_add(&out, s ? s : "?");
    if (c->n == 1) text_add_char(&out, '\n');
    if (c->n == 1 || is_stdout(c, 1)) print_text(c, &out);
    if (c->n == 2) libc_file_print(c, 1, s ? &out : NULL);
    return libc_int(c, 1);
}

static struct cvalue apply_putchar(const struct dialect_call *c)
{
    struct text out = {.arena = c->eval->arena};
    int64_t byte;
    if (!libc_integer(c, 0, &byte)) {
        if (c->n == 2) libc_file_print(c, 1, NULL);
        return c->arguments[0];
    }
    char one = (char)byte;
    text_add_n(&out, &one, 1);
    if (c->n == 1 || is_stdout(c, 1)) print_text(c, &out);
    if (c->n == 2) libc_file_print(c, 1, &out);
    return libc_int(c, (unsigned char)byte);
}

static void print_bytes(const struct dialect_call *c, struct place from, int64_t n)
{
    struct text out = {.arena = c->eval->arena};
    for (int64_t i = 0; i < n; i++) {
        char byte = (char)heap_byte(from.object, from.offset + i);
        text_add_n(&out, &byte, 1);
    }
    print_text(c, &out);
}

// POSIX: descriptor 1 is standard output.
static struct cvalue apply_write(const struct dialect_call *c)
{
    struct place from;
    int64_t descriptor = 0, n = 0;
    bool is_output = libc_integer(c, 0, &descriptor) && descriptor == 1;
    if (is_output && libc_integer(c, 2, &n) && n > 0 && libc_place(c, 1, n, ACCESS_READ, &from))
        print_bytes(c, from, n);
    struct cvalue written = c->arguments[2];
    written.type = c->result;
    return written;
}

static struct cvalue apply_fwrite(const struct dialect_call *c)
{
    struct place from;
    int64_t size, n, bytes = -1;
    if (libc_integer(c, 1, &size) && libc_integer(c, 2, &n) && size >= 0 && n >= 0 &&
        __builtin_mul_overflow(size, n, &bytes))
        bytes = -1;
    bool there = bytes >= 0 && libc_place(c, 0, bytes, ACCESS_READ, &from);
    if (there && bytes > 0 && bytes < INT32_MAX && is_stdout(c, 3)) print_bytes(c, from, bytes);
    libc_file_write(c, there ? &from : NULL, bytes);
    struct cvalue written = c->arguments[2];
    written.type = c->result;
    return written;
}

// ---- files

static struct cvalue apply_fopen(const struct dialect_call *c)
{
    struct cvalue stream;
    return libc_file_open(c, &stream) ? stream : libc_unknown(c, "a file");
}

static struct cvalue apply_tmpfile(const struct dialect_call *c)
{
    return libc_file_temporary(c);
}

// A name that no other file has.
static struct cvalue apply_tmpnam(const struct dialect_call *c)
{
    static const char key;
    struct eval *e = c->eval;
    const char *last = eval_dialect_data(e, &key);
    int number = last ? atoi(last) + 1 : 1;
    eval_set_dialect_data(e, &key, arena_printf(e->arena, "%d", number));
    const char *name = arena_printf(e->arena, "/tmp/file%06d", number);
    int64_t size = (int64_t)strlen(name) + 1;
    struct cvalue to = c->arguments[0];
    if (cvalue_is_null(&to)) to = eval_allocate(e, size, c->result, "a file name");
    struct place at = place_of_pointer(e, &to, e->at);
    if (place_check(e, &at, size, ACCESS_WRITE, e->at))
        heap_write(e->heap, at.object, at.offset, size, name);
    return to;
}

static struct cvalue apply_remove(const struct dialect_call *c)
{
    const char *path = libc_text(c, 0);
    if (path) libc_file_remove(c->eval, path);
    return libc_int(c, 0);
}

static struct cvalue apply_rename(const struct dialect_call *c)
{
    const char *from = libc_text(c, 0), *to = libc_text(c, 1);
    if (from && to) libc_file_rename(c->eval, from, to);
    return libc_int(c, 0);
}

static struct cvalue apply_open(const struct dialect_call *c)
{
    return libc_unknown(c, "a file");
}

static struct cvalue apply_zero(const struct dialect_call *c)
{
    return libc_int(c, 0);
}

static struct cvalue apply_nothing(const struct dialect_call *c)
{
    return libc_nothing(c);
}

#define MOST_READS 1024 // that one call is taken to do

// How much the file has is what a loop goes by that reads in its condition, and what ends one that
// reads in its body some day: there nobody knows whether this one succeeds.
bool libc_reading_may_fail(const struct dialect_call *c)
{
    struct eval *e = c->eval;
    uint64_t key = (uint64_t)(uintptr_t)e->at;
    uintptr_t n = (uintptr_t)map_get_number(e->reads, key);
    if (e->request.concrete) return false;
    map_put_number(e->reads, key, (void *)(n + 1));
    return e->asks == e->frame || n >= MOST_READS;
}

struct cvalue libc_number_read(const struct dialect_call *c, int64_t at_least)
{
    struct eval *e = c->eval;
    const char *name = arena_printf(e->arena, "%s()", c->function->name);
    const struct sym *s = name_symbol(e, name, c->result);
    if (sym_kind(s) == SYM_VAR) sym_allow_negative(e->syms, s);
    if (sym_kind(s) == SYM_VAR) sym_assume_at_least(e->syms, s, at_least);
    return cvalue_sym(c->result, s);
}

static struct cvalue apply_fread(const struct dialect_call *c)
{
    int64_t items;
    if (libc_file_read(c, &items)) return libc_int(c, items);
    libc_forget(c, 0, "it was read from a file");
    if (libc_reading_may_fail(c)) return libc_number_read(c, 0);
    eval_assume(c->eval, c->eval->at, "reading from the file succeeds");
    struct cvalue n = c->arguments[2];
    n.type = c->result;
    return n;
}

static struct cvalue apply_fgets(const struct dialect_call *c)
{
    struct cvalue line;
    if (libc_file_line(c, &line)) return line;
    libc_forget(c, 0, "it was read from a file");
    return libc_unknown(c, "whether the file ends");
}

static struct cvalue apply_getc(const struct dialect_call *c)
{
    int64_t byte;
    return libc_file_byte(c, &byte) ? libc_int(c, byte) : libc_number(c, "getc()", -1);
}

static struct cvalue apply_ungetc(const struct dialect_call *c)
{
    int64_t byte;
    if (libc_integer(c, 0, &byte)) libc_file_unread(c, byte);
    return c->arguments[0];
}

static struct cvalue apply_unknown_number(const struct dialect_call *c)
{
    return libc_number(c, arena_printf(c->eval->arena, "%s()", c->function->name), INT32_MIN);
}

static struct cvalue apply_fseek(const struct dialect_call *c)
{
    int64_t failed = 0;
    libc_file_seek(c, &failed);
    return libc_int(c, failed);
}

static struct cvalue apply_ftell(const struct dialect_call *c)
{
    int64_t at;
    return libc_file_tell(c, &at) ? libc_int(c, at) : apply_unknown_number(c);
}

static struct cvalue apply_feof(const struct dialect_call *c)
{
    int64_t ended;
    return libc_file_ended(c, &ended) ? libc_int(c, ended) : apply_unknown_number(c);
}

static struct cvalue apply_rewind(const struct dialect_call *c)
{
    libc_file_rewind(c);
    return libc_nothing(c);
}

// scanf and fscanf: every pointer behind the format is written to.
static struct cvalue apply_scanf(const struct dialect_call *c)
{
    const struct printer *p = c->rule->data;
    struct format_source to = libc_scan_targets(c, p->format + 1, p->list);
    int64_t n_read;
    if (p->sink == SINK_STREAM && libc_file_scan(c, &to, &n_read)) return libc_int(c, n_read);
    int n = libc_scan_forget(&to, libc_text(c, p->format), "it was read from a file");
    if (libc_reading_may_fail(c)) return libc_number_read(c, -1);
    eval_assume(c->eval, c->eval->at, "reading from the file succeeds");
    return libc_int(c, n);
}

static const struct printer to_output = {SINK_OUTPUT, 0, false},
                            list_to_output = {SINK_OUTPUT, 0, true},
                            to_stream = {SINK_STREAM, 1, false},
                            list_to_stream = {SINK_STREAM, 1, true},
                            to_string = {SINK_STRING, 1, false},
                            list_to_string = {SINK_STRING, 1, true},
                            to_room = {SINK_BOUNDED, 2, false},
                            list_to_room = {SINK_BOUNDED, 2, true};

const struct dialect_rule libc_stdio_rules[] = {
    {"printf", "p*>", apply_printf, &to_output},
    {"fprintf", "pp*>", apply_printf, &to_stream},
    {"sprintf", "pp*", apply_printf, &to_string},
    {"snprintf", "pip*", apply_printf, &to_room},
    {"vprintf", "p.", apply_printf, &list_to_output},
    {"vfprintf", "pp.", apply_printf, &list_to_stream},
    {"vsprintf", "pp.", apply_printf, &list_to_string},
    {"vsnprintf", "pip.", apply_printf, &list_to_room},
    {"puts", "p>", apply_puts, NULL},
    {"fputs", "pp>", apply_puts, NULL},
    {"putchar", "i>", apply_putchar, NULL},
    {"fputc", "ip>", apply_putchar, NULL},
    {"putc", "ip>", apply_putchar, NULL},
    {"fwrite", "piip", apply_fwrite, NULL},
    {"write", "ipi", apply_write, NULL},
    {"fopen", "pp", apply_fopen, NULL},
    {"fdopen", "ip", apply_open, NULL},
    {"freopen", "ppp", apply_open, NULL},
    {"popen", "pp", apply_open, NULL},
    {"tmpfile", "", apply_tmpfile, NULL},
    {"tmpnam", "p", apply_tmpnam, NULL},
    {"fclose", "p", apply_zero, NULL},
    {"pclose", "p", apply_zero, NULL},
    {"fflush", "p>", apply_zero, NULL},
    {"fseek", "pii", apply_fseek, NULL},
    {"fseeko", "pii", apply_fseek, NULL},
    {"setvbuf", "ppii", apply_zero, NULL},
    {"setbuf", "pp", apply_nothing, NULL},
    {"rewind", "p", apply_rewind, NULL},
    {"perror", "p>", apply_nothing, NULL},
    {"clearerr", "p", apply_nothing, NULL},
    {"fread", "piip", apply_fread, NULL},
    {"fgets", "pip", apply_fgets, NULL},
    {"fgetc", "p", apply_getc, NULL},
    {"getc", "p", apply_getc, NULL},
    {"getchar", "", apply_getc, NULL},
    {"ftell", "p", apply_ftell, NULL},
    {"ftello", "p", apply_ftell, NULL},
    {"ungetc", "ip", apply_ungetc, NULL},
    {"feof", "p", apply_feof, NULL},
    {"ferror", "p", apply_zero, NULL},
    {"remove", "p", apply_remove, NULL},
    {"unlink", "p", apply_remove, NULL},
    {"rename", "pp", apply_rename, NULL},
    {"scanf", "p*", apply_scanf, &to_output},
    {"vscanf", "p.", apply_scanf, &list_to_output},
    {"fscanf", "pp*", apply_scanf, &to_stream},
    {"vfscanf", "pp.", apply_scanf, &list_to_stream},
    {"__isoc99_scanf", "p*", apply_scanf, &to_output},
    {"__isoc99_fscanf", "pp*", apply_scanf, &to_stream},
    {"__isoc99_vscanf", "p.", apply_scanf, &list_to_output},
    {"__isoc99_vfscanf", "pp.", apply_scanf, &list_to_stream},
    {0}};
