// <ctype.h> in the C locale, with glibc's tables behind its macros.

#include "frontends/dialects/libc.h"

#include <ctype.h>

#define TABLE_FROM (-128)
#define TABLE_ENTRIES 384

static struct cvalue apply_class(const struct dialect_call *c)
{
    int (*const *test)(int) = c->rule->data;
    int64_t v;
    if (!libc_integer(c, 0, &v))
        return libc_unknown(c, "the kind of a character that is not known");
    if (v < TABLE_FROM || v >= TABLE_FROM + TABLE_ENTRIES) return libc_int(c, 0);
    return libc_int(c, (*test)((int)v));
}

static int table_entry(const char *name, int v)
{
    // __ctype_b_loc, __ctype_tolower_loc, __ctype_toupper_loc
    if (name[8] == 'b') return (*__ctype_b_loc())[v];
    return name[10] == 'l' ? (*__ctype_tolower_loc())[v] : (*__ctype_toupper_loc())[v];
}

// A pointer to a pointer into the middle of a table, made once a run.
static struct cvalue apply_table(const struct dialect_call *c)
{
    struct eval *e = c->eval;
    struct cvalue *made = eval_dialect_data(e, c->rule);
    if (made) return *made;
    const struct ctype *pointer = c->result->element, *entry = pointer->element;
    struct cvalue table = eval_allocate(e, TABLE_ENTRIES * entry->size, pointer, c->rule->name);
    for (int i = 0; i < TABLE_ENTRIES; i++) {
        struct cvalue v = cvalue_int(entry, table_entry(c->rule->name, i + TABLE_FROM));
        eval_store(e, &table, i * entry->size, &v);
    }
    table.pointer.offset = -TABLE_FROM * entry->size;
    made = arena_new(e->arena, struct cvalue);
    *made = eval_allocate(e, pointer->size, c->result, c->rule->name);
    eval_store(e, made, 0, &table);
    eval_set_dialect_data(e, c->rule, made);
    return *made;
}

typedef int class_test(int);
static class_test *const tests[] = {isalnum, isalpha, isblank, iscntrl, isdigit,  isgraph, islower,
                                    isprint, ispunct, isspace, isupper, isxdigit, tolower, toupper};

const struct dialect_rule libc_ctype_rules[] = {
    {"isalnum", "i", apply_class, &tests[0]},       {"isalpha", "i", apply_class, &tests[1]},
    {"isblank", "i", apply_class, &tests[2]},       {"iscntrl", "i", apply_class, &tests[3]},
    {"isdigit", "i", apply_class, &tests[4]},       {"isgraph", "i", apply_class, &tests[5]},
    {"islower", "i", apply_class, &tests[6]},       {"isprint", "i", apply_class, &tests[7]},
    {"ispunct", "i", apply_class, &tests[8]},       {"isspace", "i", apply_class, &tests[9]},
    {"isupper", "i", apply_class, &tests[10]},      {"isxdigit", "i", apply_class, &tests[11]},
    {"tolower", "i", apply_class, &tests[12]},      {"toupper", "i", apply_class, &tests[13]},
    {"__ctype_b_loc", "", apply_table, NULL},       {"__ctype_tolower_loc", "", apply_table, NULL},
    {"__ctype_toupper_loc", "", apply_table, NULL}, {0}};
