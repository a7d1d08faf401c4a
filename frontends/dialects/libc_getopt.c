// getopt and getopt_long on an argv that is known; without one, no option was
// given. They are written in the terms of POSIX: optind, optarg and optopt are
// variables of the program.

#include "frontends/dialects/libc.h"

#include <string.h>

// What getopt remembers between calls. A variable exists here only once a function that
// mentions it is lowered; until then its value is kept for it.
struct remembered {
    int64_t inside; // how far in a word of several letters: -abc
    int64_t optind, optopt;
    struct cvalue optarg;
    // Words that are no options and were passed over, as GNU's getopt does it: they go behind the
    // options that are found next.
    int64_t first_passed, end_passed;
};

struct options {
    const struct dialect_call *call;
    struct remembered *kept;
    int64_t argc, index; // of the word to look at
    const char *word;
};

static struct remembered *remembered(struct eval *e)
{
    struct remembered *kept = eval_dialect_data(e, libc_getopt_rules);
    if (kept) return kept;
    kept = arena_new(e->arena, struct remembered);
    kept->optind = kept->first_passed = kept->end_passed = 1;
    kept->optarg = cvalue_null(e->types->char_pointer);
    eval_set_dialect_data(e, libc_getopt_rules, kept);
    return kept;
}

bool libc_getopt_variable(struct eval *e, const struct variable *v, struct cvalue *value)
{
    const struct remembered *kept = remembered(e);
    if (strcmp(v->name, "optarg") == 0)
        *value = kept->optarg;
    else if (strcmp(v->name, "optind") == 0)
        *value = cvalue_int(v->type, kept->optind);
    else if (strcmp(v->name, "optopt") == 0)
        *value = cvalue_int(v->type, kept->optopt);
    else if (strcmp(v->name, "opterr") == 0)
        *value = cvalue_int(v->type, 1);
    else
        return false;
    return true;
}

static const struct variable *find_global(const struct eval *e, const char *name)
{
    for (int i = 0; i < unit_n_globals(e->unit); i++) {
        const struct variable *v = unit_global(e->unit, i);
        if (v->storage != VARIABLE_STATIC && strcmp(v->name, name) == 0) return v;
    }
    return NULL;
}

static void set_global(struct eval *e, const char *name, const struct cvalue *v)
{
    const struct variable *at = find_global(e, name);
    if (!at) return;
    struct cvalue typed = value_convert(e, v, at->type, e->at);
    place_store(e, (struct place){variable_object(e, at), 0, NULL}, at->type, &typed, e->at);
}

static void set_optarg(const struct options *o, const struct cvalue *v)
{
    o->kept->optarg = *v;
    set_global(o->call->eval, "optarg", v);
}

static void set_optind(const struct options *o)
{
    struct cvalue v = cvalue_int(o->call->eval->types->int_, o->index);
    o->kept->optind = o->index;
    set_global(o->call->eval, "optind", &v);
}

static void set_optopt(const struct options *o, int64_t letter)
{
    struct cvalue v = cvalue_int(o->call->eval->types->int_, letter);
    o->kept->optopt = letter;
    set_global(o->call->eval, "optopt", &v);
}

// The program may have written to optind.
static int64_t get_optind(const struct options *o)
{
    struct eval *e = o->call->eval;
    int64_t index = o->kept->optind;
    const struct variable *at = find_global(e, "optind");
    if (!at) return index;
    struct cvalue v =
        place_load(e, (struct place){variable_object(e, at), 0, NULL}, at->type, e->at);
    cvalue_as_int(&v, &index);
    return index;
}

static struct cvalue word_at(const struct options *o, int64_t index)
{
    const struct eval *e = o->call->eval;
    return eval_load(o->call->eval, &o->call->arguments[1], index * e->types->char_pointer->size,
                     e->types->char_pointer);
}

static const char *text_at(const struct options *o, int64_t index)
{
    if (index >= o->argc) return NULL;
    struct cvalue v = word_at(o, index);
    return eval_string(o->call->eval, &v);
}

// The argument of an option: `offset` bytes into the word, or the next word.
static bool take_argument(struct options *o, int64_t offset)
{
    struct cvalue v;
    if (o->word[offset]) {
        v = word_at(o, o->index++);
        v.pointer.offset += offset;
    } else {
        if (o->index + 1 >= o->argc) return false;
        v = word_at(o, o->index + 1);
        o->index += 2;
    }
    set_optarg(o, &v);
    return true;
}

static int64_t end_of_options(struct options *o, int64_t result)
{
    o->kept->inside = 0;
    set_optind(o);
    return result;
}

static int64_t short_option(struct options *o, const char *letters)
{
    int64_t at = o->kept->inside ? o->kept->inside : 1;
    char letter = o->word[at++];
    const char *known = letter == ':' ? NULL : strchr(letters, letter);
    bool last = o->word[at] == 0;
    if (known && known[1] == ':') {
        bool optional = known[2] == ':';
        if (optional && last) {
            struct cvalue none = cvalue_null(o->call->eval->types->char_pointer);
            set_optarg(o, &none);
            o->index++;
            return end_of_options(o, letter);
        }
        if (take_argument(o, at)) return end_of_options(o, letter);
        o->index++;
        set_optopt(o, letter);
        return end_of_options(o, *letters == ':' ? ':' : '?');
    }
    if (!known) set_optopt(o, letter);
    if (!last) {
        o->kept->inside = at;
        set_optind(o);
        return known ? letter : '?';
    }
    o->index++;
    return end_of_options(o, known ? letter : '?');
}

