// Files by descriptors, and what else <unistd.h>, <fcntl.h>, <sys/stat.h> and <sys/mman.h> have of
// them: what is in them is not known; asking for it is taken to succeed.

#include "frontends/dialects/libc.h"

#define FROM_FILE "it was read from a file"

// A descriptor, a size, an answer: named after what it is kept in.
static struct cvalue apply_number(const struct dialect_call *c)
{
    return libc_unknown(c, "the system");
}

static struct cvalue apply_zero(const struct dialect_call *c)
{
    return libc_int(c, 0);
}

// ---- reading

static struct cvalue apply_read(const struct dialect_call *c)
{
    struct eval *e = c->eval;
    int64_t n;
    if (!libc_integer(c, 2, &n))
        libc_forget(c, 1, FROM_FILE);
    else if (n > 0)
        eval_forget(e, &c->arguments[1], 0, n, FROM_FILE);
    if (libc_reading_may_fail(c)) return libc_number_read(c, -1);
    eval_assume(e, e->at, "reading from the file succeeds");
    struct cvalue read = c->arguments[2];
    read.type = c->result;
    return read;
}

// getrandom(buffer, n, flags), and getentropy, which returns 0.
static struct cvalue apply_random(const struct dialect_call *c)
{
    libc_forget(c, 0, "a random number");
    if (c->n == 2) return libc_int(c, 0);
    struct cvalue n = c->arguments[1];
    n.type = c->result;
    return n;
}

// fstat(descriptor, &s), stat(path, &s).
static struct cvalue apply_stat(const struct dialect_call *c)
{
    libc_forget(c, 1, FROM_FILE);
    if (libc_reading_may_fail(c)) return libc_number_read(c, -1);
    eval_assume(c->eval, c->eval->at, "reading from the file succeeds");
    return libc_int(c, 0);
}

// Of no file: new memory, of zeros.
static struct cvalue apply_mmap(const struct dialect_call *c)
{
    struct eval *e = c->eval;
    int64_t descriptor, n;
    bool no_file = libc_integer(c, 4, &descriptor) && (int32_t)descriptor == -1;
    if (no_file && libc_integer(c, 1, &n) && n > 0) return eval_allocate(e, n, c->result, "memory");
    return libc_unknown(c, "a file");
}

// ---- names

// mkstemp(name), mkdtemp(name), getcwd(name, n): which one nobody knows.
static struct cvalue apply_named(const struct dialect_call *c)
{
    libc_forget(c, 0, "the name of a file");
    return c->result->kind == CTYPE_POINTER ? libc_pointer(c, 0, 0) : apply_number(c);
}

const struct dialect_rule libc_posix_rules[] = {
    {"open", "pi*", apply_number, NULL},      {"open64", "pi*", apply_number, NULL},
    {"openat", "ipi*", apply_number, NULL},   {"creat", "pi", apply_number, NULL},
    {"fileno", "p", apply_number, NULL},      {"dup", "i", apply_number, NULL},
    {"close", "i", apply_zero, NULL},         {"read", "ipi", apply_read, NULL},
    {"pread", "ipii", apply_read, NULL},      {"lseek", "iii", apply_number, NULL},
    {"ftruncate", "ii", apply_zero, NULL},    {"fsync", "i", apply_zero, NULL},
    {"access", "pi", apply_number, NULL},     {"isatty", "i", apply_number, NULL},
    {"fstat", "ip", apply_stat, NULL},        {"stat", "pp", apply_stat, NULL},
    {"lstat", "pp", apply_stat, NULL},        {"mmap", "piiiii", apply_mmap, NULL},
    {"munmap", "pi", apply_zero, NULL},       {"madvise", "pii", apply_zero, NULL},
    {"mkstemp", "p", apply_named, NULL},      {"mkdtemp", "p", apply_named, NULL},
    {"getrandom", "pii", apply_random, NULL}, {"getentropy", "pi", apply_random, NULL},
    {"getpid", "", apply_number, NULL},       {"sysconf", "i", apply_number, NULL},
    {"getpagesize", "", apply_number, NULL},  {0}};