// One entry of struct option: name, has_arg, flag, val.
static bool long_entry(struct options *o, int64_t i, const char **name, int64_t fields[2],
                       struct cvalue *flag)
{
    const struct cvalue *table = &o->call->arguments[3];
    const struct ctype *t = table->type->element;
    static const char *const names[] = {"name", "has_arg", "flag", "val"};
    for (int k = 0; k < 4; k++) {
        const struct cfield *f = ctype_field(t, names[k]);
        if (!f) return false;
        struct cvalue v = eval_load(o->call->eval, table, i * t->size + f->offset, f->type);
        if (k == 0 && cvalue_is_null(&v)) return false;
        if (k == 0) *name = eval_string(o->call->eval, &v);
        if (k == 2) *flag = v;
        if (k % 2 && !cvalue_as_int(&v, &fields[k / 2])) return false;
    }
    return *name != NULL;
}

// The entry of this name, else the only one that begins with it; -1: none or several.
static int64_t find_long(struct options *o, const char *word, size_t length)
{
    const char *name = NULL;
    int64_t fields[2], found = -1;
    int n = 0;
    struct cvalue flag;
    for (int64_t i = 0; i < 1000 && long_entry(o, i, &name, fields, &flag); i++) {
        if (strncmp(name, word, length) != 0) continue;
        if (strlen(name) == length) return i;
        found = i;
        n++;
    }
    return n == 1 ? found : -1;
}

static int64_t refused_long(struct options *o)
{
    o->index = o->index < o->argc ? o->index + 1 : o->argc;
    return end_of_options(o, '?');
}

static int64_t long_option(struct options *o)
{
    struct eval *e = o->call->eval;
    const char *word = o->word + 2, *name = NULL;
    size_t length = strcspn(word, "=");
    int64_t fields[2], equals = (int64_t)length + 2, i = find_long(o, word, length);
    struct cvalue flag, number = cvalue_int(e->types->int_, i);
    if (i < 0 || !long_entry(o, i, &name, fields, &flag)) return refused_long(o);
    if (!cvalue_is_null(&o->call->arguments[4])) eval_store(e, &o->call->arguments[4], 0, &number);
    if (word[length] == '=') {
        if (!take_argument(o, equals + 1)) return refused_long(o);
    } else if (fields[0] != 1) {
        o->index++;
    } else if (!take_argument(o, equals)) {
        return refused_long(o);
    }
    if (cvalue_is_null(&flag)) return end_of_options(o, fields[1]);
    number = cvalue_int(e->types->int_, fields[1]);
    eval_store(e, &flag, 0, &number);
    return end_of_options(o, 0);
}

// ---- words that are no options

static void store_word(const struct options *o, int64_t index, const struct cvalue *v)
{
    struct eval *e = o->call->eval;
    eval_store(e, &o->call->arguments[1], index * e->types->char_pointer->size, v);
}

// Moves the words that were passed over behind those that were read since.
static void move_passed(struct options *o)
{
    struct remembered *kept = o->kept;
    int64_t passed = kept->end_passed - kept->first_passed, read = o->index - kept->end_passed;
    struct arena *arena = o->call->eval->arena;
    struct cvalue *words = arena_array(arena, struct cvalue, passed + read);
    for (int64_t i = 0; i < passed + read; i++) words[i] = word_at(o, kept->first_passed + i);
    for (int64_t i = 0; i < passed + read; i++)
        store_word(o, kept->first_passed + i, &words[(i + passed) % (passed + read)]);
    kept->first_passed += read;
    kept->end_passed = o->index;
}

static bool is_option(const struct options *o)
{
    const char *word = text_at(o, o->index);
    return word && word[0] == '-' && word[1];
}

static void gather_passed(struct options *o)
{
    struct remembered *kept = o->kept;
    if (kept->first_passed != kept->end_passed && kept->end_passed != o->index)
        move_passed(o);
    else if (kept->end_passed != o->index)
        kept->first_passed = o->index;
}

// Goes on to the next word that is an option; false where there is none, and then the
// words that are left stand behind optind.
static bool find_option(struct options *o)
{
    struct remembered *kept = o->kept;
    if (kept->end_passed > o->index) kept->end_passed = o->index;
    if (kept->first_passed > o->index) kept->first_passed = o->index;
    gather_passed(o);
    while (o->index < o->argc && !is_option(o)) o->index++;
    kept->end_passed = o->index;
    const char *word = text_at(o, o->index);
    if (word && strcmp(word, "--") == 0) {
        o->index++;
        gather_passed(o);
        kept->end_passed = o->index = o->argc;
    }
    if (o->index < o->argc) return true;
    if (kept->first_passed != kept->end_passed) o->index = kept->first_passed;
    return false;
}

static struct cvalue apply_getopt(const struct dialect_call *c)
{
    struct eval *e = c->eval;
    const char *letters = libc_text(c, 2);
    struct options o = {.call = c, .kept = remembered(e)};
    if (!libc_integer(c, 0, &o.argc) || !letters) return libc_int(c, -1);
    o.index = get_optind(&o);
    bool in_order = *letters == '+';
    if (in_order || *letters == '-') letters++;
    if (!o.kept->inside && !in_order && !find_option(&o))
        return libc_int(c, end_of_options(&o, -1));
    o.word = text_at(&o, o.index);
    if (!o.word || o.word[0] != '-' || !o.word[1]) return libc_int(c, end_of_options(&o, -1));
    if (!o.kept->inside && strcmp(o.word, "--") == 0) {
        o.index++;
        return libc_int(c, end_of_options(&o, -1));
    }
    if (c->n == 5 && !o.kept->inside && o.word[1] == '-') return libc_int(c, long_option(&o));
    return libc_int(c, short_option(&o, letters));
}

const struct dialect_rule libc_getopt_rules[] = {
    {"getopt", "ipp", apply_getopt, NULL}, {"getopt_long", "ipppp", apply_getopt, NULL}, {0}};
